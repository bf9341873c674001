//! Regions: the objects that pointers lead into, and what is known of a pointer.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Expr, ScalarId};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::TemporaryId;

/// The type of offsets.
pub(super) const OFFSET: IntegerType = IntegerType { width: 64, signed: true };

/// A subscript that chooses among cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Which one.
    pub value: Expr,
    /// Of how many.
    pub length: u32,
    /// How many cells lie between two of them.
    pub stride: u32,
    /// Whether it is the offset of a pointer, which may be null.
    pub nullable: bool,
    /// Whether it is where a pointer leads that is passed: that may be one past the end, as long as nothing is accessed.
    pub passed: bool,
}

/// Objects of one type side by side: an array, or a single object.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The first cell, as far as the rows do not choose another one.
    pub first: ScalarId,
    /// The rows of an array of arrays that they are in.
    pub rows: Vec<Row>,
    /// Whether they are `const`.
    pub constant: bool,
    /// The type of the objects.
    pub element: Type,
    /// How many there are.
    pub length: u64,
}

impl Region {
    /// Whether both are the same objects.
    pub fn is(&self, other: &Region) -> bool {
        (self.first, self.length) == (other.first, other.length)
            && self.element == other.element
            && self.rows == other.rows
    }
}

/// Where a pointer points.
#[derive(Clone, Debug)]
pub(super) enum Pointer {
    /// Nowhere.
    Null,
    /// To a text of the program, or to an object that has no cells: to nothing that is modelled.
    Harmless,
    /// Nobody knows, for this reason.
    Unknown(Unmodelled),
    /// To an object.
    Into {
        /// The objects.
        region: Region,
        /// Which of them.
        offset: Expr,
        /// Whether it comes from a variable, which may hold null.
        variable: bool,
    },
}

/// Where something is that is not modelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Apart from all that is modelled.
    Own,
    /// In a union, where other members have cells.
    Shared,
    /// In an array apart from all that is modelled, of which nobody can tell whether it has the element.
    Element,
    /// Nowhere: the pointer that is written there is null.
    Null {
        /// Where the pointer is written.
        pointer: Span,
        /// What it is called.
        name: String,
    },
    /// Wherever a pointer may lead: at anything that escaped.
    Escaped,
}

/// Where a pointer leads.
#[derive(Clone, Debug)]
pub(super) enum Lead {
    /// It has no value yet.
    Unset,
    /// Nowhere: it is null.
    Null,
    /// Into these objects, or nowhere; to which of them, if that is always the same.
    Into(Region, Option<i128>),
    /// Anywhere.
    Anywhere,
}

impl Lead {
    /// Where a pointer leads that may lead where either says.
    pub fn or(self, other: Lead) -> Lead {
        match (self, other) {
            (Lead::Unset, lead) | (lead, Lead::Unset) => lead,
            (Lead::Null, Lead::Null) => Lead::Null,
            (Lead::Null, Lead::Into(region, _)) | (Lead::Into(region, _), Lead::Null) => {
                Lead::Into(region, None)
            }
            (Lead::Into(one, a), Lead::Into(other, b)) if one.is(&other) => {
                Lead::Into(one, a.filter(|_| a == b))
            }
            _ => Lead::Anywhere,
        }
    }

    pub fn same(&self, other: &Lead) -> bool {
        match (self, other) {
            (Lead::Unset, Lead::Unset) | (Lead::Null, Lead::Null) | (Lead::Anywhere, Lead::Anywhere) => true,
            (Lead::Into(one, a), Lead::Into(other, b)) => one.is(other) && a == b,
            _ => false,
        }
    }
}

/// What holds a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holder {
    /// An object of the procedure.
    Object(ObjectId),
    /// A temporary that gets its value in several nodes.
    Choice(TemporaryId),
}

/// Where the pointers of a copy lead.
#[derive(Clone, Debug, Default)]
pub(super) struct Leads {
    pub known: BTreeMap<Holder, Lead>,
    /// Pointers whose offsets change, by the scalars of these.
    pub moving: BTreeMap<ObjectId, ScalarId>,
    /// Pointers of which nothing is known.
    pub refused: BTreeSet<ObjectId>,
}

impl Leads {
    /// The scalar that holds the offset of a pointer.
    pub fn offset(&self, object: ObjectId) -> Option<ScalarId> {
        self.moving.get(&object).copied()
    }

    /// Whether an object is a pointer of the procedure.
    pub fn is_own(&self, object: ObjectId) -> bool {
        self.known.contains_key(&Holder::Object(object))
    }

    /// Whether nothing is known of a pointer.
    pub fn is_refused(&self, object: ObjectId) -> bool {
        self.refused.contains(&object)
    }

    /// Where a temporary leads that gets its value in several nodes.
    pub fn choice(&self, temporary: TemporaryId) -> Lead {
        self.known.get(&Holder::Choice(temporary)).cloned().unwrap_or(Lead::Anywhere)
    }
}

/// Whether a type is that of a pointer to an object.
pub(super) fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(..)) && !ty.is_function_pointer()
}

/// Whether a type is that of a pointer to objects of a region.
pub(super) fn points_to(ty: &Type, region: &Region) -> bool {
    matches!(ty, Type::Pointer(to, _) if **to == region.element)
}

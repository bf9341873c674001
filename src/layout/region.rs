//! Regions: the objects that pointers lead into, and what is known of a pointer.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{BinaryOperator, IntegerType};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_cells::facts::cfg::{Expr, ScalarId};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::TemporaryId;

/// The type of offsets.
pub(super) const OFFSET: IntegerType = IntegerType { width: 64, signed: true, float: false };

/// How the name of the offset of a pointer ends that is a scalar of its own.
pub(super) const OFFSET_OF: &str = " offset";

/// A subscript that chooses among cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Which one.
    pub value: Expr,
    /// Of how many.
    pub length: u32,
    /// How many cells lie between two of them.
    pub stride: u32,
    /// What it comes from.
    pub kind: RowKind,
    /// Of objects of a pool: how many come before the first one.
    pub from: u32,
}

/// What a subscript comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// A subscript, or the offset of a pointer.
    Subscript,
    /// Where a pointer leads that is passed: that may be one past the end, as long as nothing is accessed.
    Passed,
    /// The number of an object in this pool, which begins at 0 here.
    Object(usize),
}

/// What stands for the number of an object that is not always the same.
const SOME_OBJECT: Expr = Expr::Constant(i128::MIN / 2, OFFSET);

impl Row {
    /// The number of the object that a pointer into a pool leads to, as it is stored: 0 is null.
    pub fn number(&self) -> Expr {
        let before = i128::from(self.from) + 1;
        match &self.value {
            Expr::Constant(at, ty) => Expr::Constant(at + before, *ty),
            Expr::Binary(BinaryOperator::Subtract, _, number, by)
                if **by == Expr::Constant(before, OFFSET) =>
            {
                (**number).clone()
            }
            value => {
                let by = Box::new(Expr::Constant(before, OFFSET));
                Expr::Binary(BinaryOperator::Add, OFFSET, Box::new(value.clone()), by)
            }
        }
    }

    /// The same row for another number, as it is stored.
    pub fn with_number(&self, number: Expr) -> Row {
        let before = i128::from(self.from) + 1;
        let value = match number {
            Expr::Constant(number, ty) => Expr::Constant(number - before, ty),
            number => {
                let by = Box::new(Expr::Constant(before, OFFSET));
                Expr::Binary(BinaryOperator::Subtract, OFFSET, Box::new(number), by)
            }
        };
        Row { value, ..self.clone() }
    }

    /// Whether a pointer for this row is null.
    pub fn is_null(&self) -> bool {
        self.number() == Expr::Constant(0, OFFSET)
    }

    /// Which slot of the pool the object begins in, counted from the first one of all.
    pub fn slot(&self) -> Expr {
        Row { from: 0, ..self.clone() }.with_number(self.number()).value
    }
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

    /// What says which object of a pool they are in, if they are in one.
    pub fn object(&self) -> Option<&Row> {
        self.rows.first().filter(|row| matches!(row.kind, RowKind::Object(_)))
    }

    /// The same objects in the pool's object of another number, as it is stored.
    pub fn in_object(&self, number: Expr) -> Region {
        let mut region = self.clone();
        if let Some(row) = region.rows.first_mut().filter(|row| matches!(row.kind, RowKind::Object(_))) {
            *row = row.with_number(number);
        }
        region
    }

    /// The same in any object of the pool, if they are in one.
    pub fn in_some_object(&self) -> Region {
        let mut region = self.clone();
        if let Some(row) = region.rows.first_mut().filter(|row| matches!(row.kind, RowKind::Object(_))) {
            row.value = SOME_OBJECT;
        }
        region
    }

    /// Whether both are the same objects, but perhaps in different objects of a pool.
    pub fn is_like(&self, other: &Region) -> bool {
        self.in_some_object().is(&other.in_some_object())
    }

    /// Whether it is not known in which object of a pool they are.
    pub fn is_in_some_object(&self) -> bool {
        self.object().is_some_and(|row| row.value == SOME_OBJECT)
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
            (Lead::Null, Lead::Into(region, known)) | (Lead::Into(region, known), Lead::Null) => {
                // Of a pool's objects the number says that it is null; its offset is 0 then.
                match region.object() {
                    Some(_) => Lead::Into(region.in_some_object(), known.filter(|known| *known == 0)),
                    None => Lead::Into(region, None),
                }
            }
            (Lead::Into(one, a), Lead::Into(other, b)) if one.is(&other) => {
                Lead::Into(one, a.filter(|_| a == b))
            }
            (Lead::Into(one, a), Lead::Into(other, b)) if one.is_like(&other) => {
                Lead::Into(one.in_some_object(), a.filter(|_| a == b))
            }
            _ => Lead::Anywhere,
        }
    }

    /// The same, with what is known of the offset.
    pub fn at(self, known: Option<i128>) -> Lead {
        match self {
            Lead::Into(region, _) => Lead::Into(region, known),
            lead @ (Lead::Unset | Lead::Null | Lead::Anywhere) => lead,
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
    /// Pointers that change, by what holds them.
    pub moving: BTreeMap<ObjectId, Moving>,
    /// Pointers of which nothing is known.
    pub refused: BTreeSet<ObjectId>,
}

/// The scalars that hold where a pointer leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moving {
    /// The number of its object in a pool, if that changes.
    pub number: Option<ScalarId>,
    /// Its offset, if that changes.
    pub offset: Option<ScalarId>,
}

impl Moving {
    /// All of them: they stand side by side.
    pub fn cells(&self) -> impl Iterator<Item = ScalarId> + use<> {
        self.number.into_iter().chain(self.offset)
    }

    /// The first one, and how many there are.
    pub fn range(&self) -> Option<(ScalarId, u32)> {
        let first = self.cells().next()?;
        Some((first, self.cells().count() as u32))
    }
}

impl Leads {
    /// What holds where a pointer leads that changes.
    pub fn moving(&self, object: ObjectId) -> Option<Moving> {
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

/// Whether a type is `void *`.
pub(super) fn is_void_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(to, _) if **to == Type::Void)
}

/// Whether what is of a type may hold a pointer to objects of a region and not lose of what type these are.
pub(super) fn holds(ty: &Type, region: &Region) -> bool {
    points_to(ty, region) || is_void_pointer(ty)
}

/// Whether a type is that of a pointer to objects of a region.
pub(super) fn points_to(ty: &Type, region: &Region) -> bool {
    matches!(ty, Type::Pointer(to, _) if **to == region.element)
}

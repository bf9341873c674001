//! Regions: the objects that a pointer points into, and what is known of a pointer variable.

use super::constants;
use super::effects::only_effects;
use super::program::{Expression, Place, VariableId};
use crate::arith::IntegerType;
use crate::check::tree::ObjectId;
use crate::check::types::Type;
use crate::doubt::Unmodelled;
use crate::source::Span;

/// The type of offsets.
pub(super) const OFFSET: IntegerType = IntegerType { width: 64, signed: true };

/// The offset that stands for the null pointer: no pointer into an object comes near it.
pub(super) const NULL: i128 = super::program::NULL_OFFSET;

/// Objects of one type side by side: an array, or a single object.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The first object. Its own type is that of the first cell.
    pub first: Place,
    /// The type of the objects.
    pub element: Type,
    /// How many there are.
    pub length: u64,
    /// Whether they are `const`.
    pub constant: bool,
}

/// Where a pointer points.
#[derive(Clone, Debug)]
pub(super) struct Pointed {
    pub region: Region,
    /// Which object of the region, of type [`OFFSET`].
    pub offset: Expression,
    /// Whether it comes from a variable, which may hold null.
    pub variable: bool,
}

/// The objects of a pointer variable, and the variable that they are in: its name and where it is declared.
#[derive(Clone, Debug)]
pub(super) struct Hint {
    pub region: Region,
    pub name: String,
    pub span: Span,
}

/// A pointer variable whose object is known.
#[derive(Clone, Debug)]
pub(super) struct PointerSymbol {
    pub ty: Type,
    /// The variable.
    pub key: ObjectId,
    pub name: String,
    pub bound: Bound,
    /// In how many scopes it is declared.
    pub depth: usize,
}

/// What is known about a pointer variable.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// It is always null.
    Null,
    /// It is not modelled, for this reason.
    Unmodelled(Unmodelled),
    /// It always points there.
    Fixed(Box<Pointed>),
    /// Its offset is kept in this variable, by which its region is found.
    Variable(VariableId),
}

impl Pointed {
    /// What evaluating the pointer does.
    pub fn effects(&self) -> Vec<Expression> {
        let indices = self.region.first.indices.iter().map(|i| i.value.clone());
        only_effects(indices.chain([self.offset.clone()]).collect())
    }
}

/// A known offset.
pub(super) fn offset(value: i128, span: Span) -> Expression {
    constants::constant(value, OFFSET, span)
}

/// The place of an offset variable.
pub(super) fn offset_place(variable: VariableId, span: Span) -> Place {
    Place { variable, offset: 0, indices: Vec::new(), ty: OFFSET, span }
}

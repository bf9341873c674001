//! Which operator of the syntax computes what.

use super::types::common;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_syntax::ast::Binary;

/// The relation that an operator compares by.
pub fn relation(operator: Binary) -> Option<Relation> {
    Some(match operator {
        Binary::Less => Relation::Less,
        Binary::LessEqual => Relation::LessEqual,
        Binary::Greater => Relation::Greater,
        Binary::GreaterEqual => Relation::GreaterEqual,
        Binary::Equal => Relation::Equal,
        Binary::NotEqual => Relation::NotEqual,
        Binary::Multiply
        | Binary::Divide
        | Binary::Remainder
        | Binary::Add
        | Binary::Subtract
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::BitAnd
        | Binary::BitXor
        | Binary::BitOr
        | Binary::And
        | Binary::Or => return None,
    })
}

/// The arithmetic of an operator.
pub fn arithmetic(operator: Binary) -> Option<BinaryOperator> {
    Some(match operator {
        Binary::Add => BinaryOperator::Add,
        Binary::Subtract => BinaryOperator::Subtract,
        Binary::Multiply => BinaryOperator::Multiply,
        Binary::Divide => BinaryOperator::Divide,
        Binary::Remainder => BinaryOperator::Remainder,
        Binary::ShiftLeft => BinaryOperator::ShiftLeft,
        Binary::ShiftRight => BinaryOperator::ShiftRight,
        Binary::BitAnd => BinaryOperator::BitAnd,
        Binary::BitOr => BinaryOperator::BitOr,
        Binary::BitXor => BinaryOperator::BitXor,
        Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Equal
        | Binary::NotEqual
        | Binary::And
        | Binary::Or => return None,
    })
}

/// A comparison with a constant that the type of its other side decides.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    /// How the other side stands to the constant.
    pub relation: Relation,
    /// The type of the other side, before it is converted.
    pub own: IntegerType,
    /// The constant, in the type in which both are compared.
    pub constant: i128,
    /// Whether it always holds; else it never does.
    pub always: bool,
}

/// Whether the types of the sides decide a comparison; each side has its type before it is converted, and perhaps a constant
/// value.
pub fn decided(
    relation: Relation,
    left: (IntegerType, Option<i128>),
    right: (IntegerType, Option<i128>),
) -> Option<Decided> {
    let ty = common(left.0, right.0);
    let (relation, own, constant) = match (left.1, right.1) {
        (None, Some(constant)) => (relation, left.0, constant),
        (Some(constant), None) => (relation.mirrored(), right.0, constant),
        (None, None) | (Some(_), Some(_)) => return None,
    };
    let constant = ty.convert(constant);
    // A negative value becomes a large one in an unsigned type.
    if !ty.signed && own.signed {
        return None;
    }
    let (low, high) = (own.min(), own.max());
    let always = match relation {
        Relation::Less if high < constant => true,
        Relation::Less if low >= constant => false,
        Relation::LessEqual if high <= constant => true,
        Relation::LessEqual if low > constant => false,
        Relation::Greater if low > constant => true,
        Relation::Greater if high <= constant => false,
        Relation::GreaterEqual if low >= constant => true,
        Relation::GreaterEqual if high < constant => false,
        Relation::Equal if constant < low || constant > high => false,
        Relation::NotEqual if constant < low || constant > high => true,
        _ => return None,
    };
    Some(Decided { relation, own, constant, always })
}

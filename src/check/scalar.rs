//! Which operator of the syntax computes what.

use crate::arith::{BinaryOperator, Relation};
use crate::syntax::ast::Binary;

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

//! The names of operators, types and kinds in a dump.

use crate::facts::cfg::{ObligationKind, UnitKind};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};

pub(super) const BINARY: [(&str, BinaryOperator); 10] = [
    ("add", BinaryOperator::Add),
    ("subtract", BinaryOperator::Subtract),
    ("multiply", BinaryOperator::Multiply),
    ("divide", BinaryOperator::Divide),
    ("remainder", BinaryOperator::Remainder),
    ("shift-left", BinaryOperator::ShiftLeft),
    ("shift-right", BinaryOperator::ShiftRight),
    ("bit-and", BinaryOperator::BitAnd),
    ("bit-or", BinaryOperator::BitOr),
    ("bit-xor", BinaryOperator::BitXor),
];

pub(super) const UNARY: [(&str, UnaryOperator); 2] =
    [("negate", UnaryOperator::Negate), ("bit-not", UnaryOperator::BitNot)];

pub(super) const RELATIONS: [Relation; 6] = [
    Relation::Less,
    Relation::LessEqual,
    Relation::Greater,
    Relation::GreaterEqual,
    Relation::Equal,
    Relation::NotEqual,
];

pub(super) const OBLIGATION_KINDS: [(&str, ObligationKind); 2] =
    [("access", ObligationKind::Access), ("jump", ObligationKind::Jump)];

pub(super) const UNIT_KINDS: [(&str, UnitKind); 11] = [
    ("silent", UnitKind::Silent),
    ("havoc", UnitKind::Havoc),
    ("assign", UnitKind::Assign),
    ("condition", UnitKind::Condition),
    ("assume", UnitKind::Assume),
    ("assert", UnitKind::Assert),
    ("check", UnitKind::Check),
    ("call", UnitKind::Call),
    ("return", UnitKind::Return),
    ("error", UnitKind::Error),
    ("stop", UnitKind::Stop),
];

/// The name of a kind in a table.
pub(super) fn print_kind<K: Copy + PartialEq>(names: &[(&'static str, K)], kind: K) -> &'static str {
    names.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name)
}

/// `i32`, `u8`, `u1` for `_Bool`.
pub(super) fn print_type(ty: IntegerType) -> String {
    format!("{}{}", if ty.signed { 'i' } else { 'u' }, ty.width)
}

/// The type that is written so.
pub(super) fn read_type(text: &str) -> Option<IntegerType> {
    let signed = text.starts_with('i');
    let width = text.strip_prefix(['i', 'u'])?.parse().ok().filter(|width| (1..=64).contains(width))?;
    Some(IntegerType { width, signed })
}

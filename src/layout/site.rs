//! Calls as they are written.

use crate::check::tree;
use crate::check::types::Type;
use crate::source::Span;

/// The reason that marks calls through pointers, which are connected at the end.
pub(super) const THROUGH_POINTER: &str = "call through a function pointer";

/// Whether somebody uses a call's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    Value,
    Effect,
}

/// What a call looks like: the type of its result, its place, and whether its value is used.
#[derive(Clone)]
pub(super) struct Site {
    pub ty: Type,
    pub span: Span,
    pub usage: Usage,
}

/// A call through a pointer, as it is written.
pub(super) struct IndirectCall<'e> {
    pub callee: Span,
    pub arguments: &'e [tree::Expression],
    pub site: &'e Site,
}

//! Pointers that become pointers to objects of another type.

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::types::Type;

use super::encoder::Encoder;
use super::memory::Leaf;
use super::state::Sort;

/// So deep pointers to pointers are compared.
const DEPTH: u32 = 4;

impl Encoder<'_> {
    /// Notes that a pointer to objects of one type becomes one to objects of another. What `void *` is made of counts as
    /// what all of it becomes.
    pub fn retyped(&mut self, from: &Type, to: &Type, span: Span) {
        let (Type::Pointer(from, _), Type::Pointer(to, _)) = (from, to) else { return };
        let differs = match (&**from, &**to) {
            (Type::Void, Type::Void) | (Type::Function(_), _) | (_, Type::Function(_)) => false,
            (from, Type::Void) => {
                self.untyped.0.push(from.clone());
                self.is_mixed()
            }
            (Type::Void, to) => {
                self.untyped.1.push(to.clone());
                self.is_mixed()
            }
            (from, to) => !self.is_alike(from, to, DEPTH),
        };
        if differs {
            self.reinterpreted.get_or_insert(span);
        }
    }

    /// Whether `void *` becomes a pointer to something that it may not have been one to.
    fn is_mixed(&self) -> bool {
        let (before, after) = &self.untyped;
        let mut all = before.iter().chain(after);
        let Some(first) = after.first() else { return false };
        !all.all(|ty| self.is_alike(first, ty, DEPTH))
    }

    /// Whether objects of two types have the same scalars at the same offsets, as far as both go.
    fn is_alike(&self, one: &Type, other: &Type, depth: u32) -> bool {
        spend(1);
        let (one, other) = (element(one), element(other));
        match (one, other) {
            (Type::Integer(one), Type::Integer(other)) => one == other,
            (Type::Pointer(one, _), Type::Pointer(other, _)) => {
                let functions = [one, other].map(|pointee| matches!(**pointee, Type::Function(_)));
                match functions {
                    [true, true] => true,
                    [false, false] => depth > 0 && self.is_alike(one, other, depth - 1),
                    _ => false,
                }
            }
            (Type::Record(one), Type::Record(other)) if one == other => true,
            (Type::Record(_), Type::Record(_) | Type::Integer(_)) | (Type::Integer(_), Type::Record(_)) => {
                // All of one integer type, with no union and nothing between.
                let same = match (&self.sorts(one)[..], &self.sorts(other)[..]) {
                    ([Sort::Integer(one)], [Sort::Integer(other)]) => one == other,
                    _ => false,
                };
                match (self.leaves(one), self.leaves(other)) {
                    (Some(one), Some(other)) => same || self.are_alike(&one, &other, depth),
                    _ => false,
                }
            }
            (one, other) => one == other,
        }
    }

    fn are_alike(&self, one: &[Leaf], other: &[Leaf], depth: u32) -> bool {
        let alike = |(one, other): (&Leaf, &Leaf)| {
            one.offset == other.offset
                && one.bits == other.bits
                && depth > 0
                && self.is_alike(&one.ty, &other.ty, depth - 1)
        };
        one.len() == other.len() && one.iter().zip(other).all(alike)
    }
}

/// The type of the elements of arrays, and of their elements.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner, _) | Type::VariableArray(inner) => element(inner),
        Type::Void
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Pointer(..)
        | Type::Record(_)
        | Type::Function(_)
        | Type::Opaque(_) => ty,
    }
}

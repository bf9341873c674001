//! Structures and arrays that are compared as wholes: part by part.

use super::elaborate::{Elaborator, Read};
use super::place::inside;
use super::tree::{LogicType, Place, PlaceKind, Predicate, PredicateKind, Term};
use crate::types::{Type, promote_bit_field};
use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;

impl Elaborator<'_, '_> {
    /// Whether two aggregates of a type are equal, or are not.
    pub fn compared_aggregates(
        &mut self,
        relation: Relation,
        (left, right): (&Term, &Term),
        ty: &Type,
        span: Span,
    ) -> Read<Predicate> {
        let equal = match self.equal_aggregates(left, right, ty, span)? {
            Some(equal) => equal,
            None => return Ok(Predicate::unmodelled("comparison of values of this type", span)),
        };
        Ok(match relation {
            Relation::NotEqual => Predicate::new(PredicateKind::Not(Box::new(equal)), span),
            _ => equal,
        })
    }

    /// `None` for unions, and what else has no parts that can be compared.
    fn equal_aggregates(
        &mut self,
        left: &Term,
        right: &Term,
        ty: &Type,
        span: Span,
    ) -> Read<Option<Predicate>> {
        match ty {
            Type::Record(id) => {
                let record = &self.checker.types.records[*id];
                let Some(fields) = record.fields.clone().filter(|_| !record.union) else { return Ok(None) };
                let mut all = Vec::new();
                for (number, field) in fields.into_iter().enumerate() {
                    // A bit-field without a name has no value.
                    if field.bits.is_some() && field.name.is_none() {
                        continue;
                    }
                    let ty = match (&field.ty, field.bits) {
                        (Type::Integer(ty), Some(bits)) => Type::Integer(promote_bit_field(*ty, bits)),
                        (ty, _) => ty.clone(),
                    };
                    let mut part = |whole: Place| Place {
                        kind: PlaceKind::Member(Box::new(whole), vec![number], field.bits),
                        ty: ty.clone(),
                        span,
                    };
                    let left = inside(left.clone(), span, &mut part);
                    let right = inside(right.clone(), span, &mut part);
                    let Some(equal) = self.equal_parts(left, right, &ty, span)? else { return Ok(None) };
                    all.push(equal);
                }
                Ok(Some(match all.len() {
                    0 => Predicate::new(PredicateKind::True, span),
                    1 => all.remove(0),
                    _ => Predicate::new(PredicateKind::And(all), span),
                }))
            }
            Type::Array(element, Some(length)) => {
                let binder = self.bind("", LogicType::Integer(None), span);
                let index = binder.term();
                let mut part = |whole: Place| Place {
                    kind: PlaceKind::Index(Box::new(whole), Box::new(index.clone())),
                    ty: (**element).clone(),
                    span,
                };
                let left = inside(left.clone(), span, &mut part);
                let right = inside(right.clone(), span, &mut part);
                let Some(equal) = self.equal_parts(left, right, element, span)? else { return Ok(None) };
                let compare = |relation, a, b| Predicate::new(PredicateKind::Compare(relation, a, b), span);
                let zero = Term::integer(0, span);
                let end = Term::integer(i128::from(*length), span);
                let within = PredicateKind::And(vec![
                    compare(Relation::LessEqual, zero, index.clone()),
                    compare(Relation::Less, index.clone(), end),
                ]);
                let within = Predicate::new(within, span);
                let body = PredicateKind::Implies(Box::new(within), Box::new(equal));
                let body = Box::new(Predicate::new(body, span));
                Ok(Some(Predicate::new(PredicateKind::Forall(vec![binder], body), span)))
            }
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(_, None)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => Ok(None),
        }
    }

    fn equal_parts(&mut self, left: Term, right: Term, ty: &Type, span: Span) -> Read<Option<Predicate>> {
        if left.missing().is_some() || right.missing().is_some() {
            return Ok(None);
        }
        match ty {
            Type::Record(_) | Type::Array(..) => self.equal_aggregates(&left, &right, ty, span),
            _ => self.compared(Relation::Equal, left, right, span).map(Some),
        }
    }
}

//! Types of the logic, conversions between them, and sizes.

use super::elaborate::{Elaborator, Read};
use super::place::Value;
use super::tree::{LogicType, Predicate, PredicateKind, Term, TermKind};
use crate::types::Type;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Expression, TypeName};

impl Elaborator<'_, '_> {
    /// The type that a name denotes; what is not modelled is [`LogicType::Unknown`].
    pub fn logic_type(&mut self, name: &TypeName, span: Span) -> LogicType {
        match name {
            TypeName::Integer => LogicType::Integer(None),
            TypeName::Real => LogicType::Real,
            TypeName::Boolean => LogicType::Boolean,
            TypeName::C(name) => {
                let (ty, _) = self.checker.evaluated_type(name);
                logic_type_of(&ty)
            }
            TypeName::Other(name) => {
                let known = self.checker.logic.names.types.contains(name) || name.starts_with("array of");
                let generic = matches!(&**name, "set" | "\\list") || self.types.contains(name);
                if !known && !generic && !self.checker.unread {
                    self.checker.error(span, format!("unknown type name '{name}'"));
                }
                LogicType::Unknown
            }
        }
    }

    /// `(T) t`
    pub fn cast(&mut self, to: LogicType, operand: Term, span: Span) -> Read<Term> {
        if let Some(what) = operand.missing() {
            return Ok(Term::new(TermKind::Unmodelled(what.clone()), LogicType::Unknown, span));
        }
        Ok(match (to, &operand.ty) {
            (LogicType::Integer(None), LogicType::Integer(_) | LogicType::Boolean) => {
                Term { ty: LogicType::Integer(None), span, ..operand }
            }
            (LogicType::Integer(Some(ty)), LogicType::Integer(_) | LogicType::Boolean) => {
                converted(ty, operand, span)
            }
            (LogicType::Boolean, LogicType::Boolean) => Term { span, ..operand },
            (LogicType::Boolean, LogicType::Integer(_)) => {
                let zero = Term::integer(0, span);
                let holds = Predicate::new(PredicateKind::Compare(Relation::NotEqual, operand, zero), span);
                Term::new(TermKind::Truth(Box::new(holds)), LogicType::Boolean, span)
            }
            (LogicType::Pointer(to), LogicType::Pointer(from)) if to == *from => Term { span, ..operand },
            (to @ LogicType::Pointer(_), LogicType::Pointer(_)) => match operand.kind {
                TermKind::Null => Term::new(TermKind::Null, to, span),
                _ => Term::new(TermKind::Retyped(Box::new(operand)), to, span),
            },
            (to @ LogicType::Pointer(_), LogicType::Integer(_)) => match operand.kind {
                TermKind::Integer(0) => Term::new(TermKind::Null, to, span),
                _ => Term::unmodelled("integer as a pointer", span),
            },
            (LogicType::Integer(_) | LogicType::Boolean, LogicType::Pointer(_)) => {
                Term::unmodelled("pointer as an integer", span)
            }
            (LogicType::Real, LogicType::Integer(_) | LogicType::Boolean) => {
                Term::unmodelled("real number", span)
            }
            (LogicType::Unknown, _) | (_, LogicType::Unknown | LogicType::Real) => {
                Term::unmodelled("cast to this type", span)
            }
            (LogicType::Aggregate(_), LogicType::Aggregate(_) | LogicType::Pointer(_))
            | (LogicType::Pointer(_), LogicType::Aggregate(_)) => Term::unmodelled("cast to this type", span),
            (to, from) => {
                let (to, from) = (self.type_name(&to), self.type_name(from));
                return self.error(span, format!("'{from}' cannot be converted to '{to}'"));
            }
        })
    }

    /// A term where a pointer is wanted: 0 is the null pointer.
    pub fn as_pointer(&mut self, term: Term, ty: &LogicType, span: Span) -> Read<Term> {
        match (&term.kind, &term.ty) {
            (_, LogicType::Pointer(_)) => Ok(term),
            (TermKind::Integer(0), _) => Ok(Term::new(TermKind::Null, ty.clone(), term.span)),
            _ => {
                let (to, from) = (self.type_name(ty), self.type_name(&term.ty));
                self.error(span, format!("'{to}' and '{from}' do not go together"))
            }
        }
    }

    /// The size of a type in bytes.
    pub fn size_of_named(&mut self, name: &TypeName, span: Span) -> Option<u64> {
        let TypeName::C(name) = name else {
            self.checker.error(span, "a type of the logic has no size");
            return None;
        };
        let (ty, _) = self.checker.evaluated_type(name);
        self.checker.types.layout(&ty).map(|(size, _)| size)
    }

    /// The size of what an expression is.
    pub fn size_of_value(&mut self, operand: &Expression) -> Read<Option<u64>> {
        let ty = match self.single(|e| e.value(operand))? {
            Value::Place(place) => place.ty,
            Value::Term(term) => match term.ty {
                LogicType::Integer(Some(ty)) => Type::Integer(ty),
                LogicType::Pointer(pointee) => Type::Pointer(pointee, false),
                LogicType::Aggregate(ty) => ty,
                LogicType::Integer(None) | LogicType::Boolean | LogicType::Real => {
                    return self.error(operand.span, "a value of the logic has no size");
                }
                LogicType::Unknown => return Ok(None),
            },
        };
        Ok(self.checker.types.layout(&ty).map(|(size, _)| size))
    }

    pub fn size_term(&self, size: Option<u64>, span: Span) -> Term {
        match size {
            Some(size) => Term::integer(i128::from(size), span),
            None => Term::unmodelled("size of this type", span),
        }
    }
}

/// The type of the logic that has the values of a type of C.
pub(super) fn logic_type_of(ty: &Type) -> LogicType {
    match ty {
        Type::Integer(ty) => LogicType::Integer(Some(*ty)),
        Type::Pointer(pointee, _) => LogicType::Pointer(pointee.clone()),
        Type::Array(element, None) => LogicType::Pointer(element.clone()),
        Type::Array(..) | Type::Record(_) => LogicType::Aggregate(ty.clone()),
        Type::Float(_) => LogicType::Real,
        Type::Void | Type::VariableArray(_) | Type::Function(_) | Type::Opaque(_) => LogicType::Unknown,
    }
}

/// Whether all values of a type are values of another.
pub(super) fn holds_all(ty: IntegerType, own: IntegerType) -> bool {
    ty.contains(own.min()) && ty.contains(own.max())
}

/// The value of a type of C.
fn converted(ty: IntegerType, operand: Term, span: Span) -> Term {
    let target = LogicType::Integer(Some(ty));
    match (&operand.kind, &operand.ty) {
        (TermKind::Integer(value), _) => Term::new(TermKind::Integer(ty.convert(*value)), target, span),
        (_, LogicType::Boolean) => Term { ty: target, span, ..operand },
        (_, LogicType::Integer(Some(own))) if holds_all(ty, *own) => Term { span, ..operand },
        _ => Term::new(TermKind::Convert(ty, Box::new(operand)), target, span),
    }
}

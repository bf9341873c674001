//! Places in memory, and what is read from them.

use super::elaborate::{Clause, Elaborator, Read};
use super::tree::{LogicType, Place, PlaceKind, StateLabel, Term, TermKind};
use crate::id::ObjectId;
use crate::names::Symbol;
use crate::types::{Type, promote_bit_field};
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Expression, ExpressionKind as Kind};
use focuscheck_syntax::ast::{Name, Unary};

/// What an expression gives before it is known whether its place or its value is wanted.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Place(Place),
    Term(Term),
}

impl Elaborator<'_, '_> {
    /// A place, if the expression is one, or a value.
    pub fn value(&mut self, expression: &Expression) -> Read<Value> {
        let span = expression.span;
        match &expression.kind {
            Kind::Name(name) if !matches!(&**name, "\\true" | "\\false" | "\\null") => self.named(name, span),
            Kind::Unary(Unary::Dereference, operand) => {
                let pointer = self.term(operand)?;
                self.dereferenced(pointer, span)
            }
            Kind::Index(whole, index) => {
                let whole = self.value(whole)?;
                self.element(whole, index, span)
            }
            Kind::Member(whole, name, arrow) => {
                let whole = match arrow {
                    true => {
                        let pointer = self.term(whole)?;
                        self.dereferenced(pointer, whole.span)?
                    }
                    false => self.value(whole)?,
                };
                self.member(whole, name, span)
            }
            _ => self.term(expression).map(Value::Term),
        }
    }

    /// What a name stands for.
    pub fn named(&mut self, name: &str, span: Span) -> Read<Value> {
        if let Some(variable) = self.variable(name) {
            return Ok(Value::Term(Term { span, ..variable.value.clone() }));
        }
        if name == "\\result" {
            return self.result_term(span);
        }
        match self.checker.lookup(name) {
            Some(Symbol::Object(object)) => {
                let ty = self.checker.objects[object.index()].ty.clone();
                return Ok(Value::Place(Place { kind: PlaceKind::Object(object), ty, span }));
            }
            Some(Symbol::Constant(None, _)) => {
                return Ok(Value::Term(Term::unmodelled("value of an enumerator", span)));
            }
            Some(Symbol::Constant(Some(value), ty)) => {
                let ty = LogicType::Integer(Some(ty));
                return Ok(Value::Term(Term::new(TermKind::Integer(value), ty, span)));
            }
            // A predicate may have the name of a function of C.
            Some(Symbol::Function(_)) if !self.checker.logic.names.definitions.contains_key(name) => {
                return Ok(Value::Term(Term::unmodelled("address of a function", span)));
            }
            Some(Symbol::Typedef(..)) => {
                return self.error(span, format!("unexpected type name '{name}'"));
            }
            Some(Symbol::Function(_)) | None => {}
        }
        let own = Name { text: name.to_owned(), span };
        if let Some(term) = self.constant_function(&own)? {
            return Ok(Value::Term(term));
        }
        match name {
            "true" => Ok(Value::Term(Term::integer(1, span))),
            "false" => Ok(Value::Term(Term::integer(0, span))),
            _ if name.starts_with('\\') => Ok(Value::Term(Term::unmodelled(name, span))),
            _ if self.checker.logic.names.ghosts.contains(name) => {
                Ok(Value::Term(Term::unmodelled(format!("{name} of ghost code"), span)))
            }
            _ if self.checker.unread => {
                Ok(Value::Term(Term::unmodelled(format!("{name}, of a header that was not read"), span)))
            }
            _ => self.error(span, format!("'{name}' undeclared in this annotation")),
        }
    }

    /// What a pointer points to.
    pub fn dereferenced(&mut self, pointer: Term, span: Span) -> Read<Value> {
        if pointer.missing().is_some() {
            return Ok(Value::Term(Term { span, ..pointer }));
        }
        let LogicType::Pointer(pointee) = pointer.ty.clone() else {
            let name = self.type_name(&pointer.ty);
            return self.error(span, format!("a pointer is wanted, this is of type '{name}'"));
        };
        let ty = (*pointee).clone();
        let place = |kind: PlaceKind| Ok(Value::Place(Place { kind, ty: ty.clone(), span }));
        match pointer.kind {
            // The address of a place, and back.
            TermKind::AddressOf(inner) if inner.ty == ty => Ok(Value::Place(Place { span, ..*inner })),
            TermKind::Decay(array) => place(PlaceKind::Index(array, Box::new(Term::integer(0, span)))),
            TermKind::Moved(base, by) => match base.kind {
                TermKind::Decay(array) => place(PlaceKind::Index(array, by)),
                _ => place(PlaceKind::Dereference(Box::new(Term {
                    kind: TermKind::Moved(base, by),
                    ..pointer
                }))),
            },
            _ => place(PlaceKind::Dereference(Box::new(pointer))),
        }
    }

    /// `a[i]`
    fn element(&mut self, whole: Value, index: &Expression, span: Span) -> Read<Value> {
        let length = match &whole {
            Value::Place(Place { ty: Type::Array(_, length), .. }) => *length,
            Value::Place(_) | Value::Term(_) => None,
        };
        let index = self.index(index, length)?;
        if let Some(what) = index.missing() {
            return Ok(Value::Term(Term::unmodelled(what.what.clone(), span)));
        }
        match whole {
            Value::Place(array @ Place { ty: Type::Array(..) | Type::VariableArray(_), .. }) => {
                let (Type::Array(element, _) | Type::VariableArray(element)) = array.ty.clone() else {
                    return self.error(span, "an array is wanted");
                };
                let kind = PlaceKind::Index(Box::new(array), Box::new(index));
                Ok(Value::Place(Place { kind, ty: (*element).clone(), span }))
            }
            Value::Term(array @ Term { ty: LogicType::Aggregate(Type::Array(..)), .. }) => {
                let LogicType::Aggregate(Type::Array(element, _)) = array.ty.clone() else {
                    return self.error(span, "an array is wanted");
                };
                let index = self.fixed(index);
                let part = inside(array, span, &mut |whole: Place| {
                    let kind = PlaceKind::Index(Box::new(whole), Box::new(index.clone()));
                    Place { kind, ty: (*element).clone(), span }
                });
                Ok(Value::Term(part))
            }
            other => {
                let pointer = self.loaded(other)?;
                if pointer.missing().is_some() {
                    return Ok(Value::Term(pointer));
                }
                if !matches!(pointer.ty, LogicType::Pointer(_)) {
                    let name = self.type_name(&pointer.ty);
                    return self
                        .error(span, format!("'[' wants an array or a pointer, this is of type '{name}'"));
                }
                let moved = self.moved(pointer, index, false, span)?;
                self.dereferenced(moved, span)
            }
        }
    }

    /// `s.x`
    fn member(&mut self, whole: Value, name: &Name, span: Span) -> Read<Value> {
        let ty = match &whole {
            Value::Place(place) => place.ty.clone(),
            Value::Term(term) if term.missing().is_some() => return Ok(whole),
            Value::Term(Term { ty: LogicType::Aggregate(ty), .. }) => ty.clone(),
            Value::Term(term) => {
                let ty = self.type_name(&term.ty);
                return self.error(span, format!("'{}' is no member of type '{ty}'", name.text));
            }
        };
        let Type::Record(id) = ty else {
            let ty = self.checker.types.name(&ty);
            return self.error(span, format!("'{}' is no member of type '{ty}'", name.text));
        };
        let Some(member) = self.checker.types.member(id, &name.text) else {
            if self.checker.logic.names.ghosts.contains(&name.text) {
                return Ok(Value::Term(Term::unmodelled(format!("model field {}", name.text), span)));
            }
            let ty = self.checker.types.name(&ty);
            return self.error(span, format!("'{ty}' has no member named '{}'", name.text));
        };
        let ty = match (member.ty, member.bits) {
            (Type::Integer(ty), Some(bits)) => Type::Integer(promote_bit_field(ty, bits)),
            (ty, _) => ty,
        };
        let (path, bits) = (member.path, member.bits);
        let part = |whole: Place| {
            let kind = PlaceKind::Member(Box::new(whole), path.clone(), bits);
            Place { kind, ty: ty.clone(), span }
        };
        Ok(match whole {
            Value::Place(place) => Value::Place(part(place)),
            Value::Term(term) => Value::Term(inside(term, span, &mut { part })),
        })
    }

    /// The value of a place; arrays are the addresses of their first elements.
    pub fn loaded(&mut self, value: Value) -> Read<Term> {
        match value {
            Value::Place(place) => match &place.ty {
                Type::Array(element, _) | Type::VariableArray(element) => {
                    let (ty, span) = (LogicType::Pointer(element.clone()), place.span);
                    Ok(Term::new(TermKind::Decay(Box::new(place)), ty, span))
                }
                _ => self.load(place),
            },
            Value::Term(term) => match &term.ty {
                LogicType::Aggregate(Type::Array(element, _)) => {
                    let (ty, span) = (LogicType::Pointer(element.clone()), term.span);
                    Ok(first_element(term, &ty, span))
                }
                LogicType::Integer(_)
                | LogicType::Boolean
                | LogicType::Real
                | LogicType::Pointer(_)
                | LogicType::Aggregate(_)
                | LogicType::Unknown => Ok(term),
            },
        }
    }

    /// The same where an array is meant as a whole.
    pub fn whole(&mut self, value: Value) -> Read<Term> {
        match value {
            Value::Place(place) => self.load(place),
            Value::Term(term) => Ok(term),
        }
    }

    /// Reads a place in the state in force.
    fn load(&mut self, place: Place) -> Read<Term> {
        let span = place.span;
        let state = self.state(span)?;
        if place.ty == Type::Void {
            return self.error(span, "this has no value: it is of type 'void'");
        }
        // Where the function ends its parameters are those that it began with.
        let formal = root(&place).is_some_and(|object| self.formals.contains(&object));
        if formal && self.clause == Clause::After && state == StateLabel::Here {
            let place = self.fixed_indices(place);
            return Ok(read(place).at(StateLabel::Pre));
        }
        Ok(read(place))
    }

    /// A place whose indices mean the same in every state.
    fn fixed_indices(&self, place: Place) -> Place {
        let kind = match place.kind {
            PlaceKind::Index(whole, index) => {
                PlaceKind::Index(Box::new(self.fixed_indices(*whole)), Box::new(self.fixed(*index)))
            }
            PlaceKind::Member(whole, path, bits) => {
                PlaceKind::Member(Box::new(self.fixed_indices(*whole)), path, bits)
            }
            PlaceKind::Object(_) | PlaceKind::Result | PlaceKind::Dereference(_) => place.kind,
        };
        Place { kind, ..place }
    }

    /// `&place`
    pub fn address_of(&mut self, operand: &Expression, span: Span) -> Read<Term> {
        let value = self.value(operand)?;
        self.address(value, span)
    }

    /// The address of a place.
    pub fn address(&mut self, value: Value, span: Span) -> Read<Term> {
        match value {
            Value::Place(Place { kind: PlaceKind::Result, .. }) => {
                self.error(span, "'\\result' has no address")
            }
            Value::Place(Place { kind: PlaceKind::Dereference(pointer), .. }) => {
                Ok(Term { span, ..*pointer })
            }
            Value::Place(place) => {
                let ty = LogicType::Pointer(place.ty.clone().into());
                Ok(Term::new(TermKind::AddressOf(Box::new(place)), ty, span))
            }
            Value::Term(term) if term.missing().is_some() => Ok(term),
            Value::Term(_) => self.error(span, "'&' wants a place in memory"),
        }
    }
}

/// The object that a place is a part of, if it is not behind a pointer.
fn root(place: &Place) -> Option<ObjectId> {
    match &place.kind {
        PlaceKind::Object(object) => Some(*object),
        PlaceKind::Index(whole, _) | PlaceKind::Member(whole, ..) => root(whole),
        PlaceKind::Result | PlaceKind::Dereference(_) => None,
    }
}

/// The value of a place; of an array all of it.
fn read(place: Place) -> Term {
    let span = place.span;
    let ty = match &place.ty {
        Type::Integer(ty) => LogicType::Integer(Some(*ty)),
        Type::Pointer(pointee, _) => LogicType::Pointer(pointee.clone()),
        Type::Array(..) | Type::Record(_) => LogicType::Aggregate(place.ty.clone()),
        Type::Float(_) => return Term::unmodelled("real number", span),
        Type::Opaque(name) => return Term::unmodelled(format!("value of type {name}"), span),
        Type::VariableArray(_) => return Term::unmodelled("array of variable length as a value", span),
        Type::Void | Type::Function(_) => return Term::unmodelled("value of this type", span),
    };
    Term::new(TermKind::Load(Box::new(place)), ty, span)
}

/// A part of an aggregate that is a value: of the same place in the same state.
pub(super) fn inside(whole: Term, span: Span, part: &mut dyn FnMut(Place) -> Place) -> Term {
    match whole.kind {
        TermKind::Load(place) => read(part(*place)),
        TermKind::At(inner, label) => {
            let inner = inside(*inner, span, part);
            if inner.missing().is_some() { inner } else { inner.at(label) }
        }
        TermKind::Unmodelled(what) => Term::new(TermKind::Unmodelled(what), LogicType::Unknown, span),
        TermKind::Conditional(..) | TermKind::Let(..) => Term::unmodelled("part of a value", span),
        // These are no aggregates.
        TermKind::Integer(_)
        | TermKind::Binder(_)
        | TermKind::AddressOf(_)
        | TermKind::Decay(_)
        | TermKind::Result
        | TermKind::Null
        | TermKind::Unary(..)
        | TermKind::Binary(..)
        | TermKind::Truth(_)
        | TermKind::Apply(..)
        | TermKind::Convert(..)
        | TermKind::Retyped(_)
        | TermKind::Moved(..)
        | TermKind::Distance(..)
        | TermKind::BaseAddress(_)
        | TermKind::Offset(_)
        | TermKind::BlockLength(_) => Term::unmodelled("part of a value", span),
    }
}

/// The address of the first element of an array that is a value.
fn first_element(array: Term, ty: &LogicType, span: Span) -> Term {
    match array.kind {
        TermKind::Load(place) => Term::new(TermKind::Decay(place), ty.clone(), span),
        TermKind::At(inner, label) => {
            let inner = first_element(*inner, ty, span);
            if inner.missing().is_some() { inner } else { inner.at(label) }
        }
        _ => Term::unmodelled("array as a value", span),
    }
}

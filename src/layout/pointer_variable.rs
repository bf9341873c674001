//! Pointer variables that always point into the same objects: what is stored is the offset.
//!
//! That they do is taken for granted until an assignment contradicts it; then the function is laid out again
//! without the variable.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::constants;
use super::effects::place_has_effects;
use super::opaque::unsupported;
use super::program::{Cell, Expression, ExpressionKind, May, Place, Storage, VariableId};
use super::region::{Bound, Hint, NULL, OFFSET, Pointed, PointerSymbol, Region, offset, offset_place};
use super::state::{Binding, Layout};
use super::value::{Value, ValueKind};
use crate::arith::BinaryOperator;
use crate::check::tree::{Binary, ObjectId};
use crate::check::types::Type;
use crate::source::Span;

/// Why the value of a pointer without an initialiser is not known before it is assigned.
const UNSET: &str = "uninitialised pointer";

impl Layout<'_> {
    /// The value of a pointer variable.
    pub fn load_pointer(&mut self, symbol: &PointerSymbol, span: Span) -> Value {
        let ty = symbol.ty.clone();
        let pointed = match &symbol.bound {
            Bound::Null => return Value { ty, kind: ValueKind::Null, span },
            Bound::Unmodelled(reason) => {
                return Value::other(ty, reason.clone(), Vec::new(), May::NOTHING, span);
            }
            Bound::Fixed(pointed) => (**pointed).clone(),
            Bound::Variable(variable) => {
                let Some(region) = self.regions.get(variable).cloned().or_else(|| self.hinted(symbol)) else {
                    self.used_early(symbol.key, *variable);
                    return Value::other(ty, "pointer value", Vec::new(), May::NOTHING, span);
                };
                let offset = Expression {
                    kind: ExpressionKind::Read(offset_place(*variable, span)),
                    ty: OFFSET,
                    span,
                };
                Pointed { region, offset, variable: true }
            }
        };
        Value { ty, kind: ValueKind::Address { pointer: Box::new(pointed), effects: Vec::new() }, span }
    }

    /// `pointer = value`. A variable that gets pointers into different objects is not modelled: its
    /// function is laid out again without it.
    pub fn store_pointer(&mut self, symbol: &PointerSymbol, value: Value, span: Span) -> Value {
        let ty = symbol.ty.clone();
        let Bound::Variable(variable) = symbol.bound else {
            self.refuse(symbol.key);
            let effects = self.escaping_effects(value);
            return Value::other(ty, "pointer value", effects, May::NOTHING, span);
        };
        let known = self.regions.get(&variable).cloned().or_else(|| self.hinted(symbol));
        let assign = |value: Expression| Expression {
            kind: ExpressionKind::Assign(offset_place(variable, span), Box::new(value)),
            ty: OFFSET,
            span,
        };
        if Self::is_null(&value) {
            let stored = assign(offset(NULL, span));
            return match known {
                Some(region) => {
                    let pointer = Box::new(Pointed { region, offset: stored, variable: true });
                    Value { ty, kind: ValueKind::Address { pointer, effects: Vec::new() }, span }
                }
                None => Value::other(ty, "pointer value", vec![stored], May::NOTHING, span),
            };
        }
        let fits = matches!(&symbol.ty, Type::Pointer(pointee, _)
            if Self::fitting(&value).is_some_and(|p| p.region.element == **pointee));
        match value.kind {
            ValueKind::Address { pointer, effects }
                if fits
                    && self.outlives(&pointer.region, symbol.depth)
                    && known.as_ref().is_none_or(|region| self.same_region(region, &pointer.region))
                    && pointer.region.first.indices.iter().all(|i| self.steady(&i.value).is_some()) =>
            {
                let Pointed { region, offset, .. } = *pointer;
                self.name_offset(variable, &symbol.name, &region);
                self.regions.insert(variable, region.clone());
                let pointer = Box::new(Pointed { region, offset: assign(offset), variable: true });
                Value { ty, kind: ValueKind::Address { pointer, effects }, span }
            }
            kind => {
                self.refuse(symbol.key);
                let effects = self.escaping_effects(Value { kind, ..value });
                Value::other(ty, "pointer value", effects, May::NOTHING, span)
            }
        }
    }

    /// `pointer op= by`, `++` and `--`.
    pub fn update_pointer(
        &mut self,
        symbol: &PointerSymbol,
        operator: Binary,
        by: Value,
        postfix: bool,
        span: Span,
    ) -> Value {
        let ty = symbol.ty.clone();
        let region = match symbol.bound {
            Bound::Variable(variable) => self.regions.get(&variable).cloned().or_else(|| self.hinted(symbol)),
            _ => None,
        };
        let operator = match operator {
            Binary::Add => BinaryOperator::Add,
            _ => BinaryOperator::Subtract,
        };
        let (Bound::Variable(variable), Some(region), ValueKind::Integer(by)) =
            (&symbol.bound, region, by.kind)
        else {
            self.refuse(symbol.key);
            return Value::other(ty, "pointer arithmetic", Vec::new(), May::NOTHING, span);
        };
        let kind = ExpressionKind::Update {
            place: offset_place(*variable, span),
            operator,
            operation: OFFSET,
            value: Box::new(constants::convert(by, OFFSET)),
            postfix,
        };
        let offset = Expression { kind, ty: OFFSET, span };
        let pointer = Box::new(Pointed { region, offset, variable: true });
        Value { ty, kind: ValueKind::Address { pointer, effects: Vec::new() }, span }
    }

    /// A pointer variable is used before what it points into is known.
    fn used_early(&mut self, key: ObjectId, variable: VariableId) {
        match &mut self.current {
            Some(current) if !current.hints.contains_key(&key) => {
                current.early.insert(key, variable);
                current.again = true;
            }
            _ => self.refuse(key),
        }
    }

    /// What the layout before this one found out about a pointer variable.
    fn hinted(&self, symbol: &PointerSymbol) -> Option<Region> {
        let current = self.current.as_ref()?;
        let hint = current.hints.get(&symbol.key)?;
        let same = |v: &super::program::Variable| {
            let here = match v.storage {
                Storage::Global => true,
                Storage::Parameter(function) | Storage::Local(function) => function == current.id,
            };
            here && v.span == hint.span && v.name == hint.name
        };
        let number = self.program.variables.iter().rposition(same)?;
        let mut region = hint.region.clone();
        region.first.variable = VariableId(number as u32);
        Some(region)
    }

    /// What is found out about pointer variables that are used early; those of which nothing is, are refused.
    pub fn hints(
        &self,
        early: &BTreeMap<ObjectId, VariableId>,
        refused: &mut BTreeSet<ObjectId>,
    ) -> BTreeMap<ObjectId, Hint> {
        let mut hints = BTreeMap::new();
        for (key, variable) in early {
            match self.regions.get(variable) {
                Some(region) => {
                    let object = &self.program.variables[region.first.variable.index()];
                    let (name, span) = (object.name.clone(), object.span);
                    hints.insert(*key, Hint { region: region.clone(), name, span });
                }
                None => {
                    refused.insert(*key);
                }
            }
        }
        hints
    }

    /// The pointer variable is not modelled; the function has to be laid out again.
    pub fn refuse(&mut self, key: ObjectId) {
        if let Some(current) = &mut self.current {
            current.refused.insert(key);
            current.again = true;
        }
    }

    /// Declares a local pointer as an offset into an object, if that can be; gives the initialisation.
    /// `value` is that of its initialiser; it is left alone if the pointer is not modelled.
    pub fn declare_pointer(
        &mut self,
        key: ObjectId,
        value: &mut Option<Value>,
        span: Span,
    ) -> Option<Vec<Expression>> {
        let current = self.current.as_ref()?;
        let object = &self.tree.objects[key.index()];
        let (name, ty, at) = (&*object.name, &object.ty, object.span);
        let Type::Pointer(pointee, _) = ty else { return None };
        let modified = current.modified.contains(&key);
        let usable = match &*value {
            Some(value) => {
                Self::is_null(value)
                    || Self::fitting(value).is_some_and(|p| {
                        p.region.element == **pointee
                            && !place_has_effects(&p.region.first)
                            && self.outlives(&p.region, self.depth)
                    })
            }
            None => true,
        };
        if current.refused.contains(&key) || !usable || self.types.cell_count(pointee) == 0 {
            return None;
        }
        let id = current.id;
        let declare = |c: &mut Self, bound| {
            let depth = c.depth;
            let symbol = PointerSymbol { ty: ty.clone(), key, name: name.to_owned(), bound, depth };
            c.bind(key, Binding::Pointer(Rc::new(symbol)));
        };
        if !modified {
            let mut effects = Vec::new();
            let bound = match value.take().map(|v| v.kind) {
                None => Bound::Unmodelled(UNSET.into()),
                Some(ValueKind::Address { pointer, effects: before }) => {
                    effects.extend(before);
                    let mut pointed = *pointer;
                    let title = self.offset_name(name, &pointed.region);
                    for index in &mut pointed.region.first.indices {
                        let text = self.source.slice(index.value.span).to_owned();
                        self.freeze(&mut index.value, &text, &mut effects);
                    }
                    self.freeze(&mut pointed.offset, &title, &mut effects);
                    Bound::Fixed(Box::new(pointed))
                }
                _ => Bound::Null,
            };
            declare(self, bound);
            return Some(effects);
        }
        let cells = vec![Cell::new("", OFFSET)];
        let variable = self.push_variable(name, Storage::Local(id), cells, at);
        declare(self, Bound::Variable(variable));
        let stored = match value.take() {
            Some(value) => {
                let (ty, name) = (ty.clone(), name.to_owned());
                let bound = Bound::Variable(variable);
                let symbol = PointerSymbol { ty, key, name, bound, depth: self.depth };
                self.store_pointer(&symbol, value, span).into_dropped()
            }
            // It may point anywhere, not only into the object that it points into later.
            None => {
                let unset = unsupported(UNSET, Vec::new(), May::NOTHING, OFFSET, span);
                let kind = ExpressionKind::Assign(offset_place(variable, span), Box::new(unset));
                vec![Expression { kind, ty: OFFSET, span }]
            }
        };
        Some(stored)
    }

    /// Keeps the value of an expression that is not constant in a variable of its own.
    pub fn freeze(&mut self, expression: &mut Expression, name: &str, effects: &mut Vec<Expression>) {
        let Some(id) = self.current.as_ref().map(|c| c.id) else { return };
        if constants::value(expression).is_some() {
            return;
        }
        let (ty, span) = (expression.ty, expression.span);
        let cells = vec![Cell::new("", ty)];
        let variable = self.push_variable(name, Storage::Local(id), cells, span);
        let place = Place { variable, offset: 0, indices: Vec::new(), ty, span };
        let read = Expression { kind: ExpressionKind::Read(place.clone()), ty, span };
        let value = Box::new(std::mem::replace(expression, read));
        effects.push(Expression { kind: ExpressionKind::Assign(place, value), ty, span });
    }
}

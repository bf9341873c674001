//! Initialisers: what gets which value.

use std::collections::BTreeMap;

use crate::program::graph::{Action, Base, Expr, ExprKind, Place, Step};
use crate::program::outline::{Held, UnitKind};
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::tree::{InitialPart, InitialValue, Initializer};
use focuscheck_check::types::Type;

use super::build::Lowering;

/// An initialiser while its parts are filled.
#[derive(Default)]
struct Filling<'t> {
    /// The last value of a scalar.
    value: Option<Expr>,
    /// The last structure that one value filled.
    record: Option<Place>,
    /// All of these, by the paths to them.
    records: BTreeMap<&'t [u64], Place>,
    /// The members of unions that have values, by the paths to the unions.
    members: BTreeMap<&'t [u64], u64>,
}

impl<'t> Lowering<'t> {
    /// Makes room for what an initialiser puts into the array of unknown length at the end of a structure (GNU).
    fn make_room(&mut self, whole: &Place, initializer: &Initializer) {
        let (Base::Object(object), Type::Record(id)) = (&whole.base, &whole.ty) else { return };
        let fields = self.types.records[*id].fields.as_deref().unwrap_or_default();
        let (Some(last), Some(positions)) = (fields.last(), self.types.positions(*id)) else { return };
        let Type::Array(element, None) = &last.ty else { return };
        let (Some(each), Some(&(first, _))) = (self.size(element), positions.last()) else { return };
        let number = fields.len() as u64 - 1;
        let counts = initializer.parts.iter().filter_map(|part| match (part.path.as_deref(), &part.value) {
            (Some([field]), InitialValue::Text(units, _)) if *field == number => Some(units.len() as u64 + 1),
            (Some([field, element, ..]), _) if *field == number => Some(element + 1),
            _ => None,
        });
        let end = first / 8 + each * counts.max().unwrap_or(0);
        let size = &mut self.graph.objects[object.index()].size;
        *size = size.map(|size| size.max(end));
    }

    /// Gives an object its initial value; what is not mentioned becomes zero.
    pub(super) fn initialize(&mut self, whole: &Place, initializer: &'t Initializer, span: Span) {
        if whole.steps.is_empty() {
            self.make_room(whole, initializer);
        }
        let aggregate = matches!(whole.ty, Type::Record(_) | Type::Array(..) | Type::VariableArray(_));
        if let Some(value) = initializer.whole() {
            if matches!(whole.ty, Type::Record(_)) {
                let from = self.record(value);
                self.copy(whole, from, span);
            } else if !aggregate {
                let outer = self.enter(UnitKind::Assign);
                let value = self.value(value);
                self.stored(whole.clone(), value, &whole.ty, span);
                self.leave(outer);
            }
            return;
        }
        let mut begin = None;
        match (aggregate, self.size(&whole.ty)) {
            (true, Some(size)) => {
                let outer = self.enter(UnitKind::Assign);
                begin = Some(self.emit(Action::Clear { place: whole.clone(), size }, span));
                self.leave(outer);
            }
            (true, None) => self.cut("initialiser of an object of unknown size", span),
            (false, _) => {}
        }
        let effects = initializer.parts.iter().any(|part| match &part.value {
            InitialValue::Expression(value) => has_effects(value),
            InitialValue::Text(..) => false,
        });
        let order =
            self.begin_order(effects && initializer.parts.iter().filter(|part| !part.repeated).count() > 1);
        let values = initializer.parts.iter().filter_map(|part| match &part.value {
            InitialValue::Expression(value) if !part.repeated => Some(value),
            InitialValue::Expression(_) | InitialValue::Text(..) => None,
        });
        if order.is_some() {
            self.order_of_failing(&values.collect::<Vec<_>>());
        }
        let mut filling = Filling::default();
        let unions = self.types.records.iter().any(|record| record.union);
        for part in &initializer.parts {
            if let (true, Some(path)) = (unions, &part.path) {
                self.override_member(whole, path, &mut filling, span);
            }
            // What is repeated belongs to the operand that it repeats.
            let operand = order.filter(|_| !part.repeated);
            self.next_operand(operand, span);
            let values = self.fill(whole, part, &mut filling, span);
            self.gives(operand, values, None);
        }
        self.next_operand(order, span);
        let behind = self.next_node();
        self.graph.initialised.extend(begin.map(|begin| (begin, behind)));
    }

    /// Gives a part of an object its initial value; what was computed for that.
    fn fill(
        &mut self,
        whole: &Place,
        part: &'t InitialPart,
        filling: &mut Filling<'t>,
        span: Span,
    ) -> Vec<Expr> {
        let place = part.path.as_ref().map(|path| self.part(whole, path));
        if let Some(path) = &part.path {
            self.override_part(filling, path, span);
        }
        match (&part.value, place) {
            (InitialValue::Expression(value), Some(place)) if matches!(place.ty, Type::Record(_)) => {
                let from = match filling.record.take().filter(|_| part.repeated) {
                    Some(first) => first,
                    None => self.record(value),
                };
                self.copy(&place, from, span);
                filling.record = Some(place.clone());
                filling.records.extend(part.path.as_deref().map(|path| (path, place)));
            }
            (InitialValue::Expression(value), Some(place)) => {
                let outer = self.enter(UnitKind::Assign);
                let value = match filling.value.take().filter(|_| part.repeated) {
                    Some(value) => value,
                    None => {
                        let value = self.value(value);
                        self.held_as(value, Held::Steady)
                    }
                };
                filling.value = Some(value.clone());
                let ty = place.ty.clone();
                self.stored(place, value.clone(), &ty, span);
                self.leave(outer);
                return vec![value];
            }
            (InitialValue::Expression(value), None) if !part.repeated => self.given_away(value, None),
            (InitialValue::Text(units, text), Some(place)) => self.text(&place, units, *text),
            (InitialValue::Expression(_) | InitialValue::Text(..), None) => {}
        }
        Vec::new()
    }

    /// What is left of a member of a union when another one gets a value: compilers differ.
    fn override_member(&mut self, whole: &Place, path: &'t [u64], filling: &mut Filling<'t>, span: Span) {
        for (length, member) in path.iter().enumerate() {
            let outer = &path[..length];
            let place = if outer.is_empty() { whole.clone() } else { self.part(whole, outer) };
            let Type::Record(id) = place.ty else { continue };
            if !self.types.records[id].union {
                continue;
            }
            let other = filling.members.insert(outer, *member).is_some_and(|before| before != *member);
            if let (true, Some(size)) = (other, self.size(&place.ty)) {
                let unit = self.enter(UnitKind::Assign);
                let reason = "initialiser of another member".into();
                self.emit(Action::Forget { place, size, reason }, span);
                self.leave(unit);
            }
        }
    }

    /// What is left of a structure that one value fills when another replaces a part of it: compilers differ.
    fn override_part(&mut self, filling: &mut Filling<'_>, path: &[u64], span: Span) {
        const REASON: &str = "initialiser that is overridden in part";
        let records = &mut filling.records;
        let Some(whole) = (1..path.len()).find_map(|length| records.remove(&path[..length])) else { return };
        match self.size(&whole.ty) {
            Some(size) => {
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Forget { place: whole, size, reason: REASON.into() }, span);
                self.leave(outer);
            }
            None => self.cut(REASON, span),
        }
    }

    /// Copies the characters of a literal to an array, as many as it holds.
    fn text(&mut self, place: &Place, units: &[u32], span: Span) {
        let Type::Array(element, room) = &place.ty else {
            return self.cut("text in an object of unknown size", span);
        };
        let (element, room) = ((**element).clone(), *room);
        let Some(each) = self.size(&element) else {
            return self.cut("text in an object of unknown size", span);
        };
        let length = units.len() as u64 + 1;
        let filled = room.map_or(length, |room| room.min(length));
        let literal = self.literal(units, &Type::Array(element.into(), Some(length)), span);
        let ty = self.graph.objects[literal.index()].ty.clone();
        let from = Place::object(literal, ty, span);
        let outer = self.enter(UnitKind::Assign);
        self.emit(Action::Copy { to: place.clone(), from, size: filled * each }, span);
        self.leave(outer);
    }

    /// The part of an object that a path of numbers leads to.
    fn part(&self, whole: &Place, path: &[u64]) -> Place {
        let mut place = whole.clone();
        for &number in path {
            match place.ty.clone() {
                Type::Array(element, length) => {
                    let index = Self::number(i128::from(number), place.span);
                    place.steps.push(Step::Element {
                        index,
                        size: self.size(&element),
                        length,
                        at: place.span.end,
                    });
                    place.ty = (*element).clone();
                }
                Type::Record(_) => {
                    let span = place.span;
                    let ty = Type::Opaque("member".to_owned());
                    place = self.member(place, &[number as usize], &ty, span);
                }
                _ => {
                    let base = Base::Unmodelled("part of an initialiser".into());
                    return Place { base, steps: Vec::new(), ..place };
                }
            }
        }
        place
    }

    /// Zero of a type.
    pub(super) fn zero(ty: &Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(0), ty: ty.clone(), span }
    }
}

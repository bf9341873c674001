//! Initialisers: which cell gets which value.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{MAX_CELLS, scalar, stored_type};
use super::constants;
use super::effects::{has_effects, only_effects};
use super::opaque::unsupported;
use super::program::{Cell, Expression, May, Statement, StatementKind};
use super::state::Layout;
use crate::arith::IntegerType;
use crate::check::tree::{self, InitialValue};
use crate::check::types::Type;
use crate::limit::spend;
use crate::source::Span;

/// What an initialiser fills.
#[derive(Default)]
struct Filling {
    /// In the order of the text; `None` for what a later value replaced, as if it were not there.
    cells: Vec<Option<(u32, Expression)>>,
    /// Where each cell is in that list.
    places: BTreeMap<u32, usize>,
    /// What happens without filling a modelled cell.
    effects: Vec<Expression>,
    /// The unions one of whose members was filled: the first cell, and the number of the member.
    unions: BTreeSet<(u64, u64)>,
    /// The structures that were filled by one value: the first cell, and how many there are.
    copies: BTreeMap<u64, u64>,
}

impl Filling {
    fn set(&mut self, cell: u32, value: Expression) {
        spend(1);
        if let Some(before) = self.places.insert(cell, self.cells.len()) {
            self.cells[before] = None;
        }
        self.cells.push(Some((cell, value)));
    }

    /// A later value for a part of what was filled by one value replaces that part, or all of it: compilers differ.
    fn override_part(&mut self, first: u64, count: u64, span: Span) {
        let Some((&start, &length)) = self.copies.range(..=first).next_back() else { return };
        let end = start + length;
        if first >= end || (first == start && count >= length) {
            return;
        }
        self.copies.remove(&start);
        for cell in start..end {
            let Some(before) = self.places.get(&(cell as u32)).and_then(|&at| self.cells[at].as_ref()) else {
                continue;
            };
            let ty = before.1.ty;
            self.set(
                cell as u32,
                unsupported("initialiser that is overridden in part", Vec::new(), May::NOTHING, ty, span),
            );
        }
    }

    fn into_cells(self) -> Vec<(u32, Expression)> {
        self.cells.into_iter().flatten().collect()
    }
}

impl Layout<'_> {
    /// The cells that an initialiser of a modelled variable gives values to.
    pub fn initial_cells(&mut self, ty: &Type, initializer: &tree::Initializer) -> Vec<(u32, Expression)> {
        self.filling(ty, initializer).into_cells()
    }

    /// All cells of a local variable with their values: C sets those that are not mentioned to zero.
    pub fn local_initializers(
        &mut self,
        ty: &Type,
        initializer: &tree::Initializer,
        cells: Vec<Cell>,
    ) -> Vec<(u32, Expression)> {
        let span = initializer.span;
        let mut filling = self.filling(ty, initializer);
        let effects = std::mem::take(&mut filling.effects);
        let filled = filling.into_cells();
        if let ([_], [(0, _)]) = (&cells[..], &filled[..])
            && effects.is_empty()
        {
            return filled;
        }
        let mut seen = vec![false; cells.len()];
        let mut result = Vec::with_capacity(cells.len());
        for (cell, value) in filled {
            if let Some(seen) = seen.get_mut(cell as usize) {
                *seen = true;
                result.push((cell, value));
            }
        }
        for (cell, _) in seen.into_iter().enumerate().filter(|(_, seen)| !seen) {
            result.push((cell as u32, constants::constant(0, cells[cell].ty, span)));
        }
        // Effects that fill no cell hang on to the first value.
        if let (false, Some((_, first))) = (effects.is_empty(), result.first_mut()) {
            let value = first.clone();
            *first = super::effects::sequence(effects, value);
        }
        result
    }

    fn filling(&mut self, ty: &Type, initializer: &tree::Initializer) -> Filling {
        let mut out = Filling::default();
        for part in &initializer.parts {
            let place =
                part.path.as_ref().map(|path| self.initial_place(ty, path, initializer.span, &mut out));
            if let Some((ty, Some(cell))) = &place {
                let count = self.types.cell_count(ty);
                out.override_part(*cell, count, initializer.span);
            }
            match (&part.value, place) {
                (InitialValue::Text(units, span), Some((ty, cell))) => {
                    self.fill_text(&ty, cell, units, *span, &mut out);
                }
                (InitialValue::Expression(value), Some((ty, cell))) => {
                    self.fill(&ty, cell, value, part.repeated, &mut out);
                }
                (InitialValue::Expression(value), None) => {
                    if !part.repeated {
                        let value = self.value(value);
                        out.effects.extend(self.escaping_effects(value));
                    }
                }
                (InitialValue::Text(..), None) => {}
            }
        }
        out
    }

    /// The type and the first cell of the part that a path leads to; `None` if it has no cells.
    fn initial_place(&self, ty: &Type, path: &[u64], span: Span, out: &mut Filling) -> (Type, Option<u64>) {
        let (mut ty, mut cell) = (ty, Some(0u64));
        for &number in path {
            match ty {
                Type::Array(element, _) => {
                    let stride = self.types.cell_count(element);
                    cell = cell.filter(|_| stride > 0).map(|c| c + number.saturating_mul(stride));
                    ty = element;
                }
                Type::Record(id) => {
                    let record = &self.types.records[*id];
                    let fields = record.fields.as_deref().unwrap_or_default();
                    let Some(field) = fields.get(number as usize) else { return (Type::Void, None) };
                    let modelled = self.types.in_cells(*id, number as usize);
                    let stored = stored_type(field).filter(|_| modelled);
                    if let (true, Some(first)) = (record.union, cell) {
                        self.forget_rest(*id, first, (number, stored.as_ref()), span, out);
                    }
                    let start = self.types.start(*id, number as usize);
                    cell = cell.filter(|_| stored.is_some()).map(|c| c + start);
                    if let (Some(_), Some(stored)) = (field.bits, stored) {
                        return (stored, cell);
                    }
                    ty = &field.ty;
                }
                _ => return (Type::Void, None),
            }
        }
        (ty.clone(), cell)
    }

    /// The cells of a union that the member which is filled does not have are not known.
    fn forget_rest(
        &self,
        id: usize,
        first: u64,
        (number, member): (u64, Option<&Type>),
        span: Span,
        out: &mut Filling,
    ) {
        if !out.unions.insert((first, number)) {
            return;
        }
        let filled = member.map_or(0, |ty| self.types.cell_count(ty));
        let mut cells = Vec::new();
        self.types.cells(&Type::Record(id), "", &mut cells);
        for (number, rest) in cells.iter().enumerate().skip(filled as usize) {
            let unknown = unsupported("union member", Vec::new(), May::NOTHING, rest.ty, span);
            out.set(first as u32 + number as u32, unknown);
        }
    }

    /// Fills a part. `cell` is its first cell; `None` if it is in no modelled variable.
    fn fill(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        value: &tree::Expression,
        repeated: bool,
        out: &mut Filling,
    ) {
        let span = value.span;
        match ty {
            ty if scalar(ty).is_some() => {
                let value = self.value(value);
                self.escape(&value);
                let mut value = match ty {
                    Type::Integer(integer) => self.stored_integer(value, *integer),
                    _ => self.function_code(value),
                };
                if repeated && has_effects(&value) {
                    // It is evaluated once, for the part before this one.
                    value = unsupported("initialiser of a range", Vec::new(), May::NOTHING, value.ty, span);
                }
                match cell {
                    Some(cell) => out.set(cell as u32, value),
                    None => out.effects.extend(only_effects(vec![value])),
                }
            }
            Type::Record(_) => {
                let value = self.value(value);
                let (effects, values) = self.cell_values(value, ty);
                if !repeated {
                    out.effects.extend(effects);
                }
                if let Some(first) = cell {
                    out.copies.insert(first, values.len() as u64);
                    for (number, value) in (first..).zip(values) {
                        out.set(number as u32, value);
                    }
                }
            }
            _ => {
                let value = self.value(value);
                let effects = self.escaping_effects(value);
                if !repeated {
                    out.effects.extend(effects);
                }
            }
        }
    }

    fn fill_text(&mut self, ty: &Type, cell: Option<u64>, units: &[u32], span: Span, out: &mut Filling) {
        let (Type::Array(element, Some(length)), Some(cell)) = (ty, cell) else { return };
        let Type::Integer(ty) = **element else { return };
        for i in 0..(*length).min(MAX_CELLS) {
            let unit = units.get(i as usize).copied().unwrap_or(0);
            out.set((cell + i) as u32, constants::constant(ty.convert(i128::from(unit)), ty, span));
        }
    }

    /// What an initialiser of something unmodelled does; addresses in it escape.
    pub fn initializer_effects(&mut self, initializer: &tree::Initializer) -> Vec<Expression> {
        let mut effects = Vec::new();
        for part in &initializer.parts {
            if let (InitialValue::Expression(value), false) = (&part.value, part.repeated) {
                let value = self.value(value);
                effects.extend(self.escaping_effects(value));
            }
        }
        effects
    }

    /// The initialisation of a local variable that is not modelled, as a statement.
    pub fn unmodelled_initializer(
        &mut self,
        ty: &Type,
        initializer: &tree::Initializer,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let (effects, hoisted) = self.with_hoisting(|c| c.initializer_effects(initializer));
        out.extend(hoisted);
        let reason = self.types.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
        let kind =
            StatementKind::Expression(unsupported(reason, effects, May::NOTHING, IntegerType::INT, span));
        out.push(Statement { kind, span });
    }
}

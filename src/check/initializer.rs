//! Initialisers: the values of an object's cells.

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::designator::Entries;
use super::target::string_units;
use super::typed::{Cell, Expression, IntegerType, Statement, StatementKind};
use super::types::{MAX_CELLS, Type};
use super::unsupported::{only_effects, unsupported};
use crate::source::Span;
use crate::syntax::ast::{Designator, ExpressionKind as Kind, Initializer, InitializerEntry};

/// What an initialiser fills.
pub(super) struct Filling {
    pub cells: Vec<(u32, Expression)>,
    /// What happens without filling a modelled cell.
    pub effects: Vec<Expression>,
}

impl Checker<'_> {
    /// The type with the array length that the initialiser gives.
    pub fn completed(&mut self, ty: Type, initializer: &Initializer) -> Type {
        let Type::Array(element, None) = &ty else { return ty };
        let length = match initializer {
            Initializer::Expression(e) => match &e.kind {
                Kind::String(parts) => string_units(parts).len() as u64 + 1,
                Kind::Compound(name, list) => match self.type_name(name) {
                    Type::Array(_, Some(length)) => length,
                    _ => return self.completed(ty.clone(), list),
                },
                _ => {
                    if !matches!(self.type_of(e), Type::Opaque(_)) {
                        self.error(e.span, "invalid initializer");
                    }
                    1
                }
            },
            Initializer::List(entries, _) => {
                if let (
                    [InitializerEntry { designators, value: Initializer::Expression(e) }],
                    Type::Integer(_),
                ) = (&entries[..], &**element)
                    && let (true, Kind::String(parts)) = (designators.is_empty(), &e.kind)
                {
                    return Type::Array(element.clone(), Some(string_units(parts).len() as u64 + 1));
                }
                let mut entries = Entries::new(entries);
                let mut filling = Filling { cells: Vec::new(), effects: Vec::new() };
                self.without_effects(|c| {
                    c.quietly(true, |c| c.fill_list(&ty, None, &mut entries, 0, true, &mut filling))
                })
            }
        };
        Type::Array(element.clone(), Some(length))
    }

    pub fn is_record_value(&mut self, initializer: &Initializer) -> bool {
        match initializer {
            Initializer::Expression(e) => matches!(self.type_of(e), Type::Record(_)),
            Initializer::List(..) => false,
        }
    }

    /// The cells that an initialiser of a modelled variable gives values to.
    pub fn initial_cells(&mut self, ty: &Type, initializer: &Initializer) -> Vec<(u32, Expression)> {
        let mut filling = Filling { cells: Vec::new(), effects: Vec::new() };
        self.fill(ty, Some(0), initializer, &mut filling);
        filling.cells
    }

    /// All cells of a local variable with their values: C sets those that are not mentioned to zero.
    pub fn local_initializers(
        &mut self,
        ty: &Type,
        initializer: &Initializer,
        cells: Vec<Cell>,
    ) -> Vec<(u32, Expression)> {
        let span = initializer_span(initializer);
        let mut filling = Filling { cells: Vec::new(), effects: Vec::new() };
        self.fill(ty, Some(0), initializer, &mut filling);
        if let ([_], [(0, _)]) = (&cells[..], &filling.cells[..])
            && filling.effects.is_empty()
        {
            return filling.cells;
        }
        // The last value for a cell counts, but all are evaluated, in order.
        let mut seen = vec![false; cells.len()];
        let mut result = Vec::with_capacity(cells.len());
        for (cell, value) in filling.cells {
            if let Some(seen) = seen.get_mut(cell as usize) {
                *seen = true;
                result.push((cell, value));
            }
        }
        for (cell, _) in seen.into_iter().enumerate().filter(|(_, seen)| !seen) {
            result.push((cell as u32, constants::constant(0, cells[cell].ty, span)));
        }
        // Effects that fill no cell hang on to the first value.
        if let (false, Some((_, first))) = (filling.effects.is_empty(), result.first_mut()) {
            let value = first.clone();
            *first = super::unsupported::sequence(filling.effects, value);
        }
        result
    }

    /// Fills an object. `cell` is its first cell; `None` if it is in no modelled variable.
    pub fn fill(&mut self, ty: &Type, cell: Option<u64>, initializer: &Initializer, out: &mut Filling) {
        match initializer {
            Initializer::Expression(e) => match (ty, &e.kind) {
                (Type::Array(element, Some(length)), Kind::String(parts)) => {
                    self.fill_string(element, *length, cell, parts, e.span, out);
                }
                // GNU: a compound literal stands for its list.
                (Type::Array(..), Kind::Compound(_, list)) => self.fill(ty, cell, list, out),
                (Type::Array(..), _) => {
                    let at = self.locus(e);
                    let value = self.value(e);
                    if !matches!(value.ty, Type::Opaque(_)) {
                        self.error(at, "invalid initializer");
                    }
                }
                (Type::Integer(integer), _) => {
                    let at = self.locus(e);
                    let value = self.value(e);
                    let value = self.converted(ty, value, at, Purpose::Initialization);
                    self.escape(&value);
                    let value = self.cast_integer(value, *integer);
                    match cell {
                        Some(cell) => out.cells.push((cell as u32, value)),
                        None => out.effects.extend(only_effects(vec![value])),
                    }
                }
                (Type::Record(_), _) => {
                    let at = self.locus(e);
                    let value = self.value(e);
                    let value = self.converted(ty, value, at, Purpose::Initialization);
                    let (effects, values) = self.cell_values(value, ty);
                    out.effects.extend(effects);
                    if let Some(first) = cell {
                        let numbered = values.into_iter().enumerate();
                        out.cells.extend(numbered.map(|(i, v)| ((first + i as u64) as u32, v)));
                    }
                }
                _ => {
                    let at = self.locus(e);
                    let value = self.value(e);
                    let value = self.converted(ty, value, at, Purpose::Initialization);
                    out.effects.extend(self.escaping_effects(value));
                }
            },
            Initializer::List(..) if matches!(ty, Type::Opaque(_)) => {
                let effects = self.initializer_effects(initializer);
                out.effects.extend(effects);
            }
            Initializer::List(entries, _) => {
                let mut entries = Entries::new(entries);
                if !matches!(ty, Type::Array(..) | Type::Record(_)) {
                    return self.fill_scalar(ty, cell, entries.entries, out);
                }
                if let (Type::Array(element, _), [InitializerEntry { designators, value }]) =
                    (ty, entries.entries)
                    && matches!(**element, Type::Integer(_))
                    && designators.is_empty()
                    && is_string(value)
                {
                    return self.fill(ty, cell, value, out);
                }
                self.fill_list(ty, cell, &mut entries, 0, true, out);
                let rest = &entries.entries[entries.at.min(entries.entries.len())..];
                if let Some(extra) = rest.first() {
                    let kind = match ty {
                        Type::Record(id) if self.types.records[*id].union => "union",
                        Type::Record(_) => "struct",
                        _ => "array",
                    };
                    let at = initializer_span(&extra.value);
                    self.warning(at, format!("excess elements in {kind} initializer"));
                }
                for extra in rest {
                    let effects = self.initializer_effects(&extra.value);
                    out.effects.extend(effects);
                }
            }
        }
    }

    /// `int x = { 1 };`
    fn fill_scalar(&mut self, ty: &Type, cell: Option<u64>, entries: &[InitializerEntry], out: &mut Filling) {
        let Some((entry, rest)) = entries.split_first() else { return };
        match entry.designators.first() {
            Some(Designator::Field(name)) => {
                return self.error(name.span, "field name not in record or union initializer");
            }
            Some(Designator::Index(e) | Designator::Range(e, _)) => {
                return self.error(e.span, "array index in non-array initializer");
            }
            None => {}
        }
        if let Initializer::List(_, span) = &entry.value {
            self.warning(*span, "braces around scalar initializer");
        }
        self.fill(ty, cell, &entry.value, out);
        if let Some(extra) = rest.first() {
            self.warning(initializer_span(&extra.value), "excess elements in scalar initializer");
        }
        for extra in rest {
            let effects = self.initializer_effects(&extra.value);
            out.effects.extend(effects);
        }
    }

    fn fill_string(
        &mut self,
        element: &Type,
        length: u64,
        cell: Option<u64>,
        parts: &[String],
        span: Span,
        out: &mut Filling,
    ) {
        let Type::Integer(ty) = element else { return };
        let units = string_units(parts);
        let name = self.types.name(element);
        let narrow = parts.iter().all(|p| p.starts_with(['"', '\\']) || p.starts_with("u8"));
        if narrow && ty.width != 8 {
            let message = format!(
                "cannot initialize array of '{name}' from a string literal with type array of 'char'"
            );
            return self.error(span, message);
        }
        if units.len() as u64 > length {
            self.warning(span, format!("initializer-string for array of '{name}' is too long"));
        }
        let Some(cell) = cell else { return };
        for i in 0..length.min(MAX_CELLS) {
            let unit = units.get(i as usize).copied().unwrap_or(0);
            out.cells.push(((cell + i) as u32, constants::constant(ty.convert(i128::from(unit)), *ty, span)));
        }
    }

    /// What an initialiser of something unmodelled does; addresses in it escape.
    pub fn initializer_effects(&mut self, initializer: &Initializer) -> Vec<Expression> {
        match initializer {
            Initializer::Expression(e) => {
                let value = self.value(e);
                self.escaping_effects(value)
            }
            Initializer::List(entries, _) => {
                let mut effects = Vec::new();
                for entry in entries {
                    effects.extend(self.initializer_effects(&entry.value));
                }
                effects
            }
        }
    }

    /// The initialisation of a local variable that is not modelled, as a statement.
    pub fn unmodelled_initializer(
        &mut self,
        ty: &Type,
        initializer: &Initializer,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let (effects, hoisted) = self.with_hoisting(|c| c.initializer_effects(initializer));
        out.extend(hoisted);
        let reason = self.types.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
        let kind = StatementKind::Expression(unsupported(reason, effects, false, IntegerType::INT, span));
        out.push(Statement { kind, span });
    }
}

pub(super) fn is_string(initializer: &Initializer) -> bool {
    matches!(initializer, Initializer::Expression(e) if matches!(e.kind, Kind::String(_)))
}

fn initializer_span(initializer: &Initializer) -> Span {
    match initializer {
        Initializer::Expression(e) => e.span,
        Initializer::List(_, span) => *span,
    }
}

//! Initialisers: which cell gets which value.

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::resolve::Constant;
use super::target::string_units;
use super::typed::{Cell, Expression, IntegerType, Statement, StatementKind};
use super::types::{MAX_CELLS, Type};
use super::unsupported::{only_effects, unsupported};
use crate::source::Span;
use crate::syntax::ast::{Designator, ExpressionKind as Kind, Initializer, InitializerEntry};

/// A position in the list of entries that one pair of braces holds.
struct Entries<'a> {
    entries: &'a [InitializerEntry],
    at: usize,
}

/// What an initialiser fills.
struct Filling {
    cells: Vec<(u32, Expression)>,
    /// What happens without filling a modelled cell.
    effects: Vec<Expression>,
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
                self.list_length(element, entries)
            }
        };
        Type::Array(element.clone(), Some(length))
    }

    fn list_length(&mut self, element: &Type, entries: &[InitializerEntry]) -> u64 {
        let (mut next, mut length) = (0u64, 0u64);
        let mut entries = Entries { entries, at: 0 };
        while let Some(entry) = entries.entries.get(entries.at) {
            match entry.designators.first() {
                Some(Designator::Index(index) | Designator::Range(_, index)) => {
                    next = self.constant_value(index).and_then(|i| u64::try_from(i).ok()).unwrap_or(next);
                    entries.at += 1;
                }
                _ => self.skip_value(element, &mut entries),
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        length
    }

    /// Moves past the entries that one value of the type takes.
    fn skip_value(&mut self, ty: &Type, entries: &mut Entries<'_>) {
        let Some(entry) = entries.entries.get(entries.at) else { return };
        let braced = matches!(entry.value, Initializer::List(..));
        let count = match ty {
            Type::Array(element, Some(length)) if !braced && !is_string(&entry.value) => {
                for _ in 0..*length {
                    if entries.at >= entries.entries.len() {
                        return;
                    }
                    self.skip_value(element, entries);
                }
                return;
            }
            Type::Record(id) if !braced && !self.is_record_value(&entry.value) => {
                let record = &self.types.records[*id];
                if record.union { 1 } else { record.fields.as_ref().map_or(1, Vec::len) }
            }
            _ => {
                entries.at += 1;
                return;
            }
        };
        let Type::Record(id) = ty else { return };
        let fields: Vec<Type> =
            self.types.records[*id].fields.iter().flatten().take(count).map(|f| f.ty.clone()).collect();
        for field in fields {
            self.skip_value(&field, entries);
        }
    }

    fn is_record_value(&mut self, initializer: &Initializer) -> bool {
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
    fn fill(&mut self, ty: &Type, cell: Option<u64>, initializer: &Initializer, out: &mut Filling) {
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
            Initializer::List(entries, span) => {
                let mut entries = Entries { entries, at: 0 };
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
                self.fill_list(ty, cell, &mut entries, *span, out);
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

    /// The parts of an aggregate, each with its type and first cell.
    fn part(&self, ty: &Type, cell: Option<u64>, index: u64) -> Option<(Type, Option<u64>)> {
        match ty {
            Type::Array(element, length) => {
                let stride = self.types.cell_count(element);
                let inside = length.is_none_or(|l| index < l);
                let cell = cell.filter(|_| stride > 0).map(|c| c + index.saturating_mul(stride));
                inside.then(|| ((**element).clone(), cell))
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                if record.union && index > 0 {
                    return None;
                }
                let fields = record.fields.as_ref()?;
                // Unnamed bit-fields take no value.
                let named = |f: &&super::types::Field| f.name.is_some() || f.bits.is_none();
                let field = fields.iter().filter(named).nth(index as usize)?;
                let modelled = !record.union && field.bits.is_none() && self.types.cell_count(&field.ty) > 0;
                Some((field.ty.clone(), cell.filter(|_| modelled).map(|c| c + field.cell)))
            }
            _ => None,
        }
    }

    /// Fills an aggregate from a list, which may hold values of its parts without braces.
    fn fill_list(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        entries: &mut Entries<'_>,
        span: Span,
        out: &mut Filling,
    ) {
        let outer = entries.at == 0;
        let mut index = 0u64;
        while let Some(entry) = entries.entries.get(entries.at) {
            if !entry.designators.is_empty() {
                if !outer {
                    return;
                }
                entries.at += 1;
                index = self.fill_designated(ty, cell, entry, index, span, out);
                continue;
            }
            let Some((part, part_cell)) = self.part(ty, cell, index) else { return };
            index += 1;
            self.fill_part(&part, part_cell, entries, span, out);
        }
    }

    fn fill_part(
        &mut self,
        part: &Type,
        cell: Option<u64>,
        entries: &mut Entries<'_>,
        span: Span,
        out: &mut Filling,
    ) {
        let Some(entry) = entries.entries.get(entries.at) else { return };
        let aggregate = match part {
            Type::Array(..) => !is_string(&entry.value),
            Type::Record(_) => !self.is_record_value(&entry.value),
            _ => false,
        };
        if aggregate && matches!(entry.value, Initializer::Expression(_)) {
            let before = entries.at;
            let mut inner = Entries { entries: entries.entries, at: before };
            self.fill_unbraced(part, cell, &mut inner, span, out);
            // An empty aggregate must not hold us up.
            entries.at = inner.at.max(before + 1);
            return;
        }
        entries.at += 1;
        self.fill(part, cell, &entry.value, out);
    }

    fn fill_unbraced(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        entries: &mut Entries<'_>,
        span: Span,
        out: &mut Filling,
    ) {
        let mut index = 0;
        while entries.entries.get(entries.at).is_some_and(|e| e.designators.is_empty()) {
            let Some((part, part_cell)) = self.part(ty, cell, index) else { return };
            index += 1;
            self.fill_part(&part, part_cell, entries, span, out);
        }
    }

    /// Fills what a designation names; gives the index after it in the outer aggregate.
    fn fill_designated(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        entry: &InitializerEntry,
        index: u64,
        span: Span,
        out: &mut Filling,
    ) -> u64 {
        let (low, high);
        match &entry.designators[0] {
            Designator::Index(e) => {
                low = self.designated_index(e, ty);
                high = low;
            }
            Designator::Range(from, to) => {
                low = self.designated_index(from, ty);
                high = self.designated_index(to, ty).max(low);
            }
            Designator::Field(name) => {
                if let Type::Record(id) = ty {
                    let record = &self.types.records[*id];
                    let named =
                        record.fields.iter().flatten().filter(|f| f.name.is_some() || f.bits.is_none());
                    match named.into_iter().position(|f| f.name.as_deref() == Some(&*name.text)) {
                        Some(position) => {
                            low = position as u64;
                            high = low;
                        }
                        None => {
                            let found = self.types.member(*id, &name.text);
                            let record = self.types.name(ty);
                            match found {
                                Some(member) => {
                                    let cell =
                                        cell.filter(|_| member.unmodelled.is_none()).map(|c| c + member.cell);
                                    self.fill_rest(
                                        &member.ty,
                                        cell,
                                        &entry.designators[1..],
                                        &entry.value,
                                        span,
                                        out,
                                    );
                                }
                                None => {
                                    self.error(
                                        name.span,
                                        format!("'{record}' has no member named '{}'", name.text),
                                    );
                                }
                            }
                            return index + 1;
                        }
                    }
                    if self.types.records[*id].union {
                        let effects = self.initializer_effects(&entry.value);
                        out.effects.extend(effects);
                        return 1;
                    }
                } else {
                    self.error(name.span, "field name not in record or union initializer");
                    return index + 1;
                }
            }
        }
        for i in low..=high.min(low.saturating_add(MAX_CELLS)) {
            if let Some((part, part_cell)) = self.part(ty, cell, i) {
                self.fill_rest(&part, part_cell, &entry.designators[1..], &entry.value, span, out);
            }
        }
        high.saturating_add(1)
    }

    fn designated_index(&mut self, index: &crate::syntax::ast::Expression, ty: &Type) -> u64 {
        let constant = self.constant(index);
        let value = match constant {
            Constant::Known(value) => Some(value),
            _ => None,
        };
        if !matches!(ty, Type::Array(..)) {
            self.error(index.span, "array index in non-array initializer");
        } else if matches!(constant, Constant::Variable | Constant::NoInteger) {
            self.error(index.span, "nonconstant array index in initializer");
        }
        let value = u64::try_from(value.unwrap_or(0)).unwrap_or(u64::MAX - 1);
        if let Type::Array(_, Some(length)) = ty
            && value >= *length
        {
            self.error(index.span, "array index in initializer exceeds array bounds");
            return length.saturating_sub(1);
        }
        value
    }

    fn fill_rest(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        designators: &[Designator],
        value: &Initializer,
        span: Span,
        out: &mut Filling,
    ) {
        if designators.is_empty() {
            return self.fill(ty, cell, value, out);
        }
        let entry = InitializerEntry { designators: designators.to_vec(), value: value.clone() };
        self.fill_designated(ty, cell, &entry, 0, span, out);
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

fn is_string(initializer: &Initializer) -> bool {
    matches!(initializer, Initializer::Expression(e) if matches!(e.kind, Kind::String(_)))
}

fn initializer_span(initializer: &Initializer) -> Span {
    match initializer {
        Initializer::Expression(e) => e.span,
        Initializer::List(_, span) => *span,
    }
}

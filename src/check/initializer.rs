//! Initialisers: which cell gets which value.

use std::collections::BTreeMap;

use super::Checker;
use super::constants;
use super::conversion::Purpose;
use super::resolve::Constant;
use super::typed::{Cell, Expression, IntegerType, May, Statement, StatementKind};
use super::types::{MAX_CELLS, Type};
use super::unsupported::{only_effects, unsupported};
use crate::limit::spend;
use crate::source::Span;
use crate::syntax::ast::{Designator, ExpressionKind as Kind, Initializer, InitializerEntry};

/// A position in the list of entries that one pair of braces holds.
struct Entries<'a> {
    entries: &'a [InitializerEntry],
    at: usize,
}

/// A value with the part it is for.
#[derive(Clone, Copy)]
struct Designation<'a> {
    designators: &'a [Designator],
    value: &'a Initializer,
    /// The list it stands in.
    span: Span,
}

/// What an initialiser fills.
#[derive(Default)]
struct Filling {
    /// In the order of the text; `None` for what a later designation replaced, as if it were not there.
    cells: Vec<Option<(u32, Expression)>>,
    /// Where each cell is in that list.
    places: BTreeMap<u32, usize>,
    /// What happens without filling a modelled cell.
    effects: Vec<Expression>,
}

impl Filling {
    fn set(&mut self, cell: u32, value: Expression) {
        spend(1);
        if let Some(before) = self.places.insert(cell, self.cells.len()) {
            self.cells[before] = None;
        }
        self.cells.push(Some((cell, value)));
    }

    /// An initialiser in braces replaces all that was said of the object before.
    fn clear(&mut self, first: u64, count: u64) {
        let Ok(first) = u32::try_from(first) else { return };
        let end = first.saturating_add(count.min(MAX_CELLS) as u32);
        while let Some((&cell, &place)) = self.places.range(first..end).next() {
            self.cells[place] = None;
            self.places.remove(&cell);
        }
    }

    fn into_cells(self) -> Vec<(u32, Expression)> {
        self.cells.into_iter().flatten().collect()
    }
}

impl Checker<'_> {
    /// The type with the array length that the initialiser gives.
    pub fn completed(&mut self, ty: Type, initializer: &Initializer) -> Type {
        let Type::Array(element, None) = &ty else { return ty };
        let length = match initializer {
            Initializer::Expression(e) => match &e.kind {
                Kind::String(parts) => self.string_units(parts).len() as u64 + 1,
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
                    return Type::Array(element.clone(), Some(self.string_units(parts).len() as u64 + 1));
                }
                self.list_length(element, entries)
            }
        };
        Type::Array(element.clone(), Some(length))
    }

    /// How many elements an array gets from a list. What is wrong with the list is said when it is filled.
    fn list_length(&mut self, element: &Type, entries: &[InitializerEntry]) -> u64 {
        let said = (self.diagnostics.len(), self.errors);
        let array = Type::Array(element.clone().into(), None);
        let (mut next, mut length) = (0u64, 0u64);
        let mut entries = Entries { entries, at: 0 };
        while let Some(entry) = entries.entries.get(entries.at) {
            if entry.designators.is_empty() {
                self.skip_value(element, &mut entries);
            } else {
                entries.at += 1;
                next = self.skip_designated(&array, &entry.designators, &entry.value, &mut entries);
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        self.forget_diagnostics(said.0, said.1);
        length
    }

    /// Moves past what follows a designated value inside the parts it names; gives the last part named.
    fn skip_designated(
        &mut self,
        ty: &Type,
        designators: &[Designator],
        value: &Initializer,
        entries: &mut Entries<'_>,
    ) -> u64 {
        let Some((_, at, rest)) = self.designated_parts(ty, designators) else { return 0 };
        let Some((part, _)) = self.part(ty, None, at) else { return at };
        if !rest.is_empty() {
            let last = self.skip_designated(&part, rest, value, entries);
            self.skip_parts(&part, last.saturating_add(1), entries);
        } else if self.is_elided(&part, value) {
            self.skip_first(&part, value, entries);
        }
        at
    }

    /// Moves past what follows a value that is the first of an aggregate without braces.
    fn skip_first(&mut self, ty: &Type, value: &Initializer, entries: &mut Entries<'_>) {
        let Some((part, _)) = self.part(ty, None, 0) else { return };
        if self.is_elided(&part, value) {
            self.skip_first(&part, value, entries);
        }
        self.skip_parts(ty, 1, entries);
    }

    /// Moves past the values for the parts of an aggregate from `index` on.
    fn skip_parts(&mut self, ty: &Type, mut index: u64, entries: &mut Entries<'_>) {
        while entries.entries.get(entries.at).is_some_and(|e| e.designators.is_empty()) {
            let Some((part, _)) = self.next_part(ty, None, index) else { return };
            index += 1;
            self.skip_value(&part, entries);
        }
    }

    /// Moves past the entries that one value of the type takes.
    fn skip_value(&mut self, ty: &Type, entries: &mut Entries<'_>) {
        let before = entries.at;
        let Some(entry) = entries.entries.get(before) else { return };
        if self.is_elided(ty, &entry.value) {
            self.skip_parts(ty, 0, entries);
        }
        // An empty aggregate must not hold us up.
        entries.at = entries.at.max(before + 1);
    }

    /// Whether a value is the first of an aggregate that has no braces of its own.
    fn is_elided(&mut self, ty: &Type, value: &Initializer) -> bool {
        let whole = match ty {
            Type::Array(element, _) => {
                is_string(value) && matches!(**element, Type::Integer(_) | Type::Opaque(_))
            }
            Type::Record(_) => self.is_record_value(value),
            _ => true,
        };
        !whole && matches!(value, Initializer::Expression(_))
    }

    fn is_record_value(&mut self, initializer: &Initializer) -> bool {
        match initializer {
            Initializer::Expression(e) => matches!(self.type_of(e), Type::Record(_)),
            Initializer::List(..) => false,
        }
    }

    /// The cells that an initialiser of a modelled variable gives values to.
    pub fn initial_cells(&mut self, ty: &Type, initializer: &Initializer) -> Vec<(u32, Expression)> {
        let mut filling = Filling::default();
        self.fill(ty, Some(0), initializer, &mut filling);
        filling.into_cells()
    }

    /// All cells of a local variable with their values: C sets those that are not mentioned to zero.
    pub fn local_initializers(
        &mut self,
        ty: &Type,
        initializer: &Initializer,
        cells: Vec<Cell>,
    ) -> Vec<(u32, Expression)> {
        let span = initializer_span(initializer);
        let mut filling = Filling::default();
        self.fill(ty, Some(0), initializer, &mut filling);
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
            *first = super::unsupported::sequence(effects, value);
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
                (ty, _) if ty.scalar().is_some() => {
                    let at = self.locus(e);
                    let value = self.value(e);
                    let value = self.converted(ty, value, at, Purpose::Initialization);
                    self.escape(&value);
                    let value = match ty {
                        Type::Integer(integer) => self.stored_integer(value, *integer),
                        _ => self.function_code(value),
                    };
                    match cell {
                        Some(cell) => out.set(cell as u32, value),
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
                        for (number, value) in (first..).zip(values) {
                            out.set(number as u32, value);
                        }
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
                if let Some(cell) = cell {
                    out.clear(cell, self.types.cell_count(ty));
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
        let units = self.string_units(parts);
        let name = self.types.name(element);
        let narrow = parts.iter().all(|p| p.starts_with('"') || p.starts_with("u8"));
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
            out.set((cell + i) as u32, constants::constant(ty.convert(i128::from(unit)), *ty, span));
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
                let fields = record.fields.as_ref()?;
                // Unnamed bit-fields take no value.
                let named = |f: &&super::types::Field| f.name.is_some() || f.bits.is_none();
                let field = fields.iter().filter(named).nth(index as usize)?;
                let stored = field.stored_type().filter(|_| field.in_cells);
                let cell = cell.filter(|_| stored.is_some()).map(|c| c + field.cell);
                Some((stored.unwrap_or_else(|| field.ty.clone()), cell))
            }
            _ => None,
        }
    }

    /// The next part of an aggregate that a value without designator goes to: of a union only the first is one.
    fn next_part(&self, ty: &Type, cell: Option<u64>, index: u64) -> Option<(Type, Option<u64>)> {
        let union = matches!(ty, Type::Record(id) if self.types.records[*id].union);
        self.part(ty, cell, index).filter(|_| !union || index == 0)
    }

    /// The cells of a union that the member which was filled does not have are not known.
    fn forget_rest(
        &self,
        ty: &Type,
        cell: Option<u64>,
        (part, part_cell): (&Type, Option<u64>),
        span: Span,
        out: &mut Filling,
    ) {
        let (Type::Record(id), Some(cell)) = (ty, cell) else { return };
        if !self.types.records[*id].union {
            return;
        }
        let filled = part_cell.map_or(0, |_| self.types.cell_count(part));
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        for (number, rest) in cells.iter().enumerate().skip(filled as usize) {
            let unknown = unsupported("union member", Vec::new(), May::NOTHING, rest.ty, span);
            out.set(cell as u32 + number as u32, unknown);
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
                let designation = Designation { designators: &entry.designators, value: &entry.value, span };
                index = self.fill_designated(ty, cell, &designation, index, entries, out);
                continue;
            }
            let Some((part, part_cell)) = self.next_part(ty, cell, index) else { return };
            index += 1;
            self.fill_part(&part, part_cell, entries, span, out);
            self.forget_rest(ty, cell, (&part, part_cell), span, out);
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
        if self.is_elided(part, &entry.value) {
            let before = entries.at;
            let mut inner = Entries { entries: entries.entries, at: before };
            self.fill_unbraced(part, cell, 0, &mut inner, span, out);
            // An empty aggregate must not hold us up.
            entries.at = inner.at.max(before + 1);
            return;
        }
        entries.at += 1;
        self.fill(part, cell, &entry.value, out);
    }

    /// Fills the parts of an aggregate from `index` on with the next values.
    fn fill_unbraced(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        mut index: u64,
        entries: &mut Entries<'_>,
        span: Span,
        out: &mut Filling,
    ) {
        while entries.entries.get(entries.at).is_some_and(|e| e.designators.is_empty()) {
            let Some((part, part_cell)) = self.next_part(ty, cell, index) else { return };
            index += 1;
            self.fill_part(&part, part_cell, entries, span, out);
            self.forget_rest(ty, cell, (&part, part_cell), span, out);
        }
    }

    /// Fills what a designation names, and with the values after it what comes next in the parts it names;
    /// gives the index after it in the outer aggregate.
    fn fill_designated(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        designation: &Designation<'_>,
        index: u64,
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) -> u64 {
        let Some((low, high, rest)) = self.designated_parts(ty, designation.designators) else {
            let effects = self.initializer_effects(designation.value);
            out.effects.extend(effects);
            return index + 1;
        };
        let inner = Designation { designators: rest, ..*designation };
        for i in low..=high.min(low.saturating_add(MAX_CELLS)) {
            let Some((part, part_cell)) = self.part(ty, cell, i) else { continue };
            // Only the last of a range goes on with the values that follow.
            let mut none = Entries { entries: &[], at: 0 };
            let following = if i == high { &mut *entries } else { &mut none };
            if !rest.is_empty() {
                let next = self.fill_designated(&part, part_cell, &inner, 0, following, out);
                self.fill_unbraced(&part, part_cell, next, following, designation.span, out);
            } else if self.is_elided(&part, designation.value) {
                self.fill_first(&part, part_cell, &inner, following, out);
            } else {
                self.fill(&part, part_cell, designation.value, out);
            }
            self.forget_rest(ty, cell, (&part, part_cell), designation.span, out);
        }
        high.saturating_add(1)
    }

    /// Fills an aggregate without braces, whose first value is a designated one.
    fn fill_first(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        designation: &Designation<'_>,
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) {
        let Some((part, part_cell)) = self.part(ty, cell, 0) else { return };
        if self.is_elided(&part, designation.value) {
            self.fill_first(&part, part_cell, designation, entries, out);
        } else {
            self.fill(&part, part_cell, designation.value, out);
        }
        self.forget_rest(ty, cell, (&part, part_cell), designation.span, out);
        self.fill_unbraced(ty, cell, 1, entries, designation.span, out);
    }

    /// Which parts of an aggregate the first designator names, and what is left to say about them; `None`
    /// if there is no such part. A member of an unnamed structure is looked for in that.
    fn designated_parts<'d>(
        &mut self,
        ty: &Type,
        designators: &'d [Designator],
    ) -> Option<(u64, u64, &'d [Designator])> {
        let (first, rest) = designators.split_first()?;
        match first {
            Designator::Index(e) => {
                let index = self.designated_index(e, ty);
                Some((index, index, rest))
            }
            Designator::Range(from, to) => {
                let low = self.designated_index(from, ty);
                Some((low, self.designated_index(to, ty).max(low), rest))
            }
            Designator::Field(name) => {
                let Type::Record(id) = ty else {
                    self.error(name.span, "field name not in record or union initializer");
                    return None;
                };
                let fields = self.types.records[*id].fields.iter().flatten();
                let fields: Vec<_> = fields.filter(|f| f.name.is_some() || f.bits.is_none()).collect();
                if let Some(at) = fields.iter().position(|f| f.name.as_deref() == Some(&*name.text)) {
                    return Some((at as u64, at as u64, rest));
                }
                let holds = |field: &&&super::types::Field| match &field.ty {
                    Type::Record(inner) if field.name.is_none() => {
                        self.types.member(*inner, &name.text).is_some()
                    }
                    _ => false,
                };
                match fields.iter().position(|field| holds(&field)) {
                    Some(at) => Some((at as u64, at as u64, designators)),
                    None => {
                        let record = self.types.name(ty);
                        let message = format!("'{record}' has no member named '{}'", name.text);
                        self.error(name.span, message);
                        None
                    }
                }
            }
        }
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
        let kind =
            StatementKind::Expression(unsupported(reason, effects, May::NOTHING, IntegerType::INT, span));
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

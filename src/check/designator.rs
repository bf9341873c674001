//! Initialiser lists: which part of an object the next value is for, with designations and without braces.

use super::Checker;
use super::initializer::{Filling, is_string};
use super::resolve::Constant;
use super::types::{Field, MAX_CELLS, Type};
use crate::syntax::ast::{Designator, Expression, Initializer, InitializerEntry, Name};

/// A position in the list of entries that one pair of braces holds.
pub(super) struct Entries<'a> {
    pub entries: &'a [InitializerEntry],
    pub at: usize,
    /// Whether the designation of the current entry has been followed.
    followed: bool,
}

impl<'a> Entries<'a> {
    pub fn new(entries: &'a [InitializerEntry]) -> Self {
        Entries { entries, at: 0, followed: false }
    }

    /// The current entry and the designation that is still to be followed.
    fn current(&self) -> Option<(&'a [Designator], &'a Initializer)> {
        let entry = self.entries.get(self.at)?;
        Some((if self.followed { &[] } else { &entry.designators }, &entry.value))
    }

    fn advance(&mut self) {
        self.at += 1;
        self.followed = false;
    }
}

impl Checker<'_> {
    /// Fills an aggregate from its part number `index` on. In its own braces (`outer`) it goes on to the end of
    /// the list, else until it is full or a designation names a part of something around it. Gives how many
    /// parts there are, as far as the list tells.
    pub fn fill_list(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        entries: &mut Entries<'_>,
        mut index: u64,
        outer: bool,
        out: &mut Filling,
    ) -> u64 {
        let mut length = 0;
        while let Some((designators, _)) = entries.current() {
            if !designators.is_empty() {
                if !outer {
                    break;
                }
                index = self.fill_designated(ty, cell, designators, entries, out);
            } else {
                let Some((part, part_cell)) = self.part(ty, cell, index, false) else { break };
                self.fill_part(&part, part_cell, entries, out);
                index += 1;
            }
            length = length.max(index);
        }
        length
    }

    /// Fills a part with the next value, or with several if it is an aggregate without braces.
    fn fill_part(&mut self, part: &Type, cell: Option<u64>, entries: &mut Entries<'_>, out: &mut Filling) {
        let Some((_, value)) = entries.current() else { return };
        let aggregate = match part {
            Type::Array(element, _) => {
                let characters = matches!(**element, Type::Integer(_) | Type::Opaque(_));
                !(characters && is_string(value))
            }
            Type::Record(_) => !self.is_record_value(value),
            _ => false,
        };
        let before = entries.at;
        if aggregate && matches!(value, Initializer::Expression(_)) {
            self.fill_list(part, cell, entries, 0, false, out);
        }
        // An aggregate without parts takes the value all the same.
        if entries.at == before {
            entries.advance();
            self.fill(part, cell, value, out);
        }
    }

    /// Fills what a designation names, and what follows it inside the parts on the way; gives the number of the
    /// part after that.
    fn fill_designated(
        &mut self,
        ty: &Type,
        cell: Option<u64>,
        path: &[Designator],
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) -> u64 {
        let before = entries.at;
        let mut rest = &path[1..];
        let bounds = match &path[0] {
            Designator::Index(e) => {
                let index = self.designated_index(e, ty);
                Some((index, index))
            }
            Designator::Range(from, to) => {
                let low = self.designated_index(from, ty);
                Some((low, self.designated_index(to, ty).max(low)))
            }
            Designator::Field(name) => self.designated_field(ty, name).map(|(position, inside)| {
                if inside {
                    rest = path;
                }
                (position, position)
            }),
        };
        let Some((low, high)) = bounds else {
            if let Some((_, value)) = entries.current() {
                entries.advance();
                let effects = self.initializer_effects(value);
                out.effects.extend(effects);
            }
            return 0;
        };
        for index in low..=high.min(low.saturating_add(MAX_CELLS)) {
            let Some((part, part_cell)) = self.part(ty, cell, index, true) else { continue };
            if index < high {
                // Only the value itself is for all parts of a range.
                let alone = &entries.entries[..=before];
                let mut alone = Entries { entries: alone, at: before, followed: false };
                self.fill_rest(&part, part_cell, rest, &mut alone, out);
            } else {
                self.fill_rest(&part, part_cell, rest, entries, out);
            }
        }
        if entries.at == before {
            entries.advance();
        }
        high.saturating_add(1)
    }

    fn fill_rest(
        &mut self,
        part: &Type,
        cell: Option<u64>,
        rest: &[Designator],
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) {
        if rest.is_empty() {
            entries.followed = true;
            self.fill_part(part, cell, entries, out);
        } else {
            let next = self.fill_designated(part, cell, rest, entries, out);
            self.fill_list(part, cell, entries, next, false, out);
        }
    }

    fn designated_index(&mut self, index: &Expression, ty: &Type) -> u64 {
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

    /// The number of the member that has the name, or (true) that has a member with the name and none itself.
    fn designated_field(&mut self, ty: &Type, name: &Name) -> Option<(u64, bool)> {
        let Type::Record(id) = ty else {
            if !matches!(ty, Type::Opaque(_)) {
                self.error(name.span, "field name not in record or union initializer");
            }
            return None;
        };
        let inside = |field: &Field| match (&field.name, &field.ty) {
            (None, Type::Record(inner)) => self.types.member(*inner, &name.text).is_some(),
            _ => false,
        };
        let fields = self.types.records[*id].fields.iter().flatten().filter(|f| takes_value(f));
        let found = fields.enumerate().find_map(|(position, field)| {
            let own = field.name.as_deref() == Some(&*name.text);
            (own || inside(field)).then_some((position as u64, !own))
        });
        if found.is_none() {
            let record = self.types.name(ty);
            self.error(name.span, format!("'{record}' has no member named '{}'", name.text));
        }
        found
    }

    /// A part of an aggregate, with its first cell. Without a designation only the first member of a union
    /// counts.
    fn part(
        &self,
        ty: &Type,
        cell: Option<u64>,
        index: u64,
        designated: bool,
    ) -> Option<(Type, Option<u64>)> {
        match ty {
            Type::Array(element, length) => {
                let stride = self.types.cell_count(element);
                let inside = length.is_none_or(|l| index < l);
                let cell =
                    cell.filter(|_| stride > 0).map(|c| c.saturating_add(index.saturating_mul(stride)));
                inside.then(|| ((**element).clone(), cell))
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                if record.union && index > 0 && !designated {
                    return None;
                }
                let fields = record.fields.as_ref()?;
                let field = fields.iter().filter(|f| takes_value(f)).nth(index as usize)?;
                let modelled = !record.union && field.bits.is_none() && self.types.cell_count(&field.ty) > 0;
                Some((field.ty.clone(), cell.filter(|_| modelled).map(|c| c + field.cell)))
            }
            _ => None,
        }
    }
}

/// Unnamed bit-fields take no value.
fn takes_value(field: &Field) -> bool {
    field.name.is_some() || field.bits.is_none()
}

//! The cells of unions, and where cells of types lie.

use std::collections::BTreeSet;

use focuscheck_check::types::Type;

use super::overlay::{Overlay, Slot, joined};
use super::shapes::{CODE, Shapes, bit_cell};

/// Unions with more scalars than this have no cells.
const MOST_SCALARS: usize = 2048;

/// A member with more scalars than this has none that are its own.
const MOST_OF_MEMBER: usize = 1024;

/// Integers of more bits than this are in no cells of a union.
const MOST_BITS: u64 = 64;

/// The scalars of a type that are integers or pointers to functions.
#[derive(Default)]
struct Found {
    slots: Vec<(Slot, String)>,
    /// Whether there is more than these.
    more: bool,
}

impl Shapes<'_> {
    /// Lays out the cells of a union.
    pub fn overlay(&self, id: usize) -> Overlay {
        let mut found = Found::default();
        self.find(&Type::Record(id), (0, String::new()), &mut found);
        if found.slots.len() > MOST_SCALARS {
            return Overlay::default();
        }
        let (code, integers): (Vec<_>, Vec<_>) =
            found.slots.into_iter().partition(|(slot, _)| slot.ty == CODE);
        let mut ends: BTreeSet<u64> = integers.iter().flat_map(|(slot, _)| [slot.at, slot.end()]).collect();
        // That is the width of the number of a function.
        let long =
            ends.iter().zip(ends.iter().skip(1)).filter(|(at, end)| *end - *at == u64::from(CODE.width));
        let halves: Vec<u64> = long.map(|(at, _)| at + u64::from(CODE.width) / 2).collect();
        ends.extend(halves);
        let mut overlay = Overlay { whole: !found.more, ..Overlay::default() };
        for (at, end) in ends.iter().zip(ends.iter().skip(1)) {
            let slot = Slot { at: *at, width: end - at, ty: CODE };
            if let Some((slot, name)) = joined(slot, &integers) {
                overlay.slots.push(slot);
                overlay.names.push(name);
            }
        }
        for (slot, name) in code {
            if !overlay.slots.contains(&slot) {
                overlay.slots.push(slot);
                overlay.names.push(name);
            }
        }
        overlay
    }

    /// Finds the scalars of a type, of all members of its unions.
    fn find(&self, ty: &Type, (at, name): (u64, String), found: &mut Found) {
        if found.slots.len() > MOST_SCALARS {
            return;
        }
        match ty {
            Type::Array(element, Some(length)) => {
                let Some((size, _)) = self.layout(element) else {
                    found.more = true;
                    return;
                };
                for number in 0..*length {
                    let before = found.slots.len();
                    self.find(element, (at + number * size * 8, format!("{name}[{number}]")), found);
                    if found.slots.len() == before || found.slots.len() > MOST_SCALARS {
                        return;
                    }
                }
            }
            Type::Record(id) => {
                let Some(places) = self.positions(*id) else {
                    found.more = true;
                    return;
                };
                for (field, (first, end)) in self.types().records[*id].fields.iter().flatten().zip(places) {
                    let name =
                        field.name.as_ref().map_or_else(|| name.clone(), |own| format!("{name}.{own}"));
                    match (field.bits, bit_cell(field)) {
                        (None, _) if self.types().records[*id].union => {
                            let mut member = Found::default();
                            self.find(&field.ty, (at + first, name), &mut member);
                            found.more |= member.more || member.slots.len() > MOST_OF_MEMBER;
                            if member.slots.len() <= MOST_OF_MEMBER {
                                found.slots.append(&mut member.slots);
                            }
                        }
                        (None, _) => self.find(&field.ty, (at + first, name), found),
                        (Some(_), Some(ty)) => {
                            let slot = Slot { at: at + first, width: end - first, ty };
                            found.slots.push((slot, name));
                        }
                        (Some(_), None) => found.more |= field.name.is_some(),
                    }
                }
            }
            ty => match self.slot(ty, at) {
                Some(slot) => found.slots.push((slot, name)),
                None => found.more = true,
            },
        }
    }

    fn slot(&self, ty: &Type, at: u64) -> Option<Slot> {
        let (cell, (size, _)) = (self.scalar(ty)?, self.layout(ty)?);
        let width = size * 8;
        (width <= MOST_BITS).then_some(Slot { at, width, ty: cell })
    }

    /// Where the cells of a type lie, in their order; `None` if that is not known of all.
    pub fn slots(&self, ty: &Type, at: u64, out: &mut Vec<Slot>) -> Option<()> {
        if out.len() > MOST_SCALARS {
            return None;
        }
        match ty {
            Type::Array(element, Some(length)) => {
                let (size, _) = self.layout(element)?;
                (0..*length).try_for_each(|number| self.slots(element, at + number * size * 8, out))
            }
            Type::Record(id) if self.types().records[*id].union => {
                let slots = &self.overlay_of(*id)?.slots;
                out.extend(slots.iter().map(|slot| Slot { at: slot.at + at, ..slot.clone() }));
                Some(())
            }
            Type::Record(id) => {
                let places = self.positions(*id)?;
                let mut fields = self.types().records[*id].fields.iter().flatten().zip(places);
                fields.try_for_each(|(field, (first, end))| match (field.bits, bit_cell(field)) {
                    (None, _) => self.slots(&field.ty, at + first, out),
                    (Some(_), Some(ty)) => {
                        out.push(Slot { at: at + first, width: end - first, ty });
                        Some(())
                    }
                    (Some(_), None) => field.name.is_none().then_some(()),
                })
            }
            ty => {
                out.push(self.slot(ty, at)?);
                Some(())
            }
        }
    }

    /// Whether some cells of a type are parts of bytes.
    pub fn has_bits(&self, ty: &Type) -> bool {
        let mut slots = Vec::new();
        self.slots(ty, 0, &mut slots).is_none() || slots.iter().any(|slot| slot.width % 8 != 0)
    }

    /// Whether the cells of a type are the first ones of a union, and no others lie at the same bits.
    pub fn begins(&self, overlay: &Overlay, ty: &Type) -> bool {
        let mut own = Vec::new();
        let known = self.slots(ty, 0, &mut own).is_some();
        let alone = |slot: &Slot| overlay.slots.iter().filter(|other| other.meets(slot)).count() == 1;
        known && !own.is_empty() && overlay.slots.starts_with(&own) && own.iter().all(alone)
    }
}

impl Shapes<'_> {
    /// The cells of a union that one of its members has.
    pub fn covered(&self, id: usize, field: usize) -> BTreeSet<u32> {
        let entry = self.types().records[id].fields.as_deref().unwrap_or_default().get(field);
        let (Some(overlay), Some(entry)) = (self.overlay_of(id), entry) else { return BTreeSet::new() };
        let mut found = Found::default();
        match (entry.bits, bit_cell(entry)) {
            (None, _) => self.find(&entry.ty, (0, String::new()), &mut found),
            (Some(width), Some(ty)) => found.slots.push((Slot { at: 0, width, ty }, String::new())),
            (Some(_), None) => {}
        }
        let leaves = found.slots.iter().filter_map(|(slot, _)| overlay.leaf(slot));
        leaves.flat_map(|leaf| leaf.pieces).map(|(cell, _)| cell).collect()
    }
}

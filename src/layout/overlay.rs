//! How the members of a union share its cells.
//!
//! A union has a cell for each of the smallest parts into which its members' integers cut its bits. An integer of a member is
//! one or several of these cells, the lowest first, as the target keeps them. Pointers to functions have cells of their
//! own at the same bits: what is stored as the one is not known as the other.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;
use focuscheck_check::types::Type;

use super::shapes::{CODE, Shapes, bit_cell, scalar};

/// Unions with more scalars than this have no cells.
const MOST_SCALARS: usize = 1024;

/// Integers of more bits than this are in no cells of a union.
const MOST_BITS: u64 = 64;

/// A scalar among the bits of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// How many bits lie before it.
    pub at: u64,
    /// How many it has.
    pub width: u64,
    /// The type of its cell.
    pub ty: IntegerType,
}

impl Slot {
    fn end(&self) -> u64 {
        self.at + self.width
    }

    /// Whether some bits are of both.
    fn meets(&self, other: &Slot) -> bool {
        self.at < other.end() && other.at < self.end()
    }

    /// Whether it is a `_Bool` that has a byte.
    fn is_truth(&self) -> bool {
        self.ty.is_bool() && self.width > 1
    }
}

/// What a scalar of a member is to the cells of its union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its type in a cell of its own.
    pub ty: IntegerType,
    /// How many bits it has.
    pub width: u64,
    /// The cells that it consists of, the lowest first, with their bits.
    pub pieces: Vec<(u32, u64)>,
    /// Cells at the same bits whose values are not known when it is stored.
    pub spoilt: Vec<u32>,
}

/// The cells of a union.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// Where they lie.
    pub slots: Vec<Slot>,
    /// How they are called, behind the union's name.
    pub names: Vec<String>,
    /// Whether nothing else is in the union.
    pub whole: bool,
}

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
        let (cell, (size, _)) = (scalar(ty)?, self.layout(ty)?);
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

impl Overlay {
    /// What a scalar is to the cells; `None` if these are not what it consists of.
    pub fn leaf(&self, own: &Slot) -> Option<Leaf> {
        let mut leaf = Leaf { ty: own.ty, width: own.width, pieces: Vec::new(), spoilt: Vec::new() };
        let mut next = own.at;
        for (number, slot) in (0..).zip(&self.slots) {
            let same_kind = (slot.ty == CODE) == (own.ty == CODE);
            if same_kind && slot.at == next && slot.end() <= own.end() {
                leaf.pieces.push((number, slot.width));
                next = slot.end();
            } else if slot.meets(own) {
                leaf.spoilt.push(number);
            }
        }
        (next == own.end()).then_some(leaf)
    }

    /// The cells among some bits.
    pub fn among(&self, at: u64, end: u64) -> Vec<u32> {
        let all = Slot { at, width: end.saturating_sub(at), ty: CODE };
        (0..).zip(&self.slots).filter(|(_, slot)| slot.meets(&all)).map(|(number, _)| number).collect()
    }

    /// How many cells further the same bits of another element are, if each of so many elements of a size in bits has the
    /// same cells.
    pub fn stride(&self, at: u64, size: u64, length: u64) -> Option<u32> {
        let of = |number: u64| {
            let from = at + number * size;
            self.among(from, from + size).into_iter().map(move |cell| (cell, from))
        };
        let shape = |number: u64| -> Option<(u32, Vec<Slot>)> {
            let first = of(number).next()?.0;
            let slots = of(number).map(|(cell, from)| {
                let slot = &self.slots[cell as usize];
                (slot.at >= from && slot.end() <= from + size)
                    .then(|| Slot { at: slot.at - from, ..slot.clone() })
            });
            Some((first, slots.collect::<Option<Vec<_>>>()?))
        };
        let (first, slots) = shape(0)?;
        let stride = slots.len() as u32;
        (1..length)
            .all(|number| {
                shape(number).is_some_and(|(start, other)| {
                    other == slots && u64::from(start) == u64::from(first) + number * u64::from(stride)
                })
            })
            .then_some(stride)
    }
}

/// The cell for some bits, and its name: as one of the integers there has it that has these bits alone.
fn joined(mut slot: Slot, integers: &[(Slot, String)]) -> Option<(Slot, String)> {
    let here: Vec<&(Slot, String)> = integers.iter().filter(|(other, _)| other.meets(&slot)).collect();
    let same = |other: &Slot| (other.at, other.width) == (slot.at, slot.width);
    let truths = here.iter().all(|(other, _)| other.is_truth());
    let exact = here.iter().find(|(other, _)| same(other) && (truths || !other.is_truth()));
    let (outer, name) = here.iter().min_by_key(|(other, _)| other.width)?;
    let named = here.iter().find(|(other, _)| same(other));
    let unsigned = IntegerType { width: slot.width as u8, signed: false };
    let name = match (exact.or(named), slot.at - outer.at) {
        (Some((_, name)), _) => name.clone(),
        (None, first) => format!("{name} bits {first} to {}", first + slot.width - 1),
    };
    slot.ty = exact.map_or(unsigned, |(other, _)| other.ty);
    Some((slot, name))
}

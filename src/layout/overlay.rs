//! How the members of a union share its cells.
//!
//! A union has a cell for each of the smallest parts into which its members' integers cut its bits. An integer of a member is
//! one or several of these cells, the lowest first, as the target keeps them. Pointers to functions have cells of their
//! own at the same bits: what is stored as the one is not known as the other.

use focuscheck_base::arith::IntegerType;

/// The type of the number of a function, which stands for a pointer to it.
const CODE: IntegerType = IntegerType::FUNCTION;

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
    pub fn end(&self) -> u64 {
        self.at + self.width
    }

    /// Whether some bits are of both.
    pub fn meets(&self, other: &Slot) -> bool {
        self.at < other.end() && other.at < self.end()
    }

    /// Whether it is a `_Bool` that has a byte.
    pub fn is_truth(&self) -> bool {
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
pub(super) fn joined(mut slot: Slot, integers: &[(Slot, String)]) -> Option<(Slot, String)> {
    let here: Vec<&(Slot, String)> = integers.iter().filter(|(other, _)| other.meets(&slot)).collect();
    let same = |other: &Slot| (other.at, other.width) == (slot.at, slot.width);
    let truths = here.iter().all(|(other, _)| other.is_truth());
    let exact = here.iter().find(|(other, _)| same(other) && (truths || !other.is_truth()));
    let (outer, name) = here.iter().min_by_key(|(other, _)| other.width)?;
    let named = here.iter().find(|(other, _)| same(other));
    let unsigned = IntegerType { width: slot.width as u8, signed: false, float: false };
    let name = match (exact.or(named), slot.at - outer.at) {
        (Some((_, name)), _) => name.clone(),
        (None, first) => format!("{name} bits {first} to {}", first + slot.width - 1),
    };
    slot.ty = exact.map_or(unsigned, |(other, _)| other.ty);
    Some((slot, name))
}

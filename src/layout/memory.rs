//! What scalars mean that hold no value of a variable as the source writes it, for those who show a run.

use std::collections::BTreeMap;

use focuscheck_cells::facts::cfg::{Expr, ScalarId};
use focuscheck_cells::facts::memory::{Leading, Meaning, Memory, Named, Place};
use focuscheck_check::tree::Storage;
use focuscheck_check::types::Type;

use super::build::Stage;
use super::pools::{Into, Thing};
use super::region::{OFFSET_OF, Pointer, Region, RowKind};

/// Pointers that share their places: those of one type to a pool, or those that always lead to the same objects.
#[derive(PartialEq)]
enum Kind {
    Pooled(usize, Type),
    Region(ScalarId, u64, Type),
}

/// What is made.
#[derive(Default)]
struct Made {
    memory: Memory,
    kinds: Vec<Option<Kind>>,
}

impl Stage<'_> {
    /// What the scalars mean.
    pub fn memory(&self) -> Memory {
        let mut made = Made::default();
        self.kept_meanings(&mut made.memory.meanings);
        self.parts_of_blocks(&mut made.memory.meanings);
        self.stored_pointers(&mut made);
        self.followed_pointers(&mut made);
        made.memory
    }

    /// What is kept besides the cells.
    fn kept_meanings(&self, meanings: &mut BTreeMap<ScalarId, Meaning>) {
        meanings
            .extend(self.counters.iter().chain(self.leaks.flags.values()).map(|flag| (*flag, Meaning::Kept)));
        let next = self.input.next.iter().flat_map(|next| [next.known, next.full]);
        meanings.extend(next.map(|scalar| (scalar, Meaning::Kept)));
        for (number, (pool, (_, kept))) in self.pools.pools.iter().zip(&self.pooled).enumerate() {
            for slot in 0..pool.things.len() as u32 {
                let of = |first: ScalarId| ScalarId(first.0 + slot);
                meanings
                    .extend(kept.lengths.into_iter().chain(kept.born).map(|flag| (of(flag), Meaning::Kept)));
                let Some(alive) = kept.alive else { continue };
                let whole = self.whole_thing(number, slot);
                meanings.insert(of(alive), whole.map_or(Meaning::Kept, Meaning::There));
            }
        }
        for (first, (count, shadow)) in &self.shadows {
            for at in 0..*count {
                let named = self.named_cell(ScalarId(first.0 + at));
                meanings.insert(ScalarId(shadow.0 + at), Meaning::Filled(named));
            }
        }
    }

    /// A thing of a pool.
    fn whole_thing(&self, pool: usize, slot: u32) -> Option<Named> {
        match self.pools.pools[pool].things[slot as usize] {
            Thing::Object(object) => Some(Named::Text(self.graph.objects[object.index()].name.clone())),
            Thing::Element(object, at) => {
                Some(Named::Text(format!("{}[{at}]", self.graph.objects[object.index()].name)))
            }
            Thing::Block(site, number) => {
                let node = self.pools.sites[site].node;
                let span = self.graph.nodes[node.index()].span;
                Some(match self.graph.given.get(&node) {
                    Some(name) => Named::Text(name.clone()),
                    None => Named::Block { number: number + 1, span, part: String::new() },
                })
            }
            Thing::Rest | Thing::Nothing => None,
        }
    }

    /// How a cell is called.
    fn named_cell(&self, cell: ScalarId) -> Named {
        let name = &self.out.scalars[cell.index()].name;
        self.block_part(cell, name).unwrap_or_else(|| Named::Text(name.clone()))
    }

    /// The part of a block that a cell is, with this name, if it is one.
    fn block_part(&self, cell: ScalarId, name: &str) -> Option<Named> {
        let mut pools = self.pooled.iter().enumerate();
        let (pool, (cells, _)) = pools.find(|(_, (cells, _))| cells.contains(cell))?;
        let entry = &self.pools.pools[pool];
        let slot = entry.thing_at(u64::from(cell.0 - cells.first.0))?;
        match self.whole_thing(pool, slot as u32)? {
            Named::Block { number, span, .. } => {
                let part = name.strip_prefix(BLOCK).unwrap_or(name).to_owned();
                Some(Named::Block { number, span, part })
            }
            Named::Text(_) => None,
        }
    }

    /// What there is of blocks, and of objects that are no globals, though they have places for the whole run.
    fn parts_of_blocks(&self, meanings: &mut BTreeMap<ScalarId, Meaning>) {
        for (pool, (cells, _)) in self.pools.pools.iter().zip(&self.pooled) {
            for cell in cells.cells() {
                let thing = pool.thing_at(u64::from(cell.0 - cells.first.0)).map(|at| pool.things[at]);
                let object = thing.and_then(|thing| thing.object());
                let entry = object.and_then(|object| self.tree.objects.get(object.index()));
                let is_global = entry.is_some_and(|entry| match entry.storage {
                    Storage::File { .. } | Storage::Static => true,
                    Storage::Automatic | Storage::Parameter | Storage::Result => false,
                });
                if !is_global {
                    meanings.insert(cell, Meaning::Part(self.named_cell(cell)));
                }
            }
        }
    }

    /// Pointers in memory.
    fn stored_pointers(&self, made: &mut Made) {
        for (cell, to) in &self.pointer_cells {
            let name = &self.out.scalars[cell.index()].name;
            if name.ends_with(OFFSET_OF) {
                continue;
            }
            let mut same = self.pools.classes.values().filter(|into| into.element == *to);
            let own = self.led.get(cell);
            let Some(into) =
                own.or_else(|| same.next().filter(|first| same.all(|other| other.pool == first.pool)))
            else {
                continue;
            };
            let places = self.places(into, made);
            let pointer = self.named_cell(*cell);
            let beside = ScalarId(cell.0 + 1);
            let offset = self.pointer_cells.get(&beside) == Some(to)
                && self.out.scalars[beside.index()].name.ends_with(OFFSET_OF);
            made.lead(pointer, places, (Some(*cell), offset.then_some(beside)));
        }
    }

    /// Pointers that are followed by themselves.
    fn followed_pointers(&self, made: &mut Made) {
        for copy in &self.copies {
            for (object, pointer) in &copy.pointers {
                let Pointer::Into { region, offset, .. } = pointer else { continue };
                let scalar = |value: &Expr| match value {
                    Expr::Scalar(scalar) => Some(*scalar),
                    _ => None,
                };
                let (number, places) = match (region.object(), region.rows.len()) {
                    (Some(row), 1) => {
                        let RowKind::Object(pool) = row.kind else { continue };
                        let into = Into { pool, element: region.element.clone(), offset: true };
                        match row.number() {
                            Expr::Constant(number, _) => (None, self.only_place(&into, number, made)),
                            number => (scalar(&number), self.places(&into, made)),
                        }
                    }
                    (None, 0) => (None, self.place_of_region(region, made)),
                    _ => continue,
                };
                let named = Named::Text(self.graph.objects[object.index()].name.clone());
                made.lead(named, places, (number, scalar(offset)));
            }
            let into = self.pools.result(copy.function);
            if let (Some(returned), Some(into)) = (&copy.returned, into) {
                let places = self.places(into, made);
                let offset = into.offset.then(|| ScalarId(returned.first.0 + 1));
                made.lead(Named::Text("\\result".to_owned()), places, (Some(returned.first), offset));
            }
        }
    }

    /// The places of pointers into a pool, by the numbers of its objects.
    fn places(&self, into: &Into, made: &mut Made) -> u32 {
        let kind = Kind::Pooled(into.pool, into.element.clone());
        made.kind(kind, || {
            let count = self.pools.pools[into.pool].things.len() as u32;
            (0..count).map(|slot| self.pooled_place(into, slot)).collect()
        })
    }

    /// The place of pointers to one object of a pool.
    fn only_place(&self, into: &Into, number: i128, made: &mut Made) -> u32 {
        let slot = u32::try_from(number - 1).ok();
        made.new_kind(None, vec![slot.and_then(|slot| self.pooled_place(into, slot))])
    }

    fn pooled_place(&self, into: &Into, slot: u32) -> Option<Place> {
        let (pool, cells) = (&self.pools.pools[into.pool], &self.pooled[into.pool].0);
        let class = pool.class(&into.element)?;
        if !(class.from..class.from + class.count).contains(&slot) {
            return None;
        }
        let at = u64::from(slot) * pool.stride + class.at;
        let thing = pool.thing_at(at)?;
        let length = class.length.unwrap_or(pool.lengths[thing]);
        self.place_at(ScalarId(cells.first.0 + at as u32), &into.element, length)
    }

    fn place_of_region(&self, region: &Region, made: &mut Made) -> u32 {
        let kind = Kind::Region(region.first, region.length, region.element.clone());
        made.kind(kind, || vec![self.place_at(region.first, &region.element, region.length)])
    }

    /// So many elements of a type from a cell on.
    fn place_at(&self, first: ScalarId, element: &Type, length: u64) -> Option<Place> {
        let name = &self.out.scalars.get(first.index())?.name;
        let mut cells = Vec::new();
        self.shapes.cells(element, "", &mut cells);
        let inner = cells.first().map_or("", |cell| &*cell.suffix);
        let whole = name.strip_suffix(inner).unwrap_or(name);
        let array = whole.strip_suffix("[0]").filter(|_| length > 1);
        let named = array.unwrap_or(whole);
        let named = self.block_part(first, named).unwrap_or_else(|| Named::Text(named.to_owned()));
        Some(Place { named, elements: array.map(|_| length) })
    }
}

/// How the name of the cells of a block begins.
const BLOCK: &str = "block";

impl Made {
    /// The number of the places of a kind.
    fn kind(&mut self, kind: Kind, places: impl FnOnce() -> Vec<Option<Place>>) -> u32 {
        match self.kinds.iter().position(|known| known.as_ref() == Some(&kind)) {
            Some(known) => known as u32,
            None => self.new_kind(Some(kind), places()),
        }
    }

    fn new_kind(&mut self, kind: Option<Kind>, places: Vec<Option<Place>>) -> u32 {
        self.kinds.push(kind);
        self.memory.places.push(places);
        self.kinds.len() as u32 - 1
    }

    /// Notes the scalars of a pointer: the number of the object, if that changes, and the offset.
    fn lead(&mut self, pointer: Named, places: u32, (number, offset): (Option<ScalarId>, Option<ScalarId>)) {
        let leading = |number, is_offset| {
            let pointer = pointer.clone();
            Meaning::Leads(Leading { pointer, places, number, is_offset })
        };
        if let Some(offset) = offset {
            self.memory.meanings.insert(offset, leading(number, true));
        }
        if let Some(number) = number {
            // Both get values side by side, the offset last.
            let meaning = if offset.is_some() { Meaning::Kept } else { leading(None, false) };
            self.memory.meanings.insert(number, meaning);
        }
    }
}

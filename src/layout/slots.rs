//! How the objects of a pool stand side by side.
//!
//! A pool is cut into slots of one size. Each object begins in a slot of its own, so far behind the beginning that what
//! pointers of one type lead to is at one place of all slots, as far as that can be: a variable `head` stands where the nodes of
//! its list have their `next`. What is longer than a slot goes on in the next ones, and so do the elements of an array that is
//! taken apart.

use std::collections::BTreeMap;

use focuscheck_rules::points_to::Object;

/// How far objects lie apart, in cells, as if all began in one slot.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// Of each object another one, and how far it begins behind that.
    behind: BTreeMap<Object, (Object, i128)>,
}

impl Positions {
    /// An object that stands for all those that it is related to, and how far this one begins behind it.
    pub fn of(&self, object: Object) -> (Object, i128) {
        let (mut root, mut distance) = (object, 0);
        while let Some(&(before, by)) = self.behind.get(&root) {
            (root, distance) = (before, distance + by);
        }
        (root, distance)
    }

    /// Two objects are in one pool, the second one so far behind the first, unless it is known to be elsewhere.
    pub fn relate(&mut self, one: Object, other: Object, distance: i128) {
        let ((a, before), (b, behind)) = (self.of(one), self.of(other));
        if a != b {
            self.behind.insert(b, (a, before + distance - behind));
        }
    }
}

/// An object that shall stand in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub object: Object,
    /// How far it begins behind the others.
    pub position: i128,
    /// How many cells it has.
    pub cells: u64,
    /// Of an array that is taken apart: how many elements it has.
    pub elements: Option<u64>,
    /// How many of it there are.
    pub copies: u64,
}

/// Where the objects of a pool stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// How many cells a slot has.
    pub stride: u64,
    /// In which slot each object begins, and at which of its cells.
    pub places: Vec<(usize, u64)>,
    /// How many slots there are.
    pub count: usize,
}

impl Slots {
    /// Puts objects side by side; `None` if the elements of arrays that are taken apart do not fit the slots.
    pub fn of(items: &[Item]) -> Option<Slots> {
        let begin = items.iter().map(|item| item.position).min()?;
        let shift = |item: &Item| u64::try_from(item.position - begin).ok();
        let elements = items.iter().filter_map(|item| item.cells.checked_div(item.elements?));
        let elements: Vec<u64> = elements.collect();
        let stride = match elements.first() {
            Some(&stride) if elements.iter().all(|other| *other == stride) => stride,
            Some(_) => return None,
            None => {
                let ends = items.iter().map(|item| Some(shift(item)? + item.cells));
                ends.collect::<Option<Vec<u64>>>()?.into_iter().max()?
            }
        };
        if stride == 0 {
            return None;
        }
        let (mut places, mut count) = (Vec::new(), 0);
        for item in items {
            let shift = shift(item)?;
            let slots = (shift + item.cells).div_ceil(stride);
            // The copies of a block are counted on from its first one.
            if item.copies > 1 && slots != 1 {
                return None;
            }
            places.push((count, shift));
            count += usize::try_from(slots.checked_mul(item.copies)?).ok()?;
        }
        Some(Slots { stride, places, count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(object: u32, position: i128, cells: u64) -> Item {
        Item { object: Object(object), position, cells, elements: None, copies: 1 }
    }

    #[test]
    fn objects_stand_where_pointers_look_for_them() {
        let mut positions = Positions::default();
        // A head of one cell where nodes have their second one, and a list with the head as its third one.
        positions.relate(Object(1), Object(2), 1);
        positions.relate(Object(2), Object(3), -2);
        assert_eq!(positions.of(Object(3)), (Object(1), -1));
        // What is known stays.
        positions.relate(Object(1), Object(3), 7);
        assert_eq!(positions.of(Object(3)), (Object(1), -1));
        let slots = Slots::of(&[item(1, 0, 2), item(2, 1, 1), item(3, -1, 3)]).unwrap_or_default();
        assert_eq!((slots.stride, slots.count), (3, 3));
        assert_eq!(slots.places, [(0, 1), (1, 2), (2, 0)]);
    }

    #[test]
    fn elements_follow_each_other_and_what_is_longer_goes_on() {
        let array = Item { elements: Some(3), ..item(1, 0, 6) };
        let list = item(2, 1, 4);
        let slots = Slots::of(&[array, list]).unwrap_or_default();
        assert_eq!((slots.stride, slots.count), (2, 6));
        assert_eq!(slots.places, [(0, 0), (3, 1)]);
        let other = Item { elements: Some(2), ..item(3, 0, 6) };
        assert!(Slots::of(&[array, other]).is_none());
        assert!(Slots::of(&[array, Item { copies: 4, ..list }]).is_none());
    }
}

//! Ranges by the numbers of their forms, looked up at once.

use std::cell::Cell;

use focuscheck_rules::range::{Range, Ranges};

use super::form::FormSet;

/// The ranges that are known, by form.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// By form: the place of its entry, plus one; 0 if it never had one.
    places: Vec<u32>,
    entries: Vec<Entry>,
    /// Those of which something is known.
    known: FormSet,
}

#[derive(Clone, Debug)]
struct Entry {
    number: u32,
    range: Option<Range>,
    /// Whether the range tells more than those of the form's scalars, once somebody has looked.
    tells: Cell<Option<bool>>,
}

impl Table {
    /// A table of forms of which there are so many.
    pub fn of(ranges: &Ranges, forms: usize) -> Table {
        let entries = Vec::with_capacity(ranges.0.len() + 8);
        let mut table = Table { places: vec![0; forms], entries, known: FormSet::default() };
        ranges.0.iter().for_each(|&(number, range)| table.insert(number, range));
        table
    }

    /// The ranges in order of the numbers of their forms.
    pub fn into_sorted(self) -> Vec<(u32, Range)> {
        let entries = self.entries.into_iter();
        let mut sorted: Vec<(u32, Range)> =
            entries.filter_map(|entry| Some((entry.number, entry.range?))).collect();
        sorted.sort_unstable_by_key(|&(number, _)| number);
        sorted
    }

    fn place(&self, number: u32) -> Option<usize> {
        (self.places[number as usize] as usize).checked_sub(1)
    }

    pub fn get(&self, number: u32) -> Option<Range> {
        self.entries[self.place(number)?].range
    }

    /// The range of a form if it tells more than those of the form's scalars do. That is looked at once: whoever makes the range of
    /// a scalar wider has to store those of the forms that mention it anew.
    pub fn telling(&self, number: u32, tells: impl FnOnce(Range) -> bool) -> Option<Range> {
        let entry = &self.entries[self.place(number)?];
        let range = entry.range?;
        let known = entry.tells.get().unwrap_or_else(|| {
            let tells = tells(range);
            entry.tells.set(Some(tells));
            tells
        });
        known.then_some(range)
    }

    /// The forms of which something is known.
    pub fn known(&self) -> &FormSet {
        &self.known
    }

    pub fn insert(&mut self, number: u32, range: Range) {
        self.known.insert(number);
        let entry = Entry { number, range: Some(range), tells: Cell::new(None) };
        match self.place(number) {
            Some(place) => self.entries[place] = entry,
            None => {
                self.entries.push(entry);
                self.places[number as usize] = self.entries.len() as u32;
            }
        }
    }

    pub fn remove(&mut self, number: u32) {
        if let Some(place) = self.place(number) {
            self.entries[place].range = None;
            self.known.remove(number);
        }
    }

    /// Replaces each range by what a function makes of it.
    pub fn change(&mut self, mut change: impl FnMut(u32, Range) -> Option<Range>) {
        for entry in &mut self.entries {
            entry.range = entry.range.and_then(|range| change(entry.number, range));
            if entry.range.is_none() {
                self.known.remove(entry.number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{Range, Ranges, Table};

    #[test]
    fn whether_a_range_tells_is_looked_at_once_for_each_that_is_stored() {
        let range = |low, high| Range::new(low, high).expect("a range");
        let mut table = Table::of(&Ranges(Rc::new(vec![(1, range(0, 5))])), 3);
        assert_eq!(table.telling(1, |_| false), None);
        assert_eq!(table.telling(1, |_| true), None);
        table.insert(1, range(0, 4));
        assert_eq!(table.telling(1, |_| true), Some(range(0, 4)));
        assert_eq!(table.telling(2, |_| true), None);
        table.change(|_, _| None);
        assert_eq!((table.get(1), table.known().contains(1)), (None, false));
    }
}

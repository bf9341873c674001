//! Ranges by the numbers of their forms, looked up at once.

use focuscheck_rules::range::{Range, Ranges};

/// The ranges that are known, by form.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// By form: the place of its entry, plus one; 0 if it never had one.
    places: Vec<u32>,
    entries: Vec<(u32, Option<Range>)>,
}

impl Table {
    /// A table of forms of which there are so many.
    pub fn of(ranges: &Ranges, forms: usize) -> Table {
        let mut table = Table { places: vec![0; forms], entries: Vec::with_capacity(ranges.0.len() + 8) };
        ranges.0.iter().for_each(|&(number, range)| table.insert(number, range));
        table
    }

    /// The ranges in order of the numbers of their forms.
    pub fn into_sorted(self) -> Vec<(u32, Range)> {
        let entries = self.entries.into_iter();
        let mut sorted: Vec<(u32, Range)> =
            entries.filter_map(|(number, range)| Some((number, range?))).collect();
        sorted.sort_unstable_by_key(|&(number, _)| number);
        sorted
    }

    fn place(&self, number: u32) -> Option<usize> {
        (self.places[number as usize] as usize).checked_sub(1)
    }

    pub fn get(&self, number: u32) -> Option<Range> {
        self.entries[self.place(number)?].1
    }

    pub fn insert(&mut self, number: u32, range: Range) {
        match self.place(number) {
            Some(place) => self.entries[place].1 = Some(range),
            None => {
                self.entries.push((number, Some(range)));
                self.places[number as usize] = self.entries.len() as u32;
            }
        }
    }

    pub fn remove(&mut self, number: u32) {
        if let Some(place) = self.place(number) {
            self.entries[place].1 = None;
        }
    }

    /// Replaces each range by what a function makes of it.
    pub fn change(&mut self, mut change: impl FnMut(u32, Range) -> Option<Range>) {
        for (number, range) in &mut self.entries {
            *range = range.and_then(|range| change(*number, range));
        }
    }
}

//! Relations that rules only read: tuples in one sorted table, found by their first column.
//!
//! Such a relation is extracted from a program once and looked up a great many times. Ascent would copy it into
//! hash maps at every run, so it stays here, and rules read it with `for` clauses.

use std::fmt::Debug;

/// A column of a relation: how it is written in a dump.
pub trait Column: Copy + Ord + Debug {
    /// Its text, without white space.
    fn print(&self) -> String;
    /// The column with this text.
    fn read(text: &str) -> Option<Self>;
}

impl Column for u32 {
    fn print(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Column for u64 {
    fn print(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Column for bool {
    fn print(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

/// A tuple whose first column is an id.
pub trait Tuple: Copy + Ord + Debug {
    /// The number of the first column.
    fn key(&self) -> u32;
    /// Its columns, as texts.
    fn print(&self) -> Vec<String>;
    /// The tuple with these columns.
    fn read(columns: &[&str]) -> Option<Self>;
}

macro_rules! tuple {
    ($first:ident $(, $column:ident)*) => {
        #[allow(non_snake_case)]
        impl<$first: Column + Into<u32>, $($column: Column),*> Tuple for ($first, $($column,)*) {
            fn key(&self) -> u32 {
                self.0.into()
            }

            fn print(&self) -> Vec<String> {
                let ($first, $($column,)*) = self;
                vec![$first.print(), $($column.print()),*]
            }

            fn read(columns: &[&str]) -> Option<Self> {
                let mut columns = columns.iter();
                let tuple = ($first::read(columns.next()?)?, $($column::read(columns.next()?)?,)*);
                columns.next().is_none().then_some(tuple)
            }
        }
    };
}

tuple!(A);
tuple!(A, B);
tuple!(A, B, C);
tuple!(A, B, C, D);
tuple!(A, B, C, D, E);
tuple!(A, B, C, D, E, F);

/// A relation with fewer tuples than this part of the first columns that it could have is searched.
const SPARSE: usize = 4;

/// Where the tuples with each first column below `last` begin once they are sorted, and where the last ones end.
fn starts<T: Tuple>(rows: &[T], last: usize) -> Vec<u32> {
    let mut starts = vec![0u32; last + 1];
    for row in rows {
        starts[row.key() as usize + 1] += 1;
    }
    for number in 1..starts.len() {
        starts[number] += starts[number - 1];
    }
    starts
}

/// Sorts tuples. First columns are ids, most of which have a few tuples: these are put where they belong.
fn sort<T: Tuple>(rows: &mut Vec<T>) {
    let last = rows.iter().map(|row| row.key() as usize + 1).max().unwrap_or(0);
    if rows.len() < last / SPARSE {
        return rows.sort_unstable();
    }
    let starts = starts(rows, last);
    let (mut next, mut sorted) = (starts.clone(), rows.clone());
    for &row in rows.iter() {
        let place = &mut next[row.key() as usize];
        sorted[*place as usize] = row;
        *place += 1;
    }
    for ends in starts.windows(2) {
        if ends[1] - ends[0] > 1 {
            sorted[ends[0] as usize..ends[1] as usize].sort_unstable();
        }
    }
    *rows = sorted;
}

/// A relation: its tuples, sorted and each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation<T> {
    /// Where the tuples with a first column begin, and where the last ones end; nothing where most first columns have no
    /// tuple, which are then searched for.
    starts: Vec<u32>,
    rows: Vec<T>,
}

impl<T> Default for Relation<T> {
    fn default() -> Self {
        Relation { starts: Vec::new(), rows: Vec::new() }
    }
}

impl<T: Tuple> FromIterator<T> for Relation<T> {
    fn from_iter<I: IntoIterator<Item = T>>(tuples: I) -> Self {
        Relation::new(tuples.into_iter().collect())
    }
}

impl<T: Tuple> Relation<T> {
    /// The relation of some tuples, in any order.
    pub fn new(mut rows: Vec<T>) -> Self {
        if !rows.is_sorted() {
            sort(&mut rows);
        }
        rows.dedup();
        rows.shrink_to_fit();
        let last = rows.last().map_or(0, |row| row.key() as usize + 1);
        if rows.len() < last / SPARSE {
            return Relation { starts: Vec::new(), rows };
        }
        let starts = starts(&rows, last);
        Relation { starts, rows }
    }

    /// The tuples whose first column is this.
    pub fn of(&self, key: impl Into<u32>) -> &[T] {
        let key = key.into();
        if self.starts.is_empty() {
            let from = self.rows.partition_point(|row| row.key() < key);
            let count = self.rows[from..].partition_point(|row| row.key() == key);
            return &self.rows[from..from + count];
        }
        match self.starts.get(key as usize..key as usize + 2) {
            Some(&[from, to]) => &self.rows[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Whether the tuple is there.
    pub fn has(&self, tuple: T) -> bool {
        self.of(tuple.key()).binary_search(&tuple).is_ok()
    }

    /// All tuples.
    pub fn rows(&self) -> &[T] {
        &self.rows
    }
}

/// Declares a structure of relations, with their names and sentences for dumps.
macro_rules! relations {
    (
        $(#[$doc:meta])*
        pub struct $name:ident {
            $( #[doc = $sentence:literal] $(#[doc = $more:literal])* $relation:ident ( $($column:ty),+ ), )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $( #[doc = $sentence] $(#[doc = $more])* pub $relation: $crate::relation::Relation<($($column,)+)>, )*
        }

        impl $name {
            /// The names of the relations, and what one tuple of each means.
            pub const RELATIONS: &[(&str, &str)] =
                &[ $( (stringify!($relation), concat!($sentence $(, $more)*)) ),* ];

            /// The tuples of each relation as texts, in the order of [`Self::RELATIONS`].
            pub fn print(&self) -> Vec<Vec<Vec<String>>> {
                use $crate::relation::Tuple;
                vec![ $( self.$relation.rows().iter().map(|tuple| tuple.print()).collect() ),* ]
            }

            /// Reads what [`Self::print`] gave, relation by relation; else the relation and the position of the
            /// tuple that is none.
            pub fn read(
                mut rows: impl FnMut(&str) -> Vec<Vec<String>>,
            ) -> Result<Self, (&'static str, usize)> {
                let mut result = Self::default();
                $(
                    let mut tuples = Vec::new();
                    for (position, row) in rows(stringify!($relation)).iter().enumerate() {
                        let columns: Vec<&str> = row.iter().map(String::as_str).collect();
                        let tuple = <($($column,)+) as $crate::relation::Tuple>::read(&columns);
                        tuples.push(tuple.ok_or((stringify!($relation), position))?);
                    }
                    result.$relation = $crate::relation::Relation::new(tuples);
                )*
                Ok(result)
            }
        }
    };
}
pub(crate) use relations;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_sorted_and_each_once() {
        let mut seed = 1u32;
        let mut below = |most: u32| {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (seed >> 16) % most
        };
        for (count, most) in [(0, 1), (1, 1000), (200, 20), (200, 5000), (5000, 1000)] {
            let rows: Vec<(u32, u32)> = (0..count).map(|_| (below(most), below(3))).collect();
            let mut expected = rows.clone();
            expected.sort();
            expected.dedup();
            let relation = Relation::new(rows);
            assert_eq!(relation.rows(), expected);
            assert!(expected.iter().all(|row| relation.of(row.0).contains(row)));
        }
    }

    #[test]
    fn tuples_are_found_by_their_first_column() {
        let relation = Relation::new(vec![(4u32, 1u32), (2, 9), (4, 0), (2, 9)]);
        assert_eq!(relation.rows(), [(2, 9), (4, 0), (4, 1)]);
        assert_eq!(relation.of(4u32), [(4, 0), (4, 1)]);
        assert_eq!(relation.of(3u32), []);
        assert_eq!(relation.of(5u32), []);
        assert!(relation.has((4, 1)) && !relation.has((4, 2)));
        let sparse = Relation::new(vec![(90u32, 1u32), (7, 3), (90, 0)]);
        assert_eq!(sparse.of(90u32), [(90, 0), (90, 1)]);
        assert_eq!((sparse.of(8u32), sparse.of(91u32)), (&[][..], &[][..]));
        assert!(sparse.has((7, 3)) && !sparse.has((7, 2)));
    }
}

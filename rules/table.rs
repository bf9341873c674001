//! How Ascent keeps the relations of this crate (a *data structure provider* in its terms).
//!
//! The rules walk along programs, so a run has many rounds with few tuples each. Ascent's own tables are three
//! hash maps per index (what is new, what came last, what is older) whose contents are moved on and timed in
//! every round. Here all tuples are in one set that the three share, those of a round are in plain vectors,
//! and a round in which nothing happened costs nothing.

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite,
    ToRelIndex,
};
use rustc_hash::{FxHashMap, FxHashSet};

macro_rules! rel {
    ($name:ident, $fields:ty, $indices:expr, ser, ()) => { ::std::vec::Vec<$fields> };
}
macro_rules! rel_codegen {
    ($($input:tt)*) => {};
}
macro_rules! rel_ind_common {
    ($name:ident, $fields:ty, $indices:expr, ser, ()) => {
        ()
    };
}
macro_rules! rel_full_ind {
    ($name:ident, $fields:ty, $indices:expr, ser, (), $key:ty, $value:ty) => { $crate::table::Known<$key> };
}
macro_rules! rel_ind {
    ($name:ident, $fields:ty, $indices:expr, ser, (), [], $key:ty, $value:ty) => { $crate::table::Rows<$value> };
    ($name:ident, $fields:ty, $indices:expr, ser, (), $index:expr, $key:ty, $value:ty) => {
        $crate::table::Groups<$key, $value>
    };
}
pub(crate) use {rel, rel_codegen, rel_full_ind, rel_ind, rel_ind_common};

macro_rules! is_its_own_index {
    ($name:ident<$($parameter:ident),*>) => {
        impl<$($parameter,)* R> ToRelIndex<R> for $name<$($parameter),*> {
            type RelIndex<'a> = &'a Self where Self: 'a, R: 'a;
            type RelIndexWrite<'a> = &'a mut Self where Self: 'a, R: 'a;

            fn to_rel_index<'a>(&'a self, _: &'a R) -> &'a Self {
                self
            }

            fn to_rel_index_write<'a>(&'a mut self, _: &'a mut R) -> &'a mut Self {
                self
            }
        }
    };
}

/// The tuples of a relation, for telling whether one is there. The new and the old ones are one set: a rule
/// that finds a tuple a round early derives nothing that it would not derive then.
pub(crate) struct Known<K>(Rc<RefCell<FxHashSet<K>>>);

impl<K> Default for Known<K> {
    fn default() -> Self {
        Known(Rc::default())
    }
}

is_its_own_index!(Known<K>);

impl<K: Eq + Hash> RelIndexWrite for Known<K> {
    type Key = K;
    type Value = ();

    fn index_insert(&mut self, key: K, (): ()) {
        self.0.borrow_mut().insert(key);
    }
}

impl<K: Eq + Hash + Clone> RelFullIndexWrite for Known<K> {
    type Key = K;
    type Value = ();

    fn insert_if_not_present(&mut self, key: &K, (): ()) -> bool {
        self.0.borrow_mut().insert(key.clone())
    }
}

impl<K: Eq + Hash> RelFullIndexRead<'_> for Known<K> {
    type Key = K;

    fn contains_key(&self, key: &K) -> bool {
        self.0.borrow().contains(key)
    }
}

impl<K: Eq + Hash> RelIndexMerge for Known<K> {
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.0.borrow_mut().extend(from.0.take());
    }

    fn merge_delta_to_total_new_to_delta(_: &mut Self, _: &mut Self, _: &mut Self) {}

    /// The tuples come as those of the last round; from then on the old and the new ones share them.
    fn init(new: &mut Self, delta: &mut Self, total: &mut Self) {
        std::mem::swap(delta, total);
        new.0 = Rc::clone(&total.0);
    }
}

/// The tuples of a relation, for going through all of them.
pub(crate) struct Rows<V>(Vec<V>);

impl<V> Default for Rows<V> {
    fn default() -> Self {
        Rows(Vec::new())
    }
}

is_its_own_index!(Rows<V>);

impl<V> RelIndexWrite for Rows<V> {
    type Key = ();
    type Value = V;

    fn index_insert(&mut self, (): (), value: V) {
        self.0.push(value);
    }
}

impl<V> RelIndexMerge for Rows<V> {
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        to.0.append(&mut from.0);
    }
}

impl<'a, V: 'a> RelIndexRead<'a> for Rows<V> {
    type Key = ();
    type Value = &'a V;
    type IteratorType = std::slice::Iter<'a, V>;

    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        Some(self.0.iter())
    }

    fn len_estimate(&'a self) -> usize {
        self.0.len()
    }

    fn is_empty(&'a self) -> bool {
        self.0.is_empty()
    }
}

/// The tuples of a relation by some of their columns.
pub(crate) struct Groups<K, V>(FxHashMap<K, Vec<V>>);

impl<K, V> Default for Groups<K, V> {
    fn default() -> Self {
        Groups(FxHashMap::default())
    }
}

is_its_own_index!(Groups<K, V>);

impl<K: Eq + Hash, V> RelIndexWrite for Groups<K, V> {
    type Key = K;
    type Value = V;

    fn index_insert(&mut self, key: K, value: V) {
        self.0.entry(key).or_default().push(value);
    }
}

impl<K: Eq + Hash, V> RelIndexMerge for Groups<K, V> {
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if to.0.is_empty() {
            std::mem::swap(from, to);
            return;
        }
        for (key, mut values) in from.0.drain() {
            let group = to.0.entry(key).or_default();
            if group.is_empty() {
                *group = values;
            } else {
                group.append(&mut values);
            }
        }
    }

    fn merge_delta_to_total_new_to_delta(new: &mut Self, delta: &mut Self, total: &mut Self) {
        if !delta.0.is_empty() {
            Self::move_index_contents(delta, total);
        }
        std::mem::swap(new, delta);
    }
}

impl<'a, K: Eq + Hash + 'a, V: 'a> RelIndexRead<'a> for Groups<K, V> {
    type Key = K;
    type Value = &'a V;
    type IteratorType = std::slice::Iter<'a, V>;

    fn index_get(&'a self, key: &K) -> Option<Self::IteratorType> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(key).map(|values| values.iter())
    }

    fn len_estimate(&'a self) -> usize {
        self.0.len()
    }

    fn is_empty(&'a self) -> bool {
        self.0.is_empty()
    }
}

/// A group as Ascent wants to iterate over it.
type Group<'a, K, V> = (&'a K, std::slice::Iter<'a, V>);

impl<'a, K: Eq + Hash + 'a, V: 'a> RelIndexReadAll<'a> for Groups<K, V> {
    type Key = &'a K;
    type Value = &'a V;
    type ValueIteratorType = std::slice::Iter<'a, V>;
    type AllIteratorType = std::iter::Map<
        std::collections::hash_map::Iter<'a, K, Vec<V>>,
        fn((&'a K, &'a Vec<V>)) -> Group<'a, K, V>,
    >;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        fn group<'a, K, V>((key, values): (&'a K, &'a Vec<V>)) -> Group<'a, K, V> {
            (key, values.iter())
        }
        self.0.iter().map(group)
    }
}

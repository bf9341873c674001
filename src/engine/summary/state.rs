//! States of the forward run: a program point with what is known of the tracked scalars.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::rc::Rc;

use focuscheck_rules::schema::State;
use rustc_hash::FxHashMap;

use focuscheck_cells::facts::cfg::{NodeId, ScalarId};

/// Gives equal values equal numbers, in order of first appearance.
#[derive(Debug)]
pub struct Interner<T> {
    numbers: FxHashMap<Rc<T>, u32>,
    values: Vec<Rc<T>>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { numbers: FxHashMap::default(), values: Vec::new() }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of a value.
    pub fn intern(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = self.values.len() as u32;
        let value = Rc::new(value);
        self.values.push(Rc::clone(&value));
        self.numbers.insert(value, number);
        number
    }

    /// The value of a number given out before.
    pub fn get(&self, number: u32) -> &Rc<T> {
        &self.values[number as usize]
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        self.values.len()
    }
}

/// What is known of the tracked scalars: sorted by scalar; one that is missing is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Valuation(Vec<(ScalarId, i128)>);

impl Valuation {
    /// The value of a scalar, if it is known.
    pub fn get(&self, scalar: ScalarId) -> Option<i128> {
        self.0.binary_search_by_key(&scalar, |&(s, _)| s).ok().map(|i| self.0[i].1)
    }

    /// Sets or forgets the value of a scalar.
    pub fn set(&mut self, scalar: ScalarId, value: Option<i128>) {
        match (self.0.binary_search_by_key(&scalar, |&(s, _)| s), value) {
            (Ok(i), Some(value)) => self.0[i].1 = value,
            (Ok(i), None) => {
                self.0.remove(i);
            }
            (Err(i), Some(value)) => self.0.insert(i, (scalar, value)),
            (Err(_), None) => {}
        }
    }

    /// Keeps what satisfies a predicate.
    pub fn retain(&mut self, mut keep: impl FnMut(ScalarId, i128) -> bool) {
        self.0.retain(|&(s, v)| keep(s, v));
    }

    /// Everything known, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ScalarId, i128)> + '_ {
        self.0.iter().copied()
    }
}

/// Which scalars a run tracks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Precision {
    /// All of them (the paper's system).
    Full,
    /// Only these.
    Tracked(BTreeSet<ScalarId>),
}

impl Precision {
    /// Whether the scalar is tracked.
    pub fn tracks(&self, scalar: ScalarId) -> bool {
        match self {
            Precision::Full => true,
            Precision::Tracked(set) => set.contains(&scalar),
        }
    }
}

/// What a state is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateParts {
    /// The node about to be executed.
    pub node: NodeId,
    /// What is known.
    pub valuation: u32,
    /// When procedures are inlined: the state at the call that entered this procedure.
    pub caller: Option<State>,
}

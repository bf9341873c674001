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

/// A scalar with its value, whose bits stand in words: an `i128` beside a number would take more, and there are many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Known {
    scalar: ScalarId,
    words: [u32; 4],
}

impl Known {
    fn new(scalar: ScalarId, value: i128) -> Known {
        Known { scalar, words: [0, 32, 64, 96].map(|shift| (value >> shift) as u32) }
    }

    fn value(&self) -> i128 {
        let bits = self.words.iter().rev().fold(0u128, |bits, &word| bits << 32 | u128::from(word));
        bits as i128
    }
}

/// What is known of the tracked scalars: sorted by scalar; one that is missing is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Valuation(Vec<Known>);

impl Valuation {
    fn place(&self, scalar: ScalarId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&scalar, |known| known.scalar)
    }

    /// The value of a scalar, if it is known.
    pub fn get(&self, scalar: ScalarId) -> Option<i128> {
        self.place(scalar).ok().map(|place| self.0[place].value())
    }

    /// Sets or forgets the value of a scalar.
    pub fn set(&mut self, scalar: ScalarId, value: Option<i128>) {
        match (self.place(scalar), value) {
            (Ok(place), Some(value)) => self.0[place] = Known::new(scalar, value),
            (Ok(place), None) => {
                self.0.remove(place);
            }
            (Err(place), Some(value)) => self.0.insert(place, Known::new(scalar, value)),
            (Err(_), None) => {}
        }
    }

    /// Keeps what satisfies a predicate.
    pub fn retain(&mut self, mut keep: impl FnMut(ScalarId, i128) -> bool) {
        self.0.retain(|known| keep(known.scalar, known.value()));
    }

    /// Everything known, in order.
    pub fn iter(&self) -> impl Iterator<Item = (ScalarId, i128)> + '_ {
        self.0.iter().map(|known| (known.scalar, known.value()))
    }

    /// How much is known.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Gives back what more values would take.
    pub fn shrink(&mut self) {
        self.0.shrink_to_fit();
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

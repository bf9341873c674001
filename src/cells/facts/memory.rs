//! What scalars mean that hold no value of a variable as the source writes it, for those who show a run: where pointers lead,
//! parts of blocks of the heap, and what is kept of objects besides. No analysis reads it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use focuscheck_base::source::Span;

use super::id::ScalarId;

/// An object, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Named {
    /// One that the source has a name for: `stock[2]`.
    Text(String),
    /// One of a block of the heap.
    Block {
        /// Which of the blocks of its place, from 1.
        number: u32,
        /// The place that allocates it.
        span: Span,
        /// The part of it: `.next`, `[3]`, empty for the whole block.
        part: String,
    },
}

/// Where a pointer can lead, and what side by side with that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// What offset 0 leads to; of an array the array itself.
    pub named: Named,
    /// Of an array how many elements it has.
    pub elements: Option<u64>,
}

/// A scalar of a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leading {
    /// The pointer.
    pub pointer: Named,
    /// By the numbers of objects from 1 on the places that it can lead to; `None` for a number that none has.
    pub places: u32,
    /// Of an offset the scalar that holds the number; `None` if all lead to the first place.
    pub number: Option<ScalarId>,
    /// Whether it is the offset.
    pub is_offset: bool,
}

/// What a scalar means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Meaning {
    /// The source has no word for it.
    Kept,
    /// Whether something has a value.
    Filled(Named),
    /// Whether an object is there that ends before the program does.
    There(Named),
    /// Where a pointer leads.
    Leads(Leading),
    /// The value of a part of something that has no name.
    Part(Named),
}

/// What the scalars of a graph mean; of one that is not in it what its name says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// By scalar.
    pub meanings: BTreeMap<ScalarId, Meaning>,
    /// The places that pointers lead to.
    pub places: Vec<Vec<Option<Place>>>,
}

impl Memory {
    /// What a scalar means.
    pub fn meaning(&self, scalar: ScalarId) -> Option<&Meaning> {
        self.meanings.get(&scalar)
    }

    /// The scalar with the number of the object that a pointer leads into, if this one is its offset.
    pub fn number_beside(&self, offset: ScalarId) -> Option<ScalarId> {
        match self.meaning(offset)? {
            Meaning::Leads(leading) => leading.number,
            Meaning::Kept | Meaning::Filled(_) | Meaning::There(_) | Meaning::Part(_) => None,
        }
    }

    /// Where a pointer leads: to none of the objects that are known if there is nothing.
    pub fn place(&self, leading: &Leading, number: i128) -> Option<&Place> {
        let places = self.places.get(leading.places as usize)?;
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        places.get(at)?.as_ref()
    }
}

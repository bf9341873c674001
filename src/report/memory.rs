//! What memory holds along the run of an explanation, for writers that draw it.
//!
//! The objects stand in one list, each with the rows in which its cells are drawn, which are the same for the whole run. What
//! is there and what it holds is told as changes: a moment says what is different from the one before it.

use serde::{Deserialize, Serialize};

/// Memory along the run of an explanation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// All objects that are drawn at some moment.
    pub objects: Vec<Object>,
    /// The variables that live for the whole run and that it uses, as indices of [`Memory::objects`].
    pub globals: Vec<u32>,
    /// What is different after each moment; before the first one there is nothing but the globals, without values.
    pub moments: Vec<Moment>,
    /// For each step of the trace the moment after it, if it is drawn.
    pub trace: Vec<Option<u32>>,
    /// The same for each step of the slice.
    pub slice: Vec<Option<u32>>,
}

/// An object, or a block that was allocated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Object {
    /// What it is.
    pub named: Named,
    /// How it is drawn.
    pub rows: Vec<Row>,
}

/// How an object is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Named {
    /// A variable.
    Variable(String),
    /// What was allocated.
    Block {
        /// How many blocks had been allocated there, with it.
        number: u32,
        /// Where.
        line: u32,
    },
    /// A string literal.
    Literal,
    /// What the program is given when it starts.
    Given,
    /// Another object without a name, in the words of the standard: "compound literal".
    Other(String),
}

/// Cells that are drawn side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The member or element that they are or belong to; empty if they are the whole object.
    pub label: String,
    /// What each cell is within that; empty of one that is all of it. Their numbers go on from row to row.
    pub cells: Vec<String>,
    /// Where elements are left out: before which of these cells, and how many. Of a row without cells: that many stand here.
    pub left_out: Vec<(u32, u64)>,
}

/// What is different from the moment before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// So many of the calls are the same, from the first one on.
    pub kept: u32,
    /// So many have returned, or have other variables now.
    pub left: u32,
    /// The others, the innermost last.
    pub calls: Vec<Call>,
    /// Objects that have come, gone or ended.
    pub states: Vec<(u32, State)>,
    /// Cells, by object and number, with what they hold now; those of an object that has just come hold nothing.
    pub values: Vec<(u32, u32, Held)>,
    /// How many further objects there are that are not drawn.
    pub hidden: u32,
}

impl Moment {
    /// Whether nothing is different.
    pub fn is_still(&self) -> bool {
        self.left == 0 && self.calls.is_empty() && self.states.is_empty() && self.values.is_empty()
    }
}

/// A call that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Call {
    /// One that is drawn.
    Drawn {
        /// The function.
        function: String,
        /// The line of the call; `None` of the function that was started.
        line: Option<u32>,
        /// Its variables that are in scope, as indices of [`Memory::objects`].
        variables: Vec<u32>,
        /// How many further ones it has.
        hidden: u32,
    },
    /// So many that are not.
    Skipped(u32),
}

/// Whether an object is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It is not there, or nothing of it is drawn.
    Absent,
    /// It is there.
    There,
    /// It was allocated and is not freed, and nothing leads to it.
    Lost,
    /// Its life has ended, and a pointer still leads to it.
    Ended,
}

/// What a cell holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Held {
    /// No value yet.
    #[default]
    Unset,
    /// A number as C writes it.
    Number(String),
    /// The letters of an array, and what comes behind them.
    Text(Vec<u8>, Behind),
    /// A null pointer.
    Null,
    /// A pointer to an object that is drawn.
    Leads {
        /// Its index in [`Memory::objects`].
        object: u32,
        /// Where in it.
        aim: Aim,
    },
    /// A pointer to one that is not.
    Hidden,
    /// A pointer to a function.
    Function(String),
    /// A pointer to the text of an argument of the command line.
    Argument(u64),
    /// What is not known.
    Unknown,
    /// Nothing: the block is too small to have this cell.
    Outside,
}

/// Where in an object a pointer leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// To the whole.
    Whole,
    /// To this row.
    Row(u32),
    /// To this cell.
    Cell(u32),
    /// To a letter of the text in this cell, by its number.
    Letter(u32, u64),
    /// Into the middle of a cell, or to one that is left out: so many bytes behind the start.
    Inside(u64),
    /// Behind its end.
    End,
    /// Elsewhere outside of it.
    Outside,
}

/// What comes behind the letters of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Behind {
    /// The zero that ends it.
    Zero,
    /// A letter without a value.
    Unset,
    /// One that is not known.
    Unknown,
    /// Nothing: the array ends there.
    Nothing,
    /// More letters than are told.
    More,
}

//! What a program reads of a text from outside, read by read.

use serde::{Deserialize, Serialize};

/// What one read of a text gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TextPart {
    /// How many letters are read; the letters follow, if there are any. Where it is the least that is possible and not above zero,
    /// the text has ended before.
    Count,
    /// One letter.
    Letter,
}

/// How the length of a text is called: this, and how the text is called.
pub const LENGTH_OF: &str = "length of ";

/// How the variable is called that a function gives which ends without a value: this, how the function is called, and `()`.
pub const VALUE_OF: &str = "value of ";

/// How the number of elements that lie behind a pointer parameter is called: this, and how the pointer is called.
pub const ELEMENTS_OF: &str = "elements of ";

/// How it is called whether a pointer that a function is given is null, which it is where the value is 1: this, and how the pointer
/// is called.
pub const NULL_OF: &str = "null ";

/// How it is called whether a pointer that a function is given is equal to another one, which it is where the value is 1: how the
/// first is called, this, and how the other is called.
pub const SAME_AS: &str = " same as ";

/// How what a library function is free to choose is called: this, and the function's name.
pub const CHOICE_OF: &str = "choice of ";

/// The name of an input that is what a library function leaves in `errno`; zero if it leaves that alone.
pub const ERRNO: &str = "errno";

/// How it is called whether a call fails to allocate memory, which it does where the value is 1: this, and the function's name.
pub const FAILURE_OF: &str = "failure of ";

/// So many letters of one text are told apart.
const MOST_LETTERS: u32 = 1 << 20;

/// The number of a letter among the reads of a place: of which text it is, and which one of it, both from 0.
pub fn letter_number(text: u32, letter: u32) -> u32 {
    text.min(MOST_LETTERS >> 9) * MOST_LETTERS + letter.min(MOST_LETTERS - 2) + 1
}

/// The text and the letter that a number of [`letter_number`] stands for.
pub fn letter_of(number: u32) -> (u32, u32) {
    let number = number.saturating_sub(1);
    (number / MOST_LETTERS, number % MOST_LETTERS)
}

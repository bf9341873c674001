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

/// What one read of the standard input gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Drawn {
    /// One character; -1 where the text has ended.
    Character,
    /// How many of its arguments `scanf` fills; -1 where the text ends before the first.
    Filled,
    /// The same, where the first takes whatever comes: never zero.
    Taken,
    /// How many letters are read of a line, its end with them; -1 where the text has ended.
    Line,
    /// The letter that comes next, where one comes.
    Letter,
    /// The same, the last one that is read of a line: its end, if there is room for that and the text does not end there.
    Last,
    /// How many letters a word has, which ends where white space comes.
    Word,
    /// How many letters a line has without its end.
    Rest,
    /// A number that goes on as long as digits come, and nothing behind it.
    Number,
    /// Anything else.
    Other,
}

impl Drawn {
    /// The value that says that the text has ended, if one does.
    pub fn end(self) -> Option<i128> {
        match self {
            Drawn::Character | Drawn::Filled | Drawn::Taken | Drawn::Line => Some(-1),
            Drawn::Letter | Drawn::Last | Drawn::Word | Drawn::Rest | Drawn::Number | Drawn::Other => None,
        }
    }
}

/// What is known of what comes next on the standard input. That is one text: a read begins where the one before has ended, and what
/// has ended stays so (C11, 7.21.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Nothing.
    #[default]
    Open,
    /// The text has ended.
    Ended,
    /// No digit comes: a number has ended.
    NoDigit,
    /// White space comes, or the end: a word has ended.
    Blank,
    /// The end of a line comes, or the end.
    LineEnd,
}

impl Next {
    /// Where something is known of the letter that comes.
    pub const OF_LETTERS: [Next; 3] = [Next::NoDigit, Next::Blank, Next::LineEnd];

    /// The first and the last of the letters that may come, in order; all are below 256.
    pub fn letters(self) -> &'static [(i128, i128)] {
        // Those of ASCII.
        match self {
            Next::Open => &[(-128, 255)],
            Next::Ended => &[],
            Next::NoDigit => &[(-128, 47), (58, 255)],
            Next::Blank => &[(9, 13), (32, 32)],
            Next::LineEnd => &[(10, 10)],
        }
    }

    /// Whether so many letters are a limit that the source says: a line that is shorter and has no end is the last one.
    pub fn is_limit(most: i128) -> bool {
        most < i128::from(i32::MAX) - 1
    }

    /// What is known behind a read that gives so many letters of what ends by itself, where there is room for so many.
    pub fn behind(drawn: Drawn, letters: i128, most: i128) -> Next {
        match drawn {
            Drawn::Word if letters < most => Next::Blank,
            Drawn::Rest if letters < most => Next::LineEnd,
            Drawn::Number => Next::NoDigit,
            Drawn::Word
            | Drawn::Rest
            | Drawn::Character
            | Drawn::Filled
            | Drawn::Taken
            | Drawn::Line
            | Drawn::Letter
            | Drawn::Last
            | Drawn::Other => Next::Open,
        }
    }
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

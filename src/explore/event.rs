//! What the explorer is told.

use focuscheck_report::ask::model::DialogueEvent;

use super::state::Analysed;

/// A key, as far as the explorer tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// A character with the control key.
    Control(char),
    /// The return key.
    Enter,
    /// The escape key.
    Escape,
    /// The tabulator.
    Tab,
    /// The tabulator with the shift key.
    BackTab,
    /// The key that deletes the last character.
    Backspace,
    /// An arrow.
    Up,
    /// An arrow.
    Down,
    /// An arrow.
    Left,
    /// An arrow.
    Right,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the beginning.
    Home,
    /// To the end.
    End,
}

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(Key),
    /// The mouse wheel was turned by so many lines, downwards if positive.
    Wheel(i32),
    /// The terminal has so many columns and rows.
    Resize(u16, u16),
    /// The analysis of a file has begun.
    Started(usize),
    /// A file is analysed.
    Finished(usize, Box<Analysed>),
    /// The questions about an error have gone on.
    Dialogue(Box<DialogueEvent>),
}

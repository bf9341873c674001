//! What the functions of one file share.

use focuscheck_base::source::SourceFile;
use focuscheck_doomed::copies::{Program, Settings};
use focuscheck_doomed::cover::Mode;

/// Whether to tell what no run comes to where that is how people write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habits {
    /// It is not told.
    Silent,
    /// It is told.
    Told,
}

/// What the functions of one file share.
pub struct Ground<'g> {
    /// Its text.
    pub source: &'g SourceFile,
    /// The program.
    pub program: Program<'g>,
    /// How to look at functions.
    pub settings: &'g Settings,
    /// Whether it names `volatile`, so that what is read through pointers may be anything.
    pub volatile: bool,
    /// How points are asked about.
    pub mode: Mode,
    /// What is told.
    pub habits: Habits,
}

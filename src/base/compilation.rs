//! How translation units are compiled.

use std::path::PathBuf;

/// A macro from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D NAME=VALUE`.
    Define(String, String),
    /// `-U NAME`.
    Undefine(String),
}

/// How one translation unit is compiled, beyond what holds for all of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Where its headers are looked for, before all other folders.
    pub folders: Vec<PathBuf>,
    /// Its macros, behind those for all units.
    pub macros: Vec<MacroOption>,
    /// Headers that are read before its first line.
    pub forced: Vec<PathBuf>,
}

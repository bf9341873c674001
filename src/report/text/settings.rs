//! How a report is to be written.

use crate::style::Style;
use focuscheck_base::options::Level;

/// The commands that a report names to see more of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Commands {
    /// `check` finds it again, with these options, each with its argument, quoted for a shell: `--error 'x > 3'`.
    Check {
        /// May be empty.
        options: String,
    },
    /// `show` has it: in this report, quoted for a shell, or that of the last batch.
    Show {
        /// The file.
        report: Option<String>,
    },
}

impl Default for Commands {
    fn default() -> Self {
        Commands::Check { options: String::new() }
    }
}

/// How a report is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How much detail.
    pub level: Level,
    /// Whether the steps of Reduce are shown.
    pub explain_reduce: bool,
    /// The commands that show more.
    pub commands: Commands,
    /// How the text looks.
    pub style: Style,
}

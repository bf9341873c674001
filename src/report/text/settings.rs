//! How a report is to be written.

use crate::style::Style;
use focuscheck_base::options::Level;

/// How a report is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How much detail.
    pub level: Level,
    /// Whether the steps of Reduce are shown.
    pub explain_reduce: bool,
    /// The options that the command for the next level must repeat, each with its argument, quoted for a
    /// shell: `--error 'x > 3'`.
    pub repeated_options: String,
    /// How the text looks.
    pub style: Style,
}

//! Why an error that was found is not to be acted on.

use serde::{Deserialize, Serialize};

/// Why an error is no failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "by")]
pub enum Suppression {
    /// A comment in the source says so: `// focuscheck: ignore bounds -- why`.
    Comment {
        /// What it says behind `--`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// It is one of the report that was given as the baseline.
    Baseline,
}

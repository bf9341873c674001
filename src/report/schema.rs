//! The versions of the JSON report.

/// The name and version of the format.
pub const SCHEMA: &str = "focuscheck/2";

/// The versions that are read: what they have in common means the same.
pub const READ: [&str; 2] = ["focuscheck/1", SCHEMA];

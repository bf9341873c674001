//! Limits in words.

use focuscheck_base::limit::Spent;

/// What a limit ran out of, and what gets further.
pub fn spent(spent: Spent) -> &'static str {
    match spent {
        Spent::Time => "the time limit (raise --timeout)",
        Spent::Memory => "the memory limit (raise --memory)",
        Spent::Interrupted => "the interruption (run it again)",
    }
}

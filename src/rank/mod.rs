//! Orders explanations, easiest first.

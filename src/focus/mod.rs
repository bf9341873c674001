//! Slice graph to focus-statement sequences.

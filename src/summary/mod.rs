//! Runs the summary rules: precision, abstract steps, forward and backward.

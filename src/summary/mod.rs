//! Runs the summary rules: precision, abstract steps, forward and backward.

pub mod dependence;
pub mod statics;
pub mod liveness;
pub mod state;
pub mod step;
pub mod error_set;
pub mod backward;

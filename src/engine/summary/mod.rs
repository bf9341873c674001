//! Runs the summary rules: precision, abstract steps, forward and backward.

pub mod dependence;
pub mod statics;
pub mod liveness;
pub mod state;
pub mod fact;
pub mod shortcut;
pub mod step;
pub mod invariant;
pub mod route;
pub mod grouping;
pub mod error_set;
pub mod backward;
pub mod derived;

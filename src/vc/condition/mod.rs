//! Verification conditions: guarded commands as terms and formulas, one question for each assertion.

pub mod state;
pub mod escape;
pub mod ideal;
pub mod encoder;
mod memory;
mod retype;
mod touch;
mod expression;
mod env;
mod term;
mod function;
mod predicate;
mod location;
mod values;
mod fact;
mod heap;
mod havoc;
mod reached;
mod execute;
pub mod reads;
mod entry;
pub mod join;
mod query;
pub mod passive;
pub mod naive;

pub use location::bytes;

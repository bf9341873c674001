//! What the operators of C mean, on numbers and on intervals.
//!
//! This is their only home: what folds constants, runs programs, bounds values and solves constraints asks here. Numbers are
//! mathematical integers in `i128`; a type says which of them are values. What C leaves undefined has no result.

mod compute;
mod float;
mod interval;
mod operator;
mod types;

pub use compute::{Exact, Undefined, binary, exact, is_defined_division, unary, wrapped};
pub use float::float_text;
pub use interval::Interval;
pub use operator::{BinaryOperator, Relation, UnaryOperator};
pub use types::IntegerType;

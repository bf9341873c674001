//! Code that can only fail: points of a function through which no run ends ("It's doomed; we can prove it", Hoenicke, Leino,
//! Podelski, Schäf, Wies).
//!
//! 1. The points are outcomes of conditions, and the entry (`points`); where every way fails on purpose nobody asks.
//! 2. Loops become a few copies, calls are inlined or may change everything (`copies`): every run that ends has a path
//!    (Proposition 1 of the paper).
//! 3. The paths are formulas in single assignment (`passive`), with truth values for the end, for what is checked, and for
//!    each point (Sections 5 and 6).
//! 4. A model is a run that ends: all that it passes is not doomed (`cover`). What is left over is asked point by point, in
//!    one context; a refutation counts when the checker of certificates accepts it.
//! 5. The lines that a refutation needs are found by asking again, with lines as assumptions (`cause`).
//! 6. Runs of the machine try to contradict (`probe`).
//!
//! Nothing is taken for granted: what is not modelled has any value, and code that nobody follows may end the run.

pub mod graph;
pub mod points;
mod repeat;
mod given;
mod counted;
mod tidying;
pub mod outcomes;
pub mod copies;
pub mod starts;
pub mod claims;
mod checks;
mod follow;
mod step;
pub mod passive;
pub mod cover;
pub mod cause;
pub mod probe;

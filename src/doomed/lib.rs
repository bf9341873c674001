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
//!
//! Of a loop there are four copies: the first round (more of them where it counts to a small constant, `counted.rs`),
//! any round with nothing known before and after, the last whole one, and the one that leaves. Every run that ends has
//! a path there, whatever round it passes a point in. `vc/condition/` takes nothing for granted (`MemoryModel`): arithmetic
//! that does not fit has any value, a write changes what other types read at that place. A model removes all points
//! that it passes, whether it happens or not: to be silent is never wrong. `claims.rs` decides how conditions come out
//! in all runs that fail: nothing else is said of them. Which points are asked at all, and where calls come back from,
//! the rules say (`rules/doomed.rs`), as they say which nodes loops have, which copies there are, and which ways lead
//! from one to another (`rules/unroll.rs`); `copies.rs` fills the blocks.

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
pub mod passive;
pub mod cover;
pub mod cause;
pub mod probe;

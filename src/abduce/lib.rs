//! Questions that settle an unknown: what is missing in a proof, or in the proof of a failure, as small facts that a person
//! may know ("Automated error diagnosis using abductive inference", Dillig, Dillig, Aiken).
//!
//! `world` is what is known: runs that pass a check, runs that fail there, over unknowns that are inputs or stand for what
//! the analysis does not know. `paths` and `implicant` tell runs apart as conjunctions, `obligation` projects them to some
//! unknowns (section 4.1, 4.2), `subsets` finds the cheapest unknowns (Definition 5), `simplify` leaves out what is known,
//! and `dialogue` asks (Figure 6, section 4.4). Values go in, the next question comes out; nothing is printed.

mod world;
mod implicant;
mod paths;
mod obligation;
mod context;
pub mod cost;
mod simplify;
mod subsets;
mod question;
mod plan;
mod dialogue;

#[cfg(test)]
mod tests;

pub use context::context;
pub use cost::Cost;
pub use dialogue::{Dialogue, End, Exact, Extent, Next, Settings};
pub use question::{Answer, Ask, Compared, Kind, Offer, Reply, written};
pub use world::{Unknown, UnknownKind, World};

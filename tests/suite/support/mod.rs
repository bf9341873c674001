//! What several tests of the suite share.

pub mod annotated;
pub mod brute;
pub mod browser;
pub mod command;
pub mod compiler;
pub mod expectations;
pub mod generate;
pub mod heap;
pub mod loopfree;
pub mod machine;
pub mod modules;
pub mod notes;
pub mod random;
pub mod picture;
pub mod references;
pub mod schema;
pub mod screen;
pub mod seeded;
pub mod stress;
pub mod systems;
pub mod texts;
pub mod varied;
pub mod wellformed;
pub mod words;

//! What several tests of the suite share.

pub mod compiler;
pub mod expectations;
pub mod generate;
pub mod random;
pub mod references;
pub mod varied;
pub mod wellformed;

//! What several tests of the suite share.

pub mod expectations;
pub mod generate;
pub mod references;

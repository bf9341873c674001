//! What tests, benches, the fuzz targets and the command see of the inside. It is no part of the interface and may change
//! at any time.
//!
//! Each name stands at its own path. What is not named here is used by the stages themselves or not at all, which the
//! compiler then says.

#![allow(missing_docs)]

pub mod cli {
    pub use crate::cli::{Environment, run, run_with};
    pub mod args {
        pub use crate::cli::args::{Arguments, CheckArguments, Command};
    }
    pub mod read {
        pub use crate::cli::read::{load, models};
    }
    pub mod yaml {
        pub use crate::cli::yaml::parse;
    }
}
pub mod pipeline {
    pub use crate::pipeline::{analyse, lowered, original};
    pub mod doomed {
        pub use crate::pipeline::doomed::{Habits, Request, doomed};
        pub use focuscheck_report::doomed::model::{Doomed, DoomedKind, DoomedReport, Grade, Note};
    }
    pub mod verify {
        pub use crate::pipeline::verify::{Request, verify, watched};
        pub use focuscheck_report::verify::model::{FunctionReport, ObligationReport, ObligationVerdict};
        pub mod twin {
            pub use crate::pipeline::verify::twin::{
                Error, Form, Questions, Told, WeakestOf, questions, weakest_of,
            };
        }
    }
}

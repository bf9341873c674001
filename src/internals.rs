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
pub mod explore {
    pub use crate::explore::{Analysed, Explorer};
    pub mod event {
        pub use crate::explore::event::{Event, Key};
    }
    pub mod view {
        pub use crate::explore::view::draw;
    }
}
pub mod pipeline {
    pub use crate::pipeline::{analyse, lowered, original};
    pub mod doomed {
        pub use crate::pipeline::doomed::{Habits, Request, doomed};
        pub use crate::report::doomed::model::{Doomed, DoomedKind, DoomedReport, Grade, Note};
    }
    pub mod verify {
        pub use crate::pipeline::verify::{Request, verify, watched};
        pub use crate::report::verify::model::{FunctionReport, ObligationReport, ObligationVerdict};
        pub mod twin {
            pub use crate::pipeline::verify::twin::{
                Error, Form, Questions, Told, WeakestOf, questions, weakest_of,
            };
        }
    }
}
pub mod report {
    pub mod doubts {
        pub use crate::report::doubts::reason;
    }
    pub mod model {
        pub use crate::report::model::{
            Counterexample, ErrorReport, FileReport, InputValue, ReduceStep, Status, Step, StepKind, Verdict,
        };
    }
    pub mod style {
        pub use crate::report::style::Style;
    }
    pub mod text {
        pub use crate::report::text::verdict_line;
    }
    pub mod words {
        pub use crate::report::words::assumed;
    }
}

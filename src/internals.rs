//! What tests, benches, the fuzz targets and the command see of the inside. It is no part of the interface and may change
//! at any time.
//!
//! Each name stands at its own path. What is not named here is used by the stages themselves or not at all, which the
//! compiler then says.

#![allow(missing_docs)]

pub mod arith {
    pub use crate::arith::{Relation, Undefined};
}
pub mod certificate {
    pub mod parse {
        pub use crate::certificate::parse::verify;
    }
    pub mod text {
        pub use crate::certificate::text::Writer;
    }
}
pub mod check {
    pub use crate::check::check;
}
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
pub mod facts {
    pub mod dump {
        pub use crate::facts::dump::read;
    }
    pub mod cfg {
        pub use crate::facts::cfg::{Action, ErrorId, ErrorKind, Graph, ScalarId, ScalarKind, SiteId};
    }
}
pub mod layout {
    pub use crate::layout::{Laid, lay_out, lay_out_everywhere};
}
pub mod limit {
    pub use crate::limit::{Deadline, done};
}
pub mod machine {
    pub use crate::machine::{End, Given, Limits, Machine, Undefined};
}
pub mod options {
    pub use crate::options::{CheckKind, DataModel, Interrupt, Options, PrecisionMode, Procedures, Volatile};
}
pub mod pipeline {
    pub use crate::pipeline::{analyse, lowered, original};
    pub mod doomed {
        pub use crate::doomed::cover::Mode;
        pub use crate::pipeline::doomed::{Habits, Request, doomed};
        pub use crate::report::doomed::model::{Doomed, DoomedKind, DoomedReport, Grade, Note};
    }
    pub mod verify {
        pub use crate::condition::passive::Labels;
        pub use crate::guarded::LoopMode;
        pub use crate::guarded::graph::Property;
        pub use crate::pipeline::verify::{Request, verify, watched};
        pub use crate::report::verify::model::{FunctionReport, ObligationReport, ObligationVerdict};
        pub mod twin {
            pub use crate::pipeline::verify::twin::{
                Error, Form, Questions, Told, WeakestOf, questions, weakest_of,
            };
        }
    }
}
pub mod program {
    pub mod graph {
        pub use crate::program::graph::{Action, Graph};
    }
}
pub mod prove {
    pub mod term {
        pub use crate::prove::term::{
            BoolId, FormulaId, FormulaNode, MapId, MapNode, Region, TermId, TermNode, Terms, VariableId,
        };
    }
}
pub mod relations {
    pub mod dump {
        pub use crate::relations::dump::read_program;
    }
}
pub mod simulation {
    pub mod directed {
        pub use crate::simulation::directed::{DirectedLimits, directed};
    }
    pub mod evaluate {
        pub use crate::simulation::evaluate::{Undefined, Value};
    }
    pub mod interpreter {
        pub use crate::simulation::interpreter::{End, Limits, Machine, Observer, Oracle, TraceStep, run};
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
pub mod solver {
    pub use crate::solver::{ExactSolver, Solver};
    pub mod constraint {
        pub use crate::solver::constraint::{Comparison, Constraint, Linear, Symbol};
    }
    pub mod outcome {
        pub use crate::solver::outcome::Outcome;
    }
    pub mod problem {
        pub use crate::solver::problem::{Operation, Problem};
    }
}
pub mod source {
    pub use crate::source::SourceFile;
}
pub mod summary {
    pub mod backward {
        pub use crate::summary::backward::{BackwardLimits, Walker};
    }
    pub mod error_set {
        pub use crate::summary::error_set::{Dependence, Required};
    }
    pub mod fact {
        pub use crate::summary::fact::NodeInvariants;
    }
    pub mod invariant {
        pub use crate::summary::invariant::{InvariantLimits, Plan, find};
    }
    pub mod liveness {
        pub use crate::summary::liveness::Liveness;
    }
    pub mod state {
        pub use crate::summary::state::Precision;
    }
    pub mod statics {
        pub use crate::summary::statics::Statics;
    }
    pub mod step {
        pub use crate::summary::step::{ForwardLimits, Stepper};
    }
}
pub mod syntax {
    pub use crate::syntax::{difference, parse};
    pub mod ast {
        pub use crate::syntax::ast::{Item, TranslationUnit, TypeSpecifier};
    }
    pub mod error {
        pub use crate::syntax::error::{Diagnostic, Severity};
    }
    pub mod print {
        pub use crate::syntax::print::print;
    }
}

//! Runs the summary rules: precision, abstract steps, forward and backward.
//!
//! A state is a node with a valuation: known values of tracked scalars; what is missing is unknown. The forward rules
//! compute path edges and procedure summaries on demand. A callee's entry valuation is projected to what it may read or
//! assign, so calls share summaries. `--precision full` tracks everything; else each error has a precision of its own,
//! and its question goes through these ways, one file each in `driver/method/`, until one settles it (`ladder.rs`; the
//! report says which one did):
//!
//! 1. *A few rounds of refinement* (`bulk.rs`, `refinement.rs`). The forward run under the precision, at first
//!    nothing, either misses the error, which is a proof, or has a shortest route to it
//!    (`engine/summary/route.rs`; its length is a least distance of the rules). The route is executed on symbolic
//!    inputs (`engine/focus/trial.rs`); where it cannot be, the scalars through which the clashing values came
//!    about are tracked in the next round. These runs skip every node that does not touch what is tracked
//!    (`engine/summary/shortcut.rs`), so a round costs what the precision costs and not what the program has
//!    statements. A round settles all errors it misses.
//! 2. *A run by cases* (`cases.rs`, `driver/method/cases.rs`), once for all errors: everything is tracked, and where a scalar
//!    that is not known decides something and the invariants leave it few values, the run goes on from one state for each.
//!    It is short here; a long one comes before step 6.
//! 3. *The walk back with nothing tracked* (`walk.rs`), within a small limit: weakest preconditions alone refute
//!    or explain much.
//! 4. *Probing* (`guessing.rs`, `cells/simulation/probe.rs`): the program is run on guessed inputs, taken from its
//!    own comparisons, and vectors that led somewhere new are kept and continued. A run that reaches the error is
//!    an explanation.
//! 5. *The walk back with everything tracked that was found to matter*, within a limit that is less than what
//!    follows takes.
//! 6. *Refinement* with more states, in turns with a search directed at the error
//!    (`cells/simulation/directed.rs`): what was kept is continued where most of the conditions on the way to the
//!    error held.
//! 7. *The walk back*, as far as it may go.
//!
//! Where the first step settles nothing, invariants of all nodes are computed once and used from then on: a forward run
//! takes no branch that they exclude. At the end of step 6 they are computed again for the states of the last precision
//! (`tracked.rs`), so that they may differ between tracked values.
//!
//! What is known about a program before an error is answered is a value, `Knowledge`: which errors no run reaches and
//! what was tracked then, the invariants, the guessed runs. The errors have one order, and what is known for one is
//! what looking at the errors up to it has shown (step 1), never what was found while others were answered. So an
//! answer is the same whichever errors were asked for before; a test asks backwards, and for each alone.
//!
//! Where more values of a scalar come together than may be known, the run starts again, and only those near zero are
//! known there (`Stepper::starts_again`): which ones came first depends on the order in which the rules are evaluated.
//!
//! `--inline` uses the naive twin of the rules on states that carry their calls.

pub mod dependence;
pub mod statics;
pub mod liveness;
pub mod state;
pub mod fact;
pub mod shortcut;
pub mod cases;
pub mod step;
pub mod invariant;
pub mod route;
pub mod grouping;
pub mod error_set;
pub mod backward;
pub mod derived;

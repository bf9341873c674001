//! What annotations state, as assertions and assumptions of the program (`check --acsl`): typed tree to typed tree.
//!
//! `requires` of the function that a run starts at is assumed. All else that is stated has to hold where a run comes to it:
//! `assert`, `check`, invariants of loops and labels, `requires` of a function that is called, `ensures` where one returns.
//! `admit` is assumed. What is evaluated is exact: integers are as wide as the values of their parts ask for.
//!
//! What cannot be evaluated (quantifiers, `\valid`, …) becomes a value that nobody knows
//! ([`ExpressionKind::Unknown`](focuscheck_check::tree::ExpressionKind)), so that a verdict that needs it stays open. What is not
//! looked at (`assigns`, variants, …) is said by a warning.
//!
//! A clause becomes a call of a function whose name none of C's can be (`vocabulary::STATED`, `ASSUMED`); its terms
//! become expressions in signed types that hold their values (`value.rs`), up to 128 bits. `\old` is a variable that is
//! initialised where the function begins, `return` goes to one end where `ensures` is asked, a loop asks for its
//! invariant before it and in its step. A function that nobody defines gets a body from its contract. An assumption
//! that cannot be evaluated leaves every run behind it undecided, so nothing is claimed of a run that may violate it.

mod clause;
mod function;
mod insert;
mod left_out;
mod names;
pub mod probe;
mod term;
mod value;

pub use insert::PROBE;

use focuscheck_base::source::SourceFile;
use focuscheck_check::tree::{FunctionId, Program};
use focuscheck_syntax::error::Diagnostic;

/// Puts what annotations state into a program that starts at a function; gives what is left out. With `is_probing` there are
/// errors around what is assumed, so that somebody can ask whether any run gets through.
pub fn monitor(program: &mut Program, entry: &str, source: &SourceFile, is_probing: bool) -> Vec<Diagnostic> {
    let said = left_out::left_out(program);
    let entry = program.function(entry).map(|function| program.resolved(function));
    let names = names::Names::of(program);
    let judges = insert::Judges::new(program, is_probing);
    let functions: Vec<FunctionId> = (0..program.functions.len()).map(|n| FunctionId(n as u32)).collect();
    for function in functions {
        let start = entry == Some(function);
        function::state(program, judges, &names, function, (start, source));
    }
    said
}

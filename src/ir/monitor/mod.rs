//! What annotations state, as assertions and assumptions of the program (`check --acsl`): typed tree to typed tree.
//!
//! `requires` of the function that a run starts at is assumed. All else that is stated has to hold where a run comes to it:
//! `assert`, `check`, invariants of loops and labels, `requires` of a function that is called, `ensures` where one returns.
//! `admit` is assumed. What is evaluated is exact: integers are as wide as the values of their parts ask for.
//!
//! What cannot be evaluated (quantifiers, `\valid`, …) becomes a value that nobody knows
//! ([`ExpressionKind::Unknown`](focuscheck_check::tree::ExpressionKind)), so that a verdict that needs it stays open. What is not
//! looked at (`assigns`, variants, …) is said by a warning.

mod clause;
mod function;
mod insert;
mod left_out;
mod names;
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

//! The streams that each program has.

use super::library;
use super::tree::{Expression, ExpressionKind as Kind, PlaceKind, Program};

/// What stands before the bodies of library functions if the stream that is read is the standard input.
pub(super) const INPUT: &str = "#define INPUT\n";

/// Whether an expression is a stream that each program has.
pub(super) fn is_standard(expression: &Expression) -> bool {
    matches!(&expression.kind, Kind::Undeclared(name) if matches!(&**name, "stdin" | "stdout" | "stderr"))
}

/// Whether an expression is the standard input.
fn is_input(program: &Program, expression: &Expression) -> bool {
    match expression.unconverted() {
        Kind::Undeclared(name) => name == "stdin",
        Kind::AddressOf(place) => match place.kind {
            PlaceKind::Object(object) => program.objects[object.index()].name == "*stdin",
            _ => false,
        },
        _ => false,
    }
}

/// Whether a call reads the standard input, if it reads a stream.
pub fn reads_input(program: &Program, name: &str, arguments: &[Expression]) -> bool {
    let stream = library::function(name).and_then(|function| function.stream);
    stream.is_none_or(|at| arguments.get(at).is_some_and(|stream| is_input(program, stream)))
}

//! Functions that say by `errno` that a number is too large, which their bodies do not.

use super::tree::{Callee, Expression, ExpressionKind as Kind, Place, PlaceKind, Program, Statement};
use super::visit::{Part, Visit, in_expression, in_place};

/// The base of a number that a text is read as, if it is a constant.
pub(super) fn base(arguments: &[Expression]) -> Option<i128> {
    let base = arguments.get(2).and_then(|base| base.constant);
    base.filter(|base| *base == 0 || (2..=36).contains(base))
}

/// Whether a function says by `errno` that a number is too large.
pub(super) fn sets_errno(name: &str) -> bool {
    matches!(name, "strtol" | "strtoul" | "strtoll" | "strtoull")
}

/// Whether something looks at `errno`.
pub(super) fn uses_errno(program: &Program, bodies: &[Vec<Statement>]) -> bool {
    let is_errno = |part: Part<'_>| match part {
        Part::Place(Place { kind: PlaceKind::Undeclared(name), .. }) => name == "errno",
        Part::Place(Place { kind: PlaceKind::Object(object), .. }) => {
            program.objects[object.index()].name == "errno"
        }
        Part::Expression(Expression { kind: Kind::Undeclared(name), .. }) => name == "errno",
        Part::Expression(Expression { kind: Kind::Call(Callee::Named(id), _), .. }) => {
            program.functions[id.index()].name == "__errno_location"
        }
        Part::Expression(_) | Part::Place(_) => false,
    };
    let mut found = Finder { holds: is_errno, found: false };
    bodies.iter().flatten().for_each(|statement| found.statement(statement));
    found.found
}

/// Looks for a part of statements for which something holds.
struct Finder<F> {
    holds: F,
    found: bool,
}

impl<'t, F: Fn(Part<'t>) -> bool> Visit<'t> for Finder<F> {
    fn expression(&mut self, expression: &'t Expression) {
        self.found |= (self.holds)(Part::Expression(expression));
        in_expression(self, expression);
    }

    fn place(&mut self, place: &'t Place) {
        self.found |= (self.holds)(Part::Place(place));
        in_place(self, place);
    }
}

//! Which scalars expressions and actions read, and which ones actions assign.

use crate::facts::cfg::{Action, Expr, ScalarId};

/// Calls a function with each scalar that an expression reads.
pub fn each_read(expression: &Expr, found: &mut impl FnMut(ScalarId)) {
    match expression {
        Expr::Constant(..) => {}
        Expr::Scalar(scalar) => found(*scalar),
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => each_read(operand, found),
        Expr::Binary(_, _, left, right) => {
            each_read(left, found);
            each_read(right, found);
        }
    }
}

/// Adds the scalars that an expression reads.
pub fn reads(expression: &Expr, into: &mut Vec<ScalarId>) {
    each_read(expression, &mut |scalar| into.push(scalar));
}

/// The scalars that an expression reads.
pub fn read_by(expression: &Expr) -> Vec<ScalarId> {
    let mut into = Vec::new();
    reads(expression, &mut into);
    into
}

/// The expressions that an action evaluates and something may depend on: not the status of an `exit`.
pub fn operands(action: &Action) -> Vec<&Expr> {
    match action {
        Action::Assign { value, .. } => vec![value],
        Action::Load { index, .. } | Action::Bounds { index, .. } => vec![index],
        Action::Store { index, value, .. } => vec![index, value],
        Action::Branch(condition) | Action::Assume(condition) => vec![&condition.left, &condition.right],
        Action::Call { arguments, .. } => arguments.iter().collect(),
        Action::Skip
        | Action::UnitStart
        | Action::Input { .. }
        | Action::Unsupported { .. }
        | Action::Exit
        | Action::Error(_)
        | Action::Cut { .. }
        | Action::Stop(_) => Vec::new(),
    }
}

/// The scalars that an action reads, in order; for a subscripted access the index only.
pub fn node_reads(action: &Action) -> Vec<ScalarId> {
    let mut into = Vec::new();
    operands(action).into_iter().for_each(|operand| reads(operand, &mut into));
    into.sort_unstable();
    into.dedup();
    into
}

/// The scalars that an action may assign itself (a call: only its results).
pub fn node_assigns(action: &Action) -> Vec<ScalarId> {
    match action {
        Action::Store { range, .. } => range.cells().collect(),
        action => surely_assigns(action),
    }
}

/// The scalars that an action assigns for certain: of a subscripted one nobody knows.
pub fn surely_assigns(action: &Action) -> Vec<ScalarId> {
    match action {
        Action::Assign { target, .. }
        | Action::Load { target, .. }
        | Action::Input { target, .. }
        | Action::Unsupported { target, .. } => vec![*target],
        Action::Call { results, .. } => results.iter().map(|&(_, to)| to).collect(),
        Action::Skip
        | Action::UnitStart
        | Action::Store { .. }
        | Action::Bounds { .. }
        | Action::Branch(_)
        | Action::Assume(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Cut { .. }
        | Action::Stop(_) => Vec::new(),
    }
}

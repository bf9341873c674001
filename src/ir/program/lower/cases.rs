//! The labels of a `switch`.

use focuscheck_base::source::Span;
use focuscheck_check::tree::{LabelKind, Statement, StatementKind as Kind};

/// Collects the labels of a `switch` in the order in which its body is lowered.
pub(super) fn collect_cases(body: &Statement, tests: &mut Vec<(LabelKind, Span)>) {
    match &body.kind {
        Kind::Labelled(labels, inner) => {
            // The text of a label ends where what it labels begins.
            let starts = labels[1..].iter().map(|(_, span)| span.start).chain([inner.span.start]);
            let whole =
                labels.iter().zip(starts).map(|((label, span), end)| (*label, Span::new(span.start, end)));
            tests.extend(whole.filter(|(label, _)| !matches!(label, LabelKind::Name(_))));
            collect_cases(inner, tests);
        }
        Kind::Block(statements) => statements.iter().for_each(|inner| collect_cases(inner, tests)),
        Kind::If(arms, otherwise) => {
            arms.iter().for_each(|arm| collect_cases(&arm.then, tests));
            otherwise.iter().for_each(|otherwise| collect_cases(otherwise, tests));
        }
        Kind::While(_, body) | Kind::DoWhile(body, _) | Kind::For { body, .. } => collect_cases(body, tests),
        // What is inside belongs to that `switch`.
        Kind::Switch(..) => {}
        Kind::Empty
        | Kind::Stated(_)
        | Kind::Expression(_)
        | Kind::Declaration(_)
        | Kind::NestedFunction
        | Kind::Break
        | Kind::Continue
        | Kind::Return(_)
        | Kind::Goto(_)
        | Kind::GotoComputed(_)
        | Kind::Assembler(_) => {}
    }
}

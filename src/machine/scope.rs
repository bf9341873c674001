//! Where objects of inner blocks are declared to live. A run on the graph does not end them before their call ends.

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{Declaration, ObjectId, Statement, StatementKind};

/// The objects that statements declare in inner blocks, each with the text of its block.
pub(super) fn scopes(statements: &[Statement]) -> Vec<(ObjectId, Span)> {
    let mut found = Vec::new();
    statements.iter().for_each(|statement| add(statement, None, &mut found));
    found
}

fn add(statement: &Statement, around: Option<Span>, found: &mut Vec<(ObjectId, Span)>) {
    use StatementKind as Kind;
    spend(1);
    match &statement.kind {
        Kind::Declaration(made) => {
            let Some(around) = around else { return };
            for made in made {
                if let Declaration::Object { object, .. } = made {
                    found.push((*object, around));
                }
            }
        }
        Kind::Block(statements) => {
            statements.iter().for_each(|inner| add(inner, Some(statement.span), found));
        }
        Kind::If(arms, otherwise) => {
            arms.iter().for_each(|arm| add(&arm.then, around, found));
            otherwise.iter().for_each(|otherwise| add(otherwise, around, found));
        }
        Kind::While(_, body) | Kind::DoWhile(body, _) | Kind::Switch(_, body) | Kind::Labelled(_, body) => {
            add(body, around, found);
        }
        Kind::For { init, body, .. } => {
            init.iter().for_each(|init| add(init, Some(statement.span), found));
            add(body, Some(statement.span), found);
        }
        Kind::Empty
        | Kind::Expression(_)
        | Kind::NestedFunction
        | Kind::Break
        | Kind::Continue
        | Kind::Return(_)
        | Kind::Goto(_)
        | Kind::GotoComputed(_)
        | Kind::Assembler(_)
        | Kind::Stated(_) => {}
    }
}

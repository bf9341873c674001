//! Labels that are called errors, and behind which something is done.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::library::Model;
use focuscheck_check::tree::{
    Callee, Definition, ExpressionKind as Kind, LabelKind, Program, Statement, StatementKind,
};
use focuscheck_check::visit::statements_inside;
use focuscheck_check::vocabulary;

/// Where labels stand that are called errors although something is done there: what was begun is tidied up, and the run
/// goes on. At others it stops, or stays.
pub fn tidying(tree: &Program) -> BTreeSet<Option<Span>> {
    let mut found = BTreeSet::new();
    for definition in tree.functions.iter().filter_map(|function| function.definition.as_ref()) {
        definition.body.iter().for_each(|statement| tidying_in(tree, definition, statement, &mut found));
    }
    found
}

fn tidying_in(
    tree: &Program,
    definition: &Definition,
    statement: &Statement,
    found: &mut BTreeSet<Option<Span>>,
) {
    spend(1);
    if let StatementKind::Labelled(labels, body) = &statement.kind
        && !stays(tree, body)
    {
        for (label, place) in labels {
            if let LabelKind::Name(id) = label {
                found.insert(Some(definition.labels.get(id.index()).map_or(*place, |label| label.span)));
            }
        }
    }
    statements_inside(statement, &mut |inner| tidying_in(tree, definition, inner, found));
}

/// Whether a run does nothing in a statement but stop or stay there.
fn stays(tree: &Program, statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Goto(_) => true,
        StatementKind::Block(statements) => statements.first().is_some_and(|first| stays(tree, first)),
        StatementKind::While(condition, _) => condition.constant.is_some(),
        StatementKind::For { condition: None, .. } => true,
        StatementKind::Expression(value) => match &value.kind {
            Kind::Call(Callee::Named(id), _) => {
                let name = &tree.functions[id.index()].name;
                matches!(vocabulary::model(name), Some(Model::Stop))
                    || vocabulary::role(name) == Some(vocabulary::Role::Error)
            }
            _ => false,
        },
        StatementKind::If(..)
        | StatementKind::For { .. }
        | StatementKind::DoWhile(..)
        | StatementKind::Switch(..)
        | StatementKind::Labelled(..)
        | StatementKind::Empty
        | StatementKind::Declaration(_)
        | StatementKind::NestedFunction
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::GotoComputed(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => false,
    }
}

//! Which scalars it is worth to know of whether they have one certain value: letters of texts whether they are zero, pointers
//! whether they are null. No range says that a letter is not zero, or that a pointer is null or leads to somewhere in an array.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::copies::reached;
use focuscheck_rules::schema::Scalar;

use crate::facts::cfg::{Action, Condition, Expr, Graph, NULL_OFFSET, ScalarId};

use super::arrays::Arrays;
use super::test::copied;

/// In programs with more such scalars nothing is said of any.
const MOST: usize = 48;

/// By scalar of a procedure the value that counts.
pub(super) type Values = BTreeMap<ScalarId, i128>;

/// The scalars of a program.
pub(super) fn values(graph: &Graph, arrays: &Arrays) -> Values {
    let letters = letters(graph, arrays).into_iter().map(|scalar| (scalar, 0));
    let pointers = pointers(graph, arrays).into_iter().map(|scalar| (scalar, NULL_OFFSET));
    let values: Values = letters.chain(pointers).collect();
    if values.len() > MOST { Values::new() } else { values }
}

/// The scalar whose value an expression has, as far as one value is concerned.
pub(super) fn same(graph: &Graph, expression: &Expr, value: i128) -> Option<ScalarId> {
    match (value, expression) {
        (0, expression) => copied(graph, expression),
        (_, Expr::Scalar(scalar)) => Some(*scalar),
        _ => None,
    }
}

/// The copies that a program makes of one value, with those that calls make.
fn copies(graph: &Graph, value: i128) -> Vec<(ScalarId, ScalarId)> {
    let mut found = Vec::new();
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, value: given } => {
                found.extend(same(graph, given, value).map(|source| (source, *target)));
            }
            Action::Call { callee, arguments, results } => {
                let formals = &graph.procedures[callee.index()].formals;
                let passed = arguments.iter().zip(formals);
                found.extend(passed.filter_map(|(given, to)| Some((same(graph, given, value)?, *to))));
                found.extend(results);
            }
            _ => {}
        }
    }
    found
}

/// The scalars between where a value comes from and where it is used, in variables of procedures.
fn between(
    graph: &Graph,
    arrays: &Arrays,
    (from, to): (BTreeSet<ScalarId>, BTreeSet<ScalarId>),
    value: i128,
) -> BTreeSet<ScalarId> {
    let is_local = |scalar: &ScalarId| graph.scalars[scalar.index()].procedure.is_some();
    let is_single = |scalar: &ScalarId| is_local(scalar) && arrays.with(*scalar).is_none();
    let copies = copies(graph, value).into_iter().filter(|(from, to)| is_single(from) && is_single(to));
    let forwards: Vec<(Scalar, Scalar)> = copies.map(|(from, to)| (from.into(), to.into())).collect();
    let backwards = forwards.iter().map(|&(from, to)| (to, from));
    let single = |scalars: BTreeSet<ScalarId>| scalars.into_iter().filter(is_single).map(Scalar::from);
    let from: BTreeSet<Scalar> = reached(single(from), forwards.iter().copied()).collect();
    reached(single(to), backwards).filter(|scalar| from.contains(scalar)).map(ScalarId::from).collect()
}

/// The scalars that are loaded from an array with a prefix and stored to such an array, perhaps as copies of one another. The
/// store would otherwise have to be taken for one that ends the text.
fn letters(graph: &Graph, arrays: &Arrays) -> BTreeSet<ScalarId> {
    let actions = || graph.nodes.iter().map(|node| &node.action);
    let loaded = actions().filter_map(|action| match action {
        Action::Load { target, range, .. } if arrays.whole(range).is_some() => Some(*target),
        _ => None,
    });
    let stored = actions().filter_map(|action| match action {
        Action::Store { range, value, .. } if arrays.whole(range).is_some() => copied(graph, value),
        _ => None,
    });
    between(graph, arrays, (loaded.collect(), stored.collect()), 0)
}

/// The pointers that are null for certain somewhere, and elsewhere are compared with null.
fn pointers(graph: &Graph, arrays: &Arrays) -> BTreeSet<ScalarId> {
    let actions = || graph.nodes.iter().map(|node| &node.action);
    let null = actions().filter_map(|action| match action {
        Action::Assign { target, value: Expr::Constant(NULL_OFFSET, _) } => Some(*target),
        _ => None,
    });
    let compared = actions().filter_map(|action| match action {
        Action::Branch(Condition {
            left: Expr::Scalar(scalar),
            right: Expr::Constant(NULL_OFFSET, _),
            ..
        }) => Some(*scalar),
        _ => None,
    });
    between(graph, arrays, (null.collect(), compared.collect()), NULL_OFFSET)
}

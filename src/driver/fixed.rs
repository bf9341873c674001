//! What does not hang on what a program reads.

use std::collections::BTreeSet;

use focuscheck_rules::copies::copied;
use focuscheck_rules::schema::{Scalar, Site};

use focuscheck_cells::facts::cfg::{Action, Condition, ErrorId, Graph, NodeId, ScalarId, UnitKind};
use focuscheck_cells::facts::reads::read_by;
use focuscheck_cells::simulation::flow::{flows, read_into};

/// The errors whose conditions do not hang on what is read from outside, nor on what is not modelled.
pub fn fixed(graph: &Graph) -> BTreeSet<ErrorId> {
    let pair = |(from, to): (ScalarId, ScalarId)| (Scalar::from(from), Scalar::from(to));
    let outside = read_into(graph).map(|(_, scalar)| scalar).chain(not_modelled(graph));
    let reached = copied(outside.map(|scalar| (Site(0), scalar)), flows(graph).into_iter().map(pair));
    let read: BTreeSet<ScalarId> = reached.of(Site(0)).iter().map(|&(_, scalar)| scalar.into()).collect();
    let is_fixed = |condition: &Condition| {
        let both = [&condition.left, &condition.right].into_iter();
        both.flat_map(read_by).all(|scalar| !read.contains(&scalar))
    };
    let mut hanging: BTreeSet<NodeId> = BTreeSet::new();
    for node in &graph.nodes {
        if let Action::Branch(condition) = &node.action
            && !is_fixed(condition)
        {
            hanging.extend(&node.successors);
        }
    }
    let errors = graph.errors.iter().zip(0..);
    let errors = errors.filter(|(site, _)| site.nodes.iter().all(|node| !hanging.contains(node)));
    errors.map(|(_, number)| ErrorId(number)).collect()
}

/// Whether a program reads nothing: variables without a value are nothing that it reads.
pub fn reads_nothing(graph: &Graph) -> bool {
    let is_declaration = |unit: UnitKind| unit == UnitKind::Havoc;
    let reads = graph.nodes.iter().any(|node| {
        matches!(node.action, Action::Input { .. }) && !is_declaration(graph.units[node.unit.index()].kind)
    });
    !reads && graph.scalars.iter().all(|scalar| !matches!(scalar.initial, Some(Err(_))))
}

fn not_modelled(graph: &Graph) -> impl Iterator<Item = Scalar> {
    graph.nodes.iter().filter_map(|node| match node.action {
        Action::Unsupported { target, .. } => Some(target.into()),
        _ => None,
    })
}

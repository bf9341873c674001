//! The last touches: nodes without a purpose go, numbers close up, units learn what they read.

use std::collections::BTreeSet;

use crate::facts::cfg::{
    Action, Condition, Expr, Graph, Node, NodeId, ScalarId, ScalarKind, StatementId, UnitId, UnitKind,
};
use crate::layout::program::Program;

use super::build::DANGLING;

/// Finishes a graph.
pub(super) fn finish(program: &Program, mut graph: Graph) -> Graph {
    super::outputs::drop_unchanged(&mut graph);
    let live = reachable(&graph);
    let removable = removable(&graph, &live);
    let targets = forward(&graph, removable);
    let numbers = renumber_nodes(&mut graph, &live, &targets);
    for error in &mut graph.errors {
        error.nodes =
            error.nodes.iter().map(|node| numbers[node.index()]).filter(|&n| n != DANGLING).collect();
    }
    graph.obligations.retain_mut(|obligation| {
        obligation.node = numbers[obligation.node.index()];
        obligation.node != DANGLING
    });
    renumber_units(&mut graph);
    unit_scalars(&mut graph);
    let mut assumed = super::assumed::assumptions(program, &graph);
    assumed.append(&mut graph.assumed);
    graph.assumed = assumed;
    graph
}

/// The nodes that some path from the begin of their procedure reaches.
fn reachable(graph: &Graph) -> Vec<bool> {
    let mut live = vec![false; graph.nodes.len()];
    let mut pending: Vec<NodeId> = graph.procedures.iter().map(|procedure| procedure.entry).collect();
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut live[node.index()], true) {
            pending.extend(&graph.nodes[node.index()].successors);
        }
    }
    for procedure in &graph.procedures {
        live[procedure.exit.index()] = true;
    }
    live
}

/// Joins and labels, and the begin of units that turned out to have one node.
fn removable(graph: &Graph, live: &[bool]) -> Vec<bool> {
    let mut sizes = vec![0u32; graph.units.len()];
    for (node, _) in graph.nodes.iter().zip(live).filter(|(_, live)| **live) {
        sizes[node.unit.index()] += (node.action != Action::UnitStart) as u32;
    }
    let mut removable: Vec<bool> = graph
        .nodes
        .iter()
        .map(|node| match node.action {
            Action::Skip => graph.units[node.unit.index()].kind == UnitKind::Silent,
            Action::UnitStart => sizes[node.unit.index()] <= 1,
            _ => false,
        })
        .collect();
    for procedure in &graph.procedures {
        removable[procedure.entry.index()] = false;
    }
    removable
}

/// For each node the one that stands in for it: itself, or the first that is not removable. In a cycle of
/// removable nodes (`for (;;);`) one stays.
fn forward(graph: &Graph, mut removable: Vec<bool>) -> Vec<NodeId> {
    let mut targets = vec![DANGLING; graph.nodes.len()];
    let mut on_path = vec![false; graph.nodes.len()];
    for start in 0..graph.nodes.len() {
        let mut path = Vec::new();
        let mut node = NodeId(start as u32);
        let target = loop {
            if targets[node.index()] != DANGLING {
                break targets[node.index()];
            }
            if on_path[node.index()] {
                removable[node.index()] = false;
            }
            if !removable[node.index()] {
                break node;
            }
            on_path[node.index()] = true;
            path.push(node);
            node = graph.nodes[node.index()].successors[0];
        };
        for passed in path {
            on_path[passed.index()] = false;
            targets[passed.index()] = target;
        }
        targets[target.index()] = target;
    }
    targets
}

/// Keeps the live nodes that stand for themselves; gives the new number of each old node.
fn renumber_nodes(graph: &mut Graph, live: &[bool], targets: &[NodeId]) -> Vec<NodeId> {
    let mut numbers = vec![DANGLING; graph.nodes.len()];
    let mut count = 0;
    // For each old number, how many nodes before it stay.
    let mut before = Vec::with_capacity(graph.nodes.len() + 1);
    for old in 0..graph.nodes.len() {
        before.push(count);
        if live[old] && targets[old].index() == old {
            numbers[old] = NodeId(count);
            count += 1;
        }
    }
    before.push(count);
    let renumber = |node: NodeId| numbers[targets[node.index()].index()];
    let old_nodes = std::mem::take(&mut graph.nodes);
    for (old, mut node) in old_nodes.into_iter().enumerate() {
        if numbers[old] != DANGLING {
            for successor in &mut node.successors {
                *successor = renumber(*successor);
            }
            graph.nodes.push(node);
        }
    }
    for unit in &mut graph.units {
        let exits = unit.exits.map(|(yes, no)| (renumber(yes), renumber(no)));
        unit.exits = exits.filter(|&(yes, no)| yes != DANGLING && no != DANGLING);
    }
    for procedure in &mut graph.procedures {
        procedure.entry = renumber(procedure.entry);
        procedure.exit = renumber(procedure.exit);
        let (from, to) = procedure.nodes;
        procedure.nodes = (NodeId(before[from.index()]), NodeId(before[to.index()]));
    }
    numbers
}

/// Drops units without nodes, and statements that neither have a unit nor guard one that has.
fn renumber_units(graph: &mut Graph) {
    let mut used_units = vec![false; graph.units.len()];
    for node in &graph.nodes {
        used_units[node.unit.index()] = true;
    }
    let mut used_statements = vec![false; graph.statements.len()];
    for (unit, _) in graph.units.iter().zip(&used_units).filter(|(_, used)| **used) {
        let mut statement = Some(unit.statement);
        while let Some(id) = statement.filter(|id| !used_statements[id.index()]) {
            used_statements[id.index()] = true;
            statement = graph.statements[id.index()].guard.map(|guard| guard.0);
        }
    }
    let units = ranks(&used_units);
    let statements = ranks(&used_statements);
    retain(&mut graph.units, &used_units);
    retain(&mut graph.statements, &used_statements);
    for node in &mut graph.nodes {
        node.unit = UnitId(units[node.unit.index()]);
    }
    for unit in &mut graph.units {
        unit.statement = StatementId(statements[unit.statement.index()]);
    }
    for statement in &mut graph.statements {
        if let Some((guard, _)) = &mut statement.guard {
            *guard = StatementId(statements[guard.index()]);
        }
    }
}

fn ranks(used: &[bool]) -> Vec<u32> {
    let count = |count: &mut u32, &used: &bool| {
        let rank = *count;
        *count += used as u32;
        Some(rank)
    };
    used.iter().scan(0, count).collect()
}

fn retain<T>(table: &mut Vec<T>, used: &[bool]) {
    let mut keep = used.iter();
    table.retain(|_| keep.next().copied().unwrap_or(false));
}

/// Fills in what each unit reads, and the temporaries that no other unit mentions.
fn unit_scalars(graph: &mut Graph) {
    let mut reads = vec![BTreeSet::new(); graph.units.len()];
    let mut mentioned = vec![BTreeSet::new(); graph.units.len()];
    let mut owners: Vec<Option<UnitId>> = vec![None; graph.scalars.len()];
    let mut shared = vec![false; graph.scalars.len()];
    for node in &graph.nodes {
        let unit = node.unit;
        let mut mention = |scalar: ScalarId| {
            if graph.scalars[scalar.index()].kind == ScalarKind::Temporary {
                mentioned[unit.index()].insert(scalar);
                shared[scalar.index()] |= owners[scalar.index()].is_some_and(|owner| owner != unit);
                owners[scalar.index()] = Some(unit);
            }
        };
        for expression in operands(node) {
            scalars(expression, &mut |scalar| {
                reads[unit.index()].insert(scalar);
                mention(scalar);
            });
        }
        targets(&node.action).into_iter().for_each(&mut mention);
    }
    for ((unit, reads), mentioned) in graph.units.iter_mut().zip(reads).zip(mentioned) {
        unit.reads = reads.into_iter().collect();
        unit.temporaries = mentioned.into_iter().filter(|scalar| !shared[scalar.index()]).collect();
    }
}

/// The expressions a node evaluates.
pub(super) fn operands(node: &Node) -> Vec<&Expr> {
    match &node.action {
        Action::Assign { value, .. } => vec![value],
        Action::Load { index, .. } | Action::Bounds { index, .. } => vec![index],
        Action::Store { index, value, .. } => vec![index, value],
        Action::Branch(Condition { left, right, .. }) | Action::Assume(Condition { left, right, .. }) => {
            vec![left, right]
        }
        Action::Call { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

/// The scalars that a node assigns for certain.
pub(super) fn targets(action: &Action) -> Vec<ScalarId> {
    match action {
        Action::Assign { target, .. }
        | Action::Load { target, .. }
        | Action::Input { target, .. }
        | Action::Unsupported { target, .. } => vec![*target],
        Action::Call { results, .. } => results.iter().map(|&(_, to)| to).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn scalars(expression: &Expr, visit: &mut impl FnMut(ScalarId)) {
    match expression {
        Expr::Constant(..) => {}
        Expr::Scalar(scalar) => visit(*scalar),
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => scalars(operand, visit),
        Expr::Binary(_, _, left, right) => {
            scalars(left, visit);
            scalars(right, visit);
        }
    }
}

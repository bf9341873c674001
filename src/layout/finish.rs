//! The last touches: nodes without a purpose go, numbers close up, units learn what they read.

use std::collections::BTreeSet;

use focuscheck_cells::facts::cfg::{
    Action, Graph, NodeId, ScalarId, ScalarKind, StatementId, UnitId, UnitKind,
};
use focuscheck_cells::facts::reads::{each_read, node_assigns, operands, surely_assigns};

use super::build::DANGLING;
use super::roles::Marks;

/// Finishes a graph, and says of each node that is left, those that are reached first, what it was made for. Of each scalar
/// it is asked whether code that is not known may name it.
pub(super) fn finish<S: Copy>(
    mut graph: Graph,
    sources: &[S],
    marks: &Marks,
    is_named: impl Fn(ScalarId) -> bool,
) -> (Graph, Vec<S>) {
    debug_assert_eq!(graph.nodes.len(), sources.len());
    super::outputs::drop_unchanged(&mut graph);
    let live = reachable(&graph);
    let removable = removable(&graph, &live);
    let targets = forward(&graph, removable);
    let roles = super::roles::roles(&graph, &targets, marks);
    let numbers = renumber_nodes(&mut graph, &live, &targets);
    let reached = |node: NodeId| node.index() < graph.nodes.len();
    for error in &mut graph.errors {
        error.nodes = error.nodes.iter().map(|node| numbers[node.index()]).filter(|&n| reached(n)).collect();
    }
    graph.obligations.retain_mut(|obligation| {
        obligation.node = numbers[obligation.node.index()];
        reached(obligation.node)
    });
    super::roles::outline(&mut graph, roles, (marks, &targets), |node| {
        numbers[targets[node.index()].index()]
    });
    renumber_units(&mut graph);
    unit_scalars(&mut graph);
    graph.outline.exposed = exposed(&graph, is_named);
    let mut kept: Vec<(NodeId, S)> = numbers.into_iter().zip(sources.iter().copied()).collect();
    kept.retain(|(number, _)| *number != DANGLING);
    kept.sort_unstable_by_key(|(number, _)| *number);
    (graph, kept.into_iter().map(|(_, source)| source).collect())
}

/// The variables outside functions that code which is not known may change.
fn exposed(graph: &Graph, is_named: impl Fn(ScalarId) -> bool) -> Vec<ScalarId> {
    let mut exposed: Vec<bool> =
        (0..graph.scalars.len() as u32).map(|number| is_named(ScalarId(number))).collect();
    for node in graph.nodes.iter().chain(&graph.outline.nodes) {
        node_assigns(&node.action).into_iter().for_each(|scalar| exposed[scalar.index()] = true);
    }
    let global = |scalar: &ScalarId| graph.scalars[scalar.index()].kind == ScalarKind::Global;
    let scalars = (0..graph.scalars.len() as u32).map(ScalarId);
    scalars.filter(|scalar| exposed[scalar.index()]).filter(global).collect()
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
    let (mut sizes, mut unreached) = (vec![0u32; graph.units.len()], vec![0u32; graph.units.len()]);
    for (node, live) in graph.nodes.iter().zip(live) {
        let sizes = if *live { &mut sizes } else { &mut unreached };
        sizes[node.unit.index()] += (node.action != Action::UnitStart) as u32;
    }
    for (size, unreached) in sizes.iter_mut().zip(unreached).filter(|(size, _)| **size == 0) {
        *size = unreached;
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

/// Keeps the nodes that stand for themselves, those that nothing leads to apart; gives the new number of each old node.
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
    for old in (0..graph.nodes.len()).filter(|&old| !live[old] && targets[old].index() == old) {
        numbers[old] = NodeId(count);
        count += 1;
    }
    let renumber = |node: NodeId| numbers[targets[node.index()].index()];
    let old_nodes = std::mem::take(&mut graph.nodes);
    for (old, mut node) in old_nodes.into_iter().enumerate() {
        if numbers[old] != DANGLING {
            for successor in &mut node.successors {
                *successor = renumber(*successor);
            }
            let nodes = if live[old] { &mut graph.nodes } else { &mut graph.outline.nodes };
            nodes.push(node);
        }
    }
    let reached = |node: NodeId| node.index() < graph.nodes.len();
    for unit in &mut graph.units {
        let exits = unit.exits.map(|(yes, no)| (renumber(yes), renumber(no)));
        unit.exits = exits.filter(|&(yes, no)| reached(yes) && reached(no));
    }
    for procedure in &mut graph.procedures {
        procedure.entry = renumber(procedure.entry);
        procedure.exit = renumber(procedure.exit);
        let (from, to) = procedure.nodes;
        procedure.nodes = (NodeId(before[from.index()]), NodeId(before[to.index()]));
    }
    numbers
}

/// What a row of a table is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Nothing.
    None,
    /// For nodes that something leads to.
    Reached,
    /// For others alone.
    Unreached,
}

/// Drops units without nodes, and statements that neither have a unit nor guard one that has; puts apart what only nodes
/// have that nothing leads to.
fn renumber_units(graph: &mut Graph) {
    let mut units = vec![Use::None; graph.units.len()];
    let mut statements = vec![Use::None; graph.statements.len()];
    for (nodes, used) in [(&graph.nodes, Use::Reached), (&graph.outline.nodes, Use::Unreached)] {
        for unit in nodes.iter().map(|node| node.unit.index()) {
            if units[unit] == Use::None {
                units[unit] = used;
            }
        }
        for (unit, _) in graph.units.iter().zip(&units).filter(|(_, unit)| **unit == used) {
            let mut statement = Some(unit.statement);
            while let Some(id) = statement.filter(|id| statements[id.index()] == Use::None) {
                statements[id.index()] = used;
                statement = graph.statements[id.index()].guard.map(|guard| guard.0);
            }
        }
    }
    let outline = &mut graph.outline;
    let unit_numbers = split(&mut graph.units, &mut outline.units, &units);
    let numbers = split(&mut graph.statements, &mut outline.statements, &statements);
    for node in graph.nodes.iter_mut().chain(&mut outline.nodes) {
        node.unit = UnitId(unit_numbers[node.unit.index()]);
    }
    for unit in graph.units.iter_mut().chain(&mut outline.units) {
        unit.statement = StatementId(numbers[unit.statement.index()]);
    }
    for statement in graph.statements.iter_mut().chain(&mut outline.statements) {
        if let Some((guard, _)) = &mut statement.guard {
            *guard = StatementId(numbers[guard.index()]);
        }
    }
}

/// Leaves the rows for what is reached in a table and moves those for what is not to another, whose numbers go on; the
/// new number of each row.
fn split<T>(table: &mut Vec<T>, unreached: &mut Vec<T>, uses: &[Use]) -> Vec<u32> {
    let rows = std::mem::take(table);
    let reached = uses.iter().filter(|used| **used == Use::Reached).count();
    let mut numbers = Vec::with_capacity(rows.len());
    for (row, used) in rows.into_iter().zip(uses) {
        match used {
            Use::None => numbers.push(u32::MAX),
            Use::Reached => {
                numbers.push(table.len() as u32);
                table.push(row);
            }
            Use::Unreached => {
                numbers.push((reached + unreached.len()) as u32);
                unreached.push(row);
            }
        }
    }
    numbers
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
        for expression in operands(&node.action) {
            each_read(expression, &mut |scalar| {
                reads[unit.index()].insert(scalar);
                mention(scalar);
            });
        }
        surely_assigns(&node.action).into_iter().for_each(&mut mention);
    }
    for ((unit, reads), mentioned) in graph.units.iter_mut().zip(reads).zip(mentioned) {
        unit.reads = reads.into_iter().collect();
        unit.temporaries = mentioned.into_iter().filter(|scalar| !shared[scalar.index()]).collect();
    }
    let mut reads = vec![BTreeSet::new(); graph.outline.units.len()];
    for node in &graph.outline.nodes {
        let Some(unit) = node.unit.index().checked_sub(graph.units.len()) else { continue };
        for expression in operands(&node.action) {
            each_read(expression, &mut |scalar| _ = reads[unit].insert(scalar));
        }
    }
    for (unit, reads) in graph.outline.units.iter_mut().zip(reads) {
        unit.reads = reads.into_iter().collect();
    }
}

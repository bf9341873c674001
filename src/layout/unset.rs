//! Which local variables may be read before they have a value.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, Expr, Graph, NodeId, Procedure, ScalarId, ScalarKind, UnitKind};
use focuscheck_cells::facts::reads::{each_read, node_assigns, operands, surely_assigns};

/// Variables with more cells are not followed.
pub(super) const MOST_CELLS: usize = 1024;

/// The variables that need shadows.
#[derive(Clone, Debug)]
pub(super) struct Doubtful<V> {
    /// All of them.
    pub(super) variables: BTreeSet<V>,
    /// Those that a jump past their declaration leaves without a value, too.
    pub(super) from_entry: BTreeSet<V>,
}

impl<V> Default for Doubtful<V> {
    fn default() -> Self {
        Doubtful { variables: BTreeSet::new(), from_entry: BTreeSet::new() }
    }
}

/// What may have no value at a node.
#[derive(Clone, Default, PartialEq, Eq)]
struct Unset {
    /// Since the procedure began.
    entry: BTreeSet<ScalarId>,
    /// Since the declaration.
    declared: BTreeSet<ScalarId>,
}

impl Unset {
    fn contains(&self, scalar: ScalarId) -> bool {
        self.entry.contains(&scalar) || self.declared.contains(&scalar)
    }
}

/// Finds the variables that may be read before they are assigned, in a graph without shadows: of each scalar of one that
/// is followed it is told which one that is. What a call gets and gives back without a value counts only if the other
/// side may read it. Of some scalars it is never sure that they have values.
pub(super) fn doubtful<V: Copy + Ord>(
    graph: &Graph,
    variable_of: impl Fn(ScalarId) -> Option<V>,
    is_never_sure: &dyn Fn(ScalarId) -> bool,
) -> Doubtful<V> {
    let (flows, shared) = settled_with_shared(graph, &|scalar| variable_of(scalar).is_some(), is_never_sure);
    let mut found = Doubtful::default();
    for (id, unset) in flows.iter().flatten() {
        let node = &graph.nodes[id.index()];
        let mut note = |scalar: ScalarId| {
            if shared.contains(&scalar) {
                found.variables.extend(variable_of(scalar));
            }
            note(&mut found, &variable_of, scalar, unset);
        };
        for operand in operands(&node.action) {
            // Whether what is handed on as it is may be read, the other side says.
            let is_given = matches!(node.action, Action::Call { .. }) && copied(operand).is_some();
            if !is_given {
                each_read(operand, &mut note);
            }
        }
        if let Action::Load { range, .. } = &node.action {
            range.cells().for_each(note);
        }
    }
    loop {
        let before = (found.variables.len(), found.from_entry.len());
        for (id, unset) in flows.iter().flatten() {
            let Action::Call { callee, arguments, results } = &graph.nodes[id.index()].action else {
                continue;
            };
            let number = callee.index();
            let callee = &graph.procedures[number];
            let followed = |found: &Doubtful<V>, scalar| {
                variable_of(scalar).is_some_and(|variable| found.variables.contains(&variable))
            };
            for (argument, formal) in arguments.iter().zip(&callee.formals) {
                if followed(&found, *formal) {
                    each_read(argument, &mut |scalar| note(&mut found, &variable_of, scalar, unset));
                }
            }
            for &(from, to) in results {
                let copied = arguments.iter().zip(&callee.formals).any(|(argument, formal)| {
                    *formal == from && matches!(argument, Expr::Scalar(scalar) if unset.contains(*scalar))
                });
                let end = flows[number].get(&callee.exit).filter(|_| !callee.formals.contains(&from));
                if let Some(end) = end
                    && end.contains(from)
                    && (followed(&found, to) || variable_of(to).is_none())
                {
                    note(&mut found, &variable_of, from, end);
                }
                if copied
                    && (followed(&found, to) || variable_of(to).is_none())
                    && let Some(variable) = variable_of(from)
                {
                    found.variables.insert(variable);
                }
            }
        }
        if (found.variables.len(), found.from_entry.len()) == before {
            return found;
        }
    }
}

/// The scalar whose value an expression is, perhaps converted.
fn copied(mut expression: &Expr) -> Option<ScalarId> {
    while let Expr::Convert(_, operand) = expression {
        expression = operand;
    }
    match expression {
        Expr::Scalar(scalar) => Some(*scalar),
        _ => None,
    }
}

/// Notes a read of what may have no value.
fn note<V: Copy + Ord>(
    found: &mut Doubtful<V>,
    variable_of: &impl Fn(ScalarId) -> Option<V>,
    scalar: ScalarId,
    unset: &Unset,
) {
    let Some(variable) = variable_of(scalar) else { return };
    if unset.entry.contains(&scalar) {
        found.from_entry.insert(variable);
        found.variables.insert(variable);
    } else if unset.declared.contains(&scalar) {
        found.variables.insert(variable);
    }
}

/// The same as [`settled`], with the scalars of no procedure that may have no value anywhere: what one procedure leaves without
/// a value others read.
fn settled_with_shared(
    graph: &Graph,
    is_followed: &dyn Fn(ScalarId) -> bool,
    is_never_sure: &dyn Fn(ScalarId) -> bool,
) -> (Vec<BTreeMap<NodeId, Unset>>, BTreeSet<ScalarId>) {
    let mut shared: BTreeSet<ScalarId> = BTreeSet::new();
    loop {
        let is_unsure = |scalar: ScalarId| shared.contains(&scalar) || is_never_sure(scalar);
        let flows = settled(graph, is_followed, &is_unsure);
        let declared = flows.iter().flat_map(BTreeMap::values).flat_map(|unset| &unset.declared);
        let is_new = |scalar: &&ScalarId| {
            let is_global = graph.scalars[scalar.index()].procedure.is_none();
            is_global && is_followed(**scalar) && !shared.contains(scalar)
        };
        let new: BTreeSet<ScalarId> = declared.filter(is_new).copied().collect();
        if new.is_empty() {
            return (flows, shared);
        }
        shared.extend(new);
    }
}

/// What may have no value before each node, by procedure, with what calls get and give back.
fn settled(
    graph: &Graph,
    is_followed: impl Fn(ScalarId) -> bool,
    is_never_sure: &dyn Fn(ScalarId) -> bool,
) -> Vec<BTreeMap<NodeId, Unset>> {
    let is_any = (0..graph.scalars.len() as u32).any(|scalar| is_never_sure(ScalarId(scalar)));
    let mut locals: Vec<BTreeSet<ScalarId>> = vec![BTreeSet::new(); graph.procedures.len()];
    for (number, scalar) in graph.scalars.iter().enumerate() {
        let id = ScalarId(number as u32);
        if let (ScalarKind::Local, Some(procedure)) = (scalar.kind, scalar.procedure)
            && is_followed(id)
        {
            locals[procedure.index()].insert(id);
        }
    }
    let mut callers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); graph.procedures.len()];
    let mut returned: Vec<BTreeSet<ScalarId>> = vec![BTreeSet::new(); graph.procedures.len()];
    for node in &graph.nodes {
        if let Action::Call { callee, results, .. } = &node.action {
            callers[callee.index()].insert(node.procedure.index());
            returned[callee.index()].extend(results.iter().map(|(from, _)| from));
        }
    }
    let mut gets: Vec<BTreeSet<ScalarId>> = vec![BTreeSet::new(); graph.procedures.len()];
    let mut gives = gets.clone();
    let mut flows = vec![BTreeMap::new(); graph.procedures.len()];
    let mut work: BTreeSet<usize> = (0..graph.procedures.len()).collect();
    while let Some(number) = work.pop_first() {
        let procedure = &graph.procedures[number];
        let start = Unset { entry: locals[number].clone(), declared: gets[number].clone() };
        if start == Unset::default() && !is_any {
            continue;
        }
        let flow = flow(graph, procedure, start, (&gives, is_never_sure));
        for (id, unset) in &flow {
            let Action::Call { callee, arguments, .. } = &graph.nodes[id.index()].action else { continue };
            let formals = &graph.procedures[callee.index()].formals;
            for (argument, &formal) in arguments.iter().zip(formals) {
                if copied(argument).is_some_and(|scalar| unset.contains(scalar) || is_never_sure(scalar))
                    && is_followed(formal)
                    && gets[callee.index()].insert(formal)
                {
                    work.insert(callee.index());
                }
            }
        }
        let end = flow.get(&procedure.exit);
        let given = |cell: &&ScalarId| end.is_some_and(|end| end.contains(**cell));
        let back = procedure.formals.iter().chain(&returned[number]);
        let given: BTreeSet<ScalarId> = back.filter(given).copied().collect();
        if given != gives[number] {
            gives[number] = given;
            work.extend(&callers[number]);
        }
        flows[number] = flow;
    }
    flows
}

/// What may have no value before each node of a procedure, which begins with this; by procedure the formals that may have
/// none where it ends.
fn flow(
    graph: &Graph,
    procedure: &Procedure,
    start: Unset,
    (gives, is_never_sure): (&[BTreeSet<ScalarId>], &dyn Fn(ScalarId) -> bool),
) -> BTreeMap<NodeId, Unset> {
    let locals = start.entry.clone();
    let mut before = BTreeMap::from([(procedure.entry, start)]);
    let mut work = BTreeSet::from([procedure.entry]);
    while let Some(id) = work.pop_first() {
        let node = &graph.nodes[id.index()];
        let mut after = before.get(&id).cloned().unwrap_or_default();
        spend(1 + after.entry.len() + after.declared.len());
        let copies = copies_unset(&node.action, &after, is_never_sure);
        for target in surely_assigns(&node.action) {
            after.entry.remove(&target);
            after.declared.remove(&target);
            if graph.units[node.unit.index()].kind == UnitKind::Havoc && locals.contains(&target) {
                after.declared.insert(target);
            }
        }
        if copies {
            after.declared.extend(node_assigns(&node.action));
        }
        if let Action::Call { callee, results, .. } = &node.action {
            let unset = results.iter().filter(|(from, _)| gives[callee.index()].contains(from));
            after.declared.extend(unset.map(|&(_, to)| to));
        }
        for &next in &node.successors {
            let known = before.entry(next);
            let new = matches!(known, std::collections::btree_map::Entry::Vacant(_));
            let known = known.or_default();
            let size = known.entry.len() + known.declared.len();
            known.entry.extend(after.entry.iter().copied());
            known.declared.extend(after.declared.iter().copied());
            if new || known.entry.len() + known.declared.len() > size {
                work.insert(next);
            }
        }
    }
    before
}

/// Whether a node copies what may have no value, as the copy of a structure does.
fn copies_unset(action: &Action, unset: &Unset, is_never_sure: &dyn Fn(ScalarId) -> bool) -> bool {
    let is_unset = |scalar: ScalarId| unset.contains(scalar) || is_never_sure(scalar);
    match action {
        Action::Assign { value, .. } | Action::Store { value, .. } => {
            let mut value = value;
            while let Expr::Convert(_, operand) = value {
                value = operand;
            }
            matches!(value, Expr::Scalar(scalar) if is_unset(*scalar))
        }
        Action::Load { range, .. } => range.cells().any(is_unset),
        _ => false,
    }
}

//! Static relations of a program: what the Crepe rules derive, indexed by node.

use std::collections::BTreeMap;

use focuscheck_rules::schema::{Block, Procedure, Scalar};
use focuscheck_rules::statics::{self, Flow};

use super::dependence;
use crate::facts::cfg::{Action, Expr, Graph, NodeId, ProcedureId, ScalarId, ScalarKind, UnitId, UnitKind};
use crate::limit::spend;

/// Procedures of more basic blocks are not left to the rules, whose relations are quadratic.
const LARGE: usize = 150;

/// Nor are programs of more pairs of a procedure and a global.
const LARGE_PAIRS: usize = 100_000;

/// A set of conditionals: position in [`Statics::control_sets`]. Where control flow is not nested, a node can
/// be control-dependent on several conditionals; on a path the nearest earlier one is its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ControlSet(pub u32);

/// Mod/ref sets, control and potential dependence of a program.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// Globals that running a procedure may assign, sorted, by procedure.
    pub modified: Vec<Vec<ScalarId>>,
    /// Globals that running a procedure may read, sorted, by procedure.
    pub referenced: Vec<Vec<ScalarId>>,
    /// The conditional units a node is control-dependent on, sorted, by node.
    pub controls: Vec<Vec<UnitId>>,
    /// Sets of conditional units of which the nearest earlier instance decides; see [`ControlSet`].
    pub control_sets: Vec<Vec<UnitId>>,
    /// The control set of a node: with its own unit (a loop head controls itself), and without.
    pub control_set_of: Vec<[Option<ControlSet>; 2]>,
    /// For every procedure the singleton sets of its [`Statics::stop_guards`].
    pub guard_sets: Vec<Vec<ControlSet>>,
    /// What the outcome of a conditional node could assign before both outcomes meet again, sorted, by node
    /// and outcome (`[when false, when true]`).
    pub potential: Vec<[Vec<ScalarId>; 2]>,
    /// Whether a unit begins with a [`Action::UnitStart`], by unit.
    pub has_start: Vec<bool>,
    /// The conditional units that decide whether a procedure itself stops the program, sorted, by procedure.
    pub stop_guards: Vec<Vec<UnitId>>,
    /// How many units that can be focus statements a statement has, by statement.
    pub units_of_statement: Vec<u32>,
    /// The first node that assigns a temporary, by scalar.
    pub made_at: Vec<Option<NodeId>>,
    /// How many edges lead to a node, by node.
    pub predecessor_count: Vec<u32>,
}

/// Adds the scalars that an expression reads.
pub fn reads(expression: &Expr, into: &mut Vec<ScalarId>) {
    match expression {
        Expr::Constant(..) => {}
        Expr::Scalar(scalar) => into.push(*scalar),
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => reads(operand, into),
        Expr::Binary(_, _, left, right) => {
            reads(left, into);
            reads(right, into);
        }
    }
}

/// The scalars that a node reads; for a subscripted access the index only.
pub fn node_reads(action: &Action) -> Vec<ScalarId> {
    let mut into = Vec::new();
    match action {
        Action::Assign { value, .. } => reads(value, &mut into),
        Action::Load { index, .. } | Action::Bounds { index, .. } => reads(index, &mut into),
        Action::Store { index, value, .. } => {
            reads(index, &mut into);
            reads(value, &mut into);
        }
        Action::Branch(condition) | Action::Assume(condition) => {
            reads(&condition.left, &mut into);
            reads(&condition.right, &mut into);
        }
        Action::Call { arguments, .. } => arguments.iter().for_each(|a| reads(a, &mut into)),
        _ => {}
    }
    into.sort_unstable();
    into.dedup();
    into
}

/// The scalars that a node may assign itself (a call: only its results).
pub fn node_assigns(action: &Action) -> Vec<ScalarId> {
    match action {
        Action::Assign { target, .. }
        | Action::Load { target, .. }
        | Action::Input { target, .. }
        | Action::Unsupported { target, .. } => vec![*target],
        Action::Store { range, .. } => range.cells().collect(),
        Action::Call { results, .. } => results.iter().map(|&(_, to)| to).collect(),
        _ => Vec::new(),
    }
}

impl Statics {
    /// Derives the relations.
    pub fn derive(graph: &Graph) -> Statics {
        let mut result = Statics {
            controls: vec![Vec::new(); graph.nodes.len()],
            potential: vec![Default::default(); graph.nodes.len()],
            has_start: vec![false; graph.units.len()],
            stop_guards: vec![Vec::new(); graph.procedures.len()],
            predecessor_count: vec![0; graph.nodes.len()],
            units_of_statement: vec![0; graph.statements.len()],
            made_at: vec![None; graph.scalars.len()],
            ..Statics::default()
        };
        for (number, node) in graph.nodes.iter().enumerate() {
            for scalar in node_assigns(&node.action) {
                if graph.scalars[scalar.index()].kind == ScalarKind::Temporary {
                    result.made_at[scalar.index()].get_or_insert(NodeId(number as u32));
                }
            }
            if node.action == Action::UnitStart {
                result.has_start[node.unit.index()] = true;
            }
            for successor in &node.successors {
                result.predecessor_count[successor.index()] += 1;
            }
        }
        for unit in &graph.units {
            if !matches!(unit.kind, UnitKind::Silent | UnitKind::Havoc) {
                result.units_of_statement[unit.statement.index()] += 1;
            }
        }
        result.derive_mod_ref(graph);
        for index in 0..graph.procedures.len() {
            result.derive_dependence(graph, ProcedureId(index as u32));
        }
        result.intern_control_sets(graph);
        result
    }

    /// Whether the conditional unit belongs to the set.
    pub fn in_set(&self, set: ControlSet, unit: UnitId) -> bool {
        self.control_sets[set.0 as usize].binary_search(&unit).is_ok()
    }

    fn intern_control_sets(&mut self, graph: &Graph) {
        let mut numbers: BTreeMap<Vec<UnitId>, ControlSet> = BTreeMap::new();
        let mut sets = Vec::new();
        let mut intern = |units: Vec<UnitId>| {
            (!units.is_empty()).then(|| {
                *numbers.entry(units.clone()).or_insert_with(|| {
                    sets.push(units);
                    ControlSet(sets.len() as u32 - 1)
                })
            })
        };
        for (number, node) in graph.nodes.iter().enumerate() {
            let controls = &self.controls[number];
            spend(1 + controls.len());
            let others = controls.iter().copied().filter(|&u| u != node.unit).collect();
            self.control_set_of.push([intern(controls.clone()), intern(others)]);
        }
        for guards in &self.stop_guards {
            self.guard_sets.push(guards.iter().filter_map(|&guard| intern(vec![guard])).collect());
        }
        self.control_sets = sets;
    }

    /// Whether running the procedure may assign the global.
    pub fn may_modify(&self, procedure: ProcedureId, scalar: ScalarId) -> bool {
        self.modified[procedure.index()].binary_search(&scalar).is_ok()
    }

    /// Whether running the procedure may read or assign the global.
    pub fn may_touch(&self, procedure: ProcedureId, scalar: ScalarId) -> bool {
        self.may_modify(procedure, scalar)
            || self.referenced[procedure.index()].binary_search(&scalar).is_ok()
    }

    fn derive_mod_ref(&mut self, graph: &Graph) {
        let is_global = |s: &ScalarId| graph.scalars[s.index()].kind == ScalarKind::Global;
        let (mut assigns, mut read, mut calls) = (Vec::new(), Vec::new(), Vec::new());
        for node in &graph.nodes {
            let procedure = Procedure(node.procedure.0);
            let assigned = node_assigns(&node.action).into_iter().filter(is_global);
            assigns.extend(assigned.map(|s| (procedure, Scalar(s.0))));
            read.extend(
                node_reads(&node.action).into_iter().filter(is_global).map(|s| (procedure, Scalar(s.0))),
            );
            match &node.action {
                Action::Load { range, .. } => {
                    let cells = range.cells().filter(is_global);
                    read.extend(cells.map(|s| (procedure, Scalar(s.0))));
                }
                Action::Call { callee, .. } => calls.push((procedure, Procedure(callee.0))),
                _ => {}
            }
        }
        let globals = graph.scalars.iter().filter(|scalar| scalar.kind == ScalarKind::Global).count();
        let sets = match globals.saturating_mul(graph.procedures.len()) > LARGE_PAIRS {
            true => dependence::mod_ref(graph.procedures.len(), &assigns, &read, &calls),
            false => statics::mod_ref(&assigns, &read, &calls),
        };
        let by_procedure = |pairs: &[(Procedure, Scalar)]| {
            let mut table = vec![Vec::new(); graph.procedures.len()];
            for (procedure, scalar) in pairs {
                table[procedure.0 as usize].push(ScalarId(scalar.0));
            }
            table
        };
        self.modified = by_procedure(&sets.modified);
        self.referenced = by_procedure(&sets.referenced);
    }

    fn derive_dependence(&mut self, graph: &Graph, procedure: ProcedureId) {
        let blocks = Blocks::of(graph, procedure, &self.predecessor_count);
        let mut flow =
            Flow { exit: blocks.of_node(graph.procedures[procedure.index()].exit), ..Flow::default() };
        for (index, members) in blocks.members.iter().enumerate() {
            let block = Block(index as u32);
            flow.blocks.push(block);
            let last = *members.last().expect("a block has a node");
            let node = &graph.nodes[last.index()];
            for successor in &node.successors {
                flow.edges.push((block, blocks.of_node(*successor)));
            }
            if let (Action::Branch(_), [yes, no]) = (&node.action, node.successors.as_slice()) {
                flow.branches.push((block, blocks.of_node(*yes), 1));
                flow.branches.push((block, blocks.of_node(*no), 0));
            }
            if matches!(node.action, Action::Stop(_)) && graph.units[node.unit.index()].kind == UnitKind::Stop
            {
                flow.edges.push((block, flow.exit));
            }
            for member in members {
                let action = &graph.nodes[member.index()].action;
                let mut assigned = node_assigns(action);
                if let Action::Call { callee, .. } = action {
                    assigned.extend(&self.modified[callee.index()]);
                }
                spend(1 + assigned.len());
                flow.modifies.extend(assigned.into_iter().map(|s| (block, Scalar(s.0))));
            }
        }
        leave_endless_cycles(&mut flow);
        let found = doomed_dependence(flow, &doomed_ends(graph, &blocks));
        let last_of = |block: Block| *blocks.members[block.0 as usize].last().expect("a block has a node");
        for (branch, block) in found.controls {
            let unit = graph.nodes[last_of(branch).index()].unit;
            for member in &blocks.members[block.0 as usize] {
                spend(1);
                let controls = &mut self.controls[member.index()];
                if let Err(position) = controls.binary_search(&unit) {
                    controls.insert(position, unit);
                }
            }
        }
        for (branch, outcome, scalar) in found.potential {
            self.potential[last_of(branch).index()][outcome as usize].push(ScalarId(scalar.0));
        }
        let guards = &mut self.stop_guards[procedure.index()];
        for members in &blocks.members {
            for member in members {
                let node = &graph.nodes[member.index()];
                if matches!(node.action, Action::Stop(_)) {
                    guards.extend(&self.controls[member.index()]);
                }
                if matches!(node.action, Action::Assume(_)) {
                    guards.push(node.unit);
                }
            }
        }
        guards.sort_unstable();
        guards.dedup();
    }
}

/// The basic blocks of one procedure.
struct Blocks {
    members: Vec<Vec<NodeId>>,
    block_of: BTreeMap<NodeId, u32>,
}

impl Blocks {
    fn of(graph: &Graph, procedure: ProcedureId, predecessor_count: &[u32]) -> Blocks {
        let (first, last) = graph.procedures[procedure.index()].nodes;
        let entry = graph.procedures[procedure.index()].entry;
        let nodes = (first.0..last.0).map(NodeId);
        let mut leads = vec![false; (last.0 - first.0) as usize];
        let at = |node: NodeId| (node.0 - first.0) as usize;
        for node in nodes.clone() {
            leads[at(node)] |= node == entry || predecessor_count[node.index()] != 1;
            let successors = &graph.nodes[node.index()].successors;
            if successors.len() != 1 {
                successors.iter().for_each(|&s| leads[at(s)] = true);
            }
        }
        let mut blocks = Blocks { members: Vec::new(), block_of: BTreeMap::new() };
        for leader in nodes.filter(|&n| leads[at(n)]) {
            let number = blocks.members.len() as u32;
            let mut members = vec![leader];
            while let [next] = graph.nodes[members[members.len() - 1].index()].successors.as_slice()
                && !leads[at(*next)]
            {
                members.push(*next);
            }
            members.iter().for_each(|&m| {
                blocks.block_of.insert(m, number);
            });
            blocks.members.push(members);
        }
        blocks
    }

    fn of_node(&self, node: NodeId) -> Block {
        Block(self.block_of.get(&node).copied().unwrap_or(0))
    }
}

/// The blocks that end every run that comes to them: not the failing side of a check, which other runs pass by.
fn doomed_ends(graph: &Graph, blocks: &Blocks) -> Vec<bool> {
    let of = |node: NodeId| &graph.nodes[node.index()];
    let last = |members: &[NodeId]| members[members.len() - 1];
    let mut ends: Vec<bool> =
        blocks.members.iter().map(|members| of(last(members)).successors.is_empty()).collect();
    for members in &blocks.members {
        let branch = of(last(members));
        for &side in branch.successors.iter().filter(|_| matches!(branch.action, Action::Branch(_))) {
            let block = blocks.of_node(side).0 as usize;
            ends[block] &= of(last(&blocks.members[block])).unit != branch.unit;
        }
    }
    ends
}

/// The dependences of a procedure. Errors do not lead to the exit, so that what comes after a check does not
/// depend on it. Of a conditional from which the exit cannot be reached at all nothing would then depend; for
/// these, the ends that no run avoids count as exits.
fn doomed_dependence(flow: Flow, ends: &[bool]) -> statics::Dependence {
    let derive = |flow: &Flow| match flow.blocks.len() > LARGE {
        true => dependence::dependence(flow),
        false => statics::dependence(flow),
    };
    let mut found = derive(&flow);
    let leaves = leaving(&flow);
    let doomed = |branch: &Block| !leaves[branch.0 as usize];
    if flow.branches.iter().any(|(branch, ..)| doomed(branch)) {
        let ends = (0..flow.blocks.len()).filter(|&block| !leaves[block] && ends[block]);
        let mut extended = flow.clone();
        extended.edges.extend(ends.map(|block| (Block(block as u32), flow.exit)));
        let more = derive(&extended);
        found.controls.extend(more.controls.into_iter().filter(|(branch, _)| doomed(branch)));
        found.potential.extend(more.potential.into_iter().filter(|(branch, ..)| doomed(branch)));
    }
    found
}

/// The blocks from which the exit can be reached.
fn leaving(flow: &Flow) -> Vec<bool> {
    let mut predecessors = vec![Vec::new(); flow.blocks.len()];
    for &(from, to) in &flow.edges {
        predecessors[to.0 as usize].push(from.0 as usize);
    }
    let mut leaves = vec![false; flow.blocks.len()];
    let mut work = vec![flow.exit.0 as usize];
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut leaves[block], true) {
            work.extend(&predecessors[block]);
        }
    }
    leaves
}

/// Gives every cycle from which the exit cannot be reached an edge to it, so that control dependence is
/// defined inside.
fn leave_endless_cycles(flow: &mut Flow) {
    let count = flow.blocks.len();
    loop {
        spend(count);
        let mut successors = vec![Vec::new(); count];
        for &(from, to) in &flow.edges {
            successors[from.0 as usize].push(to.0 as usize);
        }
        let leaves = leaving(flow);
        let on_cycle = |start: usize| {
            let mut seen = vec![false; count];
            let mut work = successors[start].clone();
            while let Some(block) = work.pop() {
                spend(1);
                if block == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[block], true) {
                    work.extend(&successors[block]);
                }
            }
            false
        };
        match (0..count).find(|&block| !leaves[block] && on_cycle(block)) {
            Some(block) => flow.edges.push((Block(block as u32), flow.exit)),
            None => return,
        }
    }
}

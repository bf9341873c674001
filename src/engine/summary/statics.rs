//! Static relations of a program: what the Crepe rules derive, indexed by node.

use std::collections::BTreeMap;

use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::{Block, Cells, Control, Dependences, Node, Procedure, Program, Scalar, Unit};
use focuscheck_rules::statics::{self, Flow};
use focuscheck_rules::update::{Parts, Update, update};

use super::dependence;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{
    Action, Graph, NodeId, ProcedureId, ScalarId, StatementId, UnitId, UnitKind,
};
use focuscheck_cells::facts::reads::node_assigns;
use focuscheck_cells::relations;

/// Procedures of more basic blocks are not left to the rules, whose relations are quadratic.
const LARGE: usize = 150;

/// Nor are programs of more pairs of a procedure and a global.
const LARGE_PAIRS: usize = 100_000;

/// The update rules run for procedures together that have so many nodes: a run costs something by itself, and one for all would
/// keep what it derives twice.
const NODES_AT_ONCE: usize = 1_000;

/// The static relations of a program: those extracted, those derived from them, and what they say of the walk back.
#[derive(Clone, Debug, Default)]
pub struct Statics {
    /// What is extracted.
    pub program: Program,
    /// Mod/ref sets and control dependence.
    pub known: Dependences,
    /// What passing a node on the way back does to an error set.
    pub update: Update,
    /// How many units that can be focus statements a statement has, by statement.
    pub units_of_statement: Vec<u32>,
    /// Whether a statement ends its procedure, by statement.
    returns: Vec<bool>,
    /// This outcome of the condition on an input alone can assign the scalar before its outcomes meet again. The walk back
    /// never takes such a condition in for that (Section 2), but what it decides is no less decided by it.
    star_potential: Relation<(Node, bool, Scalar)>,
    /// How many edges lead to a node, by node.
    pub predecessor_count: Vec<u32>,
}

impl Statics {
    /// Derives the relations.
    pub fn derive(graph: &Graph) -> Statics {
        Statics::of(graph, relations::extract(graph))
    }

    /// The same from relations that were extracted before.
    pub fn of(graph: &Graph, program: Program) -> Statics {
        let mut result = Statics {
            program,
            predecessor_count: vec![0; graph.nodes.len()],
            units_of_statement: vec![0; graph.statements.len()],
            returns: vec![false; graph.statements.len()],
            ..Statics::default()
        };
        for &(_, _, to) in result.program.edge.rows() {
            result.predecessor_count[to.0 as usize] += 1;
        }
        for unit in &graph.units {
            if !matches!(unit.kind, UnitKind::Silent | UnitKind::Havoc) {
                result.units_of_statement[unit.statement.index()] += 1;
            }
            result.returns[unit.statement.index()] |= unit.kind == UnitKind::Return;
        }
        result.derive_mod_ref(graph);
        let mut controls = Vec::new();
        let mut potential = Vec::with_capacity(graph.procedures.len());
        for index in 0..graph.procedures.len() {
            let found = result.derive_dependence(graph, ProcedureId(index as u32));
            controls.extend(found.controls);
            potential.push(found.potential);
        }
        result.known.controls = Relation::new(controls);
        result.intern_control_sets(graph);
        let is_star = |node: Node| graph.units[graph.nodes[node.0 as usize].unit.index()].star;
        let stars = potential.iter().flatten().filter(|&&(node, ..)| is_star(node)).copied();
        result.star_potential = Relation::new(stars.collect());
        let (mut parts, mut nodes, mut outcomes) = (Parts::default(), Vec::new(), Vec::new());
        for (procedure, potential) in graph.procedures.iter().zip(potential) {
            let (first, last) = procedure.nodes;
            spend(4 * (last.0 - first.0) as usize + potential.len());
            nodes.extend((first.0..last.0).map(Node));
            outcomes.extend(potential);
            if nodes.len() >= NODES_AT_ONCE {
                let (nodes, outcomes) = (std::mem::take(&mut nodes), std::mem::take(&mut outcomes));
                update(&result.program, &result.known, outcomes, nodes, &mut parts);
            }
        }
        update(&result.program, &result.known, outcomes, nodes, &mut parts);
        result.update = parts.into();
        result
    }

    /// Whether a statement is an explicit return.
    pub fn is_return_statement(&self, statement: StatementId) -> bool {
        self.returns[statement.index()]
    }

    /// The conditional units that decide whether a node runs, in order.
    pub fn controls(&self, node: NodeId) -> impl DoubleEndedIterator<Item = UnitId> + '_ {
        self.known.controls.of(node).iter().map(|&(_, unit)| UnitId(unit.0))
    }

    /// The globals that running a procedure may assign, in order.
    pub fn modified(&self, procedure: ProcedureId) -> impl Iterator<Item = ScalarId> + '_ {
        self.known.modifies.of(procedure).iter().map(|&(_, scalar)| scalar.into())
    }

    /// The set of conditionals that decides whether a node runs, if any does.
    pub fn decided_by(&self, node: NodeId) -> Option<Control> {
        self.known.decided_by.of(node).first().map(|&(_, set)| set)
    }

    /// The sets that decide whether a procedure itself ends the program.
    pub fn guards(&self, procedure: ProcedureId) -> impl Iterator<Item = Control> + '_ {
        self.known.guard.of(procedure).iter().map(|&(_, set)| set)
    }

    /// Whether a unit has several nodes, of which the first only begins it.
    pub fn has_start(&self, unit: UnitId) -> bool {
        !self.program.begins.of(unit).is_empty()
    }

    /// The scalars for which a conditional is in when it has this outcome.
    pub fn wakes_on(&self, node: NodeId, outcome: bool) -> impl Iterator<Item = ScalarId> + '_ {
        let rows = self.update.wakes_on.of(node).iter().filter(move |&&(_, on, _)| on == outcome);
        rows.filter_map(|&(_, _, member)| member.as_scalar()).map(ScalarId::from)
    }

    /// The scalars that a condition on an input alone could have assigned had it come out otherwise.
    pub fn star_assigns(&self, node: NodeId, outcome: bool) -> impl Iterator<Item = ScalarId> + '_ {
        let rows = self.star_potential.of(Node::from(node)).iter();
        rows.filter(move |&&(_, other, _)| other != outcome).map(|&(_, _, scalar)| scalar.into())
    }

    /// Whether the conditional unit belongs to the set.
    pub fn in_set(&self, set: Control, unit: UnitId) -> bool {
        self.known.member.has((Unit(unit.0), set))
    }

    /// Gives a number to each set of conditionals that decides about a node. Where control flow is not nested, a node
    /// can be control-dependent on several; on a path the nearest earlier one is its parent.
    fn intern_control_sets(&mut self, graph: &Graph) {
        let mut numbers: BTreeMap<Vec<Unit>, Control> = BTreeMap::new();
        let mut member = Vec::new();
        let mut intern = |units: Vec<Unit>| {
            let next = Control(numbers.len() as u32);
            (!units.is_empty()).then(|| {
                *numbers.entry(units).or_insert_with_key(|units| {
                    member.extend(units.iter().map(|&unit| (unit, next)));
                    next
                })
            })
        };
        let (mut decided_by, mut unit_decided_by, mut guard) = (Vec::new(), Vec::new(), Vec::new());
        for (number, node) in graph.nodes.iter().enumerate() {
            let id = Node(number as u32);
            let controls: Vec<Unit> = self.known.controls.of(id).iter().map(|&(_, unit)| unit).collect();
            spend(1 + controls.len());
            let own = Unit(node.unit.0);
            let all = intern(controls.clone());
            decided_by.extend(all.map(|set| (id, set)));
            // Of a unit with inner branches its first node tells whether it controls itself (in a loop); its other
            // nodes do not count for that.
            let begins = self.program.begins.of(own);
            let inner = !begins.is_empty() && !begins.contains(&(own, id));
            let unit_set = match inner {
                true => intern(controls.into_iter().filter(|&unit| unit != own).collect()),
                false => all,
            };
            unit_decided_by.extend(unit_set.map(|set| (id, set)));
        }
        for (procedure, guards) in
            self.stop_guards(graph).into_iter().zip(0..).map(|(g, p)| (Procedure(p), g))
        {
            guard.extend(guards.into_iter().filter_map(|unit| Some((procedure, intern(vec![unit])?))));
        }
        self.known.decided_by = Relation::new(decided_by);
        self.known.unit_decided_by = Relation::new(unit_decided_by);
        self.known.guard = Relation::new(guard);
        self.known.member = Relation::new(member);
    }

    /// The conditional units that decide whether a procedure itself stops the program, sorted, by procedure.
    fn stop_guards(&self, graph: &Graph) -> Vec<Vec<Unit>> {
        let mut guards = vec![Vec::new(); graph.procedures.len()];
        for (number, node) in graph.nodes.iter().enumerate() {
            let guards = &mut guards[node.procedure.index()];
            match node.action {
                Action::Stop(_) => {
                    guards.extend(self.known.controls.of(Node(number as u32)).iter().map(|&(_, unit)| unit))
                }
                Action::Assume(_) => guards.push(Unit(node.unit.0)),
                _ => {}
            }
        }
        for guards in &mut guards {
            guards.sort_unstable();
            guards.dedup();
        }
        guards
    }

    /// Whether running the procedure may assign the global.
    pub fn may_modify(&self, procedure: ProcedureId, scalar: ScalarId) -> bool {
        self.known.modifies.has((Procedure(procedure.0), scalar.into()))
    }

    /// Whether running the procedure may read or assign the global.
    pub fn may_touch(&self, procedure: ProcedureId, scalar: ScalarId) -> bool {
        self.may_modify(procedure, scalar)
            || self.known.references.has((Procedure(procedure.0), scalar.into()))
    }

    fn derive_mod_ref(&mut self, graph: &Graph) {
        let program = &self.program;
        let mut is_global = vec![false; graph.scalars.len()];
        program.global.rows().iter().for_each(|&(scalar,)| is_global[scalar.0 as usize] = true);
        let globals = |pairs: Vec<(Procedure, Scalar)>| -> Vec<(Procedure, Scalar)> {
            let mut pairs: Vec<_> = pairs.into_iter().filter(|&(_, s)| is_global[s.0 as usize]).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        };
        let procedure = |node: Node| program.inside.of(node).first().map_or(Procedure(0), |&(_, p)| p);
        let own =
            |list: &[(Node, Scalar)]| -> Vec<_> { list.iter().map(|&(n, s)| (procedure(n), s)).collect() };
        // Many subscripts denote the same cells, which count once a procedure.
        let cells = |list: &[(Node, Cells)]| -> Vec<_> {
            let mut ranges: Vec<_> = list.iter().map(|&(n, cells)| (procedure(n), cells)).collect();
            ranges.sort_unstable();
            ranges.dedup();
            let each = |&(procedure, cells): &(Procedure, Cells)| {
                spend(1 + cells.length as usize / 4);
                cells.scalars().map(move |scalar| (procedure, scalar))
            };
            ranges.iter().flat_map(each).collect()
        };
        let mut assigns = own(program.assigns.rows());
        assigns.extend(program.returned.rows().iter().map(|&(n, _, to)| (procedure(n), to)));
        assigns.extend(cells(program.stores.rows()));
        let mut reads = own(program.reads.rows());
        reads.extend(own(program.gives.rows()));
        reads.extend(program.argument.rows().iter().map(|&(n, _, read)| (procedure(n), read)));
        reads.extend(cells(program.loads.rows()));
        let (assigns, reads) = (globals(assigns), globals(reads));
        let calls: Vec<_> = program.call.rows().iter().map(|&(n, callee)| (procedure(n), callee)).collect();
        let sets = match program.global.rows().len().saturating_mul(graph.procedures.len()) > LARGE_PAIRS {
            true => dependence::mod_ref(graph.procedures.len(), &assigns, &reads, &calls),
            false => statics::mod_ref(&assigns, &reads, &calls),
        };
        self.known.modifies = Relation::new(sets.modified);
        self.known.references = Relation::new(sets.referenced);
    }

    fn derive_dependence(&self, graph: &Graph, procedure: ProcedureId) -> LocalDependence {
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
                    let modified = self.known.modifies.of(Procedure(callee.0));
                    assigned.extend(modified.iter().map(|&(_, scalar)| ScalarId::from(scalar)));
                }
                spend(1 + assigned.len());
                flow.modifies.extend(assigned.into_iter().map(|s| (block, Scalar(s.0))));
            }
        }
        leave_endless_cycles(&mut flow);
        let found = doomed_dependence(flow, &doomed_ends(graph, &blocks));
        let last_of = |block: Block| *blocks.members[block.0 as usize].last().expect("a block has a node");
        let mut result = LocalDependence::default();
        for (branch, block) in found.controls {
            let unit = Unit(graph.nodes[last_of(branch).index()].unit.0);
            let members = &blocks.members[block.0 as usize];
            spend(members.len());
            result.controls.extend(members.iter().map(|&member| (Node::from(member), unit)));
        }
        let potential = found.potential.into_iter();
        result.potential = potential
            .map(|(branch, outcome, scalar)| (Node::from(last_of(branch)), outcome == 1, scalar))
            .collect();
        result
    }
}

/// The dependences inside one procedure, by node.
#[derive(Default)]
struct LocalDependence {
    /// Whether the node runs is decided by the conditional unit.
    controls: Vec<(Node, Unit)>,
    /// This outcome of the conditional can assign the scalar before the outcomes meet again.
    potential: Vec<(Node, bool, Scalar)>,
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
    let stay: Vec<bool> =
        blocks.members.iter().map(|members| of(last(members)).successors.is_empty()).collect();
    let mut ends = stay.clone();
    let only = only_ends(graph, blocks);
    for members in &blocks.members {
        let branch = of(last(members));
        if !matches!(branch.action, Action::Branch(_)) {
            continue;
        }
        for &side in &branch.successors {
            let block = blocks.of_node(side).0 as usize;
            let passes = |other: &NodeId| only[blocks.of_node(*other).0 as usize] != Only::End(block);
            ends[block] &=
                of(last(&blocks.members[block])).unit != branch.unit || !branch.successors.iter().any(passes);
        }
    }
    // Where failing sides are all that is left, as at the end of `(c && x) && 0`, no run passes by.
    for members in &blocks.members {
        let sides: Vec<usize> =
            of(last(members)).successors.iter().map(|&side| blocks.of_node(side).0 as usize).collect();
        if sides.iter().all(|&side| stay[side] && !ends[side]) {
            sides.into_iter().for_each(|side| ends[side] = true);
        }
    }
    ends
}

/// To which blocks without successors a block leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Only {
    /// To none.
    Nowhere,
    /// To this one alone.
    End(usize),
    /// To several.
    Many,
}

fn only_ends(graph: &Graph, blocks: &Blocks) -> Vec<Only> {
    let count = blocks.members.len();
    let mut predecessors = vec![Vec::new(); count];
    let (mut found, mut work) = (vec![Only::Nowhere; count], Vec::new());
    for (block, members) in blocks.members.iter().enumerate() {
        let successors = &graph.nodes[members[members.len() - 1].index()].successors;
        if successors.is_empty() {
            found[block] = Only::End(block);
            work.push(block);
        }
        successors.iter().for_each(|next| predecessors[blocks.of_node(*next).0 as usize].push(block));
    }
    while let Some(block) = work.pop() {
        spend(1 + predecessors[block].len());
        for &before in &predecessors[block] {
            let joined = match (found[before], found[block]) {
                (Only::Nowhere, from) => from,
                (own, from) if own == from => own,
                (..) => Only::Many,
            };
            if found[before] != joined {
                found[before] = joined;
                work.push(before);
            }
        }
    }
    found
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
    let mut leaves = vec![false; flow.blocks.len()];
    for Block(block) in statics::leaving(flow) {
        leaves[block as usize] = true;
    }
    leaves
}

/// Gives every cycle from which the exit cannot be reached an edge to it, so that control dependence is
/// defined inside.
fn leave_endless_cycles(flow: &mut Flow) {
    loop {
        spend(flow.blocks.len());
        match statics::endless(flow).first() {
            Some(&block) => flow.edges.push((block, flow.exit)),
            None => return,
        }
    }
}

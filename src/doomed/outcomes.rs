//! What runs of procedures may do, as far as the graph says: put to the rules.

use std::collections::{BTreeSet, HashMap};

use focuscheck_rules::doomed::{Flow, outcomes};
use focuscheck_rules::schema;
use focuscheck_rules::unroll::Code;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_check::library::Effect;
use focuscheck_check::tree::{ObjectId, Program};
use focuscheck_ir::program::graph::{Action, Callee, Graph, NodeId, ProcedureId};
use focuscheck_ir::program::loops::Loops;

use super::counted;
use super::given::closed;
use super::points::returns_twice;
use super::repeat::divergence_counts;
use super::tidying::tidying;

/// What runs of procedures may do.
#[derive(Debug)]
pub struct Outcomes {
    /// Procedures in which the whole run may end.
    ending: BTreeSet<ProcedureId>,
    /// Nodes that a run may come to and from which some way leads to an end.
    asked: BTreeSet<NodeId>,
    /// Procedures from whose calls runs may come back twice.
    twice: BTreeSet<ProcedureId>,
    /// Procedures in which runs may go on where nobody follows them, and come back from there.
    elsewhere: BTreeSet<ProcedureId>,
    /// Nodes of labels that are called errors, and where something is done: runs end there.
    tidy: BTreeSet<NodeId>,
    /// The functions, to be unrolled.
    code: Code,
}

impl Outcomes {
    /// Looks at all procedures of a program.
    pub fn of(tree: &Program, graph: &Graph, memory: &BTreeSet<ObjectId>) -> Self {
        let mut flow = Flow::default();
        let labels = tidying(tree);
        let mut tidy = BTreeSet::new();
        let (mut region, mut rounds) = (Vec::new(), HashMap::new());
        for (number, procedure) in graph.procedures.iter().enumerate() {
            let id = schema::Procedure(number as u32);
            flow.entries.push((id, schema::Node(procedure.entry.0)));
            flow.exits.push((id, schema::Node(procedure.exit.0)));
            // A loop that nobody has to leave may be where the run stays.
            let loops = Loops::of(graph, procedure.entry);
            let node = |id: NodeId| schema::Node(id.0);
            for head in loops.heads() {
                if let Some(number) = counted::rounds(graph, ProcedureId(number as u32), &loops, head) {
                    rounds.insert(node(head), number);
                }
                region.extend(loops.body(head).map(|inside| (node(head), node(inside))));
            }
            let heads = loops.heads().filter(|&head| !divergence_counts(graph, &loops, head, memory));
            flow.ends.extend(heads.map(|head| schema::Node(head.0)));
        }
        for (number, node) in graph.nodes.iter().enumerate() {
            spend(1);
            let id = schema::Node(number as u32);
            flow.edges.extend(node.successors.iter().map(|next| (id, schema::Node(next.0))));
            if let Action::Call { callee: Callee::Procedure(procedure), .. } = node.action {
                flow.calls.push((id, schema::Procedure(procedure.0)));
            }
            let tidies = match node.action {
                Action::Error(error) => labels.contains(&graph.errors[error.index()].span),
                _ => false,
            };
            if tidies {
                tidy.insert(NodeId(number as u32));
            }
            if tidies || may_end(&node.action) {
                flow.ends.push(id);
            }
        }
        for (call, ways) in closed(graph, memory) {
            let node = |id: NodeId| schema::Node(id.0);
            flow.closed.extend(ways.into_iter().map(|(from, to)| (node(call), node(from), node(to))));
        }
        let found = outcomes(&flow);
        let mut twice = BTreeSet::new();
        for (function, procedure) in tree.functions.iter().zip(&graph.bodies) {
            if let (Some(definition), Some(procedure)) = (&function.definition, procedure)
                && returns_twice(tree, definition)
            {
                twice.insert(*procedure);
            }
        }
        let elsewhere = elsewhere(graph);
        let is_followed =
            |procedure: &ProcedureId| !twice.contains(procedure) && !elsewhere.contains(procedure);
        let bodies: BTreeSet<ProcedureId> = graph.bodies.iter().flatten().copied().collect();
        let followed = flow.calls.iter().filter_map(|&(call, procedure)| {
            let procedure =
                Some(ProcedureId(procedure.0)).filter(|id| bodies.contains(id) && is_followed(id))?;
            Some((call, schema::Node(graph.procedures[procedure.index()].entry.0)))
        });
        let code = Code {
            exits: flow.exits.iter().map(|&(_, exit)| exit).collect(),
            after: flow.edges.iter().copied().collect(),
            region: region.into_iter().collect(),
            followed: followed.collect(),
            rounds,
        };
        Outcomes {
            ending: found.ending.into_iter().map(|procedure| ProcedureId(procedure.0)).collect(),
            asked: found.asked.into_iter().map(|node| NodeId(node.0)).collect(),
            twice,
            elsewhere,
            tidy,
            code,
        }
    }

    /// The functions, to be unrolled.
    pub(super) fn code(&self) -> &Code {
        &self.code
    }

    /// Whether runs of a procedure may go on where nobody follows them, and come back to any place of it.
    pub fn goes_elsewhere(&self, procedure: ProcedureId) -> bool {
        self.elsewhere.contains(&procedure)
    }

    /// Whether the whole run may end in a procedure.
    pub fn may_end(&self, procedure: ProcedureId) -> bool {
        self.ending.contains(&procedure)
    }

    /// Whether a run may come to a node, and some way leads from there to an end: else it fails on purpose.
    pub fn is_asked(&self, node: NodeId) -> bool {
        self.asked.contains(&node)
    }

    /// Whether a node is a label that is called an error, and where something is done.
    pub fn tidies(&self, node: NodeId) -> bool {
        self.tidy.contains(&node)
    }

    /// Whether runs may come back twice from calls in a procedure.
    pub fn returns_twice(&self, procedure: ProcedureId) -> bool {
        self.twice.contains(&procedure)
    }
}

/// The procedures with paths that are cut: where these go on the graph does not say.
fn elsewhere(graph: &Graph) -> BTreeSet<ProcedureId> {
    let is_cut = |node: NodeId| matches!(graph.nodes[node.index()].action, Action::Cut(_));
    let all = (0..graph.procedures.len() as u32).map(ProcedureId);
    all.filter(|&procedure| graph.nodes_of(procedure).any(is_cut)).collect()
}

/// Whether the run may end at an action, or go on where nobody follows it.
pub fn may_end(action: &Action) -> bool {
    match action {
        Action::Stop(_) | Action::Cut(_) => true,
        Action::Call { callee, .. } => match callee {
            Callee::Procedure(_) => false,
            Callee::Declared(_) | Callee::Pointer(_) | Callee::Missing(_) => true,
        },
        Action::Unknown { reason, effect, .. } => {
            let body = matches!(reason, Unmodelled::Body { .. });
            body || match effect {
                Effect::Reads | Effect::Into | Effect::Writes => false,
                Effect::Calls | Effect::Later | Effect::Leaves | Effect::Ends => true,
            }
        }
        Action::Skip
        | Action::Mark(_)
        | Action::Assign { .. }
        | Action::Load { .. }
        | Action::Store { .. }
        | Action::Copy { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Input { .. }
        | Action::Branch(_)
        | Action::Library { .. }
        | Action::Return(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Inspect { .. }
        | Action::Forget { .. }
        | Action::Stated(_) => false,
    }
}

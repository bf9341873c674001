//! What of a run is shown: which nodes, with which values and outcomes.

use std::collections::BTreeSet;

use focuscheck_cells::facts::cfg::{
    Action, Graph, NodeId, ScalarId, ScalarKind, StatementId, Unit, UnitKind,
};
use focuscheck_cells::simulation::interpreter::TraceStep;
use focuscheck_report::model::StepKind;

/// Source text on one line, without the semicolon.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches(';').trim_end().to_owned()
}

/// One passage of a run through a statement: the nodes that are one step of what is shown of the run.
pub(super) struct Gathered {
    statement: StatementId,
    depth: u32,
    nodes: BTreeSet<NodeId>,
}

impl Gathered {
    /// The passage that begins with a step of the run.
    pub fn of(graph: &Graph, step: &TraceStep) -> Gathered {
        let statement = statement(graph, step.node);
        Gathered { statement, depth: step.depth, nodes: BTreeSet::from([step.node]) }
    }

    /// The statement.
    pub fn statement(&self) -> StatementId {
        self.statement
    }

    /// Whether the next step of the run goes on with it: a node that was passed already begins another one.
    pub fn goes_on(&self, graph: &Graph, step: &TraceStep) -> bool {
        self.statement == statement(graph, step.node)
            && self.depth == step.depth
            && (!self.nodes.contains(&step.node) || of_library(graph, step.node))
    }

    /// Takes a step of the run in.
    pub fn take(&mut self, step: &TraceStep) {
        self.nodes.insert(step.node);
    }
}

fn statement(graph: &Graph, node: NodeId) -> StatementId {
    graph.units[graph.nodes[node.index()].unit.index()].statement
}

/// Whether a node is a part of what a library function does: the call is what is shown.
pub(super) fn of_library(graph: &Graph, node: NodeId) -> bool {
    graph.units[graph.nodes[node.index()].unit.index()].of_library
}

/// How a node of a trace is shown; `None` if it is not.
pub(super) fn kind(unit: &Unit, action: &Action) -> Option<StepKind> {
    match action {
        _ if unit.kind == UnitKind::Condition && unit.of_library => kind_of(unit.kind, unit.of_library),
        Action::Error(_) => Some(StepKind::Error),
        Action::UnitStart | Action::Exit => None,
        _ => kind_of(unit.kind, unit.of_library),
    }
}

/// The same of a node that is neither an error nor an end, by its unit.
pub(super) fn kind_of(kind: UnitKind, of_library: bool) -> Option<StepKind> {
    match kind {
        UnitKind::Condition if of_library => Some(StepKind::Assign),
        UnitKind::Check | UnitKind::Silent | UnitKind::Havoc => None,
        UnitKind::Assign => Some(StepKind::Assign),
        UnitKind::Condition => Some(StepKind::Branch),
        UnitKind::Assume | UnitKind::Assert => Some(StepKind::Assume),
        UnitKind::Call => Some(StepKind::Call),
        UnitKind::Return => Some(StepKind::Return),
        UnitKind::Error | UnitKind::Stop => Some(StepKind::Error),
    }
}

/// Whether a scalar has a name in the source.
pub(super) fn visible(graph: &Graph, scalar: ScalarId) -> bool {
    !matches!(graph.scalars[scalar.index()].kind, ScalarKind::Temporary | ScalarKind::Result)
}

/// The outcome of the whole condition, if this step decided it.
pub(super) fn outcome(graph: &Graph, step: &TraceStep) -> Option<bool> {
    let node = &graph.nodes[step.node.index()];
    let (yes, no) = graph.units[node.unit.index()].exits.filter(|_| !of_library(graph, step.node))?;
    let taken = match (&node.action, step.outcome?) {
        (Action::Branch(_), true) => *node.successors.first()?,
        (Action::Branch(_), false) => *node.successors.get(1)?,
        _ => return None,
    };
    match (taken == yes, taken == no) {
        (true, true) => step.outcome,
        (true, false) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

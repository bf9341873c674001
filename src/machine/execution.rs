//! Calls that are open on a run that annotations judge, and the loops that they are in.

use std::collections::BTreeMap;
use std::rc::Rc;

use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Clause, Contract, LoopContract};
use focuscheck_check::tree::{FunctionId, LabelId, ObjectId, Program};
use focuscheck_ir::program::graph::{Action, Graph, NodeId, ProcedureId};
use focuscheck_ir::program::loops::Loops;

use super::assigned::Allowed;
use super::instance::Instance;
use super::reading::{Doubtful, Judged, Moments, Outcome, Reader, Snapshot, State};
use super::run::Machine;
use super::scope::scopes;
use super::states::Named;
use super::value::BlockId;

/// What is known of a procedure before it runs.
pub(super) struct Plan<'g> {
    pub loops: Loops,
    /// The loops of the source by their heads: where they stand, and what is written before them.
    pub heads: BTreeMap<NodeId, (Span, Option<&'g LoopContract>)>,
    /// The states that its annotations name.
    pub named: Named,
    /// Objects of inner blocks, with the texts of these.
    pub scopes: Vec<(ObjectId, Span)>,
    /// Where labels are whose states are named.
    pub labels: BTreeMap<NodeId, LabelId>,
}

impl<'g> Plan<'g> {
    pub fn of(
        graph: &'g Graph,
        tree: &Program,
        procedure: ProcedureId,
        function: Option<FunctionId>,
    ) -> Self {
        let function = function.map(|id| &tree.functions[id.index()]);
        let nodes = || graph.nodes_of(procedure);
        let (first, last) =
            (graph.procedures[procedure.index()].first, graph.procedures[procedure.index()].exit);
        let mut named = Named::default();
        function
            .and_then(|function| function.contract.as_deref())
            .into_iter()
            .for_each(|c| named.contract(c));
        let mut heads = BTreeMap::new();
        for entry in graph.loops.iter().filter(|entry| (first..=last).contains(&entry.head)) {
            let contract = entry.contract.as_deref();
            contract.into_iter().for_each(|contract| named.repeated(contract));
            heads.insert(entry.head, (entry.span, contract));
        }
        for node in nodes() {
            if let Action::Stated(stated) = &graph.nodes[node.index()].action {
                named.stated(stated);
            }
        }
        let written = function.and_then(|function| function.definition.as_ref());
        let mut labels = BTreeMap::new();
        for &label in &named.labels {
            let Some(written) = written.and_then(|written| written.labels.get(label.index())) else {
                continue;
            };
            let is_there = |node: &NodeId| {
                let node = &graph.nodes[node.index()];
                matches!(node.action, Action::Skip) && node.span == written.span
            };
            labels.extend(nodes().find(is_there).map(|node| (node, label)));
        }
        let loops = Loops::of(graph, graph.procedures[procedure.index()].entry);
        let scopes = written.map_or_else(Vec::new, |written| scopes(&written.body));
        Plan { loops, heads, named, scopes, labels }
    }
}

/// The nodes at labels of a function whose states its annotations name.
pub fn named_labels(
    graph: &Graph,
    tree: &Program,
    procedure: ProcedureId,
    function: FunctionId,
) -> BTreeMap<NodeId, LabelId> {
    Plan::of(graph, tree, procedure, Some(function)).labels
}

/// A loop that a call is in.
pub(super) struct Round<'g> {
    pub head: NodeId,
    /// Before its first round, if that is named.
    pub entry: Option<Snapshot>,
    /// At its head, if that is named.
    pub current: Option<Snapshot>,
    /// What its variant was at the head.
    pub variant: Option<Result<i128, Doubtful>>,
    pub allowed: Vec<Allowed<'g>>,
}

/// A call that is open.
pub(super) struct Execution<'g> {
    pub function: Option<FunctionId>,
    /// The contract of its function.
    pub contract: Option<&'g Contract>,
    /// Whether that is asked for anything.
    pub by_contract: bool,
    /// The parameters, as the contract and as the body name them.
    pub formals: Vec<ObjectId>,
    /// For each behaviour of the contract whether it applies.
    pub applies: Vec<Judged>,
    /// Where it began, if that is named.
    pub pre: Option<Snapshot>,
    /// What its measure was where it began, if it has one.
    pub measure: Option<Result<i128, Doubtful>>,
    /// Blocks from this one on were made since then.
    pub first: BlockId,
    pub allowed: Vec<Allowed<'g>>,
    pub loops: Vec<Round<'g>>,
    pub labels: BTreeMap<LabelId, Snapshot>,
    pub plan: Option<Rc<Plan<'g>>>,
}

/// A clause, and the number of the behaviour that it belongs to.
pub(super) type Under<'g> = (&'g Clause, Option<usize>);

impl<'g> Execution<'g> {
    pub fn new(tree: &'g Program, function: Option<FunctionId>, by_contract: bool, first: BlockId) -> Self {
        let entry = function.map(|id| &tree.functions[id.index()]);
        let contract = entry.and_then(|entry| entry.contract.as_deref());
        let named = contract.iter().flat_map(|contract| &contract.parameters);
        let definition = entry.and_then(|entry| entry.definition.as_ref());
        let written = definition.iter().flat_map(|definition| &definition.parameters);
        Execution {
            function,
            contract,
            by_contract: by_contract && contract.is_some(),
            formals: named.chain(written).copied().collect(),
            applies: Vec::new(),
            pre: None,
            measure: None,
            first,
            allowed: Vec::new(),
            loops: Vec::new(),
            labels: BTreeMap::new(),
            plan: None,
        }
    }

    /// The clauses of a list, each for each of the behaviours that it is stated for.
    pub fn spread(&self, clauses: &'g [Clause]) -> Vec<Under<'g>> {
        let behaviors = || self.contract.into_iter().flat_map(|contract| &contract.behaviors).enumerate();
        let mut spread = Vec::new();
        for clause in clauses {
            let before = spread.len();
            let named = behaviors().filter(|(_, behavior)| clause.behaviors.contains(&behavior.name));
            spread.extend(named.map(|(number, _)| (clause, Some(number))));
            if spread.len() == before {
                spread.push((clause, None));
            }
        }
        spread
    }

    /// What its contract asks of its caller.
    pub fn requires(&self) -> Vec<Under<'g>> {
        let Some(contract) = self.contract.filter(|_| self.by_contract) else { return Vec::new() };
        let mut all = self.spread(&contract.requires);
        for (number, behavior) in contract.behaviors.iter().enumerate() {
            all.extend(behavior.requires.iter().map(|clause| (clause, Some(number))));
        }
        all
    }

    /// What its contract says of its end.
    pub fn ensures(&self) -> Vec<Under<'g>> {
        let Some(contract) = self.contract.filter(|_| self.by_contract) else { return Vec::new() };
        let mut all = self.spread(&contract.ensures);
        for (number, behavior) in contract.behaviors.iter().enumerate() {
            all.extend(behavior.ensures.iter().map(|clause| (clause, Some(number))));
        }
        all
    }

    /// Whether some of the behaviours with these names apply; of no names whether the run does.
    pub fn applies(&self, names: &[String]) -> Judged {
        if names.is_empty() {
            return Ok(true);
        }
        let behaviors = self.contract.into_iter().flat_map(|contract| &contract.behaviors);
        let mut doubt = None;
        for (behavior, applies) in behaviors.zip(&self.applies) {
            match applies {
                Ok(true) if names.contains(&behavior.name) => return Ok(true),
                Err(why) if names.contains(&behavior.name) => doubt = doubt.or(Some(why.clone())),
                Ok(_) | Err(_) => {}
            }
        }
        doubt.map_or(Ok(false), Err)
    }

    /// A reader of its annotations in the present state.
    pub fn reader<'a>(
        &'a self,
        machine: &'a Machine<'_>,
        tree: &'a Program,
        objects: &'a BTreeMap<ObjectId, BlockId>,
    ) -> Reader<'a> {
        let round = self.loops.last();
        let here = State { memory: &machine.memory, objects };
        Reader {
            command_line: machine.command_line,
            moments: Moments {
                pre: self.pre.as_ref().map(Snapshot::state),
                entry: round.and_then(|round| round.entry.as_ref()).map(Snapshot::state),
                current: round.and_then(|round| round.current.as_ref()).map(Snapshot::state),
                labels: Some(&self.labels),
            },
            first: self.first,
            ..Reader::new(tree, &machine.fixed, &machine.reasons, here)
        }
    }

    /// What makes a clause false, if anything does.
    pub fn fault(
        &self,
        reader: &mut Reader<'_>,
        (clause, under): Under<'_>,
    ) -> Result<Option<Instance>, Doubtful> {
        let applies = under.and_then(|number| self.applies.get(number)).cloned().unwrap_or(Ok(true));
        if applies == Ok(false) {
            return Ok(None);
        }
        match reader.predicate(&clause.predicate) {
            Ok(true) => Ok(None),
            Ok(false) => applies.map(|_| Some(reader.instance(&clause.predicate))),
            Err(doubt) => Err(doubt),
        }
    }

    /// The same at the end of the call, where parameters stand as they were at the entry.
    pub fn reader_after<'a>(
        &'a self,
        machine: &'a Machine<'_>,
        tree: &'a Program,
        objects: &'a BTreeMap<ObjectId, BlockId>,
        outcome: Outcome,
    ) -> Reader<'a> {
        Reader { formals: &self.formals, outcome, ..self.reader(machine, tree, objects) }
    }
}

//! From the graph of a program to the guarded commands of one function.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::Location;
use focuscheck_check::tree::{self, FunctionId, LabelId, ObjectId};
use focuscheck_ir::program::error_kind::ErrorKind;
use focuscheck_ir::program::graph::{Action, Argument, Callee, Expr, Graph, NodeId, Place, ProcedureId};
use focuscheck_ir::program::role::Role;
use focuscheck_ir::program::turn::Transfer;
use focuscheck_machine::named_labels;

use super::graph::{
    Annotated, AssumptionKind, At, Block, BlockId, Command, Cut, Edge, Exit, Fact, Frame, FrameId, Guarded,
    Moment, Obligation, ObligationId, ProofPremise, Property, Since, TraceKind, TraceLabel,
};
use super::order::sorted;
use focuscheck_ir::program::loops::Loops;

/// What becomes of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopMode {
    /// All are cut at their heads.
    Safe,
    /// Those with annotations are cut at their heads, the others are unrolled.
    Unrolled,
    /// All are unrolled.
    AllUnrolled,
}

/// How to translate a function.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The checks that are made besides what annotations ask for.
    pub checks: BTreeSet<CheckKind>,
    /// What becomes of loops.
    pub loops: LoopMode,
    /// How many rounds of a loop are followed.
    pub unroll: u32,
    /// Functions whose calls are inlined although they have a contract.
    pub inlined: BTreeSet<FunctionId>,
}

/// So many blocks a function may have.
const MOST_BLOCKS: usize = 20_000;

/// In which round of a loop a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Round {
    /// Of an unrolled loop, from 0 on.
    Number(u32),
    /// Before the head of a safe loop.
    Entry,
    /// In any round of a safe loop.
    Any,
    /// Back at the head of a safe loop.
    Back,
}

/// Where a node is run: in which execution, and in which rounds of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Context {
    pub(super) frame: FrameId,
    pub(super) rounds: Vec<(NodeId, Round)>,
}

impl Context {
    /// The head of the innermost loop.
    pub(super) fn inside(&self) -> Option<NodeId> {
        self.rounds.last().map(|(head, _)| *head)
    }
}

/// An execution of a function, and where it goes back to.
pub(super) struct Execution {
    pub(super) procedure: ProcedureId,
    /// The call and its context; `None` for the function itself.
    pub(super) back: Option<(NodeId, Context)>,
}

#[derive(Default)]
struct Draft<'g> {
    commands: Vec<Command<'g>>,
    edges: Vec<Edge<'g>>,
    label: Option<TraceLabel>,
    role: Option<Role>,
    ends: bool,
}

/// The walk over the graph.
pub(super) struct Builder<'g> {
    pub(super) tree: &'g tree::Program,
    pub(super) graph: &'g Graph,
    pub(super) settings: &'g Settings,
    pub(super) functions: BTreeMap<ProcedureId, FunctionId>,
    pub(super) loops: BTreeMap<ProcedureId, Loops>,
    pub(super) executions: BTreeMap<FrameId, Execution>,
    /// Labels whose states annotations name.
    labels: BTreeMap<ProcedureId, BTreeMap<NodeId, LabelId>>,
    pub(super) frames: Vec<Frame>,
    blocks: Vec<Draft<'g>>,
    instances: BTreeMap<(NodeId, Context), BlockId>,
    open: Vec<(NodeId, Context, BlockId)>,
    obligations: Vec<Obligation<'g>>,
    numbers: BTreeMap<(Property, At, u32, Option<Span>), ObligationId>,
    taken: BTreeSet<ProofPremise>,
    /// The node that ways lead on from.
    pub(super) at: NodeId,
}

/// Translates a function that has a body; `None` if it has none.
pub fn guarded<'g>(
    tree: &'g tree::Program,
    graph: &'g Graph,
    function: FunctionId,
    settings: &'g Settings,
) -> Option<Guarded<'g>> {
    let procedure = graph.bodies.get(function.index()).copied().flatten()?;
    let bodies = graph.bodies.iter().enumerate();
    let functions = bodies.filter_map(|(id, body)| Some(((*body)?, FunctionId(id as u32)))).collect();
    let mut builder = Builder {
        tree,
        graph,
        settings,
        functions,
        loops: BTreeMap::new(),
        executions: BTreeMap::new(),
        labels: BTreeMap::new(),
        frames: Vec::new(),
        blocks: Vec::new(),
        instances: BTreeMap::new(),
        open: Vec::new(),
        obligations: Vec::new(),
        numbers: BTreeMap::new(),
        taken: BTreeSet::new(),
        at: graph.procedures[procedure.index()].entry,
    };
    let frame = builder.new_frame(function, Some(Execution { procedure, back: None }));
    let entry = builder.new_block();
    builder.begin(entry, frame);
    let context = Context { frame, rounds: Vec::new() };
    builder.go(entry, graph.procedures[procedure.index()].entry, &context, None);
    while let Some((node, context, block)) = builder.open.pop() {
        spend(1);
        if builder.blocks.len() > MOST_BLOCKS {
            builder.cut(
                block,
                Cut::Unmodelled("function of so many ways".into(), graph.nodes[node.index()].span),
            );
            continue;
        }
        builder.node(node, &context, block);
    }
    let blocks = builder.blocks.into_iter();
    let blocks = blocks.map(|draft| Block {
        commands: draft.commands,
        edges: draft.edges,
        label: draft.label,
        role: draft.role,
        ends: draft.ends,
    });
    Some(Guarded {
        function,
        blocks: sorted(blocks.collect::<Vec<Block<'g>>>()).0,
        obligations: builder.obligations,
        frames: builder.frames,
        taken: builder.taken.into_iter().collect(),
    })
}

impl<'g> Builder<'g> {
    pub(super) fn new_frame(&mut self, function: FunctionId, execution: Option<Execution>) -> FrameId {
        let id = FrameId(self.frames.len() as u32);
        self.frames.push(Frame { function, inlined: execution.is_some() });
        if let Some(execution) = execution {
            let (graph, procedure) = (self.graph, execution.procedure);
            let entry = graph.procedures[procedure.index()].entry;
            self.loops.entry(procedure).or_insert_with(|| Loops::of(graph, entry));
            let tree = self.tree;
            let named = self.labels.entry(procedure);
            named.or_insert_with(|| named_labels(graph, tree, procedure, function));
            self.executions.insert(id, execution);
        }
        id
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(Draft::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(super) fn command(&mut self, block: BlockId, command: Command<'g>) {
        self.blocks[block.index()].commands.push(command);
    }

    pub(super) fn label(&mut self, block: BlockId, kind: TraceKind, at: At) {
        self.blocks[block.index()].label = Some(TraceLabel { kind, at });
    }

    pub(super) fn take(&mut self, taken: ProofPremise) {
        self.taken.insert(taken);
    }

    pub(super) fn cut(&mut self, block: BlockId, cut: Cut) {
        self.command(block, Command::Cut(cut));
    }

    pub(super) fn assume(&mut self, block: BlockId, fact: Fact<'g>, given: AssumptionKind) {
        self.command(block, Command::Assume(fact, given));
    }

    /// Asserts something; `number` is that of the clause.
    pub(super) fn assert(&mut self, block: BlockId, property: Property, at: At, number: u32, fact: Fact<'g>) {
        let since = self.evaluation(block);
        self.assert_clause(block, (property, at, number), None, None, (fact, since));
    }

    /// An evaluation that begins at the end of a block.
    pub(super) fn evaluation(&self, block: BlockId) -> Since {
        Since(self.blocks[block.index()].commands.len())
    }

    /// Asserts a clause of an annotation, in an evaluation.
    pub(super) fn assert_clause(
        &mut self,
        block: BlockId,
        (property, at, number): (Property, At, u32),
        clause: Option<Annotated<'g>>,
        callee: Option<FunctionId>,
        (fact, since): (Fact<'g>, Since),
    ) {
        let id = self.obligation((property, at, number), clause, callee);
        self.command(block, Command::Assert(id, fact, since));
    }

    /// The number of an obligation, whether it is asserted anywhere or not.
    pub(super) fn obligation(
        &mut self,
        (property, at, number): (Property, At, u32),
        clause: Option<Annotated<'g>>,
        callee: Option<FunctionId>,
    ) -> ObligationId {
        let key = (property, at, number, clause.map(|clause| clause.span));
        let obligations = &mut self.obligations;
        *self.numbers.entry(key).or_insert_with(|| {
            obligations.push(Obligation { property, at, number, clause, callee });
            ObligationId(obligations.len() as u32 - 1)
        })
    }

    pub(super) fn procedure(&self, frame: FrameId) -> ProcedureId {
        self.executions[&frame].procedure
    }

    pub(super) fn loops_of(&self, frame: FrameId) -> &Loops {
        &self.loops[&self.procedure(frame)]
    }

    /// The labels of an execution whose states annotations name, with their nodes.
    pub(super) fn labels_of(&self, frame: FrameId) -> impl Iterator<Item = (NodeId, LabelId)> {
        self.labels[&self.procedure(frame)].iter().map(|(node, label)| (*node, *label))
    }

    /// Adds an edge to a block.
    pub(super) fn edge(&mut self, from: BlockId, to: BlockId, guard: Option<(FrameId, &'g Expr, bool)>) {
        self.blocks[from.index()].edges.push(Edge { to, guard });
    }

    /// Goes on at a node; `context` is that of the node before.
    pub(super) fn go(
        &mut self,
        from: BlockId,
        node: NodeId,
        context: &Context,
        guard: Option<(FrameId, &'g Expr, bool)>,
    ) {
        let mut context = context.clone();
        let loops = self.loops_of(context.frame);
        while context.inside().is_some_and(|head| !loops.contains(head, node)) {
            context.rounds.pop();
        }
        if loops.is_head(node) {
            let again = context.rounds.last().filter(|(head, _)| *head == node).map(|(_, round)| *round);
            let next = match again {
                None if self.is_safe(node) => Round::Entry,
                None => Round::Number(0),
                Some(Round::Number(number)) => Round::Number(number + 1),
                Some(Round::Entry | Round::Any | Round::Back) => Round::Back,
            };
            if again.is_some() {
                context.rounds.pop();
            }
            context.rounds.push((node, next));
        }
        let to = self.instance(node, &context);
        let ended = self.ended(node);
        if ended.is_empty() {
            return self.edge(from, to, guard);
        }
        let ending = self.new_block();
        self.command(ending, Command::End(context.frame, ended));
        self.edge(from, ending, guard);
        self.edge(ending, to, None);
    }

    /// What is declared in blocks that are left on the way to a node.
    fn ended(&self, node: NodeId) -> Vec<ObjectId> {
        let left = self.graph.scopes.iter().filter(|scope| scope.contains(self.at) && !scope.contains(node));
        left.flat_map(|scope| scope.objects.iter().copied()).collect()
    }

    /// The block of a node in a context.
    pub(super) fn instance(&mut self, node: NodeId, context: &Context) -> BlockId {
        if let Some(&known) = self.instances.get(&(node, context.clone())) {
            return known;
        }
        let block = self.new_block();
        self.instances.insert((node, context.clone()), block);
        self.open.push((node, context.clone(), block));
        block
    }

    fn next(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let graph = self.graph;
        if let Some(&next) = graph.nodes[node.index()].successors.first() {
            self.go(block, next, context, None);
        }
    }

    /// Fills the block of a node.
    fn node(&mut self, node: NodeId, context: &Context, block: BlockId) {
        self.at = node;
        if self.head(node, context, block) {
            return;
        }
        let graph = self.graph;
        let (action, span) = (&graph.nodes[node.index()].action, graph.nodes[node.index()].span);
        let frame = context.frame;
        match action.turn() {
            Transfer::Skip => {
                let label = self.labels_of(frame).find(|(at, _)| *at == node).map(|(_, label)| label);
                if let Some(label) = label.filter(|_| !self.loops_of(frame).is_head(node)) {
                    self.command(block, Command::Remember(frame, Moment::Label(label)));
                }
                self.next(node, context, block);
            }
            Transfer::Mark(role) => self.marked(node, role, context, block),
            Transfer::On => {
                self.check_action(block, context, action, span);
                self.command(block, Command::Run { frame, action, span });
                self.next(node, context, block);
            }
            Transfer::Branch(condition) => self.ways(node, context, block, condition),
            Transfer::Call => self.called(node, context, block),
            Transfer::Exit => {
                self.blocks[block.index()].ends = self.executions[&frame].back.is_none();
                self.exit(context, block);
            }
            Transfer::Error(error) => {
                let property = match graph.errors[error.index()].kind {
                    ErrorKind::Assertion | ErrorKind::Annotation => Property::Assert,
                    ErrorKind::Condition
                    | ErrorKind::ErrorCall
                    | ErrorKind::ErrorLabel
                    | ErrorKind::Check(_) => Property::Error,
                };
                self.assert(block, property, At::Here(span.start), 1, Fact::False);
            }
            Transfer::Stop(status) => {
                self.blocks[block.index()].ends = true;
                if let Some(status) = status {
                    self.check_expression(block, frame, status);
                }
            }
            Transfer::Cut(reason) => self.cut(block, Cut::Unmodelled(reason.clone(), span)),
            Transfer::Stated(stated) => {
                self.stated(stated, context, block);
                self.next(node, context, block);
            }
        }
    }

    /// A node that says what a run does in the source.
    fn marked(&mut self, node: NodeId, role: Role, context: &Context, block: BlockId) {
        let span = self.graph.nodes[node.index()].span;
        self.mark(role, span, block);
        if self.body(role, context, block) {
            return;
        }
        if role == Role::Goto {
            self.land(node, context, block);
        } else {
            self.next(node, context, block);
        }
    }

    /// The two ways out of a branch.
    fn ways(&mut self, node: NodeId, context: &Context, block: BlockId, condition: &'g Expr) {
        let (graph, frame) = (self.graph, context.frame);
        self.check_expression(block, frame, condition);
        let successors = &graph.nodes[node.index()].successors;
        let mut ways: Vec<(NodeId, bool)> = successors.iter().copied().zip([true, false]).collect();
        // Early exits of loops first.
        let leaves = |way: &(NodeId, bool)| {
            context.inside().is_some_and(|head| !self.loops_of(frame).contains(head, way.0))
        };
        ways.sort_by_key(|way| !leaves(way));
        for (next, holds) in ways {
            self.go(block, next, context, Some((frame, condition, holds)));
        }
    }

    /// A call: of a function that is known, or through a pointer.
    fn called(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let (graph, frame) = (self.graph, context.frame);
        let span = graph.nodes[node.index()].span;
        let Action::Call { callee, arguments, result } = &graph.nodes[node.index()].action else { return };
        for argument in arguments {
            match argument {
                Argument::Value(value) => self.check_expression(block, frame, value),
                Argument::Record(place) => self.check_access(block, frame, place),
            }
        }
        let function = match callee {
            Callee::Procedure(procedure) => self.functions.get(procedure).copied(),
            Callee::Declared(function) => Some(*function),
            Callee::Pointer(_) | Callee::Missing(_) => None,
        };
        // What is wrong with an argument is wrong before the call.
        let called = self.new_block();
        self.edge(block, called, None);
        let block = called;
        match function {
            Some(function) => {
                self.call(node, context, block, (function, arguments, result.as_ref()));
            }
            None => self.cut(block, Cut::Unmodelled("call through a pointer".into(), span)),
        }
    }

    /// Says what an edge does in the source.
    fn mark(&mut self, role: Role, span: Span, block: BlockId) {
        let here = At::Here(span.start);
        self.blocks[block.index()].role = Some(role);
        match role {
            Role::Then => self.label(block, TraceKind::Then, here),
            Role::Else => self.label(block, TraceKind::Else, here),
            Role::Case | Role::Default => self.label(block, TraceKind::Switch, here),
            Role::ShortAnd => self.label(block, TraceKind::Cand, At::Behind(span.start)),
            Role::ShortOr => self.label(block, TraceKind::Cor, At::Behind(span.start)),
            Role::Break => self.label(block, TraceKind::Exit(Exit::Break), here),
            Role::Continue => self.label(block, TraceKind::Exit(Exit::Continue), here),
            Role::Goto => self.label(block, TraceKind::Exit(Exit::Goto), here),
            Role::Return => self.label(block, TraceKind::Exit(Exit::Return), here),
            Role::LoopEntry(_)
            | Role::LoopBack(_)
            | Role::LoopBody(_)
            | Role::LoopExit(_)
            | Role::NoCase
            | Role::CallToReturn
            | Role::UnknownCode => {}
        }
    }

    /// A `goto` lands at a label, unless it leads back to the head of a loop.
    fn land(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let graph = self.graph;
        let Some(&label) = graph.nodes[node.index()].successors.first() else { return };
        let landing = self.new_block();
        self.label(landing, TraceKind::EndBlock, At::Here(graph.nodes[label.index()].span.start));
        self.edge(block, landing, None);
        self.go(landing, label, context, None);
    }
}

/// What is assigned.
#[derive(Clone, Copy)]
pub(super) enum Assigned<'g> {
    Place(&'g Place),
    /// By a function that is called.
    Location(FrameId, &'g Location),
    /// What nobody knows.
    Anything,
}

//! From the graph of a program to one function without cycles: each loop is a few copies: the first round (all of them, where a
//! loop counts to a small constant), any whole round, the last whole one, and the one that leaves (Section 7 of the paper, which
//! has no last whole one); calls are inlined, or may change everything.
//!
//! Every run that ends has a path, whatever round of a loop it passes a point in: that round is the copy for any. What
//! cannot be followed ends the path, as a run that ends.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::schema::Node;
use focuscheck_rules::unroll::{Around, ContextId, Extent, How, NOWHERE, Unrolled};

use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_check::logic::tree::{Checked, Contract};
use focuscheck_check::tree::{self, FunctionId, ObjectId};
use focuscheck_ir::program::graph::{Action, Callee, Expr, Graph, NodeId, ProcedureId};
use focuscheck_ir::program::loops::{Loops, reachable};
use focuscheck_ir::program::role::Role;
use focuscheck_ir::program::turn::Transfer;
use focuscheck_vc::guarded::graph::{BlockId, Command, Fact, Forgotten, Frame, FrameId, Moment};
use focuscheck_vc::guarded::order::sorted;
use focuscheck_vc::guarded::spread;

use super::counted::MOST_ROUNDS;
use super::graph::{Block, Edge, Ends, Guard, Needs, Step, Ways};
use super::outcomes::{Outcomes, may_end};
use super::repeat::{divergence_counts, forgotten};

/// So many ways of a function are followed.
const MOST_WAYS: usize = 12_000;

/// So many ways are followed where rounds of loops that count to small constants are copies of their own.
const MOST_WHOLE: usize = 2_000;

/// In loops that are nested deeper than this the first round is one of any.
const DEEP: usize = 2;

/// How to look at functions.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What is looked for besides what the program says.
    pub checks: BTreeSet<CheckKind>,
    /// How many calls deep functions are inlined.
    pub depth: u32,
}

/// Where a node is run: in which execution, and in which copies of the loops around it.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) frame: FrameId,
    /// The heads of the loops around it in this execution, from outside in.
    pub(super) heads: Vec<NodeId>,
    /// The same for the rules, with the calls.
    pub(super) around: ContextId,
}

/// An execution of a function, and where it goes back to.
pub(super) struct Execution {
    pub(super) procedure: ProcedureId,
    pub(super) back: Option<(NodeId, Context)>,
}

/// What all functions of a program share.
#[derive(Clone, Copy)]
pub struct Program<'g> {
    /// The typed program.
    pub tree: &'g tree::Program,
    /// Its graph.
    pub graph: &'g Graph,
    /// Which variables have addresses.
    pub memory: &'g BTreeSet<ObjectId>,
    /// What runs of procedures may do.
    pub outcomes: &'g Outcomes,
}

/// The walk over the graph.
pub(super) struct Builder<'g> {
    pub(super) program: Program<'g>,
    pub(super) settings: &'g Settings,
    pub(super) functions: BTreeMap<ProcedureId, FunctionId>,
    loops: BTreeMap<ProcedureId, Loops>,
    executions: Vec<Execution>,
    frames: Vec<Frame>,
    blocks: Vec<Block<'g>>,
    /// Where paths lead.
    unrolled: Unrolled,
    /// For each context its execution.
    within: Vec<FrameId>,
    instances: BTreeMap<(Node, ContextId), BlockId>,
    copies: BTreeMap<NodeId, Vec<BlockId>>,
    cut: Option<&'static str>,
    /// The nodes of the function itself where paths were cut.
    cuts: BTreeSet<NodeId>,
}

/// Copies a function that has a body; `None` if it has none. `elses` says where the `else` of a branch stands, by the node
/// that marks it.
pub fn ways<'g>(
    program: Program<'g>,
    function: FunctionId,
    settings: &'g Settings,
    elses: &BTreeMap<NodeId, u32>,
    starts: Vec<ObjectId>,
) -> Option<Ways<'g>> {
    let graph = program.graph;
    let procedure = graph.bodies.get(function.index()).copied().flatten()?;
    let bodies = graph.bodies.iter().enumerate();
    let functions = bodies.filter_map(|(id, body)| Some(((*body)?, FunctionId(id as u32)))).collect();
    let begin = graph.procedures[procedure.index()].entry;
    let unrolled = unrolled(program, begin, settings);
    let mut builder = Builder {
        program,
        settings,
        functions,
        loops: BTreeMap::new(),
        executions: Vec::new(),
        frames: Vec::new(),
        blocks: Vec::new(),
        unrolled,
        within: Vec::new(),
        instances: BTreeMap::new(),
        copies: BTreeMap::new(),
        cut: None,
        cuts: BTreeSet::new(),
    };
    let frame = builder.new_frame(function, Execution { procedure, back: None });
    builder.executions();
    let entry = builder.new_block();
    builder.begin(entry, frame);
    let followed = std::mem::take(&mut builder.unrolled.followed);
    for &(node, around) in &followed {
        let block = builder.new_block();
        builder.instances.insert((node, around), block);
        if builder.frame(around) == frame {
            builder.copies.entry(NodeId(node.0)).or_default().push(block);
        }
    }
    builder.go(entry, None, begin, None);
    for (node, around) in followed {
        spend(1);
        let block = builder.instances[&(node, around)];
        let context = builder.context(around);
        builder.node(NodeId(node.0), &context, block);
    }
    for block in &mut builder.blocks {
        for edge in &mut block.edges {
            if let Some(guard) = &mut edge.guard
                && let Some(at) = elses.get(&NodeId(guard.at)).copied().filter(|_| guard.frame == frame)
            {
                guard.at = at;
            } else if let Some(guard) = &mut edge.guard {
                guard.at = guard.condition.span.start;
            }
        }
    }
    let (blocks, places) = sorted(builder.blocks);
    let place = |block: &BlockId| places[block.index()];
    let copies = builder.copies.into_iter();
    let copies = copies.map(|(node, blocks)| (node, blocks.iter().filter_map(place).collect())).collect();
    let behind = match program.outcomes.goes_elsewhere(procedure) {
        true => {
            builder.cut = builder.cut.or(Some("runs may go on elsewhere, and come back"));
            graph.nodes_of(procedure).collect()
        }
        false => builder.cuts.iter().flat_map(|cut| reachable(graph, *cut)).collect(),
    };
    Some(Ways { frames: builder.frames, blocks, copies, starts, cut: builder.cut, behind })
}

/// Where paths of a function lead; loops that count to small constants have all their rounds, and loops a last whole round, if
/// that does not make too many ways.
fn unrolled(program: Program<'_>, begin: NodeId, settings: &Settings) -> Unrolled {
    let code = program.outcomes.code();
    let extent =
        |rounds, whole, most| Extent { depth: settings.depth as usize, deep: DEEP, whole, rounds, most };
    if !code.rounds.is_empty() {
        let unrolled = code.unrolled(Node(begin.0), extent(MOST_ROUNDS, usize::MAX, MOST_WHOLE));
        if !unrolled.is_cut {
            return unrolled;
        }
    }
    let unrolled = code.unrolled(Node(begin.0), extent(0, usize::MAX, MOST_WAYS));
    if !unrolled.is_cut {
        return unrolled;
    }
    code.unrolled(Node(begin.0), extent(0, 0, MOST_WAYS))
}

impl<'g> Builder<'g> {
    pub(super) fn new_frame(&mut self, function: FunctionId, execution: Execution) -> FrameId {
        let id = FrameId(self.frames.len() as u32);
        self.frames.push(Frame { function, inlined: true });
        let graph = self.program.graph;
        let entry = graph.procedures[execution.procedure.index()].entry;
        self.loops.entry(execution.procedure).or_insert_with(|| Loops::of(graph, entry));
        self.executions.push(execution);
        id
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    pub(super) fn step(&mut self, block: BlockId, step: Step<'g>) {
        self.blocks[block.index()].steps.push(step);
    }

    /// Something has any value.
    pub(super) fn forget(&mut self, block: BlockId, forgotten: Forgotten<'g>) {
        self.step(block, Step::Run(Command::ForgetOne(forgotten)));
    }

    /// A path may end here as a run that ends.
    pub(super) fn end(&mut self, block: BlockId) {
        self.blocks[block.index()].ends = true;
    }

    /// A path is not followed beyond this node, and ends here.
    fn cut(&mut self, block: BlockId, node: NodeId, frame: FrameId, reason: &'static str) {
        self.end(block);
        self.cut = Some(reason);
        let (mut node, mut frame) = (node, frame);
        while let Some((call, context)) = &self.execution(frame).back {
            (node, frame) = (*call, context.frame);
        }
        self.cuts.insert(node);
    }

    pub(super) fn edge(&mut self, from: BlockId, to: BlockId, guard: Option<Guard<'g>>) {
        self.blocks[from.index()].edges.push(Edge { to, guard });
    }

    pub(super) fn execution(&self, frame: FrameId) -> &Execution {
        &self.executions[frame.index()]
    }

    pub(super) fn function(&self, frame: FrameId) -> FunctionId {
        self.frames[frame.index()].function
    }

    /// Where what a call calls begins, and in which context, if it is inlined.
    pub(super) fn inlined(&self, call: NodeId, context: &Context) -> Option<(NodeId, Context)> {
        let (_, procedure) = self.callee(call)?;
        let entry = self.program.graph.procedures[procedure.index()].entry;
        let &(.., around, _) = self.unrolled.from((Node(call.0), context.around), Node(entry.0)).first()?;
        Some((entry, self.context(around)))
    }

    pub(super) fn loops_of(&self, frame: FrameId) -> &Loops {
        &self.loops[&self.execution(frame).procedure]
    }

    pub(super) fn contract(&self, frame: FrameId) -> Option<&'g Contract> {
        let tree = self.program.tree;
        tree.functions[self.frames[frame.index()].function.index()].contract.as_deref()
    }

    /// The entry: what annotations require holds.
    fn begin(&mut self, block: BlockId, frame: FrameId) {
        let contract = self.contract(frame);
        let clauses = contract.into_iter().flat_map(|contract| spread(Some(contract), &contract.requires));
        for (clause, under) in clauses {
            if clause.kind != Checked::CheckOnly {
                let fact = Fact::Stated { frame, clause, inside: None, under };
                self.step(block, Step::Given { fact, at: clause.span.start });
            }
        }
        self.step(block, Step::Run(Command::Remember(frame, Moment::Pre)));
    }

    /// The executions of all that is inlined.
    fn executions(&mut self) {
        let contexts = self.unrolled.contexts.clone();
        self.within = vec![FrameId(0); contexts.len()];
        let numbers: BTreeMap<&[Around], u32> = contexts.iter().map(Vec::as_slice).zip(0..).collect();
        let mut inlined: BTreeMap<&[Around], FrameId> = BTreeMap::new();
        // Who calls stands before what is called.
        for (&around, &number) in &numbers {
            let call = around.iter().enumerate().rev().find_map(|(at, around)| match around {
                Around::Call(call) => Some((at, NodeId(call.0))),
                Around::Loop(..) => None,
            });
            let Some((at, call)) = call else { continue };
            let frame = match inlined.get(&around[..=at]) {
                Some(&known) => known,
                None => {
                    let caller = numbers.get(&around[..at]).copied();
                    let (Some((function, procedure)), Some(caller)) = (self.callee(call), caller) else {
                        continue;
                    };
                    let back = Some((call, self.context(ContextId(caller))));
                    self.new_frame(function, Execution { procedure, back })
                }
            };
            inlined.insert(&around[..=at], frame);
            self.within[number as usize] = frame;
        }
    }

    /// The function that a call calls, if it is known.
    fn callee(&self, call: NodeId) -> Option<(FunctionId, ProcedureId)> {
        let Action::Call { callee: Callee::Procedure(procedure), .. } =
            self.program.graph.nodes[call.index()].action
        else {
            return None;
        };
        Some((*self.functions.get(&procedure)?, procedure))
    }

    /// The execution in a context.
    fn frame(&self, around: ContextId) -> FrameId {
        self.within[around.0 as usize]
    }

    /// A context of the rules.
    pub(super) fn context(&self, id: ContextId) -> Context {
        let around = &self.unrolled.contexts[id.0 as usize];
        let begin =
            around.iter().rposition(|around| matches!(around, Around::Call(_))).map_or(0, |call| call + 1);
        let heads = around[begin..].iter().filter_map(|around| match around {
            Around::Loop(head, _) => Some(NodeId(head.0)),
            Around::Call(_) => None,
        });
        Context { frame: self.frame(id), heads: heads.collect(), around: id }
    }

    /// Goes on at a node, from one in a context, as the rules say.
    pub(super) fn go(
        &mut self,
        from: BlockId,
        source: Option<(NodeId, &Context)>,
        node: NodeId,
        guard: Option<Guard<'g>>,
    ) {
        let source = source.map_or(NOWHERE, |(node, context)| (Node(node.0), context.around));
        let ways = self.unrolled.from(source, Node(node.0)).to_vec();
        let Some(&(.., around, how)) = ways.first() else { return };
        let frame = self.frame(around);
        let between = match how {
            How::On => None,
            How::Entered | How::EnteredLate => {
                let between = self.new_block();
                self.step(between, Step::Run(Command::Remember(frame, Moment::LoopEntry(node))));
                Some(between)
            }
            How::Again | How::AgainLate | How::Over => {
                let between = self.new_block();
                if !self.divergence_counts(frame, node) {
                    self.end(between);
                }
                Some(between)
            }
        };
        let (before, mut guard) = match between {
            Some(between) => {
                self.edge(from, between, guard);
                (between, None)
            }
            None => (from, guard),
        };
        for (.., around, how) in ways {
            match how {
                How::On | How::Entered | How::Again => {
                    let to = self.instance(node, around);
                    self.edge(before, to, guard.take());
                }
                How::EnteredLate | How::AgainLate => {
                    let forgotten = self.forget_changed(node, frame);
                    self.edge(before, forgotten, None);
                    let to = self.instance(node, around);
                    self.edge(forgotten, to, None);
                }
                How::Over => {}
            }
        }
    }

    /// What annotations say of a loop holds at its head.
    fn invariants(&mut self, block: BlockId, head: NodeId, frame: FrameId) {
        let contract = self.program.graph.loops.iter().find(|entry| entry.head == head);
        let contract = contract.and_then(|entry| entry.contract.as_deref());
        for clause in contract.into_iter().flat_map(|contract| &contract.invariants) {
            for (clause, under) in spread(self.contract(frame), std::slice::from_ref(clause)) {
                if clause.kind != Checked::CheckOnly {
                    let fact = Fact::Stated { frame, clause, inside: Some(head), under };
                    self.step(block, Step::Given { fact, at: clause.span.start });
                }
            }
        }
    }

    /// A block behind which nothing is known of what a loop changes.
    fn forget_changed(&mut self, head: NodeId, frame: FrameId) -> BlockId {
        let block = self.new_block();
        let Program { graph, memory, .. } = self.program;
        self.blocks[block.index()].steps = forgotten(graph, self.loops_of(frame), head, frame, memory);
        block
    }

    fn divergence_counts(&self, frame: FrameId, head: NodeId) -> bool {
        divergence_counts(self.program.graph, self.loops_of(frame), head, self.program.memory)
    }

    /// The block of a node in a context.
    fn instance(&mut self, node: NodeId, around: ContextId) -> BlockId {
        let frame = self.frame(around);
        let key = (Node(node.0), around);
        if let Some(&known) = self.instances.get(&key) {
            return known;
        }
        let block = self.new_block();
        self.instances.insert(key, block);
        self.cut(block, node, frame, "it has more ways than are followed");
        block
    }

    pub(super) fn next(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let graph = self.program.graph;
        match graph.nodes[node.index()].successors.first() {
            Some(&next) => self.go(block, Some((node, context)), next, None),
            None => self.end(block),
        }
    }

    /// Fills the block of a node.
    fn node(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let graph = self.program.graph;
        let (action, span) = (&graph.nodes[node.index()].action, graph.nodes[node.index()].span);
        let frame = context.frame;
        if let Some(&head) = context.heads.last().filter(|head| **head == node) {
            self.step(block, Step::Run(Command::Remember(frame, Moment::LoopCurrent(head))));
            self.invariants(block, head, frame);
        }
        if may_end(action) {
            self.end(block);
        }
        match action.turn() {
            Transfer::Skip | Transfer::Mark(_) => self.next(node, context, block),
            Transfer::On => {
                self.check_action(block, frame, action);
                self.act(block, frame, action, span);
                self.next(node, context, block);
            }
            Transfer::Branch(condition) => self.ways(node, context, block, condition),
            Transfer::Call => self.called(node, context, block),
            Transfer::Exit => self.exit(node, context, block),
            // Who comes there goes on where nobody follows.
            Transfer::Error(_) if self.program.outcomes.tidies(node) => self.end(block),
            Transfer::Error(_) => {
                let needs = Needs::Never(span);
                self.step(block, Step::Check { fact: Fact::False, needs, at: span.start });
                self.end(block);
            }
            Transfer::Stop(status) => {
                status.into_iter().for_each(|status| self.check_expression(block, frame, status));
            }
            Transfer::Cut(_) => {}
            Transfer::Stated(stated) => {
                self.stated(stated, context, block);
                self.next(node, context, block);
            }
        }
    }

    /// The two ways out of a branch.
    fn ways(&mut self, node: NodeId, context: &Context, block: BlockId, condition: &'g Expr) {
        let (graph, frame) = (self.program.graph, context.frame);
        self.check_expression(block, frame, condition);
        for (&next, holds) in graph.nodes[node.index()].successors.iter().zip([true, false]) {
            // For the moment the node that marks an `else`; where it stands is put in its place at the end.
            let at = self.landing(next).0;
            let loops = self.loops_of(frame);
            let is_left = |next| context.heads.last().is_some_and(|head| !loops.contains(*head, next));
            let ends = if is_left(next) { Ends::Loop } else { Ends::Nothing };
            let guard = Guard { frame, node, condition, holds, ends, at };
            self.go(block, Some((node, context)), next, Some(guard));
        }
    }

    /// The mark that a way out of a branch leads to.
    fn landing(&self, node: NodeId) -> NodeId {
        let graph = self.program.graph;
        let mut at = node;
        for _ in 0..64 {
            let entry = &graph.nodes[at.index()];
            let passed = matches!(entry.action, Action::Skip | Action::Mark(Role::ShortAnd | Role::ShortOr));
            match (passed, &entry.successors[..]) {
                (true, &[next]) => at = next,
                _ => break,
            }
        }
        at
    }
}

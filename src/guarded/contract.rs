//! What annotations ask for and say: contracts at entries, exits and calls, loops, assertions.

use crate::check::logic::tree::{Assigns, Behavior, Checked, Clause, Contract, LoopContract, Stated};
use crate::check::tree::FunctionId;
use crate::program::graph::{Action, Argument, Base, Library, NodeId, Place, Receiver};
use crate::source::Span;

use super::build::{Builder, Context, Execution, LoopMode, Round};
use super::graph::{
    Annotated, At, BlockId, Command, Cut, Fact, FrameId, Frontier, Given, Moment, Property, Taken, Target,
    TraceKind,
};

impl<'g> Clause {
    fn annotated(&'g self) -> Annotated<'g> {
        Annotated { name: self.names.first().map(String::as_str), text: &self.text, span: self.span }
    }
}

/// A clause and the behaviour that it belongs to.
type Under<'g> = (&'g Clause, Option<&'g Behavior>);

impl<'g> Builder<'g> {
    pub(super) fn contract(&self, function: FunctionId) -> Option<&'g Contract> {
        let tree = self.tree;
        tree.functions[function.index()].contract.as_deref()
    }

    fn function(&self, frame: FrameId) -> FunctionId {
        self.frames[frame.index()].function
    }

    /// The clauses of a list, each for each of the behaviours that it is stated for.
    fn spread(contract: Option<&'g Contract>, clauses: &'g [Clause]) -> Vec<Under<'g>> {
        let mut spread = Vec::new();
        for clause in clauses {
            let named = contract.into_iter().flat_map(|contract| &contract.behaviors);
            let mut named = named.filter(|behavior| clause.behaviors.contains(&behavior.name)).peekable();
            if named.peek().is_none() {
                spread.push((clause, None));
            } else {
                spread.extend(named.map(|behavior| (clause, Some(behavior))));
            }
        }
        spread
    }

    fn requires(contract: &'g Contract) -> Vec<Under<'g>> {
        let mut requires = Self::spread(Some(contract), &contract.requires);
        for behavior in &contract.behaviors {
            requires.extend(behavior.requires.iter().map(|clause| (clause, Some(behavior))));
        }
        requires
    }

    fn ensures(contract: &'g Contract) -> Vec<Under<'g>> {
        let mut ensures = Self::spread(Some(contract), &contract.ensures);
        for behavior in &contract.behaviors {
            ensures.extend(behavior.ensures.iter().map(|clause| (clause, Some(behavior))));
        }
        ensures
    }

    /// What a contract says of assignments.
    fn frontiers(contract: &'g Contract, frame: FrameId) -> Vec<Frontier<'g>> {
        let mut frontiers = Vec::new();
        if let Some(assigns) = &contract.assigns {
            frontiers.push(Frontier { frame, assigns, inside: None, under: None });
        }
        for behavior in &contract.behaviors {
            if let Some(assigns) = &behavior.assigns {
                frontiers.push(Frontier { frame, assigns, inside: None, under: Some(behavior) });
            }
        }
        frontiers
    }

    /// The entry of the function: its precondition is assumed.
    pub(super) fn begin(&mut self, block: BlockId, frame: FrameId) {
        let function = self.function(frame);
        let contract = self.contract(function);
        for (clause, under) in contract.into_iter().flat_map(Self::requires) {
            if clause.kind != Checked::CheckOnly {
                let fact = Fact::Stated { frame, clause, after: false, inside: None, under };
                self.assume(block, fact, Given::Pre);
            }
            if clause.kind == Checked::AdmitOnly {
                self.take(Taken::Admitted(clause.span));
            }
        }
        self.command(block, Command::Remember(frame, Moment::Pre));
        let Some(contract) = contract else { return };
        for (number, group) in (1..).zip(&contract.complete) {
            let fact = Fact::Complete(frame, contract, group);
            self.assert(block, Property::Complete, At::Here(group.span.start), number, fact);
        }
        for (number, group) in (1..).zip(&contract.disjoint) {
            let fact = Fact::Disjoint(frame, contract, group);
            self.assert(block, Property::Disjoint, At::Here(group.span.start), number, fact);
        }
    }

    /// The end of an execution.
    pub(super) fn exit(&mut self, context: &Context, block: BlockId) {
        let frame = context.frame;
        let function = self.function(frame);
        let Some((call, caller)) = self.executions[&frame].back.clone() else {
            let definition = self.tree.functions[function.index()].definition.as_ref();
            let end = definition.map_or(0, |definition| definition.body_span.end.saturating_sub(1));
            let ensures = self.contract(function).into_iter().flat_map(Self::ensures);
            let ensures = ensures.filter(|(clause, _)| clause.kind != Checked::AdmitOnly);
            for (number, (clause, under)) in (1..).zip(ensures.collect::<Vec<_>>()) {
                let fact = Fact::Stated { frame, clause, after: true, inside: None, under };
                let property = (Property::Post, At::Here(end), number);
                self.assert_clause(block, property, Some(clause.annotated()), None, fact);
            }
            return;
        };
        let graph = self.graph;
        let node = &graph.nodes[call.index()];
        let result = match &node.action {
            Action::Call { result, .. } => result.as_ref(),
            _ => None,
        };
        self.command(block, Command::Leave { frame, caller: caller.frame, result });
        let back = self.new_block();
        self.label(back, TraceKind::CallReturn, At::Here(node.span.start));
        self.edge(block, back, None);
        if let Some(&next) = node.successors.first() {
            self.go(back, next, &caller, None);
        }
    }

    /// A call of a function that is known.
    pub(super) fn call(
        &mut self,
        node: NodeId,
        context: &Context,
        block: BlockId,
        (function, arguments, result): (FunctionId, &'g [Argument], Option<&'g Receiver>),
    ) {
        let (graph, caller) = (self.graph, context.frame);
        let span = graph.nodes[node.index()].span;
        self.label(block, TraceKind::Call, At::Here(span.start));
        let function = self.tree.resolved(function);
        let body = graph.bodies[function.index()];
        let contract = self.contract(function).filter(|_| !self.settings.inlined.contains(&function));
        if let (Some(procedure), None) = (body, contract) {
            if self.is_running(caller, function) {
                let reason = format!("recursive call of '{}' without contract", self.name(function));
                return self.cut(block, Cut::Unmodelled(reason.as_str().into(), span));
            }
            let back = Some((node, context.clone()));
            let frame = self.new_frame(function, Some(Execution { procedure, back }));
            let procedure = Some(procedure);
            self.command(block, Command::Bind { frame, caller, procedure, function, arguments });
            self.command(block, Command::Remember(frame, Moment::Pre));
            let inner = Context { frame, rounds: Vec::new() };
            let entry = graph.procedures[self.procedure(frame).index()].entry;
            return self.go(block, entry, &inner, None);
        }
        let frame = self.new_frame(function, None);
        self.command(block, Command::Bind { frame, caller, procedure: body, function, arguments });
        let requires = contract.into_iter().flat_map(Self::requires);
        let requires = requires.filter(|(clause, _)| clause.kind != Checked::AdmitOnly).collect::<Vec<_>>();
        for (number, (clause, under)) in (1..).zip(requires) {
            let fact = Fact::Stated { frame, clause, after: false, inside: None, under };
            let property = (Property::Pre, At::Here(span.start), number);
            self.assert_clause(block, property, Some(clause.annotated()), Some(function), fact);
        }
        self.command(block, Command::Remember(frame, Moment::Pre));
        let frontiers = contract.map_or_else(Vec::new, |contract| Self::frontiers(contract, frame));
        // What a behaviour may assign says nothing of the runs to which it does not apply.
        let general = frontiers.into_iter().find(|frontier| frontier.under.is_none());
        match general {
            Some(frontier) => {
                for location in &frontier.assigns.locations {
                    self.check_assigned(block, context, Assigned::Location(frame, location), span);
                }
                if !frontier.assigns.unmodelled.is_empty() {
                    self.command(block, Command::ForgetAll(caller));
                }
                self.command(block, Command::Forget(frame, frontier));
            }
            None if body.is_some() => self.command(block, Command::ForgetAll(caller)),
            None => self.take(Taken::Unchanged(function)),
        }
        let ty = self.tree.functions[function.index()].signature.result.clone();
        self.command(block, Command::AnyResult(frame, ty, span));
        for (clause, under) in contract.into_iter().flat_map(Self::ensures) {
            if clause.kind != Checked::CheckOnly {
                let fact = Fact::Stated { frame, clause, after: true, inside: None, under };
                self.assume(block, fact, Given::CalleePost);
            }
        }
        self.command(block, Command::Leave { frame, caller, result });
        if let Some(&next) = graph.nodes[node.index()].successors.first() {
            self.go(block, next, context, None);
        }
    }

    fn name(&self, function: FunctionId) -> &'g str {
        let tree = self.tree;
        &tree.functions[function.index()].name
    }

    /// Whether an execution of a function is open.
    fn is_running(&self, frame: FrameId, function: FunctionId) -> bool {
        let mut frame = Some(frame);
        while let Some(open) = frame {
            if self.function(open) == function {
                return true;
            }
            let execution = self.executions.get(&open);
            frame = execution.and_then(|execution| execution.back.as_ref()).map(|(_, context)| context.frame);
        }
        false
    }

    fn loop_contract(&self, head: NodeId) -> Option<&'g LoopContract> {
        let graph = self.graph;
        let found = graph.loops.iter().find(|entry| entry.head == head)?;
        found.contract.as_deref()
    }

    /// Whether a loop is cut at its head.
    pub(super) fn is_safe(&self, _frame: FrameId, head: NodeId) -> bool {
        let annotated = self
            .loop_contract(head)
            .is_some_and(|contract| !contract.invariants.is_empty() || !contract.assigns.is_empty());
        match self.settings.loops {
            LoopMode::Safe => true,
            LoopMode::Unrolled => annotated,
            LoopMode::AllUnrolled => false,
        }
    }

    /// What comes before the node at the head of a loop; whether nothing else does.
    pub(super) fn head(&mut self, node: NodeId, context: &Context, block: BlockId) -> bool {
        let Some(&(head, round)) = context.rounds.last().filter(|(head, _)| *head == node) else {
            return false;
        };
        let (graph, frame) = (self.graph, context.frame);
        let entry = graph.loops.iter().find(|entry| entry.head == head);
        let span = entry.map_or(graph.nodes[head.index()].span, |entry| entry.span);
        if self.loops_of(frame).is_irreducible(head) {
            self.cut(block, Cut::Unmodelled("loop with several entries".into(), span));
            return true;
        }
        let at = At::Here(span.start);
        match round {
            Round::Number(number) => {
                if number >= self.settings.unroll {
                    self.cut(block, Cut::Unrolled(span));
                    return true;
                }
                if number == 0 {
                    self.command(block, Command::Remember(frame, Moment::LoopEntry(head)));
                }
                let property = if number == 0 { Property::LoopInvInit } else { Property::LoopInvMaintained };
                self.assert_invariants(block, context, head, (property, at));
                self.command(block, Command::Remember(frame, Moment::LoopCurrent(head)));
                self.label(block, TraceKind::LoopHead(number), at);
                false
            }
            Round::Entry => {
                self.command(block, Command::Remember(frame, Moment::LoopEntry(head)));
                self.assert_invariants(block, context, head, (Property::LoopInvInit, at));
                let mut inner = context.clone();
                inner.rounds.pop();
                inner.rounds.push((head, Round::Any));
                let arbitrary = self.instance(node, &inner);
                self.edge(block, arbitrary, None);
                true
            }
            Round::Any => {
                let contract = self.loop_contract(head);
                let targets = self.targets(frame, head);
                let assigns = contract.map_or_else(Vec::new, |contract| contract.assigns.iter().collect());
                self.command(block, Command::Havoc(frame, targets, assigns));
                let invariants = contract.map_or(&[][..], |contract| &contract.invariants);
                for (clause, under) in Self::spread(self.contract(self.function(frame)), invariants) {
                    if clause.kind != Checked::CheckOnly {
                        let fact = Fact::Stated { frame, clause, after: false, inside: Some(head), under };
                        self.assume(block, fact, Given::LoopInvariant);
                    }
                    if clause.kind == Checked::AdmitOnly {
                        self.take(Taken::Admitted(clause.span));
                    }
                }
                self.command(block, Command::Remember(frame, Moment::LoopCurrent(head)));
                self.label(block, TraceKind::AnyLoopHead, at);
                false
            }
            Round::Back => {
                self.assert_invariants(block, context, head, (Property::LoopInvMaintained, at));
                if let Some(variant) = self.loop_contract(head).and_then(|contract| contract.variant.as_ref())
                {
                    let annotated = Annotated { name: None, text: &variant.text, span: variant.span };
                    let fact = Fact::Decreases { frame, variant, head };
                    self.assert_clause(block, (Property::Variant, at, 1), Some(annotated), None, fact);
                }
                true
            }
        }
    }

    fn assert_invariants(
        &mut self,
        block: BlockId,
        context: &Context,
        head: NodeId,
        (property, at): (Property, At),
    ) {
        let frame = context.frame;
        let Some(contract) = self.loop_contract(head) else { return };
        let spread = Self::spread(self.contract(self.function(frame)), &contract.invariants);
        let checked = spread.into_iter().filter(|(clause, _)| clause.kind != Checked::AdmitOnly);
        for (number, (clause, under)) in (1..).zip(checked) {
            let fact = Fact::Stated { frame, clause, after: false, inside: Some(head), under };
            self.assert_clause(block, (property, at, number), Some(clause.annotated()), None, fact);
        }
    }

    /// All that is assigned in a loop, functions that it calls included.
    fn targets(&self, frame: FrameId, head: NodeId) -> Vec<Target<'g>> {
        let mut targets = Vec::new();
        let mut called = Vec::new();
        for node in self.loops_of(frame).body(head) {
            self.target(frame, node, &mut targets, &mut called);
        }
        let mut seen = 0;
        while let Some(&function) = called.get(seen) {
            seen += 1;
            let body: Option<crate::program::graph::ProcedureId> = self.graph.bodies[function.index()];
            let nodes = body.map(|body| self.graph.nodes_of(body));
            for node in nodes.into_iter().flatten() {
                self.target(frame, node, &mut targets, &mut called);
            }
        }
        targets
    }

    fn target(
        &self,
        frame: FrameId,
        node: NodeId,
        targets: &mut Vec<Target<'g>>,
        called: &mut Vec<FunctionId>,
    ) {
        let graph = self.graph;
        let action = &graph.nodes[node.index()].action;
        targets.push(Target::Action(frame, action));
        let Action::Call { callee, .. } = action else { return };
        let function = match callee {
            crate::program::graph::Callee::Procedure(procedure) => self.functions.get(procedure).copied(),
            crate::program::graph::Callee::Declared(function) => Some(*function),
            crate::program::graph::Callee::Pointer(_) => None,
        };
        let Some(function) = function.map(|function| self.tree.resolved(function)) else {
            return targets.push(Target::Anything);
        };
        let contract = self.contract(function).filter(|_| !self.settings.inlined.contains(&function));
        let body = graph.bodies[function.index()].is_some();
        match contract.map(|contract| &contract.assigns) {
            Some(Some(assigns)) => {
                targets.push(Target::Contract(frame, assigns));
                if !assigns.unmodelled.is_empty() {
                    targets.push(Target::Anything);
                }
            }
            Some(None) if body => targets.push(Target::Anything),
            None if body && !called.contains(&function) => called.push(function),
            Some(None) | None => {}
        }
    }

    /// What is stated at a point.
    pub(super) fn stated(&mut self, stated: &'g Stated, context: &Context, block: BlockId) {
        let (frame, inside) = (context.frame, context.inside());
        let contract = self.contract(self.function(frame));
        match stated {
            Stated::Assert(clause) | Stated::Check(clause) => {
                for (clause, under) in Self::spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, after: false, inside, under };
                    let at = At::Here(clause.span.start);
                    self.assert_clause(
                        block,
                        (Property::Assert, at, 1),
                        Some(clause.annotated()),
                        None,
                        fact,
                    );
                }
            }
            Stated::Admit(clause) => {
                for (clause, under) in Self::spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, after: false, inside, under };
                    self.assume(block, fact, Given::Assertion);
                    self.take(Taken::Admitted(clause.span));
                }
            }
            Stated::Invariant(clause) => {
                let fact = Fact::Stated { frame, clause, after: false, inside, under: None };
                let at = At::Here(clause.span.start);
                let property = (Property::LabelInvariant, at, 1);
                self.assert_clause(block, property, Some(clause.annotated()), None, fact);
                let nodes = self.graph.nodes_of(self.procedure(frame));
                let mut targets = Vec::new();
                nodes.for_each(|node| self.target(frame, node, &mut targets, &mut Vec::new()));
                self.command(block, Command::Havoc(frame, targets, Vec::new()));
                self.assume(block, fact, Given::LabelInvariant);
            }
            Stated::Unmodelled(unmodelled) => self.take(Taken::LeftOut(unmodelled.span)),
        }
    }

    /// What an action needs before it is done.
    pub(super) fn check_action(&mut self, block: BlockId, context: &Context, action: &'g Action) {
        let frame = context.frame;
        match action {
            Action::Assign { value, .. } => self.check_expression(block, frame, value),
            Action::Load { place, .. } => self.check_access(block, frame, place),
            Action::Store { place, value } => {
                self.check_expression(block, frame, value);
                self.check_access(block, frame, place);
                self.check_assigned(block, context, Assigned::Place(place), place.span);
            }
            Action::Copy { to, from, .. } => {
                self.check_access(block, frame, from);
                self.check_access(block, frame, to);
                self.check_assigned(block, context, Assigned::Place(to), to.span);
            }
            Action::Clear { place, .. } | Action::Forget { place, .. } => {
                self.check_access(block, frame, place);
                self.check_assigned(block, context, Assigned::Place(place), place.span);
            }
            Action::Library { function, arguments, .. } => {
                arguments.iter().for_each(|argument| self.check_expression(block, frame, argument));
                match function {
                    Library::Computed(..) | Library::Parse(..) => {}
                    Library::Copy { .. }
                    | Library::Fill
                    | Library::CopyText
                    | Library::Length
                    | Library::CompareText
                    | Library::Allocate
                    | Library::AllocateCleared
                    | Library::Free
                    | Library::Overflowing(..) => {
                        let span = arguments.first().map_or(Span::new(0, 0), |argument| argument.span);
                        let reason = "library function that reads or writes memory";
                        self.cut(block, Cut::Unmodelled(reason.into(), span));
                    }
                }
            }
            Action::Return(Argument::Value(value)) => self.check_expression(block, frame, value),
            Action::Return(Argument::Record(place)) => self.check_access(block, frame, place),
            Action::Unknown { reached, .. } => {
                reached.iter().for_each(|value| self.check_expression(block, frame, value));
            }
            Action::Declare(_)
            | Action::Input { .. }
            | Action::Skip
            | Action::Mark(_)
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    /// Asks whether contracts and loops around allow an assignment.
    fn check_assigned(&mut self, block: BlockId, context: &Context, what: Assigned<'g>, span: Span) {
        let mut frontiers = Vec::new();
        let mut around = Some(context.clone());
        while let Some(context) = around {
            for &(head, _) in context.rounds.iter().rev() {
                let contract = self.loop_contract(head).filter(|_| self.is_safe(context.frame, head));
                for assigns in contract.into_iter().flat_map(|contract| &contract.assigns) {
                    let frontier =
                        Frontier { frame: context.frame, assigns, inside: Some(head), under: None };
                    // What is declared inside is new in each round.
                    if !self.is_inside(&what, context.frame, head) {
                        frontiers.push(frontier);
                    }
                }
            }
            let execution = self.executions.get(&context.frame);
            around = execution.and_then(|execution| execution.back.clone()).map(|(_, caller)| caller);
            if around.is_none() {
                let contract = self.contract(self.function(context.frame));
                frontiers.extend(
                    contract.into_iter().flat_map(|contract| Self::frontiers(contract, context.frame)),
                );
            }
        }
        for (number, by) in (1..).zip(frontiers) {
            if !by.assigns.unmodelled.is_empty() {
                continue;
            }
            let fact = match what {
                Assigned::Place(place) => Fact::Assignable { frame: context.frame, place, by },
                Assigned::Location(frame, location) => Fact::AssignableAll { frame, location, by },
            };
            let Assigns { text, span: declared, .. } = by.assigns;
            let annotated = Annotated { name: None, text, span: *declared };
            let property = (Property::Assigns, At::Here(span.start), number);
            self.assert_clause(block, property, Some(annotated), None, fact);
        }
    }

    /// Whether an object is declared inside a loop.
    fn is_inside(&self, what: &Assigned<'g>, frame: FrameId, head: NodeId) -> bool {
        let Assigned::Place(Place { base: Base::Object(object), .. }) = what else { return false };
        let graph = self.graph;
        let declares = |node: NodeId| matches!(graph.nodes[node.index()].action, Action::Declare(declared) if declared == *object);
        self.loops_of(frame).body(head).any(declares)
    }
}

/// What is assigned.
#[derive(Clone, Copy)]
enum Assigned<'g> {
    Place(&'g Place),
    /// By a function that is called.
    Location(FrameId, &'g crate::check::logic::tree::Location),
}

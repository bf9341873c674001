//! What annotations ask for and say: contracts at entries, exits and calls, loops, assertions.

use std::collections::BTreeSet;

use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Behavior, Checked, Clause, Contract, Stated};
use focuscheck_check::tree::FunctionId;
use focuscheck_ir::program::access::{Accessed, effects_of};
use focuscheck_ir::program::addresses::starts;
use focuscheck_ir::program::graph::{Action, Argument, Callee, NodeId, ProcedureId, Receiver};
use focuscheck_ir::program::loops::Loops;

use super::build::{Assigned, Builder, Context, Execution};
use super::graph::{
    Annotated, AssumptionKind, At, BlockId, Command, Cut, Fact, FrameId, Frontier, Moment, ProofPremise,
    Property, Since, TraceKind,
};

impl<'g> Annotated<'g> {
    pub(super) fn of(clause: &'g Clause) -> Self {
        Annotated {
            name: clause.names.first().map(String::as_str),
            text: &clause.text,
            span: clause.span,
            check_only: clause.kind == Checked::CheckOnly,
        }
    }
}

/// A clause and the behaviour that it belongs to.
pub type Under<'g> = (&'g Clause, Option<&'g Behavior>);

/// The clauses of a list, each for each of the behaviours that it is stated for.
pub fn spread<'g>(contract: Option<&'g Contract>, clauses: &'g [Clause]) -> Vec<Under<'g>> {
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

impl<'g> Builder<'g> {
    pub(super) fn contract(&self, function: FunctionId) -> Option<&'g Contract> {
        let tree = self.tree;
        tree.functions[function.index()].contract.as_deref()
    }

    pub(super) fn function(&self, frame: FrameId) -> FunctionId {
        self.frames[frame.index()].function
    }

    fn requires(contract: &'g Contract) -> Vec<Under<'g>> {
        let mut requires = spread(Some(contract), &contract.requires);
        for behavior in &contract.behaviors {
            requires.extend(behavior.requires.iter().map(|clause| (clause, Some(behavior))));
        }
        requires
    }

    fn ensures(contract: &'g Contract) -> Vec<Under<'g>> {
        let mut ensures = spread(Some(contract), &contract.ensures);
        for behavior in &contract.behaviors {
            ensures.extend(behavior.ensures.iter().map(|clause| (clause, Some(behavior))));
        }
        ensures
    }

    /// What a contract says of assignments.
    pub(super) fn frontiers(contract: &'g Contract, frame: FrameId) -> Vec<Frontier<'g>> {
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
        // Nobody but the start of the program answers for the precondition of `main`.
        let parameters = contract.map_or(0, |contract| contract.parameters.len());
        let alone = parameters == 0 && starts(self.tree, self.graph, function);
        let (asked, supposed): (Vec<Under<'g>>, Vec<Under<'g>>) = contract
            .into_iter()
            .flat_map(Self::requires)
            .partition(|(clause, _)| alone && clause.kind != Checked::AdmitOnly);
        for (clause, under) in supposed {
            if clause.kind != Checked::CheckOnly {
                let fact = Fact::Stated { frame, clause, inside: None, under };
                self.assume(block, fact, AssumptionKind::Pre);
            }
            if clause.kind == Checked::AdmitOnly {
                self.take(ProofPremise::Admitted(clause.span));
            }
        }
        let since = self.evaluation(block);
        for (number, (clause, under)) in (1..).zip(asked) {
            let fact = Fact::Stated { frame, clause, inside: None, under };
            let property = (Property::Pre, self.begins(function), number);
            self.assert_clause(block, property, Some(Annotated::of(clause)), Some(function), (fact, since));
        }
        self.command(block, Command::Remember(frame, Moment::Pre));
        // They are asked about even if no path is followed to the end.
        for (number, clause, _) in self.postconditions(function) {
            let property = (Property::Post, self.end(function), number);
            self.obligation(property, Some(Annotated::of(clause)), None);
        }
        let Some(contract) = contract else { return };
        let mut unasked: Vec<(String, Span)> =
            contract.unmodelled.iter().map(|clause| (clause.what.clone(), clause.span)).collect();
        if !self.surely_ends(function) {
            unasked.extend(contract.terminates.iter().map(|clause| ("terminates".to_owned(), clause.span)));
        }
        // A function that does not call itself, or only by itself, has to do with nobody else's measure.
        let decreases = contract.decreases.iter().filter(|_| self.recurs_by_others(function));
        unasked.extend(decreases.map(|variant| ("decreases".to_owned(), variant.span)));
        let own = contract.behaviors.iter().filter_map(|behavior| behavior.assigns.as_ref());
        let assigns = own.chain(&contract.assigns).filter(|assigns| !assigns.unmodelled.is_empty());
        unasked.extend(assigns.map(|assigns| ("assigns".to_owned(), assigns.span)));
        unasked.into_iter().for_each(|(what, span)| self.take(ProofPremise::Unasked(what, span)));
        let since = self.evaluation(block);
        for (number, group) in (1..).zip(&contract.complete) {
            let fact = Fact::Complete(frame, contract, group);
            let property = (Property::Complete, At::Here(group.span.start), number);
            self.assert_clause(block, property, None, None, (fact, since));
        }
        for (number, group) in (1..).zip(&contract.disjoint) {
            let fact = Fact::Disjoint(frame, contract, group);
            let property = (Property::Disjoint, At::Here(group.span.start), number);
            self.assert_clause(block, property, None, None, (fact, since));
        }
    }

    /// Where a function begins.
    fn begins(&self, function: FunctionId) -> At {
        let definition = self.tree.functions[function.index()].definition.as_ref();
        At::Here(definition.map_or(0, |definition| definition.span.start))
    }

    /// Where a function ends.
    fn end(&self, function: FunctionId) -> At {
        let definition = self.tree.functions[function.index()].definition.as_ref();
        At::Here(definition.map_or(0, |definition| definition.body_span.end.saturating_sub(1)))
    }

    /// What has to hold where a function ends, with numbers from 1 on.
    fn postconditions(&self, function: FunctionId) -> Vec<(u32, &'g Clause, Option<&'g Behavior>)> {
        let ensures = self.contract(function).into_iter().flat_map(Self::ensures);
        let ensures = ensures.filter(|(clause, _)| clause.kind != Checked::AdmitOnly);
        (1..).zip(ensures).map(|(number, (clause, under))| (number, clause, under)).collect()
    }

    /// The end of an execution.
    pub(super) fn exit(&mut self, context: &Context, block: BlockId) {
        let frame = context.frame;
        let function = self.function(frame);
        let Some((call, caller)) = self.executions[&frame].back.clone() else {
            let definition = self.tree.functions[function.index()].definition.as_ref();
            // Postconditions speak of parameters as they were at the entry.
            let parameters = definition.map_or_else(Vec::new, |definition| definition.parameters.clone());
            self.command(block, Command::End(frame, parameters));
            let since = self.evaluation(block);
            for (number, clause, under) in self.postconditions(function) {
                let fact = Fact::Stated { frame, clause, inside: None, under };
                let property = (Property::Post, self.end(function), number);
                self.assert_clause(block, property, Some(Annotated::of(clause)), None, (fact, since));
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
            self.at = call;
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
        if body.is_some() && self.tree.linkage.is_weak(self.name(function)) {
            self.take(ProofPremise::Weak(function));
        }
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
            self.at = entry;
            return self.go(block, entry, &inner, None);
        }
        let frame = self.new_frame(function, None);
        self.command(block, Command::Bind { frame, caller, procedure: body, function, arguments });
        let requires = contract.into_iter().flat_map(Self::requires);
        let requires = requires.filter(|(clause, _)| clause.kind != Checked::AdmitOnly).collect::<Vec<_>>();
        let since = self.evaluation(block);
        for (number, (clause, under)) in (1..).zip(requires) {
            let fact = Fact::Stated { frame, clause, inside: None, under };
            let property = (Property::Pre, At::Here(span.start), number);
            self.assert_clause(block, property, Some(Annotated::of(clause)), Some(function), (fact, since));
        }
        self.assert_measure(block, frame, function, (span, since));
        self.command(block, Command::Remember(frame, Moment::Pre));
        let frontiers = contract.map_or_else(Vec::new, |contract| Self::frontiers(contract, frame));
        // What a behaviour may assign says nothing of the runs to which it does not apply.
        let general = frontiers.into_iter().find(|frontier| frontier.under.is_none());
        match general {
            Some(frontier) => {
                let since = self.evaluation(block);
                for location in &frontier.assigns.locations {
                    let what = Assigned::Location(frame, location);
                    self.check_assigned_since(block, context, what, (span, since));
                }
                if !frontier.assigns.unmodelled.is_empty() {
                    self.check_assigned(block, context, Assigned::Anything, span);
                    self.command(block, Command::ForgetAll);
                }
                self.command(block, Command::Forget(frame, frontier));
            }
            None => {
                self.check_assigned(block, context, Assigned::Anything, span);
                self.command(block, Command::ForgetAll);
            }
        }
        if self.may_free(function) {
            self.command(block, Command::ForgetLives);
        }
        let ty = self.tree.functions[function.index()].signature.result.clone();
        self.command(block, Command::AnyResult(frame, ty, span));
        for (clause, under) in contract.into_iter().flat_map(Self::ensures) {
            if clause.kind != Checked::CheckOnly {
                let fact = Fact::Stated { frame, clause, inside: None, under };
                self.assume(block, fact, AssumptionKind::CalleePost);
            }
        }
        self.command(block, Command::Leave { frame, caller, result });
        if let Some(&next) = graph.nodes[node.index()].successors.first() {
            self.go(block, next, context, None);
        }
    }

    /// The measure of the function whose body is followed is less for a call of itself.
    fn assert_measure(
        &mut self,
        block: BlockId,
        call: FrameId,
        function: FunctionId,
        (span, since): (Span, Since),
    ) {
        let contract = self.contract(function).filter(|_| function == self.function(FrameId(0)));
        let Some(variant) = contract.and_then(|contract| contract.decreases.as_ref()) else { return };
        if self.recurs_by_others(function) {
            return;
        }
        let annotated = Annotated { name: None, text: &variant.text, span: variant.span, check_only: false };
        let fact = Fact::Recurs { frame: FrameId(0), call, variant };
        let property = (Property::Decreases, At::Here(span.start), 1);
        self.assert_clause(block, property, Some(annotated), Some(function), (fact, since));
    }

    /// Whether every call of a function comes to an end if what is asked elsewhere holds: each loop has a variant, and of those
    /// that it calls none calls another one that is called already, but by a measure.
    fn surely_ends(&mut self, function: FunctionId) -> bool {
        let graph = self.graph;
        let Some(own) = graph.bodies[function.index()] else { return false };
        if self.recurs_by_others(function) {
            return false;
        }
        let (mut open, mut seen) = (vec![own], BTreeSet::from([own]));
        while let Some(procedure) = open.pop() {
            let entry = graph.procedures[procedure.index()].entry;
            let loops = Loops::of(graph, entry);
            for node in graph.nodes_of(procedure) {
                let variant = self.loop_contract(node).and_then(|contract| contract.variant.as_ref());
                if loops.is_head(node) && variant.is_none_or(|variant| variant.relation.is_some()) {
                    return false;
                }
                let Action::Call { callee, .. } = &graph.nodes[node.index()].action else { continue };
                let Callee::Procedure(other) = callee else { return false };
                let again = *other == procedure;
                let measured = self
                    .functions
                    .get(other)
                    .and_then(|&id| self.contract(id)?.decreases.as_ref())
                    .is_some_and(|measure| measure.relation.is_none());
                if again && !measured || !again && !seen.insert(*other) {
                    return false;
                }
                if !again {
                    open.push(*other);
                }
            }
        }
        true
    }

    /// Whether a function may come to be called by others that it calls.
    fn recurs_by_others(&self, function: FunctionId) -> bool {
        let graph = self.graph;
        let Some(own) = graph.bodies[function.index()] else { return false };
        let called = |procedure: ProcedureId| {
            graph.nodes_of(procedure).filter_map(|node| match &graph.nodes[node.index()].action {
                Action::Call { callee, .. } => Some(callee),
                _ => None,
            })
        };
        let mut open: Vec<ProcedureId> = Vec::new();
        let mut seen = BTreeSet::from([own]);
        let mut next = Some(own);
        while let Some(procedure) = next {
            for callee in called(procedure) {
                match callee {
                    Callee::Procedure(other) if *other == own && procedure != own => return true,
                    Callee::Procedure(other) => {
                        if seen.insert(*other) {
                            open.push(*other);
                        }
                    }
                    // Whom these call nobody sees.
                    Callee::Declared(_) | Callee::Pointer(_) => return true,
                    Callee::Missing(_) => {}
                }
            }
            next = open.pop();
        }
        false
    }

    /// Whether a call of a function may end the life of allocated objects: by its body and those that it calls, or by what
    /// its contract says of `frees`.
    pub(super) fn may_free(&self, function: FunctionId) -> bool {
        let graph = self.graph;
        let frees = |function: FunctionId| {
            let contract = self.tree.functions[function.index()].contract.as_ref();
            contract.is_some_and(|contract| contract.frees)
        };
        let Some(own) = graph.bodies[function.index()] else { return frees(function) };
        let (mut open, mut seen) = (vec![own], BTreeSet::from([own]));
        while let Some(procedure) = open.pop() {
            for node in graph.nodes_of(procedure) {
                let effects = effects_of(&graph.nodes[node.index()].action);
                if effects.frees {
                    return true;
                }
                for written in effects.writes {
                    match written {
                        Accessed::Callee(Callee::Procedure(other)) => {
                            if seen.insert(*other) {
                                open.push(*other);
                            }
                        }
                        Accessed::Callee(Callee::Declared(other)) if !frees(*other) => {}
                        Accessed::Callee(Callee::Declared(_) | Callee::Pointer(_)) => return true,
                        Accessed::Callee(Callee::Missing(_))
                        | Accessed::Place(_)
                        | Accessed::Object(_)
                        | Accessed::Behind(_)
                        | Accessed::Outside => {}
                    }
                }
            }
        }
        false
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

    /// What is stated at a point.
    pub(super) fn stated(&mut self, stated: &'g Stated, context: &Context, block: BlockId) {
        let (frame, inside) = (context.frame, context.inside());
        let contract = self.contract(self.function(frame));
        match stated {
            Stated::Assert(clause) | Stated::Check(clause) => {
                let since = self.evaluation(block);
                for (clause, under) in spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, inside, under };
                    let property = (Property::Assert, At::Here(clause.span.start), 1);
                    self.assert_clause(block, property, Some(Annotated::of(clause)), None, (fact, since));
                }
            }
            Stated::Admit(clause) => {
                for (clause, under) in spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, inside, under };
                    self.assume(block, fact, AssumptionKind::Assertion);
                    self.take(ProofPremise::Admitted(clause.span));
                }
            }
            Stated::Invariant(clause) => {
                let fact = Fact::Stated { frame, clause, inside, under: None };
                let at = At::Here(clause.span.start);
                let property = (Property::LabelInvariant, at, 1);
                let since = self.evaluation(block);
                self.assert_clause(block, property, Some(Annotated::of(clause)), None, (fact, since));
                let nodes = self.graph.nodes_of(self.procedure(frame));
                let mut targets = Vec::new();
                nodes.for_each(|node| self.target(frame, node, &mut targets, &mut Vec::new()));
                let (assigns, span) = (Vec::new(), clause.span);
                let labels = self.labels_of(frame).map(|(_, label)| label).collect();
                self.command(block, Command::Havoc { frame, targets, assigns, labels, span });
                self.assume(block, fact, AssumptionKind::LabelInvariant);
            }
            Stated::Unmodelled(what) => self.take(ProofPremise::Unasked(what.what.clone(), what.span)),
        }
    }
}

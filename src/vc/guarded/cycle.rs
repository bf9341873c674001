//! Loops: cut at their heads, or unrolled ("Generating error traces from verification-condition counterexamples", section
//! 4.2).

use focuscheck_check::logic::tree::{Assigns, Checked, LoopContract};
use focuscheck_check::tree::FunctionId;
use focuscheck_ir::program::graph::{Action, Callee, NodeId, ProcedureId};
use focuscheck_ir::program::role::{LoopKind, Role};
use focuscheck_machine::is_moved;

use super::build::{Builder, Context, LoopMode, Round};
use super::contract::spread;
use super::graph::{
    Annotated, AssumptionKind, At, BlockId, Command, Cut, Fact, FrameId, Moment, ProofPremise, Property,
    Since, Target, TraceKind,
};

impl<'g> Builder<'g> {
    pub(super) fn loop_contract(&self, head: NodeId) -> Option<&'g LoopContract> {
        let graph = self.graph;
        let found = graph.loops.iter().find(|entry| entry.head == head)?;
        found.contract.as_deref()
    }

    /// Whether a loop is cut at its head.
    pub(super) fn is_safe(&self, head: NodeId) -> bool {
        let annotated = self
            .loop_contract(head)
            .is_some_and(|contract| !contract.invariants.is_empty() || !contract.assigns.is_empty());
        match self.settings.loops {
            LoopMode::Safe => true,
            LoopMode::Unrolled => annotated,
            LoopMode::AllUnrolled => false,
        }
    }

    /// Where the body of a loop begins after as many rounds as are followed: the path is cut; whether that is so.
    pub(super) fn body(&mut self, role: Role, context: &Context, block: BlockId) -> bool {
        let Role::LoopBody(id) = role else { return false };
        let entry = &self.graph.loops[id.index()];
        let last = (entry.head, Round::Number(self.settings.unroll));
        let is_last = context.rounds.last() == Some(&last);
        if is_last {
            self.cut(block, Cut::Unrolled(entry.span));
        }
        is_last
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
        self.leave_out(frame, head);
        match round {
            Round::Number(number) => {
                // Where the condition comes first, it is looked at once more (`body`).
                let again =
                    !matches!(entry.map(|entry| entry.kind), None | Some(LoopKind::DoWhile | LoopKind::Goto));
                if number >= self.settings.unroll + u32::from(again) {
                    self.cut(block, Cut::Unrolled(span));
                    return true;
                }
                if number == 0 {
                    self.command(block, Command::Remember(frame, Moment::LoopEntry(head)));
                }
                let property = if number == 0 { Property::LoopInvInit } else { Property::LoopInvMaintained };
                let since = self.evaluation(block);
                self.assert_invariants(block, context, head, (property, at));
                if number > 0 {
                    self.assert_variant(block, frame, head, (at, since));
                }
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
                // What is said for some behaviours says nothing of the others.
                let general = contract.into_iter().flat_map(|contract| &contract.assigns);
                let general = general.filter(|assigns| assigns.behaviors.is_empty());
                // What is assigned at places that are others in each round may be anything that is written there.
                let assigns = general.filter(|assigns| !self.is_moved(frame, head, assigns)).collect();
                let inside = |at: NodeId| self.loops_of(frame).contains(head, at);
                let labels = self.labels_of(frame).filter(|(at, _)| inside(*at)).map(|(_, label)| label);
                let labels = labels.collect();
                self.command(block, Command::Havoc { frame, targets, assigns, labels, span });
                let invariants = contract.map_or(&[][..], |contract| &contract.invariants);
                for (clause, under) in spread(self.contract(self.function(frame)), invariants) {
                    if clause.kind != Checked::CheckOnly {
                        let fact = Fact::Stated { frame, clause, inside: Some(head), under };
                        self.assume(block, fact, AssumptionKind::LoopInvariant);
                    }
                    if clause.kind == Checked::AdmitOnly {
                        self.take(ProofPremise::Admitted(clause.span));
                    }
                }
                self.command(block, Command::Remember(frame, Moment::LoopCurrent(head)));
                self.label(block, TraceKind::AnyLoopHead, at);
                false
            }
            Round::Back => {
                let since = self.evaluation(block);
                self.assert_invariants(block, context, head, (Property::LoopInvMaintained, at));
                self.assert_variant(block, frame, head, (at, since));
                true
            }
        }
    }

    /// Whether a clause of a loop means other places in each round.
    pub(super) fn is_moved(&self, frame: FrameId, head: NodeId, assigns: &Assigns) -> bool {
        is_moved(self.graph, self.loops_of(frame), head, assigns)
    }

    /// Says what is stated of a loop and not asked.
    fn leave_out(&mut self, frame: FrameId, head: NodeId) {
        let Some(contract) = self.loop_contract(head) else { return };
        let is_safe = self.is_safe(head);
        let assigns = contract.assigns.iter().filter_map(|assigns| {
            let what = if !is_safe || !assigns.unmodelled.is_empty() {
                "loop assigns"
            } else if self.is_moved(frame, head, assigns) {
                "loop assigns of places that are others in each round"
            } else {
                return None;
            };
            Some((what.to_owned(), assigns.span))
        });
        let unmodelled = contract.unmodelled.iter().map(|what| (what.what.clone(), what.span));
        for (what, span) in unmodelled.chain(assigns).collect::<Vec<_>>() {
            self.take(ProofPremise::Unasked(what, span));
        }
    }

    /// A round is over: the variant is less than at its beginning.
    fn assert_variant(&mut self, block: BlockId, frame: FrameId, head: NodeId, (at, since): (At, Since)) {
        let contract = self.loop_contract(head);
        let Some(variant) = contract.and_then(|contract| contract.variant.as_ref()) else { return };
        let annotated = Annotated { name: None, text: &variant.text, span: variant.span, check_only: false };
        let fact = Fact::Decreases { frame, variant, head };
        self.assert_clause(block, (Property::Variant, at, 1), Some(annotated), None, (fact, since));
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
        let spread = spread(self.contract(self.function(frame)), &contract.invariants);
        let checked = spread.into_iter().filter(|(clause, _)| clause.kind != Checked::AdmitOnly);
        let since = self.evaluation(block);
        for (number, (clause, under)) in (1..).zip(checked) {
            let fact = Fact::Stated { frame, clause, inside: Some(head), under };
            let property = (property, at, number);
            self.assert_clause(block, property, Some(Annotated::of(clause)), None, (fact, since));
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
            let body: Option<ProcedureId> = self.graph.bodies[function.index()];
            let nodes = body.map(|body| self.graph.nodes_of(body));
            for node in nodes.into_iter().flatten() {
                self.target(frame, node, &mut targets, &mut called);
            }
        }
        targets
    }

    pub(super) fn target(
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
            Callee::Procedure(procedure) => self.functions.get(procedure).copied(),
            Callee::Declared(function) => Some(*function),
            Callee::Missing(_) => return,
            Callee::Pointer(_) => None,
        };
        let Some(function) = function.map(|function| self.tree.resolved(function)) else {
            return targets.push(Target::Anything);
        };
        let contract = self.contract(function).filter(|_| !self.settings.inlined.contains(&function));
        let body = graph.bodies[function.index()].is_some();
        let named = contract
            .is_some_and(|contract| contract.behaviors.iter().any(|behavior| behavior.assigns.is_some()));
        if contract.is_some() && self.may_free(function) {
            targets.push(Target::Lives);
        }
        match contract.map(|contract| &contract.assigns) {
            Some(Some(assigns)) => {
                targets.push(Target::Contract(assigns));
                if !assigns.unmodelled.is_empty() {
                    targets.push(Target::Anything);
                }
            }
            Some(None) if body || named => targets.push(Target::Anything),
            None if body && !called.contains(&function) => called.push(function),
            Some(None) | None => {}
        }
    }
}

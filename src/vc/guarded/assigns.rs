//! What may be assigned, and what an action needs before it is done.

use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::Assigns;
use focuscheck_ir::program::graph::{Action, Base, Library, NodeId, Place};

use super::build::{Assigned, Builder, Context};
use super::graph::{Annotated, At, BlockId, Cut, Fact, FrameId, Frontier, Property, Since};

impl<'g> Builder<'g> {
    /// What an action needs before it is done.
    pub(super) fn check_action(&mut self, block: BlockId, context: &Context, action: &'g Action, span: Span) {
        if let Action::Load { place, .. } = action {
            self.check_before_load(block, context.frame, place);
        }
        self.check_accesses(block, context.frame, action);
        match action {
            Action::Store { place, .. }
            | Action::Copy { to: place, .. }
            | Action::Clear { place, .. }
            | Action::Forget { place, .. } => {
                self.check_assigned(block, context, Assigned::Place(place), place.span);
            }
            Action::Library { function, arguments, .. } => {
                if let (Library::Free, Some(pointer)) = (function, arguments.first()) {
                    let at = At::Here(span.start);
                    self.require(block, Property::Free, at, Fact::Freeable(context.frame, pointer));
                }
                if function.computed().is_none() && !function.manages_heap() {
                    let span = arguments.first().map_or(Span::new(0, 0), |argument| argument.span);
                    let reason = "library function that reads or writes memory";
                    self.cut(block, Cut::Unmodelled(reason.into(), span));
                }
            }
            Action::Unknown { .. } => self.check_assigned(block, context, Assigned::Anything, span),
            Action::Assign { .. }
            | Action::Load { .. }
            | Action::Return(_)
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Skip
            | Action::Mark(_)
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Inspect { .. }
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    /// Asks whether contracts and loops around allow an assignment.
    pub(super) fn check_assigned(
        &mut self,
        block: BlockId,
        context: &Context,
        what: Assigned<'g>,
        span: Span,
    ) {
        let since = self.evaluation(block);
        self.check_assigned_since(block, context, what, (span, since));
    }

    /// The same, in an evaluation.
    pub(super) fn check_assigned_since(
        &mut self,
        block: BlockId,
        context: &Context,
        what: Assigned<'g>,
        (span, since): (Span, Since),
    ) {
        let mut frontiers = Vec::new();
        let mut around = Some(context.clone());
        while let Some(context) = around {
            for &(head, _) in context.rounds.iter().rev() {
                let contract = self.loop_contract(head).filter(|_| self.is_safe(head));
                // What is declared inside is new in each round.
                if self.is_inside(&what, context.frame, head) {
                    continue;
                }
                let assigns = contract.into_iter().flat_map(|contract| &contract.assigns);
                for assigns in assigns.filter(|assigns| !self.is_moved(context.frame, head, assigns)) {
                    frontiers.extend(self.loop_frontiers(context.frame, head, assigns));
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
        // What a function declares itself is nobody else's business.
        let local = matches!(what, Assigned::Place(Place { base: Base::Object(object), .. })
            if !self.graph.objects[object.index()].fixed);
        frontiers.retain(|by| !local || by.frame == context.frame);
        for (number, by) in (1..).zip(frontiers) {
            if !by.assigns.unmodelled.is_empty() {
                continue;
            }
            let fact = match what {
                Assigned::Place(place) => Fact::Assignable { frame: context.frame, place, by },
                Assigned::Location(frame, location) => Fact::AssignableAll { frame, location, by },
                Assigned::Anything => Fact::AssignableAnything(by),
            };
            let Assigns { text, span: declared, .. } = by.assigns;
            let annotated = Annotated { name: None, text, span: *declared, check_only: false };
            let property = (Property::Assigns, At::Here(span.start), number);
            self.assert_clause(block, property, Some(annotated), None, (fact, since));
        }
    }

    /// What a clause of a loop says of assignments: always, or where some behaviours apply.
    fn loop_frontiers(&self, frame: FrameId, head: NodeId, assigns: &'g Assigns) -> Vec<Frontier<'g>> {
        let inside = Some(head);
        if assigns.behaviors.is_empty() {
            return vec![Frontier { frame, assigns, inside, under: None }];
        }
        let contract = self.contract(self.function(frame));
        let behaviors = contract.into_iter().flat_map(|contract| &contract.behaviors);
        let named = behaviors.filter(|behavior| assigns.behaviors.contains(&behavior.name));
        named.map(|behavior| Frontier { frame, assigns, inside, under: Some(behavior) }).collect()
    }

    /// Whether an object is declared inside a loop of an execution.
    fn is_inside(&self, what: &Assigned<'g>, frame: FrameId, head: NodeId) -> bool {
        let Assigned::Place(Place { base: Base::Object(object), .. }) = what else { return false };
        let graph = self.graph;
        let declares = |node: NodeId| matches!(graph.nodes[node.index()].action, Action::Declare(declared) if declared == *object);
        self.loops_of(frame).body(head).any(declares)
    }
}

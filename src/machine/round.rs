//! Loops on a run that is judged: invariants and variants at their heads.

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Checked, LoopContract};
use focuscheck_ir::program::graph::NodeId;

use super::assigned::is_moved;
use super::ending::{At, Ending, Property};
use super::execution::{Plan, Round};
use super::instance::{Instance, Shown, Side};
use super::judge::{Goes, Judge, Spot};

impl<'g> Judge<'_, 'g> {
    /// Control comes to a node: loops end there, begin, or begin a round.
    pub(super) fn arrive(&mut self) -> Goes {
        let node = self.machine.node;
        let (number, execution) = self.last();
        let Some(plan) = execution.plan.clone() else { return Ok(()) };
        let left = execution.loops.iter().rev().take_while(|round| !plan.loops.contains(round.head, node));
        let kept = execution.loops.len() - left.count();
        self.stack[number].loops.truncate(kept);
        self.leave_blocks(&plan, node);
        if let Some(&label) = plan.labels.get(&node) {
            let snapshot = self.snapshot();
            self.stack[number].labels.insert(label, snapshot);
        }
        if plan.loops.is_head(node) { self.head(&plan, node) } else { Ok(()) }
    }

    /// Objects of blocks in which control is not any more have perhaps ended.
    fn leave_blocks(&mut self, plan: &Plan<'g>, node: NodeId) {
        let (number, _) = self.last();
        let place = self.machine.graph.nodes[node.index()].span;
        for (object, scope) in &plan.scopes {
            spend(1);
            if let Some(&block) = self.objects(number).get(object) {
                let inside = scope.start <= place.start && place.end <= scope.end;
                self.machine.memory.block_mut(block).left = !inside;
            }
        }
    }

    /// Control is at the head of a loop.
    fn head(&mut self, plan: &Plan<'g>, head: NodeId) -> Goes {
        let (number, execution) = self.last();
        let back = execution.loops.last().is_some_and(|round| round.head == head);
        if !back {
            let entry = plan.named.entry.then(|| self.snapshot());
            let round = Round { head, entry, current: None, variant: None, allowed: Vec::new() };
            self.stack[number].loops.push(round);
        }
        if let Some(&(span, Some(contract))) = plan.heads.get(&head) {
            if plan.loops.is_irreducible(head) {
                return Err(Ending::Unknown { reason: "loop with several entries".into(), span });
            }
            self.annotated_head((plan, head), contract, back, span)?;
        }
        if plan.named.current {
            let current = self.snapshot();
            if let Some(round) = self.stack[number].loops.last_mut() {
                round.current = Some(current);
            }
        }
        Ok(())
    }

    /// What is written before a loop, where control is at its head for the first time or again.
    fn annotated_head(
        &mut self,
        (plan, head): (&Plan<'g>, NodeId),
        contract: &'g LoopContract,
        back: bool,
        span: Span,
    ) -> Goes {
        let (number, _) = self.last();
        let property = if back { Property::LoopInvMaintained } else { Property::LoopInvInit };
        if !back {
            let (_, execution) = self.last();
            let (tree, first) = (self.goal.tree, self.machine.memory.next());
            let mut reader = execution.reader(self.machine, tree, self.objects(number));
            let allowed = contract.assigns.iter();
            let allowed = allowed
                .map(|assigns| {
                    let allowed = reader.allowed(assigns, execution.applies(&assigns.behaviors), first);
                    match is_moved(self.machine.graph, &plan.loops, head, assigns) {
                        true => allowed.moved(),
                        false => allowed,
                    }
                })
                .collect();
            if let Some(round) = self.stack[number].loops.last_mut() {
                round.allowed = allowed;
            }
        }
        let variant_first = self.goal.asked.is_some_and(|asked| asked.property == Property::Variant);
        if variant_first {
            self.variant(contract, back, span)?;
        }
        let (_, execution) = self.last();
        let at = At::Here(span.start);
        let clauses = self.asked_first(property, at, execution.spread(&contract.invariants));
        // Those that are only taken for granted come last.
        for admitted in [false, true] {
            for &(clause, under) in &clauses {
                if (clause.kind == Checked::AdmitOnly) != admitted || self.passes_by(clause) {
                    continue;
                }
                let Some(instance) = self.fault((clause, under))? else { continue };
                let spot = Spot { property, at, span, clause: Some(clause.span) };
                return Err(match admitted {
                    true => Ending::NoRun(clause.span),
                    false => self.fails(spot, number, Some(instance)),
                });
            }
            if !admitted && !variant_first {
                self.variant(contract, back, span)?;
            }
        }
        Ok(())
    }

    /// The variant of a loop at its head.
    fn variant(&mut self, contract: &'g LoopContract, back: bool, span: Span) -> Goes {
        let Some(variant) = &contract.variant else { return Ok(()) };
        let (number, execution) = self.last();
        let mut reader = execution.reader(self.machine, self.goal.tree, self.objects(number));
        let now = match &variant.relation {
            Some(relation) => reader.doubt(relation.what.as_str(), relation.span),
            None => reader.number(&variant.term),
        };
        let before = execution.loops.last().and_then(|round| round.variant.clone());
        if let (true, Some(before)) = (back, before) {
            let (before, now) = (before?, now.clone()?);
            if now >= before || before < 0 {
                let side = |value| Side { span: variant.term.span, value: Shown::Integer(value) };
                let sides = Some((side(now), side(before)));
                let relation = (before >= 0).then_some(Relation::Less);
                let instance = Instance { relation, sides, ..Instance::new(variant.term.span) };
                let (property, at) = (Property::Variant, At::Here(span.start));
                let spot = Spot { property, at, span, clause: Some(variant.span) };
                return Err(self.fails(spot, number, Some(instance)));
            }
        }
        if let Some(round) = self.stack[number].loops.last_mut() {
            round.variant = Some(now);
        }
        Ok(())
    }
}

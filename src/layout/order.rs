//! What depends on the order in which operands are evaluated.
//!
//! C leaves it open in which order most operands are evaluated: in `f() + g()`, in the arguments of a call, in
//! `a[i] = i++`. The graph takes them from left to right; where another order would give another result, because one
//! operand changes what another reads or changes, that has a value that is not modelled: before each of the operands,
//! since any of the others may have come first, and if several change it after all of them. (If no call separates the
//! two, the program is undefined; that is not told apart.)

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, ScalarId, UnitKind};
use focuscheck_ir::program::graph::{Action, NodeId, Order, ProcedureId};

use super::build::Stage;
use super::findings::{Dispute, Owner, Part, Reach, WHOLE, is_static};
use super::touch::Touch;

/// What is not modelled.
const REASON: &str = "order of evaluation";

impl Stage<'_> {
    /// An operand begins at a node, or all have been evaluated.
    pub fn operand_begins(&mut self, node: NodeId, span: Span) {
        let Some(&(order, operand)) = self.graph.ordered.get(&node) else { return };
        let dispute = self.known_dispute(order);
        let last = operand == self.graph.orders[order].operands.len();
        self.forget_parts(if last { dispute.after } else { dispute.before }, span);
    }

    /// The operands of an update have been evaluated at a node: what it reads itself may have been read before them.
    pub fn update_begins(&mut self, node: NodeId, span: Span) {
        if let Some(&order) = self.updates.get(&node) {
            let dispute = self.known_dispute(order);
            self.forget_parts(dispute.before, span);
        }
    }

    fn known_dispute(&mut self, order: usize) -> Dispute {
        if let Some(known) = self.copy().disputes.get(&order) {
            return known.clone();
        }
        let found = self.dispute(order);
        self.copy_mut().disputes.insert(order, found.clone());
        found
    }

    fn forget_parts(&mut self, parts: BTreeSet<Part>, span: Span) {
        for (owner, cell) in parts {
            let Some((first, count)) = self.cells_of(owner) else { continue };
            let cells = if cell == WHOLE { 0..count } else { cell..cell + 1 };
            for cell in cells {
                let outer = self.enter(UnitKind::Assign);
                let target = ScalarId(first.0 + cell);
                self.emit(Made::Unsupported { target, reason: REASON.into() }, span);
                self.leave(outer);
            }
        }
    }

    /// Whether nothing is forgotten at a node where an operand begins.
    pub fn is_quiet(&self, node: NodeId) -> bool {
        let Some((order, _)) = self.graph.ordered.get(&node) else { return false };
        let known = self.copy().disputes.get(order);
        let dispute = known.cloned().unwrap_or_else(|| self.dispute(*order));
        dispute.before.is_empty() && dispute.after.is_empty()
    }

    /// What depends on the order of operands of the current copy. Where something does, what an assignment itself reads and
    /// stores counts as well.
    fn dispute(&self, order: usize) -> Dispute {
        let found = self.dispute_until(order, self.graph.orders[order].evaluated);
        match found.before.is_empty() && found.after.is_empty() {
            true => found,
            false => self.dispute_until(order, None),
        }
    }

    /// The same, with the last operand up to a node.
    fn dispute_until(&self, order: usize, evaluated: Option<NodeId>) -> Dispute {
        let Order { operands, assigned, .. } = &self.graph.orders[order];
        let points = &self.points[order];
        let (mut found, mut all) = (Dispute::default(), Touch::default());
        let mut late: BTreeSet<Part> = BTreeSet::new();
        let target = assigned.as_ref().and_then(|(place, _)| self.parts_of(place)).unwrap_or_default();
        for (number, (values, read)) in operands.iter().enumerate() {
            let (Some(first), Some(end)) = (points.get(number), points.get(number + 1)) else { continue };
            let mut touch = Touch::default();
            let end = if number + 1 == operands.len() { evaluated.as_ref().unwrap_or(end) } else { end };
            for node in (first.0..end.0).map(NodeId) {
                let own = self.touched(node);
                if let Some((_, spans)) = assigned {
                    let entry = &self.graph.nodes[node.index()];
                    let stores = matches!(entry.action, Action::Store { .. });
                    if stores && (number == 0 || spans.contains(&entry.span)) {
                        late.extend(overlap(&own.writes, &target.iter().copied().collect()));
                        late.extend(own.adds.iter().filter_map(|(owner, _)| {
                            target.iter().any(|part| part.0 == *owner).then_some((*owner, WHOLE))
                        }));
                    }
                }
                touch.and(own);
            }
            values.iter().for_each(|value| self.reads_of(value, &mut touch));
            if let Some(place) = read {
                touch.reads.extend(self.parts_of(place).unwrap_or_default());
            }
            self.resolve(&mut touch);
            if all.changes() {
                self.conflicts(&all, &touch, &mut found);
            }
            if touch.changes() {
                self.conflicts(&touch, &all, &mut found);
            }
            all.and(touch);
        }
        found.before.extend(late.iter().copied());
        found.after.extend(late);
        let objects = self.tree.objects.len();
        let declared = |part: &Part| match part.0 {
            Owner::Static(object) | Owner::Local(_, object) => {
                object.index() < objects && !self.tree.held.contains(&object)
            }
            Owner::Given(..) | Owner::Result(_) | Owner::Pool(_) => true,
        };
        found.before.retain(declared);
        found.after.retain(declared);
        found
    }

    /// What operands add to is read and written by them; what calls give back they write.
    fn resolve(&self, touch: &mut Touch) {
        for (owner, _) in std::mem::take(&mut touch.adds) {
            touch.reads.insert((owner, WHOLE));
            touch.writes.insert((owner, WHOLE));
        }
        for (callee, part) in std::mem::take(&mut touch.given) {
            if !is_static(&part) && self.reach(callee).gives {
                touch.writes.insert(part);
            }
        }
    }

    fn reach(&self, procedure: ProcedureId) -> Reach {
        self.known.reach.get(&procedure).cloned().unwrap_or_default()
    }

    /// Adds what one changes and the other reads, or changes.
    fn conflicts(&self, changing: &Touch, other: &Touch, found: &mut Dispute) {
        let mut outside = changing.outside;
        let (mut assigned, mut called) = (BTreeSet::new(), BTreeSet::new());
        for &callee in &changing.calls {
            let reach = self.reach(callee);
            outside |= reach.outside;
            assigned.extend(reach.writes.iter().copied());
            called.extend(reach.writes.union(&reach.adds).copied());
        }
        let escaped = if outside { self.known.taken.clone() } else { BTreeSet::new() };
        let of = |parts: &BTreeSet<Part>, owners: &BTreeSet<Owner>| -> Vec<Part> {
            parts.iter().copied().filter(|part| owners.contains(&part.0)).collect()
        };
        for (touched, after) in [(&other.reads, false), (&other.writes, true)] {
            let mut parts = overlap(&changing.writes, touched);
            parts.extend(of(touched, &called));
            parts.extend(of(touched, &escaped));
            if after {
                found.after.extend(parts.iter().copied());
            }
            found.before.extend(parts);
        }
        let whole = |owners: &BTreeSet<Owner>, touched: &BTreeSet<Owner>| -> Vec<Part> {
            owners.intersection(touched).map(|owner| (*owner, WHOLE)).collect()
        };
        for &callee in &other.calls {
            let reach = self.reach(callee);
            for (touched, after) in [(&reach.reads, false), (&reach.writes, true)] {
                let mut parts = of(&changing.writes, touched);
                parts.extend(whole(&called, touched));
                parts.extend(whole(&escaped, touched));
                if after {
                    found.after.extend(parts.iter().copied());
                }
                found.before.extend(parts);
            }
            let mut parts = of(&changing.writes, &reach.adds);
            parts.extend(whole(&assigned, &reach.adds));
            parts.extend(whole(&escaped, &reach.adds));
            found.after.extend(parts.iter().copied());
            found.before.extend(parts);
        }
    }

    /// What calls of the procedures touch that others see.
    pub fn find_reach(&mut self) -> BTreeMap<ProcedureId, Reach> {
        if self.graph.orders.is_empty() {
            return BTreeMap::new();
        }
        let mut own: BTreeMap<ProcedureId, (Reach, BTreeSet<ProcedureId>, BTreeSet<ProcedureId>)> =
            BTreeMap::new();
        let (mut up, mut down) = (BTreeSet::new(), BTreeSet::new());
        let outer = self.current;
        for number in 0..self.copies.len() {
            self.current = number;
            let origin = self.copy().origin;
            let mut touch = Touch::default();
            for node in self.graph.nodes_of(origin) {
                touch.and(self.touched(node));
            }
            let (reach, calls, passes) = own.entry(origin).or_default();
            let statics = |parts: &BTreeSet<Part>| -> Vec<Owner> {
                parts.iter().filter(|part| is_static(part)).map(|part| part.0).collect()
            };
            reach.reads.extend(statics(&touch.reads));
            reach.writes.extend(statics(&touch.writes));
            reach.gives |= touch.writes.iter().any(|part| matches!(part.0, Owner::Given(..)));
            for (owner, raises) in touch.adds {
                reach.adds.insert(owner);
                (if raises { &mut up } else { &mut down }).insert(owner);
            }
            reach.outside |= touch.outside;
            calls.extend(touch.calls);
            let given = touch.given.into_iter().filter(|(_, part)| matches!(part.0, Owner::Given(..)));
            passes.extend(given.map(|(callee, _)| callee));
        }
        self.current = outer;
        // Where overflow is an error, one order of counting up and down may overflow and the other not.
        let both: BTreeSet<Owner> = up.intersection(&down).copied().collect();
        if !both.is_empty() && self.asks(CheckKind::Overflow) {
            for (reach, ..) in own.values_mut() {
                let moved: Vec<Owner> = reach.adds.intersection(&both).copied().collect();
                for owner in moved {
                    reach.adds.remove(&owner);
                    reach.reads.insert(owner);
                    reach.writes.insert(owner);
                }
            }
        }
        let mut found: BTreeMap<ProcedureId, Reach> = BTreeMap::new();
        let mut inner: Vec<(ProcedureId, BTreeSet<ProcedureId>, BTreeSet<ProcedureId>)> = Vec::new();
        for (procedure, (reach, calls, passes)) in own {
            found.insert(procedure, reach);
            inner.push((procedure, calls, passes));
        }
        loop {
            let mut changed = false;
            for (procedure, calls, passes) in &inner {
                let mut reach = found.remove(procedure).unwrap_or_default();
                let before = reach.size();
                for callee in calls {
                    if let Some(more) = found.get(callee) {
                        spend(1 + more.size());
                        reach.and(more, passes.contains(callee));
                    }
                }
                changed |= reach.size() != before;
                found.insert(*procedure, reach);
            }
            if !changed {
                return found;
            }
        }
    }
}

/// What two sets have in common.
fn overlap(one: &BTreeSet<Part>, other: &BTreeSet<Part>) -> Vec<Part> {
    let mut found = Vec::new();
    for &(owner, cell) in one {
        if cell == WHOLE {
            found.extend(other.range((owner, 0)..=(owner, WHOLE)));
        } else if other.contains(&(owner, cell)) || other.contains(&(owner, WHOLE)) {
            found.push((owner, cell));
        }
    }
    found
}

//! What depends on the order in which operands are evaluated.
//!
//! C leaves it open in which order most operands are evaluated: in `f() + g()`, in the arguments of a call, in `a[i] = i++`.
//! The lowering takes them from left to right. For who follows the graph as it is, what another order would change is
//! forgotten here: before each of the operands, since any of the others may have come first, and if several change it after
//! all of them. This over-approximates: all pointers may lead to all objects whose address is taken and to those that other
//! files see; only members of one structure, and numbered elements behind one pointer, are told apart. (If no call separates
//! the two, the program is undefined; that is not told apart.)

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_check::library::Effect;
use focuscheck_check::tree::{ObjectId, Program, Storage};
use focuscheck_check::types::Type;

use super::access::{Accessed, effects_of, read_in};
use super::addresses::{Addressed, addresses};
use super::graph::{
    Action, Base, Callee, Expr, ExprKind, Graph, NodeId, Order, Place, ProcedureId, Step, TemporaryId,
};
use super::visit::Part;

/// What is not modelled.
const REASON: &str = "order of evaluation";

/// An object and its bytes from one on up to another one; those of which that is not known are all.
type Bytes = (ObjectId, u64, u64);

/// What a pointer leads to, as far as two of a kind are apart if their bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Behind {
    /// A structure of this number: two of one type are the same or apart.
    Record(usize),
    /// What the pointer in this object leads to.
    Object(ObjectId),
    /// What the pointer in this temporary leads to.
    Temporary(TemporaryId),
    /// Anything.
    Unknown,
}

/// Bytes behind a pointer.
type Memory = (Behind, u64, u64);

/// What actions read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Touch {
    /// Parts of objects, by the names of these.
    reads: BTreeSet<Bytes>,
    writes: BTreeSet<Bytes>,
    /// What they read or write through pointers.
    reads_memory: BTreeSet<Memory>,
    writes_memory: BTreeSet<Memory>,
    /// Whether code that is not there runs: it may read and write what other files reach.
    outside: bool,
    /// What is called.
    calls: BTreeSet<ProcedureId>,
}

/// What has a value that depends on the order.
#[derive(Clone, Debug, Default)]
struct Dispute {
    objects: BTreeSet<ObjectId>,
    memory: bool,
}

impl Dispute {
    fn is_empty(&self) -> bool {
        self.objects.is_empty() && !self.memory
    }

    fn is_about(&self, place: &Place) -> bool {
        match &place.base {
            Base::Object(object) | Base::Within(object, _) => self.objects.contains(object),
            Base::Pointer(_) | Base::Unmodelled(_) => self.memory || !self.objects.is_empty(),
            Base::Outside(_) => false,
        }
    }
}

impl Touch {
    fn and(&mut self, other: &Touch) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_memory.extend(&other.reads_memory);
        self.writes_memory.extend(&other.writes_memory);
        self.outside |= other.outside;
    }

    fn is_changing(&self) -> bool {
        !self.writes.is_empty() || !self.writes_memory.is_empty() || self.outside
    }

    fn read(&mut self, place: &Place, word: u64) {
        match &place.base {
            Base::Object(object) => _ = self.reads.insert(bytes(*object, place, word)),
            Base::Within(object, _) => _ = self.reads.insert((*object, 0, u64::MAX)),
            Base::Pointer(pointer) => _ = self.reads_memory.insert(behind(pointer, place, word)),
            Base::Unmodelled(_) => _ = self.reads_memory.insert(ANYTHING),
            Base::Outside(_) => {}
        }
    }

    fn write(&mut self, place: &Place, word: u64) {
        match &place.base {
            Base::Object(object) => _ = self.writes.insert(bytes(*object, place, word)),
            Base::Within(object, _) => _ = self.writes.insert((*object, 0, u64::MAX)),
            Base::Pointer(pointer) => _ = self.writes_memory.insert(behind(pointer, place, word)),
            Base::Unmodelled(_) => _ = self.writes_memory.insert(ANYTHING),
            // Nothing else leads to it.
            Base::Outside(_) => {}
        }
    }

    /// What an action touches by itself; what is called is noted.
    fn action(&mut self, action: &Action, graph: &Graph) {
        let (word, effects) = (graph.word, effects_of(action));
        for read in effects.reads {
            match read {
                Accessed::Place(place) => self.read(place, word),
                Accessed::Object(object) => _ = self.reads.insert((object, 0, u64::MAX)),
                Accessed::Behind(_) => _ = self.reads_memory.insert(ANYTHING),
                Accessed::Callee(callee) => self.call(callee, graph),
                Accessed::Outside => self.outside = true,
            }
        }
        for written in effects.writes {
            match written {
                Accessed::Place(place) => self.write(place, word),
                // A new life changes nothing of an earlier one.
                Accessed::Object(_) => {}
                Accessed::Behind(_) => _ = self.writes_memory.insert(ANYTHING),
                Accessed::Callee(callee) => self.call(callee, graph),
                Accessed::Outside => self.outside = true,
            }
        }
        if let Some(place) = effects.input.and_then(|site| graph.sites[site.index()].place.as_ref()) {
            self.read(place, word);
        }
        if let Action::Unknown { effect, calls_back, .. } = action
            && (*calls_back || matches!(effect, Effect::Calls))
        {
            self.calls.extend(graph.bodies.iter().flatten());
        }
    }

    fn call(&mut self, callee: &Callee, graph: &Graph) {
        match callee {
            Callee::Procedure(procedure) => _ = self.calls.insert(*procedure),
            Callee::Missing(_) => {}
            Callee::Declared(_) => self.outside = true,
            Callee::Pointer(_) => {
                self.outside = true;
                self.calls.extend(graph.bodies.iter().flatten());
            }
        }
    }
}

/// Some bytes somewhere.
const ANYTHING: Memory = (Behind::Unknown, 0, u64::MAX);

/// The bytes of a place in an object, as far as numbers say where it is.
fn bytes(object: ObjectId, place: &Place, word: u64) -> Bytes {
    let (first, end) = extent(place, word);
    (object, first, end)
}

/// The same behind a pointer.
fn behind(pointer: &Expr, place: &Place, word: u64) -> Memory {
    let (first, end) = extent(place, word);
    let record = match (&pointer.ty, place.steps.first()) {
        (Type::Pointer(pointee, _), Some(Step::Member { .. })) => match **pointee {
            Type::Record(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    let (pointer, moved) = unmoved(pointer);
    let moved = if record.is_some() { 0 } else { moved };
    let (first, end) = (first.saturating_add(moved), end.saturating_add(moved));
    let to = match (record, &pointer.kind) {
        (Some(id), _) => Behind::Record(id),
        (None, ExprKind::Temporary(temporary)) => Behind::Temporary(*temporary),
        (None, ExprKind::Read(from)) => match from.base {
            Base::Object(object) if from.steps.is_empty() => Behind::Object(object),
            _ => Behind::Unknown,
        },
        (None, _) => Behind::Unknown,
    };
    (to, first, end)
}

/// A pointer without what moves it by a number of bytes on, and that number.
fn unmoved(mut pointer: &Expr) -> (&Expr, u64) {
    let mut moved = 0u64;
    while let ExprKind::Moved { pointer: inner, by, back: false, size: Some(size) } = &pointer.kind {
        let mut by = &**by;
        while let ExprKind::Convert(operand) = &by.kind {
            by = operand;
        }
        let ExprKind::Integer(by) = by.kind else { break };
        let Some(by) = u64::try_from(by).ok().and_then(|by| by.checked_mul(*size)) else { break };
        (pointer, moved) = (inner, moved.saturating_add(by));
    }
    (pointer, moved)
}

/// From which byte on up to which a place lies behind its base. Elements that no number tells are somewhere in their array.
fn extent(place: &Place, word: u64) -> (u64, u64) {
    let (mut first, mut end) = (0u64, u64::MAX);
    for step in &place.steps {
        let (by, size) = match step {
            Step::Member { offset: Some(offset), size: Some(size), shared: false, .. } => (*offset, *size),
            Step::Element {
                index: Expr { kind: ExprKind::Integer(index), .. }, size: Some(size), ..
            } => match u64::try_from(*index).ok().and_then(|index| index.checked_mul(*size)) {
                Some(by) => (by, *size),
                None => return (first, end),
            },
            Step::Member { .. } | Step::Element { .. } => return (first, end),
        };
        first = first.saturating_add(by);
        end = first.saturating_add(size);
    }
    // Bit-fields share bytes.
    let size = match &place.ty {
        _ if place.bits.is_some() => return (0, u64::MAX),
        Type::Integer(ty) => u64::from(ty.width).div_ceil(8),
        Type::Pointer(..) => word,
        Type::Float(size) => *size,
        Type::Void
        | Type::Array(..)
        | Type::VariableArray(_)
        | Type::Record(_)
        | Type::Function(_)
        | Type::Opaque(_) => return (first, end),
    };
    (first, end.min(first.saturating_add(size)))
}

/// The same for who calls: it does not have the pointers.
fn seen(memory: &BTreeSet<Memory>) -> BTreeSet<Memory> {
    let each = memory.iter().map(|&(to, first, end)| match to {
        Behind::Record(_) => (to, first, end),
        Behind::Object(_) | Behind::Temporary(_) | Behind::Unknown => ANYTHING,
    });
    each.collect()
}

fn may_overlap(one: &Memory, other: &Memory) -> bool {
    one.0 == Behind::Unknown || one.0 != other.0 || one.1 < other.2 && other.1 < one.2
}

fn overlap(one: &Bytes, other: &Bytes) -> bool {
    one.0 == other.0 && one.1 < other.2 && other.1 < one.2
}

/// A program whose orders are looked at.
struct Orders<'g> {
    graph: &'g Graph,
    /// The objects that pointers may lead to, and code that is not there.
    shared: BTreeSet<ObjectId>,
    /// What calls of procedures touch that others see.
    reach: BTreeMap<ProcedureId, Touch>,
}

impl<'g> Orders<'g> {
    fn of(tree: &Program, graph: &'g Graph) -> Self {
        let mut shared = BTreeSet::new();
        for node in &graph.nodes {
            addresses(&node.action, &mut |taken| {
                if let Addressed::Object(object) = taken {
                    shared.insert(object);
                }
            });
        }
        for (number, object) in (0u32..).zip(&tree.objects) {
            if matches!(object.storage, Storage::File { internal: false, .. }) {
                shared.insert(ObjectId(number));
            }
        }
        let mut orders = Orders { graph, shared, reach: BTreeMap::new() };
        orders.reach = orders.found_reach();
        orders
    }

    /// What procedures touch by themselves, and then by what they call, until nothing is added.
    fn found_reach(&self) -> BTreeMap<ProcedureId, Touch> {
        let graph = self.graph;
        let mut found: BTreeMap<ProcedureId, Touch> = BTreeMap::new();
        for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
            let mut touch = Touch::default();
            for node in graph.nodes_of(procedure) {
                spend(1);
                touch.action(&graph.nodes[node.index()].action, graph);
            }
            // Who calls sees what all runs share, and what it gives addresses of.
            let is_seen =
                |(object, ..): &Bytes| graph.objects[object.index()].fixed || self.shared.contains(object);
            touch.reads.retain(is_seen);
            touch.writes.retain(is_seen);
            touch.reads_memory = seen(&touch.reads_memory);
            touch.writes_memory = seen(&touch.writes_memory);
            found.insert(procedure, touch);
        }
        loop {
            let mut changed = false;
            for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
                let Some(own) = found.get(&procedure) else { continue };
                let mut touch = own.clone();
                for callee in &own.calls {
                    if let Some(more) = found.get(callee) {
                        spend(1 + more.reads.len() + more.writes.len());
                        touch.and(more);
                    }
                }
                if touch != *own {
                    changed = true;
                    found.insert(procedure, touch);
                }
            }
            if !changed {
                return found;
            }
        }
    }

    /// A touch with what its calls touch.
    fn closed(&self, mut touch: Touch) -> Touch {
        for callee in std::mem::take(&mut touch.calls) {
            if let Some(more) = self.reach.get(&callee) {
                touch.and(more);
            }
        }
        touch
    }

    /// Adds what one changes and the other reads or changes.
    fn conflict(
        &self,
        changing: &Touch,
        touched: (&BTreeSet<Bytes>, &BTreeSet<Memory>),
        found: &mut Dispute,
    ) {
        let (parts, memory) = touched;
        for part in parts {
            spend(1 + changing.writes.len());
            let is_changed = changing.writes.iter().any(|written| overlap(written, part))
                || (changing.outside || !changing.writes_memory.is_empty()) && self.shared.contains(&part.0);
            if is_changed {
                found.objects.insert(part.0);
            }
        }
        if !memory.is_empty() {
            let written = changing.writes.iter().map(|part| part.0);
            found.objects.extend(written.filter(|object| self.shared.contains(object)));
            let is_written = |part: &Memory| changing.writes_memory.iter().any(|own| may_overlap(own, part));
            found.memory |= changing.outside || memory.iter().any(is_written);
        }
    }

    /// What depends on an order: before each of its operands, and after all of them. Where something does, what an assignment
    /// itself reads and stores counts as well.
    fn dispute(&self, order: &Order, points: &[NodeId]) -> [Dispute; 2] {
        let found = self.dispute_until(order, points, order.evaluated);
        match found.iter().all(Dispute::is_empty) {
            true => found,
            false => self.dispute_until(order, points, None),
        }
    }

    /// The same, with the last operand up to a node.
    fn dispute_until(&self, order: &Order, points: &[NodeId], evaluated: Option<NodeId>) -> [Dispute; 2] {
        let mut operands = Vec::new();
        let mut late = Touch::default();
        for (number, (values, read)) in order.operands.iter().enumerate() {
            let (Some(first), Some(end)) = (points.get(number), points.get(number + 1)) else { continue };
            let end =
                if number + 1 == order.operands.len() { evaluated.as_ref().unwrap_or(end) } else { end };
            let mut touch = Touch::default();
            for node in (first.0..end.0).map(NodeId) {
                spend(1);
                let entry = &self.graph.nodes[node.index()];
                touch.action(&entry.action, self.graph);
                if let Some((_, spans)) = &order.assigned
                    && matches!(entry.action, Action::Store { .. })
                    && (number == 0 || spans.contains(&entry.span))
                {
                    late.action(&entry.action, self.graph);
                }
            }
            values.iter().for_each(|value| {
                read_in(Part::Value(value), &mut |place| touch.read(place, self.graph.word));
            });
            read.iter().for_each(|place| touch.read(place, self.graph.word));
            operands.push(self.closed(touch));
        }
        let [mut before, mut after] = [Dispute::default(), Dispute::default()];
        for (number, changing) in operands.iter().enumerate().filter(|(_, touch)| touch.is_changing()) {
            for (_, other) in operands.iter().enumerate().filter(|(other, _)| *other != number) {
                self.conflict(changing, (&other.reads, &other.reads_memory), &mut before);
                self.conflict(changing, (&other.writes, &other.writes_memory), &mut before);
                self.conflict(changing, (&other.writes, &other.writes_memory), &mut after);
            }
        }
        // What no sequence point separates from the assignment may come after it.
        if let Some((place, _)) = &order.assigned {
            let mut target = Touch::default();
            target.write(place, self.graph.word);
            for dispute in [&mut before, &mut after] {
                self.conflict(&late, (&target.writes, &target.writes_memory), dispute);
            }
        }
        [before, after]
    }

    /// An action that leaves nothing of this known; `None` if all stays as it is.
    fn forgetting(&self, dispute: &Dispute) -> Option<Action> {
        let graph = self.graph;
        match (&dispute.objects.iter().collect::<Vec<_>>()[..], dispute.memory) {
            ([], false) => None,
            ([object], false) => {
                let size = graph.objects[object.index()].size.unwrap_or(0);
                Some(Action::Forget { place: self.whole(**object), size, reason: REASON.into() })
            }
            (objects, _) => {
                let is_local =
                    |object: &ObjectId| !graph.objects[object.index()].fixed && !self.shared.contains(object);
                // What code gets the address of it may change.
                let locals = objects.iter().copied().filter(|object| is_local(object));
                let reached = locals.map(|object| self.address(*object)).collect();
                let reason = REASON.into();
                Some(Action::Unknown { reason, reached, effect: Effect::Writes, calls_back: false })
            }
        }
    }

    fn whole(&self, object: ObjectId) -> Place {
        let entry = &self.graph.objects[object.index()];
        let base = Base::Object(object);
        Place { base, steps: Vec::new(), ty: entry.ty.clone(), bits: None, span: entry.span }
    }

    fn address(&self, object: ObjectId) -> Expr {
        let place = self.whole(object);
        let (ty, span) = (Type::Pointer(Type::Void.into(), false), place.span);
        Expr { kind: ExprKind::Address(Box::new(place), None), ty, span }
    }
}

/// Takes away what an action reads of objects in dispute.
fn unread(action: &mut Action, dispute: &Dispute) {
    match action {
        Action::Load { target, place } if dispute.is_about(place) => {
            let (kind, ty, span) = (ExprKind::Unmodelled(REASON.into()), place.ty.clone(), place.span);
            *action = Action::Assign { target: *target, value: Expr { kind, ty, span } };
        }
        Action::Assign { value, .. } | Action::Store { value, .. } => unread_in(value, dispute),
        // An update reads by these alone what it changes.
        Action::Load { .. }
        | Action::Skip
        | Action::Mark(_)
        | Action::Copy { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Input { .. }
        | Action::Branch(_)
        | Action::Call { .. }
        | Action::Library { .. }
        | Action::Return(_)
        | Action::Exit
        | Action::Error(_)
        | Action::Stop(_)
        | Action::Unknown { .. }
        | Action::Inspect { .. }
        | Action::Forget { .. }
        | Action::Cut(_)
        | Action::Stated(_) => {}
    }
}

fn unread_in(value: &mut Expr, dispute: &Dispute) {
    match &mut value.kind {
        ExprKind::Read(place) if dispute.is_about(place) => {
            value.kind = ExprKind::Unmodelled(REASON.into());
        }
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => unread_in(operand, dispute),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            unread_in(left, dispute);
            unread_in(right, dispute);
        }
        ExprKind::Read(_)
        | ExprKind::Integer(_)
        | ExprKind::Temporary(_)
        | ExprKind::Address(..)
        | ExprKind::Function(_)
        | ExprKind::Unmodelled(_) => {}
    }
}

/// Puts actions into a graph that forget what depends on the order in which operands are evaluated.
pub(super) fn forget_unsequenced(tree: &Program, graph: &mut Graph) {
    if graph.orders.is_empty() {
        return;
    }
    let orders = Orders::of(tree, graph);
    let mut points: BTreeMap<usize, BTreeMap<usize, NodeId>> = BTreeMap::new();
    for (node, (order, operand)) in &graph.ordered {
        points.entry(*order).or_default().insert(*operand, *node);
    }
    let (mut changed, mut updates) = (Vec::new(), Vec::new());
    for (order, points) in points {
        let nodes: Vec<NodeId> = points.values().copied().collect();
        let [before, after] = orders.dispute(&graph.orders[order], &nodes);
        let last = graph.orders[order].operands.len();
        // An update may have read before its operand is evaluated what it changes.
        let is_update = graph.orders[order].operands.first().is_some_and(|(_, read)| read.is_some());
        if let (true, Some(first), Some(end)) = (is_update, graph.orders[order].evaluated, points.get(&last))
        {
            updates.push((first, *end, before.clone()));
        }
        for (operand, node) in points {
            let dispute = if operand == last { &after } else { &before };
            changed.extend(orders.forgetting(dispute).map(|action| (node, action)));
        }
    }
    for (node, action) in changed {
        graph.nodes[node.index()].action = action;
    }
    for (first, end, dispute) in updates {
        for node in (first.0..end.0).map(NodeId) {
            unread(&mut graph.nodes[node.index()].action, &dispute);
        }
    }
}

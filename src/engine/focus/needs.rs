//! For whom each step of a sequence is in: which later steps need it, why, and through which variable.
//!
//! The walk back keeps what matters, but not to which step. This goes back over the finished path once more,
//! by the same relations (`rules/update.rs`, the paper's `update`), with the users of everything that matters.
//!
//! A step's reasons (`Step::reasons`) are whom it serves: every step but the violation has one, and all point forward.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::schema::{Member, MemberKind, Node, Scalar};

use crate::summary::error_set::{Access, Reason};
use crate::summary::statics::Statics;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, CellRange, Graph, NodeId, ScalarId, ScalarKind};

use super::path::{Element, Frames, Passage};
use super::sequence::{FocusStep, StepRole};

/// How a step bears on a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It gives a variable the value that the later step uses.
    Data,
    /// It decides whether the later step is executed.
    Control,
    /// It could have changed a variable that the later step uses, had it gone the other way.
    Potential,
    /// It is the call that the later step is inside of, or the return that leads to it.
    Call,
}

/// One reason why a step is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Need {
    /// The later step.
    pub step: usize,
    /// How it needs this one.
    pub kind: Kind,
    /// Through which variable.
    pub scalar: Option<ScalarId>,
}

type Users = BTreeSet<usize>;

/// What matters in a frame (the members of its error set), and to which later steps.
#[derive(Default)]
struct Frame(BTreeMap<Member, Users>);

impl Frame {
    fn put(&mut self, member: Member, step: usize) {
        self.0.entry(member).or_default().insert(step);
    }

    fn put_all(&mut self, members: &[(Node, Member)], step: usize) {
        members.iter().for_each(|&(_, member)| self.put(member, step));
    }

    fn read(&mut self, scalar: impl Into<Scalar>, step: usize) {
        self.put(Member::scalar(scalar.into()), step);
    }

    fn take(&mut self, member: Member) -> Users {
        self.0.remove(&member).unwrap_or_default()
    }

    /// The nearest step that uses the scalar.
    fn first_user(&self, scalar: Scalar) -> Option<usize> {
        self.0.get(&Member::scalar(scalar))?.first().copied()
    }

    fn first_user_after(&self, step: usize, scalar: ScalarId) -> Option<usize> {
        self.0.get(&Member::scalar(scalar.into()))?.range(step + 1..).next().copied()
    }
}

struct Accounts<'a> {
    graph: &'a Graph,
    statics: &'a Statics,
    path: &'a [Element],
    frame: Frame,
    callers: Vec<Frame>,
    needs: Vec<BTreeSet<Need>>,
}

/// The needs of every step, nearest first. Of a variable that a conditional could have changed, and of one that
/// an assumption restricts, only the first use counts; the violation is needed by nothing.
pub fn needs(graph: &Graph, statics: &Statics, path: &[Element], steps: &[FocusStep]) -> Vec<BTreeSet<Need>> {
    let mut step_of = vec![None; path.len()];
    for (number, step) in steps.iter().enumerate() {
        step.elements.iter().for_each(|&element| step_of[element] = Some(number));
    }
    let frames = Frames::of(path);
    let mut accounts = Accounts {
        graph,
        statics,
        path,
        frame: Frame::default(),
        callers: Vec::new(),
        needs: vec![BTreeSet::new(); steps.len()],
    };
    for (position, element) in path.iter().enumerate().rev() {
        match (element.passage, step_of[position]) {
            (Passage::Over, _) => {}
            (Passage::Violation, step) => {
                let deciding = statics.decided_by(element.node);
                if let (Some(step), Some(set)) = (step, deciding) {
                    accounts.frame.put(Member::pending(set), step);
                }
            }
            (Passage::Leave, _) => {
                if let Some(call) = frames.call(position) {
                    accounts.enter_callee(path[call].node);
                }
            }
            (Passage::Enter { .. }, step) => accounts.leave_callee(element.node, step),
            (Passage::Action, step) => accounts.action(position, step),
        }
    }
    let mut needs = accounts.needs;
    for (number, step) in steps.iter().enumerate() {
        // What a conditional inside decides about needs the call through that only.
        if let [parent] = step.parents[..]
            && steps[parent].role == StepRole::Call
        {
            needs[parent].insert(Need { step: number, kind: Kind::Call, scalar: None });
        }
    }
    let last = steps.len().saturating_sub(1);
    for (number, step) in steps.iter().enumerate().take(last) {
        if step.role == StepRole::Return && needs[number].is_empty() {
            needs[number].insert(Need { step: number + 1, kind: Kind::Call, scalar: None });
        } else if needs[number].is_empty() {
            // What a run without it was seen to end at: it decides that the violation is reached at all.
            needs[number].insert(Need { step: last, kind: Kind::Control, scalar: None });
        }
    }
    needs
}

impl Accounts<'_> {
    fn need(&mut self, step: usize, users: &Users, kind: Kind, scalar: Option<ScalarId>) {
        // A condition with calls inside is one step, which stands after them: its first operands decide about
        // steps that are shown before it.
        let later = users.range(step + 1..);
        self.needs[step].extend(later.map(|&user| Need { step: user, kind, scalar }));
    }

    /// The nearest use of each scalar.
    fn need_first(&mut self, step: usize, scalars: impl Iterator<Item = ScalarId>, kind: Kind) {
        for scalar in scalars {
            if let Some(user) = self.frame.first_user_after(step, scalar) {
                self.needs[step].insert(Need { step: user, kind, scalar: Some(scalar) });
            }
        }
    }

    /// Walking back over a call, into its callee.
    fn enter_callee(&mut self, call: NodeId) {
        let Statics { program, known, .. } = self.statics;
        let call = Node::from(call);
        let mut inside = Frame::default();
        let outside = &mut self.frame;
        if let Some(&(_, callee)) = program.call.of(call).first() {
            let passed = program.argument.of(call).iter();
            let passed = passed.filter_map(|&(_, _, read)| outside.first_user(read)).min();
            for &(_, from, to) in program.returned.of(call) {
                if let Some(users) = outside.0.get(&Member::scalar(to)) {
                    inside.0.entry(Member::scalar(from)).or_default().extend(users);
                }
            }
            for &(_, global) in known.modifies.of(callee) {
                if let Some(users) = outside.0.remove(&Member::scalar(global)) {
                    inside.0.insert(Member::scalar(global), users);
                }
            }
            for &(_, _, to) in program.returned.of(call) {
                outside.take(Member::scalar(to));
            }
            // What may end the run inside guards what is made inside, and what is passed in.
            let made = inside.0.values().filter_map(|users| users.first().copied()).min();
            if let Some(user) = made.into_iter().chain(passed).min() {
                let guards = known.guard.of(callee).iter();
                guards.for_each(|&(_, guard)| inside.put(Member::pending(guard), user));
            }
        }
        self.callers.push(std::mem::replace(&mut self.frame, inside));
    }

    /// Walking back over the start of a callee, to its call; `step` if the call is one.
    fn leave_callee(&mut self, call: NodeId, step: Option<usize>) {
        let outside = self.callers.pop().unwrap_or_default();
        let inside = std::mem::replace(&mut self.frame, outside);
        for (member, users) in inside.0 {
            let Some(scalar) = member.as_scalar() else { continue };
            match self.graph.scalars[ScalarId::from(scalar).index()].kind {
                ScalarKind::Global => self.frame.0.entry(member).or_default().extend(users),
                ScalarKind::Formal(_) => {
                    step.into_iter()
                        .for_each(|step| self.need(step, &users, Kind::Data, Some(scalar.into())));
                    let arguments = self.statics.program.argument.of(call).iter();
                    for &(_, _, read) in arguments.filter(|&&(_, formal, _)| formal == scalar) {
                        match step {
                            Some(step) => self.frame.read(read, step),
                            None => users.iter().for_each(|&user| self.frame.read(read, user)),
                        }
                    }
                }
                ScalarKind::Local | ScalarKind::Result | ScalarKind::Temporary => {}
            }
        }
        if let (Some(step), Some(set)) = (step, self.statics.decided_by(call)) {
            self.frame.put(Member::pending(set), step);
        }
    }

    fn action(&mut self, position: usize, step: Option<usize>) {
        spend(1);
        let statics = self.statics;
        let element = &self.path[position];
        let node = Node::from(element.node);
        let Some((step, reason)) = step.zip(element.reason) else {
            self.end(node);
            return;
        };
        for &(_, member) in statics.update.takes.of(node) {
            let users = self.frame.take(member);
            match member.kind() {
                MemberKind::Scalar(scalar) => self.need(step, &users, Kind::Data, Some(scalar.into())),
                MemberKind::Pending(_) => self.need(step, &users, Kind::Control, None),
                MemberKind::Open(_) => {}
            }
        }
        match &self.graph.nodes[element.node.index()].action {
            Action::Store { range, .. } => self.store(step, range, element.access),
            Action::Branch(_) | Action::Assume(_) => self.decide(step, element, reason),
            _ => {}
        }
        self.frame.put_all(statics.update.puts.of(node), step);
        if element.access != Access::Elsewhere {
            let given = statics.program.gives.of(node).iter();
            given.for_each(|&(_, scalar)| self.frame.read(scalar, step));
        }
        for &(_, cells) in statics.program.loads.of(node) {
            match element.access {
                Access::Cell(cell) => self.frame.read(cell, step),
                Access::Plain | Access::Elsewhere | Access::Any => {
                    cells.scalars().for_each(|cell| self.frame.read(cell, step));
                }
            }
        }
        if reason != Reason::Part {
            // What decides about a unit of several nodes is known at its first one, which may be decided by an
            // earlier instance of its own.
            let unit = self.graph.nodes[element.node.index()].unit;
            let waits = |member: Member| matches!(member.kind(), MemberKind::Pending(_));
            let opening = statics.update.opening.of(node).iter();
            let opening = opening.filter(|&&(_, member)| !(waits(member) && statics.has_start(unit)));
            opening.for_each(|&(_, member)| self.frame.put(member, step));
        }
    }

    /// A node that is no step ends what some members stand for: a unit at its first node, an old value.
    fn end(&mut self, node: Node) {
        let update = &self.statics.update;
        let mut ended = update.wakes.of(node).iter().filter(|&&(_, _, reason)| reason == Reason::Silent);
        let users = ended.find_map(|&(_, member, _)| self.frame.0.get(&member)).cloned();
        let Some(users) = users else { return };
        update.takes.of(node).iter().for_each(|&(_, member)| drop(self.frame.take(member)));
        users.iter().for_each(|&step| self.frame.put_all(update.puts.of(node), step));
    }

    fn store(&mut self, step: usize, range: &CellRange, access: Access) {
        if let Access::Cell(cell) = access {
            let users = self.frame.take(Member::scalar(cell.into()));
            self.need(step, &users, Kind::Data, Some(cell));
            return;
        }
        let kind = if access == Access::Any { Kind::Data } else { Kind::Potential };
        let used = range.cells().filter_map(|cell| Some((self.frame.first_user_after(step, cell)?, cell)));
        if let Some((user, cell)) = used.min() {
            self.needs[step].insert(Need { step: user, kind, scalar: Some(cell) });
        }
    }

    /// Whom the outcome of a condition matters to, beside those that wait for it.
    fn decide(&mut self, step: usize, element: &Element, reason: Reason) {
        let statics = self.statics;
        if reason == Reason::Restriction {
            let unit = self.graph.nodes[element.node.index()].unit;
            let reads = statics.program.unit_reads.of(unit).iter();
            self.need_first(step, reads.map(|&(_, scalar)| scalar.into()), Kind::Control);
        } else if let Some(outcome) = element.outcome {
            self.need_first(step, statics.wakes_on(element.node, outcome), Kind::Potential);
        }
    }
}

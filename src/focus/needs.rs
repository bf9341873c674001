//! For whom each step of a sequence is in: which later steps need it, why, and through which variable.
//!
//! The walk back keeps what matters, but not to which step. This goes back over the finished path once more,
//! by the same rules (`Dependence::step_back`, the paper's `update`), with the users of everything that matters.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::schema::Control;

use crate::facts::cfg::{Action, CellRange, Expr, Graph, NodeId, ScalarId, ScalarKind, UnitId};
use crate::limit::spend;
use crate::summary::error_set::{Access, Reason};
use crate::summary::statics::{Statics, node_reads, reads};

use super::path::{Element, Passage};
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

/// What matters in a frame, and to which later steps.
#[derive(Default)]
struct Frame {
    scalars: BTreeMap<ScalarId, Users>,
    /// Steps that wait for the nearest earlier instance of a conditional of the set.
    waiting: BTreeMap<Control, Users>,
    /// The steps of units whose first node has not been met yet.
    open: BTreeMap<UnitId, usize>,
}

impl Frame {
    fn uses(&mut self, scalar: ScalarId, step: usize) {
        self.scalars.entry(scalar).or_default().insert(step);
    }

    fn read(&mut self, expression: &Expr, step: usize) {
        let mut scalars = Vec::new();
        reads(expression, &mut scalars);
        scalars.into_iter().for_each(|scalar| self.uses(scalar, step));
    }

    fn wait(&mut self, set: Option<Control>, step: usize) {
        if let Some(set) = set {
            self.waiting.entry(set).or_default().insert(step);
        }
    }

    /// The nearest step that uses the scalar.
    fn first_user(&self, scalar: ScalarId) -> Option<usize> {
        self.scalars.get(&scalar)?.first().copied()
    }

    fn first_user_after(&self, step: usize, scalar: ScalarId) -> Option<usize> {
        self.scalars.get(&scalar)?.range(step + 1..).next().copied()
    }
}

struct Walk<'a> {
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
    let calls = calls_left(path);
    let mut walk = Walk {
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
                let set = statics.decided_by(element.node);
                step.into_iter().for_each(|step| walk.frame.wait(set, step));
            }
            (Passage::Leave, _) => {
                if let Some(call) = calls[position] {
                    walk.enter_callee(path[call].node);
                }
            }
            (Passage::Enter { .. }, step) => walk.leave_callee(element.node, step),
            (Passage::Action, step) => walk.action(position, step),
        }
    }
    let mut needs = walk.needs;
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

/// For the position of every end of a callee that of its call.
fn calls_left(path: &[Element]) -> Vec<Option<usize>> {
    let mut open = Vec::new();
    let left = |(position, element): (usize, &Element)| match element.passage {
        Passage::Enter { .. } => {
            open.push(position);
            None
        }
        Passage::Leave => open.pop(),
        _ => None,
    };
    path.iter().enumerate().map(left).collect()
}

impl Walk<'_> {
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
        let mut inside = Frame::default();
        if let Action::Call { callee, results, arguments } = &self.graph.nodes[call.index()].action {
            let outside = &mut self.frame;
            let mut passed = Vec::new();
            arguments.iter().for_each(|argument| reads(argument, &mut passed));
            let passed = passed.iter().filter_map(|&scalar| outside.first_user(scalar)).min();
            for (from, to) in results {
                if let Some(users) = outside.scalars.get(to) {
                    inside.scalars.entry(*from).or_default().extend(users);
                }
            }
            for scalar in self.statics.modified(*callee) {
                if let Some(users) = outside.scalars.remove(&scalar) {
                    inside.scalars.insert(scalar, users);
                }
            }
            for (_, to) in results {
                outside.scalars.remove(to);
            }
            // What may end the run inside guards what is made inside, and what is passed in.
            let made = inside.scalars.values().filter_map(|users| users.first().copied()).min();
            if let Some(user) = made.into_iter().chain(passed).min() {
                for guard in self.statics.guards(*callee) {
                    inside.wait(Some(guard), user);
                }
            }
        }
        self.callers.push(std::mem::replace(&mut self.frame, inside));
    }

    /// Walking back over the start of a callee, to its call; `step` if the call is one.
    fn leave_callee(&mut self, call: NodeId, step: Option<usize>) {
        let outside = self.callers.pop().unwrap_or_default();
        let inside = std::mem::replace(&mut self.frame, outside);
        let Action::Call { callee, arguments, .. } = &self.graph.nodes[call.index()].action else { return };
        let formals = &self.graph.procedures[callee.index()].formals;
        for (scalar, users) in inside.scalars {
            match self.graph.scalars[scalar.index()].kind {
                ScalarKind::Global => self.frame.scalars.entry(scalar).or_default().extend(users),
                ScalarKind::Formal(_) => {
                    let position = formals.iter().position(|formal| *formal == scalar);
                    let Some(argument) = position.and_then(|position| arguments.get(position)) else {
                        continue;
                    };
                    match step {
                        Some(step) => {
                            self.need(step, &users, Kind::Data, Some(scalar));
                            self.frame.read(argument, step);
                        }
                        None => users.iter().for_each(|&user| self.frame.read(argument, user)),
                    }
                }
                _ => {}
            }
        }
        if let Some(step) = step {
            self.frame.wait(self.statics.decided_by(call), step);
        }
    }

    fn action(&mut self, position: usize, step: Option<usize>) {
        spend(1);
        let element = &self.path[position];
        let definition = &self.graph.nodes[element.node.index()];
        let (unit, action) = (definition.unit, &definition.action);
        if *action == Action::UnitStart
            && let Some(step) = self.frame.open.remove(&unit)
        {
            // Temporaries that are made later inside the unit were not made on this path.
            for scalar in &self.graph.units[unit.index()].reads {
                if self
                    .statics
                    .program
                    .made
                    .of(*scalar)
                    .iter()
                    .any(|&(_, made)| NodeId::from(made) > element.node)
                {
                    self.frame.scalars.remove(scalar);
                }
            }
            self.frame.wait(self.statics.decided_by(element.node), step);
        }
        let Some((step, reason)) = step.zip(element.reason) else {
            if let Action::Input { target, .. } = action {
                self.frame.scalars.remove(target);
            }
            return;
        };
        match action {
            Action::Assign { target, .. }
            | Action::Input { target, .. }
            | Action::Unsupported { target, .. }
            | Action::Load { target, .. } => {
                let users = self.frame.scalars.remove(target).unwrap_or_default();
                self.need(step, &users, Kind::Data, Some(*target));
            }
            Action::Store { range, .. } => self.store(step, range, element.access),
            Action::Branch(_) | Action::Assume(_) => self.decide(step, element, reason),
            _ => {}
        }
        self.use_operands(step, action, element.access);
        if reason != Reason::Part {
            self.open(step, element.node);
        }
    }

    fn store(&mut self, step: usize, range: &CellRange, access: Access) {
        if let Access::Cell(cell) = access {
            let users = self.frame.scalars.remove(&cell).unwrap_or_default();
            self.need(step, &users, Kind::Data, Some(cell));
            return;
        }
        let kind = if access == Access::Any { Kind::Data } else { Kind::Potential };
        let used = range.cells().filter_map(|cell| Some((self.frame.first_user_after(step, cell)?, cell)));
        if let Some((user, cell)) = used.min() {
            self.needs[step].insert(Need { step: user, kind, scalar: Some(cell) });
        }
    }

    /// Whom the outcome of a condition matters to.
    fn decide(&mut self, step: usize, element: &Element, reason: Reason) {
        let node = element.node;
        let unit = self.graph.nodes[node.index()].unit;
        let definition = &self.graph.units[unit.index()];
        let statics = self.statics;
        let waited: Vec<Control> =
            self.frame.waiting.keys().copied().filter(|&set| statics.in_set(set, unit)).collect();
        for set in waited {
            let users = self.frame.waiting.remove(&set).unwrap_or_default();
            self.need(step, &users, Kind::Control, None);
        }
        if reason == Reason::Restriction {
            self.need_first(step, definition.reads.iter().copied(), Kind::Control);
        } else if let Some(outcome) = element.outcome {
            self.need_first(step, statics.wakes_on(node, outcome), Kind::Potential);
        }
    }

    fn use_operands(&mut self, step: usize, action: &Action, access: Access) {
        let frame = &mut self.frame;
        match action {
            Action::Load { range, index, .. } => {
                match access {
                    Access::Cell(cell) => frame.uses(cell, step),
                    _ => range.cells().for_each(|cell| frame.uses(cell, step)),
                }
                frame.read(index, step);
            }
            Action::Store { index, .. } if access == Access::Elsewhere => frame.read(index, step),
            _ => node_reads(action).into_iter().for_each(|scalar| frame.uses(scalar, step)),
        }
    }

    /// The node's unit becomes a part of the step: what controls it matters, and what it reads.
    fn open(&mut self, step: usize, node: NodeId) {
        let unit = self.graph.nodes[node.index()].unit;
        // What controls a unit of several nodes is known at its first one.
        if !self.statics.has_start(unit) {
            self.frame.wait(self.statics.decided_by(node), step);
        } else {
            self.frame.open.insert(unit, step);
            for &scalar in &self.graph.units[unit.index()].reads {
                self.frame.uses(scalar, step);
            }
        }
    }
}

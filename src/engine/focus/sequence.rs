//! Focus-statement sequences as they are printed: one step per statement (Definition 1).

use std::collections::BTreeMap;

use crate::summary::error_set::{Reason, has};
use crate::summary::grouping::{FrameProgress, Grouping, Last, Met, StepMembership};
use crate::summary::statics::Statics;
use focuscheck_cells::facts::cfg::{Graph, NodeId, ProcedureId, StatementId, UnitId, UnitKind};

use super::path::{Element, Frames, Passage};

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepRole {
    /// An assignment.
    Assign,
    /// A conditional.
    Branch,
    /// A call that has a focus statement inside.
    Call,
    /// An explicit return of such a call.
    Return,
    /// An `assume`.
    Assume,
    /// The violation.
    Error,
}

/// One step of a focus-statement sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusStep {
    /// The statement.
    pub statement: StatementId,
    /// What it is.
    pub role: StepRole,
    /// The outcome of a two-way conditional.
    pub outcome: Option<bool>,
    /// For a conditional of several ways: where it leads, to tell ways apart.
    pub way: Option<NodeId>,
    /// The procedure.
    pub procedure: ProcedureId,
    /// Call depth.
    pub depth: u32,
    /// Positions in the path of the elements it is made of, in order.
    pub elements: Vec<usize>,
    /// Steps (positions in the sequence) that decide whether this one runs: conditionals of its frame, or
    /// the call of its procedure.
    pub parents: Vec<usize>,
    /// The first reason for which it is in.
    pub reason: Reason,
}

impl FocusStep {
    /// What makes two steps the same step (Definition 3: same statements, same outcomes).
    pub fn identity(&self) -> (StatementId, StepRole, Option<bool>, Option<NodeId>) {
        (self.statement, self.role, self.outcome, self.way)
    }
}

/// Gathers the elements of a path, walked back, into steps.
struct Telling<'a> {
    grouping: Grouping<'a>,
    path: &'a [Element],
    frames: &'a Frames,
    steps: Vec<FocusStep>,
    last: Last<u32>,
    /// What was told of the frame, and where its explicit return was passed.
    frame: (FrameProgress, Option<usize>),
    /// The same of the frames around it.
    outer: Vec<(FrameProgress, Option<usize>)>,
    /// The step that a unit of several nodes belongs to, by frame.
    unit_step: BTreeMap<(u32, UnitId), usize>,
}

/// The steps of a path, in forward order.
pub fn steps(graph: &Graph, statics: &Statics, path: &[Element]) -> Vec<FocusStep> {
    let frames = Frames::of(path);
    let mut telling = Telling {
        grouping: Grouping { graph, statics },
        path,
        frames: &frames,
        steps: Vec::new(),
        last: None,
        frame: (FrameProgress::OPEN, None),
        outer: Vec::new(),
        unit_step: BTreeMap::new(),
    };
    for position in (0..path.len()).rev() {
        telling.element(position);
    }
    let mut steps = telling.steps;
    steps.iter_mut().for_each(|step| step.elements.reverse());
    // A return is told when its frame turns out to have a focus statement; it stands where it was passed.
    steps.sort_by_key(|step| step.elements.last().copied());
    link_parents(graph, statics, path, &frames, &mut steps);
    steps
}

impl Telling<'_> {
    fn element(&mut self, position: usize) {
        let element = &self.path[position];
        match element.passage {
            Passage::Leave => self.outer.push(std::mem::take(&mut self.frame)),
            Passage::Enter { returns } => {
                let outer = self.outer.pop().filter(|_| returns);
                self.frame = outer.unwrap_or((FrameProgress::OPEN, None));
                self.alone(position, StepRole::Call);
            }
            Passage::Violation => self.alone(position, StepRole::Error),
            Passage::Action | Passage::Over => self.action(position),
        }
    }

    fn alone(&mut self, position: usize, role: StepRole) {
        let element = &self.path[position];
        let Some(reason) = element.reason else { return };
        let frame = self.frames.at(position);
        let met = self.grouping.meets_alone(self.frame.0, &mut self.last, element.node, frame);
        self.frame.0.touched = true;
        self.begin_return(met);
        self.begin(position, role, reason);
    }

    fn action(&mut self, position: usize) {
        let element = &self.path[position];
        let told = self.frame.0;
        self.frame.0 = self.grouping.passed(told, element.node, element.reason);
        if self.frame.0.returned && !told.returned {
            self.frame.1 = Some(position);
        }
        let Some(reason) = element.reason else { return };
        let frame = self.frames.at(position);
        let (_, unit, kind) = self.grouping.statement(element.node);
        let met = self.grouping.meets(told, &mut self.last, element.node, reason, frame);
        self.begin_return(met);
        match met.turn {
            StepMembership::Begins => self.begin(position, role(kind), reason),
            StepMembership::Joins => {
                if let Some(step) = self.steps.len().checked_sub(1) {
                    self.steps[step].elements.push(position);
                    self.unit_step.insert((frame, unit), step);
                }
            }
            StepMembership::Part => {
                if let Some(&step) = self.unit_step.get(&(frame, unit)) {
                    self.steps[step].elements.push(position);
                }
            }
        }
    }

    fn begin_return(&mut self, met: Met) {
        if let Some(position) = self.frame.1.filter(|_| met.returns) {
            self.begin(position, StepRole::Return, Reason::Control);
        }
    }

    fn begin(&mut self, position: usize, role: StepRole, reason: Reason) {
        let element = &self.path[position];
        let (statement, unit, _) = self.grouping.statement(element.node);
        // What a library function decides is no outcome of the call.
        let role = match self.grouping.graph.units[unit.index()].of_library && role != StepRole::Error {
            true => StepRole::Assign,
            false => role,
        };
        let (outcome, way) = match role {
            StepRole::Branch => self.outcome(position),
            _ => (None, None),
        };
        self.unit_step.insert((self.frames.at(position), unit), self.steps.len());
        self.steps.push(FocusStep {
            statement,
            role,
            outcome,
            way,
            procedure: self.grouping.graph.nodes[element.node.index()].procedure,
            depth: self.frames.depth(position),
            elements: vec![position],
            parents: Vec::new(),
            reason,
        });
    }

    /// The outcome of the whole condition whose last atom stands at the position.
    fn outcome(&self, position: usize) -> (Option<bool>, Option<NodeId>) {
        let element = &self.path[position];
        let node = &self.grouping.graph.nodes[element.node.index()];
        let taken = match (element.outcome, node.successors.as_slice()) {
            (Some(true), [next, ..]) | (Some(false), [_, next]) => *next,
            _ => return (None, None),
        };
        match self.grouping.graph.units[node.unit.index()].exits {
            Some((yes, no)) if yes != no => (Some(taken == yes), None),
            Some(_) => (element.outcome, None),
            None => (None, Some(taken)),
        }
    }
}

/// What a step is that begins with a node of a unit of this kind.
fn role(kind: UnitKind) -> StepRole {
    match kind {
        UnitKind::Condition => StepRole::Branch,
        // An assertion that holds restricts what comes after it.
        UnitKind::Assume | UnitKind::Assert | UnitKind::Check => StepRole::Assume,
        UnitKind::Return => StepRole::Return,
        UnitKind::Error => StepRole::Error,
        UnitKind::Assign | UnitKind::Call | UnitKind::Silent | UnitKind::Havoc | UnitKind::Stop => {
            StepRole::Assign
        }
    }
}

/// Finds for every step what decided that it runs: the nearest earlier instances of the conditionals it is
/// control-dependent on, or else its procedure's call.
fn link_parents(
    graph: &Graph,
    statics: &Statics,
    path: &[Element],
    frames: &Frames,
    steps: &mut [FocusStep],
) {
    let mut step_of = vec![None; path.len()];
    for (number, step) in steps.iter().enumerate() {
        for &element in &step.elements {
            step_of[element] = Some(number);
        }
    }
    let mut latest: BTreeMap<(u32, UnitId), usize> = BTreeMap::new();
    for (position, element) in path.iter().enumerate() {
        let frame = frames.at(position);
        let unit = graph.nodes[element.node.index()].unit;
        if let Some(step) = step_of[position] {
            let mut parents: Vec<usize> = statics
                .controls(element.node)
                .filter_map(|control| latest.get(&(frame, control)).copied())
                .filter(|&parent| parent != step)
                .max()
                .into_iter()
                .collect();
            if parents.is_empty() {
                parents.extend(frames.call(position).and_then(|call| step_of[call]));
            }
            for parent in parents {
                if !steps[step].parents.contains(&parent) {
                    steps[step].parents.push(parent);
                }
            }
            latest.insert((frame, unit), step);
        }
    }
    for step in steps.iter_mut() {
        step.parents.sort_unstable();
    }
}

/// The steps that run only because of a step: those whose parents lead up to it.
pub fn guarded(steps: &[FocusStep], guard: usize) -> Vec<usize> {
    let mut result: Vec<usize> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        if step.parents.iter().any(|p| *p == guard || has(&result, p)) {
            result.push(number);
        }
    }
    result
}

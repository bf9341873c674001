//! Focus-statement sequences as they are printed: one step per statement (Definition 1).

use std::collections::BTreeMap;

use crate::facts::cfg::{Action, Graph, NodeId, ProcedureId, StatementId, UnitId, UnitKind};
use crate::summary::error_set::{Reason, has};
use crate::summary::statics::Statics;

use super::path::{Element, Passage};

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

/// Frame instance and depth of every element.
pub fn frames(path: &[Element]) -> Vec<(u32, u32)> {
    let mut stack = vec![0u32];
    let mut next = 0;
    let mut result = Vec::with_capacity(path.len());
    for element in path {
        result.push((*stack.last().unwrap_or(&0), stack.len() as u32 - 1));
        match element.passage {
            Passage::Enter { .. } => {
                next += 1;
                stack.push(next);
            }
            Passage::Leave if stack.len() > 1 => {
                stack.pop();
            }
            _ => {}
        }
    }
    result
}

struct Grouping<'a> {
    graph: &'a Graph,
    path: &'a [Element],
    frames: Vec<(u32, u32)>,
    steps: Vec<FocusStep>,
    last: Option<(StatementId, UnitId, u32)>,
    /// The step that a unit of several nodes belongs to, by frame.
    unit_step: BTreeMap<(u32, UnitId), usize>,
}

/// The steps of a path, in forward order.
pub fn steps(graph: &Graph, statics: &Statics, path: &[Element]) -> Vec<FocusStep> {
    let frames = frames(path);
    let mut touched: BTreeMap<u32, bool> = BTreeMap::new();
    let mut entered = 0;
    for element in path {
        if let Passage::Enter { returns } = element.passage {
            entered += 1;
            touched.insert(entered, returns && element.reason.is_some());
        }
    }
    let mut grouping =
        Grouping { graph, path, frames, steps: Vec::new(), last: None, unit_step: BTreeMap::new() };
    for position in (0..path.len()).rev() {
        grouping.element(position, &touched);
    }
    let mut steps = grouping.steps;
    steps.reverse();
    steps.iter_mut().for_each(|s| s.elements.reverse());
    let frames = self::frames(path);
    link_parents(graph, statics, path, &frames, &mut steps);
    steps
}

impl Grouping<'_> {
    fn element(&mut self, position: usize, touched: &BTreeMap<u32, bool>) {
        let element = &self.path[position];
        let node = &self.graph.nodes[element.node.index()];
        let unit = &self.graph.units[node.unit.index()];
        let (frame, _) = self.frames[position];
        let returns = unit.kind == UnitKind::Return
            && node.action == Action::Skip
            && touched.get(&frame).copied().unwrap_or(false);
        if returns {
            self.begin(position, StepRole::Return, Reason::Control);
            return;
        }
        let Some(reason) = element.reason else { return };
        match element.passage {
            Passage::Enter { .. } => self.begin(position, StepRole::Call, reason),
            Passage::Violation => self.begin(position, StepRole::Error, reason),
            _ if reason == Reason::Part => {
                if let Some(&step) = self.unit_step.get(&(frame, node.unit)) {
                    self.steps[step].elements.push(position);
                }
            }
            _ => {
                let joins = self.last.is_some_and(|(statement, last_unit, last_frame)| {
                    statement == unit.statement
                        && last_frame == frame
                        && (last_unit != node.unit
                            || matches!(unit.kind, UnitKind::Assert | UnitKind::Check | UnitKind::Return))
                });
                if joins && let Some(step) = self.steps.len().checked_sub(1) {
                    self.steps[step].elements.push(position);
                    self.unit_step.insert((frame, node.unit), step);
                    self.last = Some((unit.statement, node.unit, frame));
                } else {
                    let role = match unit.kind {
                        UnitKind::Condition => StepRole::Branch,
                        // An assertion that holds restricts what comes after it.
                        UnitKind::Assume | UnitKind::Assert | UnitKind::Check => StepRole::Assume,
                        UnitKind::Return => StepRole::Return,
                        UnitKind::Error => StepRole::Error,
                        _ => StepRole::Assign,
                    };
                    self.begin(position, role, reason);
                }
            }
        }
    }

    fn begin(&mut self, position: usize, role: StepRole, reason: Reason) {
        let element = &self.path[position];
        let node = &self.graph.nodes[element.node.index()];
        let (frame, depth) = self.frames[position];
        let statement = self.graph.units[node.unit.index()].statement;
        let (outcome, way) = match role {
            StepRole::Branch => self.outcome(position),
            _ => (None, None),
        };
        self.unit_step.insert((frame, node.unit), self.steps.len());
        self.last = Some((statement, node.unit, frame));
        self.steps.push(FocusStep {
            statement,
            role,
            outcome,
            way,
            procedure: node.procedure,
            depth,
            elements: vec![position],
            parents: Vec::new(),
            reason,
        });
    }

    /// The outcome of the whole condition whose last atom stands at the position.
    fn outcome(&self, position: usize) -> (Option<bool>, Option<NodeId>) {
        let element = &self.path[position];
        let node = &self.graph.nodes[element.node.index()];
        let taken = match (element.outcome, node.successors.as_slice()) {
            (Some(true), [next, ..]) | (Some(false), [_, next]) => *next,
            _ => return (None, None),
        };
        match self.graph.units[node.unit.index()].exits {
            Some((yes, no)) if yes != no => (Some(taken == yes), None),
            Some(_) => (element.outcome, None),
            None => (None, Some(taken)),
        }
    }
}

/// Finds for every step what decided that it runs: the nearest earlier instances of the conditionals it is
/// control-dependent on, or else its procedure's call.
fn link_parents(
    graph: &Graph,
    statics: &Statics,
    path: &[Element],
    frames: &[(u32, u32)],
    steps: &mut [FocusStep],
) {
    let mut step_of = vec![None; path.len()];
    for (number, step) in steps.iter().enumerate() {
        for &element in &step.elements {
            step_of[element] = Some(number);
        }
    }
    let mut latest: BTreeMap<(u32, UnitId), usize> = BTreeMap::new();
    let mut calls: Vec<Option<usize>> = Vec::new();
    let mut call_of_frame: BTreeMap<u32, Option<usize>> = BTreeMap::new();
    let mut entered = 0;
    for (position, element) in path.iter().enumerate() {
        let (frame, _) = frames[position];
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
                parents.extend(call_of_frame.get(&frame).copied().flatten());
            }
            for parent in parents {
                if !steps[step].parents.contains(&parent) {
                    steps[step].parents.push(parent);
                }
            }
            latest.insert((frame, unit), step);
        }
        match element.passage {
            Passage::Enter { .. } => {
                entered += 1;
                call_of_frame.insert(entered, step_of[position]);
                calls.push(step_of[position]);
            }
            Passage::Leave => {
                calls.pop();
            }
            _ => {}
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

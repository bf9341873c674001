//! From sequences to explanations: each one is solved for input values and replayed.

use std::collections::BTreeMap;

use crate::facts::cfg::{ErrorId, Graph, NodeId, SiteId};
use crate::replay::interpreter::{End, Limits, Oracle, Run, run};
use crate::solver::ExactSolver;
use crate::summary::error_set::Dependence;

use super::concrete::slice_trace;
use super::execution::{Atom, Execution, Feasibility, Says};
use super::path::{Element, same_sequence};
use super::sequence::{FocusStep, steps};

/// Values for inputs; those that are not given get the value nearest zero.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// By site and occurrence.
    pub values: BTreeMap<(SiteId, u32), i128>,
    /// The ranges of the sites.
    pub ranges: Vec<(i128, i128)>,
}

impl Oracle for Inputs {
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128 {
        let (low, high) = self.ranges.get(site.index()).copied().unwrap_or((0, 0));
        self.values.get(&(site, occurrence)).copied().unwrap_or(0.clamp(low, high))
    }
}

/// One way in which the error happens, confirmed by a concrete run.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The path of the run.
    pub path: Vec<Element>,
    /// For each element its position in the run's trace.
    pub positions: Vec<usize>,
    /// The focus-statement sequence.
    pub steps: Vec<FocusStep>,
    /// What the sequence asks of the inputs.
    pub execution: Execution,
    /// The assumption set: positions of atoms in the execution, in order.
    pub assumptions: Vec<usize>,
    /// The concrete run.
    pub run: Run,
}

impl Explanation {
    /// The atom of an assumption.
    pub fn atom(&self, assumption: usize) -> &Atom {
        &self.execution.atoms[assumption]
    }

    /// The constraint of an assumption.
    pub fn constraint(&self, assumption: usize) -> Option<&crate::solver::constraint::Constraint> {
        match &self.execution.atoms[assumption].says {
            Says::Constraint(constraint) => Some(constraint),
            _ => None,
        }
    }
}

/// A sequence that cannot happen.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The path.
    pub path: Vec<Element>,
    /// The focus-statement sequence.
    pub steps: Vec<FocusStep>,
    /// What it would ask of the inputs.
    pub execution: Execution,
    /// The atoms that clash.
    pub clash: Vec<usize>,
}

/// What became of a sequence.
#[derive(Clone, Debug)]
pub enum Confirmation {
    /// It happens.
    Confirmed(Box<Explanation>),
    /// It cannot happen.
    Refuted(Box<Refutation>),
    /// A run reaches the error, but in another way.
    Otherwise(Box<Explanation>),
    /// Neither could be shown; the reason in words.
    Unconfirmed(String),
}

/// What confirming needs.
#[derive(Clone, Copy)]
pub struct Confirm<'a> {
    /// Dependence relations of the program.
    pub dependence: Dependence<'a>,
    /// The solver.
    pub solver: &'a ExactSolver,
    /// The error in question.
    pub error: ErrorId,
    /// Limits of a concrete run.
    pub limits: Limits,
}

impl Confirm<'_> {
    fn graph(&self) -> &Graph {
        self.dependence.graph
    }

    /// Decides whether a sequence happens: solves it, replays it, and slices the replay.
    pub fn confirm(&self, path: &[Element]) -> Confirmation {
        let graph = self.graph();
        let slice = Execution::of(self.dependence, path, false);
        let model = match slice.feasibility(self.solver) {
            Feasibility::Feasible(model) => model,
            Feasibility::Infeasible(clash) => return Confirmation::Refuted(Box::new(self.refuted(path, slice, clash))),
            Feasibility::Undecided(reason) => {
                return Confirmation::Unconfirmed(format!("the solver could not decide a sequence: {reason}"));
            }
        };
        if let Some((node, reason)) = &slice.unsupported {
            return Confirmation::Unconfirmed(self.unsupported(*node, reason));
        }
        let first = self.replay(slice.inputs(&model));
        if let Some(explanation) = self.explanation(&first)
            && same_sequence(&explanation.path, path)
        {
            return Confirmation::Confirmed(Box::new(explanation));
        }
        // Statements outside the slice stood in the way: let the whole path choose the inputs.
        let whole = Execution::of(self.dependence, path, true);
        let mut other = first;
        let mut reason = "no run that follows a sequence was found".to_owned();
        match whole.feasibility(self.solver) {
            Feasibility::Feasible(model) => {
                let second = self.replay(whole.inputs(&model));
                if let Some(explanation) = self.explanation(&second) {
                    if same_sequence(&explanation.path, path) {
                        return Confirmation::Confirmed(Box::new(explanation));
                    }
                    other = second;
                } else if self.explanation(&other).is_none() {
                    other = second;
                }
            }
            Feasibility::Infeasible(_) => {}
            Feasibility::Undecided(why) => reason = format!("the solver could not decide a path: {why}"),
        }
        if let Some(explanation) = self.explanation(&other) {
            return Confirmation::Otherwise(Box::new(explanation));
        }
        match &other.end {
            End::Unsupported { node, reason } => reason_of(&self.unsupported(*node, reason)),
            End::StepLimit | End::DepthLimit => reason_of("a replay did not end within its limit"),
            End::Undefined { node, what } => {
                let line = graph.nodes[node.index()].span;
                let _ = line;
                reason = format!("a replay met undefined behaviour ({what})");
                Confirmation::Unconfirmed(reason)
            }
            _ => Confirmation::Unconfirmed(reason),
        }
    }

    /// A refuted path as a refutation, if it is one.
    pub fn refutation(&self, path: &[Element]) -> Option<Refutation> {
        let slice = Execution::of(self.dependence, path, false);
        match slice.feasibility(self.solver) {
            Feasibility::Infeasible(clash) => Some(self.refuted(path, slice, clash)),
            _ => None,
        }
    }

    fn refuted(&self, path: &[Element], execution: Execution, clash: Vec<usize>) -> Refutation {
        let steps = steps(self.graph(), self.dependence.statics, path);
        Refutation { path: path.to_vec(), steps, execution, clash }
    }

    fn unsupported(&self, node: NodeId, reason: &str) -> String {
        let span = self.graph().nodes[node.index()].span;
        format!("not modelled and on a path that matters: {reason} (at offset {})", span.start)
    }

    fn replay(&self, values: BTreeMap<(SiteId, u32), i128>) -> Run {
        let ranges = self.graph().sites.iter().map(|s| s.range).collect();
        run(self.graph(), &mut Inputs { values, ranges }, self.limits)
    }

    /// The explanation that a run gives, if it ends with the error.
    fn explanation(&self, run: &Run) -> Option<Explanation> {
        if run.end != End::Error(self.error) {
            return None;
        }
        let (path, positions) = slice_trace(&self.dependence, &run.trace);
        let execution = Execution::of(self.dependence, &path, false);
        let assumptions = execution.assumptions(self.solver);
        let steps = steps(self.graph(), self.dependence.statics, &path);
        Some(Explanation { path, positions, steps, execution, assumptions, run: run.clone() })
    }
}

fn reason_of(text: &str) -> Confirmation {
    Confirmation::Unconfirmed(text.to_owned())
}

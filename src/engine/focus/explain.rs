//! From sequences to explanations: each one is solved for input values and replayed.
//!
//! A complete sequence is executed symbolically, solved for inputs and replayed by the concrete interpreter; the trace
//! of the run is sliced again, by the same walk over the one way that the trace goes (`engine/focus/concrete.rs`), and
//! must give the same sequence. If statements outside the slice stand in the way, the whole path chooses the inputs. If
//! a replay ends too early (another error, an `assume`, `exit`, a subscript out of bounds), what it ended at is
//! *required*: the walk is repeated with it in the sequences.
//!
//! Of a confirmed run, `engine/focus/simplest.rs` moves the inputs towards zero, the farthest first, as long as the run
//! goes the very same way; each try is a run of the interpreter, 400,000 steps in all.
//!
//! What is reported of the run: `driver/reads.rs` numbers the reads as they happen and says which of them the slice
//! depends on, and `driver/failing.rs` repeats the run to look at the memory where the last comparisons were made (`100
//! + 151 == 150`). Explanations that differ by a branch alone stay apart in the model and in JSON;
//! `report/text/branches.rs` gathers them for people and for SARIF.

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

use crate::summary::error_set::Dependence;
use focuscheck_base::doubt::{Conditions, Doubt, Unmodelled};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{Action, ErrorId, Graph, NodeId, Site, SiteId, UnitId, UnitKind};
use focuscheck_cells::simulation::interpreter::{End, Limits, Machine, Oracle, Run, run};
use focuscheck_ir::program::Original;
use focuscheck_lia::ExactSolver;
use focuscheck_lia::outcome::Model;
use focuscheck_machine as machine;

use super::concrete::slice_trace;
use super::execution::{Atom, Execution, Feasibility};
use super::labels::Naming;
use super::origin::ReadNumbers;
use super::path::{Element, Passage, same_sequence};
use super::replay::{Replay, contradiction};
use super::sequence::{FocusStep, steps};

/// Values for inputs; those that are not given get the plainest value.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// By site and occurrence.
    pub values: BTreeMap<(SiteId, u32), i128>,
    /// The plainest values of the sites.
    pub plainest: Vec<i128>,
    /// Values for what is not modelled, in order, if it is to have any.
    pub unmodelled: VecDeque<i128>,
}

impl Oracle for Inputs {
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128 {
        let plainest = self.plainest.get(site.index()).copied();
        self.values.get(&(site, occurrence)).copied().or(plainest).unwrap_or_default()
    }

    fn unmodelled(&mut self) -> Option<i128> {
        self.unmodelled.pop_front()
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
    /// Which read of the run each input of the execution is.
    pub fn reads(&self, graph: &Graph) -> ReadNumbers {
        read_numbers(graph, &self.run, &self.path, &self.positions)
    }

    /// The atom of an assumption.
    pub fn atom(&self, assumption: usize) -> &Atom {
        &self.execution.atoms[assumption]
    }

    /// The constraint of an assumption.
    pub fn constraint(&self, assumption: usize) -> Option<&focuscheck_lia::constraint::Constraint> {
        self.execution.constraint(assumption)
    }
}

/// Which read at its site each input is that a path counts, from 0, counted in the run that it is a path of.
pub fn read_numbers(graph: &Graph, run: &Run, path: &[Element], positions: &[usize]) -> ReadNumbers {
    let reads = reads_of(graph, run, path, positions).into_iter();
    reads.map(|read| ((read.site, read.occurrence), run.inputs[read.input].occurrence)).collect()
}

/// How many inputs of a run are read before the first statement; these have no step.
pub fn read_before(graph: &Graph, run: &Run) -> usize {
    let is_read = |node: NodeId| matches!(graph.nodes[node.index()].action, Action::Input { .. });
    let reads = run.trace.iter().filter(|step| is_read(step.node)).count();
    run.inputs.len().saturating_sub(reads)
}

/// A read on a path.
#[derive(Clone, Copy, Debug)]
pub struct PathRead {
    /// The position of its element in the path.
    pub element: usize,
    /// Where it reads.
    pub site: SiteId,
    /// How often the path has read there before.
    pub occurrence: u32,
    /// Its position among the inputs of the run.
    pub input: usize,
}

/// The reads on a path of a run; the positions of its elements in the run stand beside.
pub fn reads_of(graph: &Graph, run: &Run, path: &[Element], positions: &[usize]) -> Vec<PathRead> {
    let site = |node: NodeId| match graph.nodes[node.index()].action {
        Action::Input { site, .. } => Some(site),
        _ => None,
    };
    let traced: Vec<usize> = (0..run.trace.len()).filter(|&at| site(run.trace[at].node).is_some()).collect();
    let before = read_before(graph, run);
    let mut counted: BTreeMap<SiteId, u32> = BTreeMap::new();
    let mut reads = Vec::new();
    for (element, (passed, at)) in path.iter().zip(positions).enumerate() {
        let Some(site) = site(passed.node).filter(|_| passed.passage == Passage::Action) else { continue };
        let next = counted.entry(site).or_default();
        let occurrence = *next;
        *next += 1;
        let input = traced.binary_search(at).ok().map(|index| before + index);
        let input = input.filter(|&input| input < run.inputs.len());
        reads.extend(input.map(|input| PathRead { element, site, occurrence, input }));
    }
    reads
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
    /// Neither could be shown.
    Unconfirmed(Setback),
}

/// What stood in the way where a sequence could be neither confirmed nor refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setback {
    /// Why.
    pub doubt: Doubt,
    /// The condition at which the replay ended too early. With it in the sequence the question may be
    /// settled.
    pub blame: Option<UnitId>,
    /// Whether a run would reach the error if what is not modelled had the right value: then nothing proves that
    /// the error cannot be reached.
    pub would_reach: bool,
}

impl From<Doubt> for Setback {
    fn from(doubt: Doubt) -> Self {
        Setback { doubt, blame: None, would_reach: false }
    }
}

/// What became of a path that some inputs follow.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// A run reaches the error.
    Reaches(Box<Explanation>),
    /// It would if something that is not modelled had the right value: whether it has cannot be said, so that
    /// nothing proves that the error cannot be reached. What is not modelled.
    WouldReach(Doubt),
    /// Neither.
    Fails,
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
    /// The program with its pointers: every run that is an explanation happens on its memory, too.
    pub original: &'a Original,
    /// The program's text.
    pub source: &'a SourceFile,
    /// Limits of a concrete run.
    pub limits: Limits,
    /// Set where a run is not confirmed since no text on the standard input gives what it reads.
    pub misses_text: &'a Cell<bool>,
}

impl Confirm<'_> {
    fn graph(&self) -> &Graph {
        self.dependence.graph
    }

    /// Decides whether a sequence happens: solves it, replays it, and slices the replay.
    pub fn confirm(&self, path: &[Element]) -> Confirmation {
        let slice = Execution::of(self.dependence, path, false);
        let naming = Naming { graph: self.graph(), source: self.source };
        let model = match slice.decided(self.solver, naming) {
            Feasibility::Feasible(model) => model,
            Feasibility::Infeasible(clash) => {
                return Confirmation::Refuted(Box::new(self.refuted(path, slice, clash)));
            }
            Feasibility::Undecided(lack) => {
                let doubt = Doubt::Unsolved { conditions: Conditions::Sequence, lack };
                return Confirmation::Unconfirmed(doubt.into());
            }
        };
        if let Some((node, what)) = &slice.unsupported {
            let setback = Setback::from(self.unsupported(*node, what));
            return Confirmation::Unconfirmed(Setback { would_reach: self.would_reach(path), ..setback });
        }
        let first = self.replay(slice.inputs(&model));
        if let Some(explanation) = self.explanation(&first)
            && same_sequence(&explanation.path, path)
        {
            return Confirmation::Confirmed(Box::new(explanation));
        }
        // Statements outside the slice stood in the way: let the whole path choose the inputs.
        let whole = Execution::of(self.dependence, path, true);
        let mut setback = self.setback(&first);
        let mut other = self.explanation(&first);
        match whole.decided(self.solver, naming) {
            Feasibility::Feasible(model) => {
                let second = self.replay(whole.inputs(&model));
                if let Some(explanation) = self.explanation(&second) {
                    if same_sequence(&explanation.path, path) {
                        return Confirmation::Confirmed(Box::new(explanation));
                    }
                    other = Some(explanation);
                } else if setback.blame.is_none() {
                    setback = self.setback(&second);
                }
            }
            Feasibility::Infeasible(_) => {}
            Feasibility::Undecided(lack) => {
                setback.doubt = Doubt::Unsolved { conditions: Conditions::Path, lack };
            }
        }
        match other {
            Some(explanation) => Confirmation::Otherwise(Box::new(explanation)),
            None => Confirmation::Unconfirmed(setback),
        }
    }

    /// Replays input values; what they show if they reach the error.
    pub fn replayed(&self, values: BTreeMap<(SiteId, u32), i128>) -> Option<Explanation> {
        self.explanation(&self.replay(values))
    }

    /// Replays a path that some inputs follow if what is not modelled has certain values.
    pub fn tried(&self, execution: &Execution, model: &Model) -> Attempt {
        let values = execution.inputs(model);
        let first = self.replay(values.clone());
        if let Some(explanation) = self.explanation(&first) {
            return Attempt::Reaches(Box::new(explanation));
        }
        let plainest = self.graph().sites.iter().map(Site::plainest).collect();
        let value = |symbol| model.get(symbol).copied().unwrap_or(0);
        let unmodelled = execution.unmodelled.iter().map(value).collect();
        let mut inputs = Inputs { values, plainest, unmodelled };
        match &first.run.end {
            End::Unsupported { .. } => {
                match Machine::new(self.graph(), self.limits).run(&mut inputs, &mut ()) {
                    End::Error(error) if error == self.error => {
                        // Where the value came from tells more than where it is missed.
                        Attempt::WouldReach(match &execution.unsupported {
                            Some((node, what)) => self.unsupported(*node, what),
                            None => self.setback(&first).doubt,
                        })
                    }
                    _ => Attempt::Fails,
                }
            }
            _ => Attempt::Fails,
        }
    }

    /// Whether some inputs would follow a path if what is not modelled had the right values.
    fn would_reach(&self, path: &[Element]) -> bool {
        let whole = Execution::of(self.dependence, path, true);
        match whole.feasibility(self.solver) {
            Feasibility::Feasible(model) => matches!(self.tried(&whole, &model), Attempt::WouldReach(_)),
            _ => false,
        }
    }

    /// Why a run did not reach the error.
    fn setback(&self, replay: &Replay) -> Setback {
        let (graph, run) = (self.graph(), &replay.run);
        if let Some(end) = &replay.contradiction {
            return self.contradicted(end).into();
        }
        let last = run.trace.last().map(|step| step.node);
        match &run.end {
            End::Unsupported { node, reason } => self.unsupported(*node, reason).into(),
            End::StepLimit | End::DepthLimit => Doubt::EndlessRun.into(),
            End::Undefined { node, what } => Setback {
                doubt: Doubt::UndefinedRun { what: what.to_string(), line: self.line(*node) },
                blame: Some(graph.nodes[node.index()].unit),
                would_reach: false,
            },
            End::Error(_) => Setback {
                doubt: Doubt::OtherError,
                blame: last.map(|n| graph.nodes[n.index()].unit).filter(|u| self.is_condition(*u)),
                would_reach: false,
            },
            End::Stopped => Setback {
                doubt: Doubt::StoppedRun,
                blame: last.and_then(|n| self.stopper(n, run)),
                would_reach: false,
            },
            End::Finished | End::BadInput { .. } => Doubt::NoRun.into(),
        }
    }

    fn is_condition(&self, unit: UnitId) -> bool {
        let kind = self.graph().units[unit.index()].kind;
        matches!(kind, UnitKind::Condition | UnitKind::Assume | UnitKind::Assert | UnitKind::Check)
    }

    /// The condition that decided that a run stopped at a node: the node's own, or the one that controls it
    /// or the innermost call that is open.
    fn stopper(&self, node: NodeId, run: &Run) -> Option<UnitId> {
        let graph = self.graph();
        let unit = graph.nodes[node.index()].unit;
        if self.is_condition(unit) {
            return Some(unit);
        }
        let mut depth = run.trace.last()?.depth;
        let mut node = node;
        loop {
            if let Some(control) = self.dependence.statics.controls(node).next_back() {
                return Some(control);
            }
            depth = depth.checked_sub(1)?;
            node = run.trace.iter().rev().find(|s| s.depth == depth)?.node;
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

    fn unsupported(&self, node: NodeId, what: &Unmodelled) -> Doubt {
        let (what, line) = (what.clone(), self.line(node));
        match self.graph().nodes[node.index()].action {
            Action::Cut { .. } => Doubt::Leaves { what, line },
            _ => Doubt::NotModelled { what, line },
        }
    }

    fn line(&self, node: NodeId) -> u32 {
        self.source.position(self.graph().nodes[node.index()].span.start).line
    }

    /// What stands against a run that reaches the error in cells.
    fn contradicted(&self, end: &machine::End) -> Doubt {
        let line = |span: Span| self.source.position(span.start).line;
        match end {
            machine::End::Undefined { what, span } => {
                Doubt::UndefinedRun { what: what.to_string(), line: line(*span) }
            }
            machine::End::Unsupported { reason, span } => {
                Doubt::NotModelled { what: reason.clone(), line: line(*span) }
            }
            machine::End::Kept { through, span } => {
                Doubt::StillReached { line: line(*span), through: through.clone() }
            }
            machine::End::Error(_) | machine::End::Finished | machine::End::Stopped | machine::End::Limit => {
                Doubt::Contradicted
            }
        }
    }

    fn replay(&self, values: BTreeMap<(SiteId, u32), i128>) -> Replay {
        let plainest = self.graph().sites.iter().map(Site::plainest).collect();
        let run = run(self.graph(), &mut Inputs { values, plainest, ..Inputs::default() }, self.limits);
        let asked = run.end == End::Error(self.error);
        let contradiction =
            asked.then(|| contradiction(self.graph(), self.original, &run, self.limits)).flatten();
        if let Some(machine::End::Unsupported { reason: Unmodelled::NoText, .. }) = &contradiction {
            self.misses_text.set(true);
        }
        Replay { run, contradiction }
    }

    /// The explanation that a run gives, if it ends with the error.
    fn explanation(&self, replay: &Replay) -> Option<Explanation> {
        let run = &replay.run;
        if run.end != End::Error(self.error) || replay.contradiction.is_some() {
            return None;
        }
        let (path, positions) = slice_trace(self.dependence, &run.trace);
        let execution = Execution::of(self.dependence, &path, false);
        let assumptions = execution.assumptions(self.solver);
        let steps = steps(self.graph(), self.dependence.statics, &path);
        Some(Explanation { path, positions, steps, execution, assumptions, run: run.clone() })
    }
}

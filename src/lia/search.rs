//! Depth-first search with backjumping, driven by a function that says where to branch.

use super::bounds::Side;
use super::bounds::{NO_LOWER, NO_UPPER};
use super::derivation::{Branch, FactId, Node};
use super::outcome::Model;
use super::positions::Positions;
use super::state::{Conflict, Explanation, Reason, State};
use super::system::System;
use focuscheck_base::limit::spend;

/// Cases for the values of a variable that together leave none out.
#[derive(Clone, Debug)]
pub(super) struct Cases {
    /// The variable.
    pub variable: usize,
    /// The ranges, in the order in which they are tried.
    pub ranges: [Option<(i128, i128)>; 3],
}

impl Cases {
    /// First one value, then what lies on either side.
    pub fn around(variable: usize, value: i128) -> Self {
        let above = (value.saturating_add(1), NO_UPPER);
        let below = (NO_LOWER, value.saturating_sub(1));
        let (second, third) = if value < 0 { (below, above) } else { (above, below) };
        Cases { variable, ranges: [Some((value, value)), Some(second), Some(third)] }
    }

    /// The values up to `value` and those above it, first those that are nearer to zero.
    pub fn split(variable: usize, value: i128) -> Self {
        let low = (NO_LOWER, value);
        let high = (value.saturating_add(1), NO_UPPER);
        let (first, second) = if value < 0 { (high, low) } else { (low, high) };
        Cases { variable, ranges: [Some(first), Some(second), None] }
    }
}

/// What to do at a point of the search where propagation found no conflict.
pub(super) enum Choice {
    /// Look at these cases.
    Branch(Cases),
    /// Try these values of all variables.
    Candidate(Vec<i128>),
    /// The present bounds contradict each other.
    Contradiction(Conflict),
    /// Stop without an answer.
    GiveUp,
}

/// How a search ends.
pub(super) enum Verdict {
    /// With a model that was accepted.
    Found(Model),
    /// Every case is refuted; the constraints that this rests on.
    Refuted(Positions),
    /// Without an answer.
    Open,
}

/// Where a search gives up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Cases that are looked at.
    pub cases: usize,
    /// Propagations that do not come to their end: a sign of counting through wide ranges.
    pub stalls: usize,
}

struct Frame {
    mark: usize,
    /// How many variables were known to have one value left, in the order of the system.
    fixed: usize,
    cases: Cases,
    next: usize,
    explanation: Explanation,
    /// What refutes the cases so far, if derivations are recorded.
    refuted: Vec<Option<Branch>>,
    /// What the present case assumes.
    assumed: [Option<FactId>; 2],
}

/// Searches below the present state, which must be propagated. `choose` is told how many variables, in the order of the
/// system, are known to have one value left, and may say that more do.
pub(super) fn search<'a>(
    state: &mut State<'a>,
    limits: Limits,
    mut choose: impl FnMut(&State<'a>, &mut usize) -> Choice,
    accept: impl Fn(&Model) -> bool,
) -> Verdict {
    let visits = visits(state.system) / 4;
    let mut left = limits.cases;
    let mut stalls = limits.stalls;
    let mut stack: Vec<Frame> = Vec::new();
    // Set when a point was given up without being refuted; then the search can only find, not refute.
    let mut gaps = false;
    loop {
        spend(1 + state.system.variables());
        let propagated = state.propagate(visits);
        if let Ok(false) = propagated {
            if stalls == 0 {
                return Verdict::Open;
            }
            stalls -= 1;
        }
        // What had one value left where a frame was made has one as long as that is there.
        let mut fixed = stack.last().map_or(0, |frame| frame.fixed);
        let explanation = match propagated {
            Err(conflict) => state.explain(&conflict),
            Ok(_) => match choose(state, &mut fixed) {
                Choice::GiveUp => return Verdict::Open,
                Choice::Contradiction(conflict) => state.explain(&conflict),
                Choice::Candidate(values) => {
                    let model = state.system.model(&values);
                    if accept(&model) {
                        return Verdict::Found(model);
                    }
                    // With all variables fixed this finds what an unfinished propagation has overlooked.
                    state.requeue();
                    match state.propagate(usize::MAX) {
                        Err(conflict) => state.explain(&conflict),
                        Ok(_) => {
                            gaps = true;
                            let mut everything = Explanation::default();
                            (0..stack.len()).for_each(|level| everything.levels.insert(level));
                            everything
                        }
                    }
                }
                Choice::Branch(cases) => {
                    if left == 0 {
                        return Verdict::Open;
                    }
                    left -= 1;
                    let explanation = Explanation::default();
                    let (refuted, assumed) = (Vec::new(), [None; 2]);
                    let mark = state.mark();
                    stack.push(Frame { mark, fixed, cases, next: 0, explanation, refuted, assumed });
                    match enter(state, &mut stack) {
                        Ok(()) => continue,
                        Err(conflict) => state.explain(&conflict),
                    }
                }
            },
        };
        if let Some(verdict) = backtrack(state, &mut stack, explanation, gaps, &mut left) {
            return verdict;
        }
    }
}

/// Goes back to the innermost decision that matters and has a case left, and enters that; the verdict if there is none.
fn backtrack(
    state: &mut State<'_>,
    stack: &mut Vec<Frame>,
    mut explanation: Explanation,
    gaps: bool,
    left: &mut usize,
) -> Option<Verdict> {
    loop {
        let level = stack.len().wrapping_sub(1);
        let Some(frame) = stack.last_mut() else {
            if gaps {
                return Some(Verdict::Open);
            }
            state.system.record(|log| {
                log.conclusion = explanation.proof;
                None
            });
            return Some(Verdict::Refuted(explanation.constraints));
        };
        state.undo(frame.mark);
        if !explanation.levels.contains(level) {
            // The decision of this level plays no part, so its other cases fail in the same way.
            stack.pop();
            continue;
        }
        explanation.levels.remove(level);
        let range = frame.cases.ranges.get(frame.next - 1).copied().flatten();
        frame.refuted.push(range.zip(explanation.proof).map(|(range, node)| Branch {
            range,
            assumed: frame.assumed,
            node,
        }));
        frame.explanation.constraints.union(&explanation.constraints);
        frame.explanation.levels.union(&explanation.levels);
        if frame.cases.ranges.get(frame.next).is_none_or(Option::is_none) {
            explanation = std::mem::take(&mut frame.explanation);
            let branches: Option<Vec<Branch>> = std::mem::take(&mut frame.refuted).into_iter().collect();
            let variable = frame.cases.variable;
            explanation.proof = state.system.record(|log| {
                log.nodes.push(Node::Split(variable, branches?));
                Some(log.nodes.len() - 1)
            });
            stack.pop();
            continue;
        }
        if *left == 0 {
            return Some(Verdict::Open);
        }
        *left -= 1;
        match enter(state, stack) {
            Ok(()) => return None,
            Err(conflict) => explanation = state.explain(&conflict),
        }
    }
}

/// How many tasks a propagation may run: enough for chains through all rows, not for counting through ranges.
pub(super) fn visits(system: &System) -> usize {
    64 + 16 * (system.rows.len() + system.operators.len())
}

/// Decides the next case of the innermost frame.
fn enter(state: &mut State<'_>, stack: &mut [Frame]) -> Result<(), Conflict> {
    let level = stack.len() - 1;
    let frame = &mut stack[level];
    let variable = frame.cases.variable;
    let range = frame.cases.ranges[frame.next];
    frame.next += 1;
    if let Some((low, high)) = range {
        if let Some(log) = &state.system.log {
            let range = ((low != NO_LOWER).then_some(low), (high != NO_UPPER).then_some(high));
            frame.assumed = log.borrow_mut().assume(level, variable, range);
        }
        if low != NO_LOWER {
            state.tighten(variable, Side::Lower, low, Reason::Decision(level))?;
        }
        if high != NO_UPPER {
            state.tighten(variable, Side::Upper, high, Reason::Decision(level))?;
        }
    }
    Ok(())
}

/// The next step of a search that gives every variable in turn the value nearest to zero.
pub(super) fn nearest_to_zero(state: &State<'_>, fixed: &mut usize) -> Choice {
    for &variable in &state.system.order[*fixed..] {
        let (low, high) = (state.lower[variable], state.upper[variable]);
        if low != high {
            return Choice::Branch(Cases::around(variable, 0.clamp(low, high)));
        }
        *fixed += 1;
    }
    Choice::Candidate(state.lower.clone())
}

//! Which conditions an explanation is printed with.
//!
//! Reduce deletes a condition where another explanation has its negation, and does not compare what else the two assume.
//! What is left serves to find the mistake. As a sentence, "when C", it may be false: it is printed only if C implies that
//! the error happens in one of the ways that were found. So a condition is left out only if the solver refutes that
//! the others hold and none of the ways' conditions does; the choices that a way takes count as conditions.

use crate::focus::origin::Origins;
use focuscheck_lia::constraint::Constraint;
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::{ExactSolver, Solver};

/// A condition of a way in which the error happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The constraint over the symbols that all ways share; `None` if it cannot be compared.
    pub constraint: Option<Constraint>,
    /// Whether it may be left out, if the sentence stays true.
    pub spare: bool,
}

/// Questions to the solver that the conditions of one error may take.
const MOST_QUESTIONS: usize = 3_000;

/// Spare conditions of which all selections are tried; of more they are left out one by one.
const MOST_SELECTED: usize = 4;

/// What is printed of the conditions of some ways.
pub struct Certified<'a> {
    origins: &'a Origins,
    solver: ExactSolver,
    /// The conditions of each way.
    ways: &'a [Vec<Part>],
    questions: usize,
}

impl<'a> Certified<'a> {
    /// The ways that were found, each with all that it assumes.
    pub fn new(origins: &'a Origins, ways: &'a [Vec<Part>]) -> Self {
        Certified { origins, solver: ExactSolver::default(), ways, questions: 0 }
    }

    /// For each condition of a way whether it is printed: the smallest selection, spare ones first that stand first, of which
    /// it is confirmed that the error happens in some way whenever they hold; else all of them.
    pub fn printed(&mut self, way: usize) -> Vec<bool> {
        let parts = &self.ways[way];
        let spare: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].spare).collect();
        let with = |chosen: &[usize]| -> Vec<bool> {
            (0..parts.len()).map(|part| !parts[part].spare || chosen.contains(&part)).collect()
        };
        if spare.len() <= MOST_SELECTED {
            for size in 0..spare.len() {
                for chosen in selections(&spare, size) {
                    let kept = with(&chosen);
                    if self.implies(way, &kept) {
                        return kept;
                    }
                }
            }
            return with(&spare);
        }
        let none = with(&[]);
        if self.implies(way, &none) {
            return none;
        }
        let mut kept = with(&spare);
        for &part in spare.iter().rev() {
            kept[part] = false;
            kept[part] = !self.implies(way, &kept);
        }
        kept
    }

    /// Whether whatever satisfies all conditions of a way satisfies the printed ones of some way.
    pub fn is_covered(&mut self, way: usize, printed: &[(usize, Vec<bool>)]) -> bool {
        let all = vec![true; self.ways[way].len()];
        let others: Vec<Vec<&Constraint>> = printed
            .iter()
            .filter_map(|(other, kept)| selected(&self.ways[*other], kept).collect::<Option<Vec<_>>>())
            .collect();
        let known = selected(&self.ways[way], &all).flatten().cloned().collect();
        self.is_refuted(known, &others)
    }

    /// Whether the chosen conditions of a way imply that all conditions of some way hold.
    fn implies(&mut self, way: usize, kept: &[bool]) -> bool {
        let parts = &self.ways[way];
        // What cannot be compared holds, for it is printed.
        let own = parts.iter().filter_map(|part| part.constraint.as_ref()).collect();
        let others = self.ways.iter().enumerate().filter(|(other, _)| *other != way);
        let others = others.filter_map(|(_, parts)| {
            parts.iter().map(|part| part.constraint.as_ref()).collect::<Option<Vec<_>>>()
        });
        let ways: Vec<Vec<&Constraint>> = [own].into_iter().chain(others).collect();
        let known = selected(parts, kept).flatten().cloned().collect();
        self.is_refuted(known, &ways)
    }

    /// Whether no values satisfy what is known and none of the ways. Values are looked for that satisfy what is known; a way
    /// that they may satisfy is excluded condition by condition.
    fn is_refuted(&mut self, known: Vec<Constraint>, ways: &[Vec<&Constraint>]) -> bool {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return false;
        }
        let model = match self.solver.solve(&self.origins.problem(known.clone())) {
            Outcome::Infeasible(_) => return true,
            Outcome::Undecided(_) => return false,
            Outcome::Feasible(model) => model,
        };
        let fails = |way: &Vec<&Constraint>| way.iter().any(|part| part.evaluate(&model) == Some(false));
        let Some(next) = ways.iter().position(|way| !fails(way)) else { return false };
        let rest: Vec<Vec<&Constraint>> =
            ways.iter().enumerate().filter(|(way, _)| *way != next).map(|(_, way)| way.clone()).collect();
        let mut before = known;
        for part in &ways[next] {
            let Some(negation) = part.negate() else { return false };
            // That it does not hold, and that it is not defined, are two cases; the second is none only where it is known.
            let partial = self.origins.partial(part);
            let defined = before.iter().flat_map(|known| self.origins.partial(known));
            if !partial.is_subset(&defined.collect()) {
                return false;
            }
            let case = before.iter().cloned().chain([negation]).collect();
            if !self.is_refuted(case, &rest) {
                return false;
            }
            before.push((*part).clone());
        }
        true
    }
}

/// The constraints of the chosen parts.
fn selected<'a>(parts: &'a [Part], kept: &'a [bool]) -> impl Iterator<Item = Option<&'a Constraint>> {
    parts.iter().zip(kept).filter(|(_, kept)| **kept).map(|(part, _)| part.constraint.as_ref())
}

/// All selections of so many items, in the order of the items.
fn selections(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, items.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((first, rest))) => {
            let with = selections(rest, size - 1).into_iter().map(|tail| [vec![*first], tail].concat());
            with.chain(selections(rest, size)).collect()
        }
    }
}

//! What if: assumptions that are taken to hold or not to hold, and the explanations that are left then.

use std::collections::BTreeMap;

use crate::report::model::{Assumption, Counterexample, ErrorReport};
use crate::solver::constraint::{Comparison, Constraint, Linear, Symbol};
use crate::solver::problem::Problem;
use crate::solver::{ExactSolver, Solver};

/// What an assumption is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Holds,
    Fails,
}

/// What was chosen for the assumptions of an error, and what follows.
#[derive(Debug, Default)]
pub(super) struct Choices {
    /// By text; what is not there is open.
    pub taken: BTreeMap<String, Taken>,
    /// For each explanation whether what was chosen contradicts it.
    pub excluded: Vec<bool>,
}

impl Choices {
    /// From open to holds, to does not hold, to open.
    pub fn turn(&mut self, error: &ErrorReport, text: &str) {
        match self.taken.get(text) {
            None => self.taken.insert(text.to_owned(), Taken::Holds),
            Some(Taken::Holds) => self.taken.insert(text.to_owned(), Taken::Fails),
            Some(Taken::Fails) => self.taken.remove(text),
        };
        self.excluded = excluded(error, &self.taken);
    }

    /// Whether an explanation is left.
    pub fn leaves(&self, explanation: usize) -> bool {
        !self.excluded.get(explanation).copied().unwrap_or(false)
    }
}

/// The assumptions of an error, each once, in the order of the explanations; of each whether Reduce eliminated
/// it wherever it occurs.
pub(super) fn all(error: &ErrorReport) -> Vec<(&Assumption, bool)> {
    let mut found: Vec<(&Assumption, bool)> = Vec::new();
    for assumption in error.counterexamples.iter().flat_map(|example| &example.assumptions) {
        match found.iter_mut().find(|(known, _)| known.text == assumption.text) {
            Some((_, eliminated)) => *eliminated &= assumption.eliminated,
            None => found.push((assumption, assumption.eliminated)),
        }
    }
    found
}

/// For each explanation whether it is impossible under what is chosen.
fn excluded(error: &ErrorReport, taken: &BTreeMap<String, Taken>) -> Vec<bool> {
    let mut reader = Reader::default();
    let chosen: Vec<Constraint> = taken
        .iter()
        .filter_map(|(text, taken)| {
            let constraint = reader.constraint(text)?;
            if *taken == Taken::Holds { Some(constraint) } else { constraint.negate() }
        })
        .collect();
    error.counterexamples.iter().map(|example| is_excluded(example, &chosen, taken, &mut reader)).collect()
}

fn is_excluded(
    example: &Counterexample,
    chosen: &[Constraint],
    taken: &BTreeMap<String, Taken>,
    reader: &mut Reader,
) -> bool {
    // What cannot be read as a constraint is compared as a text.
    let texts = || example.assumptions.iter().map(|assumption| assumption.text.as_str());
    if texts().any(|text| taken.get(text) == Some(&Taken::Fails)) {
        return true;
    }
    let mut problem = Problem::default();
    problem.constraints.extend(chosen.iter().cloned());
    problem.constraints.extend(texts().filter_map(|text| reader.constraint(text)));
    ExactSolver::default().refutes(&problem)
}

/// Reads the texts of assumptions back: linear forms over names, where anything in brackets is a name.
#[derive(Default)]
struct Reader {
    symbols: BTreeMap<String, Symbol>,
}

impl Reader {
    fn constraint(&mut self, text: &str) -> Option<Constraint> {
        let relations = [" == ", " != ", " <= ", " >= ", " < ", " > "];
        let (at, relation) =
            relations.iter().find_map(|&relation| Some((outside(text, relation)?, relation)))?;
        let (left, right) = (self.form(&text[..at])?, self.form(&text[at + relation.len()..])?);
        let (difference, back) = (left.subtract(&right)?, right.subtract(&left)?);
        let one = Linear::constant(1);
        let (expression, comparison) = match relation {
            " == " => (difference, Comparison::Zero),
            " != " => (difference, Comparison::NotZero),
            " <= " => (difference, Comparison::AtMostZero),
            " >= " => (back, Comparison::AtMostZero),
            " < " => (difference.add(&one)?, Comparison::AtMostZero),
            _ => (back.add(&one)?, Comparison::AtMostZero),
        };
        Some(Constraint { expression, comparison })
    }

    fn form(&mut self, text: &str) -> Option<Linear> {
        let mut sum = Linear::constant(0);
        let (mut rest, mut sign) = (text.trim(), 1);
        loop {
            let next = [(" + ", 1), (" - ", -1)];
            let next = next.into_iter().filter_map(|(word, sign)| Some((outside(rest, word)?, sign))).min();
            let end = next.map_or(rest.len(), |(at, _)| at);
            sum = sum.add_scaled(&self.term(&rest[..end])?, sign)?;
            let Some((at, next_sign)) = next else { return Some(sum) };
            rest = &rest[at + 3..];
            sign = next_sign;
        }
    }

    fn term(&mut self, text: &str) -> Option<Linear> {
        if let Ok(constant) = text.parse() {
            return Some(Linear::constant(constant));
        }
        let (factor, name) = match outside(text, " * ") {
            Some(at) => (text[..at].parse().ok()?, &text[at + 3..]),
            // A negative first term; the name of a pointer's target begins with an asterisk, too.
            None => text.strip_prefix('-').map_or((1, text), |name| (-1, name)),
        };
        let next = Symbol(self.symbols.len() as u32);
        let symbol = *self.symbols.entry(name.to_owned()).or_insert(next);
        Linear::symbol(symbol).scale(factor)
    }
}

/// The first place of a word outside brackets.
fn outside(text: &str, word: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(word) => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clash(texts: &[&str]) -> bool {
        let mut reader = Reader::default();
        let mut problem = Problem::default();
        problem.constraints = texts.iter().map(|text| reader.constraint(text).expect(text)).collect();
        ExactSolver::default().refutes(&problem)
    }

    #[test]
    fn texts_of_assumptions_are_understood() {
        assert!(clash(&["x > y", "y >= x"]));
        assert!(!clash(&["x >= y", "y >= x"]));
        assert!(clash(&["gotlock == 1", "gotlock == 0"]));
        assert!(!clash(&["gotlock == 1", "gotlock != 0"]));
        assert!(clash(&["2 * x + y <= 3", "x == 1", "y > 1"]));
        assert!(clash(&["x <= y - 100", "x > y - 50"]));
        assert!(clash(&["-x + 3 == 0", "x != 3"]));
        assert!(clash(&["*target#2 == 8", "*target#2 < 8"]));
        // The same operation on the same values has one value, whatever it is.
        assert!(clash(&["(x * y) == 35", "(x * y) < a[x - 1]", "a[x - 1] == 35"]));
        assert!(!clash(&["(x % 2) != 1", "(x % 3) == 1"]));
    }
}

//! Questions, and how what they are about is written.

use crate::prove::eliminate::atom::Atom;
use crate::solver::constraint::{Comparison, Symbol};

/// What was said to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nobody knows.
    Unknown,
}

/// What a question asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Whether something holds in all runs that come there.
    Always,
    /// Whether something happens in some run.
    Possible,
}

/// One question: about one atom, in runs of which others are given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ask {
    /// What it asks.
    pub kind: Kind,
    /// What is given of the runs; nothing where all are meant.
    pub given: Vec<Atom>,
    /// What it is about. `None`: whether a run with what is given exists at all.
    pub atom: Option<Atom>,
}

/// A question with the alternatives that would do, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The question, then the alternatives.
    pub asks: Vec<Ask>,
    /// What each costs.
    pub costs: Vec<u64>,
    /// Whether a yes to the question settles the error.
    pub settles: bool,
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Yes: to the question, or to this alternative, by its number.
    Yes(usize),
    /// No, to all of them.
    No,
    /// The person does not know.
    Unknown,
}

impl Offer {
    /// What an answer says to each of its questions.
    pub fn replies(&self, answer: Answer) -> Vec<(Ask, u64, Reply)> {
        let asks = self.asks.iter().zip(&self.costs).enumerate();
        let said = |number: usize| match answer {
            Answer::Yes(chosen) if chosen == number => Some(Reply::Yes),
            Answer::Yes(_) => None,
            Answer::No => Some(Reply::No),
            Answer::Unknown => Some(Reply::Unknown),
        };
        asks.filter_map(|(number, (ask, cost))| Some((ask.clone(), *cost, said(number)?))).collect()
    }
}

/// An atom as it is read: what the analysis does not know on the left, the smaller constant.
pub fn written(atom: &Atom, is_input: &dyn Fn(Symbol) -> bool, name: &dyn Fn(Symbol) -> String) -> String {
    let expression = atom.expression();
    let pivot = expression.terms.iter().rev().find(|(symbol, _)| !is_input(*symbol));
    let Some(&(_, factor)) = pivot.or_else(|| expression.terms.first()) else {
        return expression.constant.to_string();
    };
    match atom {
        Atom::Divides { modulus, holds, .. } => {
            let sum = expression.terms.iter().map(|&(s, c)| (c, name(s))).collect::<Vec<_>>();
            let text = added(&sum, 0);
            let text =
                if sum.len() > 1 || sum.iter().any(|(c, _)| *c != 1) { format!("({text})") } else { text };
            let rest = expression.constant.saturating_neg().rem_euclid(*modulus);
            format!("{text} % {modulus} {} {rest}", if *holds { "==" } else { "!=" })
        }
        Atom::Compare(constraint) => {
            let flip = factor < 0;
            let sign = if flip { -1 } else { 1 };
            let side = |own: bool| -> Vec<(i128, String)> {
                let terms = expression.terms.iter().filter(|(_, c)| (c.signum() == sign) == own);
                terms.map(|&(s, c)| (c.saturating_abs(), name(s))).collect()
            };
            let (left, right) = (side(true), side(false));
            // left - right + constant (<=, ==, !=) 0, with the sign of the pivot.
            let constant = expression.constant.saturating_mul(-sign);
            let (relation, constant) = match constraint.comparison {
                Comparison::Zero => ("==", constant),
                Comparison::NotZero => ("!=", constant),
                Comparison::AtMostZero if !flip && constant < 0 => ("<", constant + 1),
                Comparison::AtMostZero if !flip => ("<=", constant),
                Comparison::AtMostZero if constant > 0 => (">", constant - 1),
                Comparison::AtMostZero => (">=", constant),
            };
            format!("{} {relation} {}", added(&left, 0), added(&right, constant))
        }
    }
}

/// A sum of positive multiples and a constant.
fn added(terms: &[(i128, String)], constant: i128) -> String {
    let mut text = String::new();
    for (factor, name) in terms {
        if !text.is_empty() {
            text.push_str(" + ");
        }
        let simple = name.chars().all(|c| c.is_alphanumeric() || "_[]().@".contains(c));
        // What binds less than the comparison around it.
        let loose = name.contains(['|', '&', '^', '?', '<', '>', '=', '!']) && !name.contains('@');
        match (factor, simple) {
            (1, _) if loose => text.push_str(&format!("({name})")),
            (1, _) => text.push_str(name),
            (_, true) => text.push_str(&format!("{factor} * {name}")),
            (_, false) => text.push_str(&format!("{factor} * ({name})")),
        }
    }
    match (text.is_empty(), constant) {
        (true, _) => text = constant.to_string(),
        (false, 0) => {}
        (false, 1..) => text.push_str(&format!(" + {constant}")),
        (false, _) => text.push_str(&format!(" - {}", constant.unsigned_abs())),
    }
    text
}

//! Questions, and how what they are about is written.

use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{Comparison, Symbol};
use focuscheck_smt::eliminate::atom::Atom;

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

/// One question: about a conjunction, in runs of which others are given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ask {
    /// What it asks.
    pub kind: Kind,
    /// What is given of the runs; nothing where all are meant.
    pub given: Vec<Atom>,
    /// What it is about, all at the same time. Nothing: whether a run with what is given exists at all.
    pub about: Vec<Atom>,
    /// Whether only runs are meant that come to the check.
    pub reaching: bool,
}

impl Ask {
    /// Whether something always holds.
    pub fn always(about: Vec<Atom>) -> Ask {
        Ask { kind: Kind::Always, given: Vec::new(), about, reaching: false }
    }

    /// What is given and what it is about.
    pub fn atoms(&self) -> Vec<Atom> {
        self.given.iter().chain(&self.about).cloned().collect()
    }
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
    /// Whether a run of which it says yes may fail somewhere else before it comes to the check.
    pub fails_elsewhere: bool,
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

/// An atom as C compares: sums of multiples of unknowns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// An atom without unknowns: its constant.
    Number(i128),
    /// A sum, compared with another one and a constant.
    Sums {
        /// What the analysis does not know stands here.
        left: Vec<(i128, Symbol)>,
        /// How they compare.
        relation: Relation,
        /// The other sum.
        right: Vec<(i128, Symbol)>,
        /// What is added to that.
        constant: i128,
    },
    /// C's remainder of a sum and a constant is zero, or is not.
    Remainder {
        /// The sum.
        sum: Vec<(i128, Symbol)>,
        /// What is added to it.
        constant: i128,
        /// By what it is divided.
        modulus: i128,
        /// Whether it is zero.
        holds: bool,
    },
}

impl Compared {
    /// What an atom says.
    pub fn of(atom: &Atom, is_input: &dyn Fn(Symbol) -> bool) -> Compared {
        let expression = atom.expression();
        let pivot = expression.terms.iter().rev().find(|(symbol, _)| !is_input(*symbol));
        let Some(&(_, factor)) = pivot.or_else(|| expression.terms.first()) else {
            return Compared::Number(expression.constant);
        };
        match atom {
            Atom::Divides { modulus, holds, .. } => {
                // Divisibility is the same for C's remainder, which has the sign of the dividend, as for the mathematical
                // one; any other remainder is not.
                let first = expression.terms.first().map_or(1, |(_, factor)| factor.signum());
                let sum = expression.terms.iter().map(|&(s, c)| (c.saturating_mul(first), s)).collect();
                let constant = expression.constant.saturating_mul(first).rem_euclid(*modulus);
                Compared::Remainder { sum, constant, modulus: *modulus, holds: *holds }
            }
            Atom::Compare(constraint) => {
                let flip = factor < 0;
                let sign = if flip { -1 } else { 1 };
                let side = |own: bool| -> Vec<(i128, Symbol)> {
                    let terms = expression.terms.iter().filter(|(_, c)| (c.signum() == sign) == own);
                    terms.map(|&(s, c)| (c.saturating_abs(), s)).collect()
                };
                let (left, right) = (side(true), side(false));
                // left - right + constant (<=, ==, !=) 0, with the sign of the pivot.
                let constant = expression.constant.saturating_mul(-sign);
                let (relation, constant) = match constraint.comparison {
                    Comparison::Zero => (Relation::Equal, constant),
                    Comparison::NotZero => (Relation::NotEqual, constant),
                    Comparison::AtMostZero if !flip && constant < 0 => (Relation::Less, constant + 1),
                    Comparison::AtMostZero if !flip => (Relation::LessEqual, constant),
                    Comparison::AtMostZero if constant > 0 => (Relation::Greater, constant - 1),
                    Comparison::AtMostZero => (Relation::GreaterEqual, constant),
                };
                Compared::Sums { left, relation, right, constant }
            }
        }
    }
}

/// An atom as it is read.
pub fn written(atom: &Atom, is_input: &dyn Fn(Symbol) -> bool, name: &dyn Fn(Symbol) -> String) -> String {
    let named = |sum: &[(i128, Symbol)]| -> Vec<(i128, String)> {
        sum.iter().map(|&(factor, symbol)| (factor, name(symbol))).collect()
    };
    match Compared::of(atom, is_input) {
        Compared::Number(constant) => constant.to_string(),
        Compared::Remainder { sum, constant, modulus, holds } => {
            let text = added(&named(&sum), constant);
            let single = constant == 0 && sum.len() == 1 && sum.iter().all(|(factor, _)| *factor == 1);
            let text = if single { text } else { format!("({text})") };
            format!("{text} % {modulus} {} 0", if holds { "==" } else { "!=" })
        }
        Compared::Sums { left, relation, right, constant } => {
            format!("{} {} {}", added(&named(&left), 0), relation.symbol(), added(&named(&right), constant))
        }
    }
}

/// A sum of multiples and a constant.
fn added(terms: &[(i128, String)], constant: i128) -> String {
    let mut text = String::new();
    for (factor, name) in terms {
        let sign = match (text.is_empty(), factor.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        let worded = name.starts_with('(') && name.ends_with(')') && name.contains(" at line ");
        let simple = worded || name.chars().all(|c| c.is_alphanumeric() || "_[]().@".contains(c));
        // What binds less than the comparison around it.
        let loose = !worded && name.contains(['|', '&', '^', '?', '<', '>', '=', '!']) && !name.contains('@');
        match (factor.unsigned_abs(), simple) {
            (1, _) if loose || factor.is_negative() && !simple => text.push_str(&format!("({name})")),
            (1, _) => text.push_str(name),
            (times, true) => text.push_str(&format!("{times} * {name}")),
            (times, false) => text.push_str(&format!("{times} * ({name})")),
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

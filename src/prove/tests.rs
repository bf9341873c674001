//! Answers against brute force, and questions of the kinds that verification conditions have.

mod questions;
mod random;

use super::*;
use crate::arith::Relation;

/// A prover with the usual limits.
fn prover() -> Prover {
    Prover::new(Limits::default())
}

/// The terms of new variables in a range.
fn variables<const N: usize>(
    prover: &mut Prover,
    names: [&str; N],
    range: Option<(i128, i128)>,
) -> [TermId; N] {
    names.map(|name| {
        let variable = prover.terms.variable(name, range);
        prover.terms.variable_term(variable)
    })
}

fn less(terms: &mut Terms, left: TermId, right: TermId) -> FormulaId {
    terms.compare(Relation::Less, left, right)
}

fn at_most(terms: &mut Terms, left: TermId, right: TermId) -> FormulaId {
    terms.compare(Relation::LessEqual, left, right)
}

/// Whether an answer is a refutation, after a look at the model if it is none.
fn is_refuted(prover: &Prover, answer: &Answer) -> bool {
    match answer {
        Answer::Refuted { .. } => true,
        Answer::Satisfied(model) => {
            assert!(model.complete, "{model:?}");
            for formula in prover.supposed() {
                assert_eq!(model.holds(&prover.terms, *formula), Some(true), "{model:?}");
            }
            false
        }
        Answer::Open(lack) => panic!("open: {lack:?}"),
    }
}

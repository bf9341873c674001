//! Answers against brute force, and questions of the kinds that verification conditions have.

mod faults;
mod functions;
mod laws;
mod negate;
mod questions;
mod random;

use super::term::{HypothesisId, Region};
use super::*;
use focuscheck_base::arith::Relation;
use focuscheck_certificate::parse::verify;
use focuscheck_certificate::text::Writer;

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

/// The text of the proof of the last refutation.
fn proof(prover: &mut Prover) -> String {
    let lines = prover.proof().unwrap();
    let mut writer = Writer::new(&[]);
    writer.add_refutation(&lines);
    writer.finish()
}

/// Whether an answer is a refutation, after a look at the model if it is none, and at the proof if it is one.
fn is_refuted(prover: &mut Prover, answer: &Answer) -> bool {
    match answer {
        Answer::Refuted { .. } => {
            let text = proof(prover);
            assert_eq!(verify(&text), Ok(1), "{text}");
            true
        }
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

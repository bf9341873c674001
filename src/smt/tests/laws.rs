//! What always holds of operations, on all small values; and what is proved with it.

use crate::laws::{laws, related};
use crate::memory::Lemma;
use crate::model::{Evaluation, Model};
use crate::{Answer, FormulaId, Limits, Prover, TermId, Terms, VariableId};
use focuscheck_base::arith::Relation;
use focuscheck_lia::problem::{Operation, Value};

const OPERATIONS: [Operation; 8] = [
    Operation::Multiply,
    Operation::Divide,
    Operation::Remainder,
    Operation::BitAnd,
    Operation::BitOr,
    Operation::BitXor,
    Operation::ShiftLeft,
    Operation::ShiftRight,
];

/// An operation on two variables, and these.
fn operation(terms: &mut Terms, of: Operation, width: u8, signed: bool) -> (TermId, [VariableId; 2]) {
    let variables = ["a", "b"].map(|name| terms.variable(name, None));
    let [a, b] = variables.map(|variable| terms.variable_term(variable));
    (terms.operation(of, width, signed, a, b), variables)
}

#[test]
fn laws_hold_of_small_values() {
    let mut tried = 0;
    for (of, signed) in OPERATIONS.into_iter().flat_map(|of| [(of, false), (of, true)]) {
        let width = 4;
        let mut terms = Terms::default();
        let (result, variables) = operation(&mut terms, of, width, signed);
        let laws = laws(&mut terms, result);
        assert!(!laws.is_empty());
        for (a, b) in (-18..=18).flat_map(|a| (-18..=18).map(move |b| (a, b))) {
            // What is not defined is some number.
            let undefined = match of.apply(width, signed, a, b) {
                Value::Known(_) => vec![0],
                Value::TooLarge | Value::Undefined => vec![-40, -1, 0, 1, 40],
            };
            for value in undefined {
                let mut model = Model::default();
                for (variable, value) in variables.into_iter().zip([a, b]) {
                    model.integers.insert(variable, value);
                }
                model.undefined.insert(result, value);
                let mut evaluation = Evaluation::new(&model);
                for law in &laws {
                    let holds = law
                        .parts
                        .iter()
                        .any(|(part, truth)| evaluation.formula(&terms, *part) == Some(*truth));
                    assert!(holds, "{of:?} {signed} {a} {b}: {:?}", law.parts);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 100_000);
}

#[test]
fn products_are_ordered_on_small_values() {
    let mut terms = Terms::default();
    let variables = ["x", "y", "c"].map(|name| terms.variable(name, None));
    let [x, y, c] = variables.map(|variable| terms.variable_term(variable));
    let (one, other) = (terms.times(x, c), terms.times(c, y));
    let laws = related(&mut terms, one, other);
    assert_eq!(laws.len(), 2);
    let values = || -4..=4;
    for (x, y, c) in values().flat_map(|x| values().flat_map(move |y| values().map(move |c| (x, y, c)))) {
        let mut model = Model::default();
        for (variable, value) in variables.into_iter().zip([x, y, c]) {
            model.integers.insert(variable, value);
        }
        let mut evaluation = Evaluation::new(&model);
        for law in &laws {
            assert!(law.parts.iter().any(|(part, truth)| evaluation.formula(&terms, *part) == Some(*truth)));
        }
    }
}

#[test]
fn quotients_are_multiplied_back_on_small_values() {
    for (of, count) in [(Operation::Divide, 4), (Operation::Remainder, 1)] {
        let mut terms = Terms::default();
        let (quotient, variables) = operation(&mut terms, Operation::Divide, 4, true);
        let [a, b] = variables.map(|variable| terms.variable_term(variable));
        let (one, product) = (terms.operation(of, 4, true, a, b), terms.times(b, quotient));
        let laws = related(&mut terms, one, product);
        assert_eq!(laws.len(), count);
        for (a, b) in (-18..=18).flat_map(|a| (-18..=18).map(move |b| (a, b))) {
            for value in [-40, -1, 0, 1, 40] {
                let mut model = Model::default();
                for (variable, value) in variables.into_iter().zip([a, b]) {
                    model.integers.insert(variable, value);
                }
                model.undefined.extend([(quotient, value), (one, -value)]);
                let mut evaluation = Evaluation::new(&model);
                let mut holds = |law: &Lemma| {
                    law.parts.iter().any(|(part, truth)| evaluation.formula(&terms, *part) == Some(*truth))
                };
                assert!(laws.iter().all(&mut holds), "{of:?} {a} {b}");
            }
        }
    }
}

#[test]
fn results_in_two_types_are_the_same_on_small_values() {
    for of in [Operation::Divide, Operation::Remainder, Operation::ShiftLeft, Operation::ShiftRight] {
        let mut terms = Terms::default();
        let (one, variables) = operation(&mut terms, of, 4, true);
        let [a, b] = variables.map(|variable| terms.variable_term(variable));
        let other = terms.operation(of, 6, true, a, b);
        let laws: Vec<Lemma> =
            [(one, other), (other, one)].into_iter().flat_map(|(x, y)| related(&mut terms, x, y)).collect();
        assert!(laws.len() >= 2);
        for (a, b) in (-40..=40).flat_map(|a| (-8..=8).map(move |b| (a, b))) {
            let mut model = Model::default();
            for (variable, value) in variables.into_iter().zip([a, b]) {
                model.integers.insert(variable, value);
            }
            model.undefined.extend([(one, 77), (other, -77)]);
            let mut evaluation = Evaluation::new(&model);
            let mut holds = |law: &Lemma| {
                law.parts.iter().any(|(part, truth)| evaluation.formula(&terms, *part) == Some(*truth))
            };
            assert!(laws.iter().all(&mut holds), "{of:?} {a} {b}");
        }
    }
}

/// Whether the opposite of what is to be shown is refuted, with a proof that is accepted.
fn shown(
    of: Operation,
    claim: impl Fn(&mut Terms, TermId, [TermId; 2]) -> (Vec<FormulaId>, FormulaId),
) -> bool {
    let mut prover = Prover::new(Limits::default());
    let (result, variables) = operation(&mut prover.terms, of, 32, true);
    let operands = variables.map(|variable| prover.terms.variable_term(variable));
    let (given, goal) = claim(&mut prover.terms, result, operands);
    let fails = prover.terms.not(goal);
    given.into_iter().chain([fails]).for_each(|formula| _ = prover.suppose(formula));
    let refuted = matches!(prover.solve(&[]), Answer::Refuted { .. });
    refuted && prover.proof().is_ok()
}

#[test]
fn results_are_bounded_by_operands() {
    let at_least = |terms: &mut Terms, term, least| {
        let least = terms.integer(least);
        terms.compare(Relation::GreaterEqual, term, least)
    };
    assert!(shown(Operation::Remainder, |terms, r, [_, b]| {
        (vec![at_least(terms, b, 1)], terms.compare(Relation::Less, r, b))
    }));
    assert!(shown(Operation::Divide, |terms, r, [a, b]| {
        (vec![at_least(terms, a, 1), at_least(terms, b, 2)], terms.compare(Relation::Less, r, a))
    }));
    assert!(shown(Operation::BitAnd, |terms, r, [a, _]| {
        let most = terms.integer(1000);
        (
            vec![at_least(terms, a, 0), terms.compare(Relation::LessEqual, a, most)],
            terms.compare(Relation::LessEqual, r, a),
        )
    }));
    let whole = |terms: &mut Terms, r, a, b| {
        let quotient = terms.operation(Operation::Divide, 32, true, a, b);
        let product = terms.times(quotient, b);
        let sum = terms.plus(product, r);
        terms.equal(sum, a)
    };
    assert!(shown(Operation::Remainder, |terms, r, [a, b]| {
        (vec![at_least(terms, b, 1)], whole(terms, r, a, b))
    }));
    assert!(shown(Operation::Divide, |terms, q, [a, b]| {
        let product = terms.times(b, q);
        let bounds = vec![at_least(terms, b, 1), at_least(terms, a, 0)];
        (bounds, terms.compare(Relation::LessEqual, product, a))
    }));
    assert!(shown(Operation::Divide, |terms, q, [a, b]| {
        let wide = terms.operation(Operation::Divide, 64, true, a, b);
        (vec![at_least(terms, b, 1)], terms.equal(q, wide))
    }));
    assert!(!shown(Operation::Remainder, |terms, r, [a, b]| {
        (vec![at_least(terms, b, 0)], whole(terms, r, a, b))
    }));
    assert!(!shown(Operation::Remainder, |terms, r, [_, b]| {
        (vec![at_least(terms, b, 0)], terms.compare(Relation::Less, r, b))
    }));
}

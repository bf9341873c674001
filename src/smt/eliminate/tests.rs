//! Eliminations against all values of small boxes.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::atom::Atom;
use super::{eliminated, project};
use crate::cases::cases;
use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Model, Symbol};
use focuscheck_lia::problem::Problem;

const SMALL: std::ops::RangeInclusive<i128> = -4..=4;

fn linear(terms: &[(u32, i128)], constant: i128) -> Linear {
    Linear::from_terms(terms.iter().map(|&(s, c)| (Symbol(s), c)).collect(), constant).unwrap()
}

fn constraint(terms: &[(u32, i128)], relation: Relation, right: i128) -> Constraint {
    Constraint::new(&linear(terms, 0), relation, &Linear::constant(right)).unwrap()
}

fn compare(terms: &[(u32, i128)], relation: Relation, right: i128) -> Atom {
    Atom::Compare(constraint(terms, relation, right))
}

#[test]
fn a_conjunction_stays_one_where_that_is_exact() {
    let keep = BTreeSet::from([Symbol(0), Symbol(2)]);
    let problem = |constraints| Problem { constraints, ..Problem::default() };
    let chain = problem(vec![
        constraint(&[(0, 1), (1, -1)], Relation::Less, 0),
        constraint(&[(1, 1), (2, -1)], Relation::Less, 0),
        constraint(&[(0, 1)], Relation::NotEqual, 4),
    ]);
    let expected = vec![
        constraint(&[(0, 1)], Relation::NotEqual, 4),
        constraint(&[(0, 1), (2, -1)], Relation::LessEqual, -2),
    ];
    assert_eq!(project(&chain, &keep), Some(expected));
    let halves = problem(vec![constraint(&[(0, 1), (1, -2)], Relation::Equal, 0)]);
    assert_eq!(project(&halves, &keep), None);
}

#[test]
fn what_is_twice_something_is_even() {
    let halves = [compare(&[(0, 1), (1, -2)], Relation::Equal, 0)];
    let even = Atom::Divides { modulus: 2, expression: Linear::symbol(Symbol(0)), holds: true };
    assert_eq!(eliminated(&halves, &BTreeSet::from([Symbol(1)])), Some(vec![vec![even]]));
}

#[test]
fn a_gap_without_a_multiple_is_no_solution() {
    // 3 y <= x and x <= 3 y + 1: x is not 2 modulo 3.
    let near = [
        compare(&[(1, 3), (0, -1)], Relation::LessEqual, 0),
        compare(&[(0, 1), (1, -3)], Relation::LessEqual, 1),
    ];
    let cubes = eliminated(&near, &BTreeSet::from([Symbol(1)])).unwrap();
    for value in -9..=9 {
        let model = Model::from([(Symbol(0), value)]);
        let holds = cubes.iter().any(|cube| cube.iter().all(|atom| atom.evaluate(&model) == Some(true)));
        assert_eq!(holds, value.rem_euclid(3) != 2, "{value}: {cubes:?}");
    }
}

#[test]
fn without_a_bound_on_one_side_only_divisibility_is_left() {
    let open = [
        compare(&[(0, 1), (1, -2)], Relation::LessEqual, 0),
        Atom::Divides { modulus: 3, expression: linear(&[(0, 1), (1, 3)], 0), holds: true },
        compare(&[(1, 1)], Relation::NotEqual, 5),
    ];
    let third = Atom::Divides { modulus: 3, expression: Linear::symbol(Symbol(0)), holds: true };
    assert_eq!(eliminated(&open, &BTreeSet::from([Symbol(1)])), Some(vec![vec![third]]));
}

fn atom(symbols: u32) -> impl Strategy<Value = Atom> {
    let expression = (prop::collection::vec(-3..=3i128, symbols as usize), -7..=7i128).prop_map(
        |(coefficients, constant)| {
            let terms: Vec<(u32, i128)> = (0u32..).zip(coefficients).collect();
            linear(&terms, constant)
        },
    );
    let kind = prop_oneof![
        6 => Just((Some(Comparison::AtMostZero), 0, true)),
        2 => Just((Some(Comparison::Zero), 0, true)),
        1 => Just((Some(Comparison::NotZero), 0, true)),
        2 => (2..=4i128, any::<bool>()).prop_map(|(modulus, holds)| (None, modulus, holds)),
    ];
    (expression, kind).prop_map(|(expression, kind)| match kind {
        (Some(comparison), _, _) => Atom::Compare(Constraint { expression, comparison }),
        (None, modulus, holds) => Atom::Divides { modulus, expression, holds },
    })
}

/// Atoms over some symbols, each within the box, and how many of the first symbols stay.
fn system() -> impl Strategy<Value = (u32, u32, Vec<Atom>)> {
    (1..=5u32)
        .prop_flat_map(|symbols| (Just(symbols), 0..symbols, prop::collection::vec(atom(symbols), 1..=4)))
}

fn boxed(symbols: u32, atoms: &[Atom]) -> Vec<Atom> {
    let bounds = (0..symbols).flat_map(|symbol| {
        [
            compare(&[(symbol, 1)], Relation::GreaterEqual, *SMALL.start()),
            compare(&[(symbol, 1)], Relation::LessEqual, *SMALL.end()),
        ]
    });
    atoms.iter().cloned().chain(bounds).collect()
}

fn points(symbols: std::ops::Range<u32>, of: &Model) -> Vec<Model> {
    let mut models = vec![of.clone()];
    for symbol in symbols {
        let with = |model: Model| {
            SMALL.map(move |value| {
                let mut model = model.clone();
                model.insert(Symbol(symbol), value);
                model
            })
        };
        models = models.into_iter().flat_map(with).collect();
    }
    models
}

fn hold(atoms: &[Atom], model: &Model) -> bool {
    atoms.iter().all(|atom| atom.evaluate(model) == Some(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn what_is_left_holds_exactly_where_values_exist((symbols, kept, atoms) in system()) {
        let all = boxed(symbols, &atoms);
        let gone: BTreeSet<Symbol> = (kept..symbols).map(Symbol).collect();
        if let Some(cubes) = eliminated(&all, &gone) {
            for model in points(0..kept, &Model::new()) {
                let exists = points(kept..symbols, &model).iter().any(|model| hold(&all, model));
                let holds = cubes.iter().any(|cube| hold(cube, &model));
                prop_assert_eq!(exists, holds, "{:?} in {:?}", model, cubes);
            }
        }
    }

    #[test]
    fn what_stays_a_conjunction_is_the_same(atoms in prop::collection::vec(atom(3), 1..=5)) {
        let constraints: Vec<Constraint> = boxed(3, &atoms)
            .into_iter()
            .filter_map(|atom| match atom {
                Atom::Compare(constraint) => Some(constraint),
                Atom::Divides { .. } => None,
            })
            .collect();
        let problem = Problem { constraints: constraints.clone(), ..Problem::default() };
        let keep = BTreeSet::from([Symbol(0)]);
        if let Some(left) = project(&problem, &keep) {
            for model in points(0..1, &Model::new()) {
                let accepts = |model: &Model| constraints.iter().all(|c| c.evaluate(model) == Some(true));
                let exists = points(1..3, &model).iter().any(accepts);
                let holds = left.iter().all(|constraint| constraint.evaluate(&model) == Some(true));
                prop_assert_eq!(exists, holds, "{:?} in {:?}", model, left);
            }
        }
    }
}

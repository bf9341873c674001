//! Properties of the solver on small random problems, compared with all models.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::{budgets, constraint, define, proof};
use crate::constraint::{Comparison, Constraint, Linear, Symbol};
use crate::labels::NoLabels;
use crate::outcome::{Model, Outcome};
use crate::problem::{Definition, Operation, Problem, Value};
use crate::{Budget, ExactSolver, Solver};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_certificate::check::check;
use focuscheck_certificate::{self as certificate, Answer, Decision, Given, LinearSum, Step};

/// Values of the base symbols that small problems range over.
const SMALL: std::ops::RangeInclusive<i128> = -4..=4;

fn small_linear(symbols: u32, size: i128) -> impl Strategy<Value = Linear> {
    (prop::collection::vec(-3..=3i128, symbols as usize), -size..=size).prop_map(
        |(coefficients, constant)| {
            let terms =
                coefficients.into_iter().enumerate().map(|(index, value)| (Symbol(index as u32), value));
            Linear::from_terms(terms.collect(), constant).unwrap()
        },
    )
}

fn small_constraint(symbols: u32) -> impl Strategy<Value = Constraint> {
    let comparison =
        prop_oneof![Just(Comparison::AtMostZero), Just(Comparison::Zero), Just(Comparison::NotZero)];
    let general = (small_linear(symbols, 7), comparison)
        .prop_map(|(expression, comparison)| Constraint { expression, comparison });
    // Operands that constraints make known take other ways through the solver.
    let pinned = (0..symbols, -4..=4i128)
        .prop_map(|(symbol, value)| constraint(&[(symbol, 1)], Relation::Equal, value));
    prop_oneof![4 => general, 1 => pinned]
}

fn small_definition(symbol: u32) -> impl Strategy<Value = Definition> {
    use Operation::*;
    let operations = vec![Multiply, Divide, Remainder, BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight, Wrap];
    let right = prop_oneof![(-4..=7i128).prop_map(Linear::constant), small_linear(symbol, 4)];
    (
        prop::sample::select(operations),
        prop_oneof![Just(1u8), 3..=5u8],
        any::<bool>(),
        small_linear(symbol, 4),
        right,
    )
        .prop_map(move |(operation, width, signed, left, right)| {
            define(
                symbol,
                operation,
                IntegerType { width, signed: signed && width > 1, float: false },
                left,
                right,
            )
        })
}

fn small_problem(definitions: usize) -> impl Strategy<Value = Problem> {
    (1..=3u32, 0..=definitions).prop_flat_map(|(symbols, definitions)| {
        let all = symbols + definitions as u32;
        let definitions: Vec<_> = (symbols..all).map(small_definition).collect();
        (prop::collection::vec(small_constraint(all), 1..=6), definitions).prop_map(
            move |(constraints, definitions)| Problem {
                constraints,
                bounds: (0..symbols).map(|symbol| (Symbol(symbol), (*SMALL.start(), *SMALL.end()))).collect(),
                definitions,
            },
        )
    })
}

/// Every assignment of the base symbols, with the values of the defined ones.
fn all_models(problem: &Problem) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for &symbol in problem.bounds.keys() {
        models = models
            .into_iter()
            .flat_map(|model| SMALL.map(move |value| (model.clone(), value)))
            .map(|(mut model, value)| {
                model.insert(symbol, value);
                model
            })
            .collect();
    }
    for definition in &problem.definitions {
        models.retain_mut(|model| {
            let left = definition.left.evaluate(model).unwrap();
            let right = definition.right.evaluate(model).unwrap();
            match definition.operation.apply(definition.width, definition.signed, left, right) {
                Value::Known(value) => model.insert(definition.symbol, value).is_none(),
                _ => false,
            }
        });
    }
    models
}

fn is_feasible(problem: &Problem, positions: &[usize]) -> bool {
    let restricted = problem.restricted(positions);
    all_models(problem).iter().any(|model| restricted.accepts(model))
}

fn agrees_with_all_models(problem: &Problem) {
    let everything: Vec<usize> = (0..problem.constraints.len()).collect();
    let feasible = is_feasible(problem, &everything);
    for budget in budgets() {
        match ExactSolver::with(budget).solve(problem) {
            Outcome::Feasible(model) => assert!(problem.accepts(&model) && feasible),
            Outcome::Infeasible(core) => {
                assert!(!feasible, "feasible");
                proof(problem, &core, budget);
                assert!(!is_feasible(problem, &core), "core {core:?} is feasible");
                for left_out in core.iter().filter(|_| budget == Budget::default()) {
                    let rest: Vec<usize> =
                        core.iter().copied().filter(|position| position != left_out).collect();
                    assert!(is_feasible(problem, &rest), "core {core:?} does not need {left_out}");
                }
            }
            Outcome::Undecided(lack) => assert!(budget != Budget::default(), "undecided: {lack:?}"),
        }
    }
}

/// The numbers of a decision, as far as it has only linear steps.
fn numbers(decision: &mut Decision) -> Vec<&mut certificate::Number> {
    fn of(form: &mut LinearSum) -> impl Iterator<Item = &mut certificate::Number> {
        form.terms.iter_mut().map(|term| &mut term.1).chain([&mut form.constant])
    }
    let mut numbers = Vec::new();
    for given in &mut decision.system {
        if let Given::Fact(fact, _) = given {
            numbers.extend(of(&mut fact.form));
        }
    }
    let Answer::Infeasible(steps) = &mut decision.answer else { return numbers };
    for step in steps {
        match step {
            Step::Sum { parts, divisor, fact } => {
                numbers.extend(parts.iter_mut().map(|part| &mut part.0));
                numbers.push(divisor);
                numbers.extend(of(&mut fact.form));
            }
            Step::Pair { fact, .. } | Step::Exclude { fact, .. } => numbers.extend(of(&mut fact.form)),
            Step::Let { form } => numbers.extend(of(form)),
            Step::Split { value, .. } => numbers.push(value),
            _ => {}
        }
    }
    numbers
}

/// Whether values near zero satisfy the facts of a system.
fn has_small_model(decision: &Decision) -> bool {
    let facts = decision.system.iter().filter_map(|given| match given {
        Given::Fact(fact, _) => Some(fact),
        _ => None,
    });
    let facts: Vec<_> = facts.collect();
    let variables = decision.system.iter().filter(|given| matches!(given, Given::Variable(_))).count();
    let mut point = vec![-6i32; variables];
    loop {
        let holds = facts.iter().all(|fact| {
            let terms = fact.form.terms.iter().map(|(variable, value)| value * point[*variable]);
            let value = terms.sum::<certificate::Number>() + &fact.form.constant;
            match fact.relation {
                certificate::Relation::AtMost => value <= certificate::Number::ZERO,
                certificate::Relation::Equal => value == certificate::Number::ZERO,
                certificate::Relation::NotEqual => value != certificate::Number::ZERO,
            }
        });
        if holds {
            return true;
        }
        let Some(next) = point.iter().position(|&value| value < 6) else { return false };
        point[next] += 1;
        point[..next].fill(-6);
    }
}

/// So many cases; those that once failed stand beside this file.
fn cases(cases: u32) -> ProptestConfig {
    let failed = FileFailurePersistence::WithSource("regressions");
    ProptestConfig { cases, failure_persistence: Some(Box::new(failed)), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_changed_certificate_is_refused_or_still_right(problem in small_problem(0)) {
        if let Outcome::Infeasible(core) = ExactSolver::default().solve(&problem) {
            let mut decision = ExactSolver::default().prove(&problem, &core, &NoLabels).unwrap();
            for position in 0..numbers(&mut decision).len() {
                for change in [1, -1] {
                    let mut changed = decision.clone();
                    *numbers(&mut changed)[position] += change;
                    prop_assert!(check(&changed).is_err() || !has_small_model(&changed), "{:?}", changed);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn small_linear_problems_agree_with_all_models(problem in small_problem(0)) {
        agrees_with_all_models(&problem);
    }

    #[test]
    fn small_problems_with_definitions_agree_with_all_models(problem in small_problem(2)) {
        agrees_with_all_models(&problem);
    }
}

//! Tests of the whole solver: traps by hand, and small random problems against all their models.

mod properties;

use std::collections::BTreeMap;

use super::constraint::{Constraint, Linear, Symbol};
use super::labels::NoLabels;
use super::outcome::{Model, Outcome};
use super::problem::{Definition, Operation, Problem};
use super::{Budget, ExactSolver, Solver};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_certificate::parse::verify;
use focuscheck_certificate::text::Writer;

fn linear(terms: &[(u32, i128)], constant: i128) -> Linear {
    Linear::from_terms(terms.iter().map(|&(s, c)| (Symbol(s), c)).collect(), constant).unwrap()
}

fn constraint(terms: &[(u32, i128)], relation: Relation, right: i128) -> Constraint {
    Constraint::new(&linear(terms, 0), relation, &Linear::constant(right)).unwrap()
}

fn problem(constraints: Vec<Constraint>, bounds: &[(u32, (i128, i128))]) -> Problem {
    Problem {
        constraints,
        bounds: bounds.iter().map(|&(symbol, range)| (Symbol(symbol), range)).collect(),
        definitions: Vec::new(),
    }
}

fn int_range() -> (i128, i128) {
    (IntegerType::INT.min(), IntegerType::INT.max())
}

fn define(symbol: u32, operation: Operation, ty: IntegerType, left: Linear, right: Linear) -> Definition {
    Definition { symbol: Symbol(symbol), operation, width: ty.width, signed: ty.signed, left, right }
}

/// The default budget, then ones that leave the work to the later stages.
fn budgets() -> [Budget; 3] {
    let late = Budget { near_cases: 0, last_cases: 0, ..Budget::default() };
    [Budget::default(), late, Budget { proposals: false, ..late }]
}

/// Solves with every budget; no two answers may contradict each other. The answer is that of the default.
fn solve(problem: &Problem) -> Outcome {
    let [answer, others @ ..] = budgets().map(|budget| ExactSolver::with(budget).solve(problem));
    for other in others {
        match (&answer, &other) {
            (Outcome::Feasible(_), Outcome::Infeasible(_))
            | (Outcome::Infeasible(_), Outcome::Feasible(_)) => {
                panic!("{answer:?} against {other:?} for {problem:?}")
            }
            _ => {}
        }
    }
    answer
}

fn model(problem: &Problem) -> Model {
    match solve(problem) {
        Outcome::Feasible(model) => {
            assert!(problem.accepts(&model));
            model
        }
        other => panic!("{other:?} for {problem:?}"),
    }
}

/// A proof that its own checker has accepted, and that is still accepted as a text.
fn proof(problem: &Problem, core: &[usize], budget: Budget) -> String {
    let decision = ExactSolver::with(budget).prove(problem, core, &NoLabels);
    let decision = decision.unwrap_or_else(|gap| panic!("{gap}: {core:?} of {problem:?} with {budget:?}"));
    let mut writer = Writer::new(&[]);
    writer.add(&decision);
    let text = writer.finish();
    assert_eq!(verify(&text), Ok(1), "{text}");
    text
}

fn core(problem: &Problem) -> Vec<usize> {
    match solve(problem) {
        Outcome::Infeasible(core) => {
            for budget in budgets() {
                let answer = ExactSolver::with(budget).solve(problem);
                if matches!(answer, Outcome::Infeasible(_)) {
                    proof(problem, &core, budget);
                }
            }
            core
        }
        other => panic!("{other:?} for {problem:?}"),
    }
}

#[test]
fn models_are_near_zero() {
    let nothing = problem(vec![], &[(0, int_range()), (1, (5, 9)), (2, (-9, -5))]);
    assert_eq!(model(&nothing), Model::from([(Symbol(0), 0), (Symbol(1), 5), (Symbol(2), -5)]));
    let ordered = problem(
        vec![
            constraint(&[(0, 1), (1, -1)], Relation::Greater, 0),
            constraint(&[(0, 1), (2, -1)], Relation::LessEqual, 0),
            constraint(&[(1, 1)], Relation::NotEqual, 0),
        ],
        &[(0, int_range()), (1, int_range()), (2, int_range())],
    );
    assert_eq!(model(&ordered), Model::from([(Symbol(0), 0), (Symbol(1), -1), (Symbol(2), 0)]));
}

#[test]
fn parity() {
    let wide = &[(0, int_range()), (1, int_range()), (2, int_range())];
    let odd = problem(vec![constraint(&[(0, 2), (1, 2)], Relation::Equal, 1)], wide);
    assert_eq!(core(&odd), vec![0]);
    // x + y is even, x - y is odd.
    let mixed = problem(
        vec![
            constraint(&[(0, 1), (1, 1), (2, -2)], Relation::Equal, 0),
            constraint(&[(2, 1)], Relation::GreaterEqual, -7),
            constraint(&[(0, 1), (1, -1), (3, -2)], Relation::Equal, 1),
        ],
        &[wide[0], wide[1], wide[2], (3, int_range())],
    );
    assert_eq!(core(&mixed), vec![0, 2]);
    // The same with two inequalities that meet.
    let squeezed = problem(
        vec![
            constraint(&[(0, 3), (1, 6)], Relation::GreaterEqual, 1),
            constraint(&[(0, 3), (1, 6)], Relation::LessEqual, 2),
        ],
        wide,
    );
    assert_eq!(core(&squeezed), vec![0, 1]);
    let lattice = problem(vec![constraint(&[(0, 6), (1, 10), (2, -15)], Relation::Equal, 7)], wide);
    model(&lattice);
}

/// The relaxation leaves a line on which integers are far apart, without an end in either direction.
#[test]
fn lines_without_an_end() {
    let equal = |terms: &[(u32, i128)], right| constraint(terms, Relation::Equal, right);
    let most = |terms: &[(u32, i128)], right| constraint(terms, Relation::LessEqual, right);
    let line = problem(
        vec![
            most(&[(0, -1), (2, -2), (3, -2)], -1),
            most(&[(1, 1)], 1),
            most(&[(1, -1)], 0),
            most(&[(0, 1)], 4),
            most(&[(0, -1)], 0),
            most(&[(0, 1), (2, -1)], 0),
            equal(&[(2, 1), (4, -1)], 0),
            equal(&[(3, 1), (5, -1)], 0),
            most(&[(0, -1), (1, -2), (2, -2)], 0),
            most(&[(0, 1), (6, -1)], -1),
            equal(&[(1, 1)], 0),
            most(&[(0, 1), (1, 2), (2, 2), (3, 2)], 1),
            equal(&[(1, 2), (4, 2), (5, 2), (6, 1)], 2),
        ],
        &[],
    );
    assert!(line.accepts(&model(&line)));
}

/// What is left of a division settles it, whatever the quotients are.
#[test]
fn remainders_of_fixed_sums() {
    let equal = |terms: &[(u32, i128)], right| constraint(terms, Relation::Equal, right);
    let other = |terms: &[(u32, i128)], right| constraint(terms, Relation::NotEqual, right);
    // 2 * s - 5 * k = 3, 2 * s = r + 5 * q, r in 0..4: r is 3.
    let about = |last| {
        let constraints = vec![equal(&[(0, 2), (1, -5)], 3), equal(&[(0, 2), (2, -1), (3, -5)], 0), last];
        problem(constraints, &[(2, (0, 4))])
    };
    assert_eq!(core(&about(other(&[(2, 1)], 3))), vec![0, 1, 2]);
    model(&about(other(&[(2, 1)], 2)));
}

#[test]
fn cycles_of_differences() {
    let less = |left, right| constraint(&[(left, 1), (right, -1)], Relation::Less, 0);
    for bounds in [vec![], (0..4).map(|symbol| (symbol, int_range())).collect::<Vec<_>>()] {
        let cycle = problem(vec![less(0, 1), less(3, 1), less(1, 2), less(3, 0), less(2, 0)], &bounds);
        assert_eq!(core(&cycle), vec![0, 2, 4]);
        let chain = problem(vec![less(0, 1), less(1, 2), less(2, 3)], &bounds);
        assert_eq!(model(&chain).values().copied().collect::<Vec<_>>(), vec![0, 1, 2, 3]);
    }
    // Not a difference, but as unbounded: x < 2y, 2y < x.
    let scaled = problem(
        vec![
            constraint(&[(0, 1), (1, -2)], Relation::Less, 0),
            constraint(&[(0, 1), (1, -2)], Relation::Greater, 0),
        ],
        &[],
    );
    assert_eq!(core(&scaled), vec![0, 1]);
}

#[test]
fn large_numbers() {
    let unsigned = IntegerType { width: 64, signed: false, float: false };
    let range = (0, unsigned.max());
    let near = problem(
        vec![
            constraint(&[(0, 1), (1, -1)], Relation::Greater, 0),
            constraint(&[(1, 1)], Relation::GreaterEqual, unsigned.max() - 1),
        ],
        &[(0, range), (1, range)],
    );
    assert_eq!(model(&near)[&Symbol(0)], unsigned.max());
    let beyond = problem(
        vec![
            constraint(&[(0, 1), (1, -1)], Relation::Greater, 0),
            constraint(&[(1, 1)], Relation::GreaterEqual, unsigned.max()),
        ],
        &[(0, range), (1, range)],
    );
    assert_eq!(core(&beyond), vec![0, 1]);
    let two_to = |exponent: u32| 1i128 << exponent;
    // 2^32 x + 3 y == 2^63 + 1 has solutions, 2^32 x + 2^31 y == 2^63 + 1 has none.
    let wide = &[(0, int_range()), (1, (-two_to(63), two_to(63)))];
    model(&problem(vec![constraint(&[(0, two_to(32)), (1, 3)], Relation::Equal, two_to(63) + 1)], wide));
    let none = constraint(&[(0, two_to(32)), (1, two_to(31))], Relation::Equal, two_to(63) + 1);
    assert_eq!(core(&problem(vec![none], wide)), vec![0]);
    // Numbers that leave no room are no reason to panic or to be wrong.
    let extreme = problem(
        vec![constraint(&[(0, i128::MAX), (1, i128::MIN + 1)], Relation::LessEqual, -1)],
        &[(0, (i128::MIN, i128::MAX)), (1, (i128::MIN, i128::MAX))],
    );
    if let Outcome::Feasible(model) = solve(&extreme) {
        assert!(extreme.accepts(&model));
    }
}

#[test]
fn wrapping_is_exact() {
    let unsigned = IntegerType::UNSIGNED;
    let range = (0, unsigned.max());
    let wrapped = |left: Linear, constraints: Vec<Constraint>| Problem {
        constraints,
        bounds: BTreeMap::from([(Symbol(0), range), (Symbol(1), range)]),
        definitions: vec![define(1, Operation::Wrap, unsigned, left, Linear::default())],
    };
    // x + 1 == 0 wraps around at the top only; 2 * x is never odd.
    let top = wrapped(linear(&[(0, 1)], 1), vec![constraint(&[(1, 1)], Relation::Equal, 0)]);
    assert_eq!(model(&top)[&Symbol(0)], unsigned.max());
    let smaller = wrapped(linear(&[(0, 1)], 10), vec![constraint(&[(1, 1), (0, -1)], Relation::Less, 0)]);
    model(&smaller);
    let odd = wrapped(linear(&[(0, 2)], 0), vec![constraint(&[(1, 1)], Relation::Equal, 77)]);
    assert_eq!(core(&odd), vec![0]);
    let inverse = wrapped(linear(&[(0, 3)], 0), vec![constraint(&[(1, 1)], Relation::Equal, 1)]);
    assert_eq!(model(&inverse)[&Symbol(0)], 2_863_311_531);
}

#[test]
fn operations_are_solved_backwards() {
    let int = IntegerType::INT;
    let solve_for = |operation: Operation, right: i128, value: i128, more: Vec<Constraint>| {
        let mut constraints = vec![constraint(&[(1, 1)], Relation::Equal, value)];
        constraints.extend(more);
        Problem {
            constraints,
            bounds: BTreeMap::from([(Symbol(0), int_range()), (Symbol(1), int_range())]),
            definitions: vec![define(1, operation, int, linear(&[(0, 1)], 0), Linear::constant(right))],
        }
    };
    let at_least = |value| constraint(&[(0, 1)], Relation::GreaterEqual, value);
    let at_most = |value| constraint(&[(0, 1)], Relation::LessEqual, value);
    let x = |problem: Problem| model(&problem)[&Symbol(0)];
    assert_eq!(x(solve_for(Operation::Divide, 10, 123_456, vec![])), 1_234_560);
    assert_eq!(x(solve_for(Operation::Divide, -10, 3, vec![])), -30);
    assert_eq!(x(solve_for(Operation::Remainder, 1000, 999, vec![at_least(5_000)])), 5_999);
    assert_eq!(x(solve_for(Operation::Remainder, 7, -3, vec![at_most(-50)])), -52);
    assert_eq!(core(&solve_for(Operation::Remainder, 7, -3, vec![at_least(-2)])), vec![0, 1]);
    assert_eq!(core(&solve_for(Operation::Remainder, 7, 7, vec![])), vec![0]);
    assert_eq!(x(solve_for(Operation::BitAnd, 0xf0, 0x50, vec![at_least(1_000)])), 0x450);
    assert_eq!(core(&solve_for(Operation::BitAnd, 0xf0, 0x51, vec![])), vec![0]);
    assert_eq!(x(solve_for(Operation::BitOr, 1, 5, vec![])) | 1, 5);
    assert_eq!(x(solve_for(Operation::BitXor, -1, 41, vec![])), -42);
    assert_eq!(x(solve_for(Operation::ShiftRight, 4, -2, vec![])) >> 4, -2);
    assert_eq!(x(solve_for(Operation::ShiftLeft, 4, 48, vec![])), 3);
    assert_eq!(core(&solve_for(Operation::ShiftLeft, 4, 49, vec![])), vec![0]);
    assert_eq!(core(&solve_for(Operation::ShiftLeft, 32, 48, vec![])), Vec::<usize>::new());
}

#[test]
fn products() {
    let int = IntegerType::INT;
    let product = |value: i128, more: Vec<Constraint>| {
        let mut constraints = vec![constraint(&[(2, 1)], Relation::Equal, value)];
        constraints.extend(more);
        Problem {
            constraints,
            bounds: (0..3).map(|symbol| (Symbol(symbol), int_range())).collect(),
            definitions: vec![define(
                2,
                Operation::Multiply,
                int,
                linear(&[(0, 1)], 0),
                linear(&[(1, 1)], 0),
            )],
        }
    };
    let above_one = |symbol| constraint(&[(symbol, 1)], Relation::Greater, 1);
    model(&product(91, vec![above_one(0), above_one(1)]));
    assert_eq!(core(&product(7, vec![above_one(0), above_one(1)])), vec![0, 1, 2]);
    let square = |value: i128| Problem {
        constraints: vec![constraint(&[(1, 1)], Relation::Equal, value)],
        bounds: BTreeMap::from([(Symbol(0), int_range())]),
        definitions: vec![define(1, Operation::Multiply, int, linear(&[(0, 1)], 0), linear(&[(0, 1)], 0))],
    };
    assert_eq!(model(&square(49))[&Symbol(0)].abs(), 7);
    assert_eq!(core(&square(50)), vec![0]);
}

#[test]
fn contradictory_background_has_an_empty_core() {
    let bounds = problem(vec![constraint(&[(0, 1)], Relation::Equal, 3)], &[(0, (2, 1))]);
    assert_eq!(core(&bounds), Vec::<usize>::new());
}

#[test]
fn implication() {
    let solver = ExactSolver::default();
    let background = problem(
        vec![constraint(&[(0, 1), (1, -1)], Relation::Greater, 0)],
        &[(0, int_range()), (1, int_range())],
    );
    let implies = |candidate| solver.implies(&background, &candidate);
    assert_eq!(implies(constraint(&[(0, 1), (1, -1)], Relation::GreaterEqual, 0)), Some(true));
    assert_eq!(implies(constraint(&[(0, 1), (1, -1)], Relation::NotEqual, 0)), Some(true));
    assert_eq!(implies(constraint(&[(0, 1), (1, -1)], Relation::Greater, 1)), Some(false));
    assert_eq!(implies(constraint(&[(0, 1), (1, -1)], Relation::Equal, 0)), Some(false));
}

//! Questions of the kinds that verification conditions have.

use super::*;

/// Equal positions have equal values, in one map and in one that was written.
#[test]
fn reads_at_equal_positions() {
    let mut prover = prover();
    let [i, j, x, y] = variables(&mut prover, ["i", "j", "x", "y"], None);
    let terms = &mut prover.terms;
    let map = terms.map_variable("m");
    let zero = terms.integer(0);
    let (one, other) = (terms.select(map, zero, i), terms.select(map, zero, j));
    let (first, second) = (terms.equal(one, x), terms.equal(other, y));
    let (same, values) = (terms.equal(i, j), terms.equal(x, y));
    let different = terms.not(values);
    for formula in [first, second, different] {
        prover.suppose(formula);
    }
    let without = prover.solve(&[]);
    assert!(!is_refuted(&mut prover, &without));
    prover.suppose(same);
    assert_eq!(prover.solve(&[]), Answer::Refuted { needed: [0, 1, 2, 3].map(HypothesisId).to_vec() });
}

/// A write hides what was there, at positions that are only equal in some cases.
#[test]
fn writes_at_unknown_positions() {
    let mut prover = prover();
    let [i, j, k, x] = variables(&mut prover, ["i", "j", "k", "x"], None);
    let terms = &mut prover.terms;
    let map = terms.map_variable("m");
    let block = terms.integer(1);
    let old = terms.select(map, block, k);
    let one = terms.store(map, block, i, x);
    let two = terms.store(one, block, j, x);
    let new = terms.select(two, block, k);
    let (is_old, is_written) = (terms.equal(new, old), terms.equal(new, x));
    let either = terms.or([is_old, is_written]);
    let neither = terms.not(either);
    prover.suppose(neither);
    let answer = prover.solve(&[]);
    assert!(is_refuted(&mut prover, &answer));

    // It need not be what was there, nor what was written.
    for formula in [is_old, is_written] {
        let mut other = Prover::new(Limits::default());
        other.terms = prover.terms.clone();
        let not = other.terms.not(formula);
        other.suppose(not);
        let answer = other.solve(&[]);
        assert!(!is_refuted(&mut other, &answer));
    }
}

/// A refutation says which assumptions it needs, and nothing remains of it for the next question.
#[test]
fn assumptions_that_failed() {
    let mut prover = prover();
    let [x, y] = variables(&mut prover, ["x", "y"], None);
    let atoms = ["low", "high", "other"].map(|name| prover.terms.atom(name));
    let terms = &mut prover.terms;
    let (zero, nine) = (terms.integer(0), terms.integer(9));
    let facts = [
        terms.compare(Relation::Less, x, zero),
        terms.compare(Relation::Greater, x, nine),
        terms.compare(Relation::Less, y, zero),
    ];
    for (atom, fact) in atoms.into_iter().zip(facts) {
        let terms = &mut prover.terms;
        let atom = terms.atom_formula(atom);
        let implied = terms.implies(atom, fact);
        prover.suppose(implied);
    }
    let [low, high, other] = atoms;
    assert!(matches!(prover.solve(&[(other, true), (low, true), (high, true)]), Answer::Refuted { .. }));
    let mut failed = prover.failed();
    failed.sort();
    assert_eq!(failed, [low, high]);
    assert!(matches!(prover.solve(&[(other, true), (high, true)]), Answer::Satisfied(_)));
    assert_eq!(prover.failed(), []);
}

/// Pigeons in holes: `n + 1` numbers below `n` that all differ.
#[test]
fn pigeons() {
    for holes in 1..=4 {
        let mut prover = prover();
        let pigeons: Vec<TermId> =
            (0..=holes).map(|_| variables(&mut prover, ["p"], Some((0, holes - 1)))[0]).collect();
        for (number, one) in pigeons.iter().enumerate() {
            for other in &pigeons[..number] {
                let same = prover.terms.equal(*one, *other);
                let different = prover.terms.not(same);
                prover.suppose(different);
            }
        }
        let answer = prover.solve(&[]);
        assert!(is_refuted(&mut prover, &answer), "{holes}");
    }
}

/// The same with truth values: clauses alone.
#[test]
fn pigeons_without_arithmetic() {
    let (pigeons, holes) = (6, 5);
    let mut prover = prover();
    let atoms: Vec<Vec<FormulaId>> = (0..pigeons)
        .map(|_| {
            let terms = &mut prover.terms;
            let atoms: Vec<BoolId> = (0..holes).map(|_| terms.atom("in")).collect();
            atoms.into_iter().map(|atom| terms.atom_formula(atom)).collect()
        })
        .collect();
    for pigeon in &atoms {
        let somewhere = prover.terms.or(pigeon.clone());
        prover.suppose(somewhere);
    }
    for (number, one) in atoms.iter().enumerate() {
        for other in &atoms[..number] {
            for hole in 0..holes {
                let both = prover.terms.and([one[hole], other[hole]]);
                let not = prover.terms.not(both);
                prover.suppose(not);
            }
        }
    }
    let answer = prover.solve(&[]);
    assert!(is_refuted(&mut prover, &answer));
    assert_eq!(prover.statistics().conjunctions, 0);
}

/// A path through `count` diamonds in each of which a variable grows by 1 or 2, and whether something else is negative.
fn diamonds(prover: &mut Prover, count: usize, negative: bool) -> Vec<BoolId> {
    let mut order = Vec::new();
    let [start, other] = variables(prover, ["x", "y"], Some((-100, 100)));
    let terms = &mut prover.terms;
    let mut formulas = Vec::new();
    let mut x = start;
    let mut before: Vec<FormulaId> = Vec::new();
    for _ in 0..count {
        let next = terms.variable("x", None);
        let next = terms.variable_term(next);
        let mut edges = Vec::new();
        for by in [1, 2] {
            let edge = terms.atom("edge");
            order.push(edge);
            let edge = terms.atom_formula(edge);
            let sum = terms.sum(&[(1, x)], by);
            let step = terms.equal(next, sum);
            formulas.push(terms.implies(edge, step));
            if !before.is_empty() {
                let come = terms.or(before.clone());
                formulas.push(terms.implies(edge, come));
            }
            edges.push(edge);
        }
        before = edges;
        x = next;
    }
    let zero = terms.integer(0);
    let bound = terms.integer(if negative { -5 } else { 5 });
    let assumed = terms.compare(Relation::GreaterEqual, other, bound);
    let failed = less(terms, other, zero);
    formulas.push(terms.or(before));
    formulas.extend([assumed, failed]);
    for formula in formulas {
        prover.suppose(formula);
    }
    // From the end.
    order.reverse();
    let decisions: Vec<(BoolId, bool)> = order.iter().map(|edge| (*edge, true)).collect();
    prover.order(&decisions);
    order
}

#[test]
fn diamonds_that_do_not_matter() {
    for count in [10, 40, 80] {
        for negative in [false, true] {
            let mut prover = prover();
            let edges = diamonds(&mut prover, count, negative);
            let answer = prover.solve(&[]);
            assert_eq!(is_refuted(&mut prover, &answer), !negative);
            assert!(prover.statistics().conjunctions <= 2, "{:?}", prover.statistics());
            if let Answer::Satisfied(model) = answer {
                // One path, and nothing said of the edges beside it.
                let taken = edges.iter().filter(|edge| model.atom(**edge) == Some(true)).count();
                assert_eq!((taken, model.atoms.len()), (count, count));
            }
        }
    }
}

/// Diamonds whose sum matters: what all ways through one have in common is learned.
#[test]
fn diamonds_that_matter() {
    for count in [5, 40] {
        for right in [true, false] {
            let mut prover = prover();
            diamonds(&mut prover, count, true);
            let all = prover.terms.all_terms();
            let all = all.filter(|(_, node)| matches!(node, TermNode::Variable(_))).map(|(term, _)| term);
            let variables: Vec<TermId> = all.collect();
            // The first variable of the path, and the last.
            let (first, last) = (variables[0], variables[variables.len() - 1]);
            let terms = &mut prover.terms;
            let most = terms.sum(&[(1, first)], 2 * count as i128 + i128::from(right));
            let grown = terms.compare(Relation::GreaterEqual, last, most);
            prover.suppose(grown);
            let answer = prover.solve(&[]);
            assert_eq!(is_refuted(&mut prover, &answer), right);
            assert!(prover.statistics().conjunctions <= 2 * count, "{:?}", prover.statistics());
        }
    }
}

/// What is learned holds without the assumptions.
#[test]
fn assumptions_are_taken_back() {
    let mut prover = prover();
    let [x, y] = variables(&mut prover, ["x", "y"], None);
    let terms = &mut prover.terms;
    let (p, q) = (terms.atom("p"), terms.atom("q"));
    let (is_p, is_q) = (terms.atom_formula(p), terms.atom_formula(q));
    let (below, above) = (less(terms, x, y), less(terms, y, x));
    let one = terms.implies(is_p, below);
    let other = terms.implies(is_q, above);
    prover.suppose(one);
    prover.suppose(other);
    for _ in 0..2 {
        let both = prover.solve(&[(p, true), (q, true)]);
        assert_eq!(both, Answer::Refuted { needed: vec![HypothesisId(0), HypothesisId(1)] });
        for assumptions in [&[(p, true), (q, false)][..], &[(q, true)], &[]] {
            let answer = prover.solve(assumptions);
            assert!(!is_refuted(&mut prover, &answer));
            let Answer::Satisfied(model) = answer else { continue };
            assert!(assumptions.iter().all(|(atom, value)| model.atom(*atom) == Some(*value)));
        }
    }
    assert_eq!(prover.solve(&[(p, true), (p, false)]), Answer::Refuted { needed: Vec::new() });
    let never = prover.terms.constant(false);
    prover.suppose(never);
    assert_eq!(prover.solve(&[]), Answer::Refuted { needed: vec![HypothesisId(2)] });
}

/// A variable that occurs both free and bound is two.
#[test]
fn a_variable_that_is_free_and_bound() {
    let mut prover = prover();
    let variable = prover.terms.variable("x", Some((0, 2)));
    let terms = &mut prover.terms;
    let (x, one) = (terms.variable_term(variable), terms.integer(1));
    let is_one = terms.equal(x, one);
    let not = terms.not(is_one);
    let some = terms.exists(&[variable], is_one);
    let none = terms.forall(&[variable], not);
    prover.suppose(not);
    prover.suppose(some);
    let answer = prover.solve(&[]);
    assert!(!is_refuted(&mut prover, &answer));
    prover.suppose(none);
    let answer = prover.solve(&[]);
    assert!(is_refuted(&mut prover, &answer));
}

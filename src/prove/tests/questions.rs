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
    assert!(!is_refuted(&prover, &without));
    prover.suppose(same);
    assert_eq!(prover.solve(&[]), Answer::Refuted { needed: [0, 1, 2, 3].map(HypothesisId).to_vec() });
}

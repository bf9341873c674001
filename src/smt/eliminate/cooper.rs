//! Cooper's elimination for conjunctions, with the cases that need no union done without.

use std::collections::BTreeSet;

use num_integer::Integer;

use super::atom::{Atom, Reduced};
use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};

/// A conjunction: sorted, each atom once and in its normal form.
pub type Cube = Vec<Atom>;

/// More cases than this are given up.
const MOST_CASES: usize = 4_000;

/// The conjunctions that together hold for exactly those values of the other symbols that some values of these extend;
/// `None` if there are too many cases or a number gets too large.
pub fn eliminated(cube: &[Atom], symbols: &BTreeSet<Symbol>) -> Option<Vec<Cube>> {
    let mut open: Vec<Cube> = normal(cube.iter().cloned()).into_iter().collect();
    let mut done: BTreeSet<Cube> = BTreeSet::new();
    while let Some(cube) = open.pop() {
        spend(1 + cube.len());
        if open.len() + done.len() > MOST_CASES {
            return None;
        }
        match next(&cube, symbols) {
            Some(symbol) => open.extend(without(&cube, symbol)?),
            None => _ = done.insert(cube),
        }
    }
    Some(without_weaker(done.into_iter().collect()))
}

/// A conjunction in its normal form; `None` if it never holds.
pub(super) fn normal(atoms: impl IntoIterator<Item = Atom>) -> Option<Cube> {
    let mut cube = BTreeSet::new();
    for atom in atoms {
        match atom.reduced() {
            Reduced::Constant(true) => {}
            Reduced::Constant(false) => return None,
            Reduced::Atom(atom) => _ = cube.insert(atom),
        }
    }
    tightened(cube.into_iter().collect())
}

/// Keeps the tightest of several bounds of one form; `None` if two of them contradict each other.
fn tightened(cube: Cube) -> Option<Cube> {
    let mut kept: Cube = Vec::with_capacity(cube.len());
    for atom in cube {
        let form = bound(&atom).cloned();
        let previous = kept.last().and_then(|last| Some((bound(last)?, form.as_ref()?)));
        // Bounds of one form are neighbours, the weaker ones (with the smaller constants) first.
        if previous.is_some_and(|(last, own)| last.terms == own.terms) {
            kept.pop();
        }
        kept.push(atom);
    }
    let bounds = || kept.iter().filter_map(bound);
    for one in bounds() {
        let opposite = one.negate()?;
        let clash = bounds().any(|other| {
            let sum = one.constant.checked_add(other.constant);
            other.terms == opposite.terms && sum.is_some_and(|sum| sum > 0)
        });
        if clash {
            return None;
        }
    }
    Some(kept)
}

fn bound(atom: &Atom) -> Option<&Linear> {
    match atom {
        Atom::Compare(Constraint { expression, comparison: Comparison::AtMostZero }) => Some(expression),
        Atom::Compare(_) | Atom::Divides { .. } => None,
    }
}

/// Leaves out conjunctions that have all atoms of another one.
fn without_weaker(cubes: Vec<Cube>) -> Vec<Cube> {
    let includes = |large: &Cube, small: &Cube| small.iter().all(|atom| large.binary_search(atom).is_ok());
    let is_covered = |position: usize| {
        cubes.iter().enumerate().any(|(other, cube)| other != position && includes(&cubes[position], cube))
    };
    let kept: Vec<Cube> =
        (0..cubes.len()).filter(|&position| !is_covered(position)).map(|p| cubes[p].clone()).collect();
    kept
}

/// The symbol that is eliminated next: the one that costs least.
fn next(cube: &Cube, symbols: &BTreeSet<Symbol>) -> Option<Symbol> {
    let occurring: BTreeSet<Symbol> = cube
        .iter()
        .flat_map(|atom| atom.expression().symbols())
        .filter(|symbol| symbols.contains(symbol))
        .collect();
    occurring.into_iter().min_by_key(|&symbol| (price(cube, symbol), symbol))
}

/// What an elimination costs: nothing by an equality with a unit, else the number of pairs, more with large coefficients.
fn price(cube: &Cube, symbol: Symbol) -> u128 {
    let (mut lower, mut upper, mut other, mut largest) = (0u128, 0u128, 0u128, 1u128);
    for atom in cube {
        let factor = atom.coefficient(symbol);
        if factor == 0 {
            continue;
        }
        match atom {
            Atom::Compare(Constraint { comparison: Comparison::Zero, .. }) if factor.abs() == 1 => return 0,
            Atom::Compare(Constraint { comparison: Comparison::Zero, .. }) => other += 1,
            Atom::Compare(Constraint { comparison: Comparison::AtMostZero, .. }) if factor > 0 => upper += 1,
            Atom::Compare(Constraint { comparison: Comparison::AtMostZero, .. }) => lower += 1,
            Atom::Compare(Constraint { comparison: Comparison::NotZero, .. }) | Atom::Divides { .. } => {
                other += 2
            }
        }
        largest = largest.max(factor.unsigned_abs().min(1_000));
    }
    1 + (lower * upper + other) * largest * largest
}

/// The conjunctions without a symbol.
fn without(cube: &Cube, symbol: Symbol) -> Option<Vec<Cube>> {
    let (own, rest): (Vec<Atom>, Vec<Atom>) =
        cube.iter().cloned().partition(|atom| atom.coefficient(symbol) != 0);
    if let Some(equality) = equality(&own, symbol) {
        return by_equality(&own, &rest, equality, symbol);
    }
    let sides = Sides::of(&own, symbol);
    if sides.lower.is_empty() || sides.upper.is_empty() {
        return unbounded(&sides, rest, symbol);
    }
    if let Some(unequal) = sides.unequal.first() {
        // Less or greater.
        let mut cases = Vec::new();
        for less in [true, false] {
            let expression =
                if less { unequal.expression().clone() } else { unequal.expression().negate()? };
            let strict = Atom::at_most_zero(expression.add_constant(1)?);
            let others = cube.iter().filter(|atom| *atom != unequal).cloned();
            cases.extend(normal(others.chain([strict])));
        }
        return Some(cases);
    }
    let unit = |side: &[Atom]| side.iter().all(|atom| atom.coefficient(symbol).abs() == 1);
    if sides.divides.is_empty() && (unit(&sides.lower) || unit(&sides.upper)) {
        return by_pairs(&sides, rest, symbol);
    }
    by_cases(&sides, rest, symbol)
}

/// What is said of a symbol, by kind.
#[derive(Default)]
struct Sides {
    lower: Vec<Atom>,
    upper: Vec<Atom>,
    unequal: Vec<Atom>,
    divides: Vec<Atom>,
}

impl Sides {
    fn of(own: &[Atom], symbol: Symbol) -> Sides {
        let mut sides = Sides::default();
        for atom in own {
            let side = match atom {
                Atom::Divides { .. } => &mut sides.divides,
                Atom::Compare(Constraint { comparison: Comparison::AtMostZero, .. }) => {
                    if atom.coefficient(symbol) > 0 { &mut sides.upper } else { &mut sides.lower }
                }
                Atom::Compare(_) => &mut sides.unequal,
            };
            side.push(atom.clone());
        }
        sides
    }
}

fn equality(own: &[Atom], symbol: Symbol) -> Option<&Atom> {
    let equalities = own
        .iter()
        .filter(|atom| matches!(atom, Atom::Compare(Constraint { comparison: Comparison::Zero, .. })));
    equalities.min_by_key(|atom| atom.coefficient(symbol).unsigned_abs())
}

/// `factor * symbol == value`, and `factor` divides `value`; the others are scaled until they can do with that.
fn by_equality(own: &[Atom], rest: &[Atom], equality: &Atom, symbol: Symbol) -> Option<Vec<Cube>> {
    let factor = equality.coefficient(symbol);
    let value = equality.expression().substitute(symbol, &Linear::default())?.negate()?;
    let (factor, value) = if factor < 0 { (factor.checked_neg()?, value.negate()?) } else { (factor, value) };
    let mut atoms = rest.to_vec();
    if factor > 1 {
        atoms.push(Atom::Divides { modulus: factor, expression: value.clone(), holds: true });
    }
    for atom in own.iter().filter(|atom| *atom != equality) {
        let times = atom.coefficient(symbol);
        let others = atom.expression().substitute(symbol, &Linear::default())?;
        let expression = others.scale(factor)?.add_scaled(&value, times)?;
        atoms.push(scaled(atom, expression, factor)?);
    }
    Some(normal(atoms).into_iter().collect())
}

/// An atom whose expression was multiplied by a positive number.
fn scaled(atom: &Atom, expression: Linear, factor: i128) -> Option<Atom> {
    Some(match atom {
        Atom::Compare(_) => atom.with(expression),
        Atom::Divides { modulus, holds, .. } => {
            Atom::Divides { modulus: modulus.checked_mul(factor)?, expression, holds: *holds }
        }
    })
}

/// Far enough out on the open side all comparisons hold; divisibility repeats there.
fn unbounded(sides: &Sides, rest: Vec<Atom>, symbol: Symbol) -> Option<Vec<Cube>> {
    let period = period(&sides.divides, symbol)?;
    let mut cases = Vec::new();
    for value in 0..period {
        let mut atoms = rest.clone();
        for atom in &sides.divides {
            atoms.push(atom.with(atom.expression().substitute(symbol, &Linear::constant(value))?));
        }
        cases.extend(normal(atoms));
    }
    Some(cases)
}

/// The number of values of a symbol after which divisibility repeats.
fn period(divides: &[Atom], symbol: Symbol) -> Option<i128> {
    let mut period = 1i128;
    for atom in divides {
        let Atom::Divides { modulus, .. } = atom else { continue };
        let own = modulus / modulus.gcd(&atom.coefficient(symbol));
        period = period.checked_mul(own / period.gcd(&own))?;
    }
    (period <= MOST_CASES as i128).then_some(period)
}

/// Every lower bound with every upper one: exact where one of the two has a unit.
fn by_pairs(sides: &Sides, rest: Vec<Atom>, symbol: Symbol) -> Option<Vec<Cube>> {
    let mut atoms = rest;
    for low in &sides.lower {
        for high in &sides.upper {
            let (below, above) = (low.coefficient(symbol).checked_neg()?, high.coefficient(symbol));
            let sum = low.expression().scale(above)?.add_scaled(high.expression(), below)?;
            atoms.push(Atom::at_most_zero(sum));
        }
    }
    Some(normal(atoms).into_iter().collect())
}

/// The value is near one of the bounds of the side that has fewer of them: Cooper's cases. All atoms are scaled until the
/// symbol has one coefficient, whose product with it is then the unknown.
fn by_cases(sides: &Sides, rest: Vec<Atom>, symbol: Symbol) -> Option<Vec<Cube>> {
    let own = || sides.lower.iter().chain(&sides.upper).chain(&sides.divides);
    let mut common = 1i128;
    for atom in own() {
        let factor = atom.coefficient(symbol).checked_abs()?;
        common = common.checked_mul(factor / common.gcd(&factor))?;
    }
    let mut atoms = Vec::new();
    for atom in own() {
        let factor = atom.coefficient(symbol);
        let times = common / factor.abs();
        let mut expression = atom.expression().scale(times)?;
        // In place of the product with the common factor stands the symbol.
        expression.terms.iter_mut().filter(|(s, _)| *s == symbol).for_each(|term| term.1 = factor.signum());
        atoms.push(scaled(atom, expression, times)?);
    }
    if common > 1 {
        atoms.push(Atom::Divides { modulus: common, expression: Linear::symbol(symbol), holds: true });
    }
    let divides: Vec<Atom> =
        atoms.iter().filter(|atom| matches!(atom, Atom::Divides { .. })).cloned().collect();
    let period = period(&divides, symbol)?;
    let from_below = sides.lower.len() <= sides.upper.len();
    let sign = if from_below { -1 } else { 1 };
    let ends = atoms.iter().filter(|atom| bound(atom).is_some() && atom.coefficient(symbol) == sign);
    let mut cases = Vec::new();
    for end in ends {
        let others = end.expression().substitute(symbol, &Linear::default())?;
        // From below: symbol >= others; from above: symbol <= -others.
        let edge = if from_below { others } else { others.negate()? };
        for distance in 0..period {
            spend(atoms.len());
            let value = edge.add_constant(if from_below { distance } else { -distance })?;
            let mut case = rest.clone();
            for atom in &atoms {
                case.push(atom.with(atom.expression().substitute(symbol, &value)?));
            }
            cases.extend(normal(case));
            if cases.len() > MOST_CASES {
                return None;
            }
        }
    }
    Some(cases)
}

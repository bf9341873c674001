//! The exact simplex: a point within all bounds that satisfies the defining rows, or a contradiction.
//!
//! Every row defines its head variable by others; the tableau expresses the basic variables by the rest.
//! Following Bland, always the first variable that serves is taken, so that it ends. The tableau stays valid
//! when bounds change, so one serves a whole search.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::One;

use super::bounds::Side;
use super::bounds::{NO_LOWER, NO_UPPER};
use super::certificate::Claim;
use super::claim::confirm;
use super::constraint::Comparison;
use super::lattice::ReducedSystem;
use super::number::{Fraction, Number};
use super::problem::{Operation, Value};
use super::search::{Cases, Choice};
use super::state::{Conflict, Contradiction, State};
use super::system::{Operator, System};
use focuscheck_base::limit::spend;

/// Pivots that one check may take.
const PIVOTS: usize = 2_000;

/// Entries that a tableau may have.
const ENTRIES: usize = 1_000_000;
/// How many times slower numbers without limits are.
const SLOWNESS: usize = 25;

/// Bounds of all variables.
#[derive(Clone, Copy)]
struct Bounds<'b> {
    lower: &'b [i128],
    upper: &'b [i128],
}

/// A basic variable as a sum of nonbasic ones; the column after the last variable is the constant.
struct TableauRow<N> {
    basic: usize,
    coefficients: Vec<N>,
}

/// A simplex tableau with a point.
struct Tableau<N> {
    rows: Vec<TableauRow<N>>,
    basic: Vec<bool>,
    point: Vec<N>,
    /// Entries that may still be touched.
    work: usize,
}

enum Checked {
    /// The point is within all bounds.
    Feasible,
    /// A claim to be confirmed.
    Contradiction(Claim),
    /// Too many pivots, or too much work.
    GaveUp,
}

impl<N: Number> Tableau<N> {
    fn new(reduced: &ReducedSystem, work: usize) -> Option<Self> {
        let variables = reduced.system.variables();
        if variables.saturating_mul(reduced.heads.len()) > ENTRIES {
            return None;
        }
        let mut basic = vec![false; variables];
        let mut rows = Vec::with_capacity(reduced.heads.len());
        for &(row, head) in &reduced.heads {
            basic[head] = true;
            let expression = &reduced.system.rows[row].constraint.expression;
            let own = expression.coefficient(super::constraint::Symbol(head as u32));
            // The head's coefficient is 1 or -1.
            let sign = own.checked_neg()?;
            let mut coefficients = vec![N::zero(); variables + 1];
            for &(symbol, coefficient) in &expression.terms {
                if symbol.0 as usize != head {
                    coefficients[symbol.0 as usize] = N::integer(coefficient.checked_mul(sign)?);
                }
            }
            coefficients[variables] = N::integer(expression.constant.checked_mul(sign)?);
            rows.push(TableauRow { basic: head, coefficients });
        }
        let mut point = vec![N::zero(); variables + 1];
        point[variables] = N::integer(1);
        Some(Tableau { rows, basic, point, work })
    }

    /// Moves the point into the bounds.
    fn check(&mut self, bounds: Bounds<'_>) -> Option<Checked> {
        let variables = self.basic.len();
        for variable in 0..variables {
            if !self.basic[variable] {
                let (low, high) = (bounds.lower[variable], bounds.upper[variable]);
                if low != NO_LOWER && self.point[variable].compare(low)? == Ordering::Less {
                    self.point[variable] = N::integer(low);
                } else if high != NO_UPPER && self.point[variable].compare(high)? == Ordering::Greater {
                    self.point[variable] = N::integer(high);
                }
            }
        }
        for row in &self.rows {
            let mut sum = N::zero();
            for (coefficient, value) in row.coefficients.iter().zip(&self.point) {
                if coefficient.sign() != Ordering::Equal && value.sign() != Ordering::Equal {
                    sum = sum.plus_product(coefficient, value)?;
                }
            }
            self.point[row.basic] = sum;
        }
        // Even a small tableau costs something, the more so when its numbers grow.
        let entries = 500 + self.rows.len() * variables;
        self.work = self.work.saturating_sub(entries);
        for _ in 0..PIVOTS {
            let Some((row, side)) = self.violated(bounds)? else {
                return Some(Checked::Feasible);
            };
            let Some(entering) = self.entering(bounds, row, side)? else {
                return Some(Checked::Contradiction(self.claim(row, side)));
            };
            if self.work == 0 {
                break;
            }
            self.work = self.work.saturating_sub(entries);
            self.pivot(bounds, row, side, entering)?;
        }
        Some(Checked::GaveUp)
    }

    /// The nearest integers to a point within bounds, if there is one; fails like the arithmetic.
    fn rounded(&mut self, bounds: Bounds<'_>) -> Option<Option<Vec<i128>>> {
        if !matches!(self.check(bounds)?, Checked::Feasible) {
            return Some(None);
        }
        let nearest = |value: &N| {
            let (floor, _) = value.plus(value)?.plus(&N::integer(1))?.floor()?;
            Some(floor.div_euclid(2))
        };
        let values: Option<Vec<i128>> = self.point[..self.basic.len()].iter().map(nearest).collect();
        Some(Some(values?))
    }

    /// The row whose basic variable is the first that is out of its bounds.
    fn violated(&self, bounds: Bounds<'_>) -> Option<Option<(usize, Side)>> {
        let mut first: Option<(usize, usize, Side)> = None;
        for (index, row) in self.rows.iter().enumerate() {
            if first.is_some_and(|(variable, _, _)| variable < row.basic) {
                continue;
            }
            let (low, high) = (bounds.lower[row.basic], bounds.upper[row.basic]);
            let value = &self.point[row.basic];
            if low != NO_LOWER && value.compare(low)? == Ordering::Less {
                first = Some((row.basic, index, Side::Lower));
            } else if high != NO_UPPER && value.compare(high)? == Ordering::Greater {
                first = Some((row.basic, index, Side::Upper));
            }
        }
        Some(first.map(|(_, index, side)| (index, side)))
    }

    /// The first nonbasic variable that can move the basic one of a row back over its bound.
    fn entering(&self, bounds: Bounds<'_>, row: usize, side: Side) -> Option<Option<usize>> {
        let row = &self.rows[row];
        spend(self.basic.len() + self.rows.len());
        for variable in 0..self.basic.len() {
            let sign = row.coefficients[variable].sign();
            if sign == Ordering::Equal {
                continue;
            }
            let upward = (sign == Ordering::Greater) == (side == Side::Lower);
            let value = &self.point[variable];
            let movable = if upward {
                let high = bounds.upper[variable];
                high == NO_UPPER || value.compare(high)? == Ordering::Less
            } else {
                let low = bounds.lower[variable];
                low == NO_LOWER || value.compare(low)? == Ordering::Greater
            };
            if movable {
                return Some(Some(variable));
            }
        }
        Some(None)
    }

    /// Exchanges the basic variable of a row, which goes to its violated bound, with a nonbasic one.
    fn pivot(&mut self, bounds: Bounds<'_>, index: usize, side: Side, entering: usize) -> Option<()> {
        let leaving = self.rows[index].basic;
        let target = N::integer(match side {
            Side::Lower => bounds.lower[leaving],
            Side::Upper => bounds.upper[leaving],
        });
        let reciprocal = self.rows[index].coefficients[entering].inverse()?;
        let missing = target.plus(&self.point[leaving].negative()?)?;
        let movement = missing.times(&reciprocal)?;
        for row in &self.rows {
            let coefficient = &row.coefficients[entering];
            if coefficient.sign() != Ordering::Equal {
                self.point[row.basic] = self.point[row.basic].plus_product(coefficient, &movement)?;
            }
        }
        self.point[entering] = self.point[entering].plus(&movement)?;
        self.point[leaving] = target;

        let factor = reciprocal.negative()?;
        let mut solved = std::mem::take(&mut self.rows[index].coefficients);
        solved[entering] = N::zero();
        for coefficient in &mut solved {
            if coefficient.sign() != Ordering::Equal {
                *coefficient = coefficient.times(&factor)?;
            }
        }
        solved[leaving] = reciprocal;
        for (other, row) in self.rows.iter_mut().enumerate() {
            if other == index || row.coefficients[entering].sign() == Ordering::Equal {
                continue;
            }
            spend(solved.len());
            let factor = std::mem::replace(&mut row.coefficients[entering], N::zero());
            for (coefficient, value) in row.coefficients.iter_mut().zip(&solved) {
                if value.sign() != Ordering::Equal {
                    *coefficient = coefficient.plus_product(&factor, value)?;
                }
            }
        }
        self.rows[index] = TableauRow { basic: entering, coefficients: solved };
        self.basic[leaving] = false;
        self.basic[entering] = true;
        Some(())
    }

    /// The equation of a row that no nonbasic variable can repair.
    fn claim(&self, row: usize, side: Side) -> Claim {
        let row = &self.rows[row];
        let mut terms = vec![(row.basic, BigRational::one())];
        let mut bounds = vec![(row.basic, side)];
        for variable in 0..self.basic.len() {
            let coefficient = &row.coefficients[variable];
            let sign = coefficient.sign();
            if sign != Ordering::Equal {
                terms.push((variable, -coefficient.big()));
                let upward = (sign == Ordering::Greater) == (side == Side::Lower);
                bounds.push((variable, if upward { Side::Upper } else { Side::Lower }));
            }
        }
        let constant = -row.coefficients[self.basic.len()].big();
        Claim { terms, constant, bounds }
    }
}

/// Says where to branch, by the exact relaxation.
pub(super) struct Relaxation<'r> {
    reduced: &'r ReducedSystem,
    fast: Option<Tableau<Fraction>>,
    unlimited: Option<Tableau<BigRational>>,
    splits: usize,
    work: usize,
}

impl<'r> Relaxation<'r> {
    /// The relaxation of a reduced system; `work` limits the tableau entries touched in its whole life.
    pub fn new(reduced: &'r ReducedSystem, work: usize) -> Self {
        Relaxation { reduced, fast: Tableau::new(reduced, work), unlimited: None, splits: 0, work }
    }

    /// Integers that satisfy all rows, if there is room: every range is narrowed by what rounding can change,
    /// so that any point left may be rounded.
    pub fn rounded(&mut self, state: &State<'_>) -> Option<Vec<i128>> {
        let (mut lower, mut upper) = (state.lower.clone(), state.upper.clone());
        for &(row, head) in &self.reduced.heads {
            let mut change = 0i128;
            for &(symbol, coefficient) in &self.reduced.system.rows[row].constraint.expression.terms {
                if symbol.0 as usize != head && !state.is_fixed(symbol.0 as usize) {
                    change = change.checked_add(coefficient.checked_abs()?)?;
                }
            }
            let change = change.checked_add(1)? / 2;
            if lower[head] != NO_LOWER {
                lower[head] = lower[head].checked_add(change)?;
            }
            if upper[head] != NO_UPPER {
                upper[head] = upper[head].checked_sub(change)?;
            }
            if lower[head] > upper[head] {
                return None;
            }
        }
        let bounds = Bounds { lower: &lower, upper: &upper };
        let mut values = match self.fast.as_mut().map(|tableau| tableau.rounded(bounds)) {
            Some(Some(values)) => values,
            _ => {
                self.fast = None;
                self.unlimited = Tableau::new(self.reduced, self.work / SLOWNESS);
                self.unlimited.as_mut()?.rounded(bounds)?
            }
        }?;
        self.reduced.complete(&mut values)?;
        Some(values)
    }

    /// What to do in a state that propagation left without conflict.
    pub fn choose(&mut self, state: &State<'_>) -> Choice {
        let bounds = Bounds { lower: &state.lower, upper: &state.upper };
        if let Some(tableau) = &mut self.fast {
            if let Some(checked) = tableau.check(bounds) {
                let point = |variable: usize| tableau.point[variable].floor();
                return decide(self.reduced, state, checked, point, &mut self.splits);
            }
            // A number got too large: from here on without limits.
            self.fast = None;
        }
        if self.unlimited.is_none() {
            self.unlimited = Tableau::new(self.reduced, self.work / SLOWNESS);
        }
        let Some(tableau) = &mut self.unlimited else {
            return Choice::GiveUp;
        };
        match tableau.check(bounds) {
            Some(checked) => {
                let point = |variable: usize| Number::floor(&tableau.point[variable]);
                decide(self.reduced, state, checked, point, &mut self.splits)
            }
            None => Choice::GiveUp,
        }
    }
}

fn decide(
    reduced: &ReducedSystem,
    state: &State<'_>,
    checked: Checked,
    point: impl Fn(usize) -> Option<(i128, bool)>,
    splits: &mut usize,
) -> Choice {
    match checked {
        Checked::GaveUp => Choice::GiveUp,
        Checked::Contradiction(claim) => match confirm(state, &reduced.heads, &claim) {
            Some(rows) => Choice::Contradiction(Conflict {
                bounds: claim.bounds.clone(),
                rows: rows.iter().map(|row| row.0).collect(),
                contradiction: Contradiction::Claim(Box::new((claim, rows))),
            }),
            None => Choice::GiveUp,
        },
        Checked::Feasible => {
            let mut values = Vec::with_capacity(reduced.system.variables());
            // Of two halves of a wide range each is as wide again; what has few values, as the quotient of a value that
            // wraps around, is settled at once.
            let mut narrowest: Option<(i128, Cases)> = None;
            for variable in 0..reduced.system.variables() {
                match point(variable) {
                    None => return Choice::GiveUp,
                    Some((floor, false)) => {
                        let width = width(state, variable);
                        if narrowest.as_ref().is_none_or(|(least, _)| width < *least) {
                            narrowest = Some((width, Cases::split(variable, floor)));
                        }
                    }
                    Some((value, true)) => values.push(value),
                }
            }
            if let Some((_, cases)) = narrowest {
                return Choice::Branch(cases);
            }
            *splits += 1;
            match wrong(&reduced.system, state, &values, *splits) {
                Some(cases) => Choice::Branch(cases),
                None => Choice::Candidate(values),
            }
        }
    }
}

/// How far apart the bounds of a variable are; the greatest number if one is missing.
fn width(state: &State<'_>, variable: usize) -> i128 {
    match (state.lower[variable], state.upper[variable]) {
        (NO_LOWER, _) | (_, NO_UPPER) => i128::MAX,
        (low, high) => high.saturating_sub(low),
    }
}

/// Where to branch because a point of integers breaks a `!=` or an operator.
fn wrong(system: &System, state: &State<'_>, values: &[i128], splits: usize) -> Option<Cases> {
    for row in &system.rows {
        let constraint = &row.constraint;
        if constraint.comparison == Comparison::NotZero
            && let [(symbol, coefficient)] = constraint.expression.terms[..]
        {
            let variable = symbol.0 as usize;
            let product = coefficient.checked_mul(values[variable]);
            if product.and_then(|product| product.checked_add(constraint.expression.constant)) == Some(0) {
                // The excluded value is a case too: its refutation is what brings the `!=` into the reason.
                return Some(Cases::around(variable, values[variable]));
            }
        }
    }
    for operator in &system.operators {
        let (left, right) = (values[operator.left], values[operator.right]);
        let value = operator.operation.apply(operator.width, operator.signed, left, right);
        if value != Value::Known(values[operator.result])
            && let Some(cases) = decide_operand(operator, state, values, splits)
        {
            return Some(cases);
        }
    }
    None
}

fn decide_operand(operator: &Operator, state: &State<'_>, values: &[i128], splits: usize) -> Option<Cases> {
    let (low, high) = (state.lower[operator.left], state.upper[operator.left]);
    let signs_open = low < 0 && 0 < high;
    match operator.operation {
        // With the sign of the dividend known, the encoded operation is exact.
        Operation::Divide | Operation::Remainder if operator.encoded && signs_open => {
            return Some(Cases::around(operator.left, 0));
        }
        Operation::Wrap if operator.width == 1 => return Some(Cases::around(operator.left, 0)),
        _ => {}
    }
    let variable = [operator.left, operator.right]
        .into_iter()
        .filter(|&variable| !state.is_fixed(variable))
        .min_by_key(|&variable| width(state, variable))?;
    let width = width(state, variable);
    // Trying the value at hand finds models, halving wide ranges refutes; so in turn.
    if splits.is_multiple_of(2) && (64..i128::MAX).contains(&width) {
        return Some(Cases::split(variable, state.lower[variable] + width / 2));
    }
    Some(Cases::around(variable, values[variable]))
}

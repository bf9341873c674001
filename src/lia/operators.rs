//! What the intervals of an operator's operands say about its result, and the other way round.
//!
//! Only consequences are recorded; an operator is decided exactly when its operands have one value each.

use super::bounds::Side;
use super::bounds::{NO_LOWER, NO_UPPER};
use super::constraint::{divide_down, divide_up};
use super::problem::{Operation, Value};
use super::state::{Conflict, Contradiction, Reason, State};
use focuscheck_base::arith::IntegerType;

/// The values from `low` to `high`, which may be unbounded.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    fn is_finite(self) -> bool {
        self.low != NO_LOWER && self.high != NO_UPPER
    }

    fn fixed(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    fn within(self, ty: IntegerType) -> bool {
        ty.min() <= self.low && self.high <= ty.max()
    }

    fn excludes_zero(self) -> bool {
        self.low > 0 || self.high < 0
    }

    /// The largest absolute value.
    fn magnitude(self) -> Option<i128> {
        self.is_finite().then(|| self.low.abs().max(self.high.abs()))
    }

    /// The hull of a function on the corners of two finite intervals; `None` on overflow.
    fn corners(self, other: Interval, function: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
        if !self.is_finite() || !other.is_finite() {
            return None;
        }
        let first = function(self.low, other.low)?;
        let mut hull = Interval { low: first, high: first };
        for (left, right) in [(self.low, other.high), (self.high, other.low), (self.high, other.high)] {
            let value = function(left, right)?;
            hull.low = hull.low.min(value);
            hull.high = hull.high.max(value);
        }
        Some(hull)
    }
}

/// The three variables of an operator and the rights to tighten them.
struct Scope<'s, 'a> {
    state: &'s mut State<'a>,
    reason: Reason,
}

impl Scope<'_, '_> {
    fn interval(&self, variable: usize) -> Interval {
        Interval { low: self.state.lower[variable], high: self.state.upper[variable] }
    }

    fn at_least(&mut self, variable: usize, value: i128) -> Result<(), Conflict> {
        self.state.tighten(variable, Side::Lower, value, self.reason)
    }

    fn at_most(&mut self, variable: usize, value: i128) -> Result<(), Conflict> {
        self.state.tighten(variable, Side::Upper, value, self.reason)
    }

    fn narrow(&mut self, variable: usize, to: Interval) -> Result<(), Conflict> {
        if to.low != NO_LOWER {
            self.at_least(variable, to.low)?;
        }
        if to.high != NO_UPPER {
            self.at_most(variable, to.high)?;
        }
        Ok(())
    }

    fn narrow_if(&mut self, variable: usize, to: Option<Interval>) -> Result<(), Conflict> {
        to.map_or(Ok(()), |to| self.narrow(variable, to))
    }

    fn not_zero(&mut self, variable: usize) -> Result<(), Conflict> {
        if self.interval(variable).low == 0 {
            self.at_least(variable, 1)?;
        }
        if self.interval(variable).high == 0 {
            self.at_most(variable, -1)?;
        }
        Ok(())
    }
}

/// Propagates one operator.
pub(super) fn propagate(state: &mut State<'_>, index: usize) -> Result<(), Conflict> {
    let system = state.system;
    let operator = &system.operators[index];
    let (result, left, right) = (operator.result, operator.left, operator.right);
    let ty = IntegerType { width: operator.width, signed: operator.signed, float: false };
    let mut scope = Scope { state, reason: Reason::Operator(index) };
    let operands = (scope.interval(left).fixed(), scope.interval(right).fixed());
    if let (Some(left_value), Some(right_value)) = operands {
        return match operator.operation.apply(operator.width, operator.signed, left_value, right_value) {
            Value::Known(value) => scope.narrow(result, Interval { low: value, high: value }),
            Value::TooLarge => Ok(()),
            Value::Undefined => Err(Conflict::among(&[left, right], Contradiction::Undefined(index))),
        };
    }
    match operator.operation {
        Operation::Multiply => multiply(&mut scope, result, left, right),
        Operation::Divide => divide(&mut scope, result, left, right),
        Operation::Remainder => remainder(&mut scope, result, left, right),
        Operation::BitAnd => bit_and(&mut scope, ty, result, left, right),
        Operation::BitOr => bit_or(&mut scope, ty, result, left, right),
        Operation::BitXor => bit_xor(&mut scope, ty, result, left, right),
        Operation::ShiftLeft => shift_left(&mut scope, ty, result, left, right),
        Operation::ShiftRight => shift_right(&mut scope, ty, result, left, right),
        Operation::Wrap => wrap(&mut scope, ty, result, left),
    }
}

fn multiply(scope: &mut Scope<'_, '_>, result: usize, left: usize, right: usize) -> Result<(), Conflict> {
    let (l, r) = (scope.interval(left), scope.interval(right));
    scope.narrow_if(result, l.corners(r, i128::checked_mul))?;
    if l.fixed() == Some(0) || r.fixed() == Some(0) {
        scope.narrow(result, Interval { low: 0, high: 0 })?;
    }
    if (l.low >= 0 && r.low >= 0) || (l.high <= 0 && r.high <= 0) || left == right {
        scope.at_least(result, 0)?;
    } else if (l.low >= 0 && r.high <= 0) || (l.high <= 0 && r.low >= 0) {
        scope.at_most(result, 0)?;
    }
    let s = scope.interval(result);
    if s.excludes_zero() {
        scope.not_zero(left)?;
        scope.not_zero(right)?;
    }
    if left == right {
        if 0 <= s.high && s.high != NO_UPPER {
            let root = square_root(s.high);
            scope.narrow(left, Interval { low: -root, high: root })?;
        }
        return Ok(());
    }
    for (factor, other) in [(left, right), (right, left)] {
        factor_of(scope, result, factor, other)?;
    }
    Ok(())
}

/// Narrows a factor of a product by the product and the other factor.
fn factor_of(scope: &mut Scope<'_, '_>, product: usize, factor: usize, other: usize) -> Result<(), Conflict> {
    let (s, mut o) = (scope.interval(product), scope.interval(other));
    if !o.excludes_zero() || !s.is_finite() {
        return Ok(());
    }
    let open = !o.is_finite();
    // With an unbounded divisor quotients come as close to zero as one likes.
    if o.low == NO_LOWER {
        o.low = o.high;
    } else if o.high == NO_UPPER {
        o.high = o.low;
    }
    let low = s.corners(o, |product, other| Some(divide_up(product, other)));
    let high = s.corners(o, |product, other| Some(divide_down(product, other)));
    if let (Some(low), Some(high)) = (low, high) {
        let (mut low, mut high) = (low.low, high.high);
        if open {
            low = low.min(0);
            high = high.max(0);
        }
        scope.narrow(factor, Interval { low, high })?;
    }
    Ok(())
}

fn square_root(value: i128) -> i128 {
    num_integer::Roots::sqrt(&value)
}

fn divide(scope: &mut Scope<'_, '_>, result: usize, left: usize, right: usize) -> Result<(), Conflict> {
    scope.not_zero(right)?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    if r.excludes_zero() {
        scope.narrow_if(result, l.corners(r, i128::checked_div))?;
    } else if let Some(size) = l.magnitude() {
        scope.narrow(result, Interval { low: -size, high: size })?;
    }
    let s = scope.interval(result);
    if let (Some(quotient), Some(divisor)) = (s.magnitude(), r.magnitude())
        && let Some(size) = (quotient + 1).checked_mul(divisor)
    {
        scope.narrow(left, Interval { low: 1 - size, high: size - 1 })?;
    }
    if s.low > 0
        && r.low > 0
        && let Some(least) = s.low.checked_mul(r.low)
    {
        scope.at_least(left, least)?;
    }
    Ok(())
}

fn remainder(scope: &mut Scope<'_, '_>, result: usize, left: usize, right: usize) -> Result<(), Conflict> {
    scope.not_zero(right)?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    if let Some(divisor) = r.magnitude() {
        scope.narrow(result, Interval { low: 1 - divisor, high: divisor - 1 })?;
    }
    // The remainder lies between zero and the dividend.
    scope.narrow(result, Interval { low: l.low.min(0), high: l.high.max(0) })?;
    let s = scope.interval(result);
    if s.low > 0 {
        scope.at_least(left, s.low)?;
    }
    if s.high < 0 {
        scope.at_most(left, s.high)?;
    }
    if s.low > 0 && r.low > 0 {
        scope.at_least(right, s.low + 1)?;
    }
    if r.excludes_zero() {
        let least = if r.low > 0 { r.low } else { -r.high };
        if l.magnitude().is_some_and(|size| size < least) {
            scope.narrow(result, l)?;
            scope.narrow(left, scope.interval(result))?;
        }
    }
    Ok(())
}

fn bit_and(
    scope: &mut Scope<'_, '_>,
    ty: IntegerType,
    result: usize,
    left: usize,
    right: usize,
) -> Result<(), Conflict> {
    scope.narrow(result, Interval { low: ty.min(), high: ty.max() })?;
    for (one, other) in [(left, right), (right, left)] {
        let (a, b) = (scope.interval(one), scope.interval(other));
        if a.within(ty) && b.within(ty) && a.low >= 0 {
            scope.narrow(result, Interval { low: 0, high: a.high })?;
            let least = scope.interval(result).low;
            scope.at_least(one, least)?;
        }
    }
    Ok(())
}

/// The largest value that has no more bits than a nonnegative one.
fn all_ones(value: i128) -> i128 {
    (1i128 << (128 - value.leading_zeros())) - 1
}

fn bit_or(
    scope: &mut Scope<'_, '_>,
    ty: IntegerType,
    result: usize,
    left: usize,
    right: usize,
) -> Result<(), Conflict> {
    scope.narrow(result, Interval { low: ty.min(), high: ty.max() })?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    if !l.within(ty) || !r.within(ty) {
        return Ok(());
    }
    if l.low >= 0 && r.low >= 0 {
        let high = all_ones(l.high.max(r.high)).min(l.high + r.high);
        scope.narrow(result, Interval { low: l.low.max(r.low), high })?;
        let most = scope.interval(result).high;
        scope.at_most(left, most)?;
        scope.at_most(right, most)?;
    } else if l.high < 0 || r.high < 0 {
        scope.at_most(result, -1)?;
    }
    Ok(())
}

fn bit_xor(
    scope: &mut Scope<'_, '_>,
    ty: IntegerType,
    result: usize,
    left: usize,
    right: usize,
) -> Result<(), Conflict> {
    scope.narrow(result, Interval { low: ty.min(), high: ty.max() })?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    if !l.within(ty) || !r.within(ty) {
        return Ok(());
    }
    if l.low >= 0 && r.low >= 0 {
        let high = all_ones(l.high.max(r.high)).min(l.high + r.high);
        scope.narrow(result, Interval { low: 0, high })?;
    }
    // Within the type, `s == l ^ r` is the same as `l == s ^ r`.
    let s = scope.interval(result);
    for (one, other) in [(left, r), (right, l)] {
        if let (Some(sum), Some(known)) = (s.fixed(), other.fixed())
            && let Value::Known(value) = Operation::BitXor.apply(ty.width, ty.signed, sum, known)
        {
            scope.narrow(one, Interval { low: value, high: value })?;
        }
    }
    Ok(())
}

fn shift_left(
    scope: &mut Scope<'_, '_>,
    ty: IntegerType,
    result: usize,
    left: usize,
    right: usize,
) -> Result<(), Conflict> {
    scope.narrow(right, Interval { low: 0, high: i128::from(ty.width) - 1 })?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    let factor = Interval { low: 1 << r.low, high: 1 << r.high };
    scope.narrow_if(result, l.corners(factor, i128::checked_mul))?;
    if l.low >= 0 {
        scope.at_least(result, 0)?;
    }
    let s = scope.interval(result);
    let low = s.corners(factor, |value, factor| Some(divide_up(value, factor)));
    let high = s.corners(factor, |value, factor| Some(divide_down(value, factor)));
    if let (Some(low), Some(high)) = (low, high) {
        scope.narrow(left, Interval { low: low.low, high: high.high })?;
    }
    Ok(())
}

fn shift_right(
    scope: &mut Scope<'_, '_>,
    ty: IntegerType,
    result: usize,
    left: usize,
    right: usize,
) -> Result<(), Conflict> {
    scope.narrow(right, Interval { low: 0, high: i128::from(ty.width) - 1 })?;
    let (l, r) = (scope.interval(left), scope.interval(right));
    scope.narrow_if(result, l.corners(r, |value, shift| Some(value >> shift)))?;
    let s = scope.interval(result);
    if s.low >= 0 {
        scope.at_least(left, 0)?;
    }
    if s.high < 0 {
        scope.at_most(left, -1)?;
    }
    Ok(())
}

fn wrap(scope: &mut Scope<'_, '_>, ty: IntegerType, result: usize, left: usize) -> Result<(), Conflict> {
    let l = scope.interval(left);
    if ty.is_bool() {
        scope.narrow(result, Interval { low: 0, high: 1 })?;
        if l.excludes_zero() {
            scope.at_least(result, 1)?;
        }
        match scope.interval(result).fixed() {
            Some(0) => scope.narrow(left, Interval { low: 0, high: 0 })?,
            Some(1) => scope.not_zero(left)?,
            _ => {}
        }
        return Ok(());
    }
    scope.narrow(result, Interval { low: ty.min(), high: ty.max() })?;
    if l.within(ty) {
        scope.narrow(result, l)?;
        scope.narrow(left, scope.interval(result))?;
    }
    Ok(())
}

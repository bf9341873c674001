//! Bounds propagation over intervals: rows here, operators in `operators`.

use num_integer::Integer;

use super::bounds::{NO_LOWER, NO_UPPER, Side};
use super::constraint::{Comparison, Linear, divide_down, divide_up};
use super::operators;
use super::state::{Conflict, Reason, State};
use focuscheck_base::limit::spend;

impl State<'_> {
    /// Propagates to the fixpoint, or until `visits` tasks have run; says whether it got to the fixpoint.
    pub fn propagate(&mut self, mut visits: usize) -> Result<bool, Conflict> {
        while let Some(task) = self.queue.pop_front() {
            self.queued[task] = false;
            let rows = self.system.rows.len();
            let result =
                if task < rows { self.propagate_row(task) } else { operators::propagate(self, task - rows) };
            if let Err(conflict) = result {
                self.clear_queue();
                return Err(conflict);
            }
            visits = visits.saturating_sub(1);
            if visits == 0 && !self.queue.is_empty() {
                self.clear_queue();
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn propagate_row(&mut self, index: usize) -> Result<(), Conflict> {
        let system = self.system;
        let constraint = &system.rows[index].constraint;
        match constraint.comparison {
            Comparison::AtMostZero => self.at_most_zero(index, &constraint.expression, 1),
            Comparison::Zero => {
                self.at_most_zero(index, &constraint.expression, 1)?;
                self.at_most_zero(index, &constraint.expression, -1)?;
                self.congruent(index, &constraint.expression)
            }
            Comparison::NotZero => self.not_zero(index, &constraint.expression),
        }
    }

    /// Propagates `sign * expression <= 0`; `sign` is 1 or -1.
    fn at_most_zero(&mut self, index: usize, expression: &Linear, sign: i128) -> Result<(), Conflict> {
        let Some((sum, unbounded)) = self.smallest(expression, sign) else {
            return Ok(());
        };
        if unbounded > 1 {
            return Ok(());
        }
        for &(symbol, coefficient) in &expression.terms {
            let variable = symbol.0 as usize;
            let Some(coefficient) = coefficient.checked_mul(sign) else {
                return Ok(());
            };
            let extreme = if coefficient > 0 { self.lower[variable] } else { self.upper[variable] };
            let infinite = extreme == NO_LOWER || extreme == NO_UPPER;
            if unbounded == 1 && !infinite {
                continue;
            }
            // `smallest` has computed the same products, so they cannot overflow here.
            let rest = if infinite { Some(sum) } else { sum.checked_sub(coefficient * extreme) };
            let Some(limit) = rest.and_then(i128::checked_neg) else {
                continue;
            };
            let (side, value) = match coefficient {
                1 => (Side::Upper, limit),
                -1 => match limit.checked_neg() {
                    Some(value) => (Side::Lower, value),
                    None => continue,
                },
                _ if coefficient > 0 => (Side::Upper, divide_down(limit, coefficient)),
                _ => (Side::Lower, divide_up(limit, coefficient)),
            };
            self.tighten(variable, side, value, Reason::Row(index))?;
        }
        Ok(())
    }

    /// Propagates what `expression == 0` says of remainders: a variable with coefficient 1 or -1 where a number divides what
    /// all others with several values add.
    fn congruent(&mut self, index: usize, expression: &Linear) -> Result<(), Conflict> {
        let mut own = None;
        let (mut modulus, mut sum) = (0i128, expression.constant);
        for &(symbol, coefficient) in &expression.terms {
            let variable = symbol.0 as usize;
            if self.is_fixed(variable) {
                let product = coefficient.checked_mul(self.lower[variable]);
                let Some(next) = product.and_then(|product| sum.checked_add(product)) else { return Ok(()) };
                sum = next;
            } else if coefficient.abs() == 1 {
                if own.replace((variable, coefficient)).is_some() {
                    return Ok(());
                }
            } else {
                modulus = modulus.gcd(&coefficient);
            }
        }
        let Some((variable, coefficient)) = own.filter(|_| modulus > 1) else { return Ok(()) };
        // The variable leaves the remainder of `-coefficient * sum`.
        let Some(rest) = sum.checked_mul(-coefficient).map(|rest| rest.rem_euclid(modulus)) else {
            return Ok(());
        };
        let (lower, upper) = (self.lower[variable], self.upper[variable]);
        let reason = Reason::Congruence(index, modulus);
        if lower != NO_LOWER {
            let more = (rest - lower.rem_euclid(modulus)).rem_euclid(modulus);
            self.tighten(variable, Side::Lower, lower.saturating_add(more), reason)?;
        }
        if upper != NO_UPPER {
            let less = (upper.rem_euclid(modulus) - rest).rem_euclid(modulus);
            self.tighten(variable, Side::Upper, upper.saturating_sub(less), reason)?;
        }
        Ok(())
    }

    /// The smallest value of `sign * expression` without its unbounded terms, and how many those are.
    fn smallest(&self, expression: &Linear, sign: i128) -> Option<(i128, usize)> {
        spend(1 + expression.terms.len());
        let mut sum = expression.constant.checked_mul(sign)?;
        let mut unbounded = 0;
        for &(symbol, coefficient) in &expression.terms {
            let variable = symbol.0 as usize;
            let upward = (coefficient > 0) == (sign > 0);
            let extreme = if upward { self.lower[variable] } else { self.upper[variable] };
            if extreme == NO_LOWER || extreme == NO_UPPER {
                unbounded += 1;
            } else {
                let product = coefficient.checked_mul(sign)?.checked_mul(extreme)?;
                sum = sum.checked_add(product)?;
            }
        }
        Some((sum, unbounded))
    }

    fn not_zero(&mut self, index: usize, expression: &Linear) -> Result<(), Conflict> {
        let mut free = None;
        let mut sum = expression.constant;
        for &(symbol, coefficient) in &expression.terms {
            let variable = symbol.0 as usize;
            if !self.is_fixed(variable) {
                if free.replace((variable, coefficient)).is_some() {
                    return Ok(());
                }
                continue;
            }
            let product = coefficient.checked_mul(self.lower[variable]);
            let Some(next) = product.and_then(|product| sum.checked_add(product)) else {
                return Ok(());
            };
            sum = next;
        }
        let Some((variable, coefficient)) = free else {
            if sum == 0 {
                // Tightening a fixed variable makes the row itself part of the reason.
                let variable = expression.terms[0].0.0 as usize;
                let value = self.lower[variable].saturating_add(1);
                return self.tighten(variable, Side::Lower, value, Reason::Row(index));
            }
            return Ok(());
        };
        if sum.checked_rem(coefficient) != Some(0) {
            return Ok(());
        }
        let Some(excluded) = sum.checked_div(coefficient).and_then(i128::checked_neg) else {
            return Ok(());
        };
        if excluded == self.lower[variable] {
            self.tighten(variable, Side::Lower, excluded + 1, Reason::Row(index))?;
        }
        if excluded == self.upper[variable] {
            self.tighten(variable, Side::Upper, excluded - 1, Reason::Row(index))?;
        }
        Ok(())
    }
}

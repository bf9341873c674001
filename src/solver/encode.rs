//! Exact linear rows for operators one of whose operands is known.
//!
//! A quotient or remainder of a dividend whose sign is open gets rows that hold for both signs; what the
//! sign adds comes from the intervals of the remainder (see `operators`), so the search has to decide it.

use super::constraint::{Linear, Symbol};
use super::problem::Operation;
use super::propagate::{Conflict, State};
use super::system::{NO_LOWER, NO_UPPER, Operator, Origin, Positions, System};
use crate::check::typed::IntegerType;

/// Encodes the operators whose operands are known from background bounds alone.
pub(super) fn encode_constants(system: &mut System) {
    for index in 0..system.operators.len() {
        let operator = &system.operators[index];
        let bounds =
            [operator.left, operator.right].map(|variable| (system.lower[variable], system.upper[variable]));
        let values = bounds.map(|(low, high)| (low == high).then_some(low));
        encode(system, index, values, bounds, &Origin::Background);
    }
}

/// Encodes the operators whose operands are known where a search starts, with what that rests on.
pub(super) fn encode_known(system: &mut System, start: &State<'_>) {
    for index in 0..start.system.operators.len() {
        let operator = system.operators[index].clone();
        if operator.encoded {
            continue;
        }
        let operands = [operator.left, operator.right];
        let values = operands.map(|variable| start.is_fixed(variable).then_some(start.lower[variable]));
        let bounds = operands.map(|variable| (start.lower[variable], start.upper[variable]));
        if values.iter().all(Option::is_none) {
            continue;
        }
        let origin = Origin::Set(rests_on(start, &operands));
        encode(system, index, values, bounds, &origin);
    }
}

/// The constraints that the bounds of some variables rest on, before any decision.
pub(super) fn rests_on(start: &State<'_>, variables: &[usize]) -> Positions {
    start.explain(&Conflict::among(variables)).constraints
}

fn term(variable: usize, coefficient: i128) -> (Symbol, i128) {
    (Symbol(variable as u32), coefficient)
}

/// Adds rows for an operator if an operand's value is known; `bounds` are those of the operands.
fn encode(
    system: &mut System,
    index: usize,
    values: [Option<i128>; 2],
    bounds: [(i128, i128); 2],
    origin: &Origin,
) {
    let operator = system.operators[index].clone();
    let (left, result) = (operator.left, operator.result);
    let equal = |system: &mut System, terms: Vec<(Symbol, i128)>, constant: i128| {
        if let Some(expression) = Linear::from_terms(terms, constant) {
            if !expression.terms.is_empty() {
                system.add_equality(expression, origin.clone());
            }
            system.operators[index].encoded = true;
        }
    };
    match (operator.operation, values) {
        (_, [Some(_), Some(_)]) => {}
        (Operation::Multiply, [Some(factor), None]) => {
            equal(system, vec![term(operator.right, factor), term(result, -1)], 0);
        }
        (Operation::Multiply, [None, Some(factor)]) => {
            equal(system, vec![term(left, factor), term(result, -1)], 0);
        }
        (Operation::ShiftLeft, [None, Some(shift)]) if (0..i128::from(operator.width)).contains(&shift) => {
            equal(system, vec![term(left, 1 << shift), term(result, -1)], 0);
        }
        (Operation::ShiftRight, [None, Some(shift)]) if (0..i128::from(operator.width)).contains(&shift) => {
            let low_bits = system.add_variable(0, (1 << shift) - 1);
            equal(system, vec![term(left, 1), term(result, -(1 << shift)), term(low_bits, -1)], 0);
        }
        (Operation::Divide | Operation::Remainder, [None, Some(divisor)])
            if divisor != 0 && divisor.unsigned_abs() < 1 << 64 =>
        {
            let (quotient, remainder) = if operator.operation == Operation::Divide {
                // Its size follows from the operator; as a bound it would hide what the divisor rests on.
                let remainder = system.add_variable(NO_LOWER, NO_UPPER);
                system.operators.push(Operator {
                    operation: Operation::Remainder,
                    result: remainder,
                    encoded: true,
                    ..operator.clone()
                });
                (result, remainder)
            } else {
                (system.add_variable(NO_LOWER, NO_UPPER), result)
            };
            equal(system, vec![term(left, 1), term(quotient, -divisor), term(remainder, -1)], 0);
        }
        (Operation::Wrap, _) if operator.width > 1 => {
            // The result's bounds come from its interval; the quotient makes the rest exact.
            let quotient = system.add_variable(NO_LOWER, NO_UPPER);
            equal(system, vec![term(left, 1), term(quotient, -(1 << operator.width)), term(result, -1)], 0);
        }
        (Operation::BitAnd | Operation::BitOr | Operation::BitXor, [known, other]) => {
            let ty = IntegerType { width: operator.width, signed: operator.signed };
            let (mask, operand, bounds) = match (known, other) {
                (None, Some(mask)) => (mask, left, bounds[0]),
                (Some(mask), None) => (mask, operator.right, bounds[1]),
                _ => return,
            };
            if ty.min() <= bounds.0 && bounds.1 <= ty.max() {
                encode_mask(system, index, operand, mask, ty, origin);
            }
        }
        _ => {}
    }
}

/// Cuts an operand into the runs of equal bits of a known mask; the operation keeps, clears, sets or flips
/// each run as a whole, so both the operand and the result are linear in the runs.
fn encode_mask(
    system: &mut System,
    index: usize,
    operand: usize,
    mask: i128,
    ty: IntegerType,
    origin: &Origin,
) {
    let Operator { operation, result, .. } = system.operators[index];
    let bit = |position: u8| mask >> position & 1;
    let mut whole = vec![term(operand, -1)];
    let mut outcome = vec![term(result, -1)];
    let mut constant = 0i128;
    let mut start = 0u8;
    while start < ty.width {
        let mut end = start + 1;
        while end < ty.width && bit(end) == bit(start) {
            end += 1;
        }
        let size = 1i128 << (end - start);
        let weight = 1i128 << start;
        // The run with the sign bit stands for a signed number.
        let (low, high) =
            if end == ty.width && ty.signed { (-size / 2, size / 2 - 1) } else { (0, size - 1) };
        let run = system.add_variable(low, high);
        whole.push(term(run, weight));
        match (operation, bit(start) == 1) {
            (Operation::BitAnd, true) | (Operation::BitOr | Operation::BitXor, false) => {
                outcome.push(term(run, weight));
            }
            // `low + high` is the number whose bits are all ones: -1 for a signed run.
            (Operation::BitOr, true) => constant += weight * (low + high),
            (Operation::BitXor, true) => {
                outcome.push(term(run, -weight));
                constant += weight * (low + high);
            }
            _ => {}
        }
        start = end;
    }
    if let (Some(whole), Some(outcome)) =
        (Linear::from_terms(whole, 0), Linear::from_terms(outcome, constant))
    {
        system.add_equality(whole, origin.clone());
        system.add_equality(outcome, origin.clone());
        system.operators[index].encoded = true;
    }
}

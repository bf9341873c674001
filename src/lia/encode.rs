//! Exact linear rows for operators one of whose operands is known.
//!
//! A quotient or remainder of a dividend whose sign is open gets rows that hold for both signs; what the
//! sign adds comes from the intervals of the remainder (see `operators`), so the search has to decide it.

use super::bounds::Side;
use super::bounds::{NO_LOWER, NO_UPPER};
use super::constraint::{Linear, Symbol};
use super::derivation::{FactId, Rule, bound, form};
use super::positions::Positions;
use super::problem::Operation;
use super::state::{Conflict, Contradiction, State};
use super::system::{Operator, Origin, System};
use focuscheck_base::arith::IntegerType;
use focuscheck_certificate::{Fact, Law, Number, Relation};

/// An operator with what is known about its operands.
struct Known<'k> {
    index: usize,
    /// The values that are known.
    values: [Option<i128>; 2],
    bounds: [(i128, i128); 2],
    /// What that rests on.
    origin: Origin,
    /// The facts that say so.
    facts: &'k dyn Fn(usize) -> [Option<FactId>; 2],
}

impl Known<'_> {
    /// The facts about the operands, or those that are known only.
    fn by(&self, operator: &Operator, all: bool) -> Vec<FactId> {
        let operands = [operator.left, operator.right].into_iter().zip(self.values);
        let named = operands.filter(|(_, value)| all || value.is_some());
        let mut facts: Vec<FactId> = named.flat_map(|(operand, _)| (self.facts)(operand)).flatten().collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// Adds `terms == 0`, the linear meaning of the operator.
    fn equal(&self, system: &mut System, terms: Vec<(Symbol, i128)>, proof: Option<FactId>) {
        if let Some(expression) = Linear::from_terms(terms, 0) {
            if !expression.terms.is_empty() {
                system.add_equality(expression, self.origin.clone(), proof);
            }
            system.operators[self.index].encoded = true;
        }
    }

    /// Adds what the certificate's law says.
    fn lawful(&self, system: &mut System, terms: Vec<(Symbol, i128)>, law: Law) {
        let proof = self.law(system, &terms, law, Relation::Equal, 0);
        self.equal(system, terms, proof);
    }

    fn law(
        &self,
        system: &System,
        terms: &[(Symbol, i128)],
        law: Law,
        relation: Relation,
        constant: i128,
    ) -> Option<FactId> {
        let bounds = self.by(&system.operators[self.index], false);
        let form = form(&Linear::from_terms(terms.to_vec(), constant)?);
        system.record(|log| Some(log.add(Some(Fact { form, relation }), Rule::Law(self.index, law, bounds))))
    }
}

/// Encodes the operators whose operands are known from background bounds alone.
pub(super) fn encode_constants(system: &mut System) {
    let log = system.log.clone();
    let facts = |variable: usize| log.as_ref().map_or([None; 2], |log| log.borrow().base(variable));
    for index in 0..system.operators.len() {
        let operator = &system.operators[index];
        let bounds =
            [operator.left, operator.right].map(|variable| (system.lower[variable], system.upper[variable]));
        let values = bounds.map(|(low, high)| (low == high).then_some(low));
        encode(system, &Known { index, values, bounds, origin: Origin::Background, facts: &facts });
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
        encode(system, &Known { index, values, bounds, origin, facts: &|variable| start.facts(variable) });
    }
}

/// The constraints that the bounds of some variables rest on, before any decision.
pub(super) fn rests_on(start: &State<'_>, variables: &[usize]) -> Positions {
    start.explain(&Conflict::among(variables, Contradiction::None)).constraints
}

fn term(variable: usize, coefficient: i128) -> (Symbol, i128) {
    (Symbol(variable as u32), coefficient)
}

/// Adds rows for an operator if an operand's value is known.
fn encode(system: &mut System, known: &Known<'_>) {
    let index = known.index;
    let operator = system.operators[index].clone();
    let (left, result) = (operator.left, operator.result);
    match (operator.operation, known.values) {
        (_, [Some(_), Some(_)]) => {}
        (Operation::Multiply, [Some(factor), None]) => {
            known.lawful(system, vec![term(operator.right, factor), term(result, -1)], Law::Plain);
        }
        (Operation::Multiply, [None, Some(factor)]) => {
            known.lawful(system, vec![term(left, factor), term(result, -1)], Law::Plain);
        }
        (Operation::ShiftLeft, [None, Some(shift)]) if (0..i128::from(operator.width)).contains(&shift) => {
            known.lawful(system, vec![term(left, 1 << shift), term(result, -1)], Law::Plain);
        }
        (Operation::ShiftRight, [None, Some(shift)]) if (0..i128::from(operator.width)).contains(&shift) => {
            let low_bits = system.add_variable(0, (1 << shift) - 1);
            let rounded = vec![term(left, 1), term(result, -(1 << shift))];
            let proof = rounding(system, known, low_bits, &rounded, 1 << shift);
            known.equal(system, [rounded, vec![term(low_bits, -1)]].concat(), proof);
        }
        (Operation::Divide | Operation::Remainder, [None, Some(divisor)])
            if divisor != 0 && divisor.unsigned_abs() < 1 << 64 =>
        {
            let other = system.operators.len();
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
                // The row says all there is to say about the quotient; its operator is only there for proofs.
                (system.add_variable(NO_LOWER, NO_UPPER), result)
            };
            let variable = if operator.operation == Operation::Divide { remainder } else { quotient };
            // An operator that is not in the list has a number that no operator will have.
            let other = if operator.operation == Operation::Divide { other } else { usize::MAX - index };
            system.record(|log| {
                let id = log.add(None, Rule::Companion { variable, operator: other, of: index });
                log.introduced.insert(variable, id);
                log.companions.insert(other, id);
                None
            });
            let terms = vec![term(left, 1), term(quotient, -divisor), term(remainder, -1)];
            known.lawful(system, terms, Law::With(other));
        }
        (Operation::Wrap, _) if operator.width > 1 => {
            // The result's bounds come from its interval; the quotient makes the rest exact.
            let quotient = system.add_variable(NO_LOWER, NO_UPPER);
            let terms = vec![term(left, 1), term(quotient, -(1 << operator.width)), term(result, -1)];
            let proof = system.record(|log| {
                let fact = Fact::equal(form(&Linear::from_terms(terms.clone(), 0)?));
                let id = log.add(Some(fact), Rule::Quotient { variable: quotient, operator: index });
                log.introduced.insert(quotient, id);
                Some(id)
            });
            known.equal(system, terms, proof);
        }
        (Operation::BitAnd | Operation::BitOr | Operation::BitXor, [value, other]) => {
            let ty = IntegerType { width: operator.width, signed: operator.signed, float: false };
            let (mask, operand, bounds) = match (value, other) {
                (None, Some(mask)) => (mask, left, known.bounds[0]),
                (Some(mask), None) => (mask, operator.right, known.bounds[1]),
                _ => return,
            };
            if ty.min() <= bounds.0 && bounds.1 <= ty.max() {
                encode_mask(system, known, operand, mask, ty);
            }
        }
        _ => {}
    }
}

/// Records that what a shift to the right rounds off is at least zero and less than `factor`; the fact that
/// `rounded` is `low_bits`.
fn rounding(
    system: &System,
    known: &Known<'_>,
    low_bits: usize,
    rounded: &[(Symbol, i128)],
    factor: i128,
) -> Option<FactId> {
    let expression = Linear::from_terms(rounded.to_vec(), 0)?;
    let negated = expression.negate()?;
    let least = known.law(system, &negated.terms, Law::Plain, Relation::AtMost, 0)?;
    let most = known.law(system, &expression.terms, Law::Rounding, Relation::AtMost, 1 - factor)?;
    system.record(|log| {
        let definition = log.define(low_bits, &expression, false);
        // `rounded - low_bits == 0` takes the place of `rounded` by `low_bits`.
        let lower = log.sum(vec![(Number::ONE, least), (Number::ONE, definition)], Number::ONE);
        let upper = log.sum(vec![(Number::ONE, most), (Number::NEG_ONE, definition)], Number::ONE);
        log.set_base(low_bits, Side::Lower, lower);
        log.set_base(low_bits, Side::Upper, upper);
        Some(definition)
    })
}

/// Cuts an operand into the runs of equal bits of a known mask; the operation keeps, clears, sets or flips
/// each run as a whole, so both the operand and the result are linear in the runs.
fn encode_mask(system: &mut System, known: &Known<'_>, operand: usize, mask: i128, ty: IntegerType) {
    let Operator { operation, result, .. } = system.operators[known.index];
    let first = system.variables();
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
        let proofs = runs(system, known, first, &[&whole, &outcome]);
        system.add_equality(whole, known.origin.clone(), proofs.map(|proof| proof - 1));
        system.add_equality(outcome, known.origin.clone(), proofs);
        system.operators[known.index].encoded = true;
    }
}

/// Records the facts about runs of bits; the last one.
fn runs(system: &System, known: &Known<'_>, first: usize, sums: &[&Linear]) -> Option<FactId> {
    let count = system.variables() - first;
    let bounds = known.by(&system.operators[known.index], true);
    system.record(|log| {
        let mut rule = Rule::Runs { first, count, operator: known.index, bounds };
        let group = log.entries.len();
        for variable in first..first + count {
            for (side, value) in
                [(Side::Lower, system.lower[variable]), (Side::Upper, system.upper[variable])]
            {
                let id = log.add(Some(bound(variable, side, value)), rule);
                rule = Rule::Part(group);
                log.set_base(variable, side, Some(id));
            }
            log.introduced.insert(variable, group);
        }
        let facts: Vec<FactId> =
            sums.iter().map(|sum| log.add(Some(Fact::equal(form(sum))), Rule::Part(group))).collect();
        facts.last().copied()
    })
}

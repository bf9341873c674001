//! What known ranges of forms tell about the value of an expression.

use std::cell::Cell;
use std::rc::Rc;

use focuscheck_rules::range::{Range, Ranges};

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation, UnaryOperator};
use focuscheck_cells::facts::cfg::{Expr, Graph, ScalarId};

use super::form::{Form, FormSet, Forms, Terms, of_type};
use super::table::Table;
use super::target::{Rest, Target, Targets};

/// So often may forms be combined at one point; where many forms share scalars, the combinations of combinations are
/// too many to look at all.
const MOST_COMBINED: u32 = 1_000;

/// The ranges of forms at one point of a procedure.
#[derive(Clone, Debug)]
pub(super) struct Known<'a> {
    pub(super) graph: &'a Graph,
    pub(super) forms: &'a Forms,
    pub(super) targets: &'a Targets,
    /// By form; one that is missing has the range that the types give it.
    pub(super) ranges: Table,
    /// The forms that are kept where a step starts and where it leads; of others nothing has to be found out.
    pub(super) kept: Option<(Rc<FormSet>, Rc<FormSet>)>,
    /// How often forms may still be combined; bounds are wider, never wrong, when that is used up.
    left: Cell<u32>,
}

/// A value: a linear form plus something unknown in a range.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    pub(super) form: Form,
    pub(super) rest: Range,
}

impl<'a> Known<'a> {
    pub(super) fn new(graph: &'a Graph, (forms, targets): (&'a Forms, &'a Targets), ranges: &Ranges) -> Self {
        let ranges = Table::of(ranges, forms.all().len());
        Known { graph, forms, targets, ranges, kept: None, left: Cell::new(MOST_COMBINED) }
    }

    /// The same for a step between places where these forms are kept.
    pub(super) fn between(self, from: Rc<FormSet>, to: Rc<FormSet>) -> Self {
        Known { kept: Some((from, to)), ..self }
    }

    /// Whether a form is kept at either end of the step.
    pub(super) fn is_wanted(&self, number: u32) -> bool {
        self.kept.as_ref().is_none_or(|(from, to)| from.contains(number) || to.contains(number))
    }

    /// Whether a form is kept where the step leads.
    pub(super) fn stays(&self, number: u32) -> bool {
        self.kept.as_ref().is_none_or(|(_, to)| to.contains(number))
    }

    pub(super) fn into_ranges(self) -> Ranges {
        Ranges(Rc::new(self.ranges.into_sorted()))
    }

    /// The range of a scalar.
    pub(super) fn scalar(&self, scalar: ScalarId) -> Range {
        let known = self.forms.single(scalar).and_then(|number| self.ranges.get(number));
        known.unwrap_or_else(|| of_type(self.graph.scalars[scalar.index()].ty))
    }

    /// What can tell the range of a form, its constant aside.
    pub(super) fn target(&self, terms: &Terms) -> Rc<Target> {
        self.targets.of(self.forms, terms)
    }

    /// The range of a form without a constant from those of its scalars alone.
    fn apart(&self, terms: &Terms) -> Option<Range> {
        let mut sum = Range::single(0);
        for &(scalar, coefficient) in terms {
            sum = sum.plus(self.scalar(scalar).scale(coefficient)?)?;
        }
        Some(sum)
    }

    /// The range of a kept form of several scalars if it tells more than theirs do; with another one nothing is found out.
    fn telling(&self, number: u32) -> Option<Range> {
        let apart = || self.apart(&self.forms.get(number).terms);
        self.ranges.telling(number, |range| apart().is_none_or(|apart| !apart.is_within(range)))
    }

    /// The same, met with what is known of the form itself.
    fn direct(&self, target: &Target) -> Option<Range> {
        let known = target.number.and_then(|(number, factor)| self.ranges.get(number)?.scale(factor));
        both(self.apart(&target.terms), known)
    }

    /// The range of a form; `None` if nothing is known (or it is too large to tell).
    pub(super) fn bound(&self, form: &Form) -> Option<Range> {
        let constant = Range::single(form.constant);
        match form.terms.is_empty() {
            true => Some(constant),
            false => self.bound_of(&self.target(&form.terms))?.plus(constant),
        }
    }

    /// The same of a form without a constant.
    pub(super) fn bound_of(&self, target: &Target) -> Option<Range> {
        self.bound_within(target, 2)
    }

    fn bound_within(&self, target: &Target, depth: u32) -> Option<Range> {
        let mut best = self.direct(target);
        if depth == 0 || target.terms.len() < 2 {
            return best;
        }
        // The form as a multiple of a known one and a remainder with fewer scalars.
        let combinations = target.combinations(self.forms);
        for other in combinations.others.common(self.ranges.known()) {
            let Some(range) = self.telling(other) else { continue };
            for combination in combinations.with(other) {
                let Some(left) = self.left.get().checked_sub(1) else { return best };
                self.left.set(left);
                let rest = self.targets.rest(self.forms, target, combination);
                let Some(Rest { factor, target: rest, is_simpler }) = rest else { continue };
                let rest = match is_simpler {
                    true => self.bound_within(rest, depth - 1),
                    false => self.direct(rest),
                };
                let sum = rest.and_then(|rest| range.scale(*factor)?.plus(rest));
                best = both(best, sum);
            }
        }
        best
    }

    /// The value of an expression, as far as the ranges tell; paths on which it is undefined are left out.
    pub(super) fn value(&self, expression: &Expr) -> Valued {
        match expression {
            Expr::Constant(value, _) => Valued::exactly(Form::constant(*value)),
            Expr::Scalar(scalar) => Valued::exactly(Form::scalar(*scalar)),
            Expr::Unary(operator, ty, operand) => {
                let operand = self.value(operand);
                match operator {
                    UnaryOperator::Negate => self.arithmetic(operand.scale(-1), *ty),
                    UnaryOperator::BitNot => {
                        let minus = operand.scale(-1);
                        self.wrapped(minus.and_then(|m| m.plus(&Valued::exactly(Form::constant(-1)))), *ty)
                    }
                }
            }
            Expr::Binary(operator, ty, left, right) => {
                if let Some(sum) = self.sum_of_quotients(expression, *ty) {
                    return sum;
                }
                let (left, right) = (self.value(left), self.value(right));
                match operator {
                    BinaryOperator::Add => self.arithmetic(left.plus(&right), *ty),
                    BinaryOperator::Subtract => {
                        self.arithmetic(right.scale(-1).and_then(|r| left.plus(&r)), *ty)
                    }
                    BinaryOperator::Multiply => {
                        let product = match (left.constant(), right.constant()) {
                            (Some(factor), _) => right.scale(factor),
                            (_, Some(factor)) => left.scale(factor),
                            _ => self.product(&left, &right).map(Valued::within),
                        };
                        self.arithmetic(product, *ty)
                    }
                    _ => Valued::within(self.operation(*operator, *ty, &left, &right)),
                }
            }
            Expr::Convert(ty, operand) => {
                if ty.is_bool() {
                    let range = self.range(&self.value(operand));
                    let truth = match range {
                        Some(range) if range.value() == Some(0) => Range::single(0),
                        Some(range) if !range.contains(0) => Range::single(1),
                        _ => of_type(*ty),
                    };
                    return Valued::within(truth);
                }
                self.wrapped(Some(self.modulo(operand, ty.width)), *ty)
            }
        }
    }

    /// A value that differs from that of an expression by a multiple of `2^width`: `(int)(n - 1)` is `n - 1`, also where
    /// `n` is unsigned and 0.
    fn modulo(&self, expression: &Expr, width: u8) -> Valued {
        let wraps = |ty: &IntegerType| !ty.signed && ty.width >= width;
        let value = match expression {
            Expr::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), ty, left, right)
                if wraps(ty) =>
            {
                let right = self.modulo(right, width);
                let right = if *operator == BinaryOperator::Add { Some(right) } else { right.scale(-1) };
                right.and_then(|right| self.modulo(left, width).plus(&right))
            }
            Expr::Convert(ty, operand) if !ty.is_bool() && ty.width >= width => {
                Some(self.modulo(operand, width))
            }
            _ => None,
        };
        value.unwrap_or_else(|| self.value(expression))
    }

    /// All values that something can have.
    pub(super) fn range(&self, value: &Valued) -> Option<Range> {
        self.bound(&value.form)?.plus(value.rest)
    }

    /// The mathematical result of arithmetic in a type: unsigned wraps, signed stays in range or is undefined.
    fn arithmetic(&self, value: Option<Valued>, ty: IntegerType) -> Valued {
        match value {
            Some(value) if ty.signed => value,
            value => self.wrapped(value, ty),
        }
    }

    /// A value converted to a type: what wraps all the same way stays exact.
    fn wrapped(&self, value: Option<Valued>, ty: IntegerType) -> Valued {
        let shifted = || {
            let value = value?;
            let range = self.range(&value)?;
            if ty.contains(range.low) && ty.contains(range.high) {
                return Some(value);
            }
            let size = 1i128.checked_shl(ty.width.into()).filter(|_| ty.width < 100)?;
            let turns = range.low.checked_sub(ty.min())?.div_euclid(size);
            if turns != range.high.checked_sub(ty.min())?.div_euclid(size) {
                return None;
            }
            let constant = Form::constant(turns.checked_mul(size)?.checked_neg()?);
            value.plus(&Valued::exactly(constant))
        };
        shifted().unwrap_or_else(|| Valued::within(of_type(ty)))
    }

    fn product(&self, left: &Valued, right: &Valued) -> Option<Range> {
        let (a, b) = (self.range(left)?, self.range(right)?);
        let mut corners = Vec::with_capacity(4);
        for one in [a.low, a.high] {
            for other in [b.low, b.high] {
                corners.push(one.checked_mul(other)?);
            }
        }
        corners.sort_unstable();
        // A square is not negative.
        let square = left.form == right.form && left.rest.value().is_some() && left.rest == right.rest;
        let low = if square { corners[0].max(0) } else { corners[0] };
        Range::new(low, corners[3])
    }

    /// A signed sum in which several values are divided by constants, as `y / 4 - y / 100`: what these quotients are together is
    /// closer than the ranges of each. `None` if there are not several.
    fn sum_of_quotients(&self, expression: &Expr, ty: IntegerType) -> Option<Valued> {
        let mut terms = Vec::new();
        summands(expression, ty, 1, &mut terms);
        let is_quotient = |term: &&Expr| divided_by(term).is_some();
        if !ty.signed || terms.iter().filter(|(term, _)| is_quotient(term)).count() < 2 {
            return None;
        }
        let mut others = Valued::exactly(Form::default());
        let mut each = Range::single(0);
        let mut divided = Vec::new();
        for (term, sign) in terms {
            let value = divided_by(term).map(|(value, by)| (self.value(value), by));
            match value.filter(|(value, _)| self.range(value).is_some_and(|range| range.low >= 0)) {
                Some((value, by)) => {
                    each = each.plus(self.range(&self.value(term))?.scale(sign)?)?;
                    divided.push((value.scale(sign)?, sign, by));
                }
                None => others = others.plus(&self.value(term).scale(sign)?)?,
            }
        }
        // With the remainder of each, its quotient times the divisor is what is divided.
        let multiple = divided.iter().try_fold(1, |all, (_, _, by)| least_common_multiple(all, *by))?;
        let mut sum = Valued::exactly(Form::default());
        for (value, sign, by) in divided {
            let (factor, remainder) = (multiple / by, Range::new(0, by - 1)?);
            let less = Valued::within(remainder.scale(-sign)?);
            sum = sum.plus(&value.plus(&less)?.scale(factor)?)?;
        }
        let together = self.range(&sum)?;
        let low = together.low.div_euclid(multiple) + i128::from(together.low.rem_euclid(multiple) != 0);
        let together = Range::new(low, together.high.div_euclid(multiple))?;
        others.plus(&Valued::within(both(Some(each), Some(together))?))
    }

    /// The range of an operation that is not linear; anything of the type where no more is known.
    fn operation(&self, operator: BinaryOperator, ty: IntegerType, left: &Valued, right: &Valued) -> Range {
        let all = of_type(ty);
        let (Some(a), Some(b)) = (self.range(left), self.range(right)) else { return all };
        if let (BinaryOperator::Remainder, Some(divisor), true) = (operator, b.value(), a.low >= 0)
            && divisor > 0
        {
            let (modulus, remainder) = a.stride();
            if modulus > 0 && modulus % divisor == 0 {
                return Range::single(remainder % divisor);
            }
        }
        let interval = |range: Range| Interval { low: range.low, high: range.high };
        let result = interval(a).binary(operator, ty, interval(b));
        Range::new(result.low, result.high).unwrap_or(all)
    }

    /// Which outcomes a comparison can have, when false and when true.
    pub(super) fn outcomes(&self, relation: Relation, left: &Expr, right: &Expr) -> [bool; 2] {
        let difference = self.difference(left, right);
        let Some(range) = difference.and_then(|value| self.range(&value)) else { return [true; 2] };
        let possible = |relation| match relation {
            Relation::Less => range.low < 0,
            Relation::LessEqual => range.low <= 0,
            Relation::Greater => range.high > 0,
            Relation::GreaterEqual => range.high >= 0,
            Relation::Equal => range.contains(0),
            Relation::NotEqual => range.value() != Some(0),
        };
        [possible(relation.negate()), possible(relation)]
    }

    pub(super) fn difference(&self, left: &Expr, right: &Expr) -> Option<Valued> {
        self.value(left).plus(&self.value(right).scale(-1)?)
    }
}

/// The terms of a sum in a type, each with the sign that it has there.
fn summands<'e>(expression: &'e Expr, ty: IntegerType, sign: i128, terms: &mut Vec<(&'e Expr, i128)>) {
    match expression {
        Expr::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), own, left, right)
            if *own == ty =>
        {
            summands(left, ty, sign, terms);
            let sign = if *operator == BinaryOperator::Add { sign } else { -sign };
            summands(right, ty, sign, terms);
        }
        expression => terms.push((expression, sign)),
    }
}

/// What is divided, and the positive constant that it is divided by.
fn divided_by(expression: &Expr) -> Option<(&Expr, i128)> {
    match expression {
        Expr::Binary(BinaryOperator::Divide, _, value, by) => match **by {
            Expr::Constant(by, _) if by > 0 => Some((value, by)),
            _ => None,
        },
        _ => None,
    }
}

fn least_common_multiple(one: i128, other: i128) -> Option<i128> {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other)
}

/// What holds if both hold; contradictions are left to where ranges are stored.
pub(super) fn both(one: Option<Range>, other: Option<Range>) -> Option<Range> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.meet(b).unwrap_or(a)),
        (a, b) => a.or(b),
    }
}

impl Valued {
    pub(super) fn exactly(form: Form) -> Valued {
        Valued { form, rest: Range::single(0) }
    }

    pub(super) fn within(rest: Range) -> Valued {
        Valued { form: Form::default(), rest }
    }

    fn constant(&self) -> Option<i128> {
        self.form.terms.is_empty().then(|| self.rest.value()?.checked_add(self.form.constant)).flatten()
    }

    pub(super) fn scale(&self, factor: i128) -> Option<Valued> {
        let form = Form::default().add_scaled(&self.form, factor)?;
        Some(Valued { form, rest: self.rest.scale(factor)? })
    }

    pub(super) fn plus(&self, other: &Valued) -> Option<Valued> {
        let form = self.form.add_scaled(&other.form, 1)?;
        Some(Valued { form, rest: self.rest.plus(other.rest)? })
    }
}

//! The checker: whether the answer of a decision follows from its system.
//!
//! It adds, multiplies and divides integers without limits, and knows the rules that the module's text
//! lists; it searches for nothing.

use dashu_int::ops::{DivRemEuclid, Gcd};

use super::operator::{End, Range, TOO_WIDE, WIDEST, apply, possible, runs, type_range};
use super::{Answer, Decision, Fact, Given, Law, LinearSum, Number, Operation, Operator, Relation, Step};

/// What is wrong with a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where.
    pub place: Place,
    /// What, in words.
    pub reason: String,
}

/// A line of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of the system, counted from zero.
    System(usize),
    /// A step of the proof, or a value of the model.
    Answer(usize),
    /// The end of the decision.
    End,
}

type Checked<T> = Result<T, String>;

/// What is known at a point of a proof.
#[derive(Default)]
struct Known {
    variables: usize,
    facts: Vec<Fact>,
    operators: Vec<Operator>,
    /// The cases that are open around this point.
    splits: Vec<Split>,
    /// Whether the innermost case has ended in a contradiction.
    finished: bool,
}

struct Split {
    variables: usize,
    facts: usize,
    operators: usize,
    /// The other case; taken when it is entered.
    second: Option<Fact>,
}

/// Checks a decision.
pub fn check(decision: &Decision) -> Result<(), Flaw> {
    let mut known = Known::default();
    for (line, given) in decision.system.iter().enumerate() {
        let result = match given {
            Given::Variable(_) => {
                known.variables += 1;
                Ok(())
            }
            Given::Fact(fact, _) => known.add(fact.clone()),
            Given::Let(form) => known.define(form),
            Given::Operator(operator) => known.add_operator(operator.clone()),
        };
        result.map_err(|reason| Flaw { place: Place::System(line), reason })?;
    }
    match &decision.answer {
        Answer::Feasible(values) => check_model(&known, values),
        Answer::Infeasible(steps) => {
            for (line, step) in steps.iter().enumerate() {
                known.step(step).map_err(|reason| Flaw { place: Place::Answer(line), reason })?;
            }
            match known.finished && known.splits.is_empty() {
                true => Ok(()),
                false => Err(Flaw { place: Place::End, reason: "no contradiction is reached".to_owned() }),
            }
        }
    }
}

fn check_model(known: &Known, values: &[Number]) -> Result<(), Flaw> {
    let at = |line: usize, reason: String| Err(Flaw { place: Place::Answer(line), reason });
    if values.len() != known.variables {
        return at(values.len(), "not every variable has one value".to_owned());
    }
    for (number, fact) in known.facts.iter().enumerate() {
        let mut sum = fact.form.constant.clone();
        fact.form.terms.iter().for_each(|(variable, value)| sum += value * &values[*variable]);
        if !holds(fact.relation, &sum) {
            return at(0, format!("fact {} does not hold", number + 1));
        }
    }
    for (number, operator) in known.operators.iter().enumerate() {
        let value = apply(operator, &values[operator.left], &values[operator.right]);
        if value.as_ref() != Some(&values[operator.result]) {
            return at(operator.result, format!("operator {} does not have this value", number + 1));
        }
    }
    Ok(())
}

fn holds(relation: Relation, value: &Number) -> bool {
    match relation {
        Relation::AtMost => *value <= Number::ZERO,
        Relation::Equal => *value == Number::ZERO,
        Relation::NotEqual => *value != Number::ZERO,
    }
}

/// Whether no integers satisfy a fact.
fn is_false(fact: &Fact) -> bool {
    let LinearSum { terms, constant } = &fact.form;
    match fact.relation {
        _ if terms.is_empty() => !holds(fact.relation, constant),
        Relation::Equal => {
            let divisor = terms.iter().fold(Number::ZERO, |divisor, term| divisor.gcd(&term.1).into());
            constant.div_rem_euclid(&divisor).1 != dashu_int::UBig::ZERO
        }
        _ => false,
    }
}

/// The sum of multiples of facts, divided; for the author of a proof, too. A sum of equalities alone may be
/// `wanted` as an inequality.
pub fn combine(parts: &[(&Number, &Fact)], divisor: &Number, wanted: Relation) -> Result<Fact, String> {
    let mut relation = Relation::Equal;
    for (factor, fact) in parts {
        relation = match (relation, fact.relation) {
            (relation, Relation::Equal) => relation,
            (Relation::Equal | Relation::AtMost, Relation::AtMost) if **factor >= Number::ZERO => {
                Relation::AtMost
            }
            (Relation::Equal, Relation::NotEqual) if **factor != Number::ZERO => Relation::NotEqual,
            _ => return Err("these facts have no such sum".to_owned()),
        };
    }
    if relation == Relation::Equal && wanted == Relation::AtMost {
        relation = wanted;
    }
    let mut form = LinearSum::sum(parts.iter().map(|(factor, fact)| (*factor, &fact.form)));
    if *divisor < Number::ONE {
        return Err("the divisor is not positive".to_owned());
    }
    let inexact = || "the divisor does not divide the sum".to_owned();
    for (_, coefficient) in &mut form.terms {
        *coefficient = divided(coefficient, divisor).ok_or_else(inexact)?;
    }
    form.constant = match relation {
        // e + c/d <= 0 over the integers: the constant is rounded up.
        Relation::AtMost => -(-form.constant).div_rem_euclid(divisor).0,
        _ => divided(&form.constant, divisor).ok_or_else(inexact)?,
    };
    Ok(Fact { form, relation })
}

impl Known {
    fn fact(&self, number: usize) -> Checked<&Fact> {
        let position = number.checked_sub(1).and_then(|position| self.facts.get(position));
        position.ok_or_else(|| format!("there is no fact {number} here"))
    }

    fn operator(&self, number: usize) -> Checked<&Operator> {
        let position = number.checked_sub(1).and_then(|position| self.operators.get(position));
        position.ok_or_else(|| format!("there is no operator {number} here"))
    }

    fn add(&mut self, fact: Fact) -> Checked<()> {
        match fact.form.terms.iter().find(|term| term.0 >= self.variables) {
            Some((variable, _)) => Err(format!("there is no variable v{variable} here")),
            None => {
                self.facts.push(fact);
                Ok(())
            }
        }
    }

    /// Adds a fact that was derived and is stated.
    fn add_derived(&mut self, derived: Fact, stated: &Fact) -> Checked<()> {
        if derived != *stated {
            return Err("this gives another fact than the one stated".to_owned());
        }
        self.add(derived)
    }

    fn add_operator(&mut self, operator: Operator) -> Checked<()> {
        let Operator { result, left, right, width, .. } = operator;
        if [result, left, right].iter().any(|&variable| variable >= self.variables) {
            return Err("the operator has a variable that is not there".to_owned());
        }
        if !(1..=WIDEST).contains(&width) {
            return Err(TOO_WIDE.to_owned());
        }
        self.operators.push(operator);
        Ok(())
    }

    /// Adds a variable that equals a form.
    fn define(&mut self, form: &LinearSum) -> Checked<()> {
        if form.terms.iter().any(|term| term.0 >= self.variables) {
            return Err("a variable is defined by one that is not there".to_owned());
        }
        let mut form = form.clone();
        form.terms.push((self.variables, Number::NEG_ONE));
        self.variables += 1;
        self.add(Fact::equal(form))
    }

    fn step(&mut self, step: &Step) -> Checked<()> {
        if self.finished && !matches!(step, Step::Case | Step::Close) {
            return Err("nothing may follow a contradiction".to_owned());
        }
        match step {
            Step::Sum { parts, divisor, fact } => {
                self.add_derived(self.sum(parts, divisor, fact.relation)?, fact)
            }
            Step::Pair { one, other, fact } => {
                let (one, other) = (self.fact(*one)?, self.fact(*other)?);
                let opposite = one.relation == Relation::AtMost
                    && other.relation == Relation::AtMost
                    && one.form.negated() == other.form;
                match opposite {
                    true => self.add_derived(Fact::equal(one.form.clone()), fact),
                    false => Err("these are not e <= 0 and -e <= 0".to_owned()),
                }
            }
            Step::Exclude { unequal, at_most, fact } => {
                let (unequal, at_most) = (self.fact(*unequal)?, self.fact(*at_most)?);
                let same = unequal.relation == Relation::NotEqual
                    && at_most.relation == Relation::AtMost
                    && (unequal.form == at_most.form || unequal.form.negated() == at_most.form);
                if !same {
                    return Err("these are not e != 0 and e <= 0".to_owned());
                }
                let mut derived = at_most.clone();
                derived.form.constant += 1;
                self.add_derived(derived, fact)
            }
            Step::Let { form } => self.define(form),
            Step::Interval { operator, bounds, fact } => {
                self.interval(*operator, bounds, fact)?;
                self.add(fact.clone())
            }
            Step::Law { operator, kind, bounds } => self.add(self.law(*operator, *kind, bounds)?),
            Step::Companion { operator } => self.companion(*operator),
            Step::Quotient { operator } => self.quotient(*operator),
            Step::Runs { operator, count, bounds } => self.runs(*operator, *count, bounds),
            Step::Split { variable, value } => {
                let state = (self.variables, self.facts.len(), self.operators.len());
                let second = Some(Fact::bound(*variable, -1, value + Number::ONE));
                self.splits.push(Split { variables: state.0, facts: state.1, operators: state.2, second });
                self.add(Fact::bound(*variable, 1, value.clone()))
            }
            Step::Case => {
                let second = self.splits.last_mut().and_then(|split| split.second.take());
                let Some(second) = second.filter(|_| self.finished) else {
                    return Err("the first of two cases does not end here".to_owned());
                };
                self.forget();
                self.add(second)
            }
            Step::Close => {
                let complete = self.splits.last().is_some_and(|split| split.second.is_none());
                if !complete || !self.finished {
                    return Err("the second of two cases does not end here".to_owned());
                }
                self.forget();
                self.splits.pop();
                self.finished = true;
                Ok(())
            }
            Step::Contradiction { fact } => match is_false(self.fact(*fact)?) {
                true => {
                    self.finished = true;
                    Ok(())
                }
                false => Err(format!("fact {fact} is no contradiction")),
            },
        }
    }

    /// Back to what was known before the innermost split.
    fn forget(&mut self) {
        if let Some(split) = self.splits.last() {
            self.variables = split.variables;
            self.facts.truncate(split.facts);
            self.operators.truncate(split.operators);
            self.finished = false;
        }
    }

    fn sum(&self, parts: &[(Number, usize)], divisor: &Number, wanted: Relation) -> Checked<Fact> {
        let facts = parts.iter().map(|(factor, number)| Ok((factor, self.fact(*number)?)));
        combine(&facts.collect::<Checked<Vec<_>>>()?, divisor, wanted)
    }

    /// The ranges of some variables by the facts about single variables among those that are named.
    fn ranges(&self, variables: [usize; 3], bounds: &[usize]) -> Checked<[Range; 3]> {
        let mut ranges = [Range::all(), Range::all(), Range::all()];
        for number in bounds {
            let fact = self.fact(*number)?;
            let [(variable, coefficient)] = &fact.form.terms[..] else {
                return Err(format!("fact {number} is not about one variable"));
            };
            let (low, high) = match (fact.relation, coefficient) {
                (Relation::AtMost, sign) if *sign == Number::ONE => (None, Some(-&fact.form.constant)),
                (Relation::AtMost, sign) if *sign == Number::NEG_ONE => {
                    (Some(fact.form.constant.clone()), None)
                }
                (Relation::Equal, sign) if *sign == Number::ONE || *sign == Number::NEG_ONE => {
                    let value = -(sign * &fact.form.constant);
                    (Some(value.clone()), Some(value))
                }
                _ => return Err(format!("fact {number} is no bound")),
            };
            for (range, _) in ranges.iter_mut().zip(variables).filter(|(_, own)| own == variable) {
                if let Some(low) = &low {
                    range.low = range.low.clone().max(End::At(low.clone()));
                }
                if let Some(high) = &high {
                    range.high = range.high.clone().min(End::At(high.clone()));
                }
            }
        }
        Ok(ranges)
    }

    /// Whether a bound follows: with its opposite the operation must have no solution.
    fn interval(&self, number: usize, bounds: &[usize], fact: &Fact) -> Checked<()> {
        let operator = self.operator(number)?;
        let variables = [operator.result, operator.left, operator.right];
        let mut ranges = self.ranges(variables, bounds)?;
        match &fact.form.terms[..] {
            _ if fact.relation != Relation::AtMost => return Err("the fact is no bound".to_owned()),
            [] if is_false(fact) => {}
            [(variable, sign)] if variables.contains(variable) => {
                for (range, _) in ranges.iter_mut().zip(variables).filter(|(_, own)| own == variable) {
                    if *sign == Number::ONE {
                        range.low = range.low.clone().max(End::At(Number::ONE - &fact.form.constant));
                    } else if *sign == Number::NEG_ONE {
                        range.high = range.high.clone().min(End::At(&fact.form.constant - Number::ONE));
                    } else {
                        return Err("the fact is no bound".to_owned());
                    }
                }
            }
            _ => return Err("the fact is no bound of a variable of the operator".to_owned()),
        }
        let [result, left, right] = &ranges;
        match possible(operator, result, left, right) {
            true => Err(format!("operator {number} does not give this bound")),
            false => Ok(()),
        }
    }

    /// What an operation with a known operand says as a linear fact.
    fn law(&self, number: usize, kind: Law, bounds: &[usize]) -> Checked<Fact> {
        let operator = self.operator(number)?;
        let &Operator { operation, width, result, left, right, .. } = operator;
        let [_, left_range, right_range] = self.ranges([result, left, right], bounds)?;
        let unknown = || format!("operator {number} has no operand that is known and fits");
        let minus = |value: &Number| -value;
        let form = |terms: Vec<(usize, Number)>| LinearSum::new(terms, Number::ZERO);
        let shift = || {
            let known = right_range.fixed().and_then(|value| usize::try_from(value).ok());
            known.filter(|&shift| shift < width).map(|shift| Number::ONE << shift).ok_or_else(unknown)
        };
        match operation {
            Operation::Multiply => {
                let (factor, other) = match (left_range.fixed(), right_range.fixed()) {
                    (Some(factor), _) => (factor, right),
                    (None, Some(factor)) => (factor, left),
                    _ => return Err(unknown()),
                };
                Ok(Fact::equal(form(vec![(other, factor.clone()), (result, Number::NEG_ONE)])))
            }
            Operation::ShiftLeft => Ok(Fact::equal(form(vec![(left, shift()?), (result, Number::NEG_ONE)]))),
            Operation::ShiftRight => {
                let factor = shift()?;
                let mut form = form(vec![(result, factor.clone()), (left, Number::NEG_ONE)]);
                if kind == Law::Rounding {
                    form = form.negated();
                    form.constant = Number::ONE - factor;
                }
                Ok(Fact { form, relation: Relation::AtMost })
            }
            Operation::Divide | Operation::Remainder => {
                let divisor =
                    right_range.fixed().filter(|&value| *value != Number::ZERO).ok_or_else(unknown)?;
                let Law::With(companion) = kind else { return Err(unknown()) };
                let other = self.operator(companion)?;
                let (quotient, remainder) = match operation {
                    Operation::Divide => (operator, other),
                    _ => (other, operator),
                };
                let divided = Operator {
                    result: remainder.result,
                    operation: Operation::Remainder,
                    ..quotient.clone()
                };
                if quotient.operation != Operation::Divide || divided != *remainder {
                    return Err("these are not quotient and remainder of the same operands".to_owned());
                }
                let terms = vec![
                    (left, Number::ONE),
                    (quotient.result, minus(divisor)),
                    (remainder.result, Number::NEG_ONE),
                ];
                Ok(Fact::equal(form(terms)))
            }
            _ => Err(unknown()),
        }
    }

    fn companion(&mut self, number: usize) -> Checked<()> {
        let mut operator = self.operator(number)?.clone();
        operator.operation = match operator.operation {
            Operation::Divide => Operation::Remainder,
            Operation::Remainder => Operation::Divide,
            _ => return Err(format!("operator {number} is no division")),
        };
        operator.result = self.variables;
        self.variables += 1;
        self.add_operator(operator)
    }

    fn quotient(&mut self, number: usize) -> Checked<()> {
        let operator = self.operator(number)?;
        if operator.operation != Operation::Convert || operator.width == 1 {
            return Err(format!("operator {number} does not wrap around"));
        }
        let modulus = Number::ONE << operator.width;
        let terms = vec![
            (operator.left, Number::ONE),
            (operator.result, Number::NEG_ONE),
            (self.variables, -modulus),
        ];
        self.variables += 1;
        self.add(Fact::equal(LinearSum::new(terms, Number::ZERO)))
    }

    /// Facts: the least and greatest value of each run, then the operand and the result as sums of the runs.
    fn runs(&mut self, number: usize, count: usize, bounds: &[usize]) -> Checked<()> {
        let operator = self.operator(number)?;
        if !matches!(operator.operation, Operation::And | Operation::Or | Operation::Xor) {
            return Err(format!("operator {number} has no bits"));
        }
        let ranges = self.ranges([operator.result, operator.left, operator.right], bounds)?;
        let (mask, operand, range) = match (ranges[1].fixed(), ranges[2].fixed()) {
            (None, Some(mask)) => (mask, operator.left, &ranges[1]),
            (Some(mask), None) => (mask, operator.right, &ranges[2]),
            _ => return Err("not exactly one operand is known".to_owned()),
        };
        let ty = type_range(operator.width, operator.signed);
        if ty.low > range.low || range.high > ty.high {
            return Err("the operand is not known to be in its type".to_owned());
        }
        let runs = runs(operator, mask);
        if runs.len() != count {
            return Err(format!("the mask has {} runs", runs.len()));
        }
        let mut whole = vec![(operand, Number::NEG_ONE)];
        let mut outcome = vec![(operator.result, Number::NEG_ONE)];
        let mut constant = Number::ZERO;
        let first = self.variables;
        self.variables += count;
        for (variable, run) in (first..).zip(runs) {
            self.add(Fact::bound(variable, -1, run.range.0))?;
            self.add(Fact::bound(variable, 1, run.range.1))?;
            whole.push((variable, Number::ONE << run.start));
            outcome.push((variable, run.factor));
            constant += run.constant;
        }
        self.add(Fact::equal(LinearSum::new(whole, Number::ZERO)))?;
        self.add(Fact::equal(LinearSum::new(outcome, constant)))
    }
}

/// The exact quotient, if there is one.
fn divided(value: &Number, divisor: &Number) -> Option<Number> {
    let (quotient, remainder) = value.div_rem_euclid(divisor);
    (remainder == dashu_int::UBig::ZERO).then_some(quotient)
}

//! Whether the system of a decision says no more than a clause allows: that its literals are false, and what always holds.

use super::formula::{Arena, FormulaNode, Literal, Term, TermNode};
use super::{Answer, Decision, Fact, Given, LinearSum, Number, Operation, Operator, Relation};

type Checked<T> = Result<T, String>;

/// A system and the clause that it is about.
pub struct Theory<'a> {
    arena: &'a mut Arena,
    clause: &'a [Literal],
    /// What the variables of the system stand for, as sums over terms.
    values: Vec<LinearSum>,
}

impl<'a> Theory<'a> {
    /// A system whose first variables stand for terms.
    pub fn new(arena: &'a mut Arena, clause: &'a [Literal], terms: &[Term]) -> Self {
        let values = terms.iter().map(|term| arena.linear(*term)).collect();
        Theory { arena, clause, values }
    }

    /// Checks the system of a decision; its proof must be checked, too.
    pub fn decision(mut self, decision: &Decision) -> Checked<()> {
        if !matches!(decision.answer, Answer::Infeasible(_)) {
            return Err("the system is not refuted".to_owned());
        }
        let named = decision.system.iter().filter(|given| matches!(given, Given::Variable(_))).count();
        if named != self.values.len() {
            return Err("not every variable stands for a term".to_owned());
        }
        let first = decision.system.iter().position(|given| !matches!(given, Given::Variable(_)));
        if first.is_some_and(|first| first < named) {
            return Err("the variables come first".to_owned());
        }
        for given in &decision.system {
            match given {
                Given::Variable(_) => {}
                Given::Fact(fact, _) => self.fact(fact)?,
                Given::Let(form) => {
                    let value = self.value(form)?;
                    self.values.push(value);
                }
                Given::Operator(operator) => self.operator(operator)?,
            }
        }
        Ok(())
    }

    /// A form over variables as one over terms.
    fn value(&self, form: &LinearSum) -> Checked<LinearSum> {
        let mut parts = Vec::with_capacity(form.terms.len());
        for (variable, factor) in &form.terms {
            let value = self.values.get(*variable).ok_or("a variable stands for nothing")?;
            parts.push((factor, value));
        }
        let mut value = LinearSum::sum(parts.into_iter());
        value.constant += &form.constant;
        Ok(value)
    }

    /// A fact holds if a literal of the clause is false, or by the limits of a term.
    fn fact(&mut self, fact: &Fact) -> Checked<()> {
        let fact = Fact { form: self.value(&fact.form)?, relation: fact.relation };
        let formula = self.arena.compare(&fact);
        if *self.arena.formula(formula) == FormulaNode::Constant(true) {
            return Ok(());
        }
        let (formula, truth) = self.arena.literal(formula, true);
        if self.clause.contains(&(formula, !truth)) || self.is_limit(&fact) {
            return Ok(());
        }
        Err("a fact of the system is none of the clause".to_owned())
    }

    fn is_limit(&self, fact: &Fact) -> bool {
        let [(term, factor)] = &fact.form.terms[..] else { return false };
        let Some((low, high)) = self.arena.limits(*term) else { return false };
        let value = if *factor < Number::ZERO { low } else { high };
        fact.relation == Relation::AtMost && factor * value + &fact.form.constant <= Number::ZERO
    }

    /// An operation that a term is, where it is defined.
    fn operator(&mut self, operator: &Operator) -> Checked<()> {
        let none = || "an operation of the system is none of a term".to_owned();
        let value = |variable: usize| self.values.get(variable).cloned().ok_or_else(none);
        let (result, left, right) = (value(operator.result)?, value(operator.left)?, value(operator.right)?);
        let term = match &result.terms[..] {
            [(term, factor)] if *factor == Number::ONE && result.constant == Number::ZERO => *term,
            _ => return Err(none()),
        };
        let TermNode::Operation(operation, width, signed, one, other) = *self.arena.term(term) else {
            return Err(none());
        };
        let same = (operation, width, signed) == (operator.operation, operator.width, operator.signed);
        let operands = |left: &LinearSum, right: &LinearSum| {
            self.arena.linear(one) == *left && self.arena.linear(other) == *right
        };
        let operands = operands(&left, &right) || operation == Operation::Multiply && operands(&right, &left);
        if !same || !operands {
            return Err(none());
        }
        match self.is_defined(operation, width, signed, one, other) {
            true => Ok(()),
            false => Err("the clause does not say that an operation is defined".to_owned()),
        }
    }

    /// Whether the clause holds unless an operation is defined.
    fn is_defined(
        &mut self,
        operation: Operation,
        width: usize,
        signed: bool,
        left: Term,
        right: Term,
    ) -> bool {
        match operation {
            Operation::Multiply | Operation::And | Operation::Or | Operation::Xor | Operation::Convert => {
                true
            }
            Operation::Divide | Operation::Remainder => {
                let (zero, minus_one) = (self.arena.number(Number::ZERO), self.arena.number(Number::NEG_ONE));
                let by_zero = self.arena.equal(right, zero);
                let mut excluded = vec![by_zero];
                if signed {
                    let least = self.arena.number(-(Number::ONE << (width - 1)));
                    let (one, other) = (self.arena.equal(right, minus_one), self.arena.equal(left, least));
                    excluded.push(self.arena.junction(&[one, other], true));
                }
                excluded.into_iter().all(|formula| {
                    let not = self.arena.not(formula);
                    self.is_given(not)
                })
            }
            Operation::ShiftLeft | Operation::ShiftRight => {
                let (zero, width) = (self.arena.number(Number::ZERO), self.arena.number(Number::from(width)));
                let low = self.arena.at_most(zero, Number::ZERO, right);
                let high = self.arena.at_most(right, Number::ONE, width);
                self.is_given(low) && self.is_given(high)
            }
        }
    }

    /// Whether a formula holds if all literals of the clause are false.
    fn is_given(&self, formula: usize) -> bool {
        if *self.arena.formula(formula) == FormulaNode::Constant(true) {
            return true;
        }
        self.clause.iter().any(|&(own, truth)| match self.arena.formula(own) {
            _ if self.arena.literal(formula, true) == (own, !truth) => true,
            FormulaNode::And(parts) if !truth => parts.contains(&formula),
            _ => false,
        })
    }
}

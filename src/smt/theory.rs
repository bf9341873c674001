//! The conjunction of the comparisons that are assigned, as a problem of the solver.
//!
//! Terms that are neither sums nor numbers are its symbols. The ranges of variables always hold; an operation that may be
//! undefined is a definition only where a literal says that it is defined, and then a clause that rests on it says so.

use std::collections::{BTreeMap, BTreeSet};

use super::clause::Literal;
use super::core::Core;
use super::encode::{Encoding, Meaning};
use super::term::{FormulaId, FormulaNode, TermId, TermNode, Terms};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::{self, Comparison, Constraint, Symbol};
use focuscheck_lia::problem::{Definition, Operation, Problem};
use focuscheck_lia::{Budget, ExactSolver};

/// A problem of the solver with the literals that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Conjunction {
    /// The problem.
    pub problem: Problem,
    /// For each constraint its literal.
    pub literals: Vec<Literal>,
    /// For the symbols whose definitions are not always there the literals that say that they are.
    pub defined: BTreeMap<Symbol, Literal>,
    /// The symbols.
    pub symbols: BTreeSet<Symbol>,
}

/// A comparison with a truth value as a constraint; nothing if a number gets too large.
pub fn constraint(terms: &Terms, formula: FormulaId, truth: bool) -> Option<Constraint> {
    let FormulaNode::Compare(relation, left, _) = terms.formula(formula) else { return None };
    let comparison = if *relation == Relation::Equal { Comparison::Zero } else { Comparison::AtMostZero };
    let constraint = Constraint { expression: terms.linear(*left), comparison };
    if truth { Some(constraint) } else { constraint.negate() }
}

/// The formula that says that an operation is defined; `None` if it always is.
pub fn defined(terms: &mut Terms, term: TermId) -> Option<FormulaId> {
    let TermNode::Operation(operation, width, signed, left, right) = *terms.term(term) else { return None };
    let zero = terms.integer(0);
    let formula = match operation {
        Operation::Multiply | Operation::BitAnd | Operation::BitOr | Operation::BitXor | Operation::Wrap => {
            return None;
        }
        Operation::Divide | Operation::Remainder => {
            let nonzero = terms.compare(Relation::NotEqual, right, zero);
            if signed {
                let (least, minus_one) =
                    (IntegerType { width, signed, float: false }.min(), terms.integer(-1));
                let least = terms.integer(least);
                let (one, other) = (terms.equal(right, minus_one), terms.equal(left, least));
                let overflow = terms.and([one, other]);
                let none = terms.not(overflow);
                terms.and([nonzero, none])
            } else {
                nonzero
            }
        }
        Operation::ShiftLeft | Operation::ShiftRight => {
            let width = terms.integer(i128::from(width));
            let low = terms.compare(Relation::LessEqual, zero, right);
            let high = terms.compare(Relation::Less, right, width);
            terms.and([low, high])
        }
    };
    match terms.formula(formula) {
        FormulaNode::Constant(true) => None,
        _ => Some(formula),
    }
}

/// Cases in which it is tried whether fewer comparisons clash, where operations are not linear.
const CORE_CASES: usize = 50;

/// The solver that decides conjunctions.
pub fn solver() -> ExactSolver {
    ExactSolver::with(Budget { core_cases: CORE_CASES, ..Budget::default() })
}

impl Conjunction {
    /// What is assigned.
    pub fn assigned(terms: &mut Terms, core: &Core, encoding: &Encoding) -> Self {
        Self::of(terms, encoding, core.trail(), &[], &|literal| core.value(literal) == Some(true))
    }

    /// Some literals that are true, and what is known of some terms, with the definitions of operations that true literals
    /// say are defined.
    pub fn of(
        terms: &mut Terms,
        encoding: &Encoding,
        literals: &[Literal],
        about: &[TermId],
        is_true: &dyn Fn(Literal) -> bool,
    ) -> Self {
        let mut conjunction = Conjunction::default();
        for &literal in literals {
            let Meaning::Compare(formula) = encoding.meaning(literal.proposition()) else { continue };
            if let Some(constraint) = constraint(terms, formula, literal.is_positive()) {
                conjunction.problem.constraints.push(constraint);
                conjunction.literals.push(literal);
            }
        }
        let constraints = &conjunction.problem.constraints;
        let mut open: Vec<Symbol> = constraints.iter().flat_map(|c| c.expression.symbols()).collect();
        open.extend(about.iter().map(|term| Symbol(term.0)));
        open.reverse();
        while let Some(symbol) = open.pop() {
            if conjunction.symbols.insert(symbol) {
                spend(1);
                conjunction.know(terms, encoding, is_true, symbol, &mut open);
            }
        }
        conjunction
    }

    /// Adds what is always known of a symbol.
    fn know(
        &mut self,
        terms: &mut Terms,
        encoding: &Encoding,
        is_true: &dyn Fn(Literal) -> bool,
        symbol: Symbol,
        open: &mut Vec<Symbol>,
    ) {
        let term = TermId(symbol.0);
        match *terms.term(term) {
            TermNode::Variable(_) => self.bound(terms, symbol),
            TermNode::Select(_, block, offset) => {
                self.bound(terms, symbol);
                open.extend(terms.linear(block).symbols().chain(terms.linear(offset).symbols()));
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                if let Some(formula) = defined(terms, term) {
                    if matches!(terms.formula(formula), FormulaNode::Constant(_)) {
                        return;
                    }
                    let literal = encoding.known(terms, formula, true);
                    let Some(literal) = literal.filter(|literal| is_true(*literal)) else {
                        return;
                    };
                    self.defined.insert(symbol, literal);
                }
                let definition = Definition {
                    symbol,
                    operation,
                    width,
                    signed,
                    left: terms.linear(left),
                    right: terms.linear(right),
                };
                open.extend(definition.left.symbols().chain(definition.right.symbols()));
                self.problem.definitions.push(definition);
            }
            TermNode::Integer(_) | TermNode::Sum { .. } | TermNode::Conditional(..) => {}
        }
    }

    fn bound(&mut self, terms: &Terms, symbol: Symbol) {
        if let Some(range) = terms.range(TermId(symbol.0)) {
            self.problem.bounds.insert(symbol, range);
        }
    }

    /// The part of it that some constraints are about: what is known of their symbols and of those that these are computed
    /// from.
    pub fn restricted(&self, core: &[usize]) -> Conjunction {
        let constraints: Vec<Constraint> =
            core.iter().map(|position| self.problem.constraints[*position].clone()).collect();
        let mut open: Vec<Symbol> = constraints.iter().flat_map(|c| c.expression.symbols()).collect();
        let mut result = Conjunction::default();
        while let Some(symbol) = open.pop() {
            if !result.symbols.insert(symbol) {
                continue;
            }
            if let Some(range) = self.problem.bounds.get(&symbol) {
                result.problem.bounds.insert(symbol, *range);
            }
            for definition in self.problem.definitions.iter().filter(|d| d.symbol == symbol) {
                open.extend(definition.left.symbols().chain(definition.right.symbols()));
                result.problem.definitions.push(definition.clone());
            }
            if let Some(literal) = self.defined.get(&symbol) {
                result.defined.insert(symbol, *literal);
            }
        }
        result.problem.constraints = constraints;
        result.literals = core.iter().map(|position| self.literals[*position]).collect();
        result
    }

    /// Whether a model of the solver that may know only some symbols satisfies it, with the values of the others nearest
    /// to zero.
    pub fn completed(&self, known: &constraint::Model) -> Option<constraint::Model> {
        let mut model = constraint::Model::new();
        for &symbol in &self.symbols {
            let default = || self.problem.bounds.get(&symbol).map_or(0, |(low, high)| 0.clamp(*low, *high));
            model.insert(symbol, known.get(&symbol).copied().unwrap_or_else(default));
        }
        self.problem.accepts(&model).then_some(model)
    }
}

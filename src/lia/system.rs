//! A problem in the form the engine works on: dense variables, rows, and operators on variables.
//!
//! Variables are numbered from zero (and stored as [`Symbol`]s inside rows); the symbols of the problem come
//! first, in order, then auxiliaries for operands and encodings.

use super::bounds::{LARGEST, NO_LOWER, NO_UPPER, Side};
use super::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use super::derivation::{Derivation, FactId, Log, Rule, bound, fact};
use super::outcome::Model;
use super::positions::Positions;
use super::problem::{Operation, Problem};
use focuscheck_base::limit::spend;
use focuscheck_certificate::Number;

/// Which constraints of the problem a row follows from (with the background facts).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// None: it is a background fact or the definition of an auxiliary.
    Background,
    /// One constraint.
    One(usize),
    /// Several constraints.
    Set(Positions),
}

impl Origin {
    /// Adds the constraints to a set.
    pub fn collect(&self, into: &mut Positions) {
        match self {
            Origin::Background => {}
            Origin::One(position) => into.insert(*position),
            Origin::Set(positions) => into.union(positions),
        }
    }
}

/// A linear constraint over variables.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The constraint, normalised, never without terms.
    pub constraint: Constraint,
    /// What it follows from.
    pub origin: Origin,
    /// How, if that is recorded; its fact has the same expression.
    pub proof: Option<FactId>,
}

/// `result == left operation right` over variables.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    /// The operation.
    pub operation: Operation,
    /// Width of its type.
    pub width: u8,
    /// Signedness of its type.
    pub signed: bool,
    /// The variable of the result.
    pub result: usize,
    /// The variable of the left operand.
    pub left: usize,
    /// The variable of the right operand; the left one again for [`Operation::Wrap`].
    pub right: usize,
    /// Whether rows describe the operation exactly, so far as the signs of its operands are known.
    pub encoded: bool,
}

/// A compiled problem.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// The symbols of the problem; variable `i` stands for `symbols[i]`.
    pub symbols: Vec<Symbol>,
    /// Lower bounds of the variables, background facts.
    pub lower: Vec<i128>,
    /// Upper bounds of the variables, background facts.
    pub upper: Vec<i128>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The operators.
    pub operators: Vec<Operator>,
    /// Variables in the order in which a search gives them values: free symbols before computed ones.
    pub order: Vec<usize>,
    /// Where derivations are recorded, if they are.
    pub log: Log,
}

/// Why a problem has no compiled form.
pub(super) enum Refusal {
    /// It is infeasible on its face.
    Infeasible {
        /// The constraint to blame, if any.
        position: Option<usize>,
        /// The symbols of the first variables.
        symbols: Vec<Symbol>,
    },
    /// A number got too large.
    TooLarge,
}

impl System {
    /// Compiles a problem; derivations start in `log`.
    pub fn new(problem: &Problem, log: Log) -> Result<System, Refusal> {
        let mut system = System { log, ..System::default() };
        if let Some((symbol, (low, high))) = problem.bounds.iter().find(|(_, (low, high))| low > high) {
            system.record(|log| {
                let mut add = |side, value| log.add(Some(bound(0, side, value)), Rule::Bound(*symbol, side));
                let (lower, upper) = (add(Side::Lower, *low), add(Side::Upper, *high));
                let sum = log.sum(vec![(Number::ONE, lower), (Number::ONE, upper)], Number::ONE)?;
                log.conclusion = Some(log.leaf(sum));
                Some(sum)
            });
            return Err(Refusal::Infeasible { position: None, symbols: vec![*symbol] });
        }
        system.symbols = if problem.definitions.is_empty()
            && problem.constraints.iter().all(|constraint| {
                constraint.expression.symbols().all(|symbol| problem.bounds.contains_key(&symbol))
            }) {
            problem.bounds.keys().copied().collect()
        } else {
            problem.symbols().into_iter().collect()
        };
        for symbol in &system.symbols {
            let (low, high) = problem.bounds.get(symbol).copied().unwrap_or((NO_LOWER, NO_UPPER));
            let variable = system.lower.len();
            system.record(|log| {
                for (side, value) in [(Side::Lower, low), (Side::Upper, high)] {
                    if value != NO_LOWER && value != NO_UPPER {
                        let id = log.add(Some(bound(variable, side, value)), Rule::Bound(*symbol, side));
                        log.set_base(variable, side, Some(id));
                    }
                }
                None
            });
            system.lower.push(if low < -LARGEST { NO_LOWER } else { low.min(LARGEST) });
            system.upper.push(if high > LARGEST { NO_UPPER } else { high.max(-LARGEST) });
        }
        system.rows.reserve(problem.constraints.len() + 2 * problem.definitions.len());
        for (position, constraint) in problem.constraints.iter().enumerate() {
            let given = system.record(|log| {
                let mut renamed = constraint.clone();
                system.rename(&mut renamed.expression);
                Some(log.add(Some(fact(&renamed)), Rule::Constraint(position)))
            });
            match constraint.normalise() {
                Normal::True => {}
                Normal::False => {
                    system.conclude(given);
                    return Err(Refusal::Infeasible { position: Some(position), symbols: system.symbols });
                }
                Normal::Constraint(mut normal) => {
                    let proof = system.normalised(given, &constraint.expression, &normal.expression);
                    system.rename(&mut normal.expression);
                    system.rows.push(Row { constraint: normal, origin: Origin::One(position), proof });
                }
            }
        }
        let mut computed = vec![false; system.symbols.len()];
        for definition in &problem.definitions {
            let result = system.variable_of(definition.symbol);
            computed[result] = true;
            let left = system.operand(&definition.left).ok_or(Refusal::TooLarge)?;
            let right = match definition.operation {
                Operation::Wrap => left,
                _ => system.operand(&definition.right).ok_or(Refusal::TooLarge)?,
            };
            system.operators.push(Operator {
                operation: definition.operation,
                width: definition.width,
                signed: definition.signed,
                result,
                left,
                right,
                encoded: false,
            });
        }
        system.order = (0..computed.len()).filter(|&variable| !computed[variable]).collect();
        system.order.extend((0..computed.len()).filter(|&variable| computed[variable]));
        system.order.extend(computed.len()..system.lower.len());
        Ok(system)
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.lower.len()
    }

    /// Adds an auxiliary variable.
    pub fn add_variable(&mut self, lower: i128, upper: i128) -> usize {
        self.lower.push(lower);
        self.upper.push(upper);
        self.order.push(self.lower.len() - 1);
        self.lower.len() - 1
    }

    /// Adds `expression == 0`.
    pub fn add_equality(&mut self, expression: Linear, origin: Origin, proof: Option<FactId>) {
        let constraint = Constraint { expression, comparison: Comparison::Zero };
        self.rows.push(Row { constraint, origin, proof });
    }

    /// Records something, if derivations are recorded.
    pub fn record(&self, work: impl FnOnce(&mut Derivation) -> Option<FactId>) -> Option<FactId> {
        self.log.as_ref().and_then(|log| work(&mut log.borrow_mut()))
    }

    /// Records that a fact holds for no integers.
    pub fn conclude(&self, fact: Option<FactId>) {
        self.record(|log| {
            log.conclusion = fact.map(|fact| log.leaf(fact));
            fact
        });
    }

    /// The fact of an expression's normal form.
    pub fn normalised(&self, proof: Option<FactId>, before: &Linear, after: &Linear) -> Option<FactId> {
        self.record(|log| log.normalised(proof?, before, after))
    }

    /// The values of the problem's symbols, from the values of all variables.
    pub fn model(&self, values: &[i128]) -> Model {
        self.symbols.iter().copied().zip(values.iter().copied()).collect()
    }

    fn variable_of(&self, symbol: Symbol) -> usize {
        self.symbols.binary_search(&symbol).unwrap_or_default()
    }

    fn rename(&self, expression: &mut Linear) {
        spend(expression.terms.len());
        // Symbols are sorted, so that their numbers are sorted in the same way.
        for (symbol, _) in &mut expression.terms {
            *symbol = Symbol(self.variable_of(*symbol) as u32);
        }
    }

    /// A variable that equals an operand.
    fn operand(&mut self, operand: &Linear) -> Option<usize> {
        if let Some(value) = operand.as_constant() {
            return (value.unsigned_abs() <= LARGEST.unsigned_abs()).then(|| {
                let variable = self.add_variable(value, value);
                self.record(|log| {
                    let id = log.define(variable, operand, true);
                    log.set_base(variable, Side::Lower, Some(id));
                    log.set_base(variable, Side::Upper, Some(id));
                    None
                });
                variable
            });
        }
        if let Some(symbol) = operand.as_symbol() {
            return Some(self.variable_of(symbol));
        }
        let mut expression = operand.clone();
        self.rename(&mut expression);
        let variable = self.add_variable(NO_LOWER, NO_UPPER);
        let proof = self.record(|log| Some(log.define(variable, &expression, true)));
        let expression = expression.subtract(&Linear::symbol(Symbol(variable as u32)))?;
        self.add_equality(expression, Origin::Background, proof);
        Some(variable)
    }
}

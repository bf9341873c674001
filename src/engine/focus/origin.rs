//! Constraints by what their symbols stand for, so that those of different executions can be compared.
//!
//! Each execution numbers its symbols by itself. Here a symbol is the input that it stands for, or the operation that makes
//! it of such symbols; a value about which nothing is known is equal to itself alone.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_cells::facts::cfg::SiteId;
use focuscheck_lia::constraint::{Constraint, Linear, Normal, Symbol};
use focuscheck_lia::problem::{Definition, Operation, Problem};

use super::execution::{Execution, partial};
use super::symbolic::Origin;

/// What a symbol stands for; linear forms are over the common symbols.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// The value that is read at a site, with the number of the read.
    Input(SiteId, u32),
    /// The result of an operation in a type of this width and signedness.
    Result(Operation, u8, bool, Linear, Linear),
    /// Something else in the execution with this number.
    Own(u32, Symbol),
}

/// Which read at a site, counted in a run from 0, is the one that its path counts: calls that a path steps over read, too.
pub type ReadNumbers = BTreeMap<(SiteId, u32), u32>;

/// The common symbols of some executions.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    terms: BTreeMap<Term, Symbol>,
    executions: u32,
    /// Smallest and largest value of each common symbol.
    bounds: BTreeMap<Symbol, (i128, i128)>,
    /// What common symbols are the results of. A definition mentions only symbols before its own.
    definitions: BTreeMap<Symbol, Definition>,
}

/// The common symbol of each symbol of an execution.
#[derive(Clone, Debug, Default)]
pub struct Renaming(BTreeMap<Symbol, Symbol>);

impl Origins {
    /// Takes up the symbols of an execution. `reads` says which read at its site, in the run, is one that the execution counts.
    pub fn of(&mut self, execution: &Execution, reads: &ReadNumbers) -> Renaming {
        let number = self.executions;
        self.executions += 1;
        let mut renaming = Renaming::default();
        for definition in &execution.definitions {
            for form in [&definition.left, &definition.right] {
                self.take(form, (execution, reads), number, &mut renaming);
            }
            let sides = renaming.linear(&definition.left).zip(renaming.linear(&definition.right));
            let term = match sides {
                Some((left, right)) => {
                    // The right operand of a conversion is nothing.
                    let right =
                        if definition.operation == Operation::Wrap { Linear::default() } else { right };
                    Term::Result(definition.operation, definition.width, definition.signed, left, right)
                }
                None => Term::Own(number, definition.symbol),
            };
            let common = self.symbol(term.clone());
            self.bounds.insert(common, execution.symbols.bounds(definition.symbol));
            if let Term::Result(operation, width, signed, left, right) = term {
                let symbol = common;
                self.definitions.insert(common, Definition { symbol, operation, width, signed, left, right });
            }
            renaming.0.insert(definition.symbol, common);
        }
        for atom in &execution.atoms {
            for form in [&atom.sides.0, &atom.sides.2] {
                self.take(form, (execution, reads), number, &mut renaming);
            }
        }
        renaming
    }

    fn symbol(&mut self, term: Term) -> Symbol {
        let next = Symbol(self.terms.len() as u32);
        *self.terms.entry(term).or_insert(next)
    }

    fn take(
        &mut self,
        form: &Linear,
        (execution, reads): (&Execution, &ReadNumbers),
        number: u32,
        renaming: &mut Renaming,
    ) {
        for symbol in form.symbols() {
            if renaming.0.contains_key(&symbol) {
                continue;
            }
            let common = self.symbol(match execution.symbols.origin(symbol) {
                Origin::Input(site, occurrence) => {
                    Term::Input(site, reads.get(&(site, occurrence)).copied().unwrap_or(occurrence))
                }
                Origin::Scalar(..) | Origin::Tail(..) | Origin::Fresh(_) => Term::Own(number, symbol),
            });
            self.bounds.insert(common, execution.symbols.bounds(symbol));
            renaming.0.insert(symbol, common);
        }
    }

    /// The common symbols that a constraint rests on and that are computed by operations which are not defined for all
    /// operands.
    pub fn partial(&self, constraint: &Constraint) -> BTreeSet<Symbol> {
        partial(&self.problem(vec![constraint.clone()]).definitions)
    }

    /// Constraints over common symbols with what is known of these: their bounds, and the definitions that they rest on.
    pub fn problem(&self, constraints: Vec<Constraint>) -> Problem {
        let mut mentioned: BTreeSet<Symbol> =
            constraints.iter().flat_map(|constraint| constraint.expression.symbols()).collect();
        let mut definitions = Vec::new();
        for (symbol, definition) in self.definitions.iter().rev() {
            if mentioned.contains(symbol) {
                mentioned.extend(definition.left.symbols().chain(definition.right.symbols()));
                definitions.push(definition.clone());
            }
        }
        definitions.reverse();
        let bounds = mentioned.iter().filter_map(|symbol| Some((*symbol, *self.bounds.get(symbol)?)));
        Problem { bounds: bounds.collect(), constraints, definitions }
    }
}

impl Renaming {
    fn linear(&self, form: &Linear) -> Option<Linear> {
        let terms: Option<Vec<_>> =
            form.terms.iter().map(|&(symbol, factor)| Some((*self.0.get(&symbol)?, factor))).collect();
        Linear::from_terms(terms?, form.constant)
    }

    /// The constraint over the common symbols, in normal form; `None` if it has symbols that were not taken up, or does not
    /// depend on them.
    pub fn constraint(&self, constraint: &Constraint) -> Option<Constraint> {
        let expression = self.linear(&constraint.expression)?;
        match (Constraint { expression, comparison: constraint.comparison }).normalise() {
            Normal::Constraint(constraint) => Some(constraint),
            Normal::True | Normal::False => None,
        }
    }
}

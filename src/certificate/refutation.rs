//! Refutations of formulas: clauses over formulas, each of which is checked by the rule that it names, down to one without
//! literals.

use std::collections::{BTreeMap, BTreeSet};

use super::check::{Flaw, Place, check};
use super::formula::{Arena, Formula, FormulaNode, Limits, Literal, Map, Term, Variable};
use super::instantiate::{FreeVariables, Item, Replacement};
use super::operator::{TOO_WIDE, WIDEST};
use super::theory::Theory;
use super::{Decision, LinearSum, Number, Operation};

/// A line that names a term by numbers of earlier lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TermLine {
    Number(Number),
    Variable(usize),
    Sum(LinearSum),
    Operation(Operation, usize, bool, usize, usize),
    Select(usize, usize, usize),
    Conditional(usize, usize, usize),
}

/// A line that names a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MapLine {
    Unknown(Option<Limits>),
    Store(usize, usize, usize, usize),
    Forgotten(usize, usize, Vec<[usize; 3]>),
    Choice(Vec<(usize, usize)>),
}

/// A line that names a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FormulaLine {
    Constant(bool),
    Atom(usize),
    AtMostZero(usize),
    Zero(usize),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    Iff(usize, usize),
    Forall(Vec<usize>, usize),
    Exists(Vec<usize>, usize),
}

/// Why a clause holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Its formula is supposed.
    Supposed,
    /// What a formula says of its parts.
    Structure(usize),
    /// A formula holds for some values, which these variables stand for.
    Witness(usize, Vec<usize>),
    /// A formula holds for all values, thus for these terms.
    Instance(usize, Vec<usize>),
    /// What a read is.
    Read(usize),
    /// Two reads of a map.
    Congruence(usize, usize),
    /// What a conditional term is.
    Conditional(usize),
    /// What always holds of an operation.
    Law(usize),
    /// Two products with a common factor.
    Order(usize, usize),
    /// No integers satisfy the opposite of all its literals; the variables of the system stand for these terms.
    Arithmetic(Box<Decision>, Vec<usize>),
    /// By unit propagation from these clauses.
    Learned(Vec<usize>),
}

/// A line of a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The next variable, with its limits and name.
    Variable(Option<Limits>, String),
    /// The next truth value, with its name.
    Atom(String),
    /// The next term.
    Term(TermLine),
    /// The next map.
    Map(MapLine),
    /// The next formula.
    Formula(FormulaLine),
    /// A formula that is supposed, with where it comes from.
    Suppose(usize, String),
    /// The next clause: formulas that hold (true) or do not.
    Clause(Vec<(usize, bool)>, Reason),
}

type Checked<T> = Result<T, String>;

/// What a variable is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Nothing,
    /// What is supposed, or the formula of a witness, is about it.
    Given,
    Witness,
}

/// A refutation as far as it was read.
#[derive(Default)]
pub struct Checker {
    arena: Arena,
    free: FreeVariables,
    uses: Vec<Use>,
    atoms: usize,
    terms: Vec<Term>,
    maps: Vec<Map>,
    formulas: Vec<Formula>,
    supposed: BTreeSet<Formula>,
    clauses: Vec<Vec<Literal>>,
    begun: bool,
}

fn at<T: Copy>(table: &[T], number: usize, what: &str) -> Checked<T> {
    table.get(number).copied().ok_or_else(|| format!("there is no {what}{number} here"))
}

/// Checks a whole refutation.
pub fn check_lines(lines: &[Line]) -> Result<(), Flaw> {
    let mut checker = Checker::default();
    for (number, line) in lines.iter().enumerate() {
        checker.line(line).map_err(|reason| Flaw { place: Place::Answer(number), reason })?;
    }
    match checker.is_refuted() {
        true => Ok(()),
        false => Err(Flaw { place: Place::End, reason: "no contradiction is reached".to_owned() }),
    }
}

impl Checker {
    fn term(&self, number: usize) -> Checked<Term> {
        at(&self.terms, number, "term t")
    }

    fn map(&self, number: usize) -> Checked<Map> {
        at(&self.maps, number, "map m")
    }

    fn formula(&self, number: usize) -> Checked<Formula> {
        at(&self.formulas, number, "formula f")
    }

    fn variable(&self, number: usize) -> Checked<Variable> {
        match number < self.uses.len() {
            true => Ok(number),
            false => Err(format!("there is no variable x{number} here")),
        }
    }

    fn all<T>(&self, numbers: &[usize], of: impl Fn(&Self, usize) -> Checked<T>) -> Checked<Vec<T>> {
        numbers.iter().map(|number| of(self, *number)).collect()
    }

    /// Reads a line, and checks it if it is a clause.
    pub fn line(&mut self, line: &Line) -> Checked<()> {
        match line {
            Line::Variable(limits, _) => {
                if limits.as_ref().is_some_and(|(low, high)| low > high) {
                    return Err("a variable must have a value".to_owned());
                }
                self.arena.variables.push(limits.clone());
                self.uses.push(Use::Nothing);
            }
            Line::Atom(_) => self.atoms += 1,
            Line::Term(line) => {
                let term = self.build_term(line)?;
                self.terms.push(term);
            }
            Line::Map(line) => {
                let map = self.build_map(line)?;
                self.maps.push(map);
            }
            Line::Formula(line) => {
                let formula = self.build_formula(line)?;
                self.formulas.push(formula);
            }
            Line::Suppose(number, _) => {
                if self.begun {
                    return Err("what is supposed stands before the clauses".to_owned());
                }
                let formula = self.formula(*number)?;
                self.give(Item::Formula(formula));
                self.supposed.insert(formula);
            }
            Line::Clause(literals, reason) => {
                self.begun = true;
                let clause = self.clause(literals, reason)?;
                self.clauses.push(clause);
            }
        }
        Ok(())
    }

    /// Whether the last clause has no literals.
    pub fn is_refuted(&self) -> bool {
        self.clauses.last().is_some_and(Vec::is_empty)
    }

    fn give(&mut self, item: Item) {
        for &variable in self.free.of(&self.arena, item).iter() {
            if self.uses[variable] == Use::Nothing {
                self.uses[variable] = Use::Given;
            }
        }
    }

    fn build_term(&mut self, line: &TermLine) -> Checked<Term> {
        Ok(match line {
            TermLine::Number(value) => self.arena.number(value.clone()),
            TermLine::Variable(number) => {
                let variable = self.variable(*number)?;
                self.arena.variable(variable)
            }
            TermLine::Sum(sum) => {
                let terms = sum.terms.iter().map(|(term, factor)| Ok((self.term(*term)?, factor.clone())));
                let sum = LinearSum::new(terms.collect::<Checked<_>>()?, sum.constant.clone());
                self.arena.sum(&sum)
            }
            TermLine::Operation(operation, width, signed, left, right) => {
                if !(1..=WIDEST).contains(width) {
                    return Err(TOO_WIDE.to_owned());
                }
                let (left, right) = (self.term(*left)?, self.term(*right)?);
                self.arena.operation(*operation, *width, *signed, left, right)
            }
            TermLine::Select(map, block, offset) => {
                let (map, block, offset) = (self.map(*map)?, self.term(*block)?, self.term(*offset)?);
                self.arena.select(map, block, offset)
            }
            TermLine::Conditional(condition, yes, no) => {
                let (condition, yes, no) = (self.formula(*condition)?, self.term(*yes)?, self.term(*no)?);
                self.arena.conditional(condition, yes, no)
            }
        })
    }

    fn build_map(&mut self, line: &MapLine) -> Checked<Map> {
        Ok(match line {
            MapLine::Unknown(limits) => {
                if limits.as_ref().is_some_and(|(low, high)| low > high) {
                    return Err("a map must have values".to_owned());
                }
                self.arena.unknown(limits.clone())
            }
            MapLine::Store(map, block, offset, value) => {
                let (map, block) = (self.map(*map)?, self.term(*block)?);
                let (offset, value) = (self.term(*offset)?, self.term(*value)?);
                self.arena.store(map, block, offset, value)
            }
            MapLine::Forgotten(map, fresh, regions) => {
                let mut built = Vec::with_capacity(regions.len());
                for [block, first, end] in regions {
                    built.push([self.term(*block)?, self.term(*first)?, self.term(*end)?]);
                }
                let (map, fresh) = (self.map(*map)?, self.map(*fresh)?);
                self.arena.forgotten(map, fresh, built)
            }
            MapLine::Choice(cases) => {
                let cases = cases.iter().map(|(f, map)| Ok((self.formula(*f)?, self.map(*map)?)));
                let cases = cases.collect::<Checked<_>>()?;
                self.arena.choice(cases)
            }
        })
    }

    fn build_formula(&mut self, line: &FormulaLine) -> Checked<Formula> {
        use super::{Fact, Relation};
        let fact = |term: Term, relation: Relation| Fact {
            form: LinearSum { terms: vec![(term, Number::ONE)], constant: Number::ZERO },
            relation,
        };
        Ok(match line {
            FormulaLine::Constant(value) => self.arena.constant(*value),
            FormulaLine::Atom(number) if *number < self.atoms => self.arena.atom(*number),
            FormulaLine::Atom(number) => return Err(format!("there is no truth value p{number} here")),
            FormulaLine::AtMostZero(term) => {
                let term = self.term(*term)?;
                self.arena.compare(&fact(term, Relation::AtMost))
            }
            FormulaLine::Zero(term) => {
                let term = self.term(*term)?;
                self.arena.compare(&fact(term, Relation::Equal))
            }
            FormulaLine::Not(inner) => {
                let inner = self.formula(*inner)?;
                self.arena.not(inner)
            }
            FormulaLine::And(parts) => {
                let parts = self.all(parts, Self::formula)?;
                self.arena.junction(&parts, true)
            }
            FormulaLine::Or(parts) => {
                let parts = self.all(parts, Self::formula)?;
                self.arena.junction(&parts, false)
            }
            FormulaLine::Iff(left, right) => {
                let (left, right) = (self.formula(*left)?, self.formula(*right)?);
                self.arena.iff(left, right)
            }
            FormulaLine::Forall(bound, body) | FormulaLine::Exists(bound, body) => {
                let (bound, body) = (self.all(bound, Self::variable)?, self.formula(*body)?);
                self.arena.quantified(&bound, body, matches!(line, FormulaLine::Forall(..)))
            }
        })
    }

    /// A clause without the literals that are false, checked.
    fn clause(&mut self, literals: &[(usize, bool)], reason: &Reason) -> Checked<Vec<Literal>> {
        let mut clause: Vec<Literal> = Vec::with_capacity(literals.len());
        for (number, truth) in literals {
            let formula = self.formula(*number)?;
            match self.arena.formula(formula) {
                FormulaNode::Constant(value) if value != truth => {}
                _ => clause.push(self.arena.literal(formula, *truth)),
            }
        }
        let holds = match reason {
            Reason::Supposed => {
                let never = self.arena.constant(false);
                let is_given = |(formula, truth): &Literal, arena: &mut Arena| {
                    let given = if *truth { *formula } else { arena.not(*formula) };
                    self.supposed.contains(&given)
                };
                self.supposed.contains(&never)
                    || clause.iter().any(|literal| is_given(literal, &mut self.arena))
            }
            Reason::Structure(number) => {
                let formula = self.formula(*number)?;
                self.arena.structure(formula).iter().any(|wanted| self.arena.covers(&clause, wanted))
            }
            Reason::Witness(number, variables) => {
                let formula = self.formula(*number)?;
                let wanted = self.witness(formula, variables)?;
                self.arena.covers(&clause, &wanted)
            }
            Reason::Instance(number, terms) => {
                let (formula, terms) = (self.formula(*number)?, self.all(terms, Self::term)?);
                let wanted = self.instance(formula, &terms)?;
                self.arena.covers(&clause, &wanted)
            }
            Reason::Read(number) => {
                let term = self.term(*number)?;
                self.arena.is_read(&clause, term)
            }
            Reason::Congruence(one, other) => {
                let (one, other) = (self.term(*one)?, self.term(*other)?);
                let wanted = self.arena.congruence(one, other);
                wanted.is_some_and(|wanted| self.arena.covers(&clause, &wanted))
            }
            Reason::Conditional(number) => {
                let term = self.term(*number)?;
                self.arena.cases(term).iter().any(|wanted| self.arena.covers(&clause, wanted))
            }
            Reason::Law(number) => {
                let term = self.term(*number)?;
                self.arena.laws(term).iter().any(|wanted| self.arena.covers(&clause, wanted))
            }
            Reason::Order(one, other) => {
                let (one, other) = (self.term(*one)?, self.term(*other)?);
                let mut laws = self.arena.ordered_products(one, other);
                laws.extend(self.arena.rounded(one, other));
                laws.extend(self.arena.retyped(one, other));
                laws.iter().any(|wanted| self.arena.covers(&clause, wanted))
            }
            Reason::Arithmetic(decision, terms) => {
                check(decision)
                    .map_err(|flaw| format!("in the proof at {:?}: {}", flaw.place, flaw.reason))?;
                let terms = self.all(terms, Self::term)?;
                Theory::new(&mut self.arena, &clause, &terms).decision(decision)?;
                true
            }
            Reason::Learned(numbers) => self.propagates(&clause, numbers)?,
        };
        match holds {
            true => Ok(clause),
            false => Err("the clause does not follow by this rule".to_owned()),
        }
    }

    /// The clause of a quantified formula and its body for new variables.
    fn witness(&mut self, formula: Formula, numbers: &[usize]) -> Checked<Vec<(Formula, bool)>> {
        let (bound, body, truth) = match self.arena.formula(formula).clone() {
            FormulaNode::Exists(bound, body) => (bound, body, true),
            FormulaNode::Forall(bound, body) => (bound, body, false),
            _ => return Err("the formula has no quantifier".to_owned()),
        };
        if bound.len() != numbers.len() {
            return Err("not every variable has one witness".to_owned());
        }
        self.give(Item::Formula(formula));
        let mut bindings = BTreeMap::new();
        for (variable, number) in bound.iter().zip(numbers) {
            let witness = self.variable(*number)?;
            if self.uses[witness] != Use::Nothing {
                return Err(format!("x{witness} is no new variable"));
            }
            if self.arena.variables[witness] != self.arena.variables[*variable] {
                return Err(format!("x{witness} has other limits"));
            }
            self.uses[witness] = Use::Witness;
            bindings.insert(*variable, self.arena.variable(witness));
        }
        let mut replacement = Replacement::new(&self.arena, &mut self.free, bindings);
        let body = replacement.formula(&mut self.arena, body)?;
        Ok(vec![(formula, !truth), (body, truth)])
    }

    /// The clause of a quantified formula and its body for some terms.
    fn instance(&mut self, formula: Formula, terms: &[Term]) -> Checked<Vec<(Formula, bool)>> {
        let (bound, body, truth) = match self.arena.formula(formula).clone() {
            FormulaNode::Forall(bound, body) => (bound, body, true),
            FormulaNode::Exists(bound, body) => (bound, body, false),
            _ => return Err("the formula has no quantifier".to_owned()),
        };
        if bound.len() != terms.len() {
            return Err("not every variable has one term".to_owned());
        }
        let mut wanted = vec![(formula, !truth)];
        for (variable, term) in bound.iter().zip(terms) {
            if let Some((low, high)) = self.arena.variables[*variable].clone() {
                let (low, high) = (self.arena.number(low), self.arena.number(high));
                wanted.push((self.arena.at_most(low, Number::ZERO, *term), false));
                wanted.push((self.arena.at_most(*term, Number::ZERO, high), false));
            }
        }
        let bindings = bound.into_iter().zip(terms.iter().copied()).collect();
        let mut replacement = Replacement::new(&self.arena, &mut self.free, bindings);
        wanted.push((replacement.formula(&mut self.arena, body)?, truth));
        Ok(wanted)
    }

    /// Whether unit propagation in some clauses ends in a contradiction if all literals of a clause are false.
    fn propagates(&self, clause: &[Literal], numbers: &[usize]) -> Checked<bool> {
        let mut known: BTreeMap<Formula, bool> = BTreeMap::new();
        for (formula, truth) in clause {
            if known.insert(*formula, !truth) == Some(*truth) {
                return Ok(true);
            }
        }
        let mut antecedents = Vec::with_capacity(numbers.len());
        for number in numbers {
            let position = number.checked_sub(1).and_then(|position| self.clauses.get(position));
            antecedents.push(position.ok_or_else(|| format!("there is no clause {number} here"))?);
        }
        loop {
            let mut changed = false;
            for antecedent in &antecedents {
                let is_true = |literal: &&Literal| known.get(&literal.0) == Some(&literal.1);
                if antecedent.iter().any(|literal| is_true(&literal)) {
                    continue;
                }
                let open: BTreeSet<&Literal> =
                    antecedent.iter().filter(|literal| !known.contains_key(&literal.0)).collect();
                let mut open = open.into_iter();
                match (open.next(), open.next()) {
                    (None, _) => return Ok(true),
                    (Some((formula, truth)), None) => {
                        known.insert(*formula, *truth);
                        changed = true;
                    }
                    (Some(_), Some(_)) => {}
                }
            }
            if !changed {
                return Ok(false);
            }
        }
    }
}

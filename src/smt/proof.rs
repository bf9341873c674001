//! A refutation as lines of a certificate.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::clause::{ClauseId, Literal, Origin};
use super::core::Core;
use super::encode::{Encoding, Meaning};
use super::substitute::{Item, closure};
use super::term::{BoolId, FormulaId, FormulaNode, MapId, MapNode, TermId, TermNode, Terms, VariableId};
use super::theory::Conjunction;
use focuscheck_base::arith::Relation;
use focuscheck_certificate::refutation::{FormulaLine, Line, MapLine, Reason, TermLine};
use focuscheck_certificate::{Given, LinearSum, Number, Operation};
use focuscheck_lia::ExactSolver;
use focuscheck_lia::constraint::Symbol;
use focuscheck_lia::labels::Labels;
use focuscheck_lia::problem;

/// What is refuted, and the clause in which that ends.
pub struct Refuted<'p> {
    /// The clauses.
    pub core: &'p Core,
    /// What their propositions stand for.
    pub encoding: &'p Encoding,
    /// The solver that refuted the conjunctions.
    pub solver: &'p ExactSolver,
    /// Everything that is supposed.
    pub supposed: &'p [FormulaId],
    /// The clause that excludes the assumptions.
    pub clause: ClauseId,
}

/// The lines so far, and what stands where.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    variables: FxHashMap<VariableId, usize>,
    atoms: FxHashMap<BoolId, usize>,
    terms: FxHashMap<TermId, usize>,
    maps: FxHashMap<MapId, usize>,
    formulas: FxHashMap<FormulaId, usize>,
    clauses: FxHashMap<ClauseId, usize>,
    /// How many clauses there are.
    count: usize,
}

/// The symbols of the solver by their terms.
struct Named;

impl Labels for Named {
    fn symbol(&self, symbol: Symbol) -> String {
        symbol.0.to_string()
    }

    fn constraint(&self, _: usize) -> String {
        String::new()
    }
}

impl Refuted<'_> {
    /// The lines of the certificate; fails where the solver does not prove once more what it has refuted.
    pub fn lines(&self, terms: &mut Terms) -> Result<Vec<Line>, String> {
        let lineage = self.core.lineage(self.clause);
        let (witnesses, others): (Vec<ClauseId>, Vec<ClauseId>) =
            lineage.into_iter().partition(|clause| self.witness(*clause).is_some());
        // A formula may be about the witnesses of others, which were named before its own.
        let witnesses: BTreeMap<VariableId, ClauseId> =
            witnesses.into_iter().filter_map(|clause| Some((self.witness(clause)?, clause))).collect();
        let order: Vec<ClauseId> = witnesses.into_values().chain(others).collect();
        let assumptions: Vec<FormulaId> =
            self.core.clause(self.clause).literals.iter().map(|l| self.formula(terms, l.negated())).collect();
        let mut lines = Lines::default();
        let mut roots = Vec::new();
        for &clause in &order {
            roots.extend(self.roots(terms, clause));
        }
        for item in closure(terms, roots) {
            lines.item(terms, item);
        }
        for &clause in &order {
            if let Origin::Hypothesis(hypothesis) = self.core.clause(clause).origin {
                let formula = self.supposed[hypothesis.index()];
                lines.suppose(formula, format!("hypothesis {}", hypothesis.0));
            }
        }
        assumptions.iter().for_each(|formula| lines.suppose(*formula, "assumption".to_owned()));
        for &clause in &order {
            self.add(terms, &mut lines, clause)?;
        }
        if !assumptions.is_empty() {
            let mut antecedents = vec![lines.clauses[&self.clause]];
            for formula in assumptions {
                antecedents.push(lines.clause(vec![(lines.formulas[&formula], true)], Reason::Supposed));
            }
            lines.clause(Vec::new(), Reason::Learned(antecedents));
        }
        Ok(lines.lines)
    }

    /// The first variable that a clause introduces.
    fn witness(&self, clause: ClauseId) -> Option<VariableId> {
        match &self.core.clause(clause).origin {
            Origin::Witness(_, variables) => variables.first().copied(),
            _ => None,
        }
    }

    /// The formula that a proposition is about, and whether it holds where the literal is true.
    fn meaning(&self, terms: &mut Terms, literal: Literal) -> (FormulaId, bool) {
        match self.encoding.meaning(literal.proposition()) {
            Meaning::Atom(atom) => (terms.atom_formula(atom), literal.is_positive()),
            Meaning::Compare(formula) => (formula, literal.is_positive()),
            Meaning::Holds(formula, truth) => (formula, truth == literal.is_positive()),
        }
    }

    /// A literal as a formula.
    fn formula(&self, terms: &mut Terms, literal: Literal) -> FormulaId {
        match self.meaning(terms, literal) {
            (formula, true) => formula,
            (formula, false) => terms.not(formula),
        }
    }

    /// What a clause is about.
    fn roots(&self, terms: &mut Terms, clause: ClauseId) -> Vec<Item> {
        let clause = self.core.clause(clause);
        let mut roots: Vec<Item> =
            clause.literals.iter().map(|literal| Item::Formula(self.formula(terms, *literal))).collect();
        match &clause.origin {
            Origin::Hypothesis(hypothesis) => roots.push(Item::Formula(self.supposed[hypothesis.index()])),
            Origin::Structure(formula) | Origin::Middle(formula) => roots.push(Item::Formula(*formula)),
            Origin::Witness(formula, variables) => {
                roots.push(Item::Formula(*formula));
                roots.extend(variables.iter().map(|variable| Item::Term(terms.variable_term(*variable))));
            }
            Origin::Instance(formula, with) => {
                roots.push(Item::Formula(*formula));
                roots.extend(with.iter().map(|term| Item::Term(*term)));
            }
            Origin::Read(term) | Origin::Conditional(term) | Origin::Law(term) => {
                roots.push(Item::Term(*term))
            }
            Origin::Congruence(one, other) | Origin::Order(one, other) => {
                roots.extend([Item::Term(*one), Item::Term(*other)])
            }
            Origin::Arithmetic(about) => roots.extend(about.iter().map(|term| Item::Term(*term))),
            Origin::Learned(_) => {}
        }
        // A negated assumption is supposed the other way round.
        roots.extend(clause.literals.iter().map(|l| Item::Formula(self.formula(terms, l.negated()))));
        roots
    }

    /// Adds the line of a clause.
    fn add(&self, terms: &mut Terms, lines: &mut Lines, id: ClauseId) -> Result<(), String> {
        let clause = self.core.clause(id);
        let meanings: Vec<(FormulaId, bool)> =
            clause.literals.iter().map(|literal| self.meaning(terms, *literal)).collect();
        let literals = meanings.into_iter().map(|(formula, truth)| (lines.formulas[&formula], truth));
        let literals: Vec<(usize, bool)> = literals.collect();
        let reason = match &clause.origin {
            // What a formula and its opposite stand for is one formula in a certificate.
            Origin::Middle(_) => return Ok(()),
            Origin::Hypothesis(_) => Reason::Supposed,
            Origin::Structure(formula) => Reason::Structure(lines.formulas[formula]),
            Origin::Witness(formula, variables) => {
                let variables = variables.iter().map(|variable| lines.variables[variable]);
                Reason::Witness(lines.formulas[formula], variables.collect())
            }
            Origin::Instance(formula, with) => {
                Reason::Instance(lines.formulas[formula], with.iter().map(|term| lines.terms[term]).collect())
            }
            Origin::Read(term) => Reason::Read(lines.terms[term]),
            Origin::Congruence(one, other) => Reason::Congruence(lines.terms[one], lines.terms[other]),
            Origin::Conditional(term) => Reason::Conditional(lines.terms[term]),
            Origin::Law(term) => Reason::Law(lines.terms[term]),
            Origin::Order(one, other) => Reason::Order(lines.terms[one], lines.terms[other]),
            Origin::Arithmetic(about) => self.arithmetic(terms, lines, &clause.literals, about)?,
            Origin::Learned(antecedents) => {
                let from = antecedents.iter().filter_map(|antecedent| lines.clauses.get(antecedent).copied());
                Reason::Learned(from.collect())
            }
        };
        let number = lines.clause(literals, reason);
        lines.clauses.insert(id, number);
        Ok(())
    }

    /// The proof that no integers satisfy the opposite of some literals.
    fn arithmetic(
        &self,
        terms: &mut Terms,
        lines: &mut Lines,
        literals: &[Literal],
        about: &[TermId],
    ) -> Result<Reason, String> {
        let opposite: Vec<Literal> = literals.iter().map(|literal| literal.negated()).collect();
        let is_true = |literal: Literal| opposite.contains(&literal);
        let conjunction = Conjunction::of(terms, self.encoding, &opposite, about, &is_true);
        let all: Vec<usize> = (0..conjunction.literals.len()).collect();
        let mut decision = self.solver.prove(&conjunction.problem, &all, &Named)?;
        let mut named = Vec::new();
        for given in &mut decision.system {
            if let Given::Variable(name) = given {
                let term = TermId(name.parse().map_err(|_| "a variable of a proof has no term".to_owned())?);
                let number = *lines.terms.get(&term).ok_or("a term of a proof has no line")?;
                named.push(number);
                *name = format!("t{number}");
            }
        }
        Ok(Reason::Arithmetic(Box::new(decision), named))
    }
}

fn operation(operation: problem::Operation) -> Operation {
    match operation {
        problem::Operation::Multiply => Operation::Multiply,
        problem::Operation::Divide => Operation::Divide,
        problem::Operation::Remainder => Operation::Remainder,
        problem::Operation::BitAnd => Operation::And,
        problem::Operation::BitOr => Operation::Or,
        problem::Operation::BitXor => Operation::Xor,
        problem::Operation::ShiftLeft => Operation::ShiftLeft,
        problem::Operation::ShiftRight => Operation::ShiftRight,
        problem::Operation::Wrap => Operation::Convert,
    }
}

impl Lines {
    fn suppose(&mut self, formula: FormulaId, words: String) {
        self.lines.push(Line::Suppose(self.formulas[&formula], words));
    }

    /// Adds a clause; its number.
    fn clause(&mut self, literals: Vec<(usize, bool)>, reason: Reason) -> usize {
        self.lines.push(Line::Clause(literals, reason));
        self.count += 1;
        self.count
    }

    fn variable(&mut self, terms: &Terms, variable: VariableId) -> usize {
        if let Some(&known) = self.variables.get(&variable) {
            return known;
        }
        let limits =
            terms.variable_range(variable).map(|(low, high)| (Number::from(low), Number::from(high)));
        self.lines.push(Line::Variable(limits, terms.variable_name(variable).to_owned()));
        self.variables.insert(variable, self.variables.len());
        self.variables.len() - 1
    }

    fn atom(&mut self, terms: &Terms, atom: BoolId) -> usize {
        if let Some(&known) = self.atoms.get(&atom) {
            return known;
        }
        self.lines.push(Line::Atom(terms.atom_name(atom).to_owned()));
        self.atoms.insert(atom, self.atoms.len());
        self.atoms.len() - 1
    }

    /// Adds the line of something whose parts have lines.
    fn item(&mut self, terms: &Terms, item: Item) {
        match item {
            Item::Term(term) => {
                let line = self.term(terms, term);
                self.lines.push(Line::Term(line));
                self.terms.insert(term, self.terms.len());
            }
            Item::Map(map) => {
                let line = self.map(terms, map);
                self.lines.push(Line::Map(line));
                self.maps.insert(map, self.maps.len());
            }
            Item::Formula(formula) => {
                let line = self.formula(terms, formula);
                self.lines.push(Line::Formula(line));
                self.formulas.insert(formula, self.formulas.len());
            }
        }
    }

    fn term(&mut self, terms: &Terms, term: TermId) -> TermLine {
        let of = |part: &TermId| self.terms[part];
        match terms.term(term) {
            TermNode::Integer(value) => TermLine::Number(Number::from(*value)),
            TermNode::Variable(variable) => TermLine::Variable(self.variable(terms, *variable)),
            TermNode::Sum { terms, constant } => {
                let parts = terms.iter().map(|(factor, part)| (of(part), Number::from(*factor))).collect();
                TermLine::Sum(LinearSum::new(parts, Number::from(*constant)))
            }
            TermNode::Operation(of_terms, width, signed, left, right) => {
                TermLine::Operation(operation(*of_terms), usize::from(*width), *signed, of(left), of(right))
            }
            TermNode::Select(map, block, offset) => TermLine::Select(self.maps[map], of(block), of(offset)),
            TermNode::Conditional(condition, yes, no) => {
                TermLine::Conditional(self.formulas[condition], of(yes), of(no))
            }
        }
    }

    fn map(&mut self, terms: &Terms, map: MapId) -> MapLine {
        let of = |part: &TermId| self.terms[part];
        match terms.map(map) {
            MapNode::Variable(..) => {
                let limits = terms.contents(map);
                MapLine::Unknown(limits.map(|(low, high)| (Number::from(low), Number::from(high))))
            }
            MapNode::Store { map, block, offset, value } => {
                MapLine::Store(self.maps[map], of(block), of(offset), of(value))
            }
            MapNode::Forgotten { map, fresh, regions } => {
                let regions = regions.iter().map(|r| [of(&r.block), of(&r.first), of(&r.end)]);
                MapLine::Forgotten(self.maps[map], self.maps[fresh], regions.collect())
            }
            MapNode::Choice(cases) => {
                let cases = cases.iter().map(|(condition, map)| (self.formulas[condition], self.maps[map]));
                MapLine::Choice(cases.collect())
            }
        }
    }

    fn formula(&mut self, terms: &Terms, formula: FormulaId) -> FormulaLine {
        let of = |part: &FormulaId| self.formulas[part];
        match terms.formula(formula) {
            FormulaNode::Constant(value) => FormulaLine::Constant(*value),
            FormulaNode::Atom(atom) => FormulaLine::Atom(self.atom(terms, *atom)),
            FormulaNode::Compare(Relation::Equal, left, _) => FormulaLine::Zero(self.terms[left]),
            FormulaNode::Compare(_, left, _) => FormulaLine::AtMostZero(self.terms[left]),
            FormulaNode::Not(inner) => FormulaLine::Not(of(inner)),
            FormulaNode::And(parts) => FormulaLine::And(parts.iter().map(of).collect()),
            FormulaNode::Or(parts) => FormulaLine::Or(parts.iter().map(of).collect()),
            FormulaNode::Iff(left, right) => FormulaLine::Iff(of(left), of(right)),
            FormulaNode::Forall(bound, body) | FormulaNode::Exists(bound, body) => {
                let body = of(body);
                let bound = bound.iter().map(|variable| self.variable(terms, *variable)).collect();
                match terms.formula(formula) {
                    FormulaNode::Forall(..) => FormulaLine::Forall(bound, body),
                    _ => FormulaLine::Exists(bound, body),
                }
            }
        }
    }
}

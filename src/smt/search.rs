//! The search: which truth values are decided, when the solver is asked, and what is added where its model is none.

use rustc_hash::FxHashMap;

use super::answer::{Answer, Lack, Limits, Statistics};
use super::clause::{ClauseId, Literal, Origin};
use super::core::Core;
use super::encode::{Encoding, Meaning};
use super::instances::{Instance, Instances, Situation};
use super::laws::{Laws, Step, Which};
use super::memory::{Lemma, contradicted, decision, model};
use super::model::{Evaluation, Model};
use super::proof::Refuted;
use super::question::Question;
use super::substitute::Item;
use super::term::{BoolId, FormulaId, FormulaNode, HypothesisId, TermId, Terms};
use super::theory::{Conjunction, solver};
use super::thin::halved;
use super::widen::{Inequality, widened};
use focuscheck_base::limit::spend;
use focuscheck_certificate::refutation::{Line, check_lines};
use focuscheck_lia::constraint;
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::{ExactSolver, Solver};

/// Decides questions about what is supposed.
#[derive(Clone, Debug)]
pub struct Prover {
    /// The arena of all terms and formulas.
    pub terms: Terms,
    limits: Limits,
    supposed: Vec<FormulaId>,
    /// How many of these are clauses.
    encoded: usize,
    /// For each atom its rank and value in the order of decisions, if it has one.
    order: Vec<Option<(usize, bool)>>,
    core: Core,
    encoding: Encoding,
    instances: Instances,
    solver: ExactSolver,
    decisions: usize,
    conjunctions: usize,
    /// The clauses about maps and the like, by their parts.
    known: FxHashMap<Vec<(FormulaId, bool)>, ClauseId>,
    /// What always holds of operations.
    laws: Laws,
    /// The clause that the last refutation ends in.
    refutation: Option<ClauseId>,
    /// Whether the solver is asked on the way through the order of decisions, too.
    eager: bool,
    /// Where it is, the last model of the solver: what the next question is about may hold in it, too.
    integers: constraint::Model,
}

impl Prover {
    /// Nothing supposed.
    pub fn new(limits: Limits) -> Self {
        Prover {
            terms: Terms::default(),
            limits,
            supposed: Vec::new(),
            encoded: 0,
            order: Vec::new(),
            core: Core::default(),
            encoding: Encoding::default(),
            instances: Instances::default(),
            solver: solver(),
            decisions: 0,
            conjunctions: 0,
            known: FxHashMap::default(),
            laws: Laws::default(),
            refutation: None,
            eager: false,
            integers: constraint::Model::default(),
        }
    }

    /// From now on the solver is asked before all that has an order is decided, and clauses say which bounds imply which.
    /// That is worth it where the order is long: a contradiction is seen close to where it begins. The numbers of models
    /// are then any that fit.
    pub fn be_eager(&mut self) {
        self.eager = true;
        self.encoding.keep_bounds();
    }

    /// A formula holds from now on in all questions.
    pub fn suppose(&mut self, formula: FormulaId) -> HypothesisId {
        self.supposed.push(formula);
        HypothesisId(self.supposed.len() as u32 - 1)
    }

    /// Everything that is supposed; a hypothesis is a position in it.
    pub fn supposed(&self) -> &[FormulaId] {
        &self.supposed
    }

    /// What is decided first where a choice between open truth values is left, and which way.
    pub fn order(&mut self, decisions: &[(BoolId, bool)]) {
        let length = decisions.iter().map(|(atom, _)| atom.index() + 1).max().unwrap_or_default();
        self.order = vec![None; length];
        for (rank, (atom, value)) in decisions.iter().enumerate() {
            self.order[atom.index()] = Some((rank, *value));
        }
    }

    /// The proof of the last answer, if that was a refutation, as lines of a certificate that its checker accepts; else why
    /// there is none. A verdict rests on this, not on the search.
    pub fn proof(&mut self) -> Result<Vec<Line>, String> {
        let clause = self.refutation.ok_or("the last answer was no refutation")?;
        let (core, encoding, solver) = (&self.core, &self.encoding, &self.solver);
        let lines =
            Refuted { core, encoding, solver, supposed: &self.supposed, clause }.lines(&mut self.terms)?;
        match check_lines(&lines) {
            Ok(()) => Ok(lines),
            Err(flaw) => Err(format!("at {:?}: {}", flaw.place, flaw.reason)),
        }
    }

    /// The assumptions that the last refutation needs, if the last answer was one.
    pub fn failed(&self) -> Vec<BoolId> {
        let Some(clause) = self.refutation else { return Vec::new() };
        let literals = self.core.clause(clause).literals.iter();
        let meanings = literals.map(|literal| self.encoding.meaning(literal.proposition()));
        meanings
            .filter_map(|meaning| match meaning {
                Meaning::Atom(atom) => Some(atom),
                Meaning::Compare(_) | Meaning::Holds(..) => None,
            })
            .collect()
    }

    /// What the questions so far took.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            decisions: self.decisions,
            conjunctions: self.conjunctions,
            instances: self.instances.count,
            learned: self.core.learned,
        }
    }

    /// Whether something satisfies all that is supposed and the assumptions. What is learned is kept.
    pub fn solve(&mut self, assumptions: &[(BoolId, bool)]) -> Answer {
        self.refutation = None;
        self.core.backtrack(0);
        self.encode();
        let integers = std::mem::take(&mut self.integers);
        let mut question = Question { instances: self.instances.count, integers, ..Question::default() };
        let answer = self.search(&mut question, assumptions);
        if self.eager {
            self.integers = question.integers;
        }
        answer
    }

    fn search(&mut self, question: &mut Question, assumptions: &[(BoolId, bool)]) -> Answer {
        loop {
            spend(1);
            if let Some(refutation) = self.core.refutation() {
                return self.refuted(refutation);
            }
            if question.cases > self.limits.cases {
                return Answer::Open(Lack::Cases);
            }
            if let Some(conflict) = self.core.propagate() {
                question.cases += 1;
                self.core.learn(conflict);
                continue;
            }
            if let Some(&(atom, value)) = assumptions.get(self.core.level() as usize) {
                let literal = Literal::new(self.encoding.atom(&mut self.core, atom), value);
                if self.core.value(literal) == Some(false) {
                    let clause = self.core.excluded(literal);
                    return self.refuted(clause);
                }
                self.core.decide(literal);
                continue;
            }
            if let Some(answer) = self.step(question, assumptions) {
                return answer;
            }
        }
    }

    /// Makes clauses of what was supposed since the last question.
    fn encode(&mut self) {
        while let Some(&formula) = self.supposed.get(self.encoded) {
            let origin = Origin::Hypothesis(HypothesisId(self.encoded as u32));
            self.encoded += 1;
            self.encoding.note(&self.terms, [Item::Formula(formula)], 0);
            let literals = match self.terms.formula(formula) {
                FormulaNode::Constant(true) => continue,
                FormulaNode::Constant(false) => Vec::new(),
                _ => vec![self.encoding.literal(&mut self.terms, &mut self.core, formula, true, 0)],
            };
            self.core.add(literals, origin, true);
        }
    }

    fn refuted(&mut self, clause: ClauseId) -> Answer {
        self.refutation = Some(clause);
        let lineage = self.core.lineage(clause);
        let mut needed: Vec<HypothesisId> = lineage
            .into_iter()
            .filter_map(|clause| match self.core.clause(clause).origin {
                Origin::Hypothesis(hypothesis) => Some(hypothesis),
                _ => None,
            })
            .collect();
        needed.sort();
        Answer::Refuted { needed }
    }

    fn decide(&mut self, question: &mut Question, literal: Literal) {
        question.cases += 1;
        self.decisions += 1;
        self.core.decide(literal);
    }

    /// What is done where nothing propagates: a decision, a question to the solver, new clauses; or the answer.
    fn step(&mut self, question: &mut Question, assumptions: &[(BoolId, bool)]) -> Option<Answer> {
        let open = self.core.open();
        if let Some(literal) = self.ordered(&open) {
            if self.is_consistent_so_far(question) {
                self.decide(question, literal);
            }
            return None;
        }
        if let Some(literal) = self.pending(question) {
            self.decide(question, literal);
            return None;
        }
        let is_open = !open.is_empty();
        // What was not decided is asked again only when nothing is left to be added to it.
        let put_off = is_open && question.undecided.is_some_and(|level| level < self.core.level());
        let conjunction = match put_off {
            true => Conjunction::default(),
            false => Conjunction::assigned(&mut self.terms, &self.core, &self.encoding),
        };
        if !put_off {
            question.undecided = None;
            if self.goes_by_laws(question, &conjunction, Which::Open) {
                return None;
            }
            match self.consistent(question, &conjunction) {
                Consistent::Yes => {}
                Consistent::No => return None,
                Consistent::Unknown(_) if is_open => question.undecided = Some(self.core.level()),
                Consistent::Unknown(_)
                    if self.goes_by_laws(question, &conjunction, Which::All)
                        || self.halves(question, &conjunction) =>
                {
                    return None;
                }
                Consistent::Unknown(lack) => return Some(Answer::Open(lack)),
            }
        }
        if let Some(literal) = self.choice(question, &open) {
            self.decide(question, literal);
            return None;
        }
        let lemmas = contradicted(&mut self.terms, &question.model, &question.integers);
        if self.add_lemmas(question, lemmas) {
            return None;
        }
        let situation = Situation {
            core: &self.core,
            encoding: &self.encoding,
            model: &question.model,
            symbols: &conjunction.symbols,
        };
        let mut found = self.instances.contradicted(&mut self.terms, &situation, self.limits.rounds);
        if found.is_empty() {
            found = self.instances.refuting_values(&mut self.terms, &situation, self.limits.values);
        }
        if !found.is_empty() {
            return self.add_instances(question, found);
        }
        Some(self.satisfied(question, &conjunction, assumptions))
    }

    /// Whether what always holds of the operations in a conjunction says something more, perhaps after a decision.
    fn goes_by_laws(&mut self, question: &mut Question, conjunction: &Conjunction, which: Which) -> bool {
        match self.laws.next(&mut self.terms, &mut self.core, &mut self.encoding, conjunction, which) {
            Step::Decide(literal) => self.decide(question, literal),
            Step::Again => {}
            Step::Done => return false,
        }
        true
    }

    /// Decides between the values of a sum that has few of them, if there is one.
    fn halves(&mut self, question: &mut Question, conjunction: &Conjunction) -> bool {
        let Some(constraint) = halved(conjunction, &mut question.halved) else { return false };
        let formula = self.terms.constraint(&constraint);
        let literal = self.encoding.literal(&mut self.terms, &mut self.core, formula, true, 0);
        let is_open = self.core.value(literal).is_none();
        if is_open {
            self.decide(question, literal);
        }
        is_open
    }

    fn add_instances(&mut self, question: &Question, found: Vec<Instance>) -> Option<Answer> {
        for instance in found {
            if self.instances.count - question.instances >= self.limits.instances {
                return Some(Answer::Open(Lack::Instances));
            }
            self.instances.add(&mut self.terms, &mut self.core, &mut self.encoding, instance);
        }
        None
    }

    /// Adds clauses that a model contradicts; whether anything comes of it.
    fn add_lemmas(&mut self, question: &mut Question, lemmas: Vec<Lemma>) -> bool {
        let before = self.core.len();
        question.pending.clear();
        question.wanted.clear();
        for Lemma { parts, origin } in lemmas {
            if let Origin::Middle(formula) = origin {
                question.wanted.push(self.encoding.literal(
                    &mut self.terms,
                    &mut self.core,
                    formula,
                    true,
                    0,
                ));
            }
            let clause = match self.known.get(&parts) {
                Some(known) => Some(*known),
                None => self.encoding.clause(&mut self.terms, &mut self.core, &parts, origin, 0),
            };
            if let Some(clause) = clause {
                self.known.insert(parts, clause);
                question.pending.push(clause);
            }
        }
        self.core.len() > before || self.pending(question).is_some()
    }

    /// What is to be decided so that what the last model contradicts says something.
    fn pending(&self, question: &Question) -> Option<Literal> {
        let wanted = question.wanted.iter().copied().find(|literal| self.core.value(*literal).is_none());
        let literals = |clause: &ClauseId| &self.core.clause(*clause).literals;
        wanted.or_else(|| question.pending.iter().find_map(|clause| decision(&self.core, literals(clause))))
    }

    /// The first open truth value in the order that an open clause could do with, as it is decided first.
    fn ordered(&self, open: &[ClauseId]) -> Option<Literal> {
        let mut best: Option<(usize, Literal)> = None;
        for clause in open.iter().map(|clause| self.core.clause(*clause)) {
            for &literal in clause.literals.iter().filter(|literal| self.core.value(**literal).is_none()) {
                if let Meaning::Atom(atom) = self.encoding.meaning(literal.proposition())
                    && let Some(&Some((rank, value))) = self.order.get(atom.index())
                    && best.is_none_or(|(known, _)| rank < known)
                {
                    best = Some((rank, Literal::new(literal.proposition(), value)));
                }
            }
        }
        best.map(|(_, literal)| literal)
    }

    /// The literal of the first open clause that is to become true: one that holds in the last model, else the first.
    fn choice(&self, question: &Question, open: &[ClauseId]) -> Option<Literal> {
        let clause = self.core.clause(*open.first()?);
        let mut evaluation = Evaluation::new(&question.model);
        let open: Vec<Literal> =
            clause.literals.iter().copied().filter(|literal| self.core.value(*literal).is_none()).collect();
        let holds = open.iter().copied().find(|literal| {
            let (formula, truth) = match self.encoding.meaning(literal.proposition()) {
                Meaning::Atom(_) => return false,
                Meaning::Compare(formula) => (formula, literal.is_positive()),
                Meaning::Holds(formula, truth) => (formula, truth == literal.is_positive()),
            };
            evaluation.formula(&self.terms, formula) == Some(truth)
        });
        holds.or_else(|| open.first().copied())
    }

    /// Whether the comparisons that are assigned have a model, which then is the question's.
    fn consistent(&mut self, question: &mut Question, conjunction: &Conjunction) -> Consistent {
        let known = match conjunction.completed(&question.integers) {
            Some(integers) => Some(integers),
            None if question.conjunctions >= self.limits.conjunctions => {
                return Consistent::Unknown(Lack::Conjunctions);
            }
            None => {
                question.conjunctions += 1;
                self.conjunctions += 1;
                question.pending.clear();
                question.wanted.clear();
                match self.solver.solve(&conjunction.problem) {
                    Outcome::Feasible(integers) => conjunction.completed(&integers),
                    Outcome::Infeasible(core) => {
                        self.exclude(conjunction, &core);
                        return Consistent::No;
                    }
                    Outcome::Undecided(lack) => return Consistent::Unknown(Lack::Arithmetic(lack)),
                }
            }
        };
        let Some(integers) = known else { return Consistent::Unknown(Lack::Number) };
        question.model = model(&self.terms, &self.core, &self.encoding, &integers);
        question.integers = integers;
        Consistent::Yes
    }

    /// Whether nothing contradicts what was decided up to here, as far as it is time to ask; if something does, a clause
    /// says so.
    fn is_consistent_so_far(&mut self, question: &mut Question) -> bool {
        let due = question.stride.is_due(self.core.level());
        if !self.eager || !due || question.conjunctions >= self.limits.conjunctions {
            return true;
        }
        let conjunction = Conjunction::assigned(&mut self.terms, &self.core, &self.encoding);
        let contradicted = matches!(self.consistent(question, &conjunction), Consistent::No);
        question.stride.asked(self.core.level(), contradicted);
        !contradicted
    }

    /// Adds the clause that some constraints are not all true, with as few definitions as it takes.
    fn exclude(&mut self, conjunction: &Conjunction, core: &[usize]) {
        let restricted = conjunction.restricted(core);
        let narrow = self.solver.refutes(&restricted.problem);
        let all = conjunction.defined.values().map(|literal| literal.negated());
        let defined: Vec<Literal> = match narrow {
            true => restricted.defined.values().map(|literal| literal.negated()).collect(),
            false => all.collect(),
        };
        let wide = match narrow {
            true => widened(&mut self.terms, &self.encoding, &self.solver, &restricted),
            false => None,
        };
        let kept = match &wide {
            Some(wide) => wide.kept.clone(),
            None => (0..core.len()).collect(),
        };
        let mut literals: Vec<Literal> =
            kept.into_iter().map(|position| restricted.literals[position].negated()).collect();
        for Inequality { formula, members } in wide.into_iter().flat_map(|wide| wide.inequalities) {
            let (terms, core) = (&mut self.terms, &mut self.core);
            for member in members {
                let parts = [(member, false), (formula, true)];
                self.encoding.clause(terms, core, &parts, Origin::Arithmetic(Vec::new()), 0);
            }
            let literal = self.encoding.literal(terms, core, formula, true, 0);
            literals.push(literal.negated());
        }
        literals.extend(defined);
        let about = match narrow {
            true => Vec::new(),
            false => conjunction.symbols.iter().map(|symbol| TermId(symbol.0)).collect(),
        };
        self.core.add(literals, Origin::Arithmetic(about), false);
    }

    /// The answer for a model that nothing contradicts: once more from scratch, so that its values are near zero, unless
    /// any are as good.
    fn satisfied(
        &mut self,
        question: &mut Question,
        conjunction: &Conjunction,
        assumptions: &[(BoolId, bool)],
    ) -> Answer {
        let mut best = std::mem::take(&mut question.model);
        best.complete = self.holds(&best, assumptions);
        if self.eager {
            return Answer::Satisfied(best);
        }
        self.conjunctions += 1;
        if let Outcome::Feasible(integers) = self.solver.solve(&conjunction.problem)
            && let Some(integers) = conjunction.completed(&integers)
        {
            let mut other = model(&self.terms, &self.core, &self.encoding, &integers);
            other.complete = self.holds(&other, assumptions);
            if other.complete && contradicted(&mut self.terms, &other, &integers).is_empty() {
                best = other;
            }
        }
        Answer::Satisfied(best)
    }

    /// Whether a model satisfies everything, as far as is seen.
    fn holds(&self, model: &Model, assumptions: &[(BoolId, bool)]) -> bool {
        let mut evaluation = Evaluation::new(model);
        self.terms.unrepresented().is_empty()
            && self.supposed.iter().all(|formula| evaluation.formula(&self.terms, *formula) == Some(true))
            && assumptions.iter().all(|(atom, value)| model.atom(*atom).unwrap_or(false) == *value)
    }
}

/// Whether the comparisons that are assigned have a model.
enum Consistent {
    Yes,
    /// They do not, and a clause says so.
    No,
    Unknown(Lack),
}

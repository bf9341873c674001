//! What is known: runs over unknowns, those that pass a check and those that fail there.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_lia::constraint::{Linear, Symbol};
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{BoolId, FormulaId, HypothesisId, TermId, VariableId};
use focuscheck_smt::{Answer, Model, Prover};

/// What an unknown stands for (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnknownKind {
    /// An input of the program.
    Input,
    /// A value of which the analysis knows too little: after a loop, of an operation, of code that is not there.
    Abstraction,
}

/// An unknown; its symbol is its number.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The term of the formulas that it is.
    pub term: TermId,
    /// What it stands for.
    pub kind: UnknownKind,
    /// Bounds that are part of what eliminations know. All other bounds are known to the prover alone.
    pub bounds: (Option<i128>, Option<i128>),
    /// That a run comes to where it is known; `None`: every run does.
    pub point: Option<FormulaId>,
    /// Whether it follows from inputs and other unknowns, so that what is said of it is read in runs that do not come there,
    /// too.
    pub derived: bool,
}

/// Runs, as formulas: each choice in them is a value of an unknown.
pub struct World {
    /// All that is supposed.
    pub prover: Prover,
    /// The unknowns in the order of the source.
    pub unknowns: Vec<Unknown>,
    /// True of runs that end without failing at the check.
    pub passes: BoolId,
    /// True of runs that fail there.
    pub fails: BoolId,
    /// True of runs in which the check is made: an obligation that only keeps runs from there is no answer.
    pub checked: BoolId,
    /// True of runs that come to the line of the check, before anything there is evaluated: what is said of runs that reach it
    /// is about these.
    pub arrived: BoolId,
    /// True of runs that fail somewhere else, if any may.
    pub elsewhere: Option<BoolId>,
    /// Truth values that only say where a run goes: what needs none of them to hold needs nothing.
    pub structure: BTreeSet<BoolId>,
    /// What the prover knows and conjunctions do not say: that values fit their types.
    pub silent: BTreeSet<HypothesisId>,
    /// What holds of unknowns that are defined by others, and by themselves are none.
    pub definitions: BTreeMap<VariableId, FormulaId>,
    /// What divisions of sums by numbers leave.
    remainders: BTreeMap<(TermId, i128), TermId>,
    /// Terms that are neither unknowns nor sums, as symbols behind the unknowns.
    pub(super) auxiliary: BTreeMap<TermId, Symbol>,
}

/// Symbols of terms that are no unknowns begin here.
pub(super) const FIRST_AUXILIARY: u32 = 1 << 20;

impl World {
    /// Runs that are told by a prover.
    pub fn new(prover: Prover, unknowns: Vec<Unknown>, [passes, fails, checked]: [BoolId; 3]) -> World {
        World {
            prover,
            unknowns,
            passes,
            fails,
            checked,
            arrived: checked,
            elsewhere: None,
            structure: BTreeSet::from([passes, fails, checked]),
            silent: BTreeSet::new(),
            definitions: BTreeMap::new(),
            remainders: BTreeMap::new(),
            auxiliary: BTreeMap::new(),
        }
    }

    /// Whether a symbol is an input.
    pub fn is_input(&self, symbol: Symbol) -> bool {
        self.unknowns.get(symbol.0 as usize).is_some_and(|unknown| unknown.kind == UnknownKind::Input)
    }

    /// A truth value that makes a formula hold where it is assumed.
    pub(super) fn selector(&mut self, formula: FormulaId) -> BoolId {
        let atom = self.prover.terms.atom("selected");
        self.structure.insert(atom);
        let selected = self.prover.terms.atom_formula(atom);
        let implied = self.prover.terms.implies(selected, formula);
        self.prover.suppose(implied);
        atom
    }

    /// A model in which all of these are true; an error if none was found and none excluded.
    pub(super) fn model(&mut self, assumed: &[BoolId]) -> Result<Option<Model>, Undecided> {
        let assumptions: Vec<(BoolId, bool)> = assumed.iter().map(|atom| (*atom, true)).collect();
        match self.prover.solve(&assumptions) {
            Answer::Refuted { .. } => Ok(None),
            Answer::Satisfied(model) => Ok(Some(model)),
            Answer::Open(_) => Err(Undecided),
        }
    }

    /// Whether all of these can be true together with a formula.
    pub(super) fn possible(&mut self, assumed: &[BoolId], formula: FormulaId) -> Result<bool, Undecided> {
        self.with(assumed, formula, |world, assumed| Ok(world.model(assumed)?.is_some()))
    }

    /// Whether they surely cannot: what a verdict rests on, so the proof is checked.
    pub(super) fn excluded(&mut self, assumed: &[BoolId], formula: FormulaId) -> bool {
        self.refuted(assumed, formula).is_some()
    }

    /// If they surely cannot, what that needs of what is supposed.
    pub(super) fn refuted(&mut self, assumed: &[BoolId], formula: FormulaId) -> Option<Vec<HypothesisId>> {
        self.with(assumed, formula, |world, assumed| {
            let assumptions: Vec<(BoolId, bool)> = assumed.iter().map(|atom| (*atom, true)).collect();
            match world.prover.solve(&assumptions) {
                Answer::Refuted { needed } => world.prover.proof().is_ok().then_some(needed),
                Answer::Satisfied(_) | Answer::Open(_) => None,
            }
        })
    }

    fn with<T>(
        &mut self,
        assumed: &[BoolId],
        formula: FormulaId,
        ask: impl FnOnce(&mut World, &[BoolId]) -> T,
    ) -> T {
        let selector = self.selector(formula);
        let assumed: Vec<BoolId> = assumed.iter().copied().chain([selector]).collect();
        let answer = ask(self, &assumed);
        let selected = self.prover.terms.atom_formula(selector);
        let never = self.prover.terms.not(selected);
        self.prover.suppose(never);
        answer
    }

    fn term(&mut self, expression: &Linear) -> TermId {
        let of = |symbol: Symbol| self.unknowns[symbol.0 as usize].term;
        let parts: Vec<(i128, TermId)> = expression.terms.iter().map(|&(s, c)| (c, of(s))).collect();
        self.prover.terms.sum(&parts, expression.constant)
    }

    /// An atom over unknowns as a formula.
    pub(super) fn formula(&mut self, atom: &Atom) -> FormulaId {
        use focuscheck_base::arith::Relation;
        use focuscheck_lia::constraint::Comparison;
        let term = self.term(atom.expression());
        let zero = self.prover.terms.integer(0);
        match atom {
            Atom::Compare(constraint) => {
                let relation = match constraint.comparison {
                    Comparison::AtMostZero => Relation::LessEqual,
                    Comparison::Zero => Relation::Equal,
                    Comparison::NotZero => Relation::NotEqual,
                };
                self.prover.terms.compare(relation, term, zero)
            }
            Atom::Divides { expression, modulus, holds } => {
                let rest = self.remainder(&expression.terms, *modulus);
                let sought = self.prover.terms.integer((-expression.constant).rem_euclid(*modulus));
                let divides = self.prover.terms.equal(rest, sought);
                if *holds { divides } else { self.prover.terms.not(divides) }
            }
        }
    }

    /// What a division of a sum by a positive number leaves, from 0 on: the same unknown wherever it is asked for.
    fn remainder(&mut self, sum: &[(Symbol, i128)], modulus: i128) -> TermId {
        let term = self.term(&Linear { terms: sum.to_vec(), constant: 0 });
        if let Some(&known) = self.remainders.get(&(term, modulus)) {
            return known;
        }
        let terms = &mut self.prover.terms;
        let rest = terms.variable("remainder", Some((0, modulus - 1)));
        let whole = terms.variable("quotient", None);
        let (rest_term, whole_term) = (terms.variable_term(rest), terms.variable_term(whole));
        let sum = terms.sum(&[(modulus, whole_term), (1, rest_term)], 0);
        let defined = terms.equal(term, sum);
        // Every number has one: supposing it takes nothing away.
        self.prover.suppose(defined);
        for variable in [rest, whole] {
            self.definitions.insert(variable, defined);
        }
        self.remainders.insert((term, modulus), rest_term);
        rest_term
    }

    /// That a run comes to all points of [`World::reached`] but those of unknowns that are derived: in which runs what is said
    /// is simplified.
    pub(super) fn context<'a>(&mut self, atoms: impl IntoIterator<Item = &'a Atom>) -> FormulaId {
        let symbols: BTreeSet<Symbol> =
            atoms.into_iter().flat_map(|atom| atom.expression().symbols()).collect();
        let own = symbols.iter().filter_map(|symbol| self.unknowns.get(symbol.0 as usize));
        let points: Vec<FormulaId> =
            own.filter(|unknown| !unknown.derived).filter_map(|unknown| unknown.point).collect();
        self.prover.terms.and(points)
    }

    /// That a run comes to all points at which the unknowns of some atoms are known.
    pub(super) fn reached<'a>(&mut self, atoms: impl IntoIterator<Item = &'a Atom>) -> FormulaId {
        let symbols: BTreeSet<Symbol> =
            atoms.into_iter().flat_map(|atom| atom.expression().symbols()).collect();
        self.reached_of(&symbols)
    }

    /// That a run comes to all points at which some unknowns are known.
    pub(super) fn reached_of<'a>(&mut self, symbols: impl IntoIterator<Item = &'a Symbol>) -> FormulaId {
        let own = symbols.into_iter().filter_map(|symbol| self.unknowns.get(symbol.0 as usize)?.point);
        let points: Vec<FormulaId> = own.collect();
        self.prover.terms.and(points)
    }
}

/// Neither shown nor excluded within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

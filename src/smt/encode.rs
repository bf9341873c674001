//! Formulas as clauses, by polarity (Plaisted and Greenbaum): what stands for a formula only has to be true if the formula
//! must hold, so that no part is decided which nothing needs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::clause::{ClauseId, Literal, Origin, Proposition};
use super::core::Core;
use super::substitute::{Item, closure};
use super::term::{BoolId, FormulaId, FormulaNode, TermId, Terms, VariableId};
use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{Linear, Symbol};

/// What a proposition stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A truth value.
    Atom(BoolId),
    /// A comparison.
    Compare(FormulaId),
    /// If it is true, then a formula has this truth value. If it is false, that says nothing.
    Holds(FormulaId, bool),
}

/// A formula that holds for all values of its variables where its proposition is true.
#[derive(Clone, Debug)]
pub struct Universal {
    /// Its proposition.
    pub proposition: Proposition,
    /// The quantified formula.
    pub formula: FormulaId,
    /// Its variables.
    pub bound: Vec<VariableId>,
    /// Its body.
    pub body: FormulaId,
    /// The truth value that the body has for all values.
    pub truth: bool,
}

/// The literals that say that a sum is at most some number, by these.
type Bounds = BTreeMap<i128, Literal>;

/// The propositions of formulas.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    meanings: Vec<Meaning>,
    atoms: FxHashMap<BoolId, Proposition>,
    comparisons: FxHashMap<FormulaId, Proposition>,
    holds: FxHashMap<(FormulaId, bool), Proposition>,
    /// The constants of equalities that only differ in these.
    families: FxHashMap<Vec<(Symbol, i128)>, BTreeSet<i128>>,
    /// For each sum the literals that say that it is at most some number, if these are to be kept in order.
    bounds: Option<FxHashMap<Vec<(Symbol, i128)>, Bounds>>,
    /// The formulas that hold for all values of variables, if their propositions do.
    pub universals: Vec<Universal>,
    /// How deeply terms rest on instances; those that are not listed stand in what is supposed.
    rounds: FxHashMap<Item, u32>,
}

impl Encoding {
    /// What a proposition stands for.
    pub fn meaning(&self, proposition: Proposition) -> Meaning {
        self.meanings[proposition.index()]
    }

    /// The proposition of a truth value.
    pub fn atom(&mut self, core: &mut Core, atom: BoolId) -> Proposition {
        if let Some(&known) = self.atoms.get(&atom) {
            return known;
        }
        let proposition = self.proposition(core, Meaning::Atom(atom));
        self.atoms.insert(atom, proposition);
        proposition
    }

    fn proposition(&mut self, core: &mut Core, meaning: Meaning) -> Proposition {
        self.meanings.push(meaning);
        core.proposition(!matches!(meaning, Meaning::Compare(_)))
    }

    /// From now on clauses say of two bounds of a sum that one implies the other.
    pub fn keep_bounds(&mut self) {
        self.bounds.get_or_insert_default();
    }

    /// Says how a comparison with zero is related to other bounds of its sum.
    fn bound(&mut self, core: &mut Core, sum: &Linear, proposition: Proposition) {
        let Some(bounds) = &mut self.bounds else { return };
        let Some(&(_, first)) = sum.terms.first() else { return };
        // `sum + constant <= 0` is `sum <= -constant`; of `-sum + constant <= 0` the opposite is `sum <= constant - 1`.
        let upper = if first > 0 { Some(sum.clone()) } else { sum.negate() };
        let limit = if first > 0 { sum.constant.checked_neg() } else { sum.constant.checked_sub(1) };
        let (Some(Linear { terms, .. }), Some(limit)) = (upper, limit) else { return };
        let literal = Literal::new(proposition, first > 0);
        let known = bounds.entry(terms).or_default();
        let below = known.range(..=limit).next_back().map(|(_, below)| *below);
        let above = known.range(limit..).next().map(|(_, above)| *above);
        known.entry(limit).or_insert(literal);
        for (less, more) in
            below.map(|below| (below, literal)).into_iter().chain(above.map(|above| (literal, above)))
        {
            core.add(vec![less.negated(), more], Origin::Arithmetic(Vec::new()), false);
        }
    }

    /// The constants of the equalities with the same terms as one.
    pub fn family(&self, sum: &Linear) -> Vec<i128> {
        self.families.get(&sum.terms).map_or(Vec::new(), |constants| constants.iter().copied().collect())
    }

    /// How deeply a term rests on instances of quantified formulas.
    pub fn round(&self, terms: &Terms, term: TermId) -> u32 {
        let parts = terms.linear(term);
        let round = |part: TermId| self.rounds.get(&Item::Term(part)).copied().unwrap_or_default();
        parts.symbols().map(|symbol| round(TermId(symbol.0))).max().unwrap_or_default()
    }

    /// Notes that what occurs in some things, and was not there before, rests on instances so deeply.
    pub fn note(&mut self, terms: &Terms, roots: impl IntoIterator<Item = Item>, round: u32) {
        for item in closure(terms, roots) {
            self.rounds.entry(item).or_insert(round);
        }
    }

    /// The literal that is true only if a formula has a truth value.
    pub fn literal(
        &mut self,
        terms: &mut Terms,
        core: &mut Core,
        formula: FormulaId,
        truth: bool,
        round: u32,
    ) -> Literal {
        match *terms.formula(formula) {
            FormulaNode::Not(inner) => return self.literal(terms, core, inner, !truth, round),
            FormulaNode::Atom(atom) => return Literal::new(self.atom(core, atom), truth),
            FormulaNode::Compare(..) => {
                if let Some(&known) = self.comparisons.get(&formula) {
                    return Literal::new(known, truth);
                }
                let proposition = self.proposition(core, Meaning::Compare(formula));
                self.comparisons.insert(formula, proposition);
                match *terms.formula(formula) {
                    FormulaNode::Compare(Relation::Equal, left, _) => {
                        let Linear { terms, constant } = terms.linear(left);
                        self.families.entry(terms).or_default().insert(constant);
                    }
                    FormulaNode::Compare(Relation::LessEqual, left, _) => {
                        self.bound(core, &terms.linear(left), proposition);
                    }
                    _ => {}
                }
                return Literal::new(proposition, truth);
            }
            _ => {}
        }
        if let Some(&known) = self.holds.get(&(formula, truth)) {
            return Literal::new(known, true);
        }
        let proposition = self.proposition(core, Meaning::Holds(formula, truth));
        self.holds.insert((formula, truth), proposition);
        self.define(terms, core, proposition, round);
        Literal::new(proposition, true)
    }

    /// The same literal, if there already is one.
    pub fn known(&self, terms: &Terms, formula: FormulaId, truth: bool) -> Option<Literal> {
        match terms.formula(formula) {
            FormulaNode::Not(inner) => self.known(terms, *inner, !truth),
            FormulaNode::Atom(atom) => self.atoms.get(atom).map(|known| Literal::new(*known, truth)),
            FormulaNode::Compare(..) => {
                self.comparisons.get(&formula).map(|known| Literal::new(*known, truth))
            }
            _ => self.holds.get(&(formula, truth)).map(|known| Literal::new(*known, true)),
        }
    }

    /// The clauses of a proposition that stands for a formula with parts.
    fn define(&mut self, terms: &mut Terms, core: &mut Core, proposition: Proposition, round: u32) {
        let Meaning::Holds(formula, truth) = self.meaning(proposition) else { return };
        let own = Literal::new(proposition, false);
        let structure = |core: &mut Core, literals: Vec<Literal>| {
            core.add(literals, Origin::Structure(formula), true);
        };
        match (terms.formula(formula).clone(), truth) {
            (FormulaNode::Constant(value), _) => {
                if value != truth {
                    structure(core, vec![own]);
                }
            }
            (FormulaNode::And(parts), true) | (FormulaNode::Or(parts), false) => {
                for part in parts {
                    let literal = self.literal(terms, core, part, truth, round);
                    structure(core, vec![own, literal]);
                }
            }
            (FormulaNode::And(parts), false) | (FormulaNode::Or(parts), true) => {
                let mut literals = vec![own];
                for part in parts {
                    literals.push(self.literal(terms, core, part, truth, round));
                }
                structure(core, literals);
            }
            (FormulaNode::Iff(left, right), _) => {
                for side in [true, false] {
                    let one = self.literal(terms, core, left, side, round);
                    let other = self.literal(terms, core, right, side != truth, round);
                    structure(core, vec![own, one, other]);
                }
            }
            (FormulaNode::Forall(bound, body), true) | (FormulaNode::Exists(bound, body), false) => {
                self.universals.push(Universal { proposition, formula, bound, body, truth });
            }
            (FormulaNode::Forall(bound, body), false) | (FormulaNode::Exists(bound, body), true) => {
                let (witnesses, bindings) = names(terms, &bound);
                let body = terms.substitute(body, &bindings);
                self.note(terms, bindings.values().map(|term| Item::Term(*term)), round);
                self.note(terms, [Item::Formula(body)], round);
                let literal = self.literal(terms, core, body, truth, round);
                core.add(vec![own, literal], Origin::Witness(formula, witnesses), true);
            }
            // These have one proposition for both truth values, and no parts.
            (FormulaNode::Atom(_) | FormulaNode::Compare(..) | FormulaNode::Not(_), _) => {}
        }
    }

    /// The clause that some formulas, each with a truth value, are not all otherwise.
    pub fn clause(
        &mut self,
        terms: &mut Terms,
        core: &mut Core,
        parts: &[(FormulaId, bool)],
        origin: Origin,
        round: u32,
    ) -> Option<ClauseId> {
        let mut literals = Vec::with_capacity(parts.len());
        for &(formula, truth) in parts {
            match terms.formula(formula) {
                FormulaNode::Constant(value) if *value == truth => return None,
                FormulaNode::Constant(_) => continue,
                _ => literals.push(self.literal(terms, core, formula, truth, round)),
            }
        }
        core.add(literals, origin, false)
    }
}

/// New variables for values that some bound ones have, and the terms in their place.
fn names(terms: &mut Terms, bound: &[VariableId]) -> (Vec<VariableId>, BTreeMap<VariableId, TermId>) {
    let (mut witnesses, mut bindings) = (Vec::new(), BTreeMap::new());
    for &variable in bound {
        let name = terms.variable_name(variable).to_owned();
        let witness = terms.variable(&name, terms.variable_range(variable));
        witnesses.push(witness);
        bindings.insert(variable, terms.variable_term(witness));
    }
    (witnesses, bindings)
}

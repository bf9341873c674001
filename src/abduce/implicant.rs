//! A model as a conjunction: what it has to do with all that is supposed.
//!
//! The truth values of a model stay, as choices that exist; what is left are comparisons of unknowns. All values that
//! satisfy them extend to a model.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};
use focuscheck_smt::Model;
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{
    BoolId, FormulaId, FormulaNode, HypothesisId, MapId, MapNode, Region, TermId, TermNode,
};

use super::world::{FIRST_AUXILIARY, World};

/// A walk through what is supposed.
struct Walk<'w> {
    world: &'w mut World,
    model: &'w Model,
    /// The truth values of the structure that have to be true.
    on: BTreeSet<BoolId>,
    /// What was looked at.
    required: BTreeSet<(FormulaId, bool)>,
    atoms: BTreeSet<Atom>,
}

/// The comparisons that make all that is supposed true, as the model does; `None` if a number is too large.
pub(super) fn implicant(world: &mut World, model: &Model, roots: &[BoolId]) -> Option<Vec<Atom>> {
    let supposed = (0u32..).zip(world.prover.supposed());
    let spoken = supposed.filter(|(number, _)| !world.silent.contains(&HypothesisId(*number)));
    let supposed: Vec<FormulaId> = spoken.map(|(_, formula)| *formula).collect();
    let defined: BTreeSet<FormulaId> = world.definitions.values().copied().collect();
    let on = roots.iter().copied().collect();
    let mut walk = Walk { world, model, on, required: BTreeSet::new(), atoms: BTreeSet::new() };
    loop {
        let before = walk.on.len();
        // What is needed depends on which truth values are: the last round is the one that counts.
        walk.required.clear();
        walk.atoms.clear();
        for &formula in supposed.iter().filter(|formula| !defined.contains(formula)) {
            spend(1);
            if !walk.is_idle(formula) {
                walk.require(formula, true)?;
            }
        }
        if walk.on.len() == before {
            break;
        }
    }
    let atoms = std::mem::take(&mut walk.atoms);
    Some(with_bounds(world, atoms))
}

/// Adds the bounds of all unknowns that occur.
fn with_bounds(world: &World, atoms: BTreeSet<Atom>) -> Vec<Atom> {
    let symbols: BTreeSet<Symbol> = atoms.iter().flat_map(|atom| atom.expression().symbols()).collect();
    let mut all: Vec<Atom> = atoms.into_iter().collect();
    for symbol in symbols {
        let Some(unknown) = world.unknowns.get(symbol.0 as usize) else { continue };
        if let Some(low) = unknown.bounds.0 {
            all.push(Atom::at_most_zero(Linear { terms: vec![(symbol, -1)], constant: low }));
        }
        if let Some(high) = unknown.bounds.1.and_then(i128::checked_neg) {
            all.push(Atom::at_most_zero(Linear { terms: vec![(symbol, 1)], constant: high }));
        }
    }
    all
}

impl Walk<'_> {
    /// Whether a formula holds because a truth value of the structure is not needed.
    fn is_idle(&self, formula: FormulaId) -> bool {
        let terms = &self.world.prover.terms;
        match terms.formula(formula) {
            FormulaNode::Not(inner) => match terms.formula(*inner) {
                FormulaNode::Atom(atom) => self.world.structure.contains(atom) && !self.on.contains(atom),
                FormulaNode::And(parts) => parts.iter().any(|part| self.is_off(*part)),
                _ => false,
            },
            FormulaNode::Or(parts) => parts.iter().any(|part| self.is_idle(*part)),
            _ => false,
        }
    }

    fn is_off(&self, formula: FormulaId) -> bool {
        match self.world.prover.terms.formula(formula) {
            FormulaNode::Atom(atom) => self.world.structure.contains(atom) && !self.on.contains(atom),
            _ => false,
        }
    }

    fn holds(&self, formula: FormulaId) -> Option<bool> {
        self.model.holds(&self.world.prover.terms, formula)
    }

    fn require(&mut self, formula: FormulaId, truth: bool) -> Option<()> {
        if !self.required.insert((formula, truth)) {
            return Some(());
        }
        spend(1);
        match self.world.prover.terms.formula(formula).clone() {
            FormulaNode::Constant(_) => {}
            FormulaNode::Atom(atom) => {
                if truth && self.world.structure.contains(&atom) {
                    self.on.insert(atom);
                }
            }
            FormulaNode::Compare(relation, left, _) => {
                let expression = self.linear(left)?;
                let zero = Linear::constant(0);
                let constraint = Constraint::new(&expression, relation, &zero)?;
                let constraint = if truth { constraint } else { constraint.negate()? };
                self.compare(constraint);
            }
            FormulaNode::Not(inner) => self.require(inner, !truth)?,
            FormulaNode::And(parts) if truth => {
                for part in parts {
                    self.require(part, true)?;
                }
            }
            FormulaNode::Or(parts) if !truth => {
                for part in parts {
                    self.require(part, false)?;
                }
            }
            FormulaNode::And(parts) | FormulaNode::Or(parts) => self.one_of(&parts, truth)?,
            FormulaNode::Iff(left, right) => {
                let one = self.holds(left)?;
                self.require(left, one)?;
                self.require(right, one == truth)?;
            }
            // What a model says of all values is not told as a conjunction.
            FormulaNode::Forall(..) | FormulaNode::Exists(..) => {}
        }
        Some(())
    }

    /// One of some formulas has to be true (or false): one that needs nothing new, else the first.
    fn one_of(&mut self, parts: &[FormulaId], truth: bool) -> Option<()> {
        let fitting: Vec<FormulaId> =
            parts.iter().copied().filter(|part| self.holds(*part) == Some(truth)).collect();
        let is_known = |part: &&FormulaId| self.required.contains(&(**part, truth));
        let is_free = |part: &&FormulaId| if truth { self.is_idle(**part) } else { self.is_off(**part) };
        let chosen = fitting.iter().find(is_free).or_else(|| fitting.iter().find(is_known));
        let chosen = chosen.or_else(|| fitting.first()).copied()?;
        self.require(chosen, truth)
    }

    /// A comparison; one that two things differ becomes one that says how, if it is about auxiliary values.
    fn compare(&mut self, constraint: Constraint) {
        let auxiliary = |symbol: Symbol| symbol.0 >= FIRST_AUXILIARY;
        let unequal = constraint.comparison == Comparison::NotZero;
        if unequal && constraint.expression.symbols().any(auxiliary) {
            // Eliminating what differs from something takes two cases; the model knows which.
            if let Some(strict) = self.strict(&constraint.expression) {
                self.atoms.insert(strict);
                return;
            }
        }
        self.atoms.insert(Atom::Compare(constraint));
    }

    fn strict(&self, expression: &Linear) -> Option<Atom> {
        let mut sum = expression.constant;
        for &(symbol, factor) in &expression.terms {
            sum = sum.checked_add(factor.checked_mul(self.value(symbol)?)?)?;
        }
        let side = if sum < 0 { expression.clone() } else { expression.negate()? };
        Some(Atom::at_most_zero(side.add_constant(1)?))
    }

    fn value(&self, symbol: Symbol) -> Option<i128> {
        let term = match self.world.unknowns.get(symbol.0 as usize) {
            Some(unknown) => unknown.term,
            None => *self.world.auxiliary.iter().find(|(_, own)| **own == symbol)?.0,
        };
        self.model.term(&self.world.prover.terms, term)
    }

    /// A term as a sum of symbols, the way of each condition taken that the model takes.
    fn linear(&mut self, term: TermId) -> Option<Linear> {
        spend(1);
        match self.world.prover.terms.term(term).clone() {
            TermNode::Integer(value) => Some(Linear::constant(value)),
            TermNode::Variable(variable) => {
                if let Some(&definition) = self.world.definitions.get(&variable) {
                    self.require(definition, true)?;
                }
                Some(Linear::symbol(self.symbol(term)))
            }
            TermNode::Sum { terms, constant } => {
                let mut sum = Linear::constant(constant);
                for (factor, part) in terms {
                    sum = sum.add_scaled(&self.linear(part)?, factor)?;
                }
                Some(sum)
            }
            TermNode::Conditional(condition, yes, no) => {
                let truth = self.holds(condition)?;
                self.require(condition, truth)?;
                self.linear(if truth { yes } else { no })
            }
            TermNode::Select(map, block, offset) => self.selected(map, block, offset),
            TermNode::Operation(..) => Some(Linear::symbol(self.symbol(term))),
        }
    }

    fn symbol(&mut self, term: TermId) -> Symbol {
        let known = self.world.unknowns.iter().position(|unknown| unknown.term == term);
        if let Some(position) = known {
            return Symbol(position as u32);
        }
        let next = Symbol(FIRST_AUXILIARY + self.world.auxiliary.len() as u32);
        *self.world.auxiliary.entry(term).or_insert(next)
    }

    fn equal(&mut self, left: TermId, right: TermId) -> Option<bool> {
        let equal = self.world.prover.terms.equal(left, right);
        let truth = self.holds(equal)?;
        self.require(equal, truth)?;
        Some(truth)
    }

    /// What a map has somewhere.
    fn selected(&mut self, map: MapId, block: TermId, offset: TermId) -> Option<Linear> {
        let mut map = map;
        loop {
            spend(1);
            match self.world.prover.terms.map(map).clone() {
                MapNode::Variable(..) => {
                    let term = self.world.prover.terms.select(map, block, offset);
                    return match self.world.prover.terms.term(term) {
                        TermNode::Select(..) => Some(Linear::symbol(self.symbol(term))),
                        _ => self.linear(term),
                    };
                }
                MapNode::Store { map: before, block: own, offset: at, value } => {
                    if self.equal(block, own)? && self.equal(offset, at)? {
                        return self.linear(value);
                    }
                    map = before;
                }
                MapNode::Forgotten { map: before, fresh, regions } => {
                    let mut inside = false;
                    for region in regions {
                        inside |= self.inside(block, offset, region)?;
                    }
                    map = if inside { fresh } else { before };
                }
                MapNode::Choice(cases) => {
                    let case = cases.into_iter().find(|(condition, _)| self.holds(*condition) == Some(true));
                    let (condition, chosen) = case?;
                    self.require(condition, true)?;
                    map = chosen;
                }
            }
        }
    }

    fn inside(&mut self, block: TermId, offset: TermId, region: Region) -> Option<bool> {
        use focuscheck_base::arith::Relation;
        let terms = &mut self.world.prover.terms;
        let same = terms.equal(block, region.block);
        let after = terms.compare(Relation::GreaterEqual, offset, region.first);
        let before = terms.compare(Relation::Less, offset, region.end);
        let inside = terms.and([same, after, before]);
        let truth = self.holds(inside)?;
        self.require(inside, truth)?;
        Some(truth)
    }
}

//! The weakest condition over some unknowns under which no run of a kind is left (Lemmas 3 and 5).
//!
//! `for all others: not (path or path or ...)` is a conjunction over the paths, so that only conjunctions are projected.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_lia::constraint::Symbol;
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::eliminate::{Cube, eliminated};
use focuscheck_smt::term::FormulaId;

use super::world::{Undecided, World};

/// A disjunction.
pub(super) type Clause = Vec<Atom>;

/// What was eliminated so far: of a path, some symbols.
#[derive(Default)]
pub(super) struct Eliminations {
    known: BTreeMap<(Cube, BTreeSet<Symbol>), Option<Vec<Cube>>>,
}

/// The symbols of conjunctions.
pub(super) fn symbols<'a>(cubes: impl IntoIterator<Item = &'a Cube>) -> BTreeSet<Symbol> {
    cubes.into_iter().flatten().flat_map(|atom| atom.expression().symbols()).collect()
}

impl Eliminations {
    /// What a path says of some symbols.
    pub(super) fn projected(&mut self, path: &Cube, keep: &BTreeSet<Symbol>) -> Option<Vec<Cube>> {
        let gone: BTreeSet<Symbol> = symbols([path]).difference(keep).copied().collect();
        let known = self.known.entry((path.clone(), gone));
        known.or_insert_with_key(|(path, gone)| eliminated(path, gone)).clone()
    }

    /// The clauses of the weakest condition over some symbols that no path satisfies; `None` if it never holds.
    pub(super) fn weakest(
        &mut self,
        paths: &[Cube],
        keep: &BTreeSet<Symbol>,
    ) -> Result<Option<Vec<Clause>>, Undecided> {
        let mut clauses = BTreeSet::new();
        for path in paths {
            for cube in self.projected(path, keep).ok_or(Undecided)? {
                if cube.is_empty() {
                    return Ok(None);
                }
                let clause: Option<Clause> = cube.iter().map(Atom::negated).collect();
                let mut clause = clause.ok_or(Undecided)?;
                clause.sort();
                clauses.insert(clause);
            }
        }
        Ok(Some(clauses.into_iter().collect()))
    }
}

impl World {
    /// A disjunction as a formula.
    pub(super) fn clause(&mut self, clause: &Clause) -> FormulaId {
        let parts: Vec<FormulaId> = clause.iter().map(|atom| self.formula(atom)).collect();
        self.prover.terms.or(parts)
    }

    /// A conjunction as a formula.
    pub(super) fn cube(&mut self, cube: &[Atom]) -> FormulaId {
        let parts: Vec<FormulaId> = cube.iter().map(|atom| self.formula(atom)).collect();
        self.prover.terms.and(parts)
    }

    /// That a clause holds in all runs that come to where it is about.
    pub(super) fn claim(&mut self, clause: &Clause) -> FormulaId {
        let reached = self.reached(clause);
        let holds = self.clause(clause);
        self.prover.terms.implies(reached, holds)
    }

    /// The same for several clauses.
    pub(super) fn claims(&mut self, clauses: &[Clause]) -> FormulaId {
        let parts: Vec<FormulaId> = clauses.iter().map(|clause| self.claim(clause)).collect();
        self.prover.terms.and(parts)
    }

    /// That a run comes to where some atoms are about, and they hold there.
    pub(super) fn happens(&mut self, atoms: &[Atom]) -> FormulaId {
        let reached = self.reached(atoms);
        let holds = self.cube(atoms);
        self.prover.terms.and([reached, holds])
    }

    /// Clauses as a formula.
    pub(super) fn clauses(&mut self, clauses: &[Clause]) -> FormulaId {
        let parts: Vec<FormulaId> = clauses.iter().map(|clause| self.clause(clause)).collect();
        self.prover.terms.and(parts)
    }
}

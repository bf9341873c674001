//! The cheapest unknowns over which a condition exists that proves, or disproves, a check (section 4.1.1: consistent minimum
//! satisfying assignments, by variable sets).
//!
//! What all candidates need is found first; the others are looked at by cost. A set that does is not made larger, one that
//! does not is not made smaller.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::Symbol;
use focuscheck_smt::eliminate::Cube;
use focuscheck_smt::term::{BoolId, FormulaId};

use super::cost::{Cost, Side, price};
use super::obligation::{Clause, Eliminations, symbols};
use super::simplify::distributed;
use super::world::{Undecided, World};

/// More unknowns than this are given up.
const MOST_UNKNOWNS: usize = 16;

/// A condition over unknowns.
#[derive(Clone, Debug)]
pub(super) struct WeakestCondition {
    /// The unknowns.
    pub symbols: BTreeSet<Symbol>,
    /// The weakest condition over them.
    pub clauses: Vec<Clause>,
    /// What it costs.
    pub cost: u64,
}

/// A search.
pub(super) struct Search<'a> {
    pub world: &'a mut World,
    pub eliminations: &'a mut Eliminations,
    /// The runs that the condition is to exclude.
    pub excluded: &'a [Cube],
    /// The other runs.
    pub others: &'a [Cube],
    /// True of the other runs.
    pub kept: BoolId,
    pub side: Side,
    pub cost: Cost,
    /// What the condition has to be possible with, each by itself.
    pub allowed: &'a [FormulaId],
    /// Conditions that were asked.
    pub ruled_out: &'a BTreeSet<Vec<Clause>>,
    /// Whether something was left out of which nobody found out within the limits whether it is one.
    pub has_gaps: bool,
}

impl Search<'_> {
    /// The cheapest conditions, of unknowns that do not include each other.
    pub(super) fn cheapest(&mut self, wanted: usize) -> Vec<WeakestCondition> {
        // A condition that holds because the check is never reached comes last.
        let reached = self.among(true, wanted);
        if reached.is_empty() && self.side == Side::Obligation { self.among(false, wanted) } else { reached }
    }

    fn among(&mut self, checked: bool, wanted: usize) -> Vec<WeakestCondition> {
        let mut found: Vec<WeakestCondition> = Vec::new();
        for universe in self.universes(checked) {
            if universe.len() > MOST_UNKNOWNS {
                self.has_gaps = true;
                continue;
            }
            for other in self.among_these(&universe, checked, wanted) {
                if !found.iter().any(|known| known.symbols == other.symbols) {
                    found.push(other);
                }
            }
        }
        found.sort_by_key(|found| found.cost);
        found.truncate(wanted);
        found
    }

    /// All unknowns of the runs that are to be excluded; if no other run comes to where all of them are known, the largest sets
    /// for which one does.
    fn universes(&mut self, checked: bool) -> Vec<Vec<Symbol>> {
        let all: Vec<Symbol> = symbols(self.excluded).into_iter().collect();
        let mut assumed = vec![self.kept];
        if checked {
            assumed.push(self.world.checked);
        }
        // What nobody finds out is not left out.
        let mut comes = |set: &[Symbol]| {
            spend(1);
            let reached = self.world.reached_of(set);
            self.world.possible(&assumed, reached) != Ok(false)
        };
        if comes(&all) {
            return vec![all];
        }
        let mut universes: Vec<Vec<Symbol>> = Vec::new();
        for &first in all.iter().take(MOST_UNKNOWNS) {
            if universes.iter().any(|known| known.contains(&first)) || !comes(&[first]) {
                continue;
            }
            let mut set = vec![first];
            for &next in all.iter().filter(|next| **next != first) {
                set.push(next);
                if !comes(&set) {
                    set.pop();
                }
            }
            set.sort();
            universes.push(set);
        }
        universes
    }

    fn among_these(&mut self, universe: &[Symbol], checked: bool, wanted: usize) -> Vec<WeakestCondition> {
        let everything: BTreeSet<Symbol> = universe.iter().copied().collect();
        let count = symbols(self.excluded.iter().chain(self.others)).len() as u64;
        if self.condition(&everything, checked).is_none() {
            return Vec::new();
        }
        let mut needed = BTreeSet::new();
        for &symbol in universe {
            let mut rest = everything.clone();
            rest.remove(&symbol);
            if self.condition(&rest, checked).is_none() {
                needed.insert(symbol);
            }
        }
        let mut found: Vec<WeakestCondition> = Vec::new();
        let mut failed: Vec<BTreeSet<Symbol>> = Vec::new();
        for (base, set) in self.ordered(universe, &needed, count) {
            spend(1);
            let last = found.get(wanted.saturating_sub(1)).map(|found| found.cost);
            if last.is_some_and(|last| last <= base) {
                break;
            }
            let is_larger = found.iter().any(|known| known.cost <= base && known.symbols.is_subset(&set));
            if is_larger || failed.iter().any(|known| set.is_subset(known)) {
                continue;
            }
            let Some(clauses) = self.condition(&set, checked) else {
                failed.push(set);
                continue;
            };
            // What is not known to exclude no input value is priced as if it did.
            let cost = base + self.excess(&set, &clauses, count).unwrap_or(count);
            found.push(WeakestCondition { symbols: set, clauses, cost });
            found.sort_by_key(|found| found.cost);
            found.truncate(wanted);
        }
        found
    }

    /// All sets with what is needed: by cost, size, number of values that the analysis does not know, place.
    fn ordered(
        &self,
        universe: &[Symbol],
        needed: &BTreeSet<Symbol>,
        count: u64,
    ) -> Vec<(u64, BTreeSet<Symbol>)> {
        let open: Vec<Symbol> = universe.iter().copied().filter(|symbol| !needed.contains(symbol)).collect();
        let mut sets: Vec<(u64, BTreeSet<Symbol>)> = (0..1u32 << open.len())
            .map(|bits| {
                let chosen =
                    (0..open.len()).filter(|place| bits & (1 << place) != 0).map(|place| open[place]);
                let set: BTreeSet<Symbol> = needed.iter().copied().chain(chosen).collect();
                (price(self.cost, self.side, self.world, &set, count), set)
            })
            .collect();
        let unknown = |set: &BTreeSet<Symbol>| set.iter().filter(|s| !self.world.is_input(**s)).count();
        sets.sort_by_cached_key(|(cost, set)| (*cost, set.len(), unknown(set), set.clone()));
        sets
    }

    /// The weakest condition over some unknowns, if it is known to be consistent with all that it has to be.
    fn condition(&mut self, set: &BTreeSet<Symbol>, checked: bool) -> Option<Vec<Clause>> {
        let decided = self.consistent(set, checked);
        self.has_gaps |= decided.is_err();
        decided.ok().flatten()
    }

    fn consistent(
        &mut self,
        set: &BTreeSet<Symbol>,
        checked: bool,
    ) -> Result<Option<Vec<Clause>>, Undecided> {
        let Some(clauses) = self.eliminations.weakest(self.excluded, set)? else { return Ok(None) };
        if self.ruled_out.contains(&clauses) {
            return Ok(None);
        }
        let holds = self.world.clauses(&clauses);
        let reached = self.world.reached(clauses.iter().flatten());
        let at_points = self.world.prover.terms.and([holds, reached]);
        let mut assumed = vec![self.kept];
        if checked {
            assumed.push(self.world.checked);
        }
        if !self.world.possible(&assumed, at_points)? {
            return Ok(None);
        }
        for &allowed in self.allowed {
            let both = self.world.prover.terms.and([holds, allowed]);
            if !self.world.possible(&[self.kept], both)? {
                return Ok(None);
            }
        }
        Ok(Some(clauses))
    }

    /// What excluding an input value costs more.
    fn excess(&mut self, set: &BTreeSet<Symbol>, clauses: &[Clause], count: u64) -> Result<u64, Undecided> {
        let inputs: BTreeSet<Symbol> = symbols(self.excluded.iter().chain(self.others))
            .into_iter()
            .filter(|s| self.world.is_input(*s))
            .collect();
        if self.cost == Cost::Definition || set.is_disjoint(&inputs) {
            return Ok(0);
        }
        let Some(cubes) = distributed(clauses) else { return Ok(count) };
        let mut before = Vec::new();
        for path in self.excluded.iter().chain(self.others) {
            before.extend(self.eliminations.projected(path, &inputs).ok_or(Undecided)?);
        }
        let mut after = Vec::new();
        for path in self.others {
            for cube in &cubes {
                let mut both: Cube = path.iter().chain(cube).cloned().collect();
                both.sort();
                both.dedup();
                after.extend(self.eliminations.projected(&both, &inputs).ok_or(Undecided)?);
            }
        }
        let any = |world: &mut World, cubes: &[Cube]| {
            let parts: Vec<FormulaId> = cubes.iter().map(|cube| world.cube(cube)).collect();
            world.prover.terms.or(parts)
        };
        let (before, after) = (any(self.world, &before), any(self.world, &after));
        let lost = self.world.prover.terms.not(after);
        let lost = self.world.prover.terms.and([before, lost]);
        Ok(if self.world.possible(&[], lost)? { count } else { 0 })
    }
}

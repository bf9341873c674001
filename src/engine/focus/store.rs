//! What must hold at a point of a walk back so that the suffix walked so far can happen: the weakest
//! precondition of the focus statements, as ranges of linear forms.
//!
//! Stores of neighbouring suffixes share their parts (persistent maps).

use num_integer::Integer;

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::SiteId;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};
use focuscheck_lia::problem::{Definition, Problem};
use focuscheck_lia::{ExactSolver, Solver};

use super::labels::{Naming, StoreLabels};
use super::symbolic::{Origin, Symbols};

/// The values a form can have: an interval without some points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Range {
    low: Option<i128>,
    high: Option<i128>,
    excluded: Vec<i128>,
}

impl Range {
    fn tighten(&mut self, other: &Range) -> bool {
        let mut changed = false;
        if other.low.is_some_and(|l| self.low.is_none_or(|s| l > s)) {
            self.low = other.low;
            changed = true;
        }
        if other.high.is_some_and(|h| self.high.is_none_or(|s| h < s)) {
            self.high = other.high;
            changed = true;
        }
        for value in &other.excluded {
            if let Err(position) = self.excluded.binary_search(value) {
                self.excluded.insert(position, *value);
                changed = true;
            }
        }
        loop {
            if let Some(position) = self.low.and_then(|l| self.excluded.iter().position(|&e| e == l)) {
                self.excluded.remove(position);
                self.low = self.low.map(|l| l + 1);
            } else if let Some(position) = self.high.and_then(|h| self.excluded.iter().position(|&e| e == h))
            {
                self.excluded.remove(position);
                self.high = self.high.map(|h| h - 1);
            } else {
                break;
            }
        }
        let (low, high) = (self.low, self.high);
        self.excluded.retain(|&e| low.is_none_or(|l| e > l) && high.is_none_or(|h| e < h));
        changed
    }

    fn is_empty(&self) -> bool {
        self.low.zip(self.high).is_some_and(|(l, h)| l > h)
    }

    fn within(&self, other: &Range) -> bool {
        let mut both = self.clone();
        !both.tighten(other) || both == *self
    }
}

/// The constraints of a suffix.
#[derive(Clone, Debug, Default)]
pub struct Store {
    forms: im::OrdMap<Vec<(Symbol, i128)>, Range>,
    definitions: im::Vector<Definition>,
    /// What concerns values read from outside alone and was found feasible.
    closed: im::OrdMap<Vec<(Symbol, i128)>, Range>,
    /// How often each site was read.
    reads: im::OrdMap<SiteId, u32>,
    /// Whether some value was given up, so that the store says less than it should.
    lossy: bool,
    contradictory: bool,
}

impl Store {
    /// Marks that something was given up.
    pub fn set_lossy(&mut self) {
        self.lossy = true;
    }

    /// How many forms and definitions it has.
    pub fn size(&self) -> usize {
        self.forms.len() + self.definitions.len()
    }

    /// Adds a definition.
    pub fn define(&mut self, definition: Definition) {
        self.definitions.push_back(definition);
    }

    /// Adds a constraint; whether it says something new.
    pub fn add(&mut self, constraint: &Constraint) -> bool {
        let form = &constraint.expression;
        let bound = form.constant.checked_neg();
        let Some(bound) = bound else {
            self.lossy = true;
            return false;
        };
        let range = match constraint.comparison {
            Comparison::AtMostZero => Range { high: Some(bound), ..Range::default() },
            Comparison::Zero => Range { low: Some(bound), high: Some(bound), ..Range::default() },
            Comparison::NotZero => Range { excluded: vec![bound], ..Range::default() },
        };
        self.restrict(form.terms.clone(), range)
    }

    /// The sum of terms (no constant) must be in the range.
    fn restrict(&mut self, mut terms: Vec<(Symbol, i128)>, mut range: Range) -> bool {
        if terms.is_empty() {
            let outside = range.low.is_some_and(|l| l > 0)
                || range.high.is_some_and(|h| h < 0)
                || range.excluded.contains(&0);
            self.contradictory |= outside;
            return outside;
        }
        let divisor = terms.iter().fold(0i128, |g, &(_, c)| g.gcd(&c));
        let divisor = if terms[0].1 < 0 { -divisor } else { divisor };
        terms.iter_mut().for_each(|(_, c)| *c /= divisor);
        if divisor < 0 {
            std::mem::swap(&mut range.low, &mut range.high);
        }
        range.low = range.low.map(|l| Integer::div_ceil(&l, &divisor));
        range.high = range.high.map(|h| Integer::div_floor(&h, &divisor));
        range.excluded.retain(|e| e % divisor == 0);
        range.excluded.iter_mut().for_each(|e| *e /= divisor);
        range.excluded.sort_unstable();
        let mut combined = self.forms.get(&terms).cloned().unwrap_or_default();
        let changed = combined.tighten(&range);
        if changed {
            self.contradictory |= combined.is_empty();
            self.forms.insert(terms, combined);
        }
        changed
    }

    /// Replaces symbols by forms, all at once; whether anything changed.
    pub fn substitute(&mut self, replacements: &[(Symbol, Linear)]) -> bool {
        let concerned =
            |terms: &[(Symbol, i128)]| terms.iter().any(|(s, _)| replacements.iter().any(|(r, _)| r == s));
        let hit: Vec<_> = self
            .forms
            .iter()
            .filter(|(terms, _)| concerned(terms))
            .map(|(t, r)| (t.clone(), r.clone()))
            .collect();
        let replace = |terms: &[(Symbol, i128)], constant: i128| {
            let mut sum = Linear::constant(constant);
            for &(symbol, coefficient) in terms {
                let value = replacements.iter().find(|(r, _)| *r == symbol).map(|(_, l)| l.clone());
                sum = sum.add(&value.unwrap_or_else(|| Linear::symbol(symbol)).scale(coefficient)?)?;
            }
            Some(sum)
        };
        for (terms, _) in &hit {
            self.forms.remove(terms);
        }
        let mut changed = !hit.is_empty();
        for (terms, range) in hit {
            let shifted = replace(&terms, 0).and_then(|sum| {
                let shift = |v: Option<i128>| match v {
                    Some(v) => v.checked_sub(sum.constant).map(Some),
                    None => Some(None),
                };
                let excluded: Option<Vec<_>> =
                    range.excluded.iter().map(|e| e.checked_sub(sum.constant)).collect();
                Some((
                    Range { low: shift(range.low)?, high: shift(range.high)?, excluded: excluded? },
                    sum.terms,
                ))
            });
            match shifted {
                Some((range, terms)) => {
                    self.restrict(terms, range);
                }
                None => self.lossy = true,
            }
        }
        for position in 0..self.definitions.len() {
            let definition = &self.definitions[position];
            if concerned(&definition.left.terms) || concerned(&definition.right.terms) {
                let left = replace(&definition.left.terms, definition.left.constant);
                let right = replace(&definition.right.terms, definition.right.constant);
                match (left, right) {
                    (Some(left), Some(right)) => {
                        let mut definition = definition.clone();
                        definition.left = left;
                        definition.right = right;
                        self.definitions.set(position, definition);
                    }
                    _ => self.lossy = true,
                }
                changed = true;
            }
        }
        changed
    }

    /// All symbols it mentions whose origin satisfies a predicate.
    pub fn symbols(&self, symbols: &Symbols, mut keep: impl FnMut(Origin) -> bool) -> Vec<Symbol> {
        let mut found: Vec<Symbol> =
            self.forms
                .keys()
                .flat_map(|terms| terms.iter().map(|&(s, _)| s))
                .chain(self.definitions.iter().flat_map(|d| {
                    d.left.terms.iter().chain(&d.right.terms).map(|&(s, _)| s).collect::<Vec<_>>()
                }))
                .filter(|&s| keep(symbols.origin(s)))
                .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The constraints as a problem for the solver.
    pub fn problem(&self, symbols: &Symbols) -> Problem {
        let mut problem = Problem::default();
        spend(self.size());
        for (terms, range) in &self.forms {
            problem.constraints.extend(constraints(terms, range));
        }
        problem.definitions = self.definitions.iter().cloned().collect();
        symbols.bound(&mut problem);
        problem
    }

    /// Whether it was shown that no values satisfy the store.
    pub fn is_infeasible(&self, symbols: &Symbols, solver: &ExactSolver, naming: Naming<'_>) -> bool {
        let infeasible = self.is_refuted(symbols, solver);
        if infeasible && solver.recorder.is_some() {
            let mut problem = self.problem(symbols);
            let mut note = "";
            if self.contradictory && !self.forms.values().any(Range::is_empty) {
                // Nothing else is left of the constraint.
                note = "a condition that is false as soon as its values are known";
                let (expression, comparison) = (Linear::constant(1), Comparison::AtMostZero);
                problem.constraints = vec![Constraint { expression, comparison }];
            }
            solver.keep_refuted(&problem, &StoreLabels { naming, symbols, note });
        }
        infeasible
    }

    fn is_refuted(&self, symbols: &Symbols, solver: &ExactSolver) -> bool {
        if self.contradictory {
            return true;
        }
        if self.forms.is_empty() {
            return false;
        }
        // Forms of one symbol without definitions need no solver.
        if self.definitions.is_empty() && self.forms.keys().all(|t| t.len() == 1) {
            return self.forms.iter().any(|(terms, range)| {
                let (low, high) = symbols.bounds(terms[0].0);
                let mut combined = range.clone();
                combined.tighten(&Range { low: Some(low), high: Some(high), excluded: Vec::new() });
                combined.is_empty()
            });
        }
        solver.refutes(&self.problem(symbols))
    }

    /// Counts a read at a site; how many there were before.
    pub fn count_read(&mut self, site: SiteId) -> u32 {
        let before = self.reads.get(&site).copied().unwrap_or(0);
        self.reads.insert(site, before + 1);
        before
    }

    /// Sets aside what only concerns values read from outside that nothing else depends on; the store must
    /// be feasible. Choices (values of `*`) are forgotten: they are no assumptions.
    pub fn close(&mut self, symbols: &Symbols, is_choice: impl Fn(SiteId) -> bool) {
        let open = |s: Symbol| !matches!(symbols.origin(s), Origin::Tail(..));
        if !self.definitions.is_empty() {
            return;
        }
        // Symbols that are linked to a scalar through shared forms.
        let mut linked: Vec<Symbol> = Vec::new();
        loop {
            let before = linked.len();
            for terms in self.forms.keys() {
                if terms.iter().any(|&(s, _)| open(s) || linked.contains(&s)) {
                    for &(s, _) in terms {
                        if !open(s) && !linked.contains(&s) {
                            linked.push(s);
                        }
                    }
                }
            }
            if linked.len() == before {
                break;
            }
        }
        let closed: Vec<_> = self
            .forms
            .iter()
            .filter(|(terms, _)| terms.iter().all(|&(s, _)| !open(s) && !linked.contains(&s)))
            .map(|(terms, range)| (terms.clone(), range.clone()))
            .collect();
        for (terms, range) in closed {
            self.forms.remove(&terms);
            let choice = |&(s, _): &(Symbol, i128)| match symbols.origin(s) {
                Origin::Tail(site, _) => is_choice(site),
                _ => false,
            };
            if !terms.iter().all(choice) {
                self.closed.insert(terms, range);
            }
        }
    }

    /// Whether the store says exactly what must hold, so that another one can be compared with it.
    pub fn is_exact(&self, symbols: &Symbols) -> bool {
        !self.lossy
            && self.definitions.is_empty()
            && self
                .forms
                .keys()
                .chain(self.closed.keys())
                .all(|terms| terms.iter().all(|&(s, _)| !matches!(symbols.origin(s), Origin::Fresh(_))))
    }

    /// Whether everything that satisfies this store satisfies the other, which must be exact. Without a
    /// solver only equal forms are compared.
    pub fn implies(
        &self,
        other: &Store,
        symbols: &Symbols,
        solver: Option<&ExactSolver>,
        naming: Naming<'_>,
    ) -> bool {
        let own = |terms| self.closed.get(terms).or_else(|| self.forms.get(terms));
        if !other.closed.iter().all(|(terms, range)| own(terms).is_some_and(|own| own.within(range))) {
            return false;
        }
        let mut open = Vec::new();
        for (terms, range) in &other.forms {
            if !self.forms.get(terms).is_some_and(|own| own.within(range)) {
                open.extend(constraints(terms, range));
            }
        }
        if open.is_empty() {
            return true;
        }
        let Some(solver) = solver else { return false };
        let own: Vec<Symbol> = self.symbols(symbols, |_| true);
        if open.iter().any(|c| c.expression.terms.iter().all(|(s, _)| !own.contains(s))) {
            // Nothing is said here about these symbols; their types' bounds alone are rarely enough.
            return false;
        }
        let problem = self.problem(symbols);
        if !open.iter().all(|c| solver.implies(&problem, c) == Some(true)) {
            return false;
        }
        if solver.recorder.is_some() {
            for negated in open.iter().filter_map(Constraint::negate) {
                let mut problem = problem.clone();
                problem.constraints.push(negated);
                let note = "on one of two ways that are compared";
                solver.keep_refuted(&problem, &StoreLabels { naming, symbols, note });
            }
        }
        true
    }

    /// Whether known values of scalars contradict the store.
    pub fn contradicts(&self, mut known: impl FnMut(Symbol) -> Option<i128>) -> bool {
        self.forms.iter().any(|(terms, range)| {
            let mut sum = 0i128;
            for &(symbol, coefficient) in terms {
                let Some(term) = known(symbol).and_then(|v| v.checked_mul(coefficient)) else { return false };
                let Some(next) = sum.checked_add(term) else { return false };
                sum = next;
            }
            range.low.is_some_and(|l| sum < l)
                || range.high.is_some_and(|h| sum > h)
                || range.excluded.binary_search(&sum).is_ok()
        })
    }
}

fn constraints(terms: &[(Symbol, i128)], range: &Range) -> Vec<Constraint> {
    let form = Linear { terms: terms.to_vec(), constant: 0 };
    let compare = |relation, value| Constraint::new(&form, relation, &Linear::constant(value));
    let mut result = Vec::new();
    match (range.low, range.high) {
        (Some(low), Some(high)) if low == high => result.extend(compare(Relation::Equal, low)),
        (low, high) => {
            result.extend(low.and_then(|l| compare(Relation::GreaterEqual, l)));
            result.extend(high.and_then(|h| compare(Relation::LessEqual, h)));
        }
    }
    result.extend(range.excluded.iter().filter_map(|&e| compare(Relation::NotEqual, e)));
    result
}

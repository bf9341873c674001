//! Clause learning: propagation along two watched literals, the first unique implication point, and a record of what each
//! learned clause follows from.
//!
//! Nothing here chooses what is decided. A proposition that nobody decides may stay open; which clauses must be satisfied
//! is said when they are added, and some propositions are false unless something makes them true (`by_default`).

use super::clause::{Clause, ClauseId, Literal, Origin, Proposition};
use super::required::{Need, Required};
use focuscheck_base::limit::spend;

/// What is known of a proposition.
#[derive(Clone, Copy, Debug, Default)]
struct Assigned {
    value: Option<bool>,
    level: u32,
    /// Its place in the trail.
    position: u32,
    /// What made it so; at level 0 a clause that is nothing but the literal.
    reason: Option<ClauseId>,
}

/// The clauses, and a partial assignment that they are consistent with as far as propagation sees.
#[derive(Clone, Debug, Default)]
pub struct Core {
    clauses: Vec<Clause>,
    /// For each clause the positions of its two watched literals.
    watched: Vec<[usize; 2]>,
    /// For each literal the clauses that watch it.
    watching: Vec<Vec<ClauseId>>,
    assigned: Vec<Assigned>,
    /// Whether a proposition that is open may be taken to be false.
    by_default: Vec<bool>,
    required: Required,
    trail: Vec<Literal>,
    /// Where in the trail the levels begin, from level 1.
    levels: Vec<usize>,
    propagated: usize,
    /// A clause that is false.
    conflict: Option<ClauseId>,
    /// A clause without literals.
    refutation: Option<ClauseId>,
    /// How many clauses were learned from conflicts.
    pub learned: usize,
}

impl Core {
    /// A new proposition; one that is false by default need not be decided to make that so.
    pub fn proposition(&mut self, by_default: bool) -> Proposition {
        self.assigned.push(Assigned::default());
        self.by_default.push(by_default);
        self.required.proposition();
        self.watching.push(Vec::new());
        self.watching.push(Vec::new());
        Proposition(self.assigned.len() as u32 - 1)
    }

    /// A clause.
    pub fn clause(&self, clause: ClauseId) -> &Clause {
        &self.clauses[clause.index()]
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// A clause without literals, if there is one.
    pub fn refutation(&self) -> Option<ClauseId> {
        self.refutation
    }

    /// The truth value of a literal.
    pub fn value(&self, literal: Literal) -> Option<bool> {
        let value = self.assigned[literal.proposition().index()].value;
        value.map(|value| value == literal.is_positive())
    }

    /// What is assigned, in order.
    pub fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// How many decisions there are.
    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    fn level_of(&self, literal: Literal) -> u32 {
        self.assigned[literal.proposition().index()].level
    }

    /// Decides an open literal to be true, or opens a level for one that is true already.
    pub fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len());
        if self.value(literal).is_none() {
            self.assign(literal, None);
        }
    }

    fn assign(&mut self, literal: Literal, reason: Option<ClauseId>) {
        let reason = match reason {
            Some(reason) if self.levels.is_empty() => Some(self.unit(literal, reason)),
            reason => reason,
        };
        let (value, position) = (Some(literal.is_positive()), self.trail.len() as u32);
        self.assigned[literal.proposition().index()] =
            Assigned { value, level: self.level(), position, reason };
        self.trail.push(literal);
        if literal.is_positive() {
            for number in 0..self.required.guarded(literal.proposition()).len() {
                self.needed(self.required.guarded(literal.proposition())[number]);
            }
            // What held because its negation was true by default.
            for clause in self.required.unsatisfied(literal.negated()) {
                self.needed(clause);
            }
        }
    }

    /// Sees to it that a clause is satisfied, if it has to be now.
    fn needed(&mut self, clause: ClauseId) {
        if let Some(since) = self.since(clause) {
            self.required.needed(clause, since);
        }
    }

    /// From which point of the trail on a clause has to be satisfied; `None`: it does not have to be now.
    fn since(&self, clause: ClauseId) -> Option<u32> {
        match self.required.need(clause) {
            Need::No => None,
            Need::Always => Some(0),
            Need::While(guard) => {
                let assigned = self.assigned[guard.index()];
                (assigned.value == Some(true)).then_some(assigned.position + 1)
            }
        }
    }

    /// The clause of a literal alone that a clause leaves at level 0.
    fn unit(&mut self, literal: Literal, reason: ClauseId) -> ClauseId {
        if self.clauses[reason.index()].literals.len() == 1 {
            return reason;
        }
        let mut antecedents = vec![reason];
        for &other in &self.clauses[reason.index()].literals {
            if other != literal {
                antecedents.extend(self.assigned[other.proposition().index()].reason);
            }
        }
        self.push(vec![literal], Origin::Learned(antecedents))
    }

    fn push(&mut self, literals: Vec<Literal>, origin: Origin) -> ClauseId {
        self.clauses.push(Clause { literals, origin });
        self.watched.push([0, 0]);
        self.required.clause();
        ClauseId(self.clauses.len() as u32 - 1)
    }

    /// Takes back the decisions above a level.
    pub fn backtrack(&mut self, level: u32) {
        let Some(&start) = self.levels.get(level as usize) else { return };
        let taken_back = self.trail.split_off(start);
        for literal in &taken_back {
            self.assigned[literal.proposition().index()] = Assigned::default();
        }
        self.levels.truncate(level as usize);
        self.propagated = self.propagated.min(start);
        self.conflict = None;
        for literal in taken_back {
            if self.is_true_by_default(literal) {
                continue;
            }
            for clause in self.required.unsatisfied(literal) {
                self.needed(clause);
            }
        }
    }

    /// Adds a clause, and takes back decisions until it neither is false nor leaves one literal that is still open. A
    /// required one must become true. Nothing comes of a clause that always holds.
    pub fn add(&mut self, literals: Vec<Literal>, origin: Origin, required: bool) -> Option<ClauseId> {
        let mut distinct: Vec<Literal> = Vec::with_capacity(literals.len());
        for literal in literals {
            if distinct.contains(&literal.negated()) {
                return None;
            }
            if !distinct.contains(&literal) {
                distinct.push(literal);
            }
        }
        let clause = self.push(distinct, origin);
        if required {
            self.require(clause);
        }
        self.attach(clause);
        Some(clause)
    }

    fn require(&mut self, clause: ClauseId) {
        let literals = &self.clauses[clause.index()].literals;
        let guard = literals.iter().find(|literal| self.is_true_by_default(**literal));
        let need = guard.map_or(Need::Always, |guard| Need::While(guard.proposition()));
        self.required.require(clause, need);
        self.needed(clause);
    }

    fn is_true_by_default(&self, literal: Literal) -> bool {
        !literal.is_positive() && self.by_default[literal.proposition().index()]
    }

    /// Watches the two literals that become false last.
    fn attach(&mut self, clause: ClauseId) {
        let literals = &self.clauses[clause.index()].literals;
        // What is not false comes first, then what is false on the highest level.
        let key = |position: &usize| match self.value(literals[*position]) {
            Some(false) => (1, u32::MAX - self.level_of(literals[*position])),
            _ => (0, 0),
        };
        let mut positions: Vec<usize> = (0..literals.len()).collect();
        positions.sort_by_key(key);
        let Some(&first) = positions.first() else {
            self.refutation = Some(clause);
            return;
        };
        let best = literals[first];
        let second = positions.get(1).map(|&position| literals[position]);
        if let Some(second) = second {
            self.watched[clause.index()] = [first, positions[1]];
            self.watching[best.index()].push(clause);
            self.watching[second.index()].push(clause);
        }
        let second_level = match second {
            None => 0,
            Some(second) if self.value(second) == Some(false) => self.level_of(second),
            Some(_) => return,
        };
        match self.value(best) {
            Some(true) if second.is_some() => {}
            Some(true) if self.level_of(best) == 0 => {}
            Some(false) if self.level_of(best) == second_level => {
                self.backtrack(second_level);
                self.conflict = Some(clause);
            }
            _ => {
                self.backtrack(second_level);
                self.assign(best, Some(clause));
            }
        }
    }

    /// Propagates; what comes is a clause that is false.
    pub fn propagate(&mut self) -> Option<ClauseId> {
        if let Some(conflict) = self.conflict {
            return Some(conflict);
        }
        while self.propagated < self.trail.len() {
            let falsified = self.trail[self.propagated].negated();
            self.propagated += 1;
            let watching = std::mem::take(&mut self.watching[falsified.index()]);
            spend(1 + watching.len());
            let mut kept = Vec::with_capacity(watching.len());
            for (position, &clause) in watching.iter().enumerate() {
                if self.moved(clause, falsified) {
                    continue;
                }
                kept.push(clause);
                let literals = &self.clauses[clause.index()].literals;
                let watched = self.watched[clause.index()];
                let other = if literals[watched[0]] == falsified { watched[1] } else { watched[0] };
                let other = literals[other];
                match self.value(other) {
                    Some(true) => {}
                    None => self.assign(other, Some(clause)),
                    Some(false) => {
                        kept.extend(&watching[position + 1..]);
                        self.watching[falsified.index()] = kept;
                        self.conflict = Some(clause);
                        return self.conflict;
                    }
                }
            }
            self.watching[falsified.index()] = kept;
        }
        None
    }

    /// Whether a clause watches another literal from now on.
    fn moved(&mut self, clause: ClauseId, falsified: Literal) -> bool {
        let literals = &self.clauses[clause.index()].literals;
        let [one, other] = self.watched[clause.index()];
        let (own, kept) = if literals[one] == falsified { (0, other) } else { (1, one) };
        if self.value(literals[kept]) == Some(true) {
            return false;
        }
        let free = (0..literals.len()).find(|position| {
            ![one, other].contains(position) && self.value(literals[*position]) != Some(false)
        });
        let Some(free) = free else { return false };
        let literal = literals[free];
        self.watched[clause.index()][own] = free;
        self.watching[literal.index()].push(clause);
        true
    }

    /// Learns from a clause that is false, and takes back decisions until what is learned says something new.
    pub fn learn(&mut self, conflict: ClauseId) {
        let level = self.clauses[conflict.index()].literals.iter().map(|l| self.level_of(*l)).max();
        let level = level.unwrap_or_default();
        self.backtrack(level);
        self.conflict = None;
        if level == 0 {
            let mut antecedents = vec![conflict];
            for literal in &self.clauses[conflict.index()].literals {
                antecedents.extend(self.assigned[literal.proposition().index()].reason);
            }
            self.refutation = Some(self.push(Vec::new(), Origin::Learned(antecedents)));
            return;
        }
        let (literals, antecedents) = self.analyse(conflict, level);
        self.learned += 1;
        let clause = self.push(literals, Origin::Learned(antecedents));
        self.attach(clause);
    }

    /// The clause of the first unique implication point of a level, and what it follows from.
    fn analyse(&self, conflict: ClauseId, level: u32) -> (Vec<Literal>, Vec<ClauseId>) {
        let mut seen = vec![false; self.assigned.len()];
        let (mut lower, mut antecedents) = (Vec::new(), vec![conflict]);
        let mut open = 0;
        let mut position = self.trail.len();
        let mut clause = conflict;
        let point = loop {
            spend(1);
            for &literal in &self.clauses[clause.index()].literals {
                let assigned = self.assigned[literal.proposition().index()];
                if std::mem::replace(&mut seen[literal.proposition().index()], true) {
                    continue;
                }
                match assigned.level {
                    0 => antecedents.extend(assigned.reason),
                    own if own == level => open += 1,
                    _ => lower.push(literal),
                }
            }
            while !seen[self.trail[position - 1].proposition().index()] {
                position -= 1;
            }
            position -= 1;
            let literal = self.trail[position];
            open -= 1;
            match self.assigned[literal.proposition().index()].reason {
                Some(reason) if open > 0 => {
                    antecedents.push(reason);
                    clause = reason;
                }
                _ => break literal.negated(),
            }
        };
        // What the rest implies is left out.
        let all: Vec<Literal> = lower.clone();
        lower.retain(|literal| {
            let Some(reason) = self.assigned[literal.proposition().index()].reason else { return true };
            let implied = self.clauses[reason.index()].literals.iter().all(|other| {
                other.proposition() == literal.proposition()
                    || self.level_of(*other) == 0
                    || all.contains(other)
            });
            if implied {
                antecedents.push(reason);
                for other in &self.clauses[reason.index()].literals {
                    if self.level_of(*other) == 0 {
                        antecedents.extend(self.assigned[other.proposition().index()].reason);
                    }
                }
            }
            !implied
        });
        lower.insert(0, point);
        (lower, antecedents)
    }

    /// The clause which says that the decisions exclude a literal that is false; all decisions must be assumptions.
    pub fn excluded(&mut self, literal: Literal) -> ClauseId {
        let mut seen = vec![false; self.assigned.len()];
        let (mut literals, mut antecedents) = (vec![literal.negated()], Vec::new());
        seen[literal.proposition().index()] = true;
        for &assigned in self.trail.iter().rev() {
            if !seen[assigned.proposition().index()] {
                continue;
            }
            match self.assigned[assigned.proposition().index()].reason {
                None => literals.push(assigned.negated()),
                Some(reason) => {
                    antecedents.push(reason);
                    for other in &self.clauses[reason.index()].literals {
                        seen[other.proposition().index()] = true;
                    }
                }
            }
        }
        self.push(literals, Origin::Learned(antecedents))
    }

    /// The required clauses that are not satisfied: no literal is true, and none is by default. In the order in which they
    /// were added, those first that need nothing else to be true.
    pub fn open(&mut self) -> Vec<ClauseId> {
        let (mut open, mut settled) = (Vec::new(), Vec::new());
        for (rank, clause) in self.required.candidates() {
            spend(1);
            let literals = &self.clauses[clause.index()].literals;
            let witness = literals.iter().copied().find(|literal| match self.value(*literal) {
                Some(value) => value,
                None => self.is_true_by_default(*literal),
            });
            match (self.since(clause) == Some(rank), witness) {
                (true, None) => open.push(clause),
                (true, Some(witness)) => settled.push((rank, clause, Some(witness))),
                (false, _) => settled.push((rank, clause, None)),
            }
        }
        for (rank, clause, witness) in settled {
            self.required.settle(rank, clause, witness);
        }
        open
    }

    /// All clauses that a clause follows from, itself among them, in order.
    pub fn lineage(&self, clause: ClauseId) -> Vec<ClauseId> {
        let mut needed = vec![false; self.clauses.len()];
        needed[clause.index()] = true;
        // A clause follows only from earlier ones.
        for position in (0..=clause.index()).rev() {
            if needed[position]
                && let Origin::Learned(antecedents) = &self.clauses[position].origin
            {
                antecedents.iter().for_each(|antecedent| needed[antecedent.index()] = true);
            }
        }
        (0..=clause.0).map(ClauseId).filter(|clause| needed[clause.index()]).collect()
    }
}

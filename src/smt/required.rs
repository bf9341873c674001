//! Which required clauses are not satisfied, kept up to date while truth values come and go.
//!
//! A clause that is satisfied is kept with the literal that makes it so (its witness), and is looked at again only once
//! that literal no longer does; one with a guard counts only while the guard is true. So a decision costs what it changes,
//! not the number of clauses.

use std::collections::BTreeSet;

use super::clause::{ClauseId, Literal, Proposition};

/// When a clause has to be satisfied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Never.
    No,
    /// Always.
    Always,
    /// While this is true: the clause holds by default otherwise.
    While(Proposition),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is not needed as far as is known.
    Idle,
    /// Among the candidates, with this rank.
    Candidate(u32),
    /// With its witness.
    Satisfied,
}

/// The required clauses.
#[derive(Clone, Debug, Default)]
pub struct Required {
    /// For each clause when it is needed, and where it is kept.
    clauses: Vec<(Need, Place)>,
    /// For each proposition the clauses that it guards.
    guarded: Vec<Vec<ClauseId>>,
    /// For each literal the clauses that it is the witness of.
    witnessed: Vec<Vec<ClauseId>>,
    /// Clauses that may be open, by when they came to be needed.
    candidates: BTreeSet<(u32, ClauseId)>,
}

impl Required {
    /// A new proposition.
    pub fn proposition(&mut self) {
        self.guarded.push(Vec::new());
        self.witnessed.push(Vec::new());
        self.witnessed.push(Vec::new());
    }

    /// A new clause, in the order of their numbers.
    pub fn clause(&mut self) {
        self.clauses.push((Need::No, Place::Idle));
    }

    /// Says when a clause is needed.
    pub fn require(&mut self, clause: ClauseId, need: Need) {
        self.clauses[clause.index()].0 = need;
        if let Need::While(guard) = need {
            self.guarded[guard.index()].push(clause);
        }
    }

    /// When a clause is needed.
    pub fn need(&self, clause: ClauseId) -> Need {
        self.clauses[clause.index()].0
    }

    /// The clauses that a proposition guards.
    pub fn guarded(&self, guard: Proposition) -> &[ClauseId] {
        &self.guarded[guard.index()]
    }

    /// A clause is needed now, from this point of the assignment on: 0 is from the beginning.
    pub fn needed(&mut self, clause: ClauseId, since: u32) {
        match self.clauses[clause.index()].1 {
            Place::Satisfied => return,
            Place::Candidate(rank) => _ = self.candidates.remove(&(rank, clause)),
            Place::Idle => {}
        }
        self.clauses[clause.index()].1 = Place::Candidate(since);
        self.candidates.insert((since, clause));
    }

    /// The clauses that a literal satisfied until now; they are kept nowhere.
    pub fn unsatisfied(&mut self, literal: Literal) -> Vec<ClauseId> {
        let clauses = std::mem::take(&mut self.witnessed[literal.index()]);
        clauses.iter().for_each(|clause| self.clauses[clause.index()].1 = Place::Idle);
        clauses
    }

    /// The candidates, those first that are needed for the longest time.
    pub fn candidates(&self) -> impl Iterator<Item = (u32, ClauseId)> + '_ {
        self.candidates.iter().copied()
    }

    /// A candidate is none any more: it is satisfied by a literal, or not needed.
    pub fn settle(&mut self, rank: u32, clause: ClauseId, witness: Option<Literal>) {
        self.candidates.remove(&(rank, clause));
        self.clauses[clause.index()].1 = match witness {
            Some(witness) => {
                self.witnessed[witness.index()].push(clause);
                Place::Satisfied
            }
            None => Place::Idle,
        };
    }
}

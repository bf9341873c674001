//! Which way to settle an error is tried when.

use crate::engine::Engine;
use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::{self, Spent, within};
use focuscheck_base::options::PrecisionMode;
use focuscheck_cells::facts::cfg::ErrorId;
use focuscheck_report::model::{SettledBy, Status};

use super::bulk::{Bulk, learn};
use super::cases::Cases;
use super::findings::Findings;
use super::guessing::{Directed, Probing, Recalled, Unmodelled, seen};
use super::knowledge::Knowledge;
use super::question::{Method, Outcome, Question};
use super::refinement::Refinement;
use super::tracked::Tracked;
use super::walk::{Reach, Walk};

/// Forward states of one round of refinement, and before it steps of a directed search. What is unreachable is
/// mostly seen soon, what is reachable sometimes late.
const STAGES: [(usize, u64); 2] = [(20_000, 2_000_000), (200_000, 100_000_000)];
/// The same for what nobody asked for by name; there may be many of these.
const EXTRA: [(usize, u64); 1] = [(5_000, 500_000)];

/// The ways to settle an error, in order.
fn ladder(engine: &Engine<'_>, error: ErrorId, extent: Extent) -> Vec<Box<dyn Method>> {
    if engine.options.precision == PrecisionMode::Full {
        return vec![Box::new(Bulk), Box::new(Walk { reach: Reach::Everything })];
    }
    let is_extra = match extent {
        Extent::Little => true,
        Extent::More => false,
        Extent::Explanations | Extent::Status => engine.is_extra(error),
    };
    let mut ways: Vec<Box<dyn Method>> = vec![
        Box::new(Bulk),
        Box::new(Cases { is_long: false }),
        Box::new(Walk { reach: Reach::First }),
        Box::new(Recalled),
        Box::new(Probing),
        Box::new(Unmodelled),
    ];
    if !is_extra {
        ways.push(Box::new(Walk { reach: Reach::Before }));
        ways.push(Box::new(Unmodelled));
        ways.push(Box::new(Cases { is_long: true }));
    }
    for &(states, steps) in if is_extra { &EXTRA[..] } else { &STAGES[..] } {
        ways.push(Box::new(Directed { steps }));
        ways.push(Box::new(Refinement { states }));
        ways.push(Box::new(Unmodelled));
        ways.push(Box::new(Tracked));
    }
    ways.push(Box::new(Walk { reach: if is_extra { Reach::IfReached } else { Reach::Last } }));
    ways
}

impl Engine<'_> {
    /// Answers one error. What is known is the same whichever errors were answered before.
    pub fn answer(&self, error: ErrorId, knowledge: &mut Knowledge) -> Findings {
        self.answer_as_far(error, knowledge, Extent::Explanations)
    }

    /// Answers one error with little work, as if nobody had asked for it by name: there may be many.
    pub fn glance_at(&self, error: ErrorId, knowledge: &mut Knowledge) -> Findings {
        self.answer_as_far(error, knowledge, Extent::Little)
    }

    /// Whether a run reaches one error, with the first explanation that is found.
    pub fn decide(&self, error: ErrorId, knowledge: &mut Knowledge) -> Findings {
        self.answer_as_far(error, knowledge, Extent::Status)
    }

    /// Answers one error that nobody asked for by name and that little work has left open.
    pub fn answer_further(&self, error: ErrorId, knowledge: &mut Knowledge) -> Findings {
        let found = self.answer_as_far(error, knowledge, Extent::More);
        // More work changes nothing where something is not modelled.
        let is_of_work = found.doubt.as_ref().is_none_or(Doubt::is_of_work);
        match found.status {
            Status::Unknown if is_of_work => Findings { doubt: Some(self.little_work(error)), ..found },
            Status::Unknown | Status::Reachable | Status::Unreachable => found,
        }
    }

    fn little_work(&self, error: ErrorId) -> Doubt {
        Doubt::LittleWork { check: self.graph.errors[error.index()].kind.check() }
    }

    fn answer_as_far(&self, error: ErrorId, knowledge: &mut Knowledge, extent: Extent) -> Findings {
        limit::take_cut();
        learn(self, knowledge, error);
        let known = knowledge.exclusion(error).is_some();
        let mut question = Question::new(error);
        let mut found = match self.deadline.passed() {
            Some(spent @ (Spent::Time | Spent::Interrupted)) if !known => Findings::ended(spent),
            _ => within(self.deadline, || answered(self, &mut question, knowledge, extent))
                .unwrap_or_else(|spent| Findings::ended(spent).or_reached(question.kept())),
        };
        // What the clock has cut short may look like anything else.
        let late = limit::take_cut() || self.deadline.passed() == Some(Spent::Time);
        if found.status == Status::Unknown && !found.is_final && late {
            found.doubt = Some(Doubt::Spent(Spent::Time));
        }
        found.settled_by = question.settled_by().filter(|_| found.status != Status::Unknown);
        // To tell of a run that has been seen takes no time.
        if late
            && found.status == Status::Unknown
            && let Some(run) = limit::without(|| seen(self, knowledge, error))
        {
            found = found.or_reached(Some(run));
            found.settled_by = Some(SettledBy::Probing);
        }
        found
    }
}

/// How much of an answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All explanations.
    Explanations,
    /// The same, with little work.
    Little,
    /// The same, by all ways, whoever asked.
    More,
    /// Whether there is one.
    Status,
}

fn answered(engine: &Engine<'_>, question: &mut Question, knowledge: &Knowledge, extent: Extent) -> Findings {
    for way in ladder(engine, question.error, extent) {
        if !way.helps(question, knowledge) {
            continue;
        }
        question.begin(way.name());
        match way.attempt(engine, question, knowledge) {
            Outcome::Settled(found) => {
                question.end(&found);
                return *found;
            }
            Outcome::Learned(lesson) => question.learn(lesson),
            Outcome::Open => {}
            Outcome::Cut(spent) => return concluded(engine, question, extent, Some(spent)),
        }
        let is_enough = match question.is_open() {
            true => engine.leaves_without_text && engine.misses_text.get(),
            false => extent == Extent::Status,
        };
        if is_enough {
            break;
        }
        if let Some(spent) = engine.deadline.passed() {
            return concluded(engine, question, extent, Some(spent));
        }
    }
    concluded(engine, question, extent, None)
}

/// The answer when no way is left, or no time.
fn concluded(engine: &Engine<'_>, question: &Question, extent: Extent, spent: Option<Spent>) -> Findings {
    if let Some(exclusion) = &question.excluded {
        return Findings::excluded(exclusion);
    }
    let is_open = question.is_open();
    let doubt = match spent {
        Some(spent) => Some(Doubt::Spent(spent)),
        None if engine.is_extra(question.error) && extent != Extent::More => {
            Some(engine.little_work(question.error))
        }
        None => None,
    };
    let mut best = match (&question.best, spent) {
        (Some(best), _) => best.clone(),
        (None, Some(spent)) => Findings::ended(spent),
        (None, None) => Findings::ended(Spent::Time),
    };
    if is_open && doubt.is_some() {
        best.doubt = doubt;
    }
    best.or_reached(question.witness.clone())
}

#[cfg(test)]
mod tests;

//! What a way to settle an error is given, and what it gives back.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::engine::Engine;
use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::Spent;
use focuscheck_cells::facts::cfg::{ErrorId, ScalarId};
use focuscheck_engine::focus::explain::Explanation;
use focuscheck_report::model::{SettledBy, Status};

use super::findings::Findings;
use super::knowledge::{Exclusion, Knowledge};

/// One way to settle an error.
pub(super) trait Method {
    /// What it is called in reports.
    fn name(&self) -> SettledBy;

    /// Whether it may help, as far as is known by now.
    fn helps(&self, question: &Question, knowledge: &Knowledge) -> bool;

    /// Tries.
    fn attempt(&self, engine: &Engine<'_>, question: &Question, knowledge: &Knowledge) -> Outcome;
}

/// What came of trying to settle an error.
pub(super) enum Outcome {
    /// There is no more to find out.
    Settled(Box<Findings>),
    /// Something that others can go on with.
    Learned(Lesson),
    /// Nothing. The doubt stays that of the walk back.
    Open,
    /// A limit ended the work.
    Cut(Spent),
}

/// What was found out about an error without all being said.
pub(super) enum Lesson {
    /// No run reaches it; what excludes it may still be shown.
    Excluded(Exclusion),
    /// A run reaches it; there may be other ways.
    Reached(Box<Explanation>),
    /// A run would reach it if something that is not modelled had the right value: nothing more is proved.
    Unmodelled(Doubt),
    /// Refinement left it open with these scalars tracked.
    Tracked(BTreeSet<ScalarId>),
    /// A walk back left something open.
    Walked(Box<Walked>),
}

/// What a walk back found that is not all there is.
pub(super) struct Walked {
    /// The answer, as far as it goes.
    pub found: Findings,
    /// What the walk found to matter; nothing if it did not see all states.
    pub matters: Option<BTreeSet<ScalarId>>,
}

/// An error, with what has been found out about it by now.
pub(super) struct Question {
    /// The error.
    pub error: ErrorId,
    /// The best answer of the walks back.
    pub best: Option<Findings>,
    /// What the first walk back found to matter, if it saw all states.
    pub matters: Option<BTreeSet<ScalarId>>,
    /// Why no run reaches it.
    pub excluded: Option<Exclusion>,
    /// A run that reaches it.
    pub witness: Option<Explanation>,
    /// What is not modelled, if a run would reach the error through that.
    pub unmodelled: Option<Doubt>,
    /// What refinement tracked when it came to its end.
    pub tracked: BTreeSet<ScalarId>,
    /// How it was found out whether a run reaches it.
    settled_by: Option<SettledBy>,
    /// The way that is being tried.
    trying: Option<SettledBy>,
    /// The first confirmed explanation, which outlives a way that is ended from outside.
    kept: RefCell<Option<Explanation>>,
}

impl Question {
    /// Nothing is found out yet.
    pub fn new(error: ErrorId) -> Self {
        Question {
            error,
            best: None,
            matters: None,
            excluded: None,
            witness: None,
            unmodelled: None,
            tracked: BTreeSet::new(),
            settled_by: None,
            trying: None,
            kept: RefCell::default(),
        }
    }

    /// Keeps the first way in which the error happens, in case that a limit ends the search for others.
    pub fn keep(&self, explanation: &Explanation) {
        self.kept.borrow_mut().get_or_insert_with(|| explanation.clone());
    }

    /// The first way in which the error happens, if one was found.
    pub fn kept(&self) -> Option<Explanation> {
        self.kept.borrow().clone()
    }

    /// Whether some run is known to reach it.
    pub fn is_reached(&self) -> bool {
        self.witness.is_some() || self.best.as_ref().is_some_and(|best| best.status == Status::Reachable)
    }

    /// Whether nobody knows if a run reaches it.
    pub fn is_open(&self) -> bool {
        !self.is_reached() && self.excluded.is_none()
    }

    /// Whether nobody knows, and proofs are not out of reach.
    pub fn is_provable(&self) -> bool {
        self.is_open() && self.unmodelled.is_none()
    }

    /// How it was found out whether a run reaches it: by the first way that said so.
    pub fn settled_by(&self) -> Option<SettledBy> {
        self.settled_by.or(self.trying)
    }

    /// Notes which way is tried next.
    pub fn begin(&mut self, by: SettledBy) {
        self.trying = Some(by);
    }

    fn settle(&mut self, by: Option<SettledBy>) {
        self.settled_by = self.settled_by.or(by).or(self.trying);
    }

    /// Takes in the last answer.
    pub fn end(&mut self, found: &Findings) {
        if found.status != Status::Unknown {
            self.settle(found.settled_by);
        }
    }

    /// Takes in what a way has found out.
    pub fn learn(&mut self, lesson: Lesson) {
        match lesson {
            Lesson::Excluded(exclusion) => {
                self.settle(Some(exclusion.by));
                self.excluded = Some(exclusion);
            }
            Lesson::Reached(explanation) => {
                self.settle(None);
                self.keep(&explanation);
                self.witness = Some(*explanation);
            }
            Lesson::Unmodelled(doubt) => self.unmodelled = Some(doubt),
            Lesson::Tracked(tracked) => self.tracked = tracked,
            Lesson::Walked(walked) => {
                let Walked { found, matters } = *walked;
                if found.status != Status::Unknown {
                    self.settle(None);
                } else if found.is_final && self.unmodelled.is_none() {
                    self.unmodelled.clone_from(&found.doubt);
                }
                if self.best.is_none() {
                    self.matters = matters;
                }
                if self.best.as_ref().is_none_or(|best| found.worth() >= best.worth()) {
                    self.best = Some(found);
                }
            }
        }
    }
}

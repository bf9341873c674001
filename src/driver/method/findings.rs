//! The answer to one error.

use std::collections::BTreeSet;

use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::Spent;
use focuscheck_base::options::Options;
use focuscheck_cells::facts::cfg::ScalarId;
use focuscheck_engine::focus::explain::{Explanation, Refutation};
use focuscheck_lia::record::Decisions;
use focuscheck_report::model::{SettledBy, Status};

use super::knowledge::Exclusion;

/// What was found about one error.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Reachable, unreachable or unknown.
    pub status: Status,
    /// The way in which that was found out first; nothing while it is unknown.
    pub settled_by: Option<SettledBy>,
    /// Why it is unknown.
    pub doubt: Option<Doubt>,
    /// Confirmed explanations, best rank first.
    pub explanations: Vec<Explanation>,
    /// Some sequences that were refuted.
    pub refutations: Vec<Refutation>,
    /// Whether the explanations are all there are, up to subsumption.
    pub complete: bool,
    /// What cut the enumeration.
    pub cut: Option<Doubt>,
    /// How many sequences a better-ranked one subsumes.
    pub subsumed: u64,
    /// Forward states of the last run.
    pub states: u64,
    /// Points of the walks back.
    pub points: u64,
    /// Of an error that cannot be reached: the scalars whose known values show it.
    pub tracked: BTreeSet<ScalarId>,
    /// What was decided by the solver on the way, if that is kept.
    pub decisions: Decisions,
    /// Whether the forward run visited everything.
    pub(super) saw_all: bool,
    /// Whether no further work would change an unknown answer.
    pub(super) is_final: bool,
}

impl Findings {
    /// No run reaches the error.
    pub(super) fn unreachable() -> Self {
        Findings {
            status: Status::Unreachable,
            settled_by: None,
            doubt: None,
            explanations: Vec::new(),
            refutations: Vec::new(),
            complete: true,
            cut: None,
            subsumed: 0,
            states: 0,
            points: 0,
            tracked: BTreeSet::new(),
            decisions: Decisions::default(),
            saw_all: true,
            is_final: false,
        }
    }

    /// A run that reaches the error; whether there are others was not asked.
    pub fn of_run(explanation: Explanation) -> Self {
        Findings {
            status: Status::Reachable,
            explanations: vec![explanation],
            complete: false,
            ..Self::unreachable()
        }
    }

    /// The same, and why.
    pub(super) fn excluded(exclusion: &Exclusion) -> Self {
        Findings {
            settled_by: Some(exclusion.by),
            tracked: exclusion.tracked.clone(),
            states: exclusion.states,
            ..Self::unreachable()
        }
    }

    /// A limit has ended the work before there was an answer.
    pub(super) fn ended(spent: Spent) -> Self {
        let doubt = Some(Doubt::Spent(spent));
        Findings {
            status: Status::Unknown,
            cut: doubt.clone(),
            doubt,
            complete: false,
            saw_all: false,
            ..Self::unreachable()
        }
    }

    /// There is nowhere to begin.
    pub(super) fn without_start(doubt: Doubt) -> Self {
        Findings { status: Status::Unknown, doubt: Some(doubt), complete: false, ..Self::unreachable() }
    }

    /// The same, but a run is known that reaches the error. If that was not known before, it is the explanation.
    pub(super) fn or_reached(self, explanation: Option<Explanation>) -> Self {
        match (self.status, explanation) {
            (Status::Unknown, Some(explanation)) => Findings {
                status: Status::Reachable,
                doubt: None,
                explanations: [self.explanations, vec![explanation]].concat(),
                ..self
            },
            _ => self,
        }
    }

    /// Whether a larger precision could add nothing.
    pub(super) fn is_settled(&self, options: &Options) -> bool {
        self.complete || self.explanations.len() >= options.max_slices
    }

    /// Whether further work might change an unknown answer.
    pub fn goes_on(&self) -> bool {
        !self.is_final
    }

    /// For comparing two answers to one question.
    pub(super) fn worth(&self) -> (bool, bool, usize) {
        (self.status != Status::Unknown, self.complete, self.explanations.len())
    }

    /// The forward run did not see everything.
    pub(super) fn cut_short(&mut self, why: Doubt) {
        self.complete = false;
        self.saw_all = false;
        self.cut.get_or_insert_with(|| why.clone());
        if self.status == Status::Unreachable {
            self.status = Status::Unknown;
            self.doubt = Some(why);
        }
    }
}

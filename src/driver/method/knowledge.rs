//! What is known about a program before one of its errors is answered.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::invariants::Proof;
use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::Spent;
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{ErrorId, Graph, ScalarId};
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_engine::summary::fact::NodeInvariants;
use focuscheck_guess::probing::Probing;
use focuscheck_report::model::SettledBy;

/// That no run reaches an error.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// How that was found out.
    pub by: SettledBy,
    /// The scalars whose known values show it.
    pub tracked: BTreeSet<ScalarId>,
    /// The forward states of the run for this error; 0 if that was a run for another one.
    pub states: u64,
}

impl Exclusion {
    /// Whether it was found when another error was looked at.
    pub(super) fn is_by_the_way(&self) -> bool {
        self.states == 0
    }
}

/// The errors that some forward runs missed.
pub type Missed = BTreeMap<ErrorId, Exclusion>;

/// What a run by cases has shown.
#[derive(Clone, Debug, Default)]
pub(super) struct ByCases {
    /// The errors that it did not come to.
    pub missed: Missed,
    /// Whether it had more states than it might.
    pub is_cut_short: bool,
}

/// What little work shows about an error.
#[derive(Clone, Debug)]
pub(super) enum Glance {
    /// Nothing.
    Open,
    /// A run with these inputs reaches it.
    Reached(Vec<InputRead>),
    /// A run would reach it if something that is not modelled had the right value.
    Unmodelled(Doubt),
    /// A limit ended the work.
    Ended(Spent),
}

/// What is known about a program and its errors.
///
/// Its errors have one order. What is known when an error is answered is what was learnt from looking at the errors up to
/// it in that order, and nothing that was learnt while others were answered: so no answer depends on what was asked before,
/// or whether anything was.
pub struct Knowledge {
    order: Vec<ErrorId>,
    /// By error, where it is in the order.
    places: Vec<usize>,
    /// So many have been looked at.
    seen: usize,
    excluded: Missed,
    glances: BTreeMap<ErrorId, Glance>,
    /// What holds at every node, once little work left an error open, and where that one is in the order.
    invariants: Option<(usize, Proof)>,
    /// A few runs on guessed inputs, if they were made before anything is answered.
    pub(super) early: Option<Probing>,
    /// More of them. They are the same whoever asks.
    pub(super) probed: OnceCell<Probing>,
    /// What a short run by cases has shown, and a long one. They are the same whoever asks.
    pub(super) by_cases: [OnceCell<ByCases>; 2],
}

/// What the program itself says is an error comes first, and what is only looked for on demand last: so checking more
/// leaves the questions before it as they are.
fn rank(check: Option<CheckKind>) -> u8 {
    match check {
        None => 0,
        Some(kind) => 1 + u8::from(!CheckKind::DEFAULT.contains(&kind)),
    }
}

impl Knowledge {
    /// What is known of a program at first: these errors are proved, and these runs were made.
    pub fn of(graph: &Graph, proved: Vec<ErrorId>, early: Probing) -> Self {
        // What is known to happen comes first: it shall not wait for proofs. Then comes what the program itself says is an
        // error: checks may be many.
        let mut order: Vec<ErrorId> = (0..graph.errors.len()).map(|number| ErrorId(number as u32)).collect();
        order.sort_by_key(|&error| {
            (early.found(error).is_none(), rank(graph.errors[error.index()].kind.check()))
        });
        let mut places = vec![0; order.len()];
        for (place, error) in order.iter().enumerate() {
            places[error.index()] = place;
        }
        Knowledge { early: Some(early), ..Self::in_order(order, places, proved) }
    }

    /// What is known of a program of whose errors only some are asked about, in this order: these are proved, and that
    /// holds at every node.
    pub(crate) fn about(
        graph: &Graph,
        order: Vec<ErrorId>,
        proved: Vec<ErrorId>,
        holds: Option<Proof>,
    ) -> Self {
        let mut places = vec![usize::MAX; graph.errors.len()];
        for (place, error) in order.iter().enumerate() {
            places[error.index()] = place;
        }
        Knowledge { invariants: holds.map(|proof| (0, proof)), ..Self::in_order(order, places, proved) }
    }

    fn in_order(order: Vec<ErrorId>, places: Vec<usize>, proved: Vec<ErrorId>) -> Self {
        let bulk = || Exclusion { by: SettledBy::Bulk, tracked: BTreeSet::new(), states: 0 };
        Knowledge {
            order,
            places,
            seen: 0,
            excluded: proved.into_iter().map(|error| (error, bulk())).collect(),
            glances: BTreeMap::new(),
            invariants: None,
            early: None,
            probed: OnceCell::new(),
            by_cases: Default::default(),
        }
    }

    /// The order of the errors.
    pub fn order(&self) -> &[ErrorId] {
        &self.order
    }

    /// The next error that has to be looked at before that one is answered.
    pub(super) fn next_before(&mut self, error: ErrorId) -> Option<ErrorId> {
        let next = *self.order.get(self.seen).filter(|_| self.seen <= self.places[error.index()])?;
        self.seen += 1;
        Some(next)
    }

    /// Notes what looking at an error has shown: about itself, and about others that come later.
    pub(super) fn learn(&mut self, error: ErrorId, glance: Glance, missed: Missed) {
        let place = self.places[error.index()];
        for (other, exclusion) in missed {
            if self.places[other.index()] >= place {
                self.excluded.entry(other).or_insert(exclusion);
            }
        }
        self.glances.insert(error, glance);
    }

    /// Whether no run reaches an error.
    pub(crate) fn exclusion(&self, error: ErrorId) -> Option<&Exclusion> {
        self.excluded.get(&error)
    }

    /// What looking at an error has shown otherwise.
    pub(super) fn glance(&self, error: ErrorId) -> &Glance {
        self.glances.get(&error).unwrap_or(&Glance::Open)
    }

    /// Notes what holds at every node, which was found for an error.
    pub(super) fn hold(&mut self, error: ErrorId, proof: Proof) {
        self.invariants = Some((self.places[error.index()], proof));
    }

    /// What holds at every node, whoever asked.
    pub(crate) fn take_invariants(&mut self) -> Option<Proof> {
        self.invariants.take().map(|(_, proof)| proof)
    }

    /// What holds at every node, for an answer to an error; nothing if neither this one nor one before it needed that.
    pub(crate) fn invariants(&self, error: ErrorId) -> Option<&Proof> {
        let (place, proof) = self.invariants.as_ref()?;
        (*place <= self.places[error.index()]).then_some(proof)
    }

    /// The same, as the forward run uses it.
    pub(super) fn facts(&self, error: ErrorId) -> Option<&NodeInvariants> {
        self.invariants(error).and_then(Proof::nodes)
    }
}

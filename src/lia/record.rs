//! Keeping the decisions that a verdict rests on, to be written as certificates.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_certificate::text::Writer;
use focuscheck_certificate::{Answer, Decision};

/// More decisions than this are only counted.
const MOST: usize = 20_000;

/// Decisions in the order in which they were made, without repetition.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Those that are kept.
    pub kept: Vec<Decision>,
    /// How many more there were than may be kept, or that could not be shown.
    pub omitted: usize,
    texts: BTreeSet<String>,
}

/// Where decisions are kept; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    decisions: Rc<RefCell<Decisions>>,
}

impl Recorder {
    /// Takes out what was kept so far.
    pub fn take(&self) -> Decisions {
        std::mem::take(&mut self.decisions.borrow_mut())
    }

    pub(super) fn keep(&self, decision: Option<Decision>) {
        let mut decisions = self.decisions.borrow_mut();
        let Some(decision) = decision.filter(|_| decisions.kept.len() < MOST) else {
            decisions.omitted += 1;
            return;
        };
        let mut writer = Writer::new(&[]);
        writer.add(&decision);
        if decisions.texts.insert(writer.finish()) {
            decisions.kept.push(decision);
        }
    }
}

impl Decisions {
    /// Adds the decisions to a certificate.
    pub fn write(&self, writer: &mut Writer) {
        self.kept.iter().for_each(|decision| writer.add(decision));
        if self.omitted > 0 {
            writer.note(&format!("{} more decisions are not shown", self.omitted));
        }
    }

    /// How many decisions there are of each answer: models, then refutations.
    pub fn counts(&self) -> (usize, usize) {
        let models = self.kept.iter().filter(|d| matches!(d.answer, Answer::Feasible(_))).count();
        (models, self.kept.len() - models)
    }
}

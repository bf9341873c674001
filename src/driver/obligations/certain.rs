//! Signed overflow whose values do not hang on the inputs: an error by default.

use std::collections::BTreeMap;

use crate::assemble::{Assembled, Assembler};
use crate::engine::Engine;
use crate::fixed::reads_nothing;
use crate::method::findings::Findings;
use crate::method::guessing::explained;
use crate::method::knowledge::Knowledge;
use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::{self, within};
use focuscheck_base::options::{CheckKind, Options};
use focuscheck_cells::facts::cfg::ErrorId;
use focuscheck_engine::focus::explain::Explanation;
use focuscheck_report::model::Status;

use super::Ground;

/// Steps of all questions about overflow that no run on guessed inputs has come to.
const FIXED_STEPS: u64 = 1_000_000;

/// A signed overflow that is an error.
pub struct Certain {
    /// Its number in the graph of the obligations.
    pub error: ErrorId,
    /// What is said of it, and what may happen before.
    pub assembled: Assembled,
}

impl Ground<'_> {
    /// Signed overflow one of whose explanations has no condition on the inputs.
    pub fn certain_overflow(&mut self, options: &Options) -> Vec<Certain> {
        self.in_part_of_the_time(|ground| {
            let open: Vec<ErrorId> = ground.open_overflow().collect();
            let mut found: BTreeMap<ErrorId, Findings> = BTreeMap::new();
            for &error in &open {
                let Some(engine) = ground.engine.as_ref().filter(|engine| !engine.is_late()) else { break };
                let certain = within(engine.deadline, || ground.seen(engine, error)).ok().flatten();
                found.extend(certain.map(|findings| (error, findings)));
            }
            // What does not hang on what is read is not seen by guessing what is read: it is asked about, with little work.
            let whole = ground.engine.as_ref().map(|engine| engine.deadline);
            if let Some(engine) = &mut ground.engine {
                engine.deadline = engine.deadline.within_steps(FIXED_STEPS);
            }
            for &error in open.iter().filter(|error| ground.fixed.contains(error)) {
                let Some(engine) = ground.engine.as_ref().filter(|engine| !engine.is_late()) else { break };
                if !ground.is_seen(engine, error) {
                    found.extend(ground.all_ways(engine, error).map(|findings| (error, findings)));
                }
            }
            if let (Some(engine), Some(whole)) = (&mut ground.engine, whole) {
                engine.deadline = whole;
            }
            ground.reported = found.keys().copied().collect();
            let Some(engine) = &ground.engine else { return Vec::new() };
            found.into_iter().map(|(error, found)| ground.told(engine, error, &found, options)).collect()
        })
    }

    fn told(&self, engine: &Engine<'_>, error: ErrorId, found: &Findings, options: &Options) -> Certain {
        let assembler = Assembler::new(&self.obligations.graph, &engine.statics, self.source, options);
        let assembled = within(engine.deadline, || assembler.error(error, found)).unwrap_or_else(|spent| {
            let mut found = found.clone();
            (found.complete, found.cut) = (false, Some(Doubt::Spent(spent)));
            limit::without(|| assembler.error_in_brief(error, &found))
        });
        Certain { error, assembled }
    }

    fn open_overflow(&self) -> impl Iterator<Item = ErrorId> {
        self.undefined()
            .filter(|(error, site)| {
                self.open.contains(error) && site.kind.check() == Some(CheckKind::Overflow)
            })
            .map(|(error, _)| error)
    }

    /// Whether some run is known to come to an error.
    fn is_seen(&self, engine: &Engine<'_>, error: ErrorId) -> bool {
        self.runs.contains_key(&error) || self.probed(engine).found(error).is_some()
    }

    /// The explanations of an overflow that a known run comes to, if that has no condition on the inputs.
    fn seen(&self, engine: &Engine<'_>, error: ErrorId) -> Option<Findings> {
        let run = match self.runs.get(&error) {
            Some(run) => Explanation::clone(run),
            None => explained(engine, error, self.probed(engine).found(error)?)?,
        };
        if !run.assumptions.is_empty() {
            return None;
        }
        if reads_nothing(&self.obligations.graph) {
            // There are no other runs.
            let mut found = Findings::of_run(run);
            found.complete = true;
            return Some(found);
        }
        Some(self.all_ways(engine, error).unwrap_or_else(|| Findings::of_run(run)))
    }

    /// The explanations of an overflow that little work finds, if one of them has no condition on the inputs.
    fn all_ways(&self, engine: &Engine<'_>, error: ErrorId) -> Option<Findings> {
        let proved = engine.errors().filter(|error| !self.open.contains(error)).collect();
        let mut knowledge = Knowledge::about(&self.obligations.graph, vec![error], proved, None);
        let found = within(engine.deadline, || engine.glance_at(error, &mut knowledge)).ok()?;
        let is_certain = found.explanations.iter().any(|explanation| explanation.assumptions.is_empty());
        (found.status == Status::Reachable && is_certain).then_some(found)
    }
}

//! One function: its obligations, asked one after the other.

use std::collections::BTreeSet;

use focuscheck_base::limit::{Deadline, Spent};
use focuscheck_check::tree::FunctionId;
use focuscheck_report::verify::model::{
    Explained, FunctionReport, Hindrance, ObligationReport, ObligationVerdict, Place, Premise,
};
use focuscheck_report::verify::words;
use focuscheck_vc::condition::passive::{Condition, condition};
use focuscheck_vc::guarded::graph::{Guarded, ObligationId, ProofPremise, Property};
use focuscheck_vc::guarded::{LoopMode, Settings, guarded};

use super::asked::Asked;
use super::explain::explained;
use super::ground::{Ground, Request};
use super::place::{offset, place};
use super::script::scripts;
use super::work::{Budget, Work};

fn empty(ground: &Ground<'_>, function: FunctionId) -> FunctionReport {
    let entry = &ground.tree.functions[function.index()];
    let at = entry.definition.as_ref().map_or(0, |definition| definition.span.start);
    FunctionReport {
        name: entry.name.clone(),
        place: place(ground.source, at),
        obligations: Vec::new(),
        premises: Vec::new(),
        unasked: Vec::new(),
        conditions: Vec::new(),
        scripts: Vec::new(),
        not_followed: None,
        contradictory: false,
        milliseconds: 0,
    }
}

/// The report on a function whose verification was interrupted.
pub fn interrupted(ground: &Ground<'_>, function: FunctionId) -> FunctionReport {
    FunctionReport { not_followed: Some(Hindrance::Spent(Spent::Interrupted)), ..empty(ground, function) }
}

/// Verifies a function that has a body, within limits: what is not answered then stays unknown.
pub fn verified(ground: &Ground<'_>, function: FunctionId, deadline: Deadline) -> FunctionReport {
    let budget = Budget::begin(deadline, ground.request.steps);
    let first = pass(ground, function, ground.request.loops.unwrap_or(LoopMode::Unrolled), &budget);
    let unrolled = |why: &Hindrance| matches!(why, Hindrance::Unrolled(_));
    let open = |report: &FunctionReport| {
        let obligations = report.obligations.iter();
        let mut whys = obligations.filter_map(|found| match &found.verdict {
            ObligationVerdict::Unknown(why) => Some(why),
            ObligationVerdict::Valid | ObligationVerdict::Run | ObligationVerdict::Step => None,
        });
        whys.any(unrolled) || report.not_followed.as_ref().is_some_and(unrolled)
    };
    if ground.request.loops.is_some() || !open(&first) {
        return first;
    }
    // What holds as far as loops were unrolled may hold in any state at their heads.
    let second = pass(ground, function, LoopMode::Safe, &budget);
    merged(first, second)
}

/// What tells obligations of a function apart.
fn key(found: &ObligationReport) -> (Property, Place, u32, Option<Place>) {
    (found.property, found.place.clone(), found.number, found.declared.clone())
}

/// The report with unrolled loops, and what could be proved without.
fn merged(first: FunctionReport, second: FunctionReport) -> FunctionReport {
    let proved: BTreeSet<_> = second
        .obligations
        .iter()
        .filter(|found| found.verdict == ObligationVerdict::Valid)
        .map(key)
        .collect();
    let mut report = first;
    // Conditions in words go with the pass that decides.
    if second.obligations.iter().all(|found| found.verdict == ObligationVerdict::Valid) {
        let keys: Vec<_> = report.obligations.iter().map(key).collect();
        let place = |number: usize| keys.iter().position(|known| *known == key(&second.obligations[number]));
        let conditions = second.conditions.iter().cloned();
        report.conditions = conditions
            .map(|condition| Explained {
                // One that only this pass has belongs to none.
                obligation: place(condition.obligation).unwrap_or(usize::MAX),
                ..condition
            })
            .collect();
    }
    for (number, found) in report.obligations.iter_mut().enumerate() {
        if matches!(found.verdict, ObligationVerdict::Unknown(Hindrance::Unrolled(_)))
            && proved.contains(&key(found))
        {
            found.verdict = ObligationVerdict::Valid;
            let place = second.obligations.iter().position(|other| key(other) == key(found));
            let script = place.and_then(|place| second.scripts.get(place));
            if let (Some(own), Some(script)) = (report.scripts.get_mut(number), script) {
                own.clone_from(script);
            }
        }
    }
    if matches!(report.not_followed, Some(Hindrance::Unrolled(_))) {
        report.not_followed = second.not_followed;
    }
    report.unasked.extend(second.unasked);
    report.unasked.sort_by(|one, other| (&one.1, &one.0).cmp(&(&other.1, &other.0)));
    report.unasked.dedup();
    report.premises.extend(second.premises);
    report.premises.sort();
    report.premises.dedup();
    report
}

/// A function as it is asked about.
fn settings(ground: &Ground<'_>, loops: LoopMode) -> Settings {
    let Request { unroll, .. } = *ground.request;
    Settings { checks: ground.checks.clone(), loops, unroll, inlined: ground.inlined() }
}

fn pass(ground: &Ground<'_>, function: FunctionId, loops: LoopMode, budget: &Budget) -> FunctionReport {
    let settings = settings(ground, loops);
    let mut report = empty(ground, function);
    let guarded = match budget.prepare(|| guarded(ground.tree, ground.graph, function, &settings)) {
        Ok(Some(guarded)) => guarded,
        Ok(None) => return report,
        Err(why) => return FunctionReport { not_followed: Some(why), ..report },
    };
    let condition =
        match budget.prepare(|| condition(ground.tree, ground.graph, &guarded, ground.request.labels)) {
            Ok(condition) => condition,
            Err(why) => return FunctionReport { not_followed: Some(why), ..report },
        };
    report.premises = premises(ground, &guarded, &condition);
    report.unasked = unasked(ground, &guarded);
    let asked =
        Asked { ground, guarded: &guarded, condition: &condition, certificate: ground.certificate.as_ref() };
    let mut work = Work::new(budget, &condition, ground.limits);
    report.contradictory = work.ask(|prover| asked.is_contradictory(prover)).unwrap_or(false);
    let cut = asked.cut(&mut work);
    report.not_followed.clone_from(&cut);
    let mut order: Vec<usize> = (0..guarded.obligations.len()).collect();
    order.sort_by_key(|&number| {
        let obligation = &guarded.obligations[number];
        (offset(ground.source, obligation.at), obligation.property, obligation.number)
    });
    let (mut asked_for, mut known) = (Vec::new(), BTreeSet::new());
    let (name, all) = (report.name.clone(), order.len());
    for (done, number) in order.into_iter().enumerate() {
        (ground.watch)(&name, done, all);
        let id = ObligationId(number as u32);
        let open = asked.report(id);
        if !is_wanted(ground, &open) || asked.holds_plainly(id, open.property) {
            continue;
        }
        let found = asked.found(&mut work, id, (cut.as_ref(), &mut known), open);
        asked_for.push((id, found));
    }
    // Of a pass that only looks for proofs nothing else is told.
    if loops == ground.request.loops.unwrap_or(LoopMode::Unrolled) && loops != LoopMode::AllUnrolled {
        run_instead_of_steps(ground, function, budget, &mut asked_for);
    }
    if ground.request.explain {
        report.conditions = explained(&asked, &mut work, &asked_for, &known);
    }
    if ground.request.scripts {
        report.scripts = scripts(&asked, &asked_for, &known);
    }
    report.obligations = asked_for.into_iter().map(|(_, found)| found).collect();
    report
}

/// Looks for runs that break what only steps break so far, where all loops are unrolled.
fn run_instead_of_steps(
    ground: &Ground<'_>,
    function: FunctionId,
    budget: &Budget,
    all: &mut [(ObligationId, ObligationReport)],
) {
    let is_step = |found: &ObligationReport| found.verdict == ObligationVerdict::Step;
    if !all.iter().any(|(_, found)| is_step(found)) {
        return;
    }
    let settings = settings(ground, LoopMode::AllUnrolled);
    let Ok(Some(guarded)) = budget.prepare(|| guarded(ground.tree, ground.graph, function, &settings)) else {
        return;
    };
    let translated = budget.prepare(|| condition(ground.tree, ground.graph, &guarded, ground.request.labels));
    let Ok(condition) = translated else { return };
    let asked =
        Asked { ground, guarded: &guarded, condition: &condition, certificate: ground.certificate.as_ref() };
    let mut work = Work::new(budget, &condition, ground.limits);
    for (_, known) in all.iter_mut().filter(|(_, found)| is_step(found)) {
        let ids = (0..guarded.obligations.len()).map(|number| ObligationId(number as u32));
        let same = ids.map(|id| (id, asked.report(id))).find(|(_, open)| key(open) == key(known));
        let Some((id, open)) = same else { continue };
        let found = asked.found(&mut work, id, (None, &mut BTreeSet::new()), open);
        if found.verdict == ObligationVerdict::Run {
            *known = ObligationReport { unrolled: true, ..found };
        }
    }
}

impl Asked<'_> {
    /// What assigns a variable that may be assigned is nothing to prove, nor that one that was just set has a value.
    fn holds_plainly(&self, id: ObligationId, property: Property) -> bool {
        let surely = match property {
            Property::Assigns => true,
            Property::Uninit => self.condition.encoder.reinterpreted.is_none(),
            _ => false,
        };
        surely && self.is_trivial(id)
    }

    /// What is found of an obligation within limits.
    fn found(
        &self,
        work: &mut Work<'_, '_>,
        id: ObligationId,
        (cut, known): (Option<&Hindrance>, &mut BTreeSet<ObligationId>),
        open: ObligationReport,
    ) -> ObligationReport {
        let found = work.ask(|prover| {
            let mut found = open.clone();
            self.answer(prover, id, (cut, known), &mut found);
            found
        });
        let unknown = |why| ObligationReport { verdict: ObligationVerdict::Unknown(why), ..open };
        let mut found = found.unwrap_or_else(unknown);
        if found.verdict == ObligationVerdict::Run {
            found.context =
                work.ask(|prover| self.context(prover, id)).unwrap_or_default().unwrap_or_default();
        }
        found
    }
}

fn is_wanted(ground: &Ground<'_>, found: &ObligationReport) -> bool {
    let properties = &ground.request.properties;
    properties.is_empty() || properties.iter().any(|property| words::is_called(found, property))
}

/// What is stated and nobody asks.
fn unasked(ground: &Ground<'_>, guarded: &Guarded<'_>) -> Vec<(String, Place)> {
    let taken = guarded.taken.iter().filter_map(|taken| match taken {
        ProofPremise::Unasked(what, span) => Some((what.clone(), place(ground.source, span.start))),
        ProofPremise::Admitted(_) | ProofPremise::Weak(_) | ProofPremise::Unchecked(_) => None,
    });
    taken.collect()
}

fn premises(ground: &Ground<'_>, guarded: &Guarded<'_>, condition: &Condition<'_>) -> Vec<Premise> {
    let mut premises = BTreeSet::new();
    for taken in &guarded.taken {
        premises.insert(match taken {
            ProofPremise::Unasked(..) => continue,
            ProofPremise::Admitted(span) => Premise::Admitted(place(ground.source, span.start)),
            ProofPremise::Weak(id) => Premise::Weak(ground.tree.functions[id.index()].name.clone()),
            ProofPremise::Unchecked(kind) => Premise::Unchecked(*kind),
        });
    }
    for &number in &condition.encoder.applied.axioms {
        let axiom = &ground.tree.logic.axioms[number];
        premises.insert(Premise::Axiom(axiom.name.clone(), place(ground.source, axiom.span.start)));
    }
    premises.extend(ground.tree.settled.iter().map(|(name, _)| Premise::Settled(name.clone())));
    if condition.encoder.takes_values {
        premises.insert(Premise::Initialised);
    }
    if condition.encoder.uses_memory() {
        let apart = condition.encoder.apart.iter();
        premises.extend(apart.map(|object| Premise::Apart(ground.tree.objects[object.index()].name.clone())));
        premises.insert(Premise::Typed);
    }
    premises.into_iter().collect()
}

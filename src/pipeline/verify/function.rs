//! One function: its obligations, asked one after the other.

use std::collections::BTreeSet;

use crate::check::tree::FunctionId;
use crate::condition::passive::{Condition, condition};
use crate::guarded::graph::{Guarded, ObligationId, Property, Taken};
use crate::guarded::{LoopMode, Settings, guarded};
use crate::limit::{Deadline, Spent};
use crate::report::verify::model::{
    Explained, FunctionReport, Hindrance, ObligationReport, ObligationVerdict, Premise,
};
use crate::report::verify::words;

use super::asked::Asked;
use super::explain::explained;
use super::ground::Ground;
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

/// The report with unrolled loops, and what could be proved without.
fn merged(first: FunctionReport, second: FunctionReport) -> FunctionReport {
    let key = |found: &ObligationReport| {
        (found.property, found.place.clone(), found.number, found.declared.clone())
    };
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
    report.premises.extend(second.premises);
    report.premises.sort();
    report.premises.dedup();
    report
}

fn pass(ground: &Ground<'_>, function: FunctionId, loops: LoopMode, budget: &Budget) -> FunctionReport {
    let settings = Settings {
        checks: ground.checks.clone(),
        loops,
        unroll: ground.request.unroll,
        inlined: ground.inlined(),
    };
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
    let mut asked_for = Vec::new();
    let (name, all) = (report.name.clone(), order.len());
    for (done, number) in order.into_iter().enumerate() {
        (ground.watch)(&name, done, all);
        let id = ObligationId(number as u32);
        let open = asked.report(id);
        // What assigns a variable that may be assigned is nothing to prove, nor that one that was just set has a value.
        let surely = match open.property {
            Property::Assigns => true,
            Property::Uninit => condition.encoder.reinterpreted.is_none(),
            _ => false,
        };
        let trivial = surely && asked.is_trivial(id);
        if trivial || !is_wanted(ground, &open) {
            continue;
        }
        let found = work.ask(|prover| {
            let mut found = open.clone();
            asked.answer(prover, id, cut.as_ref(), &mut found);
            found
        });
        let unknown = |why| ObligationReport { verdict: ObligationVerdict::Unknown(why), ..open };
        let mut found = found.unwrap_or_else(unknown);
        if found.verdict == ObligationVerdict::Run {
            found.context =
                work.ask(|prover| asked.context(prover, id)).unwrap_or_default().unwrap_or_default();
        }
        asked_for.push((id, found));
    }
    if ground.request.explain {
        report.conditions = explained(&asked, &mut work, &asked_for);
    }
    if ground.request.scripts {
        report.scripts = scripts(&asked, &asked_for);
    }
    report.obligations = asked_for.into_iter().map(|(_, found)| found).collect();
    report
}

fn is_wanted(ground: &Ground<'_>, found: &ObligationReport) -> bool {
    let properties = &ground.request.properties;
    properties.is_empty()
        || properties.iter().any(|property| {
            *property == words::label(found.property)
                || *property == words::full_label(found)
                || found.name.as_ref() == Some(property)
        })
}

fn premises(ground: &Ground<'_>, guarded: &Guarded<'_>, condition: &Condition<'_>) -> Vec<Premise> {
    let mut premises = BTreeSet::new();
    for taken in &guarded.taken {
        premises.insert(match taken {
            Taken::Admitted(span) => Premise::Admitted(place(ground.source, span.start)),
            Taken::Weak(id) => Premise::Weak(ground.tree.functions[id.index()].name.clone()),
            Taken::Unchecked(kind) => Premise::Unchecked(*kind),
            Taken::LeftOut(span) => Premise::LeftOut(place(ground.source, span.start)),
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

//! One function: its obligations, asked one after the other.

use std::collections::BTreeSet;

use crate::check::tree::FunctionId;
use crate::condition::passive::{Condition, condition};
use crate::guarded::graph::{Guarded, ObligationId, Property, Taken};
use crate::guarded::{LoopMode, Settings, guarded};
use crate::report::verify::model::{FunctionReport, Hindrance, ObligationReport, ObligationVerdict, Premise};
use crate::report::verify::words;

use super::asked::Asked;
use super::explain::explained;
use super::ground::Ground;
use super::place::{offset, place};

/// A function that was not verified in time.
pub fn spent(ground: &Ground<'_>, function: FunctionId, reason: &str) -> FunctionReport {
    let mut report = empty(ground, function);
    let definition = ground.tree.functions[function.index()].definition.as_ref();
    let at = definition.map_or(0, |definition| definition.span.start);
    report.obligations.push(ObligationReport {
        property: Property::Post,
        number: 1,
        name: None,
        place: place(ground.source, at),
        clause: None,
        declared: None,
        callee: None,
        verdict: ObligationVerdict::Unknown(Hindrance::Spent(reason.to_owned())),
        trace: Vec::new(),
        inputs: Vec::new(),
        middle: Vec::new(),
        from: None,
        why: None,
    });
    report
}

fn empty(ground: &Ground<'_>, function: FunctionId) -> FunctionReport {
    let entry = &ground.tree.functions[function.index()];
    let at = entry.definition.as_ref().map_or(0, |definition| definition.span.start);
    FunctionReport {
        name: entry.name.clone(),
        place: place(ground.source, at),
        obligations: Vec::new(),
        premises: Vec::new(),
        conditions: Vec::new(),
        not_followed: None,
        contradictory: false,
        milliseconds: 0,
    }
}

/// Verifies a function that has a body.
pub fn verified(ground: &Ground<'_>, function: FunctionId) -> FunctionReport {
    let first = pass(ground, function, ground.request.loops.unwrap_or(LoopMode::Unrolled));
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
    let second = pass(ground, function, LoopMode::Safe);
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
        report.conditions = second.conditions;
    }
    for found in &mut report.obligations {
        if matches!(found.verdict, ObligationVerdict::Unknown(Hindrance::Unrolled(_)))
            && proved.contains(&key(found))
        {
            found.verdict = ObligationVerdict::Valid;
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

fn pass(ground: &Ground<'_>, function: FunctionId, loops: LoopMode) -> FunctionReport {
    let settings = Settings {
        checks: ground.checks.clone(),
        loops,
        unroll: ground.request.unroll,
        inlined: ground.inlined(),
    };
    let mut report = empty(ground, function);
    let Some(guarded) = guarded(ground.tree, ground.graph, function, &settings) else { return report };
    let condition = condition(ground.tree, ground.graph, &guarded);
    let mut prover = condition.prover(ground.limits);
    report.premises = premises(ground, &guarded, &condition);
    let asked =
        Asked { ground, guarded: &guarded, condition: &condition, certificate: ground.certificate.as_ref() };
    report.contradictory = asked.is_contradictory(&mut prover);
    let cut = asked.cut(&mut prover);
    report.not_followed.clone_from(&cut);
    let mut order: Vec<usize> = (0..guarded.obligations.len()).collect();
    order.sort_by_key(|&number| {
        let obligation = &guarded.obligations[number];
        (offset(ground.source, obligation.at), obligation.property, obligation.number)
    });
    let mut asked_for = Vec::new();
    for number in order {
        let id = ObligationId(number as u32);
        let mut found = asked.report(id);
        // What assigns a variable that may be assigned is nothing to prove.
        let trivial = found.property == Property::Assigns && asked.is_trivial(id);
        if trivial || !is_wanted(ground, &found) {
            continue;
        }
        asked.answer(&mut prover, id, cut.as_ref(), &mut found);
        asked_for.push((id, found));
    }
    if ground.request.explain {
        report.conditions = explained(&asked, &mut prover, &asked_for);
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
            Taken::Unchanged(id) => Premise::Unchanged(ground.tree.functions[id.index()].name.clone()),
            Taken::Unchecked(kind) => Premise::Unchecked(*kind),
            Taken::LeftOut(span) => Premise::LeftOut(place(ground.source, span.start)),
        });
    }
    premises.extend(ground.settled.iter().cloned().map(Premise::Settled));
    if condition.encoder.uses_memory() {
        let apart = condition.encoder.apart.iter();
        premises.extend(apart.map(|object| Premise::Apart(ground.tree.objects[object.index()].name.clone())));
        premises.insert(Premise::Typed);
    }
    premises.into_iter().collect()
}

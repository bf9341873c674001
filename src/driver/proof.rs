//! What the proof that an error cannot be reached rests on, for people.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::range::Range;

use focuscheck_cells::facts::cfg::{Action, ErrorId, Graph, NodeId, ScalarId, ScalarKind};
use focuscheck_engine::summary::invariant::Form;
use focuscheck_report::model::{Invariant, Proof};
use focuscheck_report::ranges;

use super::engine::Engine;
use super::invariants::Proof as Invariants;

/// So many facts are shown for a line.
const MOST_SHOWN: usize = 12;

/// Why an error cannot be reached: what was tracked, and what was known besides.
pub(super) fn proof_of(
    engine: &Engine<'_>,
    error: ErrorId,
    tracked: &BTreeSet<ScalarId>,
    known: Option<&Invariants>,
) -> Proof {
    let named = tracked.iter().map(|scalar| &engine.graph.scalars[scalar.index()]);
    let visible = named.filter(|scalar| scalar.kind != ScalarKind::Temporary);
    let mut names: Vec<String> = visible.map(|scalar| scalar.name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let invariants = known.map(|known| known_at_loops(engine, error, known)).unwrap_or_default();
    Proof { tracked: names, invariants }
}

/// The invariants that were found, at loops and at the conditions that lead to an error.
fn known_at_loops(engine: &Engine<'_>, error: ErrorId, proof: &Invariants) -> Vec<Invariant> {
    let Some(known) = proof.nodes() else { return Vec::new() };
    let graph = engine.graph;
    let errors = &graph.errors[error.index()].nodes;
    let mut lines: BTreeMap<(u32, String), Vec<String>> = BTreeMap::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let id = NodeId(number as u32);
        let decides = matches!(node.action, Action::Branch(_))
            && node.successors.iter().any(|next| errors.contains(next));
        if !(decides || proof.plan().is_head(id)) || !known.is_reached(id) {
            continue;
        }
        // At a loop that begins with a join, what is said is said of its condition.
        let mut place = id;
        while let (Action::Skip | Action::UnitStart, [next]) =
            (&graph.nodes[place.index()].action, graph.nodes[place.index()].successors.as_slice())
            && *next != id
        {
            place = *next;
        }
        let line = engine.line(graph.nodes[place.index()].span);
        let function = graph.procedures[node.procedure.index()].name.clone();
        let facts: Vec<(&Form, Range)> =
            known.at(id).map(|(number, range)| (proof.plan().forms().get(number), range)).collect();
        let shown = lines.entry((line, function)).or_default();
        if shown.is_empty() {
            *shown = described(graph, &facts);
        }
    }
    let lines = lines.into_iter().filter(|(_, holds)| !holds.is_empty());
    lines.map(|((line, function), holds)| Invariant { line, function, holds }).collect()
}

/// Facts in words, without those about temporaries and those that follow from single variables.
fn described(graph: &Graph, facts: &[(&Form, Range)]) -> Vec<String> {
    let single = |scalar| facts.iter().find(|(form, _)| form.terms[..] == [(scalar, 1)]).map(|fact| fact.1);
    // What follows without the fact: from the types, and for several variables from what bounds each.
    let follows = |form: &Form| {
        form.terms.iter().try_fold(Range::single(0), |sum, &(scalar, coefficient)| {
            let ty = graph.scalars[scalar.index()].ty;
            let known = single(scalar).filter(|_| form.terms.len() > 1);
            sum.plus(known.or_else(|| Range::new(ty.min(), ty.max()))?.scale(coefficient)?)
        })
    };
    let mut result = Vec::new();
    for &(form, range) in facts {
        let visible = |scalar: ScalarId| {
            let scalar = &graph.scalars[scalar.index()];
            scalar.kind != ScalarKind::Temporary && !scalar.ty.float
        };
        if form.terms.iter().all(|&(scalar, _)| visible(scalar)) {
            let name = |scalar: ScalarId| graph.scalars[scalar.index()].name.as_str();
            let terms: Vec<(&str, i128)> = form.terms.iter().map(|&(s, factor)| (name(s), factor)).collect();
            result.extend(ranges::holds(&terms, range, follows(form)).map(|text| (terms.len(), text)));
        }
    }
    // What relates variables says more than what bounds them.
    result.sort_by_key(|(names, _)| std::cmp::Reverse(*names));
    result.truncate(MOST_SHOWN);
    result.into_iter().map(|(_, text)| text).collect()
}

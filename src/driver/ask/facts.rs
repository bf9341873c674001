//! Invariants at the heads of loops, as the analysis of `check` finds them.

use std::collections::BTreeMap;

use crate::engine::Engine;
use crate::front::{self, Read};
use crate::invariants::find_invariants;
use focuscheck_base::options::Options;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{Scalar, ScalarKind};
use focuscheck_layout::Laid;

/// Bounds from here on come from the ranges of types.
const TYPES: u128 = 1 << 30;

/// `low <= sum <= high` in every round of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// Where the loop begins in the text.
    pub head: u32,
    /// The variables, by their names and where they are declared, with their coefficients.
    pub terms: Vec<(String, Span, i128)>,
    /// The smallest value, unless that follows from the types.
    pub low: Option<i128>,
    /// The largest.
    pub high: Option<i128>,
}

/// What is found about loops that the program has once.
pub(super) fn found(source: &SourceFile, options: &Options, read: &Read) -> Vec<Fact> {
    let (Some(original), _) = read.clone().prepared(source, options, false, &|_| {}) else {
        return Vec::new();
    };
    let Ok(Laid { graph, .. }) = front::in_cells(&original, source, options) else { return Vec::new() };
    if graph.main.is_none() {
        return Vec::new();
    }
    let engine = Engine::new(&graph, &original, source, options);
    let proof = find_invariants(&engine);
    let Some(known) = proof.nodes() else { return Vec::new() };
    let mut heads: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for entry in &graph.outline.loops {
        heads.entry(entry.span.start).or_default().push(entry.head);
    }
    let mut facts = Vec::new();
    for (head, nodes) in heads {
        // A function that is laid out several times has several loops for one of the text.
        let [Some(node)] = nodes[..] else { continue };
        // What no run comes to is numbered behind the nodes that have facts.
        if node.index() >= graph.nodes.len() || !known.is_reached(node) {
            continue;
        }
        for (number, range) in known.at(node) {
            let form = proof.plan().forms().get(number);
            let scalars = form.terms.iter().map(|&(scalar, factor)| (&graph.scalars[scalar.index()], factor));
            let scalars: Vec<_> = scalars.collect();
            let visible = scalars.iter().all(|(scalar, _)| match scalar.kind {
                ScalarKind::Global | ScalarKind::Local | ScalarKind::Formal(_) => true,
                ScalarKind::Result | ScalarKind::Temporary => false,
            });
            if !visible {
                continue;
            }
            let extreme = |least: bool| {
                scalars.iter().try_fold(0i128, |sum, (scalar, factor)| {
                    let end = if least == (*factor > 0) { scalar.ty.min() } else { scalar.ty.max() };
                    sum.checked_add(end.checked_mul(*factor)?)
                })
            };
            let (low, high) = (range.low, range.high);
            // What a difference owes to the range of a type would come back as a question about that range.
            let told = |bound: &i128| bound.unsigned_abs() < TYPES;
            let low = Some(low).filter(|low| told(low) && extreme(true).is_none_or(|least| *low > least));
            let high = Some(high).filter(|high| told(high) && extreme(false).is_none_or(|most| *high < most));
            if low.is_some() || high.is_some() {
                let term = |(scalar, factor): &(&Scalar, i128)| (scalar.name.clone(), scalar.span, *factor);
                facts.push(Fact { head, terms: scalars.iter().map(term).collect(), low, high });
            }
        }
    }
    facts
}

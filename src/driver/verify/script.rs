//! Verification conditions for other solvers.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_report::verify::explanation;
use focuscheck_report::verify::model::{Hindrance, ObligationReport, ObligationVerdict};
use focuscheck_report::verify::script::{Expected, Question, script};
use focuscheck_report::verify::words;
use focuscheck_smt::{BoolId, FormulaNode};
use focuscheck_vc::condition::passive::Source;
use focuscheck_vc::guarded::graph::ObligationId;

use super::asked::Asked;
use super::place::place_of;

/// A script for each obligation that was asked about.
pub(super) fn scripts(
    asked: &Asked<'_>,
    found: &[(ObligationId, ObligationReport)],
    known: &BTreeSet<ObligationId>,
) -> Vec<String> {
    let hypotheses: Vec<_> = asked
        .condition
        .hypotheses
        .supposed()
        .map(|(source, formula)| (asked.named(source), formula))
        .collect();
    let edges = asked.edges();
    let name = &asked.ground.tree.functions[asked.guarded.function.index()].name;
    let one = |(id, report): &(ObligationId, ObligationReport)| {
        let queries = || asked.condition.queries.iter().filter(|query| query.about == Ok(*id));
        let siblings = queries().flat_map(|query| &query.siblings);
        let held = siblings.filter(|sibling| known.contains(&sibling.obligation));
        let held = held.map(|sibling| (String::new(), sibling.formula));
        let label = words::full_label(report);
        let path = asked.ground.source.path();
        let expected = match &report.verdict {
            ObligationVerdict::Valid => Expected::Unsatisfiable,
            ObligationVerdict::Run | ObligationVerdict::Step => Expected::Satisfiable,
            // As far as the paths are followed it holds.
            ObligationVerdict::Unknown(Hindrance::Unrolled(_)) => Expected::Unsatisfiable,
            ObligationVerdict::Unknown(_) => Expected::Unknown,
        };
        script(&Question {
            terms: &asked.condition.encoder.terms,
            comments: vec![
                format!("{path}, function {name}, {label}: {}", words::subject(report)),
                "unsat: it holds on all paths that are followed; sat: a state may break it".to_owned(),
                format!("FocusCheck: {}", words::verdict(&report.verdict)),
            ],
            hypotheses: hypotheses.iter().cloned().chain(held).collect(),
            edges: edges.clone(),
            label,
            broken: queries().filter_map(|query| query.atom).collect(),
            expected,
        })
    };
    found.iter().map(one).collect()
}

impl Asked<'_> {
    /// The labels of edges.
    fn edges(&self) -> BTreeMap<BoolId, String> {
        let mut edges = BTreeMap::new();
        for (block, point) in self.guarded.blocks.iter().zip(&self.condition.points) {
            let Some(label) = block.label else { continue };
            let at = place_of(self.ground.source, label.at);
            let text = format!("{}@{}.{}", words::trace_label(label.kind), at.line, at.column);
            for (_, _, formula) in &point.incoming {
                if let FormulaNode::Atom(atom) = self.condition.encoder.terms.formula(*formula) {
                    edges.insert(*atom, text.clone());
                }
            }
        }
        edges
    }

    /// The label of a hypothesis; none of one that only says how paths and values hang together.
    fn named(&self, source: Source) -> String {
        match source {
            Source::Structure | Source::Aligned | Source::Guard(..) => String::new(),
            Source::Command(block, number) => {
                let mut items = Vec::new();
                self.item(block, number, &mut items);
                let parts = self.ground.source.parts();
                let item = items.iter().find(|item| item.source.is_some());
                item.map_or_else(String::new, |item| explanation::concept(&item.given, parts))
            }
        }
    }
}

//! Signed overflow whose values do not hang on the inputs: an error by default.

use std::collections::BTreeSet;

use focuscheck_rules::copies::copied;
use focuscheck_rules::schema::{Scalar, Site};

use crate::doubt::Doubt;
use crate::facts::cfg::{Action, Condition, ErrorId, Graph, NodeId, ScalarId, UnitKind};
use crate::focus::explain::Explanation;
use crate::limit::{self, within};
use crate::options::{CheckKind, Options};
use crate::pipeline::assemble::{Assembled, Assembler};
use crate::pipeline::engine::Engine;
use crate::pipeline::method::findings::Findings;
use crate::pipeline::method::guessing::explained;
use crate::pipeline::method::knowledge::Knowledge;
use crate::report::model::Status;
use crate::simulation::flow::flows;
use crate::simulation::probe::{mentioned, read_into};

use super::Ground;

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
            let Some(engine) = ground.engine.as_ref() else { return Vec::new() };
            let is_fixed = |error: &ErrorId| ground.fixed.contains(error);
            let open: Vec<ErrorId> = ground.open_overflow().collect();
            // What does not hang on what is read is seen in any run.
            let order = open.iter().filter(|e| is_fixed(e)).chain(open.iter().filter(|e| !is_fixed(e)));
            let mut found = Vec::new();
            for &error in order {
                if engine.is_late() {
                    break;
                }
                let certain = within(engine.deadline, || ground.certain(engine, error)).ok().flatten();
                found.extend(certain.map(|findings| ground.told(engine, error, &findings, options)));
            }
            found.sort_by_key(|certain| certain.error);
            found
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

    /// The explanations of an overflow one of which has no condition on the inputs.
    fn certain(&self, engine: &Engine<'_>, error: ErrorId) -> Option<Findings> {
        let graph = &self.obligations.graph;
        let proved: Vec<ErrorId> = engine.errors().filter(|error| !self.open.contains(error)).collect();
        let about = || Knowledge::about(graph, vec![error], proved.clone(), None);
        let is_certain = |explanation: &Explanation| explanation.assumptions.is_empty();
        let seen = self.runs.get(&error).map(|run| Explanation::clone(run));
        let seen = seen.or_else(|| {
            let inputs = self.probed(engine).found.get(&error)?;
            explained(engine, error, inputs)
        });
        let first = match seen {
            Some(seen) => seen,
            None if self.fixed.contains(&error) => {
                let answer = engine.glance_at(error, &mut about());
                if answer.status == Status::Reachable && answer.explanations.iter().any(is_certain) {
                    return Some(answer);
                }
                return None;
            }
            None => return None,
        };
        if !is_certain(&first) {
            return None;
        }
        let all = within(engine.deadline, || engine.glance_at(error, &mut about())).ok();
        let all =
            all.filter(|all| all.status == Status::Reachable && all.explanations.iter().any(is_certain));
        // There are no other runs than one.
        let complete = reads_nothing(graph);
        Some(all.unwrap_or_else(|| Findings { complete, ..Findings::of_run(first) }))
    }
}

/// The errors whose conditions do not hang on what is read from outside, nor on what is not modelled.
pub fn fixed(graph: &Graph) -> BTreeSet<ErrorId> {
    let pair = |(from, to): (ScalarId, ScalarId)| (Scalar::from(from), Scalar::from(to));
    let outside = read_into(graph).map(|(_, scalar)| scalar).chain(not_modelled(graph));
    let reached = copied(outside.map(|scalar| (Site(0), scalar)), flows(graph).into_iter().map(pair));
    let read: BTreeSet<ScalarId> = reached.of(Site(0)).iter().map(|&(_, scalar)| scalar.into()).collect();
    let is_fixed = |condition: &Condition| {
        let both = [&condition.left, &condition.right].into_iter();
        both.flat_map(mentioned).all(|scalar| !read.contains(&scalar))
    };
    let mut hanging: BTreeSet<NodeId> = BTreeSet::new();
    for node in &graph.nodes {
        if let Action::Branch(condition) = &node.action
            && !is_fixed(condition)
        {
            hanging.extend(&node.successors);
        }
    }
    let errors = graph.errors.iter().zip(0..);
    let errors = errors.filter(|(site, _)| site.nodes.iter().all(|node| !hanging.contains(node)));
    errors.map(|(_, number)| ErrorId(number)).collect()
}

/// Whether a program reads nothing: variables without a value are nothing that it reads.
pub fn reads_nothing(graph: &Graph) -> bool {
    let is_declaration = |unit: UnitKind| unit == UnitKind::Havoc;
    let reads = graph.nodes.iter().any(|node| {
        matches!(node.action, Action::Input { .. }) && !is_declaration(graph.units[node.unit.index()].kind)
    });
    !reads && graph.scalars.iter().all(|scalar| !matches!(scalar.initial, Some(Err(_))))
}

fn not_modelled(graph: &Graph) -> impl Iterator<Item = Scalar> {
    graph.nodes.iter().filter_map(|node| match node.action {
        Action::Unsupported { target, .. } => Some(target.into()),
        _ => None,
    })
}

//! Focus statements of a run that breaks an obligation.
//!
//! The machine has run the function from the values of a model. Here the engine of `check` starts the same function on the
//! same values, and if that run comes to the same error, it is sliced as any counterexample of `check` is. So the steps are
//! those of this very run, confirmed twice; where cells do not tell what pointers to the outside point to, there are none.
//! A postcondition on the result becomes an error condition.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::options::{Annotations, Globals, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{ErrorId, ErrorKind, Graph, SiteId};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_engine::summary::error_set::Required;
use focuscheck_ir::program::access::writes;
use focuscheck_layout::Laid;
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport};
use focuscheck_report::verify::model::{ObligationReport, ObligationVerdict};
use focuscheck_report::verify::view;
use focuscheck_vc::condition::escape::in_memory;
use focuscheck_vc::guarded::graph::Property;

use super::super::assemble::Assembler;
use super::super::engine::Engine;
use super::super::front::{self, Read};
use super::super::method::findings::Findings;
use super::ground::Ground;

/// Puts focus statements to those obligations of a report that a run breaks.
pub(super) fn explain(ground: &Ground<'_>, options: &Options, report: &mut FileReport) {
    let mut errors = std::mem::take(&mut report.errors);
    // What no annotation of the file says.
    let plain = Options {
        annotations: Annotations::Comments,
        checks: Some(ground.checks.clone()),
        errors: Vec::new(),
        certificates: false,
        ..options.clone()
    };
    let read = OnceCell::new();
    let read = || read.get_or_init(|| Read::of(ground.source, &plain));
    for function in &report.functions {
        let Some(id) = ground.tree.function(&function.name) else { continue };
        let own = |error: &&mut ErrorReport| error.function == function.name;
        let own_options = Options {
            // `main` begins with the initial values, other functions with any.
            globals: if function.name == "main" { options.globals } else { Globals::Input },
            entry: (function.name != "main").then(|| function.name.clone()),
            ..plain.clone()
        };
        for error in errors.iter_mut().filter(own) {
            let Some(obligation) = error.obligation.clone() else { continue };
            if obligation.verdict != ObligationVerdict::Run {
                continue;
            }
            let run = match obligation.property {
                Property::Post => on_result(ground, id, &obligation)
                    .map(|condition| Options { errors: vec![condition], ..own_options.clone() })
                    .and_then(|options| {
                        of_run(ground.source, &options, &Read::of(ground.source, &options), &obligation)
                    }),
                _ => of_run(ground.source, &own_options, read(), &obligation),
            };
            if let Some(run) = run {
                view::explain_by(error, run);
            }
        }
    }
    report.errors = errors;
}

/// The postcondition as an error condition, if it means the same where the function returns: it speaks of the result, and no
/// parameter has another value there than at the entry.
fn on_result(ground: &Ground<'_>, id: FunctionId, obligation: &ObligationReport) -> Option<String> {
    let clause = obligation.clause.as_deref()?;
    let function = &ground.tree.functions[id.index()];
    let definition = function.definition.as_ref()?;
    let kept: BTreeSet<ObjectId> = definition.parameters.iter().copied().collect();
    let procedure = ground.graph.bodies[id.index()]?;
    let changes = ground.graph.nodes_of(procedure).any(|node| {
        let written = writes(&ground.graph.nodes[node.index()].action);
        written.into_iter().filter_map(|written| written.object()).any(|object| kept.contains(&object))
    });
    let changes = changes || !in_memory(ground.tree, ground.graph).is_disjoint(&kept);
    let speaks = clause.contains("\\result") && !clause.replace("\\result", "").contains('\\');
    (speaks && !changes).then(|| format!("{}: !({clause})", function.name))
}

/// The explanation that the engine of `check` gives of the run.
fn of_run(
    source: &SourceFile,
    options: &Options,
    read: &Read,
    obligation: &ObligationReport,
) -> Option<Counterexample> {
    let original = read.clone().prepared(source, options, false, &|_| {}).0?;
    let Laid { graph, .. } = front::in_cells(&original, source, options).ok()?;
    let engine = Engine::new(&graph, &original, source, options);
    let line = obligation.place.overall;
    let values = values(&graph, obligation);
    for error in engine.errors() {
        let site = &graph.errors[error.index()];
        let here = site.span.is_some_and(|span| source.position(span.start).line == line);
        let post = obligation.property == Property::Post && site.kind == ErrorKind::Condition;
        if !(post || here && obligation.property.is_violated_by(site.kind)) {
            continue;
        }
        if let Some(run) = explained(&engine, error, values.clone()) {
            return Some(run);
        }
    }
    None
}

fn explained(
    engine: &Engine<'_>,
    error: ErrorId,
    values: BTreeMap<(SiteId, u32), i128>,
) -> Option<Counterexample> {
    let required = Required::default();
    let explanation = engine.confirm(engine.dependence(&required), error).replayed(values)?;
    let assembler = Assembler::new(engine.graph, &engine.statics, engine.source, engine.options);
    let found = Findings::of_run(explanation);
    assembler.error(error, &found).report.counterexamples.into_iter().next()
}

/// The values of a run for the places that read them: parameters and variables by their names, results of functions by
/// theirs, in the order of the calls.
fn values(graph: &Graph, obligation: &ObligationReport) -> BTreeMap<(SiteId, u32), i128> {
    let mut values = BTreeMap::new();
    for (number, site) in graph.sites.iter().enumerate() {
        let id = SiteId(number as u32);
        let name = match &site.undefined {
            Some(function) => format!("{function}()"),
            None => site.name.clone(),
        };
        let known = obligation.inputs.iter().filter(|(known, _)| *known == name);
        let known = known.filter_map(|(_, value)| value.parse::<i128>().ok());
        for (occurrence, value) in known.enumerate() {
            values.insert((id, occurrence as u32), value);
        }
    }
    values
}

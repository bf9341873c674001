//! The questions about functions put in other ways, which tests and benches compare with `verify`: without labels, with
//! labels in the formulas, and as one weakest precondition for the whole function.

use std::collections::BTreeSet;

use crate::front;
use focuscheck_base::options::{Annotations, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_check::tree::FunctionId;
use focuscheck_report::verify::model::Place;
use focuscheck_smt::term::BoolId;
use focuscheck_smt::{Answer, Limits, Prover, Statistics};
use focuscheck_vc::condition::naive::{Weakest, weakest};
use focuscheck_vc::condition::passive::{Labels, condition};
use focuscheck_vc::guarded::graph::{BlockId, Guarded, ObligationId, Property};
use focuscheck_vc::guarded::{LoopMode, Settings, guarded};

use super::ground::Request;
use super::place::{place, place_of};

/// How questions are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// One for each assertion, without labels.
    Unlabelled,
    /// One for each assertion, labels are decisions of the search: what `verify` does.
    Labelled,
    /// One for each assertion, labels are parts of the formulas.
    Expanded,
    /// One formula, the weakest precondition, with labels that are parts of it.
    Tree,
}

/// Something that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What has to hold.
    pub property: Property,
    /// Where.
    pub place: Place,
    /// Where the clause stands that says so.
    pub declared: Option<Place>,
}

/// What the prover says of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It cannot happen.
    Never,
    /// A state makes it happen.
    Happens,
    /// Neither was shown.
    Open,
}

/// Truth values of atoms, by decree.
type Assumptions = Vec<(BoolId, bool)>;

/// The questions about a function, ready to be asked.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The function.
    pub function: String,
    prover: Prover,
    /// Each error with what is assumed on each of the ways to ask about it.
    asked: Vec<(Error, Vec<Assumptions>)>,
}

impl Questions {
    /// Asks them all.
    pub fn answers(&mut self) -> Vec<(Error, Decided)> {
        let mut answers = Vec::with_capacity(self.asked.len());
        for (error, questions) in &self.asked {
            let mut told = Decided::Never;
            for question in questions {
                match self.prover.solve(question) {
                    Answer::Refuted { .. } => {}
                    Answer::Satisfied(model) if model.complete => {
                        told = Decided::Happens;
                        break;
                    }
                    Answer::Satisfied(_) | Answer::Open(_) => told = Decided::Open,
                }
            }
            answers.push((error.clone(), told));
        }
        answers
    }

    /// What that took.
    pub fn statistics(&self) -> Statistics {
        self.prover.statistics()
    }
}

/// A function with its weakest precondition.
#[derive(Clone, Debug)]
pub struct WeakestOf {
    /// The function.
    pub function: String,
    /// The formula with its labels.
    pub weakest: Weakest,
    /// The errors with their labels.
    pub errors: Vec<(Error, BoolId)>,
    /// The labels of what paths do, by their sequence number.
    pub traces: Vec<(u32, BoolId)>,
}

/// Calls a function with the guarded commands of each function that is asked for.
fn each<R>(
    source: &SourceFile,
    options: &Options,
    request: &Request,
    mut make: impl FnMut(
        &focuscheck_check::tree::Program,
        &focuscheck_ir::program::graph::Graph,
        &str,
        &Guarded<'_>,
    ) -> Option<R>,
) -> Vec<R> {
    let options = Options { annotations: Annotations::Read, ..options.clone() };
    let (Some(original), _) = front::typed(source, &options) else {
        return Vec::new();
    };
    let original = original.in_any_order();
    let (tree, graph) = (original.tree(), original.graph());
    let named = |name: &String| tree.function(name).map(|id| tree.resolved(id));
    let settings = Settings {
        checks: options.checks_of_functions(source.path()),
        loops: request.loops.unwrap_or(LoopMode::Unrolled),
        unroll: request.unroll,
        inlined: request.inlined.iter().filter_map(named).collect(),
    };
    let mut made = Vec::new();
    for (number, function) in tree.functions.iter().enumerate() {
        let is_wanted = request.functions.is_empty() || request.functions.contains(&function.name);
        if !is_wanted || function.definition.as_ref().is_none_or(|definition| definition.model) {
            continue;
        }
        let Some(guarded) = guarded(tree, graph, FunctionId(number as u32), &settings) else { continue };
        made.extend(make(tree, graph, &function.name, &guarded));
    }
    made
}

fn error(source: &SourceFile, guarded: &Guarded<'_>, id: ObligationId) -> Error {
    let obligation = &guarded.obligations[id.index()];
    let declared = obligation.clause.map(|clause| place(source, clause.span.start));
    Error { property: obligation.property, place: place_of(source, obligation.at), declared }
}

/// The questions about the functions of a file; a function with too many ways for a weakest precondition has none in that
/// form.
pub fn questions(source: &SourceFile, options: &Options, request: &Request, form: Form) -> Vec<Questions> {
    let labels = match form {
        Form::Unlabelled => Labels::Off,
        Form::Labelled => Labels::Decided,
        Form::Expanded => Labels::Expanded,
        Form::Tree => {
            return weakest_of(source, options, request).into_iter().map(Questions::of).collect();
        }
    };
    each(source, options, request, |tree, graph, name, guarded| {
        let condition = condition(tree, graph, guarded, labels);
        let numbers = 0..guarded.obligations.len() as u32;
        let asked = numbers.map(ObligationId).map(|id| {
            let queries = condition.queries.iter().filter(|query| query.about == Ok(id));
            let questions = queries.filter_map(|query| query.assumptions(&BTreeSet::new()));
            (error(source, guarded, id), questions.collect())
        });
        Some(Questions {
            function: name.to_owned(),
            asked: asked.collect(),
            prover: condition.prover(Limits::default()),
        })
    })
}

impl Questions {
    /// A label is false where the error happens: that of the error which is asked about, and no other.
    fn of(found: WeakestOf) -> Self {
        let mut prover = Prover::new(Limits::default());
        prover.terms = found.weakest.terms;
        let fails = prover.terms.not(found.weakest.formula);
        prover.suppose(fails);
        let labels: Vec<BoolId> = found.errors.iter().map(|(_, label)| *label).collect();
        let asked = found.errors.into_iter().map(|(error, own)| {
            let others = labels.iter().filter(|label| **label != own).map(|label| (*label, true));
            (error, vec![others.chain([(own, false)]).collect()])
        });
        Questions { function: found.function, asked: asked.collect(), prover }
    }
}

/// The weakest preconditions of the functions of a file, of those that have few enough ways.
pub fn weakest_of(source: &SourceFile, options: &Options, request: &Request) -> Vec<WeakestOf> {
    each(source, options, request, |tree, graph, name, guarded| {
        let weakest = weakest(tree, graph, guarded)?;
        let errors = weakest.errors.iter().map(|(id, label)| (error(source, guarded, *id), *label));
        let traces = weakest.traces.iter().map(|(BlockId(number), label)| (*number, *label));
        Some(WeakestOf {
            function: name.to_owned(),
            errors: errors.collect(),
            traces: traces.collect(),
            weakest,
        })
    })
}

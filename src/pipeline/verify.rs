//! `verify`: every function against its contract.

mod explain;
mod function;
mod place;

use std::collections::BTreeSet;
use std::time::Instant;

use crate::check::tree::{self, FunctionId};
use crate::guarded::LoopMode;
use crate::limit::{Deadline, within};
use crate::options::{Annotations, CheckKind, Options};
use crate::program::graph::Graph;
use crate::prove::Limits;
use crate::report::doubts;
use crate::doubt::Doubt;
use crate::report::model::Verdict;
use crate::report::verify::model::{FunctionReport, ObligationVerdict, VerifyReport};
use crate::source::SourceFile;
use crate::syntax::error::Severity;

use super::front;

/// What to verify, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only these functions; none: all.
    pub functions: Vec<String>,
    /// Only these properties, by label or by the name of a clause; none: all.
    pub properties: Vec<String>,
    /// What becomes of loops; `None`: those with annotations are cut, others are unrolled, and cut if nothing fails.
    pub loops: Option<LoopMode>,
    /// How many rounds are followed where loops are unrolled.
    pub unroll: u32,
    /// Functions that are inlined although they have a contract.
    pub inlined: Vec<String>,
    /// Whether trace labels that lie on all paths to the error are left out.
    pub brief: bool,
    /// Whether verification conditions are told in words.
    pub explain: bool,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            functions: Vec::new(),
            properties: Vec::new(),
            loops: None,
            unroll: 3,
            inlined: Vec::new(),
            brief: false,
            explain: false,
        }
    }
}

/// What the functions of one file share.
pub(super) struct Ground<'g> {
    pub(super) source: &'g SourceFile,
    pub(super) tree: &'g tree::Program,
    pub(super) graph: &'g Graph,
    pub(super) request: &'g Request,
    pub(super) checks: BTreeSet<CheckKind>,
    pub(super) limits: Limits,
}

/// Verifies one file.
pub fn verify(source: &SourceFile, options: &Options, request: &Request) -> VerifyReport {
    let options = Options { annotations: Annotations::Read, ..options.clone() };
    let mut report = VerifyReport {
        path: source.path().to_owned(),
        parts: source.parts().clone(),
        diagnostics: Vec::new(),
        verdict: Verdict::Failed,
        reason: None,
        functions: Vec::new(),
        left_out: Vec::new(),
    };
    let deadline = || {
        Deadline::begin(options.timeout, options.memory, options.interrupt).with_steps(options.steps)
    };
    let (original, diagnostics) = match within(deadline(), || front::typed(source, &options)) {
        Ok(found) => found,
        Err(spent) => {
            report.verdict = Verdict::Unknown;
            report.reason = Some(doubts::text(&Doubt::Spent(spent), source.parts()));
            return report;
        }
    };
    report.diagnostics = diagnostics;
    let Some(original) = original else {
        let first = report.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        report.reason = first.map(|first| crate::report::diagnostic::one_line(source, first));
        return report;
    };
    let (tree, graph) = (original.tree(), original.graph());
    for what in &tree.logic.unmodelled {
        report.left_out.push((what.what.clone(), place::place(source, what.span.start)));
    }
    let ground = Ground {
        source,
        tree,
        graph,
        request,
        checks: options.checks_of(source.path()),
        limits: Limits::default(),
    };
    for number in 0..tree.functions.len() {
        let id = FunctionId(number as u32);
        let function = &tree.functions[number];
        let wanted = request.functions.is_empty() || request.functions.contains(&function.name);
        let Some(definition) = function.definition.as_ref().filter(|_| wanted) else { continue };
        if definition.model {
            continue;
        }
        let began = Instant::now();
        let place = place::place(source, definition.span.start);
        let mut found = within(deadline(), || function::verified(&ground, id)).unwrap_or_else(|spent| {
            let reason = doubts::text(&Doubt::Spent(spent), source.parts());
            function::spent(&ground, id, &reason)
        });
        found.milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        report.functions.push(FunctionReport { place, ..found });
    }
    report.verdict = verdict(&report.functions);
    report
}

/// A file is unsafe only by a run, and safe if all is valid.
fn verdict(functions: &[FunctionReport]) -> Verdict {
    let verdicts = || functions.iter().flat_map(|function| &function.obligations).map(|found| &found.verdict);
    if verdicts().any(|verdict| *verdict == ObligationVerdict::Run) {
        Verdict::Unsafe
    } else if verdicts().any(|verdict| *verdict != ObligationVerdict::Valid) {
        Verdict::Unknown
    } else if verdicts().next().is_none() {
        Verdict::Nothing
    } else {
        Verdict::Safe
    }
}

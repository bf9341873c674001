//! Whether any run satisfies what annotations make `check --acsl` assume: what no run satisfies proves nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::doubt::Doubt;
use crate::limit::{Deadline, within};
use crate::monitor::PROBE;
use crate::options::Options;
use crate::report::model::{FileReport, Status};
use crate::source::SourceFile;

use super::{analysed, settled};

/// Makes errors that cannot be reached unknown if runs come to something that is assumed and none gets through. The errors
/// that [`crate::monitor::monitor`] puts around what is assumed tell: the one before happens, or nobody knows, and the one
/// behind cannot.
pub(super) fn refuse(report: &mut FileReport, source: &SourceFile, options: &Options, begun: Instant) {
    // Both together keep to the limit.
    let timeout = options.timeout.map(|timeout| timeout.saturating_sub(begun.elapsed()));
    let options =
        Options { timeout, checks: Some(BTreeSet::new()), proof: false, doomed: None, ..options.clone() };
    let deadline =
        Deadline::begin(options.timeout, options.memory, options.interrupt).with_steps(options.steps);
    let Ok(probed) = within(deadline, || analysed(source, &options, true)) else { return };
    let probes = probed.errors.iter().filter(|error| error.text.contains(PROBE));
    let probes: BTreeMap<(u32, u32), Status> =
        probes.map(|error| ((error.line, error.column), error.status)).collect();
    let contradictory = probes.iter().find(|&(&(line, column), before)| {
        let behind = probes.get(&(line, column + 1));
        *before != Status::Unreachable && behind == Some(&Status::Unreachable)
    });
    let Some((&(line, _), _)) = contradictory else { return };
    for error in report.errors.iter_mut().filter(|error| error.status == Status::Unreachable) {
        error.status = Status::Unknown;
        error.doubt = Some(Doubt::Contradictory { line });
    }
    (report.verdict, report.reason) = settled(report);
}

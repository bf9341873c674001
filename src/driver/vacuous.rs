//! Whether any run satisfies what annotations make `check --acsl` assume: what no run satisfies proves nothing.

use std::collections::BTreeMap;

use focuscheck_base::doubt::Doubt;
use focuscheck_ir::monitor::PROBE;
use focuscheck_report::model::{FileReport, Status};

/// Makes errors that cannot be reached unknown if runs come to something that is assumed and none gets through. The errors
/// that [`focuscheck_ir::monitor::monitor`] puts around what is assumed tell: the one before happens, or nobody knows, and the one
/// behind cannot. Whether that is so.
pub(super) fn refuse(report: &mut FileReport, probed: &FileReport) -> bool {
    let probes = probed.errors.iter().filter(|error| error.text.contains(PROBE));
    let probes: BTreeMap<(u32, u32), Status> =
        probes.map(|error| ((error.line, error.column), error.status)).collect();
    let contradictory = probes.iter().find(|&(&(line, column), before)| {
        let behind = probes.get(&(line, column + 1));
        *before != Status::Unreachable && behind == Some(&Status::Unreachable)
    });
    let Some((&(line, _), _)) = contradictory else { return false };
    for error in report.errors.iter_mut().filter(|error| error.status == Status::Unreachable) {
        error.status = Status::Unknown;
        error.doubt = Some(Doubt::Contradictory { line });
    }
    true
}

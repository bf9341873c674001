//! What nobody checked.

use crate::model::FileReport;
use crate::style::Style;
use crate::verify::words::premise;
use crate::words;

/// What a verdict takes for granted; of functions that were verified, what their proofs do.
pub(super) fn assumed(report: &FileReport, style: &Style) -> Vec<String> {
    let of_proofs = report.functions.iter().flat_map(|function| {
        let premises = function.premises.iter().map(premise);
        premises.map(|premise| format!("{}: {premise}", function.name))
    });
    words::assumed(report).into_iter().chain(of_proofs).map(|assumption| style.clean(&assumption)).collect()
}

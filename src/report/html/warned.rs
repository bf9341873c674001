//! Code that can only fail, for a page.

use crate::doomed::model::Doomed;
use crate::doomed::text as doomed;
use crate::model::FileReport;
use crate::style::Style;

/// A warning: its line, where that is, what is so, and the lines that make it so.
pub(super) type Warned = (u32, String, String, Vec<(u32, String)>);

/// A warning of code that can only fail.
pub(super) fn warned(report: &FileReport, warning: &Doomed, style: &Style) -> Warned {
    let name = |line: u32| style.clean(&report.parts.name(line));
    let text = style.clean(&format!("{}, in {}", doomed::sentence(warning), warning.function));
    let because = warning.because.iter().map(|&line| (line, name(line))).collect();
    (warning.line, format!("line {}", name(warning.line)), text, because)
}

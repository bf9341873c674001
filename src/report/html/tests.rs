use super::*;
use crate::report::model::{Bearing, Reason, Status, Verdict};
use crate::report::text::samples;

fn page(report: &FileReport, source: &SourceFile) -> String {
    Renderer::new().and_then(|renderer| renderer.page(report, source)).expect("a page")
}

/// The sample with reasons for its steps.
fn min_max() -> FileReport {
    let mut report = samples::min_max();
    for counterexample in &mut report.errors[0].counterexamples {
        let last = counterexample.slice.len() as u32 - 1;
        let reason = |kind, step, variable: &str| Reason {
            kind,
            step,
            variable: (!variable.is_empty()).then(|| variable.to_owned()),
        };
        counterexample.slice[0].reasons = vec![
            reason(Bearing::Data, 1, "min"),
            reason(Bearing::Data, last - 1, "min"),
            reason(Bearing::Data, 3, "min"),
        ];
        counterexample.slice[1].reasons = vec![reason(Bearing::Control, 2, "")];
        counterexample.slice[2].reasons = vec![reason(Bearing::Data, last - 1, "max")];
        counterexample.slice[3].reasons = vec![reason(Bearing::Potential, last - 1, "min")];
        counterexample.slice[last as usize - 1].reasons = vec![reason(Bearing::Control, last, "")];
        let mut next = 0;
        for step in &mut counterexample.trace {
            if step.focus == Some(true) {
                step.slice_step = Some(next);
                next += 1;
            }
        }
    }
    report
}

#[test]
fn dump() {
    std::fs::write("/tmp/html/arrows.html", page(&min_max(), &samples::min_max_source())).unwrap();
}

//! What a proof rests on.

use crate::model::Proof;
use crate::style::Style;
use focuscheck_base::source::Parts;

/// The lines of a proof.
pub fn listing(proof: &Proof, parts: &Parts, style: &Style) -> Vec<String> {
    let tracked = match proof.tracked.is_empty() {
        true => "no values need to be tracked".to_owned(),
        false => format!("the values of {} are tracked", proof.tracked.join(", ")),
    };
    let besides = if proof.invariants.is_empty() { "" } else { "; besides, always" };
    let mut lines = style.wrap("  proof: ", "    ", &style.clean(&format!("{tracked}{besides}")), None);
    for invariant in &proof.invariants {
        let place = match parts.presumed(invariant.line) {
            (Some(part), line) => format!("{part}:{line}"),
            (None, line) => format!("line {line}"),
        };
        let holds = style.clean(&invariant.holds.join(", "));
        lines.extend(style.wrap(&format!("    {place}: "), "      ", &holds, None));
    }
    lines
}

//! Verification conditions in words ("A formal approach to the error localization", sections 1.1 and 2).

use crate::kinds;
use crate::style::{Role, Style, Symbol};
use focuscheck_base::source::Parts;

use super::model::{Concept, Explained, Hypothesis, ObligationVerdict};
use super::words;

/// The explanations of a function as text.
pub fn render(function: &str, conditions: &[Explained], needed: bool, style: &Style) -> String {
    let parts = &style.parts;
    let mut lines = Vec::new();
    for (number, condition) in (1..).zip(conditions) {
        let title = format!("Verification condition {number} of {function}");
        lines.push(style.paint(Role::Title, &style.clean(&title)));
        let mut sentence = |first: &str, rest: &str, words: &str, role: Option<Role>| {
            lines.extend(style.wrap(first, rest, &style.clean(words), role));
        };
        sentence("", "", &format!("{} in the function \"{function}\".", range(condition)), None);
        sentence("", "", &format!("Its purpose is to {}.", purpose(condition, parts)), None);
        let given: Vec<&Hypothesis> =
            condition.given.iter().filter(|given| !needed || given.needed != Some(false)).collect();
        sentence("", "", if given.is_empty() { "Hence," } else { "Hence, given" }, None);
        for given in given {
            let (mark, role) = match given.mark {
                true => (style.symbol(Symbol::Nest), Some(Role::Nest)),
                false => (" ", None),
            };
            let unneeded = if given.needed == Some(false) { " (not needed)" } else { "" };
            sentence(&format!("{mark} - "), "    ", &format!("{}{unneeded},", premise(given, parts)), role);
        }
        sentence("", "", &format!("show that {}.", conclusion(&condition.show, parts)), None);
        lines.extend(verdict(condition, style));
        lines.push(String::new());
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// `This VC corresponds to lines 8-17`
pub fn range(condition: &Explained) -> String {
    let (first, last) = condition.lines;
    let lines = if first == last { format!("line {first}") } else { format!("lines {first}-{last}") };
    format!("This VC corresponds to {lines}")
}

/// What a condition is for, after `to`.
pub fn purpose(condition: &Explained, parts: &Parts) -> String {
    if condition.preserves {
        "contribute to the loop invariant preservation on each iteration".to_owned()
    } else {
        format!("ensure that {}", conclusion(&condition.show, parts))
    }
}

/// Whether a condition holds, in words.
pub fn outcome(condition: &Explained) -> String {
    let state = words::values(&condition.state);
    match &condition.verdict {
        ObligationVerdict::Valid => "valid".to_owned(),
        ObligationVerdict::Run => {
            let why = condition.why.as_deref().map_or_else(String::new, |why| format!("; {why}"));
            match state.is_empty() {
                true => format!("invalid: a run fails there{why}"),
                false => format!("invalid: run with {state}{why}"),
            }
        }
        ObligationVerdict::Step if state.is_empty() => "invalid: a step fails there".to_owned(),
        ObligationVerdict::Step => format!("invalid: step with {state}"),
        ObligationVerdict::Unknown(why) => format!("unknown: {}", words::hindrance(why)),
    }
}

fn verdict(condition: &Explained, style: &Style) -> Vec<String> {
    let role = match condition.verdict {
        ObligationVerdict::Valid => Role::Success,
        ObligationVerdict::Run | ObligationVerdict::Step => Role::Failure,
        ObligationVerdict::Unknown(_) => Role::Doubt,
    };
    painted(&outcome(condition), role, style)
}

/// A sentence whose first word has a colour: `invalid: run with x = 1`.
pub fn painted(sentence: &str, role: Role, style: &Style) -> Vec<String> {
    let mut lines = style.wrap("", "  ", &style.clean(sentence), None);
    if let Some(first) = lines.first_mut() {
        let end = first.find(' ').unwrap_or(first.len());
        let rest = first.split_off(end);
        *first = style.paint(role, first) + &rest;
    }
    lines
}

/// A hypothesis in words.
pub fn premise(given: &Hypothesis, parts: &Parts) -> String {
    let line = parts.phrase(given.line);
    let assumed = |what: &str| format!("assumption that {what} at {line}");
    let substituted = |names: &[String], what: &str| {
        format!("substitution for {} originating in {what} at {line}", listed(names))
    };
    match &given.concept {
        Concept::Precondition => assumed("the function precondition holds"),
        Concept::CalleePostcondition(name) => {
            assumed(&format!("the postcondition of {name} holds after the call"))
        }
        Concept::CalleePrecondition(name) => {
            format!("assumption that the precondition of {name} holds at the call at {line}")
        }
        Concept::Assertion => assumed("the assertion holds"),
        Concept::Invariant => assumed("the loop invariant holds"),
        Concept::LabelInvariant(label) => assumed(&format!("the invariant of label {label} holds")),
        Concept::InvariantExit => {
            format!("assumption that the loop invariant at {line} holds on exit from the loop")
        }
        Concept::Then => assumed("the \"then\" branch is chosen"),
        Concept::Else => assumed("the \"else\" branch is chosen"),
        Concept::LoopTrue => assumed("the loop condition holds"),
        Concept::LoopFalse => assumed("the loop condition does not hold"),
        Concept::Case => assumed("this case is chosen"),
        Concept::Allocation(names) => substituted(names, "object allocation"),
        Concept::Deallocation(name) => substituted(std::slice::from_ref(name), "object deallocation"),
        Concept::Initialization(names) => substituted(names, "object initialization"),
        Concept::Assignment(name) => substituted(std::slice::from_ref(name), "assignment"),
        Concept::ArrayUpdate(name) => substituted(std::slice::from_ref(name), "array update"),
        Concept::Call(name) => substituted(std::slice::from_ref(name), "call"),
        Concept::ShowInvariant
        | Concept::ShowLabelInvariant(_)
        | Concept::ShowInvariantAgain
        | Concept::ShowPostcondition
        | Concept::ShowPrecondition(_)
        | Concept::ShowStart
        | Concept::ShowAssertion
        | Concept::ShowAssigns
        | Concept::ShowVariant
        | Concept::ShowMeasure
        | Concept::ShowCheck(_) => conclusion(given, parts),
    }
}

/// A conclusion in words.
pub fn conclusion(show: &Hypothesis, parts: &Parts) -> String {
    let line = parts.phrase(show.line);
    let clause = show.clause.map_or_else(String::new, |clause| format!(" at {}", parts.phrase(clause)));
    match &show.concept {
        Concept::ShowInvariant => {
            format!("the loop invariant{clause} holds at the loop entry point at {line}")
        }
        Concept::ShowLabelInvariant(label) => format!("the invariant of label {label} holds at {line}"),
        Concept::ShowInvariantAgain => format!("the loop invariant{clause} holds after each iteration"),
        Concept::ShowPostcondition => format!("the function postcondition{clause} holds"),
        Concept::ShowStart => "the precondition of main holds after the external declarations".to_owned(),
        Concept::ShowPrecondition(name) => {
            format!("the precondition of {name} holds at the call at {line}")
        }
        Concept::ShowAssertion => format!("the assertion holds at {line}"),
        Concept::ShowAssigns => format!("nothing else is assigned at {line}"),
        Concept::ShowVariant => "the loop variant decreases".to_owned(),
        Concept::ShowMeasure => format!("the measure of the function decreases with the call at {line}"),
        Concept::ShowCheck(property) => format!("{} at {line}", kinds::property(*property).wanted),
        Concept::Precondition
        | Concept::CalleePostcondition(_)
        | Concept::CalleePrecondition(_)
        | Concept::Assertion
        | Concept::Invariant
        | Concept::LabelInvariant(_)
        | Concept::InvariantExit
        | Concept::Then
        | Concept::Else
        | Concept::LoopTrue
        | Concept::LoopFalse
        | Concept::Case
        | Concept::Allocation(_)
        | Concept::Deallocation(_)
        | Concept::Initialization(_)
        | Concept::Assignment(_)
        | Concept::ArrayUpdate(_)
        | Concept::Call(_) => premise(show, parts),
    }
}

/// `x, y and z`
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The short form of a hypothesis or conclusion: `asm_inv(14)`, `ens_inv(20,L)`.
pub fn concept(given: &Hypothesis, parts: &Parts) -> String {
    let line = parts.name(given.line);
    let at = parts.name(given.clause.unwrap_or(given.line));
    match &given.concept {
        Concept::Precondition => format!("asm_pre({line})"),
        Concept::CalleePostcondition(_) => format!("asm_fpost({line})"),
        Concept::CalleePrecondition(_) => format!("asm_fpre({line})"),
        Concept::Assertion => format!("asm_post({line})"),
        Concept::Invariant => format!("asm_inv({line})"),
        Concept::LabelInvariant(label) => format!("asm_inv({line},{label})"),
        Concept::InvariantExit => format!("asm_inv_exit({line})"),
        Concept::Then => format!("then({line})"),
        Concept::Else => format!("else({line})"),
        Concept::LoopTrue => format!("while_t({line})"),
        Concept::LoopFalse => format!("while_f({line})"),
        Concept::Case => format!("case({line})"),
        Concept::Allocation(_) => format!("alloc({line})"),
        Concept::Deallocation(_) => format!("free({line})"),
        Concept::Initialization(_) => format!("init({line})"),
        Concept::Assignment(_) => format!("asgn({line})"),
        Concept::ArrayUpdate(_) => format!("upd({line})"),
        Concept::Call(_) => format!("call({line})"),
        Concept::ShowInvariant => format!("ens_inv({at})"),
        Concept::ShowLabelInvariant(label) => format!("ens_inv({line},{label})"),
        Concept::ShowInvariantAgain => format!("ens_inv_iter({at})"),
        Concept::ShowPostcondition => format!("ens_post({at})"),
        Concept::ShowPrecondition(_) => format!("ens_fpre({line})"),
        Concept::ShowStart => format!("ens_pre({line})"),
        Concept::ShowAssertion => format!("ens_assert({line})"),
        Concept::ShowAssigns => format!("ens_assigns({line})"),
        Concept::ShowVariant => format!("ens_variant({at})"),
        Concept::ShowMeasure => format!("ens_decreases({line})"),
        Concept::ShowCheck(_) => format!("ens_check({line})"),
    }
}

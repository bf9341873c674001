//! Why something is not decided, in words, and what gets further.

use crate::kinds;
use focuscheck_base::doubt::{Conditions, Doubt, Lack, Most, Unmodelled};
use focuscheck_base::source::Parts;

use super::model::{ErrorReport, InputValue, gathered};
use super::spent as limits;
use super::verify::words as obligations;

/// What an open answer has for which nobody said why.
pub const UNRECORDED: &str = "no reason was recorded";

/// Why an error is not decided.
pub fn reason(error: &ErrorReport, parts: &Parts) -> Option<String> {
    if let Some(obligation) = &error.obligation {
        return obligations::doubt(obligation);
    }
    error.doubt.as_ref().map(|why| text(why, parts))
}

/// Why a question stays open; in parentheses at the end what gets further, if it is little to say.
pub fn text(doubt: &Doubt, parts: &Parts) -> String {
    let at = |line: &u32| parts.phrase(*line);
    match doubt {
        Doubt::Spent(spent) => limits::spent(*spent).to_owned(),
        Doubt::NotModelled { what, line } => {
            format!("not modelled and on a path that matters: {what} at {}", at(line))
        }
        Doubt::Leaves { what: Unmodelled::Beyond(bound), line } => beyond(*bound, &at(line)),
        Doubt::Leaves { what, line } => format!("{what} at {} is not modelled", at(line)),
        Doubt::Violated { kind, line, inputs, more } => {
            let shown: Vec<String> = inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let more = if *more { ", …" } else { "" };
            let name = kind.name();
            let with = if shown.is_empty() { String::new() } else { format!(": {}{more}", shown.join(", ")) };
            format!(
                "{} at {} can happen{with}; --check {name} explains it, --assume {name} leaves such runs out",
                kinds::check(*kind).happens,
                at(line)
            )
        }
        Doubt::AlwaysViolated { kind, text, line } => {
            let name = kind.name();
            format!(
                "every run that comes to the check `{text}` at {} fails there; --check {name} explains it, --assume {name} leaves such runs out",
                at(line),
            )
        }
        Doubt::Unsolved { conditions, lack } => {
            let of = match conditions {
                Conditions::Sequence => "a sequence",
                Conditions::Path => "a path",
            };
            let lack = match lack {
                Lack::Evidence => "a refutation could not be shown to the checker",
                Lack::Steps => "the search for integer values ran into its limit",
                Lack::NonLinearSteps => {
                    "the search for integer values of non-linear operations ran into its limit"
                }
            };
            format!("the solver could not decide {of}: {lack}")
        }
        Doubt::EndlessRun => "a replay did not end within its limit".to_owned(),
        Doubt::UndefinedRun { what, .. } => format!("a replay met undefined behaviour: {what}"),
        Doubt::OtherError => "a replay reached another error first".to_owned(),
        Doubt::Contradicted => "a replay on the program's own memory did not reach the error".to_owned(),
        Doubt::StillReached { line, through } => {
            format!("at the end of a run, {through} still leads to the block from {}", at(line))
        }
        Doubt::StoppedRun => "a replay was stopped before the error".to_owned(),
        Doubt::NoRun => "no run that follows a sequence was found".to_owned(),
        Doubt::OtherWay => "a sequence could not be confirmed by a run of its own".to_owned(),
        Doubt::Points => "more points than the search may visit".to_owned(),
        Doubt::Refuted => "too many sequences that cannot happen".to_owned(),
        Doubt::Explanations => "the limit on explanations (raise --max-slices)".to_owned(),
        Doubt::States => "more states than the forward run may visit".to_owned(),
        Doubt::Depth => "calls nested too deeply for --inline (leave it out)".to_owned(),
        Doubt::NoStart { entry, functions } => no_start(entry.as_deref(), functions),
        Doubt::Contradictory { line } => {
            format!("no run satisfies what is stated at {}, so that it proves nothing", at(line))
        }
        Doubt::LittleWork { check: Some(check) } => format!(
            "it takes more work than a check gets that nobody asked for (--check {} asks for it)",
            check.name()
        ),
        Doubt::LittleWork { check: None } => "it takes more work than it gets".to_owned(),
        Doubt::TooLarge { function, size, most } => format!(
            "{function}() has {size} statements and conditions, more than the {most} that are analysed in one \
             function (divide it)"
        ),
        Doubt::NotReproduced { compiler } => {
            format!(
                "no explanation failed when it was compiled by {compiler} (please report this with the file)"
            )
        }
    }
}

/// That a run may not keep a bound.
fn beyond(bound: Most, place: &str) -> String {
    match bound {
        Most::Blocks(most) => {
            format!(
                "runs with more than {} from {place} are not followed (raise --blocks)",
                count(most, "block")
            )
        }
        Most::Elements(most) => {
            format!("runs with more than {} in a block from {place} are not followed", count(most, "element"))
        }
        Most::Arguments(most) => {
            format!("runs that read more than {} are not followed from {place} on", count(most, "argument"))
        }
        Most::Letters(most) => format!(
            "runs that read more than {} of an argument are not followed from {place} on",
            count(most, "letter")
        ),
    }
}

/// `1 block`, `4 blocks`.
pub fn count(most: u32, one: &str) -> String {
    format!("{most} {one}{}", if most == 1 { "" } else { "s" })
}

/// The first inputs of a run that violates what is assumed, and whether there are more.
pub fn first_inputs(inputs: &[InputValue]) -> (Vec<(String, String)>, bool) {
    /// So many inputs are named.
    const MOST: usize = 3;
    let inputs = gathered(inputs);
    let shown = inputs.iter().take(MOST).map(|input| (input.numbered(), input.value.clone())).collect();
    (shown, inputs.len() > MOST)
}

/// That there is nowhere to start, and where else one could.
fn no_start(entry: Option<&str>, functions: &[String]) -> String {
    /// So many functions are named.
    const MOST: usize = 3;
    let name = entry.unwrap_or("main");
    let more = if functions.len() > MOST { ", …" } else { "" };
    let named = functions.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    let other = match functions.len() {
        0 => String::new(),
        1 => format!(" (--entry {named} starts at its function)"),
        number => format!(" (--entry FUNC starts at one of its {number} functions: {named}{more})"),
    };
    format!("there is no function {name} to start from{other}")
}

/// What gets further where something stands in the way, unless [`text`] says so itself: only what does so by the nature of
/// the reason.
pub fn further(doubt: &Doubt) -> Option<&'static str> {
    match doubt {
        Doubt::NotModelled { what: Unmodelled::Body { .. }, .. }
        | Doubt::Leaves { what: Unmodelled::Body { .. }, .. } => {
            Some("the body of the function, in a file given with --model")
        }
        Doubt::NotModelled { .. }
        | Doubt::Leaves { .. }
        | Doubt::NoRun
        | Doubt::OtherWay
        | Doubt::UndefinedRun { .. }
        | Doubt::OtherError
        | Doubt::Contradicted
        | Doubt::StillReached { .. }
        | Doubt::StoppedRun
        | Doubt::NoStart { .. }
        | Doubt::Spent(_)
        | Doubt::Violated { .. }
        | Doubt::AlwaysViolated { .. }
        | Doubt::Unsolved { .. }
        | Doubt::EndlessRun
        | Doubt::Points
        | Doubt::Refuted
        | Doubt::Explanations
        | Doubt::States
        | Doubt::Depth
        | Doubt::LittleWork { .. }
        | Doubt::Contradictory { .. }
        | Doubt::TooLarge { .. }
        | Doubt::NotReproduced { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::limit::Spent;
    use focuscheck_base::options::CheckKind;

    #[test]
    fn what_gets_further_follows_from_the_kind() {
        let of = |what| further(&Doubt::NotModelled { what, line: 3 }).unwrap_or_default();
        let body = Unmodelled::Body { function: "f".to_owned() };
        assert!(of(body.clone()).starts_with("the body of the function"));
        assert_eq!(of(body.to_string().into()), "", "words do not decide");
        assert_eq!(further(&Doubt::Spent(Spent::Memory)), None, "it says so itself");
    }

    #[test]
    fn a_check_that_gets_little_work_says_how_it_gets_more() {
        let said = text(&Doubt::LittleWork { check: Some(CheckKind::Bounds) }, &Parts::default());
        assert!(said.ends_with("(--check bounds asks for it)"), "{said}");
    }
}

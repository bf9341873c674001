//! The words of `verify`: sentences of ESC/Java where it has them ("Generating error traces from verification-condition
//! counterexamples", Fig. 0).

use crate::kinds;
use crate::spent;
use focuscheck_smt::Lack;
use focuscheck_vc::guarded::graph::{Exit, Property, TraceKind};

use super::model::{Hindrance, ObligationReport, ObligationVerdict, Place, Premise};

/// A verdict in a word.
pub fn verdict(verdict: &ObligationVerdict) -> &'static str {
    match verdict {
        ObligationVerdict::Valid => "valid",
        ObligationVerdict::Run | ObligationVerdict::Step => "invalid",
        ObligationVerdict::Unknown(_) => "unknown",
    }
}

/// The name of an error label.
pub fn label(property: Property) -> &'static str {
    kinds::property(property).label
}

/// What is wrong where an obligation does not hold.
pub fn sentence(property: Property) -> &'static str {
    kinds::property(property).sentence
}

/// The name of a trace label, without its place.
pub fn trace_label(kind: TraceKind) -> String {
    match kind {
        TraceKind::Then => "Then".to_owned(),
        TraceKind::Else => "Else".to_owned(),
        TraceKind::Cand => "Cand".to_owned(),
        TraceKind::Cor => "Cor".to_owned(),
        TraceKind::Exit(_) => "Exit".to_owned(),
        TraceKind::EndBlock => "EndBlock".to_owned(),
        TraceKind::LoopHead(round) => format!("LoopHead.{round}"),
        TraceKind::AnyLoopHead => "LoopHead".to_owned(),
        TraceKind::Call => "Call".to_owned(),
        TraceKind::CallReturn => "CallReturn".to_owned(),
        TraceKind::Switch => "Switch".to_owned(),
    }
}

/// What was done where a trace label stands.
pub fn trace_sentence(kind: TraceKind) -> String {
    match kind {
        TraceKind::Then => "Executed then branch in".to_owned(),
        TraceKind::Else => "Executed else branch in".to_owned(),
        TraceKind::Cand | TraceKind::Cor => "Short circuited boolean operation in".to_owned(),
        TraceKind::Exit(Exit::Break) => "Executed break in".to_owned(),
        TraceKind::Exit(Exit::Continue) => "Executed continue in".to_owned(),
        TraceKind::Exit(Exit::Goto) => "Executed goto in".to_owned(),
        TraceKind::Exit(Exit::Return) => "Executed return in".to_owned(),
        TraceKind::EndBlock => "Left block at".to_owned(),
        TraceKind::LoopHead(round) => {
            format!("Reached top of loop after {round} iteration{} in", if round == 1 { "" } else { "s" })
        }
        TraceKind::AnyLoopHead => "At the top of arbitrary loop iteration at".to_owned(),
        TraceKind::Call => "Executed call in".to_owned(),
        TraceKind::CallReturn => "Returned from inlined call at".to_owned(),
        TraceKind::Switch => "Executed switch case in".to_owned(),
    }
}

/// What was done, by itself: `Executed then branch`.
pub fn trace_event(kind: TraceKind) -> String {
    let sentence = trace_sentence(kind);
    let place = sentence.rfind(' ').unwrap_or(sentence.len());
    sentence[..place].to_owned()
}

/// Where in its block a pointer points, beside what the block contains: nothing at its start, else ` + 1` in elements.
pub fn behind(offset: i128, size: i128) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    match offset.unsigned_abs() {
        0 => String::new(),
        by if size > 0 && by % size.unsigned_abs() == 0 => format!(" {sign} {}", by / size.unsigned_abs()),
        by => format!(" {sign} {by} bytes"),
    }
}

/// `Label@line.column`, with a number from the second clause on.
pub fn full_label(obligation: &ObligationReport) -> String {
    let Place { line, column, .. } = obligation.place;
    let number = if obligation.number > 1 { format!("#{}", obligation.number) } else { String::new() };
    format!("{}@{line}.{column}{number}", label(obligation.property))
}

/// Whether a name is that of a property, whatever obligations there are.
pub fn is_property(name: &str) -> bool {
    kinds::PROPERTIES.iter().any(|words| words.label == name)
}

/// Whether an obligation is meant by a name: that of its property, its full label, or the name of its clause.
pub fn is_called(obligation: &ObligationReport, name: &str) -> bool {
    name == label(obligation.property)
        || name == full_label(obligation)
        || obligation.name.as_deref() == Some(name)
}

/// What an obligation asks for, as the subject of a sentence: "postcondition `\result > 0`", "check `divisor not zero`".
pub fn subject(obligation: &ObligationReport) -> String {
    let noun = kinds::property(obligation.property).noun;
    match (obligation.property, &obligation.callee) {
        (Property::Pre, callee) => {
            format!("{noun} `{}` of {}()", text(obligation), callee.as_deref().unwrap_or_default())
        }
        _ => format!("{noun} `{}`", text(obligation)),
    }
}

/// What an obligation says: its clause, or what C asks for.
pub fn text(obligation: &ObligationReport) -> String {
    if let Some(clause) = &obligation.clause {
        return clause.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    kinds::property(obligation.property).says.to_owned()
}

/// `c = 0, i = 0`, and of a pointer that points where another one does, or to an object with a name: `b == a`.
pub fn values(values: &[(String, String)]) -> String {
    let named = |value: &str| {
        value != "NULL"
            && value.starts_with(|first: char| first == '&' || first == '_' || first.is_alphabetic())
    };
    let relation = |value: &str| if named(value) { "==" } else { "=" };
    let all = values.iter().map(|(name, value)| format!("{name} {} {value}", relation(value)));
    all.collect::<Vec<_>>().join(", ")
}

/// How an obligation fails, after `invalid: `; nothing if it does not.
pub fn failure(obligation: &ObligationReport) -> Option<String> {
    let inputs = values(&obligation.inputs);
    match obligation.verdict {
        ObligationVerdict::Valid | ObligationVerdict::Unknown(_) => None,
        ObligationVerdict::Run if inputs.is_empty() => Some("a run fails there".to_owned()),
        ObligationVerdict::Run => Some(format!("run with {inputs}")),
        ObligationVerdict::Step => {
            let line = obligation.from.as_ref().map_or(0, |from| from.line);
            // Without a state in between, it is that of the beginning which nothing excludes.
            let (middle, with) = match (obligation.middle.is_empty(), inputs.is_empty()) {
                (true, true) => ("this".to_owned(), String::new()),
                (true, false) => (inputs, String::new()),
                (false, true) => (values(&obligation.middle), String::new()),
                (false, false) => (values(&obligation.middle), format!(" (with {inputs})")),
            };
            Some(format!("step: what is stated at line {line} does not exclude {middle}{with}"))
        }
    }
}

/// Why it is not known whether runs break an obligation.
pub fn doubt(obligation: &ObligationReport) -> Option<String> {
    match &obligation.verdict {
        ObligationVerdict::Valid | ObligationVerdict::Run => None,
        ObligationVerdict::Step => failure(obligation),
        ObligationVerdict::Unknown(why) => Some(hindrance(why)),
    }
}

/// A line, with its file if that is not the main one.
fn line(place: &Place) -> String {
    match &place.file {
        Some(file) => format!("line {} of {file}", place.line),
        None => format!("line {}", place.line),
    }
}

/// Why nobody knows.
pub fn hindrance(hindrance: &Hindrance) -> String {
    match hindrance {
        Hindrance::Lack(lack) => match lack {
            Lack::Cases => "the search has more cases than it may look at".to_owned(),
            Lack::Conjunctions => "the search has more conjunctions than it may ask about".to_owned(),
            Lack::Instances => "the quantified annotations have more instances than are tried".to_owned(),
            Lack::Arithmetic(_) => "the arithmetic of a path could not be decided".to_owned(),
            Lack::Number => "a number is too large".to_owned(),
            Lack::Model => "neither a proof nor a counterexample was found".to_owned(),
        },
        Hindrance::Unrolled(place) => {
            let line = line(place);
            format!("holds as far as the loop at {line} was unrolled; annotate it, or raise --unroll")
        }
        Hindrance::Unmodelled(what, place) => format!("not modelled: {what} at {}", line(place)),
        Hindrance::NotRun(reason) => format!("a state was found that may fail, but {reason}"),
        Hindrance::Unproved(reason) => format!("the proof was not accepted: {reason}"),
        Hindrance::Incomplete => {
            "a state was found that may fail, but it may break a quantified annotation".to_owned()
        }
        Hindrance::Spent(spent) => spent::spent(*spent).to_owned(),
        Hindrance::Steps => "it takes more work than it may (raise --steps)".to_owned(),
    }
}

/// What a proof takes for granted.
pub fn premise(premise: &Premise) -> String {
    match premise {
        Premise::Admitted(place) => format!("the admitted annotation at {} holds", line(place)),
        Premise::Axiom(name, place) => format!("the axiom {name} at {} holds", line(place)),
        Premise::Weak(name) => format!("no other file defines {name}(), which is weak"),
        Premise::Unchecked(kind) => format!("{} (--check {})", kinds::check(*kind).holds, kind.name()),
        Premise::Settled(name) => {
            format!("{name}, which is volatile, changes only where the program stores to it")
        }
        Premise::Apart(name) => format!("no pointer leads to {name}, whose address is not taken here"),
        Premise::Initialised => "what pointers from outside lead to has values".to_owned(),
        Premise::Typed => "objects of different scalar types do not overlap".to_owned(),
    }
}

//! The claims of `check` and of `check --entry`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::condition::{Expression, all_hold, parse};
use super::headings::{Heading, Headings, Said};
use super::names;
use super::program::{Program, Source};
use super::tally::{Finding, Refuted, Tally};
use super::truth::{Kind, Outcome, Run};

/// What `check` said of a program.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command line.
    pub command: String,
    /// The file's entry in the JSON report.
    pub file: Value,
    /// The text report.
    pub text: String,
}

impl Report {
    fn errors(&self) -> impl Iterator<Item = &Value> {
        self.file["errors"].as_array().into_iter().flatten()
    }

    /// The inputs that the report shows; they are run besides the box.
    pub fn vectors(&self, program: &Program) -> Vec<Vec<i64>> {
        let of_error = |e| explanations(e).map(|x| names::vector(program, &names::listed(program, x)));
        self.errors().flat_map(of_error).collect()
    }

    /// Whether something outside of the errors speaks of a word.
    fn mentions(&self, word: &str) -> bool {
        let mut file = self.file.clone();
        file["errors"] = Value::Null;
        file.to_string().contains(word)
    }
}

fn explanations(error: &Value) -> impl Iterator<Item = &Value> {
    error["counterexamples"].as_array().into_iter().flatten()
}

/// Judges one report.
pub struct Judge<'j> {
    program: &'j Program,
    report: &'j Report,
    runs: Vec<&'j Run>,
    names: BTreeMap<String, usize>,
    said: Headings,
    tally: &'j mut Tally,
}

/// The run among some that refutes a claim best.
pub fn refuting<'r>(program: &Program, runs: impl Iterator<Item = &'r Run>) -> Option<Refuted> {
    let how = |run: &Run| match run.outcome {
        Outcome::Ended => (0, "ends well"),
        Outcome::Exited => (1, "exits"),
        Outcome::Assumed => (2, "violates an assumption"),
        Outcome::Endless | Outcome::Slow => (3, "does not end"),
        Outcome::Overflow(_) => (4, "overflows"),
        Outcome::Fails(Kind::Uninit, _) => (6, "reads what has no value"),
        Outcome::Fails(..) | Outcome::Other(_) => (5, "another error"),
    };
    let run = runs.min_by_key(|run| how(run))?;
    let text = format!("{}: {:?}", names::shown(program, &run.vector), run.outcome);
    Some(Refuted { how: how(run).1, text })
}

/// An error as the report places it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub kind: Kind,
    pub line: u32,
    /// Whether other undefined behaviour stands at the same line: which of them comes first is the compiler's choice.
    shared: bool,
}

impl<'j> Judge<'j> {
    /// A judge for the runs of a program.
    pub fn new(program: &'j Program, report: &'j Report, runs: &'j [Run], tally: &'j mut Tally) -> Judge<'j> {
        let initial = report.mentions("initial values");
        let is_initial = |run: &&Run| {
            let mut inputs = program.inputs.iter().zip(&run.vector);
            !initial || inputs.all(|(i, v)| i.source != Source::Global || i.values.first() == Some(v))
        };
        let runs = runs.iter().filter(is_initial).collect();
        let said = super::headings::headings(&report.text);
        Judge { program, report, runs, names: names::names(program), said, tally }
    }

    fn finding(&self, kind: &'static str, claim: String) -> Finding {
        Finding {
            kind,
            seed: self.program.seed,
            command: self.report.command.clone(),
            claim,
            refuted: String::new(),
            how: "",
            text: self.program.tool_text(),
        }
    }

    /// The run among some that refutes best: one that ends well says most.
    fn refuting<'r>(&self, runs: impl Iterator<Item = &'r Run>) -> Option<Refuted> {
        refuting(self.program, runs)
    }

    /// A claim that all runs satisfy which bear on it.
    fn claim(
        &mut self,
        kind: &'static str,
        claim: String,
        bears: impl Fn(&Run) -> bool,
        holds: impl Fn(&Run) -> bool,
    ) {
        let bearing: Vec<&Run> = self.runs.iter().copied().filter(|r| bears(r)).collect();
        let refuted = self.refuting(bearing.iter().copied().filter(|r| !holds(r)));
        let finding = self.finding(kind, claim);
        self.tally.claim(finding, !bearing.is_empty(), refuted);
    }

    /// All claims of the report.
    pub fn all(mut self) {
        let report = self.report;
        match report.file["verdict"].as_str() {
            Some("safe") => self.safe(),
            Some("unknown") => self.tally.row("verdict safe").silent += 1,
            _ => {}
        }
        for error in report.errors() {
            let Some(place) = Place::of(&report.file, error) else { continue };
            let Place { kind, line, shared } = place;
            match error["status"].as_str() {
                Some("unreachable") if shared => {}
                Some("unreachable") => {
                    let claim = format!("{kind:?} at line {line} cannot fail");
                    self.claim("cannot fail", claim, |_| true, |r| !place.at(r));
                }
                Some("reachable") => self.reachable(error, place),
                _ => self.tally.row("cannot fail").silent += 1,
            }
        }
        super::sentences::judge(self.program, report, &self.runs, &self.names, self.tally);
    }

    fn safe(&mut self) {
        let overflow_is_said = self.report.mentions("overflow");
        let claim = format!("safe {}", self.report.text.lines().next().unwrap_or_default());
        let holds = |run: &Run| match run.outcome {
            Outcome::Fails(..) => false,
            Outcome::Overflow(_) => overflow_is_said,
            _ => true,
        };
        self.claim("verdict safe", claim, |_| true, holds);
    }

    fn reachable(&mut self, error: &Value, place: Place) {
        let program = self.program;
        let mut all_conditions = Some(Vec::new());
        for explanation in explanations(error) {
            let rank = explanation["rank"].as_u64().unwrap_or(0) as u32;
            let listed = names::listed(program, explanation);
            let shown = names::vector(program, &listed);
            let claim = format!("{place:?} #{rank} inputs: {}", names::shown(program, &shown));
            self.claim("inputs that fail", claim, |r| r.vector == shown, |r| place.at(r));
            self.share(explanation);
            let assumptions: Vec<&Value> =
                explanation["assumptions"].as_array().into_iter().flatten().collect();
            let (out, kept): (Vec<&Value>, Vec<&Value>) =
                assumptions.into_iter().partition(|a| a["eliminated"] == true);
            let text = |a: &Value| a["text"].as_str().unwrap_or_default().to_owned();
            let texts: Vec<String> = kept.iter().map(|a| text(a)).collect();
            let conditions: Result<Vec<_>, _> = texts.iter().map(|t| parse(t, &self.names)).collect();
            let named = error["text"].as_str().unwrap_or_default();
            let heading = self.said.get(place.line, named, rank);
            let claimed =
                Heading::of_json(&explanation["claim"], place.line).unwrap_or_else(|| heading.clone());
            match conditions {
                Err(why) => {
                    self.tally.unreadable("when (JSON)", why, program.seed);
                    all_conditions = None;
                }
                Ok(conditions) => {
                    self.when(place, rank, &texts, &conditions, &claimed, out.len());
                    for dropped in out {
                        self.dropped(place, rank, &text(dropped), &conditions, &claimed);
                    }
                    self.indifferent(place, rank, &listed, &conditions, &claimed);
                    if let Some(all) = &mut all_conditions {
                        all.push(conditions);
                    }
                }
            }
            self.printed(place, &heading);
        }
        match (error["complete"] == true, all_conditions) {
            // Longer variants are not listed, and have conditions of their own.
            (true, Some(_)) if place.shared || error["subsumed"].as_u64().is_some_and(|more| more > 0) => {
                self.tally.row("these are all ways").open += 1
            }
            (true, Some(all)) => {
                let claim = format!("{place:?}: these are all ways");
                let covered = |r: &Run| all.iter().any(|conditions| all_hold(conditions, &r.vector));
                self.claim("these are all ways", claim, |r| place.at(r), covered);
            }
            (true, None) => self.tally.row("these are all ways").open += 1,
            (false, _) => self.tally.row("these are all ways").silent += 1,
        }
    }

    /// How much of what Reduce deleted is no part of the printed condition.
    fn share(&mut self, explanation: &Value) {
        let assumptions: Vec<&Value> = explanation["assumptions"].as_array().into_iter().flatten().collect();
        let out = assumptions.iter().filter(|a| a["eliminated"] == true).count();
        let reduced = assumptions.iter().filter(|a| a["reduced"] == true || a["eliminated"] == true).count();
        let share = match (out, reduced) {
            (_, 0) => "nothing to reduce",
            (0, _) => "the unreduced condition is printed",
            (out, reduced) if out == reduced => "the reduced condition is printed",
            _ => "a condition between the two is printed",
        };
        *self.tally.shares.entry(share).or_default() += 1;
    }

    fn when(
        &mut self,
        place: Place,
        rank: u32,
        texts: &[String],
        conditions: &[Expression],
        heading: &Heading,
        out: usize,
    ) {
        let claim = format!("{place:?} #{rank} when [{}]{}", texts.join(" and "), heading.qualifiers());
        let kind = match (texts.is_empty(), out > 0) {
            (true, _) => "whatever the inputs are (JSON)",
            (false, true) => "when (JSON), reduced",
            (false, false) => "when (JSON)",
        };
        let holds = |r: &Run| place.fails(r, heading);
        self.claim(kind, claim, |r| all_hold(conditions, &r.vector), holds);
    }

    /// `does not matter: C`: it fails under the other conditions where C does not hold, too.
    fn dropped(&mut self, place: Place, rank: u32, text: &str, conditions: &[Expression], heading: &Heading) {
        match parse(text, &self.names) {
            Err(why) => self.tally.unreadable("does not matter: condition", why, self.program.seed),
            Ok(dropped) => {
                let claim = format!("{place:?} #{rank} does not matter: {text}");
                let bears = |r: &Run| {
                    all_hold(conditions, &r.vector) && !all_hold(std::slice::from_ref(&dropped), &r.vector)
                };
                self.claim("does not matter: condition", claim, bears, |r| place.fails(r, heading));
            }
        }
    }

    /// Inputs that are only counted: changing one alone changes nothing where the condition holds.
    fn indifferent(
        &mut self,
        place: Place,
        rank: u32,
        listed: &[(usize, i64, bool)],
        conditions: &[Expression],
        heading: &Heading,
    ) {
        for (index, input) in self.program.inputs.iter().enumerate() {
            let mut entries = listed.iter().filter(|(i, ..)| *i == index).peekable();
            if entries.peek().is_none() || entries.any(|(.., matters)| *matters) {
                continue;
            }
            let claim = format!("{place:?} #{rank} input does not matter: {}", input.name);
            let mut groups: BTreeMap<Vec<i64>, Vec<&Run>> = BTreeMap::new();
            for &run in self
                .runs
                .iter()
                .filter(|r| r.vector.iter().zip(&self.program.inputs).all(|(v, i)| i.values.contains(v)))
            {
                let mut rest = run.vector.clone();
                rest.remove(index);
                groups.entry(rest).or_default().push(run);
            }
            let mut refuting = Vec::new();
            for group in groups.values() {
                if !group.iter().any(|r| all_hold(conditions, &r.vector) && place.fails(r, heading)) {
                    continue;
                }
                refuting.extend(group.iter().copied().filter(|r| !place.fails(r, heading)));
            }
            let refuted = self.refuting(refuting.into_iter());
            let finding = self.finding("does not matter: input", claim);
            self.tally.claim(finding, true, refuted);
        }
    }

    /// What the text's heading says.
    fn printed(&mut self, place: Place, heading: &Heading) {
        match &heading.said {
            Said::Nothing | Said::Partly => {}
            Said::Conditions(texts) => {
                let conditions: Result<Vec<_>, _> = texts.iter().map(|t| parse(t, &self.names)).collect();
                match conditions {
                    Err(why) => self.tally.unreadable("when (text)", why, self.program.seed),
                    Ok(conditions) => {
                        let kind =
                            if texts.is_empty() { "whatever the inputs are (text)" } else { "when (text)" };
                        let claim = format!("{place:?}: {}", heading.text);
                        let bears = |r: &Run| all_hold(&conditions, &r.vector);
                        self.claim(kind, claim, bears, |r| place.fails(r, heading));
                    }
                }
            }
        }
    }
}

impl Place {
    fn outcome(self) -> Outcome {
        Outcome::Fails(self.kind, self.line)
    }

    /// Whether a run ends at this error, or in a way that the heading excepts. A run that overflows before says nothing.
    fn fails(self, run: &Run, heading: &Heading) -> bool {
        match run.outcome {
            Outcome::Overflow(_) | Outcome::Slow => true,
            Outcome::Fails(_, line) if heading.unless.contains(&line) => true,
            Outcome::Fails(_, line) if line == self.line && heading.unless_same => true,
            Outcome::Fails(_, line) if line != self.line && heading.unless_any => true,
            _ if heading.reached && !run.reached(self.line) => true,
            _ => self.at(run),
        }
    }

    /// Where a report has an error.
    pub fn of(file: &Value, error: &Value) -> Option<Place> {
        let kind = error["kind"].as_str().and_then(Kind::of_word)?;
        let line = error["line"].as_u64()? as u32;
        let undefined = |e: &&Value| e["line"] == error["line"] && e["kind"] != "assertion";
        let others = file["errors"].as_array().into_iter().flatten().filter(undefined);
        Some(Place { kind, line, shared: kind != Kind::Assertion && others.count() > 1 })
    }

    /// Whether a run ends at this error.
    pub fn at(self, run: &Run) -> bool {
        match run.outcome {
            // An index that walks along a pointer.
            Outcome::Fails(Kind::Pointer | Kind::Bounds, line)
                if matches!(self.kind, Kind::Pointer | Kind::Bounds) =>
            {
                line == self.line
            }
            Outcome::Fails(kind, line) if self.shared && kind != Kind::Assertion => line == self.line,
            outcome => outcome == self.outcome(),
        }
    }
}

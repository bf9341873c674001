//! The dialogues of `ask`: what is known, what questions say of the error, and the verdict after true answers.

use std::path::Path;

use serde_json::{Value, json};

use super::check::refuting;
use super::condition::{all_hold, parse};
use super::names;
use super::program::{HOOK, Hooks, Program, Source};
use super::tally::{Finding, Tally};
use super::tool::Tool;
use super::truth::{self, Kind, Outcome, Run};

/// Questions that are answered of one program.
const ROUNDS: usize = 5;

/// A dialogue about one program.
struct Dialogue<'p> {
    program: &'p Program,
    answers: Vec<Value>,
    report: Value,
    open: bool,
}

/// A fact at a place.
struct Fact {
    /// What it is for.
    about: About,
    text: String,
    point: Value,
    /// Its bit, or why it cannot be looked at.
    bit: Result<usize, String>,
    error: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// It is said to be known; whether in all runs, or in those that reach the error.
    Known(bool),
    /// A question asks whether it holds always: the number of the question.
    Always(usize),
    /// A question asks whether it can happen.
    Possible(usize),
    /// Whether the error's line is reached.
    Reached,
}

/// Leads and judges the dialogues about those programs whose box has all runs.
pub fn judge(programs: &[Program], tool: &Tool, folder: &Path, tally: &mut Tally) {
    let suitable = |p: &&Program| p.bounded && p.seed % 2 == 1;
    let mut dialogues: Vec<Dialogue> = programs
        .iter()
        .filter(suitable)
        .map(|program| Dialogue { program, answers: Vec::new(), report: Value::Null, open: true })
        .collect();
    for round in 0..ROUNDS {
        for dialogue in dialogues.iter_mut().filter(|d| d.open) {
            dialogue.asked(tool, folder, tally);
        }
        let open: Vec<usize> = (0..dialogues.len()).filter(|i| dialogues[*i].open).collect();
        let facts: Vec<Vec<Fact>> = open.iter().map(|i| dialogues[*i].facts(round)).collect();
        let programs: Vec<Program> = open.iter().map(|i| dialogues[*i].program.clone()).collect();
        let runs = looked_at(&programs, &facts, folder, tally);
        for ((index, facts), runs) in open.into_iter().zip(&facts).zip(runs) {
            let dialogue = &mut dialogues[index];
            match runs {
                Some(runs) => dialogue.judged(facts, &runs, round, tally),
                None => dialogue.open = false,
            }
        }
    }
}

/// The runs of each program with its facts; those of which the compiler knows a name are left out.
fn looked_at(
    programs: &[Program],
    facts: &[Vec<Fact>],
    folder: &Path,
    tally: &mut Tally,
) -> Vec<Option<Vec<Run>>> {
    if programs.is_empty() {
        return Vec::new();
    }
    let hooks: Vec<Hooks> = facts.iter().map(|facts| hooks(facts)).collect();
    let none = vec![Vec::new(); programs.len()];
    if let Ok(runs) = truth::runs(folder, programs, &none, &hooks) {
        return runs.into_iter().map(Some).collect();
    }
    let single = programs.iter().zip(&hooks).map(|(program, hooks)| {
        let runs =
            truth::runs(folder, std::slice::from_ref(program), &[Vec::new()], std::slice::from_ref(hooks));
        match runs {
            Ok(mut runs) => runs.pop(),
            Err(why) => {
                let why = why.lines().find(|l| l.contains("error")).unwrap_or_default();
                let why = why.split("error: ").nth(1).unwrap_or(why).to_owned();
                tally.unreadable("ask: a fact", why, program.seed);
                None
            }
        }
    });
    single.collect()
}

fn hooks(facts: &[Fact]) -> Hooks {
    let mut hooks = Hooks::new();
    for fact in facts {
        let (Ok(bit), Some(moment)) = (&fact.bit, moment(&fact.point)) else { continue };
        let Some((text, earlier)) = with_earlier(&fact.text) else { continue };
        let Some(text) = exact(&text) else { continue };
        let mut look = format!("FACT({bit}, {text})");
        for (name, line) in earlier {
            let saved = format!("{name}_at_{line}");
            for moment in [format!("line:{line}"), format!("after-loop:{line}")] {
                hooks.entry(moment).or_default().insert(0, format!("({saved} = {name}, {saved}_is = 1)"));
            }
            look = format!("({saved}_is ? {look} : (void)0)");
            let all = hooks.entry("saved".to_owned()).or_default();
            if !all.contains(&saved) {
                all.push(saved);
            }
        }
        hooks.entry(moment).or_default().push(look);
    }
    hooks
}

/// A text with `x_at_4` in place of `x@4`, the value that `x` had at line 4, and these names and lines; `None` where a call
/// is named as well.
fn with_earlier(text: &str) -> Option<(String, Vec<(String, u32)>)> {
    let mut earlier = Vec::new();
    let mut parts = text.split('@');
    let mut found = parts.next()?.to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let start = found.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        if part.is_empty() || end == 0 || start == found.len() || found[start..].contains("_at_") {
            return None;
        }
        earlier.push((found[start..].to_owned(), part[..end].parse().ok()?));
        found = format!("{found}_at_{part}");
    }
    Some((found, earlier))
}

/// The moment of a place, as hooks name it.
fn moment(point: &Value) -> Option<String> {
    let (name, line) = point.as_object()?.iter().next()?;
    Some(format!("{name}:{}", line.as_u64()?))
}

/// A text with all variables as integers of any size; `None` if it names more than variables.
fn exact(text: &str) -> Option<String> {
    // The value of a bit pattern hangs on its type, and a division by zero would end the run.
    let divides =
        text.split(['/', '%']).skip(1).any(|by| !by.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    if divides || text.contains(['^', '~', '&', '|']) {
        return None;
    }
    if text.contains(['@', '[', '#', '.']) || text.contains(" of line") || text.contains("()") {
        return None;
    }
    let (mut found, mut word) = (String::new(), String::new());
    for c in text.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_type =
            ["int", "unsigned", "char", "short", "long"].contains(&word.as_str()) || word.ends_with("_t");
        match is_name && !is_type {
            true => found += &format!("((__int128)({word}))"),
            false => found += &word,
        }
        word.clear();
        found.push(c);
    }
    Some(format!("!!({found})"))
}

impl Program {
    /// Whether facts can be looked at there.
    fn has_moment(&self, point: &Value) -> bool {
        moment(point).is_some_and(|moment| self.marked.contains(&format!("{HOOK}{moment}{HOOK}")))
    }
}

fn errors(report: &Value) -> impl Iterator<Item = &Value> {
    report["errors"].as_array().into_iter().flatten()
}

/// Whether a report assumes that nothing overflows at a line: "no signed overflow at lines 28, 36".
fn assumes_no_overflow(report: &Value, line: u32) -> bool {
    let texts = report["assumed"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut at = texts.filter_map(|text| text.split_once("signed overflow at line")).map(|(_, lines)| lines);
    at.any(|lines| lines.split(|c: char| !c.is_ascii_digit()).any(|number| number.parse() == Ok(line)))
}

/// Whether the answer rests on that a loop ends.
fn assumes_ends(report: &Value) -> bool {
    let mut texts = report["assumed"].as_array().into_iter().flatten().filter_map(Value::as_str);
    texts.any(|text| text.starts_with("the loop") && (text.ends_with("ends") || text.ends_with("end")))
}

/// What kind of error it is.
fn kind(error: &Value) -> Kind {
    match error["what"].as_str().unwrap_or("") {
        "index out of bounds" => Kind::Bounds,
        "null dereference" | "access outside of a living object" => Kind::Pointer,
        "division by zero" => Kind::Div,
        "shift by an undefined amount" => Kind::Shift,
        "use of a variable without a value" => Kind::Uninit,
        _ => Kind::Assertion,
    }
}

/// Whether a run ends at an error of this kind and line.
fn ends_at(run: &Run, error: &Value) -> bool {
    let line = error["line"].as_u64().unwrap_or(0) as u32;
    run.outcome == Outcome::Fails(kind(error), line)
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(|t| t.as_str().map(str::to_owned)).collect()
}

impl Dialogue<'_> {
    fn words(&self) -> Vec<String> {
        let mut words = vec!["ask".to_owned()];
        words.extend(self.program.options());
        words.extend(["--facts".to_owned(), "annotated".to_owned()]);
        if self.program.seed % 4 == 1 {
            words.push("--no-try".to_owned());
        }
        if !self.answers.is_empty() {
            words.extend(["--answers".to_owned(), format!("p{}.json", self.program.seed)]);
        }
        words.push(format!("p{}.c", self.program.seed));
        words
    }

    fn asked(&mut self, tool: &Tool, folder: &Path, tally: &mut Tally) {
        if !self.answers.is_empty() {
            let file = json!({ "schema": "focuscheck-answers/1", "answers": self.answers });
            drop(std::fs::write(folder.join(format!("p{}.json", self.program.seed)), file.to_string()));
        }
        match tool.json(folder, &self.words()) {
            Ok(report) => self.report = report,
            Err(why) => {
                tally.broken.push(format!("seed {}: {why}", self.program.seed));
                self.open = false;
            }
        }
    }

    /// Whether all other values that a fact names can be looked at, and are there at its moment.
    fn has_earlier(&self, fact: &Fact) -> bool {
        let point = fact.point.as_object().and_then(|point| point.values().next()?.as_u64());
        let earlier = with_earlier(&fact.text).into_iter().flat_map(|(_, earlier)| earlier);
        let mut lines = earlier.map(|(_, line)| line);
        lines.all(|line| {
            let mut moments = ["line", "after-loop"].into_iter();
            point.is_some_and(|point| u64::from(line) <= point)
                && moments.any(|moment| self.program.has_moment(&json!({ moment: line })))
        })
    }

    /// What has to be looked at: what is known, once, and the questions that wait for an answer.
    fn facts(&self, round: usize) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (number, error) in errors(&self.report).enumerate() {
            let mut add = |about, text: &str, point: &Value| {
                facts.push(Fact {
                    about,
                    text: text.to_owned(),
                    point: point.clone(),
                    bit: Ok(0),
                    error: number,
                });
            };
            add(About::Reached, "1", &json!({ "before": error["line"] }));
            for known in error["known"].as_array().into_iter().flatten().filter(|_| round == 0) {
                for text in strings(&known["holds"]) {
                    add(About::Known(known["runs"] == "all"), &text, &known["at"]);
                }
            }
            for (index, question) in error["questions"].as_array().into_iter().flatten().enumerate() {
                if !question["answer"].is_null() {
                    continue;
                }
                let about = match question["kind"].as_str() {
                    Some("always") => About::Always(index),
                    _ => About::Possible(index),
                };
                let texts = question["text"].as_str().map(str::to_owned).into_iter();
                for text in texts.chain(strings(&question["also"])) {
                    add(about, &text, &question["point"]);
                }
            }
        }
        let names = names::names(self.program);
        let mut next = 0;
        for fact in &mut facts {
            let of_inputs = fact.point == "start" && parse(&fact.text, &names).is_ok();
            fact.bit = match () {
                () if of_inputs => Ok(63),
                () if fact.point == "start"
                    || with_earlier(&fact.text).and_then(|(t, _)| exact(&t)).is_none() =>
                {
                    Err(fact.text.clone())
                }
                () if !self.program.has_moment(&fact.point) => Err("a moment without a hook".to_owned()),
                () if !self.has_earlier(fact) => Err("an earlier value without a hook".to_owned()),
                () if next < 62 => Ok(next),
                () => Err("too many facts".to_owned()),
            };
            next += usize::from(!of_inputs && fact.bit.is_ok());
        }
        facts
    }

    fn finding(&self, kind: &'static str, claim: String) -> Finding {
        Finding {
            kind,
            seed: self.program.seed,
            command: format!("{} (answers: {})", self.words().join(" "), Value::from(self.answers.clone())),
            claim,
            refuted: String::new(),
            how: "",
            text: self.program.tool_text(),
        }
    }

    /// Whether a fact held each time in a run, and whether it held at some time.
    fn held(&self, fact: &Fact, run: &Run) -> Option<(bool, bool)> {
        let bit = *fact.bit.as_ref().ok()?;
        if bit == 63 {
            let condition = parse(&fact.text, &names::names(self.program)).ok()?;
            let holds = all_hold(&[condition], &run.vector);
            return Some((holds, holds));
        }
        Some((run.facts_false >> bit & 1 == 0, run.facts_true >> bit & 1 == 1))
    }

    fn judged(&mut self, facts: &[Fact], runs: &[Run], round: usize, tally: &mut Tally) {
        let initial = self.report["assumed"].to_string().contains("initial values");
        let is_initial = |run: &&Run| {
            let mut inputs = self.program.inputs.iter().zip(&run.vector);
            !initial || inputs.all(|(i, v)| i.source != Source::Global || i.values.first() == Some(v))
        };
        // Ideal integers: a run that overflows is none, and where values may wrap nothing is judged.
        let wraps = self.report["assumed"].to_string().contains("no wrap");
        let runs: Vec<&Run> = runs
            .iter()
            .filter(is_initial)
            .filter(|r| !matches!(r.outcome, Outcome::Overflow(_) | Outcome::Slow))
            .collect();
        let report = self.report.clone();
        let mut given = Vec::new();
        for (number, error) in errors(&report).enumerate() {
            let own = || facts.iter().filter(|f| f.error == number);
            let line = error["line"].as_u64().unwrap_or(0) as u32;
            let reached = own().find(|f| f.about == About::Reached);
            let reaches = |run: &Run| {
                let passed = reached.and_then(|f| self.held(f, run)).is_some_and(|(_, some)| some);
                passed || matches!(run.outcome, Outcome::Fails(_, at) if at == line)
            };
            // Of two errors of one kind at a line nobody sees which one a run ends at.
            let same = |other: &&Value| other["line"] == error["line"] && kind(other) == kind(error);
            let alone = errors(&report).filter(same).count() == 1;
            let fails = |run: &Run| alone && ends_at(run, error);
            for fact in own() {
                let About::Known(everywhere) = fact.about else { continue };
                if let Err(why) = &fact.bit {
                    tally.unreadable("ask: known", format!("fact {}", kind_of(why)), self.program.seed);
                    continue;
                }
                let bearing = || runs.iter().copied().filter(|r| everywhere || reaches(r));
                let wrong = bearing().filter(|r| self.held(fact, r).is_some_and(|(always, _)| !always));
                let claim = format!("line {line}: known: {} at {}", fact.text, fact.point);
                let refuted = if wraps { None } else { refuting(self.program, wrong) };
                let bears = !wraps && bearing().next().is_some();
                tally.claim(self.finding("ask: known", claim), bears, refuted);
            }
            for (index, question) in error["questions"].as_array().into_iter().flatten().enumerate() {
                let asked: Vec<&Fact> = own()
                    .filter(|f| f.about == About::Always(index) || f.about == About::Possible(index))
                    .collect();
                if question["answer"].is_null() {
                    given.extend(self.answer(question, &asked, &runs, &reaches, &fails, wraps, line, tally));
                }
            }
        }
        let answered = !given.is_empty();
        self.answers.extend(given);
        if !answered || round + 1 == ROUNDS {
            self.ended(&report, &runs, wraps, tally);
            self.open = false;
        }
    }

    /// The true answers to a question, as a file has them; none if it cannot be read.
    #[allow(clippy::too_many_arguments)]
    fn answer(
        &self,
        question: &Value,
        asked: &[&Fact],
        runs: &[&Run],
        reaches: &dyn Fn(&Run) -> bool,
        fails: &dyn Fn(&Run) -> bool,
        wraps: bool,
        line: u32,
        tally: &mut Tally,
    ) -> Vec<Value> {
        let record = |text: Value, yes: bool| {
            let mut record = json!({
                "kind": question["kind"], "function": question["function"], "at": question["at"],
                "occurrence": question["occurrence"], "given": question["given"], "text": text,
                "answer": if yes { "yes" } else { "no" },
            });
            match question["point"].as_object().and_then(|p| p.keys().next()).map(String::as_str) {
                Some("in-loop") => record["moment"] = "round".into(),
                Some("at-loop") => record["moment"] = "condition".into(),
                _ => {}
            }
            if question["reaching"] == true {
                record["reaching"] = true.into();
            }
            if !question["reached"].is_null() {
                record["reached"] = question["reached"].clone();
            }
            if question["calls"].as_array().is_some_and(|calls| !calls.is_empty()) {
                record["calls"] = question["calls"].clone();
            }
            record
        };
        if question["text"].is_null() {
            return vec![record(Value::Null, runs.iter().any(|r| reaches(r)))];
        }
        let names = names::names(self.program);
        let given: Result<Vec<_>, _> = strings(&question["given"]).iter().map(|t| parse(t, &names)).collect();
        let Ok(given) = given else {
            tally.unreadable("ask: question", "what is given".into(), self.program.seed);
            return Vec::new();
        };
        if asked.iter().any(|f| f.bit.is_err()) || question["calls"].as_array().is_some_and(|c| !c.is_empty())
        {
            let why = asked.iter().find_map(|f| f.bit.as_ref().err()).map_or("a call", |t| kind_of(t));
            tally.unreadable("ask: question", format!("fact {why}"), self.program.seed);
            return Vec::new();
        }
        let mut answers = Vec::new();
        for fact in asked {
            let held = |r: &Run| self.held(fact, r).unwrap_or((true, false));
            let text = Value::from(fact.text.clone());
            if question["kind"] == "always" {
                let yes = runs.iter().all(|r| held(r).0);
                answers.push(record(text, yes));
                // Where it holds each time, the error does not happen: that is why it is asked.
                if !wraps {
                    let wrong = runs.iter().copied().filter(|r| held(r).0 && fails(r));
                    let claim = format!("line {line} cannot fail where always {}", fact.text);
                    let refuted = refuting(self.program, wrong);
                    tally.claim(self.finding("ask: an answer excludes it", claim), true, refuted);
                }
            } else {
                let meant = |r: &Run| question["reaching"] != true || reaches(r);
                let happens = |r: &&&Run| all_hold(&given, &r.vector) && held(r).1 && meant(r);
                answers.push(record(text, runs.iter().any(|r| happens(&r))));
            }
        }
        // Who answers no to the question says no to all alternatives; one yes is enough.
        if let Some(yes) = answers.iter().position(|a| a["answer"] == "yes") {
            answers = vec![answers.swap_remove(yes)];
        }
        answers
    }

    fn ended(&self, report: &Value, runs: &[&Run], wraps: bool, tally: &mut Tally) {
        let verdict = report["verdict"].as_str().unwrap_or("");
        let errors_at: Vec<u32> =
            errors(report).filter_map(|e| e["line"].as_u64()).map(|l| l as u32).collect();
        match verdict {
            "safe" => {
                let wrong = runs.iter().copied().filter(|r| matches!(r.outcome, Outcome::Fails(..)));
                let refuted = if wraps { None } else { refuting(self.program, wrong) };
                let by = report["reason"].as_str().unwrap_or("by answers");
                let claim = format!("safe ({by})");
                tally.claim(self.finding("ask: end safe", claim), !wraps, refuted);
            }
            "unsafe" => {
                let fails = |r: &&&Run| matches!(r.outcome, Outcome::Fails(_, line) if errors_at.is_empty() || errors_at.contains(&line));
                let besides = report["besides"].as_array().is_some_and(|b| !b.is_empty());
                let holds = runs.iter().any(|r| fails(&r)) || besides;
                // Under "the loop at line 26 ends" nothing is said of a program that stays there.
                let stays = assumes_ends(report) && runs.iter().any(|r| r.outcome == Outcome::Endless);
                let is_open = wraps || (!holds && stays);
                let refuted =
                    if holds || is_open { None } else { refuting(self.program, runs.iter().copied()) };
                tally.claim(self.finding("ask: end unsafe", "unsafe".into()), !is_open, refuted);
            }
            _ => tally.row("ask: end safe").silent += 1,
        }
        for error in errors(report) {
            let line = error["line"].as_u64().unwrap_or(0) as u32;
            let at = |r: &&&Run| ends_at(r, error);
            // Of two checks of a line nobody sees which one a run would end at, were the operands evaluated in another order.
            let same = |other: &&Value| {
                let either = kind(error) != Kind::Assertion && kind(other) != Kind::Assertion;
                other["line"] == error["line"] && (kind(other) == kind(error) || either)
            };
            match error["ended"].as_str() {
                Some("discharged") if errors(report).filter(same).any(|e| e["ended"] != "discharged") => {}
                // Either of two checks of a statement may fail first, and gcc says one.
                Some("discharged") if self.program.is_large() && assumes_no_overflow(report, line) => {}
                Some("discharged") => {
                    let refuted =
                        if wraps { None } else { refuting(self.program, runs.iter().filter(at).copied()) };
                    let claim = format!("line {line}: {} cannot happen", error["what"]);
                    tally.claim(self.finding("ask: line cannot fail", claim), !wraps, refuted);
                }
                Some("validated") => {
                    let any = runs.iter().any(|r| at(&r));
                    let refuted =
                        if any || wraps { None } else { refuting(self.program, runs.iter().copied()) };
                    let claim = format!("line {line} fails");
                    tally.claim(self.finding("ask: line fails", claim), !wraps, refuted);
                }
                _ => {}
            }
        }
    }
}

/// Why a text cannot be looked at, without its names.
fn kind_of(text: &str) -> &'static str {
    match () {
        () if text.contains('@') => "of an earlier value",
        () if text.contains(" of line") => "of a hidden name",
        () if text.contains("hook") => "at another moment",
        () if text.contains('[') => "of an element",
        () => "of something else",
    }
}

//! `focuscheck doomed`: the programs of `programs/doomed` against the notes in their comments (`programs/README.md`),
//! golden texts, and generated functions of which all runs are tried.

use focuscheck_doomed::cover::Mode;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use focuscheck::SourceFile;
use focuscheck_base::options::Options;
use focuscheck_cli::{Environment, run};
use focuscheck_driver::doomed::{Habits, Request, doomed};
use focuscheck_report::doomed::model::{Doomed, DoomedKind, DoomedReport, Grade, Note};

use crate::support::notes::{DOOMED, notes, of};
use crate::support::seeded::Random;

/// What the command looks for where it is told nothing.
fn options() -> Options {
    Options { checks: None, ..Options::default() }
}

fn asked(name: &str, text: &str) -> DoomedReport {
    doomed(&SourceFile::new(name, text), &options(), &Request::default())
}

fn kind(warning: &Doomed) -> &'static str {
    match (warning.kind, warning.grade) {
        (DoomedKind::Fails, Grade::A) => "fails",
        (DoomedKind::Unreached, Grade::B) => "behind",
        (DoomedKind::Unreached, Grade::C) => "unreached",
        (DoomedKind::Endless, Grade::A) => "endless",
        _ => "another grade",
    }
}

#[test]
fn doomed_programs_get_the_warnings_that_they_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/doomed");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut problems, mut count) = (String::new(), 0);
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "c")) {
        count += 1;
        let text = std::fs::read_to_string(path).unwrap();
        let report = asked(&path.to_string_lossy(), &text);
        let notes = notes(&text, DOOMED).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let (none, expected): (Vec<&str>, Vec<&str>) =
            of(&notes, "doomed").into_iter().partition(|note| *note == "none");
        assert_eq!(none.len() == 1, expected.is_empty(), "{}: say what is expected", path.display());
        let found: Vec<String> = report
            .warnings
            .iter()
            .map(|warning| {
                let because: Vec<String> = warning.because.iter().map(u32::to_string).collect();
                format!("{}: {} | {}", warning.line, because.join(", "), kind(warning))
            })
            .collect();
        if found != expected || report.undecided() > 0 || report.failed.is_some() {
            let undecided = report.undecided();
            let _ = writeln!(problems, "{}: {found:#?}, {undecided} undecided", path.display());
        }
        let skipped: Vec<&str> = report.skipped.iter().map(|skipped| &*skipped.function).collect();
        if skipped != of(&notes, "skipped") {
            let _ = writeln!(problems, "{}: skipped {skipped:?}", path.display());
        }
    }
    assert!(count > 10 && problems.is_empty(), "\n{problems}");
}

fn printed(arguments: &[&str]) -> (String, u8) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/doomed");
    let mut words = vec!["focuscheck".to_owned()];
    for argument in arguments {
        words.push(match argument.strip_suffix(".c") {
            Some(_) => root.join(argument).to_string_lossy().into_owned(),
            None => (*argument).to_owned(),
        });
    }
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let environment = Environment { unicode: true, ..Environment::default() };
    let code = run(words, &environment, &mut out, &mut errors);
    let text = String::from_utf8(out).unwrap() + &String::from_utf8(errors).unwrap();
    (text.replace(&format!("{}/", root.display()), ""), code.number())
}

#[test]
fn a_warning_shows_the_lines_that_make_it_so() {
    let (text, code) = printed(&["doomed", "--no-config", "doomed_trivial.c"]);
    assert_eq!(code, 10);
    insta::assert_snapshot!(text, @r#"
    doomed_trivial.c:5: every run through here fails, in access
       5 │ else                  ptr == 0
       6 │ printf("%d", *ptr)    needs ptr != 0
      because of lines 5, 6
    doomed_trivial.c: 1 warning (3 points asked)
    "#);
    let (text, _) = printed(&["doomed", "--no-config", "doomed_loop.c"]);
    insta::assert_snapshot!(text, @r"
    doomed_loop.c:1: every run through here fails, in getMin
        3 │ for (i= x-1; i >= 0; i--) {    i < 0
       12 │ return a[i]                    needs a[i] to exist
      because of lines 3, 12
      assumed: 'a' points to the start of an array
    doomed_loop.c: 1 warning (7 points asked)
    ");
    let (text, code) = printed(&["doomed", "--no-config", "doomed_complex.c"]);
    assert_eq!((text.as_str(), code), ("doomed_complex.c: nothing is doomed (5 points asked)\n", 0));
}

#[test]
fn a_check_adds_the_warnings_and_keeps_its_verdict() {
    let check = |more: &[&str]| {
        let mut arguments = vec!["check", "--no-config", "doomed_path.c"];
        arguments.extend(more);
        printed(&arguments)
    };
    let (plain, code) = check(&[]);
    let (text, with) = check(&["--doomed"]);
    assert_eq!(code, with);
    assert!(
        text.replace(" --doomed", "").contains(plain.trim_end())
            && text.contains("doomed_path.c:2: every run through here with k != 0 fails, in f")
    );
    let (json, _) = check(&["--doomed", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let warning = &json["files"][0]["doomed"][0];
    assert_eq!((&warning["line"], &warning["kind"]), (&2.into(), &"fails".into()));
    assert_eq!(warning["because"], serde_json::json!([1, 3]));
    let (sarif, _) = check(&["--doomed", "--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["level"], &result["ruleId"]), (&"warning".into(), &"doomed".into()));
    let rule = result["ruleIndex"].as_u64().unwrap() as usize;
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][rule]["id"], "doomed");
}

#[test]
fn asking_about_each_point_finds_the_same() {
    for name in ["doomed_null.c", "doomed_loop.c", "ends.c"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/doomed").join(name);
        let source = SourceFile::new(name, std::fs::read_to_string(path).unwrap());
        let options = options();
        let covering = doomed(&source, &options, &Request::default());
        let each = doomed(&source, &options, &Request { mode: Mode::Each, ..Request::default() });
        assert_eq!(covering.warnings, each.warnings);
    }
}

#[test]
fn what_is_written_out_of_habit_is_told_when_asked_for() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/doomed/one_bug.c");
    let source = SourceFile::new("one_bug.c", std::fs::read_to_string(path).unwrap());
    let grades = |habits| {
        let report = doomed(&source, &options(), &Request { habits, ..Request::default() });
        report.warnings.iter().map(|warning| (warning.line, warning.grade)).collect::<Vec<_>>()
    };
    let (silent, told) = (grades(Habits::Silent), grades(Habits::Told));
    // `return 0; /* avoid warning */` behind a choice of all that can be.
    for line in [29, 38] {
        assert!(!silent.iter().any(|(known, _)| *known == line), "{silent:?}");
        assert!(told.contains(&(line, Grade::C)), "{told:?}");
    }
    assert!(silent.iter().all(|warning| told.contains(warning)), "{silent:?} {told:?}");
}

#[test]
fn what_a_warning_says_of_conditions_is_so_in_every_run() {
    let (text, _) = printed(&["doomed", "--no-config", "one_bug.c"]);
    insta::assert_snapshot!(text);
    let (text, _) = printed(&["doomed", "--no-config", "last_round.c"]);
    insta::assert_snapshot!(text);
    let (text, _) = printed(&["doomed", "--no-config", "cases.c"]);
    insta::assert_snapshot!(text);
    let (text, _) = printed(&["doomed", "--no-config", "one_line.c"]);
    insta::assert_snapshot!(text);
    let (text, _) = printed(&["doomed", "--no-config", "not_passed.c"]);
    insta::assert_snapshot!(text, @r"
    not_passed.c:6: every run through here with b < 0 fails, in passes
       6 │ if (b < 0)                            b < 0
       8 │ assert(b >= buf[1] || s || b >= 0)    fails
       9 │ assert(b > 0)                         fails
      because of lines 6, 8, 9
    not_passed.c: 1 warning (3 points asked)
    ");
    let (text, _) = printed(&["doomed", "--no-config", "fails_before.c"]);
    insta::assert_snapshot!(text, @r"
    fails_before.c:15: every run through here with s == 3 fails, in main
       15 │ while (s == 3) {    s == 3
       16 │ s++
       20 │ assert(!s)          fails
      because of lines 15, 16, 20
    fails_before.c: 1 warning (3 points asked)
    ");
}

/// Variables of generated functions: the first two are parameters.
const NAMES: [&str; 5] = ["a", "b", "x", "y", "z"];

/// Values of parameters with which a generated function does anything.
const BOX: std::ops::RangeInclusive<i64> = -4..=4;

#[derive(Clone, Debug)]
enum Value {
    Constant(i64),
    Plus(usize, i64),
    Difference(usize, usize),
    Quotient(usize, usize),
    Element(usize),
}

#[derive(Clone, Debug)]
struct Test {
    left: usize,
    relation: &'static str,
    right: Value,
}

#[derive(Clone, Debug)]
enum Statement {
    Assign(usize, Value),
    Assert(Test),
    Return,
    If(Test, Vec<Statement>, Option<Vec<Statement>>),
    While(Test, Vec<Statement>),
}

/// A function with all that it needs to be printed and run.
struct Function {
    loops: bool,
    body: Vec<Statement>,
}

fn constant(random: &mut Random) -> i64 {
    random.below(9) as i64 - 4
}

fn value(random: &mut Random) -> Value {
    match random.below(9) {
        0..=2 => Value::Constant(constant(random)),
        3..=5 => Value::Plus(random.below(5), constant(random)),
        6 => Value::Difference(random.below(5), random.below(5)),
        7 => Value::Quotient(random.below(5), random.below(5)),
        _ => Value::Element(random.below(5)),
    }
}

fn test(random: &mut Random) -> Test {
    let right = match random.below(2) {
        0 => Value::Constant(constant(random)),
        _ => Value::Plus(random.below(5), 0),
    };
    let relations = ["<", "<=", ">", ">=", "==", "!="];
    Test { left: random.below(5), relation: relations[random.below(6)], right }
}

fn statements(random: &mut Random, depth: usize, loops: bool) -> Vec<Statement> {
    let count = 1 + random.below(if depth == 0 { 6 } else { 3 });
    (0..count)
        .map(|_| match random.below(if depth < 3 { 12 } else { 7 }) {
            0..=4 => Statement::Assign(2 + random.below(3), value(random)),
            5 => Statement::Assert(test(random)),
            6 if depth > 0 && random.below(2) == 0 => Statement::Return,
            6 => Statement::Assign(2 + random.below(3), Value::Plus(random.below(5), 1)),
            7 if loops => Statement::While(test(random), statements(random, depth + 1, loops)),
            _ => {
                let otherwise = (random.below(2) == 0).then(|| statements(random, depth + 1, loops));
                Statement::If(test(random), statements(random, depth + 1, loops), otherwise)
            }
        })
        .collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Constant(number) => number.to_string(),
        Value::Plus(name, 0) => NAMES[*name].to_owned(),
        Value::Plus(name, number) => format!("{} + {number}", NAMES[*name]),
        Value::Difference(one, other) => format!("{} - {}", NAMES[*one], NAMES[*other]),
        Value::Quotient(one, other) => format!("{} / {}", NAMES[*one], NAMES[*other]),
        Value::Element(index) => format!("t[{}]", NAMES[*index]),
    }
}

fn condition(test: &Test) -> String {
    format!("{} {} {}", NAMES[test.left], test.relation, shown(&test.right))
}

/// The text, line by line; each outcome gets the line and the words under which a report names it.
struct Printer {
    lines: Vec<String>,
    /// What the first outcome of a loop is by number.
    loops: BTreeSet<usize>,
}

impl Printer {
    fn print(&mut self, statements: &[Statement], outcomes: &mut Vec<(u32, String)>) {
        for statement in statements {
            match statement {
                Statement::Assign(to, value) => {
                    self.lines.push(format!("{} = {};", NAMES[*to], shown(value)))
                }
                Statement::Assert(test) => self.lines.push(format!("assert({});", condition(test))),
                Statement::Return => self.lines.push("return 1;".to_owned()),
                Statement::If(test, then, otherwise) => {
                    let words = condition(test);
                    self.lines.push(format!("if ({words}) {{"));
                    let line = self.lines.len() as u32;
                    outcomes.push((line, words.clone()));
                    let slot = outcomes.len();
                    outcomes.push((line, format!("!({words})")));
                    self.print(then, outcomes);
                    if let Some(otherwise) = otherwise {
                        self.lines.push("} else {".to_owned());
                        outcomes[slot].0 = self.lines.len() as u32;
                        self.print(otherwise, outcomes);
                    }
                    self.lines.push("}".to_owned());
                }
                Statement::While(test, body) => {
                    let words = condition(test);
                    self.lines.push(format!("while ({words}) {{"));
                    let line = self.lines.len() as u32;
                    self.loops.insert(outcomes.len());
                    outcomes.push((line, words.clone()));
                    outcomes.push((line, format!("!({words})")));
                    self.print(body, outcomes);
                    self.lines.push("}".to_owned());
                }
            }
        }
    }
}

/// How a run of statements goes on.
#[derive(PartialEq, Eq)]
enum Goes {
    On,
    Returned,
    Failed,
}

/// A run: the values of variables, what it has passed, and what it may still do.
struct Run {
    values: [i64; 5],
    passed: BTreeSet<usize>,
    fuel: u32,
}

impl Run {
    fn value(&self, value: &Value) -> Option<i64> {
        Some(match value {
            Value::Constant(number) => *number,
            Value::Plus(name, number) => self.values[*name] + number,
            Value::Difference(one, other) => self.values[*one] - self.values[*other],
            Value::Quotient(one, other) => self.values[*one].checked_div(self.values[*other])?,
            Value::Element(index) => *[3, 1, 4].get(usize::try_from(self.values[*index]).ok()?)?,
        })
    }

    fn holds(&self, test: &Test) -> Option<bool> {
        let (left, right) = (self.values[test.left], self.value(&test.right)?);
        Some(match test.relation {
            "<" => left < right,
            "<=" => left <= right,
            ">" => left > right,
            ">=" => left >= right,
            "==" => left == right,
            _ => left != right,
        })
    }

    /// Runs statements; `next` is the number of their first outcome, and becomes that behind them.
    fn run(&mut self, statements: &[Statement], next: &mut usize) -> Goes {
        for statement in statements {
            let goes = self.one(statement, next);
            if goes != Goes::On {
                return goes;
            }
        }
        Goes::On
    }

    fn one(&mut self, statement: &Statement, next: &mut usize) -> Goes {
        match statement {
            Statement::Assign(to, value) => match self.value(value) {
                Some(value) => self.values[*to] = value,
                None => return Goes::Failed,
            },
            Statement::Assert(test) => {
                if self.holds(test) != Some(true) {
                    return Goes::Failed;
                }
            }
            Statement::Return => return Goes::Returned,
            Statement::If(test, then, otherwise) => {
                let first = *next;
                *next += 2;
                let behind = first + 2 + outcomes(then);
                let all = behind + otherwise.as_deref().map_or(0, outcomes);
                let holds = self.holds(test) == Some(true);
                self.passed.insert(first + usize::from(!holds));
                let goes = match (holds, otherwise) {
                    (true, _) => self.run(then, &mut (first + 2)),
                    (false, Some(otherwise)) => self.run(otherwise, &mut behind.clone()),
                    (false, None) => Goes::On,
                };
                *next = all;
                return goes;
            }
            Statement::While(test, body) => {
                let first = *next;
                *next = first + 2 + outcomes(body);
                while self.holds(test) == Some(true) {
                    self.passed.insert(first);
                    self.fuel = self.fuel.saturating_sub(1);
                    if self.fuel == 0 {
                        return Goes::Failed;
                    }
                    let goes = self.run(body, &mut (first + 2));
                    if goes != Goes::On {
                        return goes;
                    }
                }
                self.passed.insert(first + 1);
            }
        }
        Goes::On
    }
}

/// How many outcomes statements have.
fn outcomes(statements: &[Statement]) -> usize {
    statements
        .iter()
        .map(|statement| match statement {
            Statement::If(_, then, otherwise) => {
                2 + outcomes(then) + otherwise.as_deref().map_or(0, outcomes)
            }
            Statement::While(_, body) => 2 + outcomes(body),
            Statement::Assign(..) | Statement::Assert(_) | Statement::Return => 0,
        })
        .sum()
}

impl Function {
    fn generated(seed: u64) -> Function {
        let mut random = Random::new(seed);
        let loops = seed % 2 == 1;
        Function { loops, body: statements(&mut random, 0, loops) }
    }

    /// Its text, where its outcomes are named, and which of them are those of loops.
    fn text(&self) -> (String, Vec<(u32, String)>, BTreeSet<usize>) {
        let (low, high) = (BOX.start(), BOX.end());
        let lines = vec!["int f(int a, int b) {".to_owned()];
        let mut printer = Printer { lines, loops: BTreeSet::new() };
        for name in &NAMES[..2] {
            printer.lines.push(format!("if ({name} < {low}) return 0;"));
            printer.lines.push(format!("if ({name} > {high}) return 0;"));
        }
        printer.lines.push("int x = 0, y = 1, z = a, t[3] = {3, 1, 4};".to_owned());
        let mut outcomes = Vec::new();
        printer.print(&self.body, &mut outcomes);
        printer.lines.push("return x; }".to_owned());
        (printer.lines.join("\n"), outcomes, printer.loops)
    }

    /// The outcomes that each run passes.
    fn runs(&self) -> Vec<BTreeSet<usize>> {
        let all = BOX.flat_map(|a| BOX.map(move |b| (a, b)));
        let passed = all.map(|(a, b)| {
            let mut run = Run { values: [a, b, 0, 1, a], passed: BTreeSet::new(), fuel: 2_000 };
            run.run(&self.body, &mut 0);
            run.passed
        });
        passed.collect()
    }

    /// What warnings say of conditions that is not so: the other way is taken by a run through the point, or, where no run
    /// comes to it, by one that comes to its condition.
    fn false_notes(&self, warnings: &[Doomed]) -> Vec<String> {
        let (_, outcomes, loops) = self.text();
        let runs = self.runs();
        let mut found = Vec::new();
        for warning in warnings {
            let point = outcomes.iter().position(|known| *known == (warning.line, warning.text.clone()));
            let through = |passed: &BTreeSet<usize>| match (point, warning.kind) {
                (None, _) => true,
                (Some(point), DoomedKind::Unreached) => passed.contains(&(point ^ 1)),
                (Some(point), _) => passed.contains(&point),
            };
            for told in &warning.told {
                for text in told.notes.iter().filter_map(|note| match note {
                    Note::Holds(text) => Some(text),
                    _ => None,
                }) {
                    let is_it = |(line, words): &(u32, String)| {
                        *line == told.line && (words == text || opposite(words).as_deref() == Some(text))
                    };
                    let Some(said) = outcomes.iter().position(is_it) else { continue };
                    let other = said ^ 1;
                    let is_loop = loops.contains(&said.min(other));
                    if Some(said) != point
                        && !is_loop
                        && runs.iter().any(|run| through(run) && run.contains(&other))
                    {
                        found.push(format!("{}: {text} at line {}", warning.line, told.line));
                    }
                }
            }
        }
        found
    }

    /// The outcomes that no run passes which ends.
    fn doomed(&self) -> BTreeSet<usize> {
        let mut doomed: BTreeSet<usize> = (0..outcomes(&self.body)).collect();
        for a in BOX {
            for b in BOX {
                let mut run = Run { values: [a, b, 0, 1, a], passed: BTreeSet::new(), fuel: 2_000 };
                if run.run(&self.body, &mut 0) != Goes::Failed {
                    doomed.retain(|outcome| !run.passed.contains(outcome));
                }
            }
        }
        doomed
    }
}

/// `!(x < 3)` as a comparison: `x >= 3`.
fn opposite(words: &str) -> Option<String> {
    let inner = words.strip_prefix("!(")?.strip_suffix(')')?;
    let (left, rest) = inner.split_once(' ')?;
    let (relation, right) = rest.split_once(' ')?;
    let relations = [("<", ">="), ("<=", ">"), (">", "<="), (">=", "<"), ("==", "!="), ("!=", "==")];
    let (_, turned) = relations.iter().find(|(known, _)| *known == relation)?;
    Some(format!("{left} {turned} {right}"))
}

/// All runs of generated functions are tried: no run that ends passes a point that is called doomed, and without loops all
/// such points are found (Proposition 5). `FOCUSCHECK_DOOMED=4000` tries so many functions.
#[test]
fn a_doomed_point_is_on_no_run_that_ends() {
    let count = std::env::var("FOCUSCHECK_DOOMED").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let (mut problems, mut points, mut found_points, mut missed, mut undecided) = (String::new(), 0, 0, 0, 0);
    for seed in 0..count {
        let function = Function::generated(seed);
        let (text, outcomes, _) = function.text();
        // No clock decides what is found.
        let unlimited = Options { timeout: None, ..options() };
        let report = doomed(&SourceFile::new("f.c", &*text), &unlimited, &Request::default());
        undecided += report.undecided();
        for note in function.false_notes(&report.warnings) {
            let _ = writeln!(problems, "{seed}: not so: {note}\n{text}");
        }
        let doomed = function.doomed();
        let found: BTreeSet<(u32, String)> = report.counts[0].doomed.iter().cloned().collect();
        points += outcomes.len();
        for (number, outcome) in outcomes.iter().enumerate() {
            match (doomed.contains(&number), found.contains(outcome)) {
                (false, true) => _ = writeln!(problems, "{seed}: {outcome:?} is on a run that ends\n{text}"),
                (true, true) => found_points += 1,
                (true, false) if function.loops || report.undecided() > 0 => missed += 1,
                // Code on which nothing depends, or from which no way leads to an end, is not asked about.
                (true, false) if report.counts[0].asked < report.counts[0].points => {}
                (true, false) => _ = writeln!(problems, "{seed}: {outcome:?} is missed\n{text}"),
                (false, false) => {}
            }
        }
    }
    let counts = format!(
        "{points} points, {found_points} doomed and found, {missed} missed behind loops, {undecided} undecided"
    );
    assert!(found_points > count as usize / 4 && undecided <= count / 100, "{counts}\n{problems}");
    assert!(problems.is_empty(), "{counts}\n{problems}");
}

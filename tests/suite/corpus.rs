//! Every program of the corpus in every mode, against the expectations in its comments.

use std::fmt::Write as _;
use std::path::Path;

use clap::Parser;
use focuscheck_base::options::{Options, PrecisionMode, Procedures};
use focuscheck_base::source::SourceFile;
use focuscheck_cli::args::{Arguments, CheckArguments, Command};
use focuscheck_cli::input::Input;
use focuscheck_cli::read;
use focuscheck_report::doubts;
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Status, StepKind, Verdict};
use focuscheck_report::style::Style;
use focuscheck_report::text::verdict_line;
use focuscheck_report::words;

use crate::programs::programs;
use crate::support::expectations::{self, Expectation, ExpectedVerdict, Mode, Nest, Sequence, Step};

#[test]
fn first() {
    check_folder("first");
}

#[test]
fn paper() {
    check_folder("paper");
}

#[test]
fn tcas() {
    check_folder("tcas");
}

#[test]
fn behaviour() {
    check_folder("behaviour");
}

/// Full precision and inlining know no pointers that the others do not, and take long with lists.
#[test]
fn memory() {
    check_folder_in("memory", &[Mode::Auto]);
}

fn check_folder(folder: &str) {
    check_folder_in(folder, &Mode::ALL);
}

/// Runs the programs of one folder in some modes; `FOCUSCHECK_PROGRAM` picks those whose name contains its value.
fn check_folder_in(folder: &str, modes: &[Mode]) {
    let wanted = std::env::var("FOCUSCHECK_PROGRAM").unwrap_or_default();
    let mut failures = String::new();
    let (mut count, mut failed) = (0, 0);
    for (name, text) in programs(folder).into_iter().filter(|(name, _)| name.contains(&wanted)) {
        count += 1;
        let problems = check_program(&name, &text, modes);
        if !problems.is_empty() {
            failed += 1;
            let _ = writeln!(failures, "{name}");
            for problem in problems {
                let _ = writeln!(failures, "    {problem}");
            }
        }
    }
    assert!(failures.is_empty(), "{failed} of {count} programs do not do what they say:\n{failures}");
}

/// Small steps that one program may take in one mode: more than those take that are decided.
const STEPS: u64 = 300_000_000;

/// The same where it may be left open.
const FEW_STEPS: u64 = 5_000_000;

fn options(mode: Mode, arguments: &CheckArguments, expectations: &[Expectation]) -> Options {
    let (precision, procedures) = match mode {
        Mode::Full => (PrecisionMode::Full, Procedures::Summaries),
        Mode::Auto => (PrecisionMode::Auto, Procedures::Summaries),
        Mode::Inline => (PrecisionMode::Auto, Procedures::Inline),
    };
    let options = arguments.options();
    // Steps are counted, so that what is found depends on no machine and no load.
    let steps = if may_be_unknown(mode, expectations) { FEW_STEPS } else { STEPS };
    let steps = options.timeout.map(|_| steps);
    Options { precision, procedures, timeout: None, steps, ..options }
}

/// Whether a mode may leave a program open.
fn may_be_unknown(of: Mode, expectations: &[Expectation]) -> bool {
    expectations.iter().any(|expectation| match expectation {
        Expectation::AllowUnknown(mode) => mode.is_none_or(|mode| mode == of),
        _ => false,
    })
}

/// The options that the program asks for.
fn arguments(expectations: &[Expectation]) -> Result<CheckArguments, String> {
    let words = expectations.iter().flat_map(|expectation| match expectation {
        Expectation::Options(words) => words.as_slice(),
        _ => &[],
    });
    let line = ["focuscheck", "check", "program"].into_iter().chain(words.map(String::as_str));
    match Arguments::try_parse_from(line).map(|arguments| arguments.command) {
        Ok(Command::Check(arguments)) => Ok(arguments),
        Ok(_) => Err("no options of `check`".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What differs from the expectations, in words; empty if nothing does.
fn check_program(name: &str, text: &str, modes: &[Mode]) -> Vec<String> {
    let expectations = match expectations::parse(text) {
        Ok(expectations) => expectations,
        Err(why) => return vec![why],
    };
    let loaded = arguments(&expectations).and_then(|arguments| {
        let models = read::models(&arguments.language.models).map_err(|error| error.to_string())?;
        let path = Path::new("programs").join(name);
        let source = read::load_as(&Input::file(&path), name, &arguments.language.include_folders, &models)?;
        Ok((arguments, source))
    });
    let (arguments, source) = match loaded {
        Ok(loaded) => loaded,
        Err(why) => return vec![why],
    };
    let mut problems = Vec::new();
    let mut outcomes: Vec<(Mode, Vec<String>)> = Vec::new();
    for &mode in modes {
        // Where nothing is called, nothing is inlined.
        let options_of = options(mode, &arguments, &expectations);
        if mode == Mode::Inline && has_one_procedure(&source, &options_of) {
            continue;
        }
        let report = focuscheck_driver::analyse(&source, &options_of);
        let check = Check { mode, expectations: &expectations, report: &report };
        problems.extend(check.run().into_iter().map(|problem| format!("{}: {problem}", mode.name())));
        if !check.may_be_unknown() {
            outcomes.push((mode, outcome(&report)));
        }
    }
    if let Some(((first, expected), others)) = outcomes.split_first() {
        for (mode, found) in others {
            problems.extend(differences(first.name(), expected, mode.name(), found));
        }
    }
    problems
}

fn has_one_procedure(source: &SourceFile, options: &Options) -> bool {
    focuscheck_driver::lowered(source, options).0.is_some_and(|graph| graph.procedures.len() == 1)
}

/// Everything that must be the same in all modes, a line each.
fn outcome(report: &FileReport) -> Vec<String> {
    let mut lines = vec![format!("verdict {}", verdict_name(report.verdict))];
    for error in &report.errors {
        lines.push(format!("line {}: {:?}", error.line, error.status));
        for example in &error.counterexamples {
            lines.push(format!("line {}: slice {}", error.line, show_counterexample(example)));
        }
    }
    lines
}

fn differences(first: &str, expected: &[String], second: &str, found: &[String]) -> Vec<String> {
    let only = |mode: &str, lines: &[String], others: &[String]| -> Vec<String> {
        lines
            .iter()
            .filter(|line| !others.contains(line))
            .map(|line| format!("only {mode}: {line}"))
            .collect()
    };
    let mut problems = only(first, expected, found);
    problems.extend(only(second, found, expected));
    if problems.is_empty() && expected != found {
        problems.push(format!("{first} and {second} have the same explanations in different order"));
    }
    problems
}

/// One program in one mode.
struct Check<'a> {
    mode: Mode,
    expectations: &'a [Expectation],
    report: &'a FileReport,
}

impl Check<'_> {
    fn run(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for expectation in self.expectations {
            let problem = match expectation {
                Expectation::Verdict(verdict) => self.verdict(*verdict),
                Expectation::Reachable(line) => self.status(*line, Status::Reachable),
                Expectation::Unreachable(line) => self.status(*line, Status::Unreachable),
                Expectation::Infeasible(sequence) if self.mode == Mode::ALL[0] => self.infeasible(sequence),
                Expectation::Reason(text) => self.reason(text),
                Expectation::Assumed(text) => self.assumed(text),
                Expectation::Headline(text) => self.headline(text),
                Expectation::Slice(_)
                | Expectation::Infeasible(_)
                | Expectation::More(_)
                | Expectation::Options(_)
                | Expectation::AllowUnknown(_) => None,
            };
            problems.extend(problem);
        }
        problems.extend(self.slices());
        problems.extend(self.unreasoned());
        problems
    }

    /// Steps of slices that nothing later needs, or that are said to be needed by what is not later.
    fn unreasoned(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for error in &self.report.errors {
            let found = error.counterexamples.iter().map(|example| &example.slice);
            for slice in found.chain(error.infeasible.iter().map(|refuted| &refuted.slice)) {
                for (number, step) in slice.iter().enumerate() {
                    let last = number + 1 == slice.len();
                    let later = |step: u32| (number + 1..slice.len()).contains(&(step as usize));
                    if last != step.reasons.is_empty() || !step.reasons.iter().all(|r| later(r.step)) {
                        problems.push(format!("line {}: step {number}: {:?}", error.line, step.reasons));
                    }
                }
            }
        }
        problems
    }

    fn may_be_unknown(&self) -> bool {
        may_be_unknown(self.mode, self.expectations)
    }

    fn verdict(&self, expected: ExpectedVerdict) -> Option<String> {
        let found = verdict_name(self.report.verdict);
        let accepted = found == expected.name() || (found == "unknown" && self.may_be_unknown());
        let reason = self.report.reason.as_deref().map(|r| format!(" ({r})")).unwrap_or_default();
        (!accepted).then(|| format!("verdict {found}{reason}, expected {}", expected.name()))
    }

    fn status(&self, line: u32, expected: Status) -> Option<String> {
        let Some(error) = self.error_at(line) else {
            return (!self.may_be_unknown()).then(|| format!("line {line}: no error is reported there"));
        };
        let accepted = error.status == expected || (error.status == Status::Unknown && self.may_be_unknown());
        let reason = doubts::reason(error, &self.report.parts).map(|r| format!(" ({r})")).unwrap_or_default();
        (!accepted).then(|| format!("line {line}: {:?}{reason}, expected {expected:?}", error.status))
    }

    fn reason(&self, text: &str) -> Option<String> {
        let errors = self.report.errors.iter().filter_map(|error| doubts::reason(error, &self.report.parts));
        let diagnostics = self.report.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str());
        let wanted = text.to_lowercase();
        let errors: Vec<String> = errors.collect();
        let errors = errors.iter().map(String::as_str);
        let mut reasons = self.report.reason.as_deref().into_iter().chain(errors).chain(diagnostics);
        let found = reasons.any(|reason| reason.to_lowercase().contains(&wanted));
        (!found).then(|| format!("no reason says `{text}`; the file's is {:?}", self.report.reason))
    }

    fn headline(&self, wanted: &str) -> Option<String> {
        let line = verdict_line(self.report, &Style::default());
        (!line.contains(wanted)).then(|| format!("headline `{line}`, expected `{wanted}`"))
    }

    fn assumed(&self, text: &str) -> Option<String> {
        let found = words::assumed(self.report).iter().any(|assumed| assumed.contains(text));
        (!found).then(|| format!("`{text}` is not among what is assumed: {:?}", self.report.assumed))
    }

    fn error_at(&self, line: u32) -> Option<&ErrorReport> {
        let mut here = self.report.errors.iter().filter(|error| error.line == line);
        // Of several checks on a line one that fails is enough.
        here.clone().find(|error| error.status == Status::Reachable).or_else(|| here.next())
    }

    /// The error that a sequence is about.
    fn error_of(&self, line: Option<u32>) -> Result<&ErrorReport, String> {
        let line = match line {
            Some(line) => line,
            None => {
                let mut reachable = self.expectations.iter().filter_map(|e| match e {
                    Expectation::Reachable(line) => Some(*line),
                    _ => None,
                });
                match (reachable.next(), reachable.next()) {
                    (Some(line), None) => line,
                    _ => return Err("a sequence must name its error unless just one is reachable".to_owned()),
                }
            }
        };
        self.error_at(line).ok_or_else(|| format!("line {line}: no error, hence no sequences"))
    }

    /// Compares the explanations with those listed, error by error.
    fn slices(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut lines: Vec<Option<u32>> = Vec::new();
        for expectation in self.expectations {
            if let Expectation::Slice(slice) = expectation
                && !lines.contains(&slice.error)
            {
                lines.push(slice.error);
            }
        }
        for line in lines {
            match self.error_of(line) {
                Ok(error) if error.status == Status::Unknown && self.may_be_unknown() => {}
                Ok(error) => problems.extend(self.slices_of(line, error)),
                Err(_) if self.may_be_unknown() => {}
                Err(why) => problems.push(why),
            }
        }
        problems
    }

    fn slices_of(&self, line: Option<u32>, error: &ErrorReport) -> Vec<String> {
        let expected: Vec<&Sequence> = self
            .expectations
            .iter()
            .filter_map(|e| match e {
                Expectation::Slice(slice) if slice.error == line => Some(slice),
                _ => None,
            })
            .collect();
        let more = self.expectations.contains(&Expectation::More(line));
        let mut problems = Vec::new();
        for index in 0..expected.len().max(error.counterexamples.len()) {
            let rank = index + 1;
            match (expected.get(index), error.counterexamples.get(index)) {
                (Some(slice), Some(example)) => {
                    problems.extend(
                        compare(slice, error, example).into_iter().map(|p| format!("slice {rank}: {p}")),
                    );
                }
                (Some(slice), None) => problems.push(format!("slice {rank} is missing: {}", show(slice))),
                (None, Some(example)) if !more => {
                    problems.push(format!("slice {rank} is not expected: {}", show_counterexample(example)));
                }
                _ => {}
            }
        }
        problems
    }

    fn infeasible(&self, sequence: &Sequence) -> Option<String> {
        let error = match self.error_of(sequence.error) {
            Ok(error) => error,
            Err(why) => return (!self.may_be_unknown()).then_some(why),
        };
        let reported: Vec<String> =
            error.infeasible.iter().map(|found| show_steps(&steps(&found.slice))).collect();
        let wanted = show_steps(&sequence.steps);
        (!reported.contains(&wanted)).then(|| {
            format!("line {}: {wanted} is not reported as refuted; these are: {reported:?}", error.line)
        })
    }
}

/// What an explanation does not have in common with the one expected at its rank.
fn compare(expected: &Sequence, error: &ErrorReport, found: &Counterexample) -> Vec<String> {
    let mut problems = Vec::new();
    let found_steps = show_steps(&steps(&found.slice));
    let expected_steps = show_steps(&expected.steps);
    if found_steps != expected_steps {
        problems.push(format!("steps {found_steps}, expected {expected_steps}"));
    }
    if let Some(list) = &expected.assumptions {
        let found_list: Vec<&str> = found.assumptions.iter().map(|a| a.text.as_str()).collect();
        let same = found_list
            .iter()
            .map(|a| expectations::unsided(a))
            .eq(list.iter().map(|a| expectations::unsided(a)));
        if !same {
            problems.push(format!("assumptions {}; expected {}", found_list.join(", "), list.join(", ")));
        }
    }
    let reduced =
        error.reduced.iter().find(|reduced| reduced.rank == found.rank).filter(|_| !found.eliminated);
    match (&expected.nest, reduced) {
        (Some(Nest::Lines(lines)), Some(reduced)) if *lines != reduced.nest => {
            problems.push(format!("NEST {:?}, expected {lines:?}", reduced.nest));
        }
        (Some(Nest::Lines(_)), None) => problems.push("Reduce drops it, which is not expected".to_owned()),
        (Some(Nest::Dropped), Some(_)) => problems.push("Reduce keeps it, which is not expected".to_owned()),
        _ => {}
    }
    problems
}

fn steps(slice: &[focuscheck_report::model::Step]) -> Vec<Step> {
    slice
        .iter()
        .map(|step| Step { line: step.line, outcome: step.outcome.filter(|_| step.kind == StepKind::Branch) })
        .collect()
}

fn show_steps(steps: &[Step]) -> String {
    steps.iter().map(Step::to_string).collect::<Vec<_>>().join(" ")
}

fn show(sequence: &Sequence) -> String {
    match &sequence.assumptions {
        Some(list) => format!("{} | {}", show_steps(&sequence.steps), list.join(", ")),
        None => show_steps(&sequence.steps),
    }
}

fn show_counterexample(example: &Counterexample) -> String {
    let assumptions: Vec<&str> = example.assumptions.iter().map(|a| a.text.as_str()).collect();
    format!("{} | {}", show_steps(&steps(&example.slice)), assumptions.join(", "))
}

fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Safe => "safe",
        Verdict::Unsafe => "unsafe",
        Verdict::Unknown => "unknown",
        Verdict::Nothing => "nothing",
        Verdict::Failed => "failed",
    }
}

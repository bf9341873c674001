//! `focuscheck replay`, and `check --replay`: explanations shown to fail by the system's compiler.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::args::{ColorChoice, CompilerArguments, LanguageArguments, ReplayArguments};
use super::compiler::Compiler;
use super::link;
use super::process::Bounds;
use super::{CliError, Environment, ExitCode, folder, stack};
use focuscheck_base::doubt::Doubt;
use focuscheck_base::files;
use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::{Parts, SourceFile};
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_driver::harness::{Claim, harness_for_person, harness_of, with_checks_of};
use focuscheck_harness::{Harness, Hindrance, Judgement, is_leak, observe};
use focuscheck_report::diagnostic;
use focuscheck_report::model::{ErrorReport, FileReport, Status};
use focuscheck_report::style::{Role, Style};
use focuscheck_report::typed::{PROGRAM, Typed};
use focuscheck_report::words;

/// What came of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It fails where it is claimed to; what the program was given, in words.
    Fails(Vec<String>),
    /// It does something else.
    Differs(String),
    /// A compiler cannot show it.
    Open(Hindrance),
}

/// An explanation that was replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What it claims.
    pub claim: Claim,
    /// What came of it.
    pub outcome: Outcome,
    /// Whether the program as it is fails there, too, on what a person types; nothing if that was not tried.
    pub typed: Option<bool>,
}

/// Replays all explanations of a report, in the order of the claims.
///
/// # Errors
/// If there is no harness for the program, or it cannot be compiled.
pub fn replayed(
    source: &SourceFile,
    options: &Options,
    report: &FileReport,
    (compiler, bounds): (&Compiler, &Bounds),
    folder: &Path,
) -> Result<Vec<Replayed>, Hindrance> {
    let options = &with_checks_of(&report.errors, source.path(), options);
    let (harness, claims) = harness_of(source, options, report)?;
    write(&harness, folder).map_err(|error| Hindrance::System(error.to_string()))?;
    let compiled = compiler.compile(folder, &harness, Path::new(source.path()), (options, bounds))?;
    let outcome = |claim: &Claim| {
        let left = match &claim.run {
            _ if claim.claimed.kind == ErrorKind::Check(CheckKind::Uninit) => Err(Hindrance::Uninitialised),
            Err(obstacle) => Err(obstacle.clone()),
            Ok(number) => compiler
                .replay(&compiled, &harness, (*number, is_leak(claim.claimed.kind)), (None, bounds))
                .map(|left| (*number, left)),
        };
        let (number, left) = match left {
            Ok(left) => left,
            Err(obstacle) => return Outcome::Open(obstacle),
        };
        let run = observe(&left, &harness);
        match run.judge(&claim.claimed, &harness, compiled.sight) {
            Judgement::Fails => Outcome::Fails(harness.provided(number, &compiled.without_body, &run.stubs)),
            Judgement::Differs(what) => Outcome::Differs(what),
            Judgement::Open(obstacle) => Outcome::Open(obstacle),
        }
    };
    let outcome = |claim: Claim| Replayed { outcome: outcome(&claim), claim, typed: None };
    let mut outcomes: Vec<Replayed> = claims.into_iter().map(outcome).collect();
    typed(&mut outcomes, (source, options, report), (compiler, bounds));
    Ok(outcomes)
}

/// Runs the program as it is on what a person types, where that is said and the explanation fails.
fn typed(
    outcomes: &mut [Replayed],
    (source, options, report): (&SourceFile, &Options, &FileReport),
    (compiler, bounds): (&Compiler, &Bounds),
) {
    let what = |claim: &Claim| {
        let way = &report.errors[claim.error].counterexamples[claim.counterexample];
        way.typed.as_ref().filter(|typed| !typed.is_empty())
    };
    let is_tried =
        |tried: &&mut Replayed| matches!(tried.outcome, Outcome::Fails(_)) && what(&tried.claim).is_some();
    let mut tried: Vec<&mut Replayed> = outcomes.iter_mut().filter(is_tried).collect();
    if tried.is_empty() {
        return;
    }
    let compiled = || {
        let harness = harness_for_person(source, options)?;
        let folder = tempfile::tempdir().map_err(|error| Hindrance::System(error.to_string()))?;
        write(&harness, folder.path()).map_err(|error| Hindrance::System(error.to_string()))?;
        let program = Path::new(source.path());
        let compiled = compiler.compile(folder.path(), &harness, program, (options, bounds))?;
        Ok::<_, Hindrance>((harness, compiled, folder))
    };
    // What cannot be compiled so was not tried; the explanation was.
    let Ok((harness, compiled, _folder)) = compiled() else { return };
    for replayed in &mut tried {
        let Claim { claimed, .. } = &replayed.claim;
        let how = (what(&replayed.claim), bounds);
        let left = compiler.replay(&compiled, &harness, (1, is_leak(claimed.kind)), how);
        let judged = left.map(|left| observe(&left, &harness).judge(claimed, &harness, compiled.sight));
        replayed.typed = judged.ok().map(|judged| judged == Judgement::Fails);
    }
}

/// So many things that a run is given are named.
const MOST_PROVIDED: usize = 6;

/// What a run was given, after "provided:"; empty for nothing.
fn provided(what: &[String]) -> String {
    let mut words = what.iter().take(MOST_PROVIDED).cloned().collect::<Vec<_>>();
    if what.len() > MOST_PROVIDED {
        words.push(format!("{} more", what.len() - MOST_PROVIDED));
    }
    words.join(", ")
}

/// Writes the files of a harness.
fn write(harness: &Harness, folder: &Path) -> std::io::Result<()> {
    for (path, text) in &harness.files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        files::write(&path, text)?;
    }
    Ok(())
}

/// Keeps a harness, its texts and what the compiler made of them, in a folder of the user's.
fn keep(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            // What a link leads to is somebody else's.
            if std::fs::symlink_metadata(&target).is_ok_and(|metadata| metadata.is_symlink()) {
                std::fs::remove_file(&target)?;
            }
            keep(&path, &target)?;
        } else if path.extension().is_none_or(|extension| extension != "o") {
            files::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Writes what a person types for each explanation that the program shows by itself: a script, and the standard input as a file.
fn scripts(
    outcomes: &[Replayed],
    (source, report): (&SourceFile, &FileReport),
    folder: &Path,
) -> std::io::Result<()> {
    for Replayed { claim, typed, .. } in outcomes {
        let way = &report.errors[claim.error].counterexamples[claim.counterexample];
        let (Some(Typed { text, arguments }), Some(true), Ok(number)) = (&way.typed, typed, &claim.run)
        else {
            continue;
        };
        let mut command = Typed { text: None, arguments: arguments.clone() }.command("\"${1:-./a.out}\"");
        if let Some(text) = text {
            let name = format!("run-{number}.txt");
            files::write(&folder.join(&name), text)?;
            command.push_str(&format!(" < \"$(dirname \"$0\")/{name}\""));
        }
        let script = format!(
            "#!/bin/sh\n# {}: explanation #{} fails at {}.\n# sh run-{number}.sh PROGRAM, built with -g and, for errors of memory \
             or arithmetic, -fsanitize=address,undefined.\n{command}\n",
            source.path().replace('\n', " "),
            way.rank,
            words::at(&claim.place),
        );
        files::write(&folder.join(format!("run-{number}.sh")), &script)?;
    }
    Ok(())
}

/// Replays all explanations of a report and notes what came of it. An explanation that does not fail is taken
/// away with a loud notice, and an error that has no other becomes unknown.
pub fn confirm(
    report: &mut FileReport,
    source: &SourceFile,
    options: &Options,
    (compiler, bounds): (&Compiler, &Bounds),
    style: &Style,
) -> String {
    if report.errors.iter().all(|error| error.counterexamples.is_empty()) {
        return String::new();
    }
    let path = style.clean(source.path());
    let name = compiler.name();
    let found = tempfile::tempdir()
        .map_err(|error| Hindrance::System(error.to_string()))
        .and_then(|folder| replayed(source, options, report, (compiler, bounds), folder.path()));
    let outcomes = match found {
        Ok(outcomes) => outcomes,
        Err(obstacle) => {
            let ways = report.errors.iter_mut().flat_map(|error| &mut error.counterexamples);
            ways.for_each(|way| way.replayed = Some(format!("not replayed by {name}: {obstacle}")));
            return String::new();
        }
    };
    let mut notices = String::new();
    for Replayed { claim, outcome, typed } in outcomes.iter().rev() {
        let error = &mut report.errors[claim.error];
        let way = &mut error.counterexamples[claim.counterexample];
        // It is said only of what was seen.
        if *typed == Some(false) {
            way.typed = None;
        }
        match outcome {
            Outcome::Fails(given) => {
                let given = match provided(given) {
                    given if given.is_empty() => given,
                    given => format!(" (provided: {given})"),
                };
                way.replayed =
                    Some(format!("replayed by {name}: fails at {}{given}", words::at(&claim.place)));
            }
            Outcome::Open(obstacle) => way.replayed = Some(format!("not replayed by {name}: {obstacle}")),
            Outcome::Differs(what) => {
                let rank = way.rank;
                let alarm = style.paint(Role::Failure, "wrong explanation:");
                notices.push_str(&format!(
                    "{path}:{}: {alarm} #{rank} was to fail at {}, but compiled by {name} {what}; it is left out\n",
                    claim.place,
                    words::at(&claim.place),
                ));
                error.counterexamples.remove(claim.counterexample);
                error.reduced.retain(|reduced| reduced.rank != rank);
                error.complete = false;
                if error.counterexamples.is_empty() {
                    error.status = Status::Unknown;
                    error.doubt = Some(Doubt::NotReproduced { compiler: name.to_owned() });
                }
            }
        }
    }
    (report.verdict, report.reason) = focuscheck_driver::settled(report);
    notices
}

/// Replays the explanations of one file.
pub fn run(
    arguments: &ReplayArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = style(arguments.color, arguments.ascii, environment);
    let source = link::load(&arguments.files, &arguments.language)?;
    let path = source.path().to_owned();
    let options = Options { interrupt: environment.interrupt, ..arguments.options() };
    if let Some(folder) = &arguments.output {
        folder::prepare(folder)?;
    }
    let mut report = stack::on_deep_stack(|| focuscheck_driver::analyse(&source, &options))?;
    let error_style = Style { color: arguments.color.decide(environment.stderr_color), ..style.clone() };
    let diagnostics = diagnostic::render(&source, &report.diagnostics, &error_style);
    stderr.write_all(diagnostics.as_bytes()).map_err(|cause| CliError::output("to standard error", cause))?;
    for error in &mut report.errors {
        let wanted = arguments.error_line.is_none_or(|line| u64::from(error.line) == line);
        error
            .counterexamples
            .retain(|way| wanted && arguments.rank.is_none_or(|rank| u64::from(way.rank) == rank));
    }
    if report.errors.iter().all(|error| error.counterexamples.is_empty()) {
        let asked = arguments.rank.is_some() || arguments.error_line.is_some();
        let known = report.errors.iter().any(|error| error.status == Status::Reachable);
        if asked && known {
            return Err(CliError::Usage(format!("{}: there is no such explanation", style.clean(&path))));
        }
        return nothing(&report, &style, stdout);
    }
    // What the analysis took is not taken from the compiler.
    let bounds = Bounds::of(&options);
    // Nothing is compiled where others may have put something.
    let failed = |cause| CliError::Output { what: "a harness".to_owned(), cause };
    let temporary = tempfile::tempdir().map_err(failed)?;
    let compiler = arguments.compiler();
    let outcomes = replayed(&source, &options, &report, (&compiler, &bounds), temporary.path());
    if let Some(folder) = &arguments.output {
        keep(temporary.path(), folder).map_err(failed)?;
        let kept = outcomes.as_deref().unwrap_or_default();
        scripts(kept, (&source, &report), folder).map_err(failed)?;
    }
    let outcomes = outcomes
        .map_err(|obstacle| CliError::Input(format!("{}: not replayed: {obstacle}", style.clean(&path))))?;
    let mut text = String::new();
    let mut last = None;
    let mut shown_all = true;
    for Replayed { claim, outcome, typed } in &outcomes {
        let error = &report.errors[claim.error];
        if last.replace(claim.error) != Some(claim.error) {
            text.push_str(&headline(&source, error, &style));
            text.push('\n');
        }
        let way = &error.counterexamples[claim.counterexample];
        let inputs = words::inputs(way, MOST_INPUTS);
        let inputs = inputs.map_or_else(|| "without inputs".to_owned(), |inputs| format!("with {inputs}"));
        let what = shown(outcome, &claim.place, &style);
        shown_all &= matches!(outcome, Outcome::Fails(_));
        text.push_str(&format!(
            "  #{} {}\n     replayed by {}: {what}\n",
            way.rank,
            style.clean(&inputs),
            compiler.name()
        ));
        if let Some(command) = way.typed.as_ref().filter(|_| *typed == Some(true)) {
            let command = style.paint(Role::Fact, &style.clean(&command.command(PROGRAM)));
            text.push_str(&format!("     the program as it is fails there, too: {command}\n"));
        }
    }
    if let Some(folder) = &arguments.output {
        text.push_str(&format!(
            "\nThe harness is in {}; harness.c says how to compile it.\n",
            style.clean(&folder.to_string_lossy())
        ));
    }
    stdout.write_all(text.as_bytes()).map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(if shown_all { ExitCode::Unsafe } else { ExitCode::Unknown })
}

/// Says that there is nothing to replay.
fn nothing(report: &FileReport, style: &Style, stdout: &mut dyn Write) -> Result<ExitCode, CliError> {
    let line = focuscheck_report::text::verdict_line(report, style);
    writeln!(stdout, "{line}\nnothing to replay")
        .map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(match report.verdict {
        focuscheck_report::model::Verdict::Safe | focuscheck_report::model::Verdict::Nothing => {
            ExitCode::Safe
        }
        focuscheck_report::model::Verdict::Failed => ExitCode::Failed,
        _ => ExitCode::Unknown,
    })
}

/// What came of replaying an explanation that claims to fail at a place.
fn shown(outcome: &Outcome, place: &str, style: &Style) -> String {
    match outcome {
        Outcome::Fails(given) => {
            let given = match provided(given) {
                given if given.is_empty() => "nothing".to_owned(),
                given => given,
            };
            let fails = style.paint(Role::Success, &format!("fails at {}", words::at(place)));
            format!("{fails}\n     provided: {}", style.clean(&given))
        }
        Outcome::Open(obstacle) => style.paint(Role::Doubt, &format!("cannot be shown: {obstacle}")),
        Outcome::Differs(what) => {
            style.paint(Role::Failure, &format!("was to fail at {}, but {what}", words::at(place)))
        }
    }
}

/// Where an error is, and what it is.
fn headline(source: &SourceFile, error: &ErrorReport, style: &Style) -> String {
    let path = style.clean(source.path());
    let place = match error.line {
        0 => path,
        line => match source.parts().presumed(line) {
            (None, line) => format!("{path}:{line}"),
            (Some(file), line) => format!("{}:{line}", style.clean(file)),
        },
    };
    format!("{}: {}", style.paint(Role::Title, &place), style.clean(&words::error(error, "can")))
}

/// So many inputs are named on one line.
const MOST_INPUTS: usize = 8;

fn style(color: ColorChoice, ascii: bool, environment: &Environment) -> Style {
    Style {
        color: color.decide(environment.stdout_color),
        ascii: ascii || !environment.unicode,
        width: environment.width,
        parts: Parts::default(),
    }
}

impl ReplayArguments {
    /// The options of the analysis.
    pub fn options(&self) -> Options {
        Options {
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            ..self.language.options()
        }
    }

    /// The compiler.
    pub fn compiler(&self) -> Compiler {
        compiler(&self.compiler, &self.language)
    }
}

/// The compiler that was asked for.
pub fn compiler(chosen: &CompilerArguments, language: &LanguageArguments) -> Compiler {
    Compiler {
        command: chosen.cc.clone(),
        includes: language.include_folders.clone(),
        timeout: Duration::from_secs(chosen.run_timeout),
    }
}

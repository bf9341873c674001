//! The command line.
//!
//! [`run`] is the whole program but for the process around it: arguments in, text to two writers, exit code
//! out. It never ends the process and never prints by itself.

pub mod args;

mod ask;

mod certificates;

mod batch;

pub mod check;

mod cache;

mod changed;

mod collect;
mod database;

mod diff;

mod doomed;

mod compiler;

mod explore;

mod facts;

mod folder;

mod exporter;

mod formats;

mod environment;

mod example;

mod exit;

mod help;
pub mod input;
mod link;

mod lsp;

mod merge;

mod output;

mod process;

mod project;

mod pages;

pub mod read;

mod replay;

mod run;

mod shard;

mod show;

mod stack;

mod task;

mod verify;

mod witness;

pub mod yaml;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;

use focuscheck_report::style::Style;

pub use environment::Environment;
pub use exit::{CliError, ExitCode};

/// Runs a command: `arguments` as the system gives them, the program's name first. Results go to `stdout`,
/// progress and diagnostics to `stderr`; what these are is told by `environment`.
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if words.len() < 2 {
        // Nothing can be done for a reader who closed both streams.
        let _ = write!(stderr, "{}", example::WELCOME);
        return ExitCode::Usage;
    }
    let words = match project::with_settings(words, environment) {
        Ok(words) => words,
        Err(error) => {
            say(&error, environment, stderr);
            return error.exit_code();
        }
    };
    let parsed = match args::Arguments::try_parse_from(words) {
        Ok(parsed) => parsed,
        Err(message) => return show_message(&message, environment, stdout, stderr),
    };
    let result = match &parsed.command {
        args::Command::Example(example) => example::run(example, environment, stdout),
        args::Command::Check(check) => check::run(check, environment, stdout, stderr),
        args::Command::Run(run) => run::run(run, environment, stdout, stderr),
        args::Command::Explore(explore) => explore::run(explore, environment),
        args::Command::Replay(replay) => replay::run(replay, environment, stdout, stderr),
        args::Command::Completions(arguments) => help::completions(arguments, stdout),
        args::Command::Man(arguments) => help::manual(arguments, stdout),
        args::Command::Facts(facts) => facts::run(facts, environment, stdout, stderr),
        args::Command::CheckWitness(check) => witness::run(check, environment, stdout, stderr),
        args::Command::Verify(arguments) => verify::run(arguments, environment, stdout, stderr),
        args::Command::Ask(arguments) => ask::run(arguments, environment, stdout, stderr),
        args::Command::Doomed(arguments) => doomed::run(arguments, environment, stdout, stderr),
        args::Command::Lsp(lsp) => lsp::run(lsp, environment),
        args::Command::Show(show) => show::run(show, environment, stdout),
        args::Command::Merge(merge) => merge::run(merge, stdout),
        args::Command::Diff(diff) => diff::run(diff, environment, stdout),
        args::Command::CheckCertificate(check) => certificates::run(check, environment, stdout, stderr),
    };
    result.unwrap_or_else(|error| {
        say(&error, environment, stderr);
        error.exit_code()
    })
}

/// Says why a command could not do its work. Names of files in it may have any characters.
fn say(error: &CliError, environment: &Environment, stderr: &mut dyn Write) {
    if matches!(error, CliError::Closed) {
        return;
    }
    let style = Style { ascii: !environment.unicode, ..Style::default() };
    for (number, line) in error.to_string().lines().enumerate() {
        let head = if number == 0 { "focuscheck: " } else { "" };
        // Nothing can be done for a reader who closed both streams.
        let _ = writeln!(stderr, "{head}{}", style.clean(line));
    }
}

/// The same for a person whose answers are there already.
pub fn run_with(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    environment: &Environment,
    person: &mut dyn std::io::BufRead,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let parsed = args::Arguments::try_parse_from(&words);
    let Ok(args::Arguments { command: args::Command::Ask(ask) }) = parsed else {
        return run(words, environment, stdout, stderr);
    };
    ask::converse(&ask, environment, Some(person), stdout, stderr).unwrap_or_else(|error| error.exit_code())
}

/// Help, the version, or what is wrong with the command line.
fn show_message(
    message: &clap::Error,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    let text = message.render();
    let style = Style::default();
    let clean = |text: String| text.split('\n').map(|line| style.clean(line)).collect::<Vec<_>>().join("\n");
    // Words of the command line, such as names of files, may have any characters: then nothing is painted.
    let is_plain = text.to_string().split('\n').all(|line| style.clean(line) == line);
    let shown = |color: bool| match color && is_plain {
        true => text.ansi().to_string(),
        false => clean(text.to_string()),
    };
    // A closed reader is no error of ours, and there is no other place to say so.
    if message.use_stderr() {
        let _ = write!(stderr, "{}", shown(environment.stderr_color));
        ExitCode::Usage
    } else {
        let _ = write!(stdout, "{}", shown(environment.stdout_color));
        ExitCode::Safe
    }
}

//! The command line.
//!
//! [`run`] is the whole program but for the process around it: arguments in, text to two writers, exit code
//! out. It never ends the process and never prints by itself.

pub mod args;

mod certificates;

pub mod check;

mod cache;

mod changed;

mod collect;

mod diff;

mod compiler;

mod explore;

mod facts;

mod folder;

mod form;

mod environment;

mod example;

mod help;

mod output;

mod project;

mod pages;

pub mod read;

mod replay;

mod run;

mod task;

mod witness;

pub mod yaml;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::Write;

use clap::Parser;

pub use environment::Environment;

/// What the process ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// No error is reachable in any file; a run ended by itself.
    Safe,
    /// The command line is wrong.
    Usage,
    /// Some input could not be read or parsed.
    Failed,
    /// A run met undefined behaviour.
    Undefined,
    /// No file is unsafe, but some verdict is unknown; a run could not go on.
    Unknown,
    /// An error inside this program.
    Internal,
    /// An error is reachable in some file; a run reached one.
    Unsafe,
}

impl ExitCode {
    /// The number for the operating system.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Safe => 0,
            ExitCode::Usage => 1,
            ExitCode::Failed => 2,
            ExitCode::Undefined => 3,
            ExitCode::Unknown => 5,
            ExitCode::Internal => 6,
            ExitCode::Unsafe => 10,
        }
    }

    /// What it says of a batch.
    pub fn description(self) -> &'static str {
        match self {
            ExitCode::Safe => "no error can be reached in any file",
            ExitCode::Usage => "the command line is wrong",
            ExitCode::Failed => "some input could not be read or parsed",
            ExitCode::Undefined => "the behaviour is undefined",
            ExitCode::Unknown => "no file is unsafe, but some verdict is unknown",
            ExitCode::Internal => "internal error",
            ExitCode::Unsafe => "an error can be reached in some file",
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The command line asks for something that is not possible.
    #[error("{0}")]
    Usage(String),
    /// An input could not be read or parsed.
    #[error("{0}")]
    Input(String),
    /// A result could not be written.
    #[error("cannot write {what}: {cause}")]
    Output {
        /// What was to be written.
        what: String,
        /// Why it was not possible.
        cause: std::io::Error,
    },
    /// Nobody reads the output any more.
    #[error("the output was closed")]
    Closed,
    /// Something that should not happen.
    #[error("internal error: {0}")]
    Internal(String),
}

impl CliError {
    /// An error of a writer, with a closed pipe told apart.
    pub fn output(what: &str, cause: std::io::Error) -> Self {
        match cause.kind() {
            std::io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::Output { what: what.to_owned(), cause },
        }
    }

    fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::Usage,
            CliError::Input(_) => ExitCode::Failed,
            CliError::Output { .. } | CliError::Internal(_) => ExitCode::Internal,
            CliError::Closed => ExitCode::Safe,
        }
    }
}

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
    let words = match project::with_settings(words) {
        Ok(words) => words,
        Err(error) => {
            // Nothing can be done for a reader who closed both streams.
            let _ = writeln!(stderr, "focuscheck: {error}");
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
        args::Command::Diff(diff) => diff::run(diff, environment, stdout),
        args::Command::CheckCertificate(check) => certificates::run(check, environment, stdout, stderr),
    };
    result.unwrap_or_else(|error| {
        if !matches!(error, CliError::Closed) {
            // Nothing can be done for a reader who closed both streams.
            let _ = writeln!(stderr, "focuscheck: {error}");
        }
        error.exit_code()
    })
}

/// Help, the version, or what is wrong with the command line.
fn show_message(
    message: &clap::Error,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    let text = message.render();
    let shown = |color: bool| if color { text.ansi().to_string() } else { text.to_string() };
    // A closed reader is no error of ours, and there is no other place to say so.
    if message.use_stderr() {
        let _ = write!(stderr, "{}", shown(environment.stderr_color));
        ExitCode::Usage
    } else {
        let _ = write!(stdout, "{}", shown(environment.stdout_color));
        ExitCode::Safe
    }
}

//! `focuscheck example` and what is said to somebody who gives no command: the first minute.

use std::io::Write;

use super::args::ExampleArguments;
use super::{CliError, Environment, ExitCode};
use focuscheck_base::options::{Level, Options};
use focuscheck_base::source::{Parts, SourceFile};
use focuscheck_report::model::FileReport;
use focuscheck_report::style::{Role, Style};
use focuscheck_report::text::{self, Commands, Settings};

/// A small program that reads input and fails, so that there is something to see before a file of one's own.
const PROGRAM: &str = include_str!("../../programs/first/withdraw.c");
const PATH: &str = "programs/first/withdraw.c";

/// Room for the recursion over a program.
const STACK: usize = 64 << 20;

/// What to do first.
pub(super) const WELCOME: &str = "\
FocusCheck decides whether a C program can fail, and explains every way in which it can.

  focuscheck example           a small program that fails, explained
  focuscheck check FILE.c      your file, several files, or a folder
  focuscheck explore FILE.c    walk through the explanations of a file
  focuscheck --help            everything else
";

/// Checks the example.
pub(super) fn run(
    arguments: &ExampleArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let settings = Settings {
        level: Level::Reduced,
        explain_reduce: false,
        commands: Commands::default(),
        style: Style {
            color: arguments.color.decide(environment.stdout_color),
            ascii: !environment.unicode,
            width: environment.width,
            parts: Parts::default(),
        },
    };
    let source = SourceFile::new(PATH, PROGRAM);
    let report = analysed(&source)?;
    let style = &settings.style;
    let text = format!(
        "{}\n\n{}\n{}\n",
        text::verdict_line(&report, style),
        text::render(&report, &source, &settings),
        style.paint(Role::Title, "now your file: focuscheck check FILE.c")
    );
    stdout.write_all(text.as_bytes()).map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(ExitCode::Safe)
}

fn analysed(source: &SourceFile) -> Result<FileReport, CliError> {
    std::thread::scope(|scope| {
        // As `check` does it by itself.
        let options = Options { checks: None, ..Options::default() };
        let work = move || focuscheck_driver::analyse(source, &options);
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| CliError::Internal(format!("cannot start a thread: {error}")))?;
        thread.join().map_err(|_| CliError::Internal("the analysis broke down".to_owned()))
    })
}

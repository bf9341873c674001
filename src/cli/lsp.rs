//! `focuscheck lsp`: the language server that editors start.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Parser;
use rayon::prelude::*;

use focuscheck_base::options::{Interrupt, Options};
use focuscheck_base::source::PartText;
use focuscheck_lsp::{Checked, Checker, Connection, serve};
use focuscheck_report::ignore;

use super::args::{Arguments, CheckArguments, Command, JoiningArguments, LspArguments};
use super::input::Input;
use super::stack::{scaled, thread_pool};
use super::{CliError, Environment, ExitCode, link, project, read};

/// The name of the file that says how a project is compiled.
const DATABASE: &str = "compile_commands.json";

/// Serves an editor on standard input and output.
pub fn run(arguments: &LspArguments, environment: &Environment) -> Result<ExitCode, CliError> {
    let cancelled: &'static AtomicBool = Box::leak(Box::default());
    let programs = Programs::new(&arguments.options, environment, cancelled)?;
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, &programs, cancelled);
    // The threads end with the connection.
    drop(connection);
    served.map_err(|error| CliError::Usage(format!("the language server's client: {error}")))?;
    threads.join().map_err(|error| CliError::Internal(error.to_string()))?;
    Ok(ExitCode::Safe)
}

/// What checks the programs that a file belongs to.
struct Programs {
    arguments: CheckArguments,
    options: Options,
    models: Vec<PartText>,
    pool: rayon::ThreadPool,
}

impl Programs {
    fn new(
        options: &[String],
        environment: &Environment,
        cancelled: &'static AtomicBool,
    ) -> Result<Self, CliError> {
        let words = ["focuscheck", "check", "."].into_iter().chain(options.iter().map(String::as_str));
        let words = project::with_settings(words.map(Into::into).collect(), environment)?;
        let wrong = |error: clap::Error| CliError::Usage(error.to_string().trim_end().to_owned());
        let Command::Check(arguments) = Arguments::try_parse_from(words).map_err(wrong)?.command else {
            return Err(CliError::Internal("not a check".to_owned()));
        };
        let (pool, megabytes) = thread_pool(arguments.batch.jobs)?;
        let options = Options { interrupt: Some(Interrupt::new(cancelled)), ..arguments.options() };
        Ok(Programs {
            options: scaled(options, megabytes),
            models: read::models(&arguments.language.models)?,
            arguments,
            pool,
        })
    }

    /// Checks one program.
    fn one(&self, input: &Input) -> Result<Checked, String> {
        let source = read::load(input, &self.arguments.language.include_folders, &self.models)?;
        let options = match &input.entry {
            Some(entry) => {
                let timeout = self.arguments.function_timeout();
                Options { entry: Some(entry.clone()), timeout, ..self.options.clone() }
            }
            None => self.options.clone(),
        };
        // Nothing that a panic leaves half-done is looked at afterwards.
        let analysed = catch_unwind(AssertUnwindSafe(|| focuscheck_driver::analyse(&source, &options)));
        let mut report =
            analysed.map_err(|_| "internal error; please report this with the file".to_owned())?;
        ignore::by_comments(&mut report, &source);
        Ok(Checked { report, source })
    }
}

impl Checker for Programs {
    fn check(&self, file: &Path, found: &(dyn Fn(Checked) + Sync)) -> Result<(), String> {
        let joining = JoiningArguments {
            database: self.arguments.joining.database.clone().or_else(|| database(file)),
            ..self.arguments.joining.clone()
        };
        let with = (&self.arguments.language.include_folders[..], &self.options, self.arguments.entries());
        let programs = link::around(file, &joining, with).map_err(|error| error.to_string())?;
        if programs.is_empty() {
            return Err("no program was found that it belongs to".to_owned());
        }
        let tell = |input: &Input| self.one(input).map(found);
        self.pool.install(|| programs.par_iter().map(tell).collect::<Result<Vec<()>, String>>()).map(|_| ())
    }
}

/// The compilation database of the nearest folder that has one, or whose folder `build` has, up to the root of the repository.
fn database(file: &Path) -> Option<PathBuf> {
    for folder in file.ancestors().skip(1) {
        let places = [folder.join(DATABASE), folder.join("build").join(DATABASE)];
        if let Some(found) = places.into_iter().find(|place| place.is_file()) {
            return Some(found);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

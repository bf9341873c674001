//! Shell completions and manual pages.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use super::args::{Arguments, CompletionsArguments, ManualArguments};
use super::{CliError, ExitCode, folder};

/// The name of the command.
const NAME: &str = "focuscheck";

/// Writes the completions for a shell.
pub(super) fn completions(
    arguments: &CompletionsArguments,
    stdout: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), NAME, &mut text);
    stdout.write_all(&text).map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(ExitCode::Safe)
}

/// Writes the manual page, or a folder with one page for each command.
pub(super) fn manual(arguments: &ManualArguments, stdout: &mut dyn Write) -> Result<ExitCode, CliError> {
    let mut command = Arguments::command();
    command.build();
    let Some(folder) = &arguments.output else {
        let page = page(command, NAME)?;
        stdout.write_all(&page).map_err(|cause| CliError::output("to standard output", cause))?;
        return Ok(ExitCode::Safe);
    };
    folder::prepare(folder)?;
    let commands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    save(folder, NAME, &page(command, NAME)?)?;
    for command in commands {
        let name = format!("{NAME}-{}", command.get_name());
        save(folder, &name, &page(command, &name)?)?;
    }
    Ok(ExitCode::Safe)
}

fn page(command: clap::Command, name: &str) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    // A page needs a name for as long as the program runs; there are a dozen of them.
    let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
    let rendered = clap_mangen::Man::new(command.name(name)).render(&mut text);
    rendered.map_err(|error| CliError::Internal(error.to_string()))?;
    Ok(text)
}

fn save(folder: &Path, name: &str, page: &[u8]) -> Result<(), CliError> {
    folder::put(&folder.join(format!("{name}.1")), &String::from_utf8_lossy(page))
}

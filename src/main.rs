//! The `focuscheck` command: arguments in, exit code out.

use std::process::ExitCode;

use focuscheck::cli::{self, Environment};
use focuscheck_memory::Counting;

/// Counts what each thread holds, for `--memory`.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> ExitCode {
    let environment = Environment::detect();
    let code = cli::run(std::env::args_os(), &environment, &mut std::io::stdout(), &mut std::io::stderr());
    ExitCode::from(code.number())
}

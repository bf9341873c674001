//! The `focuscheck` command: arguments in, exit code out.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use focuscheck_allocator::Counting;
use focuscheck_base::options::Interrupt;
use focuscheck_cli::Environment;

/// Counts what each thread holds, for `--memory`.
#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Set by the first Ctrl-C; the second one ends the process.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a shell reports of a process that a Ctrl-C has ended.
const ENDED_BY_INTERRUPT: i32 = 130;

fn main() -> ExitCode {
    // Other signals end the process as always: a terminal that is closed must not leave it behind. Without a handler
    // a Ctrl-C does, too, which is no reason not to run.
    let handled = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_BY_INTERRUPT);
        }
    });
    let interrupt = handled.is_ok().then(|| Interrupt::new(&INTERRUPTED));
    let environment = Environment { interrupt, ..Environment::detect() };
    let code = focuscheck_cli::run(
        std::env::args_os(),
        &environment,
        &mut std::io::stdout(),
        &mut std::io::stderr(),
    );
    ExitCode::from(code.number())
}

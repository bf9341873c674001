//! Commands as somebody types them, run as a library.

use focuscheck_cli::{self as cli, Environment};

/// Exit code, stdout and stderr of a command.
pub fn focuscheck(arguments: &[&str]) -> (u8, String, String) {
    focuscheck_in(&Environment::default(), arguments)
}

/// The same in an environment.
pub fn focuscheck_in(environment: &Environment, arguments: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["focuscheck"].iter().chain(arguments);
    let code = cli::run(words, environment, &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 output");
    (code.number(), text(stdout), text(stderr))
}

//! The `focuscheck` command: arguments in, exit code out.

fn main() {}

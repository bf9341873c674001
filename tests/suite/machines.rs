//! State machines with an input loop: which errors can be reached is known from their construction.

use std::path::PathBuf;

use focuscheck::options::Options;
use focuscheck::pipeline::analyse;
use focuscheck::report::model::Status;
use focuscheck::source::SourceFile;

use crate::support::machine::{Machine, machine};

/// The lines of undecided errors. A wrong answer fails the test.
fn undecided(name: &str, machine: &Machine) -> Vec<u32> {
    let source = SourceFile::new(name, machine.text.clone());
    let report = analyse(&source, &Options { timeout: None, ..Options::default() });
    assert_eq!(report.errors.len(), machine.reachable.len() + machine.unreachable.len(), "{name}");
    let mut open = Vec::new();
    for error in &report.errors {
        let line = error.line;
        match error.status {
            Status::Reachable => {
                assert!(machine.reachable.contains(&line), "{name}:{line} cannot be reached")
            }
            Status::Unreachable => {
                assert!(machine.unreachable.contains(&line), "{name}:{line} can be reached")
            }
            Status::Unknown => open.push(line),
        }
    }
    open
}

#[test]
fn small_machines_are_decided() {
    for seed in 0..4 {
        let machine = machine(seed, 3, 8, 3);
        assert_eq!(undecided(&format!("machine-{seed}.c"), &machine), [0u32; 0], "{}", machine.text);
    }
}

/// Sixty variables, 240 cases, 20 errors that can be reached and 20 that cannot. `FOCUSCHECK_MACHINES` is how
/// many are tried, `FOCUSCHECK_WRITE` a folder that gets their texts.
#[test]
#[ignore = "takes minutes"]
fn large_machines_are_decided() {
    let count = std::env::var("FOCUSCHECK_MACHINES").map_or(3, |count| count.parse().expect("a number"));
    let folder = std::env::var_os("FOCUSCHECK_WRITE").map(PathBuf::from);
    let mut all = Vec::new();
    for seed in 0..count {
        let (name, machine) = (format!("machine-{seed}.c"), machine(seed, 12, 20, 20));
        if let Some(folder) = &folder {
            std::fs::write(folder.join(&name), &machine.text).expect("the text can be written");
            continue;
        }
        let open = undecided(&name, &machine);
        all.extend(open.into_iter().map(|line| (seed, line)));
    }
    assert_eq!(all, []);
}

//! State machines with an input loop: which errors can be reached is known from their construction.

use std::path::PathBuf;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::ErrorId;
use focuscheck_driver::{analyse, lowered};
use focuscheck_guess::directed::{DirectedLimits, directed};
use focuscheck_guess::probing::Probing;
use focuscheck_report::model::Status;

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

/// A guess at random hits the seven inputs in a row once in some hundred million times.
#[test]
fn an_error_behind_conditions_that_come_true_one_after_another_is_found() {
    let mut text = "extern int __VERIFIER_nondet_int(void); int s; int main(void) { while (1) {\n\
         int x = __VERIFIER_nondet_int(); int last = s;\n"
        .to_owned();
    for step in 0..7 {
        text.push_str(&format!("if (last == {step}) s = x == {} ? {} : 0;\n", 100 * step + 7, step + 1));
    }
    text.push_str("if (s == 7) __VERIFIER_error(); } }");
    let source = SourceFile::new("lock.c", text);
    let (graph, _) = lowered(&source, &Options::default());
    let graph = graph.expect("the program is right");
    let limits = DirectedLimits { steps: 20_000_000, futile: 20_000_000, further: 2_000 };
    let inputs =
        directed(&graph, ErrorId(0), &Probing::new(&graph), limits, &|| false).expect("the error is found");
    let values: Vec<i128> = inputs.iter().rev().take(7).rev().map(|read| read.value).collect();
    assert_eq!(values, [7, 107, 207, 307, 407, 507, 607]);
}

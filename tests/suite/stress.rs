//! Programs that are large in one way each keep to the limits that they are given.

// The measurements of the long run have to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::fs;
use std::thread;
use std::time::Duration;

use focuscheck::options::Options;
use focuscheck::pipeline::analyse;
use focuscheck::report::model::Verdict;
use focuscheck::source::SourceFile;

use crate::support::stress::{Large, programs};

/// As much as the threads of the tool have.
const STACK: usize = 256 << 20;

/// What an analysis took.
struct Cost {
    verdict: Verdict,
    reason: String,
    /// Of the processor, not of the clock: other tests run at the same time.
    time: Duration,
    memory: u64,
}

/// How long this thread has run on a processor.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn cost(program: &Large, options: &Options) -> Cost {
    let source = SourceFile::new(format!("{}.c", program.name), program.text.clone());
    let measured = move || {
        let before = (focuscheck_memory::held(), processor_time());
        focuscheck_memory::restart_peak();
        let report = analyse(&source, options);
        let memory = focuscheck_memory::peak() - before.0;
        Cost {
            verdict: report.verdict,
            reason: report.reason.unwrap_or_default(),
            time: processor_time() - before.1,
            memory: u64::try_from(memory).unwrap_or(0),
        }
    };
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, measured);
        worker.expect("a thread").join().expect("an analysis without panic")
    })
}

/// Analyses the programs; those that took more than they may, with what they took. `slack` is the time that may pass
/// beyond a tenth of the limit.
fn offenders(programs: &[Large], timeout: Duration, memory: u64, slack: Duration) -> Vec<String> {
    let options = Options { timeout: Some(timeout), memory: Some(memory), ..Options::default() };
    let mut found = Vec::new();
    for program in programs {
        let cost = cost(program, &options);
        let line = format!(
            "{}: {:?}, {} MB: {:?} {}",
            program.name,
            cost.time,
            cost.memory >> 20,
            cost.verdict,
            cost.reason
        );
        eprintln!("{line}");
        if cost.time > timeout.mul_f64(1.1) + slack || cost.memory > memory / 4 * 5 {
            found.push(line);
        }
    }
    found
}

#[test]
fn large_programs_keep_to_their_limits() {
    // Without a limit they take minutes. How closely it holds is measured with optimised code, on an idle machine.
    let found = offenders(&programs(5), Duration::from_millis(100), 100 << 20, Duration::from_secs(10));
    assert!(found.is_empty(), "{found:#?}");
}

/// `scripts/stress.sh`.
#[test]
#[ignore = "takes minutes and a lot of memory"]
fn the_largest_programs_keep_to_their_limits() {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok();
        given.map_or(usual, |given| given.parse().expect("a number"))
    };
    let timeout = Duration::from_secs(number("FOCUSCHECK_SECONDS", 2));
    let memory = number("FOCUSCHECK_MEGABYTES", 500) << 20;
    let found = offenders(&programs(1000), timeout, memory, Duration::from_millis(500));
    assert!(found.is_empty(), "{found:#?}");
}

//! Verdicts against brute force: generated programs are run on all their inputs by the interpreter.

use std::collections::BTreeSet;

use focuscheck::facts::cfg::{Graph, SiteId};
use focuscheck::options::Options;
use focuscheck::pipeline::{analyse, lowered};
use focuscheck::replay::interpreter::{End, Limits, Oracle, run};
use focuscheck::report::model::Status;
use focuscheck::source::SourceFile;
use rayon::prelude::*;

use crate::support::generate::generate;

const PROGRAMS: u64 = 500;

/// Gives the values of a vector in the order in which inputs are read.
struct Vector<'a> {
    graph: &'a Graph,
    values: std::slice::Iter<'a, i64>,
}

impl Oracle for Vector<'_> {
    fn input(&mut self, site: SiteId, _occurrence: u32) -> i128 {
        let (low, high) = self.graph.sites[site.index()].range;
        self.values.next().map_or(0.clamp(low, high), |&v| v.into())
    }
}

/// Lines of the assertions that some input vector violates.
fn violated(source: &SourceFile, graph: &Graph, vectors: &[Vec<i64>]) -> BTreeSet<u32> {
    let mut lines = BTreeSet::new();
    for vector in vectors {
        let mut oracle = Vector { graph, values: vector.iter() };
        let found = run(graph, &mut oracle, Limits { steps: 1_000_000, depth: 1_000 });
        match found.end {
            End::Error(error) => {
                let span = graph.errors[error.index()].span.expect("an assertion has a place");
                lines.insert(source.position(span.start).line);
            }
            End::Finished | End::Stopped => {}
            other => panic!("{}: a generated program is well-defined, but: {other:?}", source.path()),
        }
    }
    lines
}

#[test]
fn verdicts_agree_with_brute_force() {
    let unknown: u64 = (0..PROGRAMS)
        .into_par_iter()
        .map(|seed| {
            let program = generate(seed);
            let source = SourceFile::new(format!("seed-{seed}.c"), program.text.clone());
            let options = Options::default();
            let (graph, diagnostics) = lowered(&source, &options);
            let graph = graph.unwrap_or_else(|| panic!("seed {seed}: {diagnostics:?}"));
            let expected = violated(&source, &graph, &program.input_vectors());
            let report = analyse(&source, &options);
            let mut unknown = 0;
            for error in &report.errors {
                match error.status {
                    Status::Unknown => unknown += 1,
                    status => assert_eq!(
                        status == Status::Reachable,
                        expected.contains(&error.line),
                        "seed {seed}, line {}: {}\n{}",
                        error.line,
                        error.text,
                        program.text
                    ),
                }
                for counterexample in &error.counterexamples {
                    let last = counterexample.trace.last().expect("a trace has a step");
                    assert_eq!(
                        last.line, error.line,
                        "seed {seed}: every counterexample was replayed to its error"
                    );
                }
            }
            unknown
        })
        .sum();
    assert!(unknown <= PROGRAMS / 100, "{unknown} errors of {PROGRAMS} programs are undecided");
}

//! The interpreter on what the checker accepts; the inputs are a simple function of their places.
#![no_main]

mod support;

use focuscheck_cells::facts::cfg::{Graph, SiteId};
use focuscheck_base::options::Options;
use focuscheck_cells::simulation::interpreter::{Limits, Oracle, run};
use libfuzzer_sys::fuzz_target;

struct Inputs<'g> {
    graph: &'g Graph,
    reads: i128,
}

impl Oracle for Inputs<'_> {
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128 {
        self.reads += 1;
        let (low, high) = self.graph.sites[site.index()].range;
        match (self.reads + i128::from(occurrence)) % 5 {
            0 => low,
            1 => high,
            other => (self.reads * other).clamp(low, high),
        }
    }
}

fuzz_target!(|data: &[u8]| support::with_source(data, |source| {
    let (Some(graph), _) = focuscheck_driver::lowered(source, &Options::default()) else { return };
    let limits = Limits { steps: 10_000, depth: 200 };
    let mut inputs = Inputs { graph: &graph, reads: 0 };
    run(&graph, &mut inputs, limits);
}));

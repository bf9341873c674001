//! The checker, and lowering of what it accepts.
#![no_main]

mod support;

use focuscheck_base::options::Options;
use focuscheck::internals::pipeline;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| support::with_source(data, |source| {
    let (graph, diagnostics) = pipeline::lowered(source, &Options::default());
    assert!(graph.is_some() || !diagnostics.is_empty(), "refused without a reason");
}));

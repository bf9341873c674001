//! The checker, and lowering of what it accepts.
#![no_main]

mod support;

use focuscheck_base::options::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| support::with_source(data, |source| {
    let (graph, diagnostics) = focuscheck_driver::lowered(source, &Options::default());
    assert!(graph.is_some() || !diagnostics.is_empty(), "refused without a reason");
}));

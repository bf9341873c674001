//! Tests of how a graph is written and read back.

use std::fs;

use crate::sample::{EVERYTHING, graph};
use focuscheck_base::doubt::{Premise, Unmodelled};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, Assumed, Expr, NodeId};
use focuscheck_cells::facts::dump::{read, write};
use focuscheck_cells::relations::dump::FactsError;

/// What is not modelled is told by its kind (a construct may be called like a function without a body), and numbers may
/// be wider than 64 bits.
#[test]
fn what_was_written_reads_back() {
    let mut graph = graph(EVERYTHING);
    let (body, node) = (Unmodelled::Body { function: "f\t\"".to_owned() }, NodeId(0));
    for kind in [Unmodelled::Construct(body.to_string()), body] {
        graph.assumed.push(Assumed {
            node: Some(node),
            premise: Premise::Access(kind),
            span: Span::new(3, 4),
        });
    }
    let value = graph.nodes.iter_mut().find_map(|node| match &mut node.action {
        Action::Assign { value: Expr::Constant(value, _), .. } => Some(value),
        _ => None,
    });
    *value.expect("a constant") = -(1 << 100);
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("graph.json");
    write(&graph, &path).expect("written");
    assert_eq!(read(&path).expect("read"), graph);
}

#[test]
fn a_file_that_is_no_graph_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("graph.json");
    fs::write(&path, "{\"nodes\":[7]}").expect("a file");
    let error = read(&path).expect_err("refused");
    assert!(error.to_string().starts_with(&format!("{}: invalid type", path.display())), "{error}");
    fs::remove_file(&path).expect("removed");
    assert!(matches!(read(&path), Err(FactsError::Io { .. })));
}

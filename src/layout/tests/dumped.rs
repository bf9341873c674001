//! Tests of how a graph is written as relations and read back.

use std::fs;

use crate::sample::{EVERYTHING, graph};
use focuscheck_base::doubt::{Premise, Unmodelled};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, Assumed, NodeId, Obligation, ObligationKind, Outline};
use focuscheck_cells::facts::dump::{FactsError, read, write};

#[test]
fn what_was_written_reads_back() {
    let mut graph = graph(EVERYTHING);
    assert_eq!(crate::sample::graph(EVERYTHING), graph);
    let dir = tempfile::tempdir().expect("a folder");
    let tuples = write(&graph, dir.path()).expect("written");
    assert!(tuples > graph.nodes.len());
    graph.outline = Outline::default();
    assert_eq!(read(dir.path()).expect("read"), graph);
}

/// What is not modelled is told by its kind: a construct may be called like a function without a body.
#[test]
fn each_kind_of_what_is_not_modelled_reads_back() {
    let mut graph = graph(EVERYTHING);
    graph.outline = Outline::default();
    let body = Unmodelled::Body { function: "f".to_owned() };
    let kinds = [
        Unmodelled::Construct(body.to_string()),
        body,
        Unmodelled::Overlapping,
        Unmodelled::ManyElements,
        Unmodelled::ConstantObject,
        Unmodelled::NullPointer,
        Unmodelled::NestedFunction,
    ];
    let unsupported = graph.nodes.iter().position(|node| matches!(node.action, Action::Unsupported { .. }));
    let unsupported = unsupported.expect("a node");
    let (node, span) = (NodeId(unsupported as u32), Span::new(3, 4));
    let dir = tempfile::tempdir().expect("a folder");
    for kind in kinds {
        if let Action::Unsupported { reason, .. } = &mut graph.nodes[unsupported].action {
            *reason = kind.clone();
        }
        let reason = kind.clone();
        graph.obligations = vec![Obligation { kind: ObligationKind::Access, node, span, reason }];
        graph.assumed = vec![Assumed { node: None, premise: Premise::Access(kind), span }];
        write(&graph, dir.path()).expect("written");
        assert_eq!(read(dir.path()).expect("read"), graph);
    }
}

#[test]
fn texts_keep_their_tabs_and_breaks() {
    let mut graph = graph(EVERYTHING);
    graph.outline = Outline::default();
    graph.procedures[0].name = "a\tb\\n\nc\r\"".to_owned();
    let dir = tempfile::tempdir().expect("a folder");
    write(&graph, dir.path()).expect("written");
    assert_eq!(read(dir.path()).expect("read"), graph);
}

#[test]
fn broken_tuples_are_named() {
    let graph = graph(EVERYTHING);
    let dir = tempfile::tempdir().expect("a folder");
    let broken = |relation: &str, text: &str| {
        write(&graph, dir.path()).expect("written");
        fs::write(dir.path().join(format!("{relation}.facts")), text).expect("changed");
        read(dir.path()).expect_err("refused").to_string()
    };
    assert_eq!(broken("main", "9\n"), "main.facts:1: `9` names nothing");
    assert_eq!(broken("result", "1\n"), "result.facts:1: expected 3 columns");
    assert_eq!(broken("successor", ""), "node.facts:1: the action has 1 successors");
    assert_eq!(broken("format", "0\n"), "format.facts:1: expected format 1");
    assert_eq!(
        broken("node", "0\t0\t0\t0\t0\t(assign 0 (add i32 (scalar 0)))\n"),
        "node.facts:1: list too short"
    );
    assert_eq!(
        broken("node", "0\t0\t0\t0\t0\t(unsupported 0 bdoy \"f\")\n"),
        "node.facts:1: unknown kind `bdoy`"
    );
    fs::remove_file(dir.path().join("unit.facts")).expect("removed");
    assert!(matches!(read(dir.path()), Err(FactsError::Io { .. })));
}

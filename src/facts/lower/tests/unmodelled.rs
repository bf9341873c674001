//! What is not modelled.

use super::*;

#[test]
fn what_is_not_modelled_makes_exposed_variables_unknown() {
    let mut sample = Sample::default();
    let a = sample.global("a");
    let write = sample.function("write", false);
    sample.body(write, vec![expression(unsupported(May::WRITE))]);
    let main = sample.function("main", false);
    let x = sample.array("x", Storage::Local(main), 1);
    sample.program.address_taken = vec![a, x];
    sample
        .body(main, vec![expression(call(write, vec![])), expression(assign(x, unsupported(May::NOTHING)))]);
    let graph = lower(&sample.program);
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: a := unsupported -> 2",
            "2 u0 Silent: Exit -> ",
            "3 u2 Silent: Skip -> 4",
            "4 u3 Call: write() -> 5",
            "5 u4 Assign: x := unsupported -> 6",
            "6 u5 Assign: x := unsupported -> 7",
            "7 u2 Silent: Exit -> ",
        ],
    );
}

#[test]
fn a_jump_that_is_not_modelled_may_lead_away() {
    let graph = main_of(|[a, ..], _| {
        vec![expression(unsupported(May { jump: true, ..May::NOTHING })), expression(assign(a, number(1)))]
    });
    let shown = show(&graph);
    let [obligation] = &graph.obligations[..] else { panic!("{:?}\n{shown}", graph.obligations) };
    assert_eq!(obligation.kind, ObligationKind::Jump);
    let cut = obligation.node;
    assert!(matches!(graph.nodes[cut.index()].action, Action::Cut { .. }), "{shown}");
    let branch = graph.nodes.iter().find(|node| matches!(node.action, Action::Branch(_))).expect("a branch");
    assert_eq!(branch.successors[0], cut, "{shown}");
    assert!(matches!(graph.nodes[branch.successors[1].index()].action, Action::Assign { .. }), "{shown}");
}

#[test]
fn an_access_that_is_not_modelled_is_an_obligation() {
    let graph = main_of(|[a, ..], _| {
        vec![
            expression(assign(a, unsupported(May::READ_MEMORY))),
            expression(assign(a, unsupported(May::NOTHING))),
        ]
    });
    let [obligation] = &graph.obligations[..] else { panic!("{:?}", graph.obligations) };
    assert_eq!((obligation.kind, obligation.node), (ObligationKind::Access, NodeId(1)), "{}", show(&graph));
}

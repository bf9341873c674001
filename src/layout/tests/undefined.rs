//! What may be undefined, and what is not modelled.

use super::super::sample::graph_with;
use super::*;
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::ObligationKind;

#[test]
fn checks_leave_out_what_cannot_happen() {
    let text = "signed char letter; int a, b;
        void main(void) { a = letter + 1; a = letter / 3; a = b >> 3; a = 3 / b; a = b >> b; }";
    let texts = graph_with(text, &CheckKind::ASSUMED).errors.into_iter().map(|error| error.text);
    assert_eq!(texts.collect::<Vec<_>>(), ["divisor b not zero", "shift amount b in 0..31"]);
    assert!(graph(text).errors.is_empty());
}

#[test]
fn null_is_another_error_than_an_index_out_of_bounds() {
    let text = "int t[3], b; void main(void) { int *p = 0; if (b) p = t + b; b = *p; }";
    let of = |kinds: &[CheckKind]| {
        let graph = graph_with(text, kinds);
        graph.errors.iter().map(|error| (error.kind, error.text.clone())).collect::<Vec<_>>()
    };
    let null = (ErrorKind::Check(CheckKind::Pointer), "pointer p not null".to_owned());
    let outside = (ErrorKind::Check(CheckKind::Bounds), "index p - t in bounds of t[3]".to_owned());
    let (one, other) = (of(&[CheckKind::Pointer]), of(&[CheckKind::Bounds]));
    assert!(one.contains(&null) && !one.contains(&outside), "{one:?}");
    assert!(other.contains(&outside) && !other.contains(&null), "{other:?}");
    let both = of(&[CheckKind::Pointer, CheckKind::Bounds]);
    assert!(both.contains(&null) && both.contains(&outside), "{both:?}");
}

#[test]
fn a_store_to_where_nobody_knows_changes_what_may_be_there() {
    let graph = graph(
        "extern int *elsewhere; int a; static int hidden; void write(void) { *elsewhere = 1; }
         void main(void) { int x = hidden; write(); }",
    );
    let forgotten = |name: &str| {
        graph.nodes.iter().any(|node| match node.action {
            Action::Unsupported { target, .. } => graph.scalars[target.index()].name == name,
            _ => false,
        })
    };
    let found = ["a", "hidden", "x"].map(forgotten);
    assert_eq!(found, [true, false, false], "{}", show(&graph));
}

#[test]
fn where_control_may_go_somewhere_else_nothing_follows() {
    let graph = graph(
        "#include <setjmp.h>\njmp_buf place; int a; void main(void) { if (a) longjmp(place, 1); a = 1; }",
    );
    let [obligation] = &graph.obligations[..] else { panic!("{:?}", graph.obligations) };
    assert_eq!(obligation.kind, ObligationKind::Jump);
    let cut = &graph.nodes[obligation.node.index()];
    assert!(matches!(cut.action, Action::Cut { .. }) && cut.successors.is_empty(), "{}", show(&graph));
}

#[test]
fn an_access_that_is_not_modelled_is_an_obligation() {
    let graph = graph("extern int *elsewhere; int a; void main(void) { a = *elsewhere; a = 1.5; }");
    let kinds: Vec<ObligationKind> = graph.obligations.iter().map(|obligation| obligation.kind).collect();
    // The pointer, and what it leads to; not the value.
    assert_eq!(kinds, [ObligationKind::Access; 2], "{}", show(&graph));
}

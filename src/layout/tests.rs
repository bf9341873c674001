//! Tests of what the statements and expressions of C become over cells.

use std::collections::BTreeSet;

use super::Laid;
use super::sample::{EVERYTHING, graph, original};
use focuscheck_base::options::DataModel;
use focuscheck_cells::facts::cfg::{Action, Condition, ErrorKind, Expr, Graph, NodeId, ScalarId, ScalarKind};
use focuscheck_ir::program::graph as pointers;

mod dumped;
mod interpreted;
mod undefined;

/// One line per node: its number, unit and kind of unit, action, successors.
fn show(graph: &Graph) -> String {
    let mut out = String::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let kind = graph.units[node.unit.index()].kind;
        let successors: Vec<_> = node.successors.iter().map(|node| node.0.to_string()).collect();
        let action = show_action(graph, &node.action);
        out.push_str(&format!("{number} u{} {kind:?}: {action} -> {}\n", node.unit.0, successors.join(" ")));
    }
    out
}

fn show_action(graph: &Graph, action: &Action) -> String {
    let name = |scalar: &ScalarId| graph.scalars[scalar.index()].name.clone();
    match action {
        Action::Assign { target, value } => format!("{} := {}", name(target), show_value(graph, value)),
        Action::Load { target, range, index } => {
            let cells = format!("{}+{}*{}", name(&range.first), range.length, range.stride);
            format!("{} := {cells}[{}]", name(target), show_value(graph, index))
        }
        Action::Store { range, index, value } => {
            let cells = format!("{}+{}*{}", name(&range.first), range.length, range.stride);
            format!("{cells}[{}] := {}", show_value(graph, index), show_value(graph, value))
        }
        Action::Bounds { index, length } => format!("{} in {length}", show_value(graph, index)),
        Action::Input { target, site } => {
            format!("{} := input {}", name(target), graph.sites[site.index()].name)
        }
        Action::Unsupported { target, .. } => format!("{} := unsupported", name(target)),
        Action::Branch(condition) => show_condition(graph, condition),
        Action::Assume(condition) => format!("assume {}", show_condition(graph, condition)),
        Action::Call { callee, arguments, results } => {
            let arguments: Vec<_> = arguments.iter().map(|argument| show_value(graph, argument)).collect();
            let result: String = results.iter().map(|(_, to)| format!("{} := ", name(to))).collect();
            let callee = &graph.procedures.get(callee.index()).map_or("?", |callee| &callee.name);
            format!("{result}{callee}({})", arguments.join(", "))
        }
        other => format!("{other:?}"),
    }
}

fn show_condition(graph: &Graph, condition: &Condition) -> String {
    let (left, right) = (show_value(graph, &condition.left), show_value(graph, &condition.right));
    format!("{left} {} {right}?", condition.relation.symbol())
}

fn show_value(graph: &Graph, value: &Expr) -> String {
    match value {
        Expr::Constant(value, _) => value.to_string(),
        Expr::Scalar(scalar) => {
            let scalar_is = &graph.scalars[scalar.index()];
            let temporary = scalar_is.kind == ScalarKind::Temporary;
            if temporary { format!("<{}>", scalar_is.name) } else { scalar_is.name.clone() }
        }
        Expr::Unary(operator, _, operand) => format!("{operator:?}({})", show_value(graph, operand)),
        Expr::Binary(operator, _, left, right) => {
            format!("{operator:?}({}, {})", show_value(graph, left), show_value(graph, right))
        }
        Expr::Convert(ty, operand) => {
            format!("{}{}({})", if ty.signed { 'i' } else { 'u' }, ty.width, show_value(graph, operand))
        }
    }
}

/// A `main` over the globals `a`, `b`, `c`.
fn main_of(body: &str) -> Graph {
    graph(&format!("int a, b, c;\nvoid main(void) {{\n{body}\n}}"))
}

#[track_caller]
fn expect(graph: &Graph, lines: &[&str]) {
    let shown = show(graph);
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines, "\n{shown}");
}

#[test]
fn a_plain_assignment_is_one_node() {
    let graph = main_of("a = b + 1;");
    expect(&graph, &["0 u0 Silent: Skip -> 1", "1 u1 Assign: a := Add(b, 1) -> 2", "2 u0 Silent: Exit -> "]);
    assert_eq!(graph.units[1].reads, [ScalarId(1)]);
}

#[test]
fn a_compound_condition_is_a_chain_of_branches() {
    let graph = main_of("if (!(a && b) && c < 3) a = 1;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Condition: UnitStart -> 2",
            "2 u1 Condition: a != 0? -> 3 4",
            "3 u1 Condition: b != 0? -> 6 4",
            "4 u1 Condition: c < 3? -> 5 6",
            "5 u2 Assign: a := 1 -> 6",
            "6 u0 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[1].reads, [ScalarId(0), ScalarId(1), ScalarId(2)]);
    let guarded = &graph.statements[graph.units[2].statement.index()];
    assert_eq!(guarded.guard, Some((graph.units[1].statement, true)));
}

#[test]
fn a_condition_as_a_value_is_a_temporary_of_its_unit() {
    let graph = main_of("a = b || c;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: UnitStart -> 2",
            "2 u1 Assign: b != 0? -> 4 3",
            "3 u1 Assign: c != 0? -> 4 5",
            "4 u1 Assign: b || c := 1 -> 6",
            "5 u1 Assign: b || c := 0 -> 6",
            "6 u1 Assign: a := <b || c> -> 7",
            "7 u0 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[1].temporaries, [ScalarId(3)]);
}

#[test]
fn an_operand_is_kept_before_an_effect_on_it_and_has_no_value_that_is_known() {
    let graph = main_of("b = a + a++; b = b + a++;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u2 Assign: a := unsupported -> 2",
            "2 u1 Assign: UnitStart -> 3",
            "3 u1 Assign: a := a -> 4",
            "4 u3 Assign: a := unsupported -> 5",
            "5 u4 Assign: UnitStart -> 6",
            "6 u4 Assign: a++ := a -> 7",
            "7 u4 Assign: a := Add(<a++>, 1) -> 8",
            "8 u1 Assign: b := Add(<a>, <a++>) -> 9",
            "9 u6 Assign: UnitStart -> 10",
            "10 u6 Assign: a++ := a -> 11",
            "11 u6 Assign: a := Add(<a++>, 1) -> 12",
            "12 u5 Assign: b := Add(b, <a++>) -> 13",
            "13 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn loops_without_condition_have_no_branch() {
    let graph = main_of("while (1) { if (a) break; a++; } while (1) ;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Condition: a != 0? -> 3 2",
            "2 u2 Assign: a := Add(a, 1) -> 1",
            "3 u0 Silent: Skip -> 3",
            "4 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn inputs_are_named_by_the_variable_or_by_themselves() {
    let graph = main_of(
        "a = __VERIFIER_nondet_int(); b = __VERIFIER_nondet_int() + 1; while (!__VERIFIER_nondet_int()) ; if (*) a = 1;",
    );
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: a := input a -> 2",
            "2 u2 Assign: UnitStart -> 3",
            "3 u2 Assign: __VERIFIER_nondet_int() := input __VERIFIER_nondet_int -> 4",
            "4 u2 Assign: b := Add(<__VERIFIER_nondet_int()>, 1) -> 5",
            "5 u3 Condition: UnitStart -> 6",
            "6 u3 Condition: __VERIFIER_nondet_int() := input __VERIFIER_nondet_int -> 7",
            "7 u3 Condition: <__VERIFIER_nondet_int()> != 0? -> 8 5",
            "8 u4 Condition: UnitStart -> 9",
            "9 u4 Condition: * := input * -> 10",
            "10 u4 Condition: <*> != 0? -> 11 12",
            "11 u5 Assign: a := 1 -> 12",
            "12 u0 Silent: Exit -> ",
        ],
    );
    let stars: Vec<_> = graph.units.iter().map(|unit| unit.star).collect();
    assert_eq!(stars, [false, false, false, true, true, false]);
    assert_eq!(graph.sites.iter().map(|site| site.star).collect::<Vec<_>>(), [false, false, true, true]);
    assert_eq!(graph.sites.iter().map(|site| site.choice).collect::<Vec<_>>(), [false, false, false, true]);
}

#[test]
fn an_input_of_a_narrower_type_is_converted() {
    let graph = main_of("signed char letter; letter = __VERIFIER_nondet_int();");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Havoc: letter := input letter -> 2",
            "2 u2 Assign: UnitStart -> 3",
            "3 u2 Assign: __VERIFIER_nondet_int() := input __VERIFIER_nondet_int -> 4",
            "4 u2 Assign: letter := i8(<__VERIFIER_nondet_int()>) -> 5",
            "5 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn several_subscripts_are_checked_one_by_one() {
    let graph =
        main_of("static struct { int x, y; } t[2][3]; static int u[3][4]; c = t[a][b].y; u[a][0] = c;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: UnitStart -> 2",
            "2 u1 Assign: a in 2 -> 3",
            "3 u1 Assign: b in 3 -> 4",
            "4 u1 Assign: t[a][b].y := t[0][0].y+6*2[Add(Multiply(i64(a), 3), i64(b))] -> 5",
            "5 u1 Assign: c := <t[a][b].y> -> 6",
            "6 u2 Assign: u[0][0]+3*4[a] := c -> 7",
            "7 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn a_switch_is_a_chain_of_tests_with_the_default_last() {
    let graph = main_of("switch (a) { case 1: b = 5; break; default: b = 9; case 3 ... 4: b = 6; }");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Condition: UnitStart -> 2",
            "2 u1 Condition: a == 1? -> 5 3",
            "3 u1 Condition: a >= 3? -> 4 6",
            "4 u1 Condition: a <= 4? -> 7 6",
            "5 u2 Assign: b := 5 -> 8",
            "6 u3 Assign: b := 9 -> 7",
            "7 u4 Assign: b := 6 -> 8",
            "8 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn assertions_and_assumptions() {
    let graph = main_of("assume(!a); assume(a && b); assert(b); assert(1);");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assume: assume a == 0? -> 2",
            "2 u2 Assume: UnitStart -> 3",
            "3 u2 Assume: a != 0? -> 4 5",
            "4 u2 Assume: b != 0? -> 6 5",
            "5 u2 Assume: Stop(None) -> ",
            "6 u3 Assert: UnitStart -> 7",
            "7 u3 Assert: b != 0? -> 9 8",
            "8 u3 Assert: Error(ErrorId(0)) -> ",
            "9 u0 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.errors.len(), 2);
    assert_eq!(graph.errors[0].text, "b");
    assert_eq!(graph.errors[0].nodes, [NodeId(8)]);
    assert_eq!(graph.errors[1].nodes, []);
}

#[test]
fn a_declaration_is_one_statement_of_several_units() {
    let graph = main_of("int x = a, y;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: x := a -> 2",
            "2 u2 Havoc: y := input y -> 3",
            "3 u0 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[1].statement, graph.units[2].statement);
}

#[test]
fn a_conditional_statement_guards_its_operands() {
    let graph = main_of("a && (b = 1); c || b++;");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Condition: a != 0? -> 2 3",
            "2 u2 Assign: b := 1 -> 3",
            "3 u3 Condition: c != 0? -> 5 4",
            "4 u4 Assign: b := Add(b, 1) -> 5",
            "5 u0 Silent: Exit -> ",
        ],
    );
    let guards: Vec<_> =
        graph.units.iter().map(|unit| graph.statements[unit.statement.index()].guard.map(|g| g.1)).collect();
    assert_eq!(guards, [None, None, Some(true), None, Some(false)]);
}

#[test]
fn a_goto_out_of_a_loop_leaves_no_dead_nodes() {
    let graph = main_of("while (1) { goto out; a = 4; } out: a = 5;");
    expect(&graph, &["0 u0 Silent: Skip -> 1", "1 u1 Assign: a := 5 -> 2", "2 u0 Silent: Exit -> "]);
}

#[test]
fn a_pointer_into_one_object_is_an_offset() {
    let graph = main_of("int t[2]; int *p = t; p++; *p = 3; a = p[-1];");
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Havoc: t[0] := input t[0] -> 2",
            "2 u2 Havoc: t[1] := input t[1] -> 3",
            "3 u3 Assign: p - t := 0 -> 4",
            "4 u4 Assign: p - t := Add(p - t, 1) -> 5",
            "5 u5 Assign: t[0]+2*1[p - t] := 3 -> 6",
            "6 u6 Assign: UnitStart -> 7",
            "7 u6 Assign: t[p - t + -1] := t[0]+2*1[Add(p - t, -1)] -> 8",
            "8 u6 Assign: a := <t[p - t + -1]> -> 9",
            "9 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn calls_give_their_result_directly() {
    let graph = graph(
        "int a; int twice(int x) { return x + x; } int main(void) { a = twice(a); if (twice(2)) twice(3); return twice(a); }",
    );
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Return: UnitStart -> 2",
            "2 u1 Return: \\result := Add(x, x) -> 3",
            "3 u1 Return: Skip -> 4",
            "4 u0 Silent: Exit -> ",
            "5 u2 Silent: Skip -> 6",
            "6 u3 Call: a := twice(a) -> 7",
            "7 u4 Call: twice(2) := twice(2) -> 8",
            "8 u5 Condition: <twice(2)> != 0? -> 9 10",
            "9 u6 Call: twice(3) -> 10",
            "10 u7 Call: \\result := twice(a) -> 11",
            "11 u8 Return: Skip -> 12",
            "12 u2 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[5].statement, graph.units[4].statement);
    assert_eq!(graph.units[7].statement, graph.units[8].statement);
    assert_eq!(graph.procedures[0].formals, [ScalarId(2)]);
    assert_eq!(graph.procedures[1].nodes, (NodeId(5), NodeId(13)));
}

#[test]
fn error_conditions_are_checked_after_each_assignment() {
    let graph = graph(
        "int a, b; int main(void) { a = 1; b = 1; return 3; }\n//@ error: a > 0\n//@ error: main: \\result",
    );
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: a := 1 -> 2",
            "2 u2 Check: UnitStart -> 3",
            "3 u2 Check: a > 0? -> 4 5",
            "4 u2 Check: Error(ErrorId(0)) -> ",
            "5 u3 Assign: b := 1 -> 6",
            "6 u4 Return: UnitStart -> 7",
            "7 u4 Return: \\result := 3 -> 8",
            "8 u5 Check: UnitStart -> 9",
            "9 u5 Check: \\result != 0? -> 10 11",
            "10 u5 Check: Error(ErrorId(1)) -> ",
            "11 u4 Return: Skip -> 12",
            "12 u0 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[1].statement, graph.units[2].statement);
}

#[test]
fn a_procedure_has_a_copy_for_each_object_that_it_gets() {
    let graph = graph(
        "void set(int *p, int v) { *p = v; } int a, b; void main(void) { set(&a, 1); set(&b, 2); set(&a, 3); }",
    );
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u0 Silent: Exit -> ",
            "2 u1 Silent: Skip -> 3",
            "3 u2 Call: set(1) -> 4",
            "4 u3 Call: set(2) -> 5",
            "5 u4 Call: set(3) -> 6",
            "6 u1 Silent: Exit -> ",
            "7 u5 Silent: Skip -> 8",
            "8 u6 Assign: a := v -> 9",
            "9 u5 Silent: Exit -> ",
            "10 u7 Silent: Skip -> 11",
            "11 u8 Assign: b := v -> 12",
            "12 u7 Silent: Exit -> ",
        ],
    );
}

#[test]
fn a_structure_is_returned_cell_by_cell() {
    let graph = graph(
        "struct s { int x, y; } g; struct s make(int v) { struct s t = { v, v }; return t; } void main(void) { g = make(3); }",
    );
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: t.x := v -> 2",
            "2 u2 Assign: t.y := v -> 3",
            "3 u4 Assign: \\result.x := t.x -> 4",
            "4 u5 Assign: \\result.y := t.y -> 5",
            "5 u3 Return: Skip -> 6",
            "6 u0 Silent: Exit -> ",
            "7 u6 Silent: Skip -> 8",
            "8 u7 Call: g.x := g.y := make(3) -> 9",
            "9 u6 Silent: Exit -> ",
        ],
    );
}

#[test]
fn the_label_error_counts_unless_it_marks_an_error_call() {
    let graph = main_of("ERROR: { reach_error(); }");
    assert_eq!(graph.errors.len(), 1);
    assert_eq!(
        (graph.errors[0].kind, graph.errors[0].text.as_str(), graph.errors[0].subject.as_str()),
        (ErrorKind::ErrorCall, "reach_error()", "reach_error")
    );
    let graph = main_of("ERROR: ;");
    assert_eq!(graph.errors.len(), 1);
    assert_eq!((graph.errors[0].kind, graph.errors[0].text.as_str()), (ErrorKind::ErrorLabel, "ERROR"));
    assert_eq!(graph.errors[0].nodes, [NodeId(1)]);
}

/// Copies of one procedure, replaced ones and conditions of the user's among them.
#[test]
fn each_node_knows_what_it_is_a_copy_of() {
    let copied = "
        int g; //@ error: g > 9
        void add(int *p, int n) { if (n > 0) *p += n; }
        int main(void) { int x = 0, a[2] = {0}; add(&x, 1); add(&a[1], 2); add(&g, x); return a[0] / x; }";
    for text in [EVERYTHING, copied] {
        let original = original(text, DataModel::default(), false).expect("a program");
        let Laid { graph, origins, sources, .. } =
            super::lay_out(&original, super::Demands::new(&BTreeSet::new(), 4)).expect("a layout");
        let nodes = graph.nodes.iter().chain(&graph.outline.nodes);
        assert_eq!(nodes.clone().count(), sources.len());
        let mut copies = BTreeSet::new();
        for (node, source) in nodes.zip(&sources) {
            let origin = &original.graph().nodes[source.index()];
            let procedure = origins[node.procedure.index()];
            assert!(original.graph().nodes_of(procedure).any(|node| node == *source));
            copies.insert(node.procedure);
            let same = match node.action {
                // What is declared without a value has any.
                Action::Input { .. } => {
                    matches!(origin.action, pointers::Action::Input { .. } | pointers::Action::Declare(_))
                }
                Action::Error(error) => {
                    graph.errors[error.index()].kind == ErrorKind::Condition
                        || matches!(origin.action, pointers::Action::Error(_))
                }
                Action::Call { .. } => matches!(origin.action, pointers::Action::Call { .. }),
                _ => true,
            };
            assert!(same, "{:?} of {:?}", node.action, origin.action);
        }
        assert_eq!(copies.len(), origins.len());
        assert_eq!(origins.len() > original.graph().procedures.len(), text == copied);
    }
}

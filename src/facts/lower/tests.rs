use super::*;
use crate::arith::{BinaryOperator, IntegerType, Relation};
use crate::facts::cfg::{Condition, Expr, ObligationKind};
use crate::facts::sample::*;
use crate::layout::program::{
    ErrorCondition, Expression, ExpressionKind, LocalDeclaration, May, StatementKind,
};
use crate::source::Span;

mod undefined;
mod unmodelled;

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

/// Lowers a `main` over the globals `a`, `b`, `c` and shows it.
fn main_of(
    build: impl FnOnce([VariableId; 3], &mut Sample) -> Vec<crate::layout::program::Statement>,
) -> Graph {
    lower(&program_of(build))
}

/// A `main` over the globals `a`, `b`, `c`.
fn program_of(
    build: impl FnOnce([VariableId; 3], &mut Sample) -> Vec<crate::layout::program::Statement>,
) -> Program {
    let mut sample = Sample::default();
    let globals = ["a", "b", "c"].map(|name| sample.global(name));
    let main = sample.function("main", false);
    let body = build(globals, &mut sample);
    sample.body(main, body);
    sample.program
}

#[track_caller]
fn expect(graph: &Graph, lines: &[&str]) {
    let shown = show(graph);
    assert_eq!(shown.lines().collect::<Vec<_>>(), lines, "\n{shown}");
}

#[test]
fn a_plain_assignment_is_one_node() {
    let graph = main_of(|[a, b, _], _| vec![expression(assign(a, add(read(b), number(1))))]);
    expect(&graph, &["0 u0 Silent: Skip -> 1", "1 u1 Assign: a := Add(b, 1) -> 2", "2 u0 Silent: Exit -> "]);
    assert_eq!(graph.units[1].reads, [ScalarId(1)]);
}

#[test]
fn a_compound_condition_is_a_chain_of_branches() {
    let graph = main_of(|[a, b, c], _| {
        let condition = and(not(and(read(a), read(b))), compare(read(c), Relation::Less, number(3)));
        vec![branch(condition, vec![expression(assign(a, number(1)))], vec![])]
    });
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
    let graph = main_of(|[a, b, c], _| vec![expression(assign(a, or(read(b), read(c))))]);
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
    let graph = main_of(|[a, b, _], _| {
        vec![
            expression(assign(b, add(read(a), increment(a)))),
            expression(assign(b, add(read(b), increment(a)))),
        ]
    });
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u2 Assign: a := unsupported -> 2",
            "2 u3 Assign: a := unsupported -> 3",
            "3 u1 Assign: UnitStart -> 4",
            "4 u1 Assign: a := a -> 5",
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
    assert_eq!(graph.units[1].temporaries, [ScalarId(3)], "the value of a++ is shared by two units");
}

#[test]
fn loops_without_condition_have_no_branch() {
    let graph = main_of(|[a, ..], _| {
        let stop = branch(read(a), vec![statement(StatementKind::Break)], vec![]);
        vec![repeat(number(1), vec![stop, expression(increment(a))]), repeat(number(1), vec![])]
    });
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
fn calls_give_their_result_directly() {
    let mut sample = Sample::default();
    let a = sample.global("a");
    let double = sample.function("double", true);
    let x = sample.array("x", Storage::Parameter(double), 1);
    sample.body(double, vec![give(add(read(x), read(x)))]);
    let main = sample.function("main", true);
    sample.body(
        main,
        vec![
            expression(assign(a, call(double, vec![read(a)]))),
            branch(call(double, vec![number(2)]), vec![expression(call(double, vec![number(3)]))], vec![]),
            give(call(double, vec![read(a)])),
        ],
    );
    let graph = lower(&sample.program);
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Return: UnitStart -> 2",
            "2 u1 Return: \\result := Add(x, x) -> 3",
            "3 u1 Return: Skip -> 4",
            "4 u0 Silent: Exit -> ",
            "5 u2 Silent: Skip -> 6",
            "6 u3 Call: a := double(a) -> 7",
            "7 u5 Call: double(2) := double(2) -> 8",
            "8 u4 Condition: <double(2)> != 0? -> 9 10",
            "9 u6 Call: double(3) -> 10",
            "10 u7 Call: \\result := double(a) -> 11",
            "11 u8 Return: Skip -> 12",
            "12 u2 Silent: Exit -> ",
        ],
    );
    assert_eq!(graph.units[4].statement, graph.units[5].statement);
    assert_eq!(graph.units[7].statement, graph.units[8].statement);
    assert_eq!(graph.procedures[0].formals, [ScalarId(2)]);
    assert_eq!(graph.procedures[1].nodes, (NodeId(5), NodeId(13)));
}

#[test]
fn inputs_are_named_by_the_variable_or_by_themselves() {
    let graph = main_of(|[a, b, _], _| {
        vec![
            expression(assign(a, input("nondet"))),
            expression(assign(b, add(input("nondet"), number(1)))),
            repeat(not(input("nondet")), vec![]),
            branch(choice(), vec![expression(assign(a, number(1)))], vec![]),
        ]
    });
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: a := input a -> 2",
            "2 u2 Assign: UnitStart -> 3",
            "3 u2 Assign: nondet() := input nondet -> 4",
            "4 u2 Assign: b := Add(<nondet()>, 1) -> 5",
            "5 u3 Condition: UnitStart -> 6",
            "6 u3 Condition: nondet() := input nondet -> 7",
            "7 u3 Condition: <nondet()> != 0? -> 8 5",
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
    let graph = main_of(|_, sample| {
        let narrow = IntegerType { width: 8, signed: true };
        let c = sample.global("letter");
        sample.program.variables[c.0 as usize].cells[0].ty = narrow;
        let place = crate::layout::program::Place { ty: narrow, ..cell(c) };
        let value = typed(ExpressionKind::Convert(Box::new(input("nondet"))), narrow);
        vec![expression(typed(ExpressionKind::Assign(place, Box::new(value)), narrow))]
    });
    let shown = show(&graph);
    assert!(shown.contains("nondet() := input nondet"), "{shown}");
    assert!(shown.contains("letter := i8(<nondet()>)"), "{shown}");
}

#[test]
fn several_subscripts_are_checked_one_by_one() {
    let graph = main_of(|[a, b, c], sample| {
        let t = sample.array("t", Storage::Global, 12);
        for (number, cell) in sample.program.variables[t.0 as usize].cells.iter_mut().enumerate() {
            let member = if number % 2 == 0 { "x" } else { "y" };
            cell.suffix = format!("[{}][{}].{member}", number / 6, number / 2 % 3);
        }
        let mut place = element(t, vec![(read(a), 2, 6), (read(b), 3, 2)]);
        place.offset = 1;
        let one = element(t, vec![(read(a), 3, 4)]);
        vec![
            expression(assign(c, int(ExpressionKind::Read(place)))),
            expression(int(ExpressionKind::Assign(one, Box::new(read(c))))),
        ]
    });
    expect(
        &graph,
        &[
            "0 u0 Silent: Skip -> 1",
            "1 u1 Assign: UnitStart -> 2",
            "2 u1 Assign: a in 2 -> 3",
            "3 u1 Assign: b in 3 -> 4",
            "4 u1 Assign: t[a][b].y := t[0][0].y+6*2[Add(Multiply(i64(a), 3), i64(b))] -> 5",
            "5 u1 Assign: c := <t[a][b].y> -> 6",
            "6 u2 Assign: t[0][0].x+3*4[a] := c -> 7",
            "7 u0 Silent: Exit -> ",
        ],
    );
}

#[test]
fn a_switch_is_a_chain_of_tests_with_the_default_last() {
    let graph = main_of(|[a, b, _], _| {
        let case = |low, high, value| {
            let body = Box::new(expression(assign(b, number(value))));
            statement(StatementKind::Case { low, high, body })
        };
        let default = statement(StatementKind::Default(Box::new(expression(assign(b, number(9))))));
        let body =
            Box::new(block(vec![case(1, 1, 5), statement(StatementKind::Break), default, case(3, 4, 6)]));
        vec![statement(StatementKind::Switch { value: read(a), body })]
    });
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
    let graph = main_of(|[a, b, _], _| {
        vec![assume(not(read(a))), assume(and(read(a), read(b))), assert(read(b)), assert(number(1))]
    });
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
fn the_label_error_counts_unless_it_marks_an_error_call() {
    let error = || expression(int(ExpressionKind::Error("reach_error".to_owned())));
    let labelled = |body| {
        let mut sample = Sample::default();
        let main = sample.function("main", false);
        let label = sample.label(main, "ERROR");
        sample.body(main, vec![statement(StatementKind::Label(label, Box::new(body)))]);
        lower(&sample.program)
    };
    let graph = labelled(block(vec![error()]));
    assert_eq!(graph.errors.len(), 1);
    assert_eq!(
        (graph.errors[0].kind, graph.errors[0].text.as_str(), graph.errors[0].subject.as_str()),
        (ErrorKind::ErrorCall, "reach_error()", "reach_error")
    );
    let graph = labelled(statement(StatementKind::Empty));
    assert_eq!(graph.errors.len(), 1);
    assert_eq!((graph.errors[0].kind, graph.errors[0].text.as_str()), (ErrorKind::ErrorLabel, "ERROR"));
    assert_eq!(graph.errors[0].nodes, [NodeId(1)]);
}

fn watched(condition: Expression, function: Option<FunctionId>, at_return: bool) -> ErrorCondition {
    let text = "condition".to_owned();
    ErrorCondition { subject: text.clone(), text, function, at_return, condition, span: None }
}

#[test]
fn error_conditions_are_checked_after_each_assignment() {
    let mut sample = Sample::default();
    let [a, b] = ["a", "b"].map(|name| sample.global(name));
    let main = sample.function("main", true);
    let result = sample.program.result_variables[0].expect("a result");
    sample.body(
        main,
        vec![expression(assign(a, number(1))), expression(assign(b, number(1))), give(number(3))],
    );
    let condition = compare(read(a), Relation::Greater, number(0));
    sample.program.error_conditions =
        vec![watched(condition, None, false), watched(read(result), Some(main), true)];
    let graph = lower(&sample.program);
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
fn a_declaration_is_one_statement_of_several_units() {
    let graph = main_of(|[a, ..], sample| {
        let main = FunctionId(0);
        let [x, y] = ["x", "y"].map(|name| sample.array(name, Storage::Local(main), 1));
        let declared =
            |variable, values| LocalDeclaration { variable, span: Span::default(), initializers: values };
        vec![statement(StatementKind::Declaration(vec![
            declared(x, vec![(0, read(a))]),
            declared(y, Vec::new()),
        ]))]
    });
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
    let graph = main_of(|[a, b, c], _| {
        vec![expression(and(read(a), assign(b, number(1)))), expression(or(read(c), increment(b)))]
    });
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
    let graph = main_of(|[a, ..], sample| {
        let out = sample.label(FunctionId(0), "out");
        let leave = statement(StatementKind::Goto(out));
        let dead = expression(assign(a, number(4)));
        let last = expression(assign(a, number(5)));
        vec![repeat(number(1), vec![leave, dead]), statement(StatementKind::Label(out, Box::new(last)))]
    });
    expect(&graph, &["0 u0 Silent: Skip -> 1", "1 u1 Assign: a := 5 -> 2", "2 u0 Silent: Exit -> "]);
}

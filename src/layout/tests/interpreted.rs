use crate::sample::{EVERYTHING, graph, graph_of_inputs};
use focuscheck_base::arith;
use focuscheck_cells::facts::cfg::*;
use focuscheck_cells::simulation::evaluate::*;
use focuscheck_cells::simulation::interpreter::*;

const LIMITS: Limits = Limits { steps: 100_000, depth: 1000 };

/// Gives the listed values in order, then zeros.
struct Listed(Vec<i128>);

impl Oracle for Listed {
    fn input(&mut self, _: SiteId, _: u32) -> i128 {
        if self.0.is_empty() { 0 } else { self.0.remove(0) }
    }
}

fn run_on(text: &str, inputs: &[i128]) -> Run {
    run(&graph(text), &mut Listed(inputs.to_vec()), LIMITS)
}

/// A `main` that starts with a local `x` from outside.
fn with_input(body: &str) -> String {
    format!("int sum, table[4]; int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}")
}

#[test]
fn a_loop_sums_up() {
    let program = with_input("while (x > 0) { sum = sum + x; x = x - 1; } assert(sum != 5050);");
    assert_eq!(run_on(&program, &[100]).end, End::Error(ErrorId(0)));
    let other = run_on(&program, &[99]);
    assert_eq!(other.end, End::Finished);
    assert_eq!(other.inputs.len(), 1);
    assert_eq!(other.inputs[0].value, 99);
}

#[test]
fn recursion_has_its_own_frames() {
    let program = "int factorial(int n) { if (n <= 1) return 1; return n * factorial(n - 1); }
        int main(void) { int x = factorial(10); assert(x != 3628800); }";
    let result = run_on(program, &[]);
    assert_eq!(result.end, End::Error(ErrorId(0)));
    assert_eq!(result.trace.iter().map(|step| step.depth).max(), Some(10));
    let graph = graph(program);
    let exits = result.trace.iter().filter(|step| graph.nodes[step.node.index()].action == Action::Exit);
    assert_eq!(exits.map(|step| (step.depth, step.value)).next(), Some((10, Some(1))));
}

#[test]
fn unbounded_recursion_and_loops_end_at_the_limits() {
    assert_eq!(run_on("void main(void) { main(); }", &[]).end, End::DepthLimit);
    assert_eq!(run_on("void main(void) { while (1) ; }", &[]).end, End::StepLimit);
}

#[test]
fn undefined_behaviour_ends_the_run() {
    let overflow = with_input("x = x + 1;");
    let end = |program: &str, input: i128| run_on(program, &[input]).end;
    assert!(matches!(
        end(&overflow, i32::MAX as i128),
        End::Undefined { what: Undefined::Arithmetic(arith::Undefined::SignedOverflow), .. }
    ));
    assert_eq!(end(&overflow, 0), End::Finished);
    let divide = with_input("1 / x;");
    assert!(matches!(
        end(&divide, 0),
        End::Undefined { what: Undefined::Arithmetic(arith::Undefined::DivisionByZero), .. }
    ));
    let index = with_input("table[x] = 1;");
    assert!(matches!(end(&index, 4), End::Undefined { what: Undefined::OutOfBounds, .. }));
    let last = run_on(&index, &[3]);
    assert_eq!(last.end, End::Finished);
    let store = last.trace.iter().find(|step| step.cell.is_some()).expect("a store");
    let graph = graph(&index);
    assert_eq!(store.cell.map(|cell| graph.scalars[cell.index()].name.as_str()), Some("table[3]"));
}

#[test]
fn a_missing_result_may_not_be_used() {
    let broken = |body: &str| format!("int broken(void) {{ }} int main(void) {{ int x; {body} }}");
    assert_eq!(run_on(&broken("broken();"), &[]).end, End::Finished);
    let used = run_on(&broken("x = broken() + 1;"), &[]).end;
    assert!(matches!(used, End::Undefined { what: Undefined::NoResult, .. }), "{used:?}");
}

#[test]
fn what_is_not_modelled_hurts_only_where_it_decides() {
    let program = with_input("extern int *elsewhere; int lost = *elsewhere + 1; if (x) assert(lost);");
    assert_eq!(run_on(&program, &[0]).end, End::Finished);
    let hurt = run_on(&program, &[1]).end;
    let End::Unsupported { reason, .. } = &hurt else { panic!("{hurt:?}") };
    assert_eq!(reason.to_string(), "pointer dereference");
}

#[test]
fn assumptions_and_bad_inputs_end_the_run() {
    let program = with_input("assume(x == 7);");
    assert_eq!(run_on(&program, &[7]).end, End::Finished);
    assert_eq!(run_on(&program, &[8]).end, End::Stopped);
    assert!(matches!(run_on(&program, &[1 << 40]).end, End::BadInput { .. }));
}

#[test]
fn inputs_of_globals_and_of_main_come_first() {
    let text =
        "int g; void main(int count) { while (g < count) g = __VERIFIER_nondet_int(); assert(g != 9); }";
    let graph = graph_of_inputs(text);
    let result = run(&graph, &mut Listed(vec![1, 5, 2, 9]), LIMITS);
    assert_eq!(result.end, End::Error(ErrorId(0)));
    let reads: Vec<_> = result
        .inputs
        .iter()
        .map(|read| (graph.sites[read.site.index()].name.as_str(), read.occurrence, read.value))
        .collect();
    assert_eq!(reads, [("g", 0, 1), ("count", 0, 5), ("g", 0, 2), ("g", 1, 9)]);
}

#[test]
fn everything_runs() {
    for input in -2..8 {
        let end = run_on(EVERYTHING, &[0, input]).end;
        assert!(!matches!(end, End::StepLimit | End::DepthLimit | End::BadInput { .. }), "{end:?}");
    }
    assert_eq!(run(&Graph::default(), &mut Listed(Vec::new()), LIMITS).end, End::Finished);
}

type State = Vec<(ScalarId, Value)>;

/// Notes the state in which each procedure is called, and the one in which the call returns.
struct Calls<'g> {
    graph: &'g Graph,
    open: Vec<(ProcedureId, State)>,
    returned: Vec<(ProcedureId, State, State)>,
}

/// The globals, and the formals and results of a procedure.
fn state(graph: &Graph, machine: &Machine<'_>, procedure: ProcedureId) -> State {
    let seen = |kind| matches!(kind, ScalarKind::Global | ScalarKind::Formal(_) | ScalarKind::Result);
    let here = |s: &Scalar| s.procedure.is_none_or(|owner| owner == procedure) && seen(s.kind);
    let scalars = graph.scalars.iter().enumerate().filter(|(_, scalar)| here(scalar));
    scalars.map(|(number, _)| ScalarId(number as u32)).map(|id| (id, machine.value_of(id))).collect()
}

impl Observer for Calls<'_> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        let node = &self.graph.nodes[step.node.index()];
        match &node.action {
            Action::Call { callee, .. } => self.open.push((*callee, state(self.graph, machine, *callee))),
            Action::Exit => {
                if let Some((procedure, before)) = self.open.pop() {
                    // The frame is gone: globals alone are left.
                    let after = state(self.graph, machine, procedure).into_iter();
                    let globals = after.filter(|(s, _)| self.graph.scalars[s.index()].procedure.is_none());
                    self.returned.push((procedure, before, globals.collect()));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn a_run_from_a_procedure_does_what_the_call_did() {
    let text = "int g, h;
        int step(int n) { g = g + n; if (n <= 0) return g; h = step(n - 1); return h + n; }
        int main(void) { h = step(4); }";
    let graph = graph(text);
    let mut calls = Calls { graph: &graph, open: Vec::new(), returned: Vec::new() };
    assert_eq!(Machine::new(&graph, LIMITS).run(&mut Listed(Vec::new()), &mut calls), End::Finished);
    assert_eq!(calls.returned.len(), 5);
    for (procedure, before, after) in calls.returned {
        let mut machine = Machine::starting_at(&graph, LIMITS, procedure, before);
        assert_eq!(machine.depth(), 0);
        assert_eq!(machine.go_on(&mut Listed(Vec::new()), &mut ()), End::Finished);
        // The caller has stored the result of the outermost call in `h` by then, those of others not yet.
        let global =
            |name: &str| after.iter().find(|(s, _)| graph.scalars[s.index()].name == name).map(|a| a.1);
        let value = |name: &str| {
            let number = graph.scalars.iter().position(|s| s.name == name).expect("a scalar");
            Some(machine.value_of(ScalarId(number as u32)))
        };
        assert_eq!(value("g"), global("g"));
        assert!(machine.status().is_some());
    }
}

#[test]
fn what_a_start_gives_no_value_has_none() {
    let graph = graph("int g; int step(void) { return g + 1; }");
    let go = |values: Vec<(ScalarId, Value)>| {
        let mut machine = Machine::starting_at(&graph, LIMITS, ProcedureId(0), values);
        let end = machine.go_on(&mut Listed(Vec::new()), &mut ());
        (end, machine.status())
    };
    let (end, _) = go(Vec::new());
    assert!(matches!(end, End::Undefined { what: Undefined::Uninitialised, .. }), "{end:?}");
    let cell = graph.scalars.iter().position(|s| s.name == "g").expect("the global");
    let given = vec![(ScalarId(cell as u32), Value::Known(41))];
    assert_eq!(go(given), (End::Finished, Some(Value::Known(42))));
    assert_eq!(Machine::new(&graph, LIMITS).go_on(&mut Listed(Vec::new()), &mut ()), End::Finished);
}

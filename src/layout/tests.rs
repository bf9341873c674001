//! Tests of the checker and of the layout.

use super::program::{ExpressionKind, May, Program, Statement, StatementKind};
use super::{LayoutOptions, lay_out, walk};
use crate::arith::IntegerType;
use crate::check::check;
use crate::options::DataModel;
use crate::source::SourceFile;
use crate::syntax::error::Severity;
use crate::syntax::parse;

/// What a file is checked and laid out with.
#[derive(Clone, Copy, Default)]
struct Options {
    data_model: DataModel,
    globals_are_inputs: bool,
}

fn run(text: &str, options: &Options) -> (Option<Program>, Vec<String>) {
    let source = SourceFile::new("test.c", text);
    let parsed = parse(&source, true);
    let unit = parsed.unit.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let conditions: Vec<_> = parsed.error_conditions.into_iter().map(|(t, s)| (t, Some(s))).collect();
    let (tree, mut diagnostics) = check(&unit, &source, &conditions, options.data_model);
    let program = tree.and_then(|tree| {
        let options = LayoutOptions { globals_are_inputs: options.globals_are_inputs, entry: None };
        let (program, more) = lay_out(&tree, &source, options);
        diagnostics.extend(more);
        program.filter(|_| diagnostics.iter().all(|d| d.severity != Severity::Error))
    });
    let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error).map(|d| {
        let position = d.span.map(|s| source.position(s.start)).unwrap_or_default();
        format!("{}:{}: {}", position.line, position.column, d.message)
    });
    (program, errors.collect())
}

fn program(text: &str) -> Program {
    let (program, errors) = run(text, &Options::default());
    program.unwrap_or_else(|| panic!("{errors:?}"))
}

fn error(text: &str) -> String {
    let (program, errors) = run(text, &Options::default());
    assert!(program.is_none(), "{text}");
    errors.into_iter().next().unwrap_or_default()
}

/// The value of a global that is initialised with the expression.
fn value(expression: &str) -> i128 {
    value_in(expression, DataModel::Lp64)
}

fn value_in(expression: &str, data_model: DataModel) -> i128 {
    let options = Options { data_model, globals_are_inputs: false };
    let text =
        format!("struct s {{ char c; int x; long y; }}; enum e {{ A = 3, B }}; long long v = {expression};");
    let (program, errors) = run(&text, &options);
    let program = program.unwrap_or_else(|| panic!("{expression}: {errors:?}"));
    program.variables[0].initial[0].unwrap_or_else(|| panic!("{expression} is not constant"))
}

/// The last function's statements.
fn body(program: &Program) -> &[Statement] {
    match &program.functions.last().expect("a function").body.kind {
        StatementKind::Block(statements) => statements,
        _ => panic!("a body is a block"),
    }
}

fn expression(statement: &Statement) -> &ExpressionKind {
    match &statement.kind {
        StatementKind::Expression(e) => &e.kind,
        other => panic!("no expression statement: {other:?}"),
    }
}

/// The reasons of all unsupported parts of all bodies.
fn reasons(program: &Program) -> Vec<String> {
    let mut found = Vec::new();
    for function in &program.functions {
        walk::top_expressions(&function.body, &mut |e| walk::reasons(e, &mut |r| found.push(r.to_string())));
    }
    found
}

#[test]
fn constants_follow_the_conversions_of_c() {
    assert_eq!(value("-1 < 1u"), 0);
    assert_eq!(value("(unsigned char) 300 + (signed char) 200"), 44 - 56);
    assert_eq!(value("2147483647u + 1 + 2147483648"), 4_294_967_296);
    assert_eq!(value("~0u >> 28"), 15);
    assert_eq!(value("-7 / 2 * 10 + -7 % 2"), -31);
    assert_eq!(value("'a' + '\\n' + L'\\x41' + '\\377'"), 97 + 10 + 65 - 1);
    assert_eq!(value("(_Bool) 8 + A * B + 010 + 0x10"), 1 + 12 + 8 + 16);
    assert_eq!(value("sizeof(struct s) + sizeof(int[3])"), 16 + 12);
    assert_eq!(value_in("sizeof(struct s) + sizeof(long)", DataModel::Ilp32), 12 + 4);
    assert_eq!(value_in("4294967295 == -1", DataModel::Ilp32), 0);
    assert_eq!(value("0xffffffff == -1"), 1);
    assert_eq!(value("1 ? 2 : (1 / 0)"), 2);
}

#[test]
fn objects_become_cells() {
    let program = program(
        "struct p { int x; char *s; short y[2]; } a[2] = { { 1, \"s\", { 2, 3 } }, { .y = { [1] = 7 } } };
         char text[] = \"hi\"; int m[][2] = { 1, 2, { 3 } }; float f; union { int i; } u; extern int e; int t; int t;",
    );
    let names: Vec<(&str, usize)> = program.variables.iter().map(|v| (&*v.name, v.cells.len())).collect();
    assert_eq!(names, [("a", 6), ("text", 3), ("m", 4), ("u", 1), ("e", 1), ("t", 1)]);
    let suffixes: Vec<&str> = program.variables[0].cells.iter().map(|c| &*c.suffix).collect();
    assert_eq!(suffixes, ["[0].x", "[0].y[0]", "[0].y[1]", "[1].x", "[1].y[0]", "[1].y[1]"]);
    let initial =
        |i: usize| program.variables[i].initial.iter().map(|v| v.unwrap_or(-99)).collect::<Vec<_>>();
    assert_eq!(initial(0), [1, 2, 3, 0, 0, 7]);
    assert_eq!(initial(1), [104, 105, 0]);
    assert_eq!(initial(2), [1, 2, 3, 0]);
    assert_eq!((initial(4), initial(5)), (vec![-99], vec![0]));
    let options = Options { globals_are_inputs: true, ..Options::default() };
    let (program, _) = run("int a; int b = 1; static int c;", &options);
    let initial: Vec<_> = program.expect("a program").variables.iter().map(|v| v.initial[0]).collect();
    assert_eq!(initial, [None, Some(1), None]);
}

#[test]
fn subscripts_and_members_are_places() {
    let program =
        program("struct s { int a, b; } v[3][2]; void f(int i) { v[i][1].b = 1; v[2][i].a = v[0][0].b; }");
    let ExpressionKind::Assign(place, _) = expression(&body(&program)[0]) else { panic!("an assignment") };
    assert_eq!((place.offset, place.indices[0].length, place.indices[0].stride), (3, 3, 4));
    let ExpressionKind::Assign(place, _) = expression(&body(&program)[1]) else { panic!("an assignment") };
    assert_eq!((place.offset, place.indices[0].length, place.indices[0].stride), (8, 2, 2));
}

#[test]
fn sources_of_inputs_are_recognised() {
    let program = program(
        "int undefined(); unsigned char __VERIFIER_nondet_uchar(void);
         int main(int argc, char **argv) { int x, y; if (*) x = atoi(argv[1]); y = rand(); x = getchar();
           y = __VERIFIER_nondet_uchar(); y = undefined(x); scanf(\"%d\", &y); return argc; }",
    );
    let mut inputs = Vec::new();
    walk::top_expressions(&program.functions[0].body, &mut |e| {
        let text = format!("{e:?}");
        for part in text.split("Input { name: ").skip(1) {
            let named = part.strip_prefix("Some(\"");
            inputs.push(named.and_then(|part| part.split('"').next()).unwrap_or("*").to_owned());
        }
    });
    assert_eq!(
        inputs,
        ["*", "atoi(argv[1])", "rand", "getchar", "__VERIFIER_nondet_uchar", "undefined", "y"]
    );
    assert_eq!(program.assumed_pure.iter().map(|(n, _)| &**n).collect::<Vec<_>>(), ["undefined"]);
    assert!(program.address_taken.is_empty());
    assert_eq!(program.functions[0].parameters.len(), 1);
}

#[test]
fn errors_and_ends_are_recognised() {
    let program = program(
        "void reach_error() { __assert_fail(\"0\", \"f\", 1, \"g\"); }
         void __VERIFIER_assert(int c) { if (!c) { ERROR: { reach_error(); abort(); } } return; }
         int f(int x) { assert(x > 1); assume(x); __VERIFIER_assert(x); reach_error(); exit(x++); }",
    );
    let kinds: Vec<&ExpressionKind> = body(&program).iter().map(expression).collect();
    assert!(matches!(kinds[0], ExpressionKind::Assert(..)));
    assert!(matches!(kinds[1], ExpressionKind::Assume(_)));
    assert!(matches!(kinds[2], ExpressionKind::Call(..)));
    assert!(matches!(kinds[3], ExpressionKind::Error(name) if name == "reach_error"));
    assert!(matches!(kinds[4], ExpressionKind::Exit(status) if status.ty == IntegerType::INT));
    assert!(matches!(&program.functions[0].body.kind, StatementKind::Block(b) if b.is_empty()));
}

#[test]
fn what_is_not_modelled_is_marked() {
    let program = program(
        "void set(int *p, int v) { *p = v; } double d; union { float f; } u; int *q;
         int f(int x) { int a[2]; q = a; int n[x]; set(q, x++); q = &x; d = x * 1.5; u.f = 2; n[1] = 3;
           if (d > 1) x = (int) d; asm(\"nop\"); printf(\"%d\", x); return *q; }",
    );
    let reasons = reasons(&program);
    for expected in [
        "store through a pointer",
        "floating-point value",
        "floating-point comparison",
        "variable-length array",
        "inline assembly",
        "pointer dereference",
    ] {
        assert!(reasons.iter().any(|r| r.contains(expected)), "{expected}: {reasons:?}");
    }
    let taken: Vec<&str> =
        program.address_taken.iter().map(|v| &*program.variables[v.index()].name).collect();
    assert_eq!(taken, ["x", "a"]);
    // The pointer is not passed, the integer with its effect is.
    assert!(body(&program).iter().any(
        |s| matches!(&s.kind, StatementKind::Expression(e) if matches!(&e.kind, ExpressionKind::Call(_, a, _) if a.len() == 1))
    ));
}

#[test]
fn functions_called_through_pointers_stay_reachable() {
    let program = program(
        "void g(int n) { reach_error(); } int f(int (*p)(void)) { p(); return 0; }  void (*q)(int) = g;",
    );
    let ExpressionKind::Unsupported { operands, may: May { write: true, call: true, .. }, .. } =
        expression(&body(&program)[0])
    else {
        panic!("an unsupported call")
    };
    assert!(format!("{operands:?}").contains("Call(FunctionId(0)"));
}

#[test]
fn a_call_through_a_pointer_is_one_of_the_functions_of_its_type() {
    let program = program(
        "void g(int n) { } void h(int n) { } int other(void) { return 0; } int (*o)(void) = other;
         int f(void) { void (*p)(int) = g; p(1); return p == h; }",
    );
    let ExpressionKind::Conditional(_, call, _) = expression(&body(&program)[1]) else { panic!("a choice") };
    assert!(matches!(call.kind, ExpressionKind::Call(super::program::FunctionId(0), ..)));
    // Only compared, `h` is none of those that are chosen from.
    let text = format!("{:?}", body(&program)[1]);
    assert_eq!(text.matches("Compare(").count(), 1, "{text}");
}

#[test]
fn statement_expressions_come_before_their_statement() {
    let program = program(
        "int f(int x) { int y = ({ int t = x; t++; t; }); while (({ if (x) y = 1; y; })) x--;
           ({ if (x) ; else __assert_fail(\"x\", \"f\", 1, \"f\"); }); return y; }",
    );
    assert!(reasons(&program).is_empty());
    assert!(matches!(body(&program)[2].kind, StatementKind::Declaration(_)));
    assert!(body(&program).iter().any(|s| matches!(s.kind, StatementKind::If { .. })));
}

#[test]
fn old_style_and_struct_parameters_are_passed() {
    let program = program(
        "struct p { int x; char y; }; int sum(struct p v) { return v.x + v.y; } k(a, b, c) char b; { return a + b; }
         main() { struct p v = { 1, 2 }; return sum(v) + k(1, 2, 3); }",
    );
    let whole = &program.variables[program.functions[0].parameters[0].index()];
    let suffixes: Vec<_> = whole.cells.iter().map(|c| &*c.suffix).collect();
    assert_eq!((program.functions[0].parameters.len(), suffixes), (1, vec![".x", ".y"]));
    let widths: Vec<u8> = program.functions[1]
        .parameters
        .iter()
        .map(|v| program.variables[v.index()].cells[0].ty.width)
        .collect();
    assert_eq!(widths, [32, 8, 32]);
    assert_eq!(program.main.map(|m| m.index()), Some(2));
    assert!(reasons(&program).is_empty());
}

#[test]
fn error_conditions_are_resolved() {
    let text = "int g; int f(int a) { int b = a; return b; } void main() { f(1); }\n//@ error: f: \\result > a && b != g\n//@ error: g == true\n";
    let conditions = program(text).error_conditions;
    assert!(conditions[0].at_return && conditions[0].function.is_some());
    assert!(!conditions[1].at_return && conditions[1].function.is_none());
    assert_eq!(
        conditions.iter().map(|c| &*c.subject).collect::<Vec<_>>(),
        ["\\result > a && b != g", "g == true"]
    );
    assert_eq!(error("int g;\n//@ error: h > 1"), "2:1: in error condition 'h > 1': 'h' undeclared");
    assert_eq!(
        error("int g;\n//@ error: f: g"),
        "2:1: in error condition 'f: g': no function 'f' is defined"
    );
    assert_eq!(
        error("int g;\n//@ error: g = 1"),
        "2:1: in error condition 'g = 1': the condition must have no side effects"
    );
}

#[test]
fn a_structure_cannot_contain_itself() {
    assert!(
        error("struct T { struct T t; int a; }; struct T t; int main(void) { return t.a; }")
            .contains("incomplete type")
    );
    assert!(error("struct T { struct T t[2]; }; int main(void) { return 0; }").contains("incomplete type"));
}

/// The lines of a table in `tests/tables`, split at `#`.
fn table(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(" #").map(str::trim).collect()).collect()
}

/// The declarations that the expressions of the table use.
const TABLE_NAMES: &str = "struct s { char c; int x; long y; short a[3]; struct { char p; double q; } in; };
    enum e { A = 3, B }; enum f { BIG = 0x80000000 }; enum n { NEGATIVE = -7 };\n";

#[test]
fn constant_expressions_have_the_types_and_values_of_the_table() {
    let table = table(include_str!("../../tests/tables/constants.txt"));
    assert!(table.len() > 150);
    let mut wrong = Vec::new();
    for (column, data_model) in [(1, DataModel::Lp64), (2, DataModel::Ilp32)] {
        for row in &table {
            let expression = row[0];
            let text = format!(
                "{TABLE_NAMES} long long v = {expression};
                 long long t = (((__typeof__({expression})) -1) < 0 ? -1 : 1) * (int) sizeof(__typeof__({expression}));"
            );
            let (program, errors) = run(&text, &Options { data_model, globals_are_inputs: false });
            let initial = |i: usize| program.as_ref().and_then(|p| p.variables[i].initial[0]);
            let found = match (initial(0), initial(1)) {
                (Some(value), Some(size)) => {
                    format!("{}{} {value}", if size < 0 { 'i' } else { 'u' }, size.abs() * 8)
                }
                _ => format!("not known {errors:?}"),
            };
            if found != row[column] {
                wrong.push(format!("{data_model:?}: {expression}: {found} instead of {}", row[column]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn structures_are_laid_out_as_in_the_table() {
    let table = table(include_str!("../../tests/tables/layouts.txt"));
    assert!(table.len() > 30);
    let mut wrong = Vec::new();
    for (column, data_model) in [(2, DataModel::Lp64), (3, DataModel::Ilp32)] {
        for row in &table {
            let offsets = row[1].split_whitespace().map(|m| format!("__builtin_offsetof(t, {m})"));
            let wanted = ["sizeof(t)".to_owned(), "_Alignof(t)".to_owned()].into_iter().chain(offsets);
            let list: Vec<String> = wanted.collect();
            let text = format!("typedef {} t; int v[] = {{ {} }};", row[0], list.join(", "));
            let (program, errors) = run(&text, &Options { data_model, globals_are_inputs: false });
            let found = match &program {
                Some(program) => {
                    let shown = |value: &Option<i128>| value.map_or("?".to_owned(), |v| v.to_string());
                    program.variables[0].initial.iter().map(shown).collect::<Vec<_>>().join(" ")
                }
                None => format!("{errors:?}"),
            };
            if found != row[column] {
                wrong.push(format!("{data_model:?}: {}: {found} instead of {}", row[0], row[column]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What an array or structure is initialised with, in the order of its cells.
fn initial(declarations: &str) -> Vec<i128> {
    let program = program(declarations);
    let last = program.variables.last().expect("a variable");
    last.initial.iter().map(|v| v.unwrap_or(-99)).collect()
}

#[test]
fn initialiser_lists_follow_designations_and_elided_braces() {
    let cases: [(&str, &[i128]); 12] = [
        ("int x[2][3] = { 1, 2, 3, 4, 5, 6 };", &[1, 2, 3, 4, 5, 6]),
        ("int x[2][3] = { { 1 }, { 2, 3 } };", &[1, 0, 0, 2, 3, 0]),
        ("int x[2][3] = { [0][1] = 7, 8, 9 };", &[0, 7, 8, 9, 0, 0]),
        ("int x[2][3] = { 1, 2, [0] = 10, 11, [1][0] = 12 };", &[10, 11, 0, 12, 0, 0]),
        ("int x[] = { [3] = 1, 2, [0] = 5, 6 };", &[5, 6, 0, 1, 2]),
        ("int x[][2] = { 1, 2, 3, [3] = 4, 5, 6 };", &[1, 2, 3, 0, 0, 0, 4, 5, 6, 0]),
        ("int x[5] = { [1 ... 3] = 4, 5 };", &[0, 4, 4, 4, 5]),
        ("struct { int a, b[2], c; } x = { 1, 2, 3, 4 };", &[1, 2, 3, 4]),
        ("struct { int a, b[2], c; } x = { .b[1] = 5, 6, .a = 7 };", &[7, 0, 5, 6]),
        (
            "struct { int a; struct { int p, q; } b; int c; } x[2] = { 1, 2, 3, 4, 5, { 6 }, 7 };",
            &[1, 2, 3, 4, 5, 6, 0, 7],
        ),
        ("struct { int a; struct { int p, q; }; int c; } x = { .q = 2, 3, .p = 1 };", &[0, 1, 2, 3]),
        ("int y[] = (int[]) { 4, 5 };", &[4, 5]),
    ];
    for (text, expected) in cases {
        assert_eq!(initial(text), expected, "{text}");
    }
}

#[test]
fn what_is_not_certain_about_types_is_not_modelled() {
    // Cells are not bytes, `long` and `long long` look alike, attributes change layouts.
    let program = program(
        "struct __attribute__((packed)) p { char c; int x; }; struct q { char c; int x; } __attribute__((aligned(16)));
         struct { unsigned b : 3; int c; } v; struct { long b : 40; int c; } w; int r;
         void f(int x) { r = *(char *) &x; r = _Generic(1LL, long: 1, default: 2); r = sizeof(struct p);
           r = sizeof(struct q); r = w.b; r = v.b - 5 < 0; }",
    );
    let reasons = reasons(&program);
    for expected in
        ["pointer dereference", "'_Generic' between similar types", "size of this type", "bit-field"]
    {
        assert!(reasons.iter().any(|r| r.contains(expected)), "{expected}: {reasons:?}");
    }
    let ExpressionKind::Assign(_, value) = expression(body(&program).last().expect("a statement")) else {
        panic!("an assignment")
    };
    // A narrow bit-field is an `int` in expressions, so the comparison is one of `int`.
    let ExpressionKind::Compare(_, left, _) = &value.kind else { panic!("a comparison: {value:?}") };
    assert_eq!(left.ty, IntegerType::INT);
}

#[test]
fn machine_modes_have_their_widths() {
    assert_eq!(value("sizeof(__typeof__((char) 1))"), 1);
    let text =
        "typedef int q __attribute__((__mode__(__QI__))); typedef unsigned d __attribute__((mode(DI)));
        int x[] = { sizeof(q), sizeof(d), (q) 300, (d) -1 > 0 };";
    assert_eq!(initial(text), [1, 8, 44, 1]);
}

#[test]
fn a_store_through_a_pointer_that_hides_const_is_not_modelled() {
    let found = reasons(&program("const int b; int main(void) { int *c = &b; *c = 42; return *c; }"));
    assert_eq!(found, ["write to a constant object"]);
    assert_eq!(
        error("const int b; int main(void) { const int *c = &b; *c = 42; return *c; }"),
        "1:53: assignment of read-only location '*c'"
    );
}

#[test]
fn the_value_of_a_range_is_evaluated_once() {
    let program =
        program("int give(void); int main(void) { int a[3] = { [0 ... 2] = give() }; return a[1]; }");
    let text = format!("{:?}", program.functions[0].body);
    assert_eq!(
        (text.matches("Input {").count(), text.matches("initialiser of a range").count()),
        (1, 2),
        "{text}"
    );
}

#[test]
fn what_c_computes_of_constants_is_known() {
    assert_eq!(value("(long) (char *) 0 == 0 && !\"a\" == 0"), 1);
    assert_eq!(value("\"abc\"[1] + sizeof(char[__builtin_popcount(7)])"), 101);
    // A function that does not return has the result that it is declared with.
    assert!(
        reasons(&program(
            "int never(void) __attribute__((noreturn)); int main(void) { int x = never(); return x; }"
        ))
        .iter()
        .all(|r| r.contains("never"))
    );
}

//! Tests of what objects become over cells: which they have, of which types, and with which values they start.

use std::collections::BTreeSet;

use super::sample::{self, graph, graph_of_inputs, graph_with};
use super::shapes::plural;
use super::{Demands, lay_out};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::options::{CheckKind, DataModel};
use focuscheck_cells::facts::cfg::{Action, Graph, Scalar};
use focuscheck_syntax::error::Severity;

fn graph_in(text: &str, data_model: DataModel) -> Result<Graph, String> {
    let original = sample::original(text, data_model, false).map_err(|found| format!("{found:?}"))?;
    Ok(lay_out(&original, Demands::new(&BTreeSet::new(), 4)).map_err(|unlaid| format!("{unlaid:?}"))?.graph)
}

fn error(text: &str) -> String {
    let found = sample::original(text, DataModel::default(), false).expect_err("an error");
    let first = found.into_iter().find(|diagnostic| diagnostic.severity == Severity::Error);
    first.map(|diagnostic| diagnostic.message).unwrap_or_default()
}

/// The cells of a variable outside of functions.
fn cells<'g>(graph: &'g Graph, name: &str) -> Vec<&'g Scalar> {
    let own = |scalar: &&Scalar| {
        scalar.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    graph.scalars.iter().filter(own).collect()
}

/// What the cells of a variable start with, in their order.
fn initial_of(graph: &Graph, name: &str) -> Vec<Option<i128>> {
    cells(graph, name).iter().map(|scalar| scalar.initial.and_then(Result::ok)).collect()
}

/// What an array or structure `x` is initialised with, in the order of its cells.
fn initial(declarations: &str) -> Vec<i128> {
    initial_of(&graph(declarations), "x").into_iter().map(|value| value.unwrap_or(-99)).collect()
}

/// The value of a global that is initialised with the expression.
fn value(expression: &str) -> i128 {
    value_in(expression, DataModel::Lp64)
}

fn value_in(expression: &str, data_model: DataModel) -> i128 {
    let text =
        format!("struct s {{ char c; int x; long y; }}; enum e {{ A = 3, B }}; long long v = {expression};");
    let graph = graph_in(&text, data_model).unwrap_or_else(|found| panic!("{expression}: {found}"));
    initial_of(&graph, "v")[0].unwrap_or_else(|| panic!("{expression} is not constant"))
}

/// Why values and accesses of a program are not modelled.
fn reasons(graph: &Graph) -> Vec<String> {
    let mut found = Vec::new();
    for (_, node) in graph.all_nodes() {
        if let Action::Unsupported { reason, .. } = &node.action {
            found.push(reason.to_string());
        }
    }
    found.extend(graph.obligations.iter().map(|obligation| obligation.reason.to_string()));
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
    assert_eq!(value("(long) (char *) 0 == 0 && !\"a\" == 0"), 1);
    assert_eq!(value("\"abc\"[1] + sizeof(char[__builtin_popcount(7)])"), 101);
}

#[test]
fn objects_become_cells() {
    let found = graph(
        "struct p { int x; char *s; short y[2]; } a[2] = { { 1, \"s\", { 2, 3 } }, { .y = { [1] = 7 } } };
         char text[] = \"hi\"; int m[][2] = { 1, 2, { 3 } }; float f; union { int i; } u; extern int e; int t; int t;",
    );
    let names: Vec<&str> = found.scalars.iter().map(|scalar| &*scalar.name).collect();
    assert_eq!(
        names,
        [
            "\"s\"[0]",
            "\"s\"[1]",
            "a[0].x",
            "a[0].s",
            "a[0].y[0]",
            "a[0].y[1]",
            "a[1].x",
            "a[1].s",
            "a[1].y[0]",
            "a[1].y[1]",
            "text[0]",
            "text[1]",
            "text[2]",
            "m[0][0]",
            "m[0][1]",
            "m[1][0]",
            "m[1][1]",
            "f",
            "u.i",
            "e",
            "t"
        ]
    );
    let known = |values: &[i128]| values.iter().copied().map(Some).collect::<Vec<_>>();
    assert_eq!(initial_of(&found, "a"), known(&[1, 1, 2, 3, 0, 0, 0, 7]));
    assert_eq!(initial_of(&found, "text"), known(&[104, 105, 0]));
    assert_eq!(initial_of(&found, "m"), known(&[1, 2, 3, 0]));
    assert_eq!((initial_of(&found, "e"), initial_of(&found, "t")), (vec![None], known(&[0])));
    let found = graph_of_inputs("int a; int b = 1; static int c;");
    let initial = ["a", "b", "c"].map(|name| initial_of(&found, name)[0]);
    assert_eq!(initial, [None, Some(1), None]);
}

#[test]
fn sources_of_inputs_are_recognised() {
    let found = graph(
        "int undefined(); unsigned char __VERIFIER_nondet_uchar(void);
         int main(int argc, char **argv) { int x, y; if (*) x = atoi(argv[1]); y = rand(); x = getchar();
           y = __VERIFIER_nondet_uchar(); y = undefined(x); scanf(\"%d\", &y); return argc; }",
    );
    let inputs: Vec<&str> = found.sites.iter().map(|site| &*site.name).collect();
    assert_eq!(inputs, ["argc", "x", "y", "*", "atoi(…)", "y", "x", "y", "y", "y"]);
    let rests: Vec<String> = found.assumed.iter().map(|assumed| format!("{:?}", assumed.premise)).collect();
    assert_eq!(rests, ["Filled", "Contained { function: \"undefined\" }"]);
}

#[test]
fn what_is_not_modelled_is_marked() {
    let found = reasons(&graph(
        "void set(int *p, int v) { *p = v; } double d; union { float f; } u; int *q; int r;
         int f(int x) { int a[2]; q = a; int n[x]; set(q, x++); q = &x; d = x * 1.5; u.f = 2; n[1] = 3;
           if (d > 1) x = (int) d; asm(\"nop\"); printf(\"%d\", x); return *q; }",
    ));
    for expected in
        ["store through a pointer", "floating-point", "variable-length array", "pointer dereference"]
    {
        assert!(found.iter().any(|reason| reason.contains(expected)), "{expected}: {found:?}");
    }
}

#[test]
fn what_is_not_certain_about_types_is_not_modelled() {
    // Cells are not bytes, `long` and `long long` look alike, attributes change layouts.
    let found = reasons(&graph(
        "struct __attribute__((packed)) p { char c; int x; }; struct q { char c; int x; } __attribute__((aligned(16)));
         struct { unsigned b : 3; int c; } v; struct { long b : 40; int c; } w; int r;
         void f(int x) { r = *(char *) &x; r = _Generic(1LL, long: 1, default: 2); r = sizeof(struct p);
           r = sizeof(struct q); r = w.b; r = v.b - 5 < 0; }",
    ));
    for expected in ["pointer dereference", "one of several expressions", "size of this type", "bit-field"] {
        assert!(found.iter().any(|reason| reason.contains(expected)), "{expected}: {found:?}");
    }
}

#[test]
fn parameters_of_old_style_and_structures_are_passed() {
    let found = graph(
        "struct p { int x; char y; }; int sum(struct p v) { return v.x + v.y; } k(a, b, c) char b; { return a + b; }
         main() { struct p v = { 1, 2 }; return sum(v) + k(1, 2, 3); }",
    );
    let formals = |number: usize| {
        let formals = found.procedures[number].formals.iter();
        formals.map(|formal| &found.scalars[formal.index()]).collect::<Vec<_>>()
    };
    assert_eq!(formals(0).iter().map(|scalar| &*scalar.name).collect::<Vec<_>>(), ["v.x", "v.y"]);
    let types: Vec<IntegerType> = formals(1).iter().map(|scalar| scalar.ty).collect();
    assert_eq!(
        types,
        [IntegerType::INT, IntegerType { width: 8, signed: true, float: false }, IntegerType::INT]
    );
    assert_eq!(found.main.map(|main| main.index()), Some(2));
    assert!(reasons(&found).is_empty());
}

#[test]
fn wrong_error_conditions_are_told() {
    assert_eq!(error("int g;\n//@ error: h > 1"), "in error condition 'h > 1': 'h' undeclared");
    assert_eq!(error("int g;\n//@ error: f: g"), "in error condition 'f: g': no function 'f' is defined");
    assert_eq!(
        error("int g;\n//@ error: g = 1"),
        "in error condition 'g = 1': the condition must have no side effects"
    );
    assert_eq!(
        error("int g, *p;\n//@ error: __VERIFIER_nondet_int() > 1"),
        "in error condition '__VERIFIER_nondet_int() > 1': the condition must have no side effects"
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
            let found = graph_in(&text, data_model);
            let first = |name| found.as_ref().ok().and_then(|graph| initial_of(graph, name)[0]);
            let shown = match (first("v"), first("t")) {
                (Some(value), Some(size)) => {
                    format!("{}{} {value}", if size < 0 { 'i' } else { 'u' }, size.abs() * 8)
                }
                _ => format!("not known {:?}", found.err()),
            };
            if shown != row[column] {
                wrong.push(format!("{data_model:?}: {expression}: {shown} instead of {}", row[column]));
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
            let shown = match graph_in(&text, data_model) {
                Ok(graph) => {
                    let shown = |value: &Option<i128>| value.map_or("?".to_owned(), |v| v.to_string());
                    initial_of(&graph, "v").iter().map(shown).collect::<Vec<_>>().join(" ")
                }
                Err(found) => found,
            };
            if shown != row[column] {
                wrong.push(format!("{data_model:?}: {}: {shown} instead of {}", row[0], row[column]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
        ("int x[] = (int[]) { 4, 5 };", &[4, 5]),
    ];
    for (text, expected) in cases {
        assert_eq!(initial(text), expected, "{text}");
    }
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
    let found = reasons(&graph("const int b; int main(void) { int *c = &b; *c = 42; return *c; }"));
    assert!(found.contains(&"write to a constant object".to_owned()), "{found:?}");
    assert_eq!(
        error("const int b; int main(void) { const int *c = &b; *c = 42; return *c; }"),
        "assignment of read-only location '*c'"
    );
}

#[test]
fn the_value_of_a_range_is_evaluated_once() {
    let found = graph("int give(void); int main(void) { int a[3] = { [0 ... 2] = give() }; return a[1]; }");
    let inputs = found.nodes.iter().filter(|node| matches!(node.action, Action::Input { .. })).count();
    assert_eq!(inputs, 1);
}

/// The check of a subscript in a row names the row, also behind a pointer.
#[test]
fn checks_of_subscripts_name_the_rows_that_are_chosen() {
    let text = "int m[2][3][4]; int scanf(const char *, ...);
        void one(int (*p)[4], int i, int j) { p[i][j] = 1; }
        int main(void) { int i = 0, j = 1, k = 2; scanf(\"%d\", &m[i][j][k]); one(m[i], j, k); return 0; }";
    let graph = graph_with(text, &[CheckKind::Bounds]);
    let found: Vec<&str> = graph.errors.iter().map(|error| error.text.as_str()).collect();
    let expected = [
        "index i in bounds of m[2]",
        "index j in bounds of m[i][3]",
        "index k in bounds of m[i][j][4]",
        "index i in bounds of m[2]",
        "index i in bounds of m[i][3]",
        "index j in bounds of m[i][i][4]",
    ];
    // In `one` the second `i` is its own, the offset in the row that `main` chose.
    assert_eq!(found, expected);
}

#[test]
fn what_has_no_cells_is_told_in_the_plural() {
    let one =
        ["pointer value", "structure without integer members", "array of unions", "value of type 's_t'"];
    let several =
        ["pointer values", "structures without integer members", "arrays of unions", "values of type 's_t'"];
    assert_eq!(one.map(plural), several);
}

/// A pointer that moves on is asked about before it does.
#[test]
fn checks_of_pointers_name_the_pointer() {
    let text =
        "int a[3]; int main(void) { int *p = 0, n = 0; if (a[0]) p = a; n += *p++; n += *p--; return n; }";
    let graph = graph_with(text, &[CheckKind::Pointer]);
    let found: Vec<&str> = graph.errors.iter().map(|error| error.text.as_str()).collect();
    assert_eq!(found, ["pointer p not null", "pointer p not null"]);
}

use super::*;
use crate::lowered;
use focuscheck_base::options::DataModel;
use focuscheck_report::execution::EndKind;

fn run_with(text: &str, options: &Options, values: &[(&str, i128)]) -> Execution {
    let source = SourceFile::new("test.c", text);
    let (graph, diagnostics) = lowered(&source, options);
    let graph = graph.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
    let mut given: BTreeMap<InputName, VecDeque<i128>> = BTreeMap::new();
    for (name, value) in values {
        let name = InputName { name: (*name).to_owned(), line: None };
        given.entry(name).or_default().push_back(*value);
    }
    let limits = Limits { steps: 10_000, depth: 100 };
    let request = Request { values: given, default: Default::Zero, limits };
    execute(&graph, &source, options, request, None).expect("possible inputs")
}

fn run(text: &str) -> Execution {
    run_with(text, &Options::default(), &[])
}

/// The text of a `main` with these statements, after declarations of what they use.
fn body(statements: &str) -> String {
    format!(
        "void exit(int); void abort(void); void assert(int); void reach_error(void);\n\
         int g = 1, z, a[3], b[2][4]; struct p {{ int x, y; }} s;\n\
         int none(int n) {{ if (n) return n; }} void set(int *p) {{ *p = 1; }} void part(struct p *p) {{ p->x = 1; }} \
         void first(int *p) {{ p[0] = 1; }} void get(int *p) {{ z = *p; }} void moved(int *p) {{ *p++ = 2; }}\n\
         int main(void) {{\n{statements}\n}}"
    )
}

#[test]
fn undefined_behaviour_is_named_with_its_values() {
    let cases = [
        (
            "int i = 2147483647; z = i + 1;",
            "signed overflow: `i + 1` is 2147483648, which is not in the range of int",
        ),
        (
            "z = -2147483647 - 1; z = -z;",
            "signed overflow: `-z` is 2147483648, which is not in the range of int",
        ),
        (
            "z = -2147483647 - 1; z /= -g;",
            "signed overflow: `z / -g` is 2147483648, which is not in the range of int",
        ),
        (
            "z = -2147483647 - 1; z %= -g;",
            "signed overflow: the quotient of `z % -g` is 2147483648, which is not in the range of int",
        ),
        (
            "long l = 9223372036854775807; l++;",
            "signed overflow: `l + 1` is 9223372036854775808, which is not in the range of a signed integer of 64 bits",
        ),
        ("g = 7 % z;", "division by zero in `7 % z`"),
        ("g = 1 << (g + 31);", "shift amount 32 is not in 0..31 in `1 << (g + 31)`"),
        ("g = 1 >> -g;", "shift amount -1 is not in 0..31 in `1 >> -g`"),
        ("g = -g << 2;", "left shift of the negative value -1 in `-g << 2`"),
        ("g <<= 31;", "left shift of 1 by 31 is not in the range of int in `g << 31`"),
        ("a[g + 2] = 1;", "index 3 is not in 0..2"),
        ("z = b[g][-g];", "index -1 is not in 0..3"),
        ("z = b[2 * g][g];", "index 2 is not in 0..1"),
        ("int i; z = i;", "`i` is read before it has a value"),
        ("int l[2]; l[1] = 3; z = l[z];", "`l[z]` is read before it has a value"),
        ("int i = 3; { goto in; int k = 2; in: z = k; }", "`k` is read before it has a value"),
        ("int i; get(&i);", "`*p` is read before it has a value"),
        ("z = none(0);", "the value of a call of `none` is used, but it returned none"),
    ];
    for (statements, message) in cases {
        let end = run(&body(statements)).end;
        assert_eq!(
            (end.how.kind(), end.how.message().as_str()),
            (EndKind::Undefined, format!("undefined behaviour: {message}").as_str()),
            "{statements}"
        );
        let line = if message.contains("call of") || message.contains("*p") { 3 } else { 5 };
        assert_eq!(end.line, Some(line), "{statements}");
    }
}

#[test]
fn what_is_defined_is_not_undefined() {
    let cases = [
        "signed char c = 127; c++; c = 300; short h = -32768; h--; h = -h;",
        "unsigned u = 0; u--; u = u * u; u <<= 31; unsigned short w = 65535; w = w + w;",
        "struct p q; q.x = 1; struct p r = q; s = r; struct p t[2]; t[g] = q; t[z] = t[g];",
        "none(0); (void)none(0); none(0), z = 1;",
        "_Bool f = 5; f++; f--; f -= 3; g = -1 >> 3;",
        "int i; i = 1; for (int k; (k = i) < 3; i++) z += k;",
        "z = z ? 1 / z : 0; z = z && 1 / z; z = !z || 1 / z;",
        "z = sizeof(g / z); a[2] = b[1][3];",
        "int i; set(&i); z = i; struct p q; part(&q); z = q.x; int l[2]; first(l); z = l[0]; int m; moved(&m); z = m;",
    ];
    for statements in cases {
        assert_eq!(run(&body(statements)).end.how.message(), "finished with result 0", "{statements}");
    }
}

#[test]
fn every_end_has_its_name() {
    let cases = [
        ("return 300;", EndKind::Finished, "finished with result 300", None),
        ("exit(g + 2);", EndKind::Finished, "ended with exit status 3", Some(5)),
        ("abort();", EndKind::Stopped, "ended by `abort()`", Some(5)),
        ("assert(g == 2);", EndKind::Error, "assertion `g == 2` fails", Some(5)),
        ("reach_error();", EndKind::Error, "`reach_error()` is called", Some(5)),
        ("goto ERROR; ERROR: ;", EndKind::Error, "label `ERROR` is reached", Some(5)),
        ("__VERIFIER_assume(z > 0);", EndKind::Assumption, "assumption `z > 0` does not hold", Some(5)),
        (
            "__VERIFIER_assume(z && g);",
            EndKind::Assumption,
            "assumption `__VERIFIER_assume(z && g)` does not hold",
            Some(5),
        ),
        (
            "while (1) z++;",
            EndKind::Limit,
            "the limit of 10000 steps was reached; raise --max-steps",
            Some(5),
        ),
        (
            "double d = 1.5; if (d * 2 > 1) z = 1;",
            EndKind::Unsupported,
            "not modelled: floating-point arithmetic",
            Some(5),
        ),
    ];
    for (statements, kind, message, line) in cases {
        let end = run(&body(statements)).end;
        assert_eq!(
            (end.how.kind(), end.how.message().as_str(), end.line),
            (kind, message, line),
            "{statements}"
        );
    }
    let deep = run("int f(int n) { return f(n + 1); } int main(void) { return f(0); }").end;
    assert_eq!(
        (deep.how.kind(), deep.how.message().as_str()),
        (EndKind::Limit, "more than 100 calls are open")
    );
    let condition = run("int g;\nint main(void) {\n  g = 1;\n  g = 2;\n}\n//@ error: g == 2\n").end;
    assert_eq!(
        (condition.line, condition.how.message().as_str()),
        (Some(4), "error condition `g == 2` becomes true")
    );
}

#[test]
fn inputs_are_given_or_not() {
    let text = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  int l;\n  int x = __VERIFIER_nondet_int();\n  return x + l;\n}";
    let given = run_with(text, &Options::default(), &[("l", 3), ("x", 4), ("x", 9)]);
    assert_eq!(given.end.how.status(), Some(7));
    assert_eq!(given.unused, [("x".to_owned(), 1)]);
    assert_eq!(run(text).end.how.kind(), EndKind::Undefined);
    let options = Options { globals: Globals::Input, ..Options::default() };
    let default = run_with(text, &options, &[("x", 4)]);
    assert_eq!(default.end.how.status(), Some(4));
    let reads: Vec<_> =
        default.inputs.iter().map(|read| (read.name.as_str(), read.line, read.given)).collect();
    assert_eq!(reads, [("l", 3, false), ("x", 4, true)]);
}

#[test]
fn the_data_model_decides_what_long_holds() {
    let text = "int main(void) { long l = 2147483647; l = l + 1; return sizeof(long) + sizeof(sizeof(int)) + (-1L < 1u); }";
    assert_eq!(run(text).end.how.status(), Some(17));
    let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
    assert_eq!(run_with(text, &options, &[]).end.how.kind(), EndKind::Undefined);
    let narrow = "int main(void) { return sizeof(long) + sizeof(sizeof(int)) + (-1L < 1u) + (2147483648 > 0) + sizeof(2147483648) + ((unsigned long)-1 == 4294967295u); }";
    assert_eq!(run_with(narrow, &options, &[]).end.how.status(), Some(18));
}

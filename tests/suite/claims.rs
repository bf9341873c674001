//! Sentences about inputs are true: when an error happens, what else decides, what does not matter.

use std::fs;

use focuscheck_cli::{self as cli, Environment};

/// What `check` prints of a program.
fn printed(name: &str, text: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the program is written");
    let mut words = vec!["focuscheck".to_owned(), "check".to_owned(), "--no-config".to_owned()];
    words.extend(options.iter().map(|option| (*option).to_owned()));
    words.push(path.display().to_string());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    cli::run(words, &Environment::default(), &mut stdout, &mut stderr);
    String::from_utf8(stdout).expect("text")
}

/// The headings of explanations.
fn headings(name: &str, text: &str, options: &[&str]) -> Vec<String> {
    let report = printed(name, text, options);
    let lines = report.lines().filter(|line| line.starts_with("  #"));
    lines.map(|line| line.trim().to_owned()).collect()
}

const HEAD: &str = "#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
";

fn of_function(body: &str) -> Vec<String> {
    headings("f.c", &format!("{HEAD}{body}"), &["--entry", "f", "--check", "bounds,div"])
}

#[test]
fn conditions_that_reduce_deletes_stay_where_they_decide() {
    assert_eq!(
        of_function("int sink; void f(int i) { int buf[5] = {1, 2, 3, 4, 5}; sink = buf[i]; }"),
        ["#1 when i >= 5", "#2 when i < 0"]
    );
    assert_eq!(
        of_function("void f(int a, int b) { int area = 0; if (a > 0 && b > 0) area = 1; assert(area > 0); }"),
        ["#1 when a <= 0", "#2 when b <= 0"]
    );
    assert_eq!(
        of_function(
            "void f(int a, int b) { int s = 0, t = 0; if (a > 0) s = 1; if (b > 0) t = 1; assert(s != t); }"
        ),
        ["#1 when a <= 0 and b <= 0", "#2 when a > 0 and b > 0"]
    );
}

#[test]
fn conditions_that_do_not_decide_are_left_out() {
    assert_eq!(
        of_function(
            "void f(int a, int b) {
  int x = 0;
  if (a > 3)
    x = 1;
  else
    x = 2;
  assert(x == 3 || b != 7); }"
        ),
        ["#1 and #2 when b == 7, on either branch of line 8"]
    );
}

#[test]
fn what_a_run_has_to_pass_is_a_condition() {
    assert_eq!(
        of_function(
            "static void need(int x) { if (x > 3) exit(1); }\nvoid f(int x, int y) { need(x); assert(y != 0); }"
        ),
        ["#1 when x <= 3 and y == 0"],
        "an end in a function that is called"
    );
    assert_eq!(
        of_function("void f(int x, int y) { __VERIFIER_assume(x > 3); assert(y != 0); }"),
        ["#1 when x > 3 and y == 0"],
        "an assumption"
    );
    assert_eq!(
        of_function(
            "static void need(int x) { if (x > 3) exit(1); }\nvoid f(int x, int y) { if (x != 1) need(x); assert(y != 0); }"
        ),
        ["#1 when y == 0, if line 7 is reached"],
        "an end that is not met in every run"
    );
}

#[test]
fn loops_that_may_not_end_are_said() {
    let with = |lead: &str| {
        of_function(&format!("int g; void f(int x, unsigned n, int y) {{ {lead} assert(y != 0); }}"))
    };
    let plain = ["#1 when y == 0"];
    assert_eq!(with("while (x != 7);"), ["#1 when y == 0, if line 6 is reached"]);
    assert_eq!(with("for (unsigned i = 0; i < n; i += 2) g++;"), ["#1 when y == 0, if line 6 is reached"]);
    assert_eq!(with("for (int i = 0; i < x; i++) if (i == 3) g++;"), plain);
    assert_eq!(with("for (int i = x; i > 0; i /= 2) g++;"), plain);
    assert_eq!(with("while (n != 0) { n >>= 1; for (int k = 9; k >= 0; k--) g++; }"), plain);
    assert_eq!(
        with("for (int i = 0; i < x; i++) { g++; if (g > 9) i = 0; }"),
        ["#1 when y == 0, if line 6 is reached"]
    );
}

#[test]
fn other_errors_that_happen_before_are_said() {
    let program = "void f(int a, int b) {\n  assert(a > 0);\n  assert(b != 2); }";
    assert_eq!(of_function(program), ["#1 when a <= 0", "#1 when b == 2, unless it fails at line 7 before"]);
    let never = "void f(int a, int b) {\n  a = 1;\n  assert(a > 0);\n  assert(b != 2); }";
    assert_eq!(of_function(never), ["#1 when b == 2"]);
    // A check that may fail elsewhere, and not under these conditions.
    let elsewhere = "int f(int b, int d) {\n  int buf[2] = {3, 4};\n  if (b != buf[d])\n    return 1;\n  assert(b != 3);\n  return 0; }";
    assert_eq!(of_function(elsewhere), ["#1 when d >= 2", "#2 when d < 0", "#1 when d == 0 and b == 3"]);
    // What comes after an error does not keep a run from it.
    let after = "void f(int a, int b) {\n  assert(b != 2);\n  assert(a > 0); }";
    assert_eq!(of_function(after)[0], "#1 when b == 2");
}

#[test]
fn either_of_two_checks_of_a_statement_may_fail_first() {
    let program = "int g[5];\nint f(int a, int d) { return g[d] / a; }";
    assert_eq!(
        of_function(program),
        [
            "#1 when d >= 5, unless another check of the line fails before",
            "#2 when d < 0, unless another check of the line fails before",
            "#1 when a == 0, unless another check of the line fails before",
        ]
    );
    // `&&` has an order, and so have statements.
    let ordered = "int g[5];\nint f(int a, int d) { int e = g[d] && 1 / a; return e + 1 / (a - 2); }";
    let headings = of_function(ordered);
    assert_eq!(headings[..2], ["#1 when d >= 5", "#2 when d < 0"]);
    // Whether `x >> x` comes before the element is open, too.
    let both = "int f(int x) { int a[2] = {3, 3}; return (x >> x) - a[x - x - 2]; }";
    let report = printed("f.c", both, &["--entry", "f"]).replace("\n  ", " ");
    assert!(
        report.contains("`shift amount x in 0..31` cannot fail in f if the other checks of the line pass"),
        "{report}"
    );
}

#[test]
fn choices_are_conditions() {
    let program = "int main(void) { int y = __VERIFIER_nondet_int(); int x = 0;
  if (__VERIFIER_nondet_int()) x = 1;
  if (y > 3) x = x + 1;
  assert(x != 1); }";
    assert_eq!(
        headings("f.c", &format!("{HEAD}{program}"), &[]),
        ["#1 when __VERIFIER_nondet_int == 0 and y > 3", "#2 when __VERIFIER_nondet_int != 0 and y <= 3"]
    );
    let starred = "int main() { int y; int x = 0; if (*) x = 1; if (y > 3) assert(x != 1); }";
    assert_eq!(headings("f.cimple", starred, &[]), ["#1 when y > 3, for some choices at `*`"]);
}

#[test]
fn headlines_and_projections_leave_nothing_out() {
    let starred = "int f(int y) { int x = 0; if (*) x = 1; if (y > 3) assert(x != 1); return 0; }
int g(int y) { if (*) assert(0); return y; }";
    let headline = |entry: &str| {
        let report = printed("f.cimple", starred, &["--entry", entry]);
        report.lines().next().unwrap_or_default().to_owned()
    };
    assert!(headline("f").contains("f() fails when y > 3 (for some choices at `*`)"), "{}", headline("f"));
    assert!(headline("g").contains("g() fails when some choices at `*` are made"), "{}", headline("g"));
    let assumed = "void f(int x, int y) { __VERIFIER_assume(x > 3 && x > y); assert(y != 7); }";
    let text = format!("{HEAD}{assumed}");
    let onto = |inputs: &str| headings("f.c", &text, &["--entry", "f", "--inputs", inputs]);
    assert_eq!(onto("x"), ["#1 for the chosen inputs: when x > 3 and x >= 8"]);
    assert_eq!(onto("y"), ["#1 for the chosen inputs: when y == 7"]);
}

#[test]
fn inputs_that_may_decide_whether_the_error_is_reached_are_not_said_not_to_matter() {
    let decides = format!("{HEAD}void f(int x, int y) {{ while (x != 7); assert(y != 0); }}");
    let report = printed("f.c", &decides, &["--entry", "f"]);
    assert!(report.contains("and 1 other\n"), "{report}");
    let apart =
        format!("{HEAD}void f(int x, int y) {{ int g = 0; if (x > 7) g = 1; assert(y != 0); y = g; }}");
    let report = printed("f.c", &apart, &["--entry", "f"]);
    assert!(report.contains("and 1 other that does not matter\n"), "{report}");
}

#[test]
fn conditions_are_said_as_the_source_says_them() {
    let text = format!(
        "{HEAD}int main(void) {{
  int x;
  char op;
  if (scanf(\"%d %c\", &x, &op) != 2) return 1;
  if (op == '/' || op == '\\'') assert(x != 0);
  return 0; }}"
    );
    assert_eq!(
        headings("read.c", &text, &["--check", "none"]),
        ["#1 when scanf() == 2 and op == '\\'' and x == 0", "#2 when scanf() == 2 and op == '/' and x == 0"]
    );
}

#[test]
fn what_is_declared_and_then_read_is_one_input() {
    let text = format!(
        "{HEAD}int main(void) {{ int x, y;\nif (scanf(\"%d %d\", &x, &y) != 2) return 1; assert(y != 3); }}"
    );
    let report = printed("once.c", &text, &[]);
    assert!(report.contains("and 1 other that does not matter"), "{report}");
}

#[test]
fn what_a_deleted_condition_excludes_may_happen_before() {
    assert_eq!(
        of_function(
            "int f(int b, int len) {
  int s = 1 % len;
  if (len > 100)
    s = -1;
  else if (len != 0)
    s++;
  assert(s > s + b);
  return 0; }"
        ),
        [
            "#1 when len == 0",
            "#1 when len > 100 and b >= 0",
            "#2 when len != 0 and b >= 0, unless it fails at line 7 before"
        ]
    );
}

/// What is passed once more in another run is not decided by how it came out in this one.
#[test]
fn checks_that_another_run_passes_once_more_may_fail_before() {
    let text = "int depth;
int items[2];
static void push(int v) {
  if (v < 0) return;
  items[depth] = v;
  depth++;
}
void f(int second, int third) {
  push(7);
  push(second);
  push(third);
  assert(second <= 0); }";
    assert_eq!(
        headings(
            "f.c",
            &format!("{HEAD}{text}"),
            &["--entry", "f", "--check", "bounds", "--initial-globals"]
        )[1..],
        ["#1 when second > 0, unless it fails at line 10 before"]
    );
}

#[test]
fn what_is_computed_behind_a_condition_does_not_imply_it() {
    let shifted = of_function(
        "int f(int d) { if (d < -1 || d > 3) return 0;\nint s = 1 << d;\nassert(!s);\nreturn s; }",
    );
    assert_eq!(shifted, ["#1 when d >= -1 and d <= 3"]);
    let overflown = of_function(
        "void f(int n) { if (n < -4 || n > 4) return;\nassert(n < n - (-2147483647 - 1) && n == 1); }",
    );
    assert_eq!(overflown, ["#1 when n >= -4 and n <= 4"]);
}

#[test]
fn what_is_computed_behind_a_check_does_not_exclude_that_it_fails() {
    let program = "int buf[3];\nint f(int b) {\n  int s = -2147483647 - 1;\n  if (b > 0) return 0;\n  int t = buf[b];\n  if (s + b > 1) return 1;\n  return t + 7 / b; }";
    let headings = of_function(program);
    assert_eq!(
        headings.last().map(String::as_str),
        Some("#1 when b <= 0, unless it fails at line 10 before")
    );
}

#[test]
fn that_an_operation_is_defined_implies_no_condition() {
    let program = "void f(int b) {\n  int t = 4;\n  if (b / b < 9 && b)\n    if (b >= 1)\n      t = 1;\n  assert(t <= 1); }";
    assert_eq!(of_function(program), ["#1 when b == 0", "#1 when b != 0 and b < 1"]);
}

#[test]
fn other_ways_through_a_condition_that_is_passed_are_not_denied() {
    let overview = |body: &str| {
        let report = printed("f.c", &format!("{HEAD}{body}"), &["--check", "none"]);
        let line = report.lines().find(|line| line.contains("1 explanation")).map(str::trim);
        line.unwrap_or_default().to_owned()
    };
    let nested = |inner: &str| {
        overview(&format!(
            "int main(void) {{ int y = 0;\nif (__VERIFIER_nondet_int()) {{ {inner} }}\nassert(y == 1); }}"
        ))
    };
    let (all, more) =
        ("1 explanation; these are all ways", "1 explanation; other inputs may lead to the same steps");
    assert_eq!(nested("y = 1;"), all, "the other outcome is another sequence");
    assert_eq!(nested("if (__VERIFIER_nondet_int()) y = 1;"), more, "it is not always");
    let assumed = |condition: &str| {
        overview(&format!(
            "int main(void) {{ int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();\n__VERIFIER_assume({condition});\nassert(c != 0); }}"
        ))
    };
    assert_eq!(assumed("a > 0 && b > 0"), all, "passed in one way");
    assert_eq!(assumed("a > 0 || b > 0"), more, "passed in two ways");
    let chosen = overview(
        "int main(void) { int t[3] = {5, 6, 5}, i = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();\nif (i < 0 || i > 2) return 0;\n__VERIFIER_assume(t[i] == 5);\nassert(c != 0); }",
    );
    assert_eq!(chosen, more, "elements");
}

#[test]
fn a_check_inside_an_assertion_that_always_fails_depends_on_what_leads_to_it() {
    let body = "int main(void) {
  int a = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), t;
  if (d > a) t = a;
  assert((d && t) && 0);
}";
    assert_eq!(
        headings("f.c", &format!("{HEAD}{body}"), &["--level", "slice"]),
        [
            "#1 whatever the inputs are, unless another check of the line fails before",
            "#1 when d <= a (line 8) and d != 0 (line 9)"
        ]
    );
}

#[test]
fn another_check_of_the_line_is_not_one_of_the_lines_before() {
    let body = "void f(int c, int d, int e, int g, int h) {
  int s = 10 / d;
  s += 10 / e;
  s += 10 / g;
  s += 10 / h;
  assert(s + 10 / c > 3);
}";
    let report = printed("f.c", &format!("{HEAD}{body}"), &["--entry", "f", "--check", "div"]);
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    let qualified = "unless another check of the line or one of 4 lines before fails first";
    assert!(report.contains(qualified), "{report}");
}

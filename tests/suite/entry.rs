//! `--entry FUNC`: a function by itself, on any arguments.

use std::fs;

use serde_json::Value;

use crate::support::command;

const PROGRAM: &str = "\
#include <assert.h>
int limit = 10;
int twice(int n) { assert(n != 7); return n * 2 % 100; }
int near(int n, unsigned char k) {
  assert(n != 7 || k < 3);
  return n;
}
int below(unsigned n) { assert(n % 8 < limit); return n; }
int first(int *p) { assert(*p != 3); return 0; }
";

/// Exit code and stdout of a command on a file `program.c` with this text.
fn focuscheck(command: &str, text: &str, arguments: &[&str]) -> (u8, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.c");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a UTF-8 path");
    let (code, stdout, _) = command::focuscheck(&[&[command, path], arguments].concat());
    (code, stdout.replace(path, "program.c"))
}

fn report(text: &str, arguments: &[&str]) -> Value {
    let (_, text) = focuscheck("check", text, &[&["--format", "json"], arguments].concat());
    let report: Value = serde_json::from_str(&text).expect("JSON");
    report["files"][0].clone()
}

#[test]
fn a_function_that_fails_says_for_which_arguments() {
    let (code, text) = focuscheck("check", PROGRAM, &["--entry", "near"]);
    let verdict = text.lines().next().unwrap_or_default();
    assert!(verdict.starts_with("program.c: near() fails when n == 7 && k >= 3 (line 5: "), "{text}");
    assert!(text.contains("--entry near"), "the next command starts there, too: {text}");
    assert_eq!(code, 0, "{text}");
    assert_eq!(focuscheck("check", PROGRAM, &["--entry", "near", "--strict-entry"]).0, 10);
    let file = report(PROGRAM, &["--entry", "near"]);
    assert_eq!((&file["verdict"], &file["entry"]), (&"unsafe".into(), &"near".into()));
    let inputs = file["errors"][0]["counterexamples"][0]["inputs"].as_array().expect("inputs").clone();
    let named: Vec<(&str, u64)> =
        inputs.iter().map(|i| (i["name"].as_str().unwrap(), i["line"].as_u64().unwrap())).collect();
    assert_eq!(named, [("limit", 2), ("n", 4), ("k", 4)]);
}

#[test]
fn a_function_that_does_not_fail_is_safe_for_all_arguments() {
    let (code, text) = focuscheck("check", PROGRAM, &["--entry", "below", "--initial-globals"]);
    assert!(text.starts_with("program.c: safe for all arguments of below() (its error "), "{text}");
    assert!(
        text.contains("global and static variables have their initial values when below() starts"),
        "{text}"
    );
    assert_eq!(code, 0);
    // What no run from there comes to is no error of it, and what it does not read needs no assumption.
    let (_, text) = focuscheck("check", PROGRAM.replace("< limit", "< 10").as_str(), &["--entry", "below"]);
    assert!(text.starts_with("program.c: safe for all arguments of below()"), "{text}");
    assert!(!text.contains("initial values"), "{text}");
}

/// A library's state is not its first one: what is not `const` may have any value when the function is called.
#[test]
fn globals_that_are_not_const_are_inputs_of_a_function() {
    let (code, text) = focuscheck("check", PROGRAM, &["--entry", "below"]);
    let verdict = text.lines().next().unwrap_or_default();
    assert!(verdict.starts_with("program.c: below() fails when ") && verdict.contains("limit"), "{text}");
    assert!(!text.contains("initial values"), "{text}");
    assert_eq!(code, 0);
    let constant = PROGRAM.replace("int limit", "const int limit");
    let (_, text) = focuscheck("check", &constant, &["--entry", "below"]);
    assert!(text.starts_with("program.c: safe for all arguments of below() (its error "), "{text}");
    let stack = "#include <assert.h>\nint depth = 0, stack[8];\nstatic const int most[2] = {8, 4};\n\
                 void push(int v) { stack[depth] = v; depth = depth + 1; }\n\
                 int next(void) { static int n = 1; n = n & 7; assert(n < most[0]); return n++; }\n\
                 int *where = &depth;\nint there(void) { return *where; }\n";
    let (_, text) = focuscheck("check", stack, &["--entry", "push"]);
    assert!(text.contains("push() fails ") && text.contains("depth (line 2)"), "{text}");
    let (_, text) = focuscheck("check", stack, &["--entry", "push", "--initial-globals"]);
    assert!(text.starts_with("program.c: safe for all arguments of push()"), "{text}");
    let (_, text) = focuscheck("check", stack, &["--entry", "next"]);
    assert!(text.starts_with("program.c: safe for all arguments of next()"), "{text}");
    // Nobody knows where it leads.
    let (_, text) = focuscheck("check", stack, &["--entry", "there"]);
    assert!(text.starts_with("program.c: there(): unknown ("), "{text}");
}

#[test]
fn what_a_pointer_parameter_leads_to_is_an_input() {
    let (code, text) = focuscheck("check", PROGRAM, &["--entry", "first"]);
    assert!(
        text.starts_with(
            "program.c: first() fails when p[0] == 3, for arguments with at most 8 elements behind `p` ("
        ),
        "{text}"
    );
    assert_eq!(code, 0, "{text}");
    let inputs = |arguments: &[&str]| {
        let file = report(PROGRAM, &[&["--entry", "first"], arguments].concat());
        let errors = file["errors"].as_array().expect("errors").clone();
        let ways = errors.iter().flat_map(|error| error["counterexamples"].as_array().expect("ways").clone());
        let inputs: Vec<Value> =
            ways.flat_map(|way| way["inputs"].as_array().expect("inputs").clone()).collect();
        let named: Vec<(String, i64)> = inputs
            .iter()
            .map(|input| (input["name"].as_str().unwrap().to_owned(), input["value"].as_i64().unwrap()))
            .collect();
        (named, file["requires"][0].as_str().expect("a clause").to_owned())
    };
    let (named, requires) = inputs(&["--elements", "1"]);
    assert_eq!(named.last(), Some(&("p[0]".to_owned(), 3)));
    assert_eq!(requires, "requires \\valid(p) && \\block_length(p) == sizeof(*p);");
    let (named, _) = inputs(&["--elements", "2"]);
    assert!(named.iter().any(|(name, _)| name == "elements of p"), "{named:?}");
    // Whatever has no size is not modelled, and that is so beside what is.
    let text = "int vague(void *p, int *q) { *q = 1; return *(char *)p; }\n";
    let (code, text) = focuscheck("check", text, &["--entry", "vague"]);
    assert!(text.starts_with("program.c: vague(): unknown ("), "{text}");
    assert_eq!(code, 5, "{text}");
}

const ARRAYS: &str = "\
int sum(const int *values, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += values[i] & 1;
  return s;
}
void set(int *to, int value) { *to = value; }
int differ(int *a, int *b) { *a = 1; *b = 2; return 1 / (2 - *a); }
";

#[test]
fn a_verdict_says_how_far_the_arguments_go() {
    let (code, text) = focuscheck("check", ARRAYS, &["--entry", "set", "--elements", "3"]);
    let verdict = text.lines().next().unwrap_or_default();
    assert_eq!(code, 0);
    assert!(
        verdict
            .starts_with("program.c: safe for all arguments of set() with at most 3 elements behind `to` ("),
        "{text}"
    );
    assert!(text.contains("requires \\valid(to) && \\offset(to) == 0"), "{text}");
    let (_, text) = focuscheck("check", ARRAYS, &["--entry", "sum"]);
    assert!(
        text.starts_with("program.c: sum() fails when n > elements of values, for arguments with at most 8"),
        "{text}"
    );
    assert!(text.contains("{0, 0, 0}"), "an array is shown as one: {text}");
    let (_, text) = focuscheck("check", ARRAYS, &["--entry", "differ"]);
    assert!(text.contains("behind `a` and `b`, which do not overlap"), "{text}");
    let (_, text) = focuscheck("check", ARRAYS, &["--entry", "differ", "--may-alias"]);
    assert!(text.starts_with("program.c: differ() fails when b == a, for arguments with "), "{text}");
    assert!(text.contains("--may-alias"), "the next command has them equal, too: {text}");
    let (_, text) = focuscheck("check", ARRAYS, &["--entry", "set", "--null-arguments"]);
    assert!(text.starts_with("program.c: set() fails when to == NULL, for arguments with "), "{text}");
}

#[test]
fn what_pointers_lead_to_is_given_to_a_run() {
    let given = ["--input", "n=2", "--input", "elements of values=1"];
    let arguments = [&["--entry", "sum", "--check", "bounds"], &given[..]].concat();
    let (code, text) = focuscheck("run", ARRAYS, &arguments);
    assert_eq!(code, 10, "{text}");
    let more = ["--input", "n=2", "--input", "elements of values=2", "--input", "values[1]=3"];
    let (code, text) = focuscheck("run", ARRAYS, &[&arguments[..4], &more[..]].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("values[1] = 3 (line 1)"), "{text}");
}

#[test]
fn main_is_started_as_always() {
    let text =
        "#include <assert.h>\nint main(int argc, char **argv) { assert(argc >= 0); assert(argc < 3); }\n";
    let (code, plain) = focuscheck("check", text, &[]);
    assert_eq!(code, 10);
    let (code, entered) = focuscheck("check", text, &["--entry", "main"]);
    assert_eq!((code, entered.replace(" --entry main", "")), (10, plain));
}

#[test]
fn without_a_start_others_are_offered() {
    let (_, text) = focuscheck("check", "int f(int n) { return 8 / n; }\n", &["--entry", "h"]);
    assert!(
        text.contains("there is no function h to start from (--entry f starts at its function)"),
        "{text}"
    );
    let (_, text) = focuscheck("check", "int f(int n) { return 8 / n; }\n", &["--entry", "f"]);
    assert!(text.starts_with("program.c: f() fails when n == 0 (line 1: "), "{text}");
}

/// Of a file without `main` each function is started that other files can call, or that nothing in it calls.
#[test]
fn a_library_is_checked_function_by_function() {
    let library = "static int half(int n) { return 8 / n; }\nstatic int alone(int n) { return n & 1; }\n\
                   int f(int n) { return half(n); }\nint g(void) { return alone(3) / 0; }\n\
                   static int unused(unsigned n) { return 7 % n; }\nint h(int n) { return half(n | 1); }\n";
    let (code, text) = focuscheck("check", library, &[]);
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let expected = [
        "program.c: f() fails when n == 0",
        "program.c: g() fails whatever its arguments are",
        "program.c: unused() fails when n == 0",
        "program.c: safe for all arguments of h() (its error cannot be reached)",
    ];
    assert_eq!(lines, expected, "{text}");
    assert_eq!(code, 0, "what a function needs is no failure: {text}");
    assert_eq!(focuscheck("check", library, &["--strict-entry"]).0, 10);
    assert_eq!(focuscheck("check", library, &["--entry", "all"]), (code, text.clone()));
    // What fails whatever the arguments are comes before all others.
    let (certain, others) = text.split_once("Errors for some arguments of a function").expect("both");
    assert!(certain.contains("program.c:4: ") && !certain.contains("program.c:1: "), "{text}");
    let mut lines = others.lines().skip(2);
    assert_eq!(lines.next(), Some("program.c:1: check `divisor n not zero` can fail in half"), "{text}");
    assert_eq!(lines.next(), Some("  when n == 0"), "{text}");
    assert_eq!(lines.next(), Some("  look at lines 1 and 3: focuscheck check --entry f program.c"), "{text}");
    assert!(
        text.ends_with(
            "  functions  safe  fail  unknown  failed\n          4     1     3        0       0\n"
        ),
        "{text}"
    );
    // What a function needs is neither an error of code scanning nor a test that fails.
    let (_, sarif) = focuscheck("check", library, &["--format", "sarif"]);
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let levels: Vec<&str> = results.iter().filter_map(|result| result["level"].as_str()).collect();
    assert_eq!(levels.iter().filter(|level| **level == "error").count(), 1, "{levels:?}");
    assert_eq!(levels.iter().filter(|level| **level == "note").count(), 2, "{levels:?}");
    let (_, junit) = focuscheck("check", library, &["--format", "junit"]);
    assert!(junit.contains("failures=\"1\" errors=\"0\"") && junit.contains(" when n == 0"), "{junit}");
    // Unless it is asked for.
    let strict = |format: &str| focuscheck("check", library, &["--strict-entry", "--format", format]).1;
    assert!(!strict("sarif").contains("\"note\"") && strict("junit").contains("failures=\"3\""));
    // A macro may make many functions, which stand at one place then.
    let made = "#define PAIR(n) static int low_##n(int x) { return 8 / x; } int n(int x) { return low_##n(x | 1); }\n\
                PAIR(a)\nPAIR(b)\nint c(int x) { return x & 1; }\nint d(int x) { return x | 1; }\n";
    let (_, text) = focuscheck("check", made, &[]);
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert!(lines.len() == 4 && lines[0].contains(" of a() ") && lines[1].contains(" of b() "), "{text}");
    // Neither data nor a file of functions that call each other is left with nothing.
    let (code, text) = focuscheck("check", "const int primes[] = {2, 3};\n", &[]);
    assert!(code == 0 && text.starts_with("program.c: nothing to check"), "{text}");
    let circle = "static int odd(int n);\nstatic int even(int n) { return n ? odd(n - 1) : 1 / n; }\n\
                  static int odd(int n) { return n ? even(n - 1) : 0; }\n";
    let (_, text) = focuscheck("check", circle, &[]);
    assert!(text.contains("even() fails when n == 0"), "{text}");
}

/// With `main` the program is what is asked about, unless all functions are asked for.
#[test]
fn every_function_of_a_program_is_started_if_asked_for() {
    let program = "int f(int n) { return 8 / n; }\nint main(void) { return f(2); }\n";
    let (_, text) = focuscheck("check", program, &[]);
    assert!(text.starts_with("program.c: safe ("), "{text}");
    let (_, text) = focuscheck("check", program, &["--entry", "all"]);
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert!(lines[0].starts_with("program.c: f() fails when n == 0"), "{text}");
    assert!(lines[1].starts_with("program.c: safe ("), "{text}");
}

/// What is missing is said as ACSL, which `verify` then takes for granted.
#[test]
fn a_missing_precondition_is_a_contract() {
    let library = "int half(const int *n) { return 8 / *n; }\n";
    let (_, text) = focuscheck("check", library, &["--elements", "1"]);
    let contract = "With this contract half() does not fail there:\n  /*@ requires \\valid_read(n) && \
                    \\block_length(n) == sizeof(*n);\n      requires n[0] != 0; */\n";
    assert!(text.ends_with(contract), "{text}");
    let (_, contract) = contract.split_once('\n').expect("lines");
    let (code, text) = focuscheck("verify", library, &[]);
    assert!(code == 10 && text.contains("invalid"), "{text}");
    let (code, text) = focuscheck("verify", &format!("{contract}{library}"), &[]);
    assert!(code == 0 && text.contains("0 invalid, 0 unknown"), "{text}");
    let file = report(library, &["--entry", "half", "--elements", "1"]);
    assert_eq!(
        file["precondition"],
        serde_json::json!({"clauses": ["requires n[0] != 0;"], "complete": true})
    );
    assert_eq!(report(library, &["--entry", "half", "--check", "pointer"])["precondition"], Value::Null);
    // What a contract says of texts is read as far as it is modelled, and said to be left out.
    let library = "int letter(const char *s, unsigned long i) { return s[i]; }\n";
    let (_, text) = focuscheck("check", library, &[]);
    let (_, contract) = text.split_once("letter() does not fail there:\n").expect("a contract");
    let (code, text) = focuscheck("verify", &format!("{contract}{library}"), &[]);
    assert!(code != 2 && text.contains("valid_read_string"), "{text}");
}

/// An index without sign is out of bounds where it is not less than the length, which is one way and not two.
#[test]
fn an_index_without_sign_is_compared_once() {
    let library = "#include <stddef.h>\nint at(const int *p, size_t i) { return p[i]; }\n\
                   int letter(const char *s, size_t i) { return s[i]; }\n\
                   int given(size_t i) { int a[4] = {0}, *p = a; return p[i]; }\n";
    let (_, text) = focuscheck("check", library, &[]);
    for verdict in [
        "at() fails when i >= elements of p, ",
        "letter() fails when i > length of s, ",
        "given() fails when i >= 4 ",
    ] {
        assert!(text.contains(verdict), "{text}");
    }
}

#[test]
fn a_function_is_run_on_given_arguments() {
    let (code, text) = focuscheck("run", PROGRAM, &["--entry", "twice", "--input", "n=60"]);
    assert!(text.contains("finished with result 20"), "{text}");
    assert_eq!(code, 0);
    let (code, text) = focuscheck("run", PROGRAM, &["--entry", "twice", "--input", "n=7"]);
    assert!(text.contains("n != 7"), "{text}");
    assert_eq!(code, 10);
}

#[test]
fn a_counterexample_is_run_from_where_it_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, json) = (folder.path().join("program.c"), folder.path().join("report.json"));
    fs::write(&program, PROGRAM).expect("a file");
    let words = |more: &[&str]| -> Vec<String> {
        let path = program.to_str().expect("a UTF-8 path");
        more.iter().map(|word| word.replace("program.c", path)).collect()
    };
    let run = |more: &[&str]| {
        let words = words(more);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, stdout, stderr) = command::focuscheck(&words);
        (code, stdout + &stderr)
    };
    let path = json.to_str().expect("a UTF-8 path");
    run(&["check", "program.c", "--entry", "near", "--format", "json", "-o", path]);
    let (code, text) = run(&["run", "program.c", "--inputs-from", path, "--entry", "near"]);
    assert!(code == 10 && text.contains("n != 7 || k < 3"), "{text}");
    let (code, text) = run(&["run", "program.c", "--inputs-from", path]);
    assert!(
        code == 1 && text.contains("the counterexample starts at near(): --entry near runs it"),
        "{text}"
    );
    // Of a report on all functions the one that is started is meant.
    run(&["check", "program.c", "--entry", "all", "--format", "json", "-o", path]);
    let (code, text) = run(&["run", "program.c", "--inputs-from", path, "--entry", "near"]);
    assert!(code == 10 && text.contains("n != 7 || k < 3"), "{text}");
}

#[test]
fn a_recursive_function_gets_its_arguments_once() {
    let text = "#include <assert.h>\nint down(int n, int depth) {\n  assert(depth < 4);\n\
                  if (n <= 0 || depth < 0 || depth > 3) return 0;\n  return down(n - 1, depth + 1);\n}\n\
                int main(void) { return down(2, 0); }\n";
    let (_, text) = focuscheck("check", text, &["--entry", "down"]);
    assert!(text.contains("down() fails when"), "{text}");
    assert!(text.contains("depth"), "{text}");
}

/// What nothing calls is left out, though code that nobody sees is called: that calls what has its address taken, and no more.
#[test]
fn what_nothing_calls_stands_in_nobodys_way() {
    let large = "    x = x * 3 + 1;\n".repeat(31_000);
    let text = |more: &str| {
        format!(
            "int other(int n);\nint x;\nint (*hook)(int);\nvoid large(void)\n{{\n{large}}}\n\
             int half(int n) {{ int k = other(n); {more}; return k < 1 ? 0 : n / k; }}\n"
        )
    };
    let verdict = |more| report(&text(more), &["--entry", "half"])["verdict"].clone();
    assert_eq!(verdict("n++"), "safe");
    assert_eq!(verdict("void (*taken)(void) = large; (void)taken"), "unknown");
}

/// CBMC's quantifiers and predicates on memory are not modelled: they decide nothing.
#[test]
fn what_cbmc_says_of_memory_is_unknown() {
    let text = "#include <assert.h>\nint f(int *p, __CPROVER_size_t n) {\n\
                assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> p[i] == 0 });\n\
                if (!__CPROVER_r_ok(p, n)) return 0;\nassert(n != 7);\nreturn 0; }\n";
    let report = report(text, &["--entry", "f"]);
    assert_eq!(report["verdict"], "unknown", "{report}");
    let errors = report["errors"].as_array().expect("errors");
    assert!(
        errors[0]["reason"].as_str().is_some_and(|reason| reason.contains("__CPROVER_forall")),
        "{report}"
    );
}

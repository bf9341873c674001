//! What each verdict says and what it rests on, as a user sees it; `docs/guarantees.md` names these tests.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Exit code and stdout of a command of the binary on a file `program.c` with this text.
fn focuscheck(command: &str, text: &str, arguments: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("program.c"), text).expect("a file");
    in_folder(folder.path(), command, &[&["program.c"], arguments].concat())
}

fn in_folder(folder: &Path, command: &str, arguments: &[&str]) -> (i32, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_focuscheck"));
    let output = process.arg(command).args(arguments).current_dir(folder).output().expect("the binary runs");
    (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).expect("UTF-8 output"))
}

/// The report of the one file, as JSON.
fn report(text: &str, arguments: &[&str]) -> Value {
    let (_, text) = focuscheck("check", text, &[&["--format", "json"], arguments].concat());
    let report: Value = serde_json::from_str(&text).expect("JSON");
    report["files"][0].clone()
}

const NOTHING: &str = "int main(void) { int x = 1; return x - 1; }\n";

const OVERFLOW: &str = "\
#include <assert.h>
int __VERIFIER_nondet_int(void); int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y > x);
  return 0;
}
";

#[test]
fn nothing_to_check_is_a_verdict_of_its_own() {
    let (code, text) = focuscheck("check", NOTHING, &[]);
    assert_eq!((code, &*text), (0, "program.c: nothing to check (it contains no error to look for)\n"));
    let (_, text) = focuscheck("check", NOTHING, &["--format", "json"]);
    let batch: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(batch["files"][0]["verdict"], "nothing");
    assert_eq!((&batch["summary"]["nothing"], &batch["summary"]["safe"]), (&1.into(), &0.into()));
    // A place that is checked and proved is something that was looked for.
    let place = "int a[3];\nint main(int n) { if (n >= 0 && n < 3) return a[n]; return 0; }\n";
    assert_eq!(report(place, &[])["verdict"], "safe");
    assert_eq!(report(place, &["--check", "none"])["verdict"], "nothing");
}

#[test]
fn a_task_without_the_call_it_asks_for_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("program.c", NOTHING);
    write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write(
        "task.yml",
        "format_version: '2.0'\ninput_files: 'program.c'\nproperties:\n  - property_file: p.prp\n    \
         expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n",
    );
    let (code, text) = in_folder(folder.path(), "check", &["--svcomp", "task.yml"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("Verification result: TRUE"), "{text}");
}

#[test]
fn an_assumption_that_a_run_violates_proves_nothing_and_is_shown() {
    let file = report(OVERFLOW, &["--strict"]);
    assert_eq!(file["verdict"], "unknown");
    assert_eq!(file["errors"][0]["status"], "unknown");
    let reason = file["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("signed overflow at line 4 can happen: x = 2147483647;"), "{reason}");
    let violation = &file["violated"][0];
    assert_eq!((&violation["kind"], &violation["line"]), (&"overflow".into(), &4.into()));
    // Without that option the verdict is one on the other runs.
    let (code, text) = focuscheck("check", OVERFLOW, &[]);
    let verdict = "program.c: safe for runs without signed overflow (possible at line 4: x = 2147483647); its error \
                   cannot be reached\n";
    assert_eq!((code, &*text), (0, verdict));
    let told = report(OVERFLOW, &[]);
    assert_eq!((&told["under"], &told["violated"]), (&serde_json::json!(["overflow"]), &file["violated"]));
    // The run that is shown does overflow.
    let input = &violation["inputs"][0];
    let given = format!("{}={}", input["name"].as_str().expect("a name"), input["value"]);
    let (code, text) = focuscheck("run", OVERFLOW, &["--input", &given]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("signed overflow"), "{text}");
}

#[test]
fn what_is_left_out_of_the_question_is_said_with_the_verdict() {
    let (code, text) = focuscheck("check", OVERFLOW, &["--assume", "overflow"]);
    assert_eq!(code, 0);
    let verdict = "program.c: safe for runs without signed overflow (its error cannot be reached, assuming no signed \
                   overflow at line 4)\n";
    assert_eq!(text, verdict);
    assert_eq!(report(OVERFLOW, &["--assume", "overflow"])["under"], serde_json::json!(["overflow"]));
    // What cannot happen need not be left out.
    let proved = OVERFLOW.replace("int x = __VERIFIER_nondet_int();", "int x = 3;");
    let file = report(&proved, &["--assume", "overflow"]);
    assert_eq!((&file["verdict"], &file["under"]), (&"safe".into(), &serde_json::json!([])));
}

#[test]
fn what_can_only_happen_after_an_error_is_no_assumption_of_it() {
    let text = "#include <assert.h>\nint main(int x) { assert(x == x); return x + 1; }\n";
    let file = report(text, &[]);
    assert_eq!((&file["verdict"], &file["assumed"]), (&"safe".into(), &serde_json::json!([])));
}

#[test]
fn an_unsafe_report_lists_what_it_rests_on() {
    let text = "#include <assert.h>\nint twice(int);\nint main(void) { assert(twice(2) == 4); return 0; }\n";
    let file = report(text, &[]);
    assert_eq!(file["verdict"], "unsafe");
    assert_eq!(
        file["assumed"],
        serde_json::json!([
            "twice() changes only variables whose address is taken and calls only functions whose address is taken at line 3"
        ])
    );
    // Nothing undefined happens in a run that was replayed.
    let text = "#include <assert.h>\nint main(int x) { int y = x + 1; assert(y != 5); return 0; }\n";
    assert_eq!(report(text, &[])["assumed"], serde_json::json!([]));
}

#[test]
fn no_part_of_a_name_decides_what_a_function_does() {
    let text = "#include <assert.h>\nvoid my_longjmp(int);\nint my_setjmp(int x) { return x + 1; }\n\
        int main(void) { int x = my_setjmp(2); my_longjmp(x); assert(x == 3); return 0; }\n";
    let file = report(text, &[]);
    assert_eq!((&file["verdict"], &file["reason"]), (&"safe".into(), &Value::Null));
}

#[test]
fn an_error_says_how_it_was_settled_and_what_that_took() {
    let text = "#include <assert.h>\nint f(void);\nint main(void) { int a[2], x = f();\nassert(x != 4);\n\
        a[0] = x; a[1] = 2;\nif (x > 4) assert(x > 3);\nreturn 0; }\n";
    let settled = |file: &Value, line: u64| {
        let errors = file["errors"].as_array().expect("errors");
        errors.iter().find(|error| error["line"] == line).map(|error| error["settled_by"].clone())
    };
    let file = report(text, &[]);
    assert_eq!(settled(&file, 4), Some("walk".into()));
    assert_eq!(settled(&file, 6), Some("refinement".into()));
    assert!(file["errors"][0].get("statistics").is_none(), "times are told only if they are asked for");
    let file = report(text, &["--statistics"]);
    assert!(file["errors"][0]["statistics"]["milliseconds"].is_u64());
}

/// The conditions on the inputs for each explanation, and which explanations have the same ones.
fn projections(text: &str, inputs: &str) -> Vec<(Vec<String>, usize)> {
    let file = report(text, &["--inputs", inputs]);
    let strings = |value: &Value| -> Vec<String> {
        let texts = value.as_array().expect("texts").iter();
        texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let projections = file["errors"][0]["projections"].as_array().expect("projections").iter();
    projections.map(|p| (strings(&p["conditions"]), p["ranks"].as_array().map_or(0, Vec::len))).collect()
}

#[test]
fn a_projection_is_one_of_the_reduced_conditions() {
    let declared =
        "#include <assert.h>\nint f(void);\nint main(void) { int x = f(), y = f(), z = f(), r = 0;\n";
    // Which way the second condition goes does not matter, and what is about x and y anyway stays as it is.
    let text =
        format!("{declared}if (x > y) {{ if (z > 3) r = 1; else r = 2; assert(!r); }}\nreturn r; }}\n");
    assert_eq!(projections(&text, "x,y"), [(vec!["x > y".to_owned()], 2)]);
    // The other inputs are eliminated, not forgotten.
    let text = format!("{declared}if (x > z) if (z > y) assert(0);\nreturn r; }}\n");
    assert_eq!(projections(&text, "x,y"), [(vec!["y <= x - 2".to_owned()], 1)]);
    // A product is no input of its own.
    let text = format!("{declared}if (x * y == 12) if (z > 3) assert(0);\nreturn r; }}\n");
    assert_eq!(projections(&text, "z"), [(vec!["z > 3".to_owned()], 1)]);
    let unknown = "(the other inputs cannot be eliminated exactly)".to_owned();
    assert_eq!(projections(&text, "x"), [(vec![unknown], 1)]);
}

#[test]
fn an_unsafe_report_lists_accesses_that_its_run_passes() {
    let text = "#include <assert.h>\n#include <string.h>\nint main(int n, char **v) { char a[4];\nif (n > 1)\n\
        strcpy(a, v[1]);\nelse\nmemchr(v[0], 1, 2);\nassert(n < 2); return n ? 0 : main(1, v); }\n";
    let file = report(text, &["--check", "none"]);
    assert_eq!(file["verdict"], "unsafe");
    let assumed: Vec<&str> =
        file["assumed"].as_array().expect("texts").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        assumed,
        [
            "call of 'strcpy' accesses what it may at line 5",
            "pointer dereference accesses what it may at line 5"
        ]
    );
}

#[test]
fn checks_are_chosen_by_the_language_and_by_options() {
    let text = "int a[3];\nint main(int n) { int m = n, k; if (n == 1) k = 2; return a[m] / m + k; }\n";
    let kinds = |arguments: &[&str]| {
        let file = report(text, arguments);
        let errors = file["errors"].as_array().expect("errors").clone();
        errors.iter().map(|error| error["kind"].as_str().expect("a kind").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&[]), ["bounds", "div", "uninit"]);
    assert_eq!(kinds(&["--check", "none"]), [""; 0]);
    assert_eq!(kinds(&["--check", "overflow"]), ["overflow", "overflow"]);
    assert_eq!(kinds(&["--assume", "div"]), ["bounds", "uninit"]);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("program.cimple"), text).expect("a file");
    let (_, text) = in_folder(folder.path(), "check", &["program.cimple"]);
    assert!(text.starts_with("program.cimple: nothing to check"), "{text}");
}

#[test]
fn a_run_that_every_program_without_inputs_has_is_followed() {
    let text = "#include <assert.h>\nint main(void) { int s = 0, unset;\nfor (int i = 0; i < 20000; i++)\ns += i * 11;\nassert(s != 5); }\n";
    let file = report(text, &[]);
    assert_eq!(file["verdict"], "unsafe");
    let errors = file["errors"].as_array().expect("errors");
    let overflow = errors.iter().find(|error| error["kind"] == "overflow").expect("an overflow");
    assert_eq!((&overflow["line"], &overflow["status"]), (&4.into(), &"reachable".into()));
    // What is an error is not assumed as well.
    assert_eq!(file["assumed"].as_array().map(Vec::len), Some(0));
    assert!(file["under"].as_array().is_none_or(Vec::is_empty), "{file}");
}

#[test]
fn variables_without_a_value_are_no_inputs() {
    let text = "#include <assert.h>\n#include <stdio.h>\nint main(void) { int x, y; scanf(\"%d%d\", &x, &y);\nassert(x != 3); return y; }\n";
    let file = report(text, &[]);
    let inputs = &file["errors"][0]["counterexamples"][0]["inputs"];
    let named = |input: &Value| input["name"].as_str().expect("a name").to_owned();
    let named: Vec<String> = inputs.as_array().expect("inputs").iter().map(named).collect();
    assert_eq!(named, ["x", "y"]);
}

#[test]
fn folded_constants_keep_what_is_undefined_about_them() {
    for (expression, kind) in [
        ("1 / 0", "div"),
        ("5 % 0", "div"),
        ("1 << 32", "shift"),
        ("1 >> -1", "shift"),
        ("1 << 31", "overflow"),
        ("(-1) << 3", "overflow"),
        ("2147483647 + 1", "overflow"),
        ("(-2147483647 - 1) % -1", "overflow"),
        ("-(-2147483647 - 1)", "overflow"),
    ] {
        let text = format!("int main(void) {{ int x = {expression}; return x; }}\n");
        let file = report(&text, &["--check", "all"]);
        assert_eq!(file["verdict"], "unsafe", "{expression}");
        let errors = file["errors"].as_array().expect("errors");
        let found = errors.iter().find(|error| error["status"] == "reachable").expect("an error");
        assert_eq!(found["kind"], kind, "{expression}");
    }
}

/// Every sentence about verdicts names the tests that hold it.
#[test]
fn the_tests_that_the_guarantees_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/guarantees.md")).expect("the guarantees");
    let mut sources = String::new();
    let mut folders =
        vec![root.join("tests/suite"), root.join("src"), root.join("rules"), root.join("programs")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => files.push(path),
            }
        }
    }
    for path in &files {
        if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&fs::read_to_string(path).expect("a source file"));
        }
    }
    let mut named = 0;
    for list in text.split("(tests: ").skip(1) {
        let list = list.split(')').next().unwrap_or_default();
        for name in list.split('`').skip(1).step_by(2) {
            named += 1;
            let exists = match name.ends_with(".c") || name.ends_with(".cimple") {
                true => files.iter().any(|path| path.ends_with(name)),
                false => {
                    sources.contains(&format!("#[test]\nfn {name}("))
                        || sources.contains(&format!("    fn {name}("))
                }
            };
            assert!(exists, "docs/guarantees.md names {name}, which is nowhere");
        }
    }
    assert!(named >= 12, "only {named} tests are named");
    let verdicts = text.lines().filter(|line| line.starts_with("- **"));
    for line in verdicts {
        assert!(line.contains("(tests: ") || !line.ends_with('.'), "no test is named: {line}");
    }
}

#[test]
fn an_access_that_a_run_shows_to_be_undefined_is_not_assumed() {
    let text = "\
#include <assert.h>
int main(void) {
  unsigned char *s = (unsigned char *)\"abc\";
  int n = 1;
  s[0] = 'x';
  assert(n == 1);
}
";
    let report = report(text, &["--check", "none"]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["violated"][0]["kind"], "pointer");
    assert_eq!(report["violated"][0]["line"], 5);
    let right = text.replace("(unsigned char *)\"abc\"", "(unsigned char[]){ 'a', 'b', 0 }");
    assert_eq!(self::report(&right, &["--check", "none"])["verdict"], "safe");
}

#[test]
fn ways_that_are_not_followed_are_not_said_to_be_none() {
    let list = |more: &str| {
        format!(
            "#include <stdlib.h>\nstruct node {{ struct node *next; }};\n\
             int main(void) {{\n  struct node *head = NULL;\n  int n = __VERIFIER_nondet_int();\n\
             for (int i = 0; i < n{more}; i++) {{\n    struct node *new = malloc(sizeof *new);\n\
             if (new == NULL) return 1;\n    new->next = head; head = new;\n  }}\n  return head->next == head;\n}}\n"
        )
    };
    let complete = |text: &str| {
        let report = report(text, &[]);
        let errors = report["errors"].as_array().expect("errors").clone();
        let reached = errors.iter().find(|error| error["status"] == "reachable").expect("an error").clone();
        reached["complete"].as_bool().expect("a truth value")
    };
    assert!(!complete(&list("")));
    assert!(complete(&list(" && i < 2")));
}

//! What a reader of reports sees, on small programs: inputs that matter, values that fail, names that are told apart.

use std::fs;
use std::path::Path;

use crate::support::command;

/// Exit code, stdout and stderr of a command; files are names in a folder with these files.
fn focuscheck(files: &[(&str, &str)], arguments: &[&str]) -> (u8, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let root = format!("{}/", folder.path().display());
    let known = |word: &&str| files.iter().any(|(name, _)| Path::new(name).starts_with(word));
    let words: Vec<String> = arguments
        .iter()
        .map(|word| if known(word) { format!("{root}{word}") } else { (*word).to_owned() })
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, stdout, stderr) = command::focuscheck(&words);
    (code, stdout.replace(&root, ""), stderr.replace(&root, ""))
}

/// The report on one program.
fn report(text: &str, options: &[&str]) -> String {
    let (_, stdout, stderr) = focuscheck(&[("m.c", text)], &[&["check", "m.c"], options].concat());
    assert_eq!(stderr, "", "{stdout}");
    stdout
}

#[test]
fn the_first_minute() {
    let (code, stdout, _) = focuscheck(&[], &["example"]);
    assert_eq!(code, 0);
    assert!(stdout.lines().count() < 30, "{stdout}");
    assert!(stdout.contains("-1 >= 0 is false"), "{stdout}");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(stdout.trim_end()), "the README shows another report than\n{stdout}");
    assert_eq!(stdout.lines().last(), Some("now your file: focuscheck check FILE.c"));
    let (code, stdout, stderr) = focuscheck(&[], &[]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.lines().count() < 10 && stderr.contains("focuscheck check FILE.c"), "{stderr}");
}

const PURSE: &str = "#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int a, b, other;
  scanf(\"%d\", &a);
  scanf(\"%d\", &b);
  scanf(\"%d\", &other);
  if (a == 100 && b > 150 && b < 152)
    assert(a + b == 150);
  return 0;
}
";

#[test]
fn only_inputs_that_matter_are_shown_and_the_values_that_fail() {
    let text = report(PURSE, &[]);
    assert!(text.contains("a (line 5)") && text.contains("b (line 6)"), "{text}");
    assert!(!text.contains("other (line") && !text.contains("argc"), "{text}");
    assert!(text.contains("others that do not matter"), "{text}");
    assert!(text.contains("│ 100 + 151 == 150 is false"), "{text}");
    let json = report(PURSE, &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let way = &json["files"][0]["errors"][0]["counterexamples"][0];
    let matters = |name: &str, line: u64| {
        let inputs = way["inputs"].as_array().expect("inputs");
        inputs.iter().find(|i| i["name"] == name && i["line"] == line).map(|i| i["matters"].clone())
    };
    assert_eq!(matters("a", 5), Some(true.into()));
    assert_eq!(matters("a", 4), None, "what it has before it is read into is no input");
    assert_eq!(matters("other", 7), Some(false.into()));
    assert_eq!(way["fails"][0]["text"], "100 + 151 == 150");
    let sarif = report(PURSE, &["--format", "sarif"]);
    assert!(sarif.contains("100 + 151 == 150 is false") && !sarif.contains("argc ="), "{sarif}");
}

#[test]
fn two_reads_on_one_line_are_told_apart() {
    let text = report(
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n  int a = rand() - rand();\n  \
         if (a > 5) assert(a > 7);\n  return 0; }\n",
        &[],
    );
    assert!(text.contains("rand > rand#2 + 5"), "{text}");
}

#[test]
fn a_call_without_a_body_is_named() {
    let text = report(
        "#include <assert.h>\nint twice(int);\nint main(void) {\n  int b = twice(3);\n  assert(b == 6);\n  return 0; }\n",
        &[],
    );
    let lines: Vec<&str> = text.lines().filter(|l| l.contains("`twice()`: no body, any value")).collect();
    assert!(
        lines.len() == 2 && lines[0].contains("can fail in main") && lines[1].contains("b (line 4)"),
        "{text}"
    );
}

#[test]
fn what_differs_by_a_branch_alone_is_told_once() {
    let text = report(
        "#include <assert.h>\nint main(int x) {\n  int y;\n  if (x > 3)\n    y = 1;\n  else\n    y = 2;\n  \
         assert(y == 0);\n  return 0; }\n",
        &[],
    );
    assert!(text.contains("#1 and #2 whatever the inputs are, on either branch of line 4"), "{text}");
}

#[test]
fn an_unknown_shows_what_stands_in_the_way() {
    let text = report(
        "#include <assert.h>\n#include <math.h>\nint main(void) {\n  int x = (int)sin(0.5);\n  assert(x == 0);\n  \
         return 0; }\n",
        &[],
    );
    assert!(text.contains("not decided:") && text.contains("? 4 │ int x = (int)sin(0.5);"), "{text}");
    assert!(!text.contains("what gets further"), "nothing that does is known: {text}");
}

#[test]
fn a_value_given_by_name_goes_to_the_read_and_not_to_the_declaration() {
    let program = "#include <stdio.h>\nint main(void) {\n  int amount;\n  scanf(\"%d\", &amount);\n  return amount; }\n";
    let (_, stdout, _) = focuscheck(&[("m.c", program)], &["run", "m.c", "--input", "amount=20"]);
    assert!(stdout.contains("finished with result 20"), "{stdout}");
    let (_, stdout, _) = focuscheck(&[("m.c", program)], &["run", "m.c", "--input", "amount@3=20"]);
    assert!(stdout.contains("finished with result 0"), "{stdout}");
}

#[test]
fn models_have_headers_and_static_names_of_their_own() {
    let main = "#include <assert.h>\nstatic int helper(void) { return 1; }\nint twice(int);\n\
                int main(void) { assert(helper() == 1); assert(twice(2) == 4); return 0; }\n";
    let model = "#include \"own.h\"\n#include <far.h>\nstatic int helper(int x) { return x * OWN * FAR; }\n\
                 int twice(int x) { return helper(x); }\n";
    let files = [
        ("m.c", main),
        ("models/u.c", model),
        ("models/own.h", "#define OWN 2\n"),
        ("far/far.h", "#define FAR 1\n"),
    ];
    let (code, stdout, stderr) = focuscheck(&files, &["check", "--model", "models/u.c", "-I", "far", "m.c"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
}

#[test]
fn cpp_is_refused_by_name() {
    let (code, _, stderr) = focuscheck(&[("x.cpp", "int main() { return 0; }\n")], &["check", "x.cpp"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("this is C++ (.cpp)"), "{stderr}");
}

#[test]
fn a_property_names_the_function_or_the_label() {
    let task = "format_version: '2.0'\ninput_files: 'm.c'\nproperties:\n  - property_file: p.prp\n";
    let verdict = |program: &str, property: &str| {
        let property = format!("CHECK( init(main()), LTL(G ! {property}) )\n");
        let files = [("t.yml", task), ("m.c", program), ("p.prp", property.as_str())];
        let (_, stdout, stderr) = focuscheck(&files, &["check", "--svcomp", "t.yml"]);
        let line = stdout.lines().find(|line| line.starts_with("Verification result")).unwrap_or(&stderr);
        line.trim_start_matches("Verification result: ").to_owned()
    };
    let call = "void LDV_ERROR(void) { }\nint main(void) { int x; if (x == 3) LDV_ERROR(); return 0; }\n";
    assert_eq!(verdict(call, "call(LDV_ERROR())"), "FALSE(unreach-call)");
    assert_eq!(verdict(&call.replace("x == 3", "0"), "call(LDV_ERROR())"), "TRUE");
    assert_eq!(verdict(call, "call(reach_error())"), "TRUE");
    let label = "int main(void) { int x; if (x == 3) goto LDV_ERROR; return 0; LDV_ERROR: return 1; }\n";
    assert_eq!(verdict(label, "label(LDV_ERROR)"), "FALSE(unreach-call)");
    assert_eq!(verdict(&label.replace("x == 3", "0"), "label(LDV_ERROR)"), "TRUE");
}

//! `focuscheck run`: what it prints, its exit codes, and counterexamples that are run again.

use std::fs;
use std::path::Path;

use crate::support::command;

const PROGRAM: &str = "\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int total, parts[2];
int half(int n) { return n / 2; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++)
    parts[i] = half(x + i);
  total = parts[0] + parts[1];
  assert(total == x);
  return x + 2147483600 > 0;
}
";

fn focuscheck(directory: &Path, arguments: &[&str]) -> (u8, String, String) {
    let (code, stdout, stderr) = command::focuscheck(arguments);
    let text = |text: String| text.replace(&format!("{}/", directory.display()), "");
    (code, text(stdout), text(stderr))
}

/// Runs the program with these options.
fn run(options: &[&str]) -> (u8, String, String) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("halves.c");
    fs::write(&file, PROGRAM).expect("a file");
    let file = file.to_str().expect("a UTF-8 path");
    focuscheck(directory.path(), &[&["run", file], options].concat())
}

#[test]
fn a_run_as_it_is_printed() {
    let (code, stdout, stderr) = run(&["--input", "x=-3"]);
    assert_eq!((code, stderr.as_str()), (10, ""));
    insta::assert_snapshot!(stdout, @r#"
    halves.c:10:3: error: assertion `total == x` fails
       ╭▸
    10 │   assert(total == x);
       ╰╴  ━━━━━━━━━━━━━━━━━━

      inputs in the order of the reads
        x = -3 (line 6)

      globals at the end
        total = -2
        parts = {-1, -1}

      26 steps
    "#);
}

#[test]
fn a_trace_as_it_is_printed() {
    let (code, stdout, _) = run(&["--input", "x@6=60", "--trace", "--ascii"]);
    assert_eq!(code, 3);
    insta::assert_snapshot!(stdout, @r#"
     6 | int x = __VERIFIER_nondet_int()               x = 60
     7 | int i = 0                                     i = 0
     7 | i < 2                                         is true; i = 0
     8 | parts[i] = half(x + i)                        call; n = 60
     4 |   return n / 2                                return
     8 | parts[i] = half(x + i)                        half() = 30
     8 | parts[i] = half(x + i)                        parts[0] = 30
     7 | i++                                           i = 1
     7 | i < 2                                         is true; i = 1
     8 | parts[i] = half(x + i)                        call; n = 61
     4 |   return n / 2                                return
     8 | parts[i] = half(x + i)                        half() = 30
     8 | parts[i] = half(x + i)                        parts[1] = 30
     7 | i++                                           i = 2
     7 | i < 2                                         is false; i = 2
     9 | total = parts[0] + parts[1]                   total = 60
    10 | assert(total == x)                            holds; total = 60, x = 60
    11 | return x + 2147483600 > 0                     return

    halves.c:11:10: error: undefined behaviour: signed overflow: `x + 2147483600` is 2147483660, which is not in the range of int
       |
    11 |   return x + 2147483600 > 0;
       |          ^^^^^^^^^^^^^^

      inputs in the order of the reads
        x = 60 (line 6)

      globals at the end
        total = 60
        parts = {30, 30}

      27 steps
    "#);
}

#[test]
fn what_was_not_given_is_said() {
    let (code, stdout, _) = run(&[]);
    assert_eq!(code, 0);
    assert!(stdout.contains("x = 0 (line 6)   (not given)"), "{stdout}");
    assert_eq!(run(&["--seed", "7"]), run(&["--seed", "7"]));
    let json: serde_json::Value =
        serde_json::from_str(&run(&["--format", "json", "--trace"]).1).expect("valid JSON");
    assert_eq!(json["schema"], "focuscheck-run/1");
    assert_eq!(json["end"]["kind"], "finished");
    assert_eq!(json["inputs"][0]["given"], false);
    assert_eq!(json["globals"][1]["name"], "parts[0]");
    assert_eq!(json["trace"][0]["text"], "int x = __VERIFIER_nondet_int()");
}

#[test]
fn wrong_inputs_end_with_one() {
    let cases = [
        ("y=1", "there is no input `y`; the program reads x (line 6)"),
        ("x@7=1", "there is no input `x@7`"),
        ("x=2147483648", "2147483648 is not a value of the input `x`, which is in -2147483648..2147483647"),
        ("x", "--input 'x': there is no `=`; write NAME=VALUE or NAME@LINE=VALUE,..."),
        ("x=one", "a value is not an integer"),
        ("=1", "there is no name"),
    ];
    for (input, message) in cases {
        let (code, stdout, stderr) = run(&["--input", input]);
        assert_eq!((code, stdout.as_str()), (1, ""), "{input}");
        assert!(stderr.contains(message), "{input}: {stderr}");
    }
    assert_eq!(run(&["--rank", "2"]).0, 1);
    assert_eq!(run(&["--inputs-from", "no-such-file.json"]).0, 1);
    assert_eq!(run(&["--max-steps", "5"]).0, 5);
    assert_eq!(focuscheck(Path::new("."), &["run", "no-such-file.c"]).0, 2);
}

#[test]
fn reported_counterexamples_fail_when_they_are_run() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let report = directory.path().join("report.json");
    let report = report.to_str().expect("a UTF-8 path");
    let paper = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/paper");
    let others = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/behaviour/s*");
    focuscheck(directory.path(), &["check", paper, others, "--format", "json", "-o", report]);
    let text = fs::read_to_string(report).expect("a report");
    let json: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    let mut count = 0;
    for file in json["files"].as_array().expect("files") {
        let path = file["path"].as_str().expect("a path");
        for error in file["errors"].as_array().expect("errors") {
            for way in error["counterexamples"].as_array().expect("counterexamples") {
                let (line, rank) = (error["line"].to_string(), way["rank"].to_string());
                let words = ["run", path, "--inputs-from", report, "--error-line", &line, "--rank", &rank];
                let (code, stdout, stderr) = focuscheck(directory.path(), &words);
                // A run that reads a variable without a value is undefined.
                let expected = if error["kind"] == "uninit" { 3 } else { 10 };
                assert_eq!(code, expected, "{path}: error at line {line}, rank {rank}: {stdout}{stderr}");
                count += 1;
            }
        }
    }
    assert!(count > 20, "only {count} counterexamples");
}

#[test]
fn steps_tell_of_memory_in_words() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("memory.c");
    let program = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
int *last;
int main(void)
{
  char word[10];
  int stock[3] = { 1, 2, 3 };
  int *at = stock;
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made)
      return 1;
    made->value = *at++;
    made->next = list;
    list = made;
  }
  strcpy(word, \"ab\");
  last = at;
  free(list->next);
  free(list);
  assert(*last == strlen(word));
  return 0;
}
";
    fs::write(&file, program).expect("a file");
    let file = file.to_str().expect("a UTF-8 path");
    let (code, stdout, _) = focuscheck(directory.path(), &["run", "--trace", file]);
    assert_eq!(code, 10);
    insta::assert_snapshot!(stdout, @r#"
     9 │ int stock[3] = { 1, 2, 3 }                    stock[0] = 1, stock[1] = 2, stock[2] = 3
    10 │ int *at = stock                               at -> stock[0]
    11 │ struct node *list = NULL                      list = NULL
    12 │ int i = 0                                     i = 0
    12 │ i < 2                                         is true; i = 0
    13 │ struct node *made = malloc(sizeof *made)      made -> 1st block from line 13
    14 │ !made                                         is false; made -> 1st block from line 13
    16 │ made->value = *at++                           at -> stock[1], value of the 1st block from line 13 = 1
    17 │ made->next = list                             next of the 1st block from line 13 = NULL
    18 │ list = made                                   list -> 1st block from line 13
    12 │ i++                                           i = 1
    12 │ i < 2                                         is true; i = 1
    13 │ struct node *made = malloc(sizeof *made)      made -> 2nd block from line 13
    14 │ !made                                         is false; made -> 2nd block from line 13
    16 │ made->value = *at++                           at -> stock[2], value of the 2nd block from line 13 = 2
    17 │ made->next = list                             next of the 2nd block from line 13 -> 1st block from line 13
    18 │ list = made                                   list -> 2nd block from line 13
    12 │ i++                                           i = 2
    12 │ i < 2                                         is false; i = 2
    20 │ strcpy(word, "ab")                            word = "ab"
    21 │ last = at                                     last -> stock[2]
    22 │ free(list->next)                              1st block from line 13 is freed
    23 │ free(list)                                    2nd block from line 13 is freed
    24 │ assert(*last == strlen(word))                 fails

    memory.c:24:3: error: assertion `*last == strlen(word)` fails
       ╭▸
    24 │   assert(*last == strlen(word));
       ╰╴  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

      globals at the end
        last -> stock[2]

      111 steps
    "#);
}

#[test]
fn accesses_behind_blocks_and_to_what_is_freed_end_a_run() {
    let begin = "#include <stdlib.h>\nint main(void) {\n  size_t n = 6;\n  int *p = malloc(n * sizeof *p);\n  \
                 if (!p) return 1;\n  p[5] = 1;\n";
    let cases = [
        ("  p[n] = 2;\n", 7, "undefined behaviour: `index n in bounds of block` does not hold"),
        ("  free(p);\n  return p[5];\n", 8, "undefined behaviour: `pointer p not dangling` does not hold"),
    ];
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("block.c");
    for (rest, line, message) in cases {
        fs::write(&file, format!("{begin}{rest}  return 0;\n}}\n")).expect("a file");
        let (code, stdout, _) = focuscheck(directory.path(), &["run", file.to_str().expect("a path")]);
        assert!(
            code != 0 && stdout.contains(message) && stdout.contains(&line.to_string()),
            "{code}: {stdout}"
        );
    }
}

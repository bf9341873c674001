//! The programs of `programs/questions` under `ask`, against the notes in their comments (`programs/README.md`).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use focuscheck_cli::{Environment, run, run_with};
use serde_json::Value;

use crate::support::notes::{ASK, notes, of};
use crate::support::schema::violations;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/questions")
}

fn files() -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    files.sort();
    files
}

/// What `ask` says to a person who gives these answers.
fn asked(path: &Path, options: &[&str], answers: &str) -> (String, u8) {
    let mut arguments = vec!["focuscheck", "ask", "--no-config"];
    arguments.extend(options);
    arguments.push(path.to_str().unwrap());
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let mut person = answers.as_bytes();
    let code = run_with(arguments, &Environment::default(), &mut person, &mut out, &mut errors);
    (String::from_utf8(out).unwrap(), code.number())
}

fn short(question: &Value) -> String {
    let given: Vec<&str> =
        question["given"].as_array().unwrap().iter().map(|given| given.as_str().unwrap()).collect();
    let given = if given.is_empty() { String::new() } else { format!("{}, ", given.join(" && ")) };
    let reaching = if question["reaching"] == true { "reaching, " } else { "" };
    format!(
        "{reaching}{given}{} {}",
        question["kind"].as_str().unwrap(),
        question["text"].as_str().unwrap_or("reached")
    )
}

#[test]
fn questions_are_asked_as_the_programs_say() {
    let mut problems = String::new();
    let mut count = 0;
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let notes = notes(&text, ASK).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let of = |key: &str| of(&notes, key);
        let options = of("options");
        let mut options: Vec<&str> = options.iter().flat_map(|rest| rest.split_whitespace()).collect();
        options.extend(["--format", "json", "--questions", "100"]);
        let answers: String = of("answer").iter().map(|answer| format!("{answer}\n")).collect();
        let (report, _) = asked(&path, &options, &answers);
        let report: Value = serde_json::from_str(&report).unwrap_or_else(|error| panic!("{error}: {report}"));
        for violation in violations("docs/focuscheck-ask-1.schema.json", &report) {
            let _ = writeln!(problems, "{}: {violation}", path.display());
        }
        let errors = report["errors"].as_array().unwrap();
        let is_asked = |error: &&Value| error["questions"].as_array().is_some_and(|asked| !asked.is_empty());
        let error = errors.iter().find(is_asked).or(errors.first()).unwrap_or(&Value::Null);
        let questions: Vec<String> = error["questions"].as_array().into_iter().flatten().map(short).collect();
        let expected = of("asks");
        if questions != expected {
            let _ = writeln!(problems, "{}: asks {questions:#?}", path.display());
        }
        let ended = error["ended"].as_str().unwrap_or("nothing");
        if of("ends") != [ended] {
            let _ = writeln!(problems, "{}: ends {ended} {}", path.display(), error["reason"]);
        }
        let assumed = report["assumed"].as_array().unwrap();
        for text in of("assumed").into_iter().filter(|text| !assumed.iter().any(|known| known == text)) {
            let _ = writeln!(problems, "{}: assumes {assumed:?}, not {text}", path.display());
        }
        count += 1;
    }
    assert!(count > 10 && problems.is_empty(), "\n{problems}");
}

const INTRO: [&str; 5] = ["--entry", "foo", "--facts", "annotated", "--no-try"];

fn intro() -> PathBuf {
    // The text of the report names the file as it was given.
    PathBuf::from("programs/questions/intro.c")
}

/// The assertion that is asked about.
fn asserted(report: &Value) -> &Value {
    let errors = report["errors"].as_array().unwrap();
    errors.iter().find(|error| error["text"] == "z > 2*n" || error["what"] == "assertion `z > 2*n`").unwrap()
}

#[test]
fn a_person_is_asked_in_the_terminal() {
    let (told, code) = asked(&intro(), &[&INTRO[..], &["--alternatives", "1"]].concat(), "why\nx\n2\n");
    insta::assert_snapshot!("ask_intro", told);
    assert_eq!(code, 0);
}

#[test]
fn a_witness_is_asked_for_in_the_terminal() {
    let path = PathBuf::from("programs/questions/intro_minus.c");
    let answers = "n\nn\nn\ny\nn\ny\nn\ny\ny\n";
    let (told, code) = asked(&path, &[&INTRO[..], &["--alternatives", "0"]].concat(), answers);
    insta::assert_snapshot!("ask_intro_minus", told);
    assert_eq!(code, 10);
}

#[test]
fn who_does_not_know_is_asked_everything_once() {
    let unknown = "?\n".repeat(40);
    let options = [&INTRO[..], &["--alternatives", "0", "--questions", "100", "--format", "json"]].concat();
    let (told, code) = asked(&intro(), &options, &unknown);
    let report: Value = serde_json::from_str(&told).unwrap();
    let error = asserted(&report);
    assert_eq!(
        (error["questions"].as_array().unwrap().len(), &error["ended"], code),
        (12, &"open".into(), 5)
    );
}

#[test]
fn without_a_person_the_question_is_printed() {
    let mut arguments = vec!["focuscheck", "ask", "--no-config", "programs/questions/intro.c"];
    arguments.extend(INTRO);
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let code = run(arguments, &Environment::default(), &mut out, &mut errors);
    let told = String::from_utf8(out).unwrap();
    assert!(told.contains("question 1: after the loop at line 4, does one of these always hold?"), "{told}");
    assert_eq!(code.number(), 5);
}

/// Answers are kept in a file and found again by text, in a program whose lines have moved.
#[test]
fn recorded_answers_are_taken_again() {
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.json");
    let answers = answers.to_str().unwrap();
    asked(&intro(), &[&INTRO[..], &["--save", answers]].concat(), "1\n");
    let moved = folder.path().join("moved.c");
    let text = std::fs::read_to_string(intro()).unwrap();
    std::fs::write(&moved, format!("\n\n{text}")).unwrap();
    let options = [&INTRO[..], &["--answers", answers, "--format", "json"]].concat();
    let (told, code) = asked(&moved, &options, "");
    let report: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &report["verdict"], &report["by"]), (0, &"safe".into(), &"answers".into()));
    assert_eq!(asserted(&report)["questions"][0]["text"], "j >= i - 1");
    // Another program does not ask for it.
    let other = PathBuf::from("programs/questions/reading.c");
    let (told, _) = asked(&other, &["--answers", answers], "y\n");
    assert!(told.contains("no question asked for the recorded answer: j >= i - 1"), "{told}");
}

/// What runs and proofs can tell is not asked. The analysis of the whole decides this one; its facts are left out.
#[test]
fn runs_and_proofs_answer_first() {
    let (told, code) = asked(&PathBuf::from("programs/questions/capacity.c"), &["--facts", "annotated"], "");
    assert!(told.contains("does `used <= cap` always hold? found: no, with cap = -1"), "{told}");
    assert_eq!(code, 10, "{told}");
}

/// A recorded answer that a run contradicts is refused, and the run is shown.
#[test]
fn a_run_refuses_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.json");
    let answers = answers.to_str().unwrap();
    let path = PathBuf::from("programs/questions/capacity.c");
    asked(&path, &["--facts", "annotated", "--no-try", "--alternatives", "0", "--save", answers], "y\n");
    let (told, code) = asked(&path, &["--facts", "annotated", "--answers", answers], "");
    assert!(told.contains("refused: ") && told.contains("A run says no, with cap = -1"), "{told}");
    assert_eq!(code, 10, "{told}");
}

/// What `check` says with recorded answers in a format, all pages of one that has several.
fn checked_with(path: &str, answers: &str, format: &str) -> (String, u8) {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments =
        vec!["focuscheck", "check", "--no-config", path, "--answers", answers, "--format", format];
    if format == "html" {
        arguments.extend(["-o", folder.path().to_str().unwrap()]);
    }
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let code = run(arguments, &Environment::default(), &mut out, &mut errors);
    for page in pages(folder.path()) {
        out.extend(std::fs::read(page).unwrap());
    }
    (String::from_utf8(out).unwrap(), code.number())
}

/// All pages in a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| pages(folder)));
    files.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    files
}

/// `check --answers`: the verdict follows from the answer and says so, in every format.
#[test]
fn check_takes_answers_and_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.json");
    let answers = answers.to_str().unwrap();
    let path = "programs/questions/reading.c";
    asked(Path::new(path), &["--alternatives", "0", "--save", answers], "y\n");
    let checked = |format: &str| checked_with(path, answers, format);
    let (json, code) = checked("json");
    let report: Value = serde_json::from_str(&json).unwrap();
    let file = &report["files"][0];
    assert_eq!((code, &file["verdict"], &file["errors"][0]["by"]), (0, &"safe".into(), &"answers".into()));
    for format in ["text", "json", "sarif", "junit", "html"] {
        let (told, _) = checked(format);
        assert!(told.contains("at line 4 always got") && told.contains("your answer"), "{format}: {told}");
    }
    assert_eq!(violations("docs/focuscheck-2.schema.json", &report), [""; 0]);
}

/// An error that an answer validates is reported with that answer, in every format.
#[test]
fn check_names_the_answer_that_an_error_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.json");
    let answers = answers.to_str().unwrap();
    let path = "programs/questions/length.c";
    let (told, code) = asked(Path::new(path), &["--alternatives", "0", "--save", answers], "n\n");
    assert_eq!(code, 10, "{told}");
    let checked = |format: &str| checked_with(path, answers, format);
    let (json, code) = checked("json");
    let report: Value = serde_json::from_str(&json).unwrap();
    let error = &report["files"][0]["errors"][0];
    assert_eq!((code, &error["status"], &error["by"]), (10, &"reachable".into(), &"answers".into()));
    assert_eq!(violations("docs/focuscheck-2.schema.json", &report), [""; 0]);
    for format in ["text", "json", "sarif", "junit", "html"] {
        let (told, _) = checked(format);
        assert!(told.contains("your answer"), "{format}: {told}");
    }
}

/// Answers settle the errors that they are about: not what `check` has found besides, and not another error of the line.
#[test]
fn answers_settle_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let answers = folder.path().join("answers.json");
    let answers = answers.to_str().unwrap();
    let path = "programs/questions/sensor.c";
    let (told, code) = asked(Path::new(path), &["--alternatives", "0", "--save", answers], "y\ny\n");
    // Two errors of one line are told apart.
    let ends =
        "assertion `reading > 0` at line 7 cannot fail; assertion `reading < 100` at line 7 cannot fail";
    assert!(told.contains(&format!("unsafe ({ends}; line 5 fails)")), "{told}");
    assert_eq!(code, 10, "{told}");
    let (told, code) = asked(Path::new(path), &["--alternatives", "0", "--error-line", "7"], "y\ny\n");
    assert_eq!(code, 10, "{told}");
    let (_, code) = asked(Path::new(path), &["--alternatives", "0", "--save", answers], "y\n");
    assert_eq!(code, 10);
    let arguments = ["focuscheck", "check", "--no-config", path, "--answers", answers, "--format", "json"];
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    run(arguments, &Environment::default(), &mut out, &mut errors);
    let report: Value = serde_json::from_slice(&out).unwrap();
    let statuses: Vec<_> =
        report["files"][0]["errors"].as_array().unwrap().iter().map(|e| &e["status"]).collect();
    assert_eq!(statuses, ["reachable", "unreachable", "reachable"]);
}

/// What `ask` says of a program to a person who gives these answers.
fn asked_of(text: &str, options: &[&str], answers: &str) -> (String, u8) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("asked.c");
    std::fs::write(&path, text).unwrap();
    asked(&path, options, answers)
}

const OPEN: [&str; 5] = ["--facts", "annotated", "--no-try", "--alternatives", "0"];

/// What the assertion itself says is not known before it; what only runs that reach it do is said of those.
#[test]
fn what_is_known_holds_just_before_the_check() {
    let text = "int main(void) {
  int x = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), s = 0;
  if (a > 9) return 0;
  for (int i = 0; i < x; i++) s += a * i;
  assert(x != a || s > 3);
}
";
    let (told, _) = asked_of(text, &OPEN, "");
    assert!(told.contains("known: i >= x after the loop at line 4\n"), "{told}");
    assert!(told.contains("known in every run that reaches line 5: a <= 9\n"), "{told}");
    assert!(!told.contains("x == a"), "{told}");
}

/// What only some of the runs that come to the check evaluate is not said of all of them.
#[test]
fn what_some_runs_leave_out_is_not_known_in_all() {
    let text = "#include <stdio.h>
extern int ext(void);
int main(void) {
  int b, t = 5;
  scanf(\"%d\", &b);
  if (b < -4 || b > 2) return 0;
  int s = b, r = s < 1 ? 0 : t;
  if ((t = s) != 1) t++;
  else b = 0;
  if (!(t && r * b < 1)) t += (ext() - 2) / t;
  return t;
}
";
    let (told, _) = asked_of(text, &OPEN, "");
    assert!(told.contains("known in every run that reaches line 10: b@5 <= 2; b@5 >= -4\n"), "{told}");
}

/// A function that the condition of an assertion calls is a part of it: runs that need no call come to the line, too.
#[test]
fn a_call_in_an_assertion_does_not_hide_the_runs_without_it() {
    let text = "static int first(int n) {
  int i = 0;
  while (i < n) { if (i * i == 9) return 1; i++; }
  return i < 2;
}
int main(void) {
  int d = __VERIFIER_nondet_int();
  if (d < -2 || d > 30) return 0;
  assert(d > 10 || first(d) == 0);
  return d;
}
";
    let (told, _) = asked_of(text, &OPEN, "");
    assert!(told.contains("known in every run that reaches line 9: d <= 30; d >= -2\n"), "{told}");
}

/// A fact that is asked for makes the error impossible by itself.
#[test]
fn a_fact_that_is_asked_for_excludes_the_error() {
    let text = "int a[5];
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, s = 0;
  while (i < n) {
    i = i + 1;
    s = s + i * i;
  }
  a[s] = 1;
}
";
    let (told, _) = asked_of(text, &OPEN, "");
    assert!(told.contains("asked.c:8: index out of bounds in main is not decided"), "{told}");
    assert!(
        told.contains("question 1: after the loop at line 4, does `s >= 0 && s <= 4` always hold?"),
        "{told}"
    );
}

/// Places that `check` could not judge keep `ask` from saying `safe`.
#[test]
fn what_nobody_could_judge_keeps_ask_from_safe() {
    let text = "#include <stdlib.h>
int read_some(int size);
int main(int argc, char **argv) {
  int *m = malloc(10 * sizeof(int)), got = read_some(4096);
  if (got < 0 || !m) return 1;
  m[got] = *argv[4];
  int room = 4096 - got;
  assert(room >= 0);
}
";
    let answers = "y\ny\ny\ny\ny\ny\n";
    let (told, code) = asked_of(text, &["--alternatives", "0"], answers);
    assert_eq!(code, 5, "{told}");
    assert!(!told.contains("asked.c: safe"), "{told}");
}

#[test]
fn what_is_no_answer_is_refused_aloud() {
    let (told, code) = asked(&intro(), &[&INTRO[..], &["--alternatives", "1"]].concat(), "7\n\ny\n1\n");
    assert!(told.contains("there is no choice 7: answer a number from 1 to 2, n, ?, w or q"), "{told}");
    assert!(told.contains("nothing was answered: ") && told.contains("`y` is no answer: "), "{told}");
    assert_eq!(code, 0, "{told}");
}

#[test]
fn a_file_without_main_says_where_ask_could_begin() {
    for format in ["text", "json"] {
        let (told, code) = asked_of("int f(int x) { return x; }\n", &["--format", format], "");
        assert!(told.contains("no function main") && told.contains("--entry f"), "{told}");
        assert_eq!(code, 5);
    }
}

/// Neither a file's name nor its text can control the terminal.
#[test]
fn questions_cannot_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\u{1b}[31m.c");
    std::fs::write(&path, std::fs::read_to_string(intro()).unwrap()).unwrap();
    let (told, _) = asked(&path, &INTRO, "1\n");
    assert!(told.contains("question 1") && !told.contains('\u{1b}'), "{told}");
}

/// A run of which a person says yes may fail at an earlier line: the verdict does not say that it fails at the later one.
#[test]
fn a_run_that_may_fail_at_another_line_is_not_said_to_fail_here() {
    let text = "int read_some(void);
int main(void) {
  int x = read_some(), i = 0, s = 0;
  while (i < x) { i++; s += read_some(); }
  assert(s != 7);
  assert(s < 5);
}
";
    let (told, code) = asked_of(text, &["--alternatives", "0"], "n\nn\n");
    assert!(told.contains("line 6 fails, or another error at line 5 does"), "{told}");
    assert_eq!(code, 10, "{told}");
    let (told, _) = asked_of(text, &["--alternatives", "0", "--format", "json"], "n\nn\n");
    let report: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&report["errors"][1]["ended"], &report["errors"][1]["instead"][0]),
        (&"open".into(), &5.into())
    );
}

/// A run that fails in the same line, but by another error, shows nothing of the one that is asked about.
#[test]
fn a_run_shows_the_error_that_is_asked_about() {
    let text = "int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0, s = 0;
  while (i < x) { i++; s += i * i; }
  assert(s != 3); s = 100 / s;
}
";
    let (told, _) = asked_of(text, &["--alternatives", "0"], "n\n");
    assert!(!told.contains("assertion `s != 3` at line 4 fails, with"), "{told}");
}

/// What holds only where no unsigned value wraps is neither known nor, without an answer, a proof.
#[test]
fn what_wraps_is_not_known() {
    let text = "unsigned read_some(void);
int main(void) {
  unsigned n = read_some(), m = n + 1, i = 0, s = 0;
  while (i < m) { i++; s += read_some(); }
  if (m > 5 && n > 3)
    assert(s + m > n);
}
";
    let (told, code) = asked_of(text, &["--alternatives", "0"], "");
    assert!(told.contains("it cannot fail unless a value wraps"), "{told}");
    assert_eq!(code, 5, "{told}");
    let text = text.replace("s + m > n", "m > 3 || s != 8");
    let (told, _) = asked_of(&text, &OPEN, "");
    assert!(!told.contains("known: n"), "{told}");
}

/// A run shows that something can happen; where it fails afterwards is another matter.
#[test]
fn a_run_that_was_found_fails_where_it_fails() {
    let text = "int __VERIFIER_nondet_int(void);
int locked;
static void take(void) {
  assert(locked == 0);
  locked = 1;
}
static void give(void) {
  assert(locked == 2);
  locked = 0;
}
int main(void) {
  int want = __VERIFIER_nondet_int(), rounds = __VERIFIER_nondet_int(), got = 0, i = 0;
  while (i < rounds) {
    if (want > 0 || got == 0) {
      take();
      got++;
    }
    if (got == 1 && i < want) {
      give();
      got = 0;
    }
    i++;
  }
  if (got)
    give();
}
";
    let (told, code) = asked_of(text, &["--facts", "annotated"], "");
    assert!(told.contains("`i < want`? found: yes"), "{told}");
    assert!(told.contains("unsafe (line 8 fails, with want = 1, rounds = 1)"), "{told}");
    assert!(!told.contains("line 4 fails"), "{told}");
    assert_eq!(code, 10, "{told}");
}

/// What stands where nobody follows a run is not nothing.
#[test]
fn what_is_not_followed_is_not_nothing_to_ask() {
    let text = "int main(void) {
  void *next = &&end;
  goto *next;
end:
  assert(0);
}
";
    for options in [&[][..], &["--facts", "annotated"]] {
        let (told, code) = asked_of(text, options, "");
        assert!(told.contains("computed goto at line 3 is not modelled"), "{told}");
        assert_eq!(code, 5, "{told}");
    }
}

/// C leaves it open whether `g` is read before the call or after it.
#[test]
fn what_depends_on_the_order_of_evaluation_is_not_known() {
    let text = "int g = 0;
static int dec(void) { g--; return g; }
int main(void) {
  int r = 0;
  if (g != dec()) r = 1;
  assert(r == 1);
}
";
    let (told, code) = asked_of(text, &["--alternatives", "0"], "");
    assert!(told.contains("line 6 is open"), "{told}");
    assert_eq!(code, 5, "{told}");
}

/// A run reaches the line from one round of a loop; what it does at the start of another is no reason for an error there.
#[test]
fn what_happens_in_another_round_is_no_error() {
    let text = "int __VERIFIER_nondet_int(void);
int locked;
static void take(void) {
  assert(locked == 0);
  locked = 1;
}
int main(void) {
  int want = __VERIFIER_nondet_int(), rounds = __VERIFIER_nondet_int(), got = 1, i = 0;
  if (want < -1 || want > 3) return 0;
  while (i < rounds) {
    if (want > 0 && got == 1) {
      take();
      got++;
    }
    i++;
  }
}
";
    let options = ["--facts", "annotated", "--no-try", "--alternatives", "0", "--error-line", "4"];
    let (told, _) = asked_of(text, &options, "n\ny\nn\n");
    assert!(told.contains("at the start of some round, `locked != 0`"), "{told}");
    assert!(!told.contains("that reaches line 4 that in the loop"), "{told}");
    assert!(told.contains("line 4 cannot fail"), "{told}");
}

/// A loop looks at its condition again and again: what it computes there the last time is no fact of the line.
#[test]
fn what_the_condition_of_a_loop_computes_is_known_of_no_line() {
    let text = "int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), s = 1;
  if (x < 0 || x > 3 || y < 0 || y > 3) return 0;
  while (s != x * s) s = y;
  assert(y != x * s);
}
";
    let (told, _) = asked_of(text, &["--facts", "annotated", "--no-try"], "");
    assert!(told.contains("known in every run that reaches line 6: x <= 3"), "{told}");
    assert!(!told.contains("x * s =="), "{told}");
}

//! What `verify` writes: golden texts, the schemas of its formats, other solvers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use focuscheck_base::options::{Interrupt, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cli::{self as cli, Environment};
use focuscheck_driver::verify::{Request, watched};
use focuscheck_report::model::Verdict;
use insta::assert_snapshot;
use serde_json::Value;

use crate::support::notes::{VERIFY, notes};
use crate::support::schema::violations;
use crate::support::screen::Screen;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Exit code and stdout of `verify`.
fn verify(arguments: &[&str]) -> (u8, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["focuscheck", "verify", "--no-config"].iter().chain(arguments);
    let cache_key = Some("a key of these tests".to_owned());
    let environment = Environment { cache_key, ..Environment::default() };
    let code = cli::run(words, &environment, &mut stdout, &mut stderr);
    (code.number(), String::from_utf8(stdout).expect("UTF-8 output"))
}

/// A text without times, which differ from run to run.
fn timeless(text: &str) -> String {
    let digit = |word: &str| word.ends_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    text.lines()
        .map(|line| match line.strip_suffix(" s").and_then(|line| line.rsplit_once(' ')) {
            Some((rest, time)) if digit(time) => format!("{}  TIME\n", rest.trim_end()),
            _ => format!("{line}\n"),
        })
        .collect()
}

/// JSON without the names that are made of paths, which here are those of a machine.
fn without_fingerprints(text: &str) -> String {
    let named = ["\"fingerprint\"", "\"primaryLocationLineHash\"", "\"error/v1\"", "\"explanation/v1\""];
    let kept = text.lines().filter(|line| !named.iter().any(|name| line.contains(name)));
    kept.map(|line| format!("{line}\n")).collect()
}

/// A program without the expectations at its end, in a folder of its own, so that places and paths are those of the papers.
fn program(folder: &Path, name: &str) -> PathBuf {
    let text = fs::read_to_string(Path::new(ROOT).join("programs/labels").join(name)).expect("a program");
    let first = notes(&text, VERIFY).expect("notes").first().map(|note| note.line - 1);
    let end = first.unwrap_or(text.lines().count());
    let kept: Vec<&str> = text.lines().take(end).collect();
    let path = folder.join(name);
    fs::write(&path, kept.join("\n") + "\n").expect("a file");
    path
}

/// What `verify` says of a program of the papers, by its bare name.
fn told(name: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = program(folder.path(), name);
    let path = path.to_str().expect("a path");
    let (_, text) = verify(&[options, &[path]].concat());
    timeless(&text.replace(path, name))
}

#[test]
fn the_programs_of_the_papers_as_they_are_told() {
    assert_snapshot!("verify_cup", told("cup.c", &[]));
    assert_snapshot!("verify_esc", told("esc.c", &["--level", "slice"]));
    assert_snapshot!("verify_nfk", told("nfk.c", &[]));
    assert_snapshot!("verify_nfk_explained", told("nfk.c", &["--explain"]));
    assert_snapshot!("verify_nfk_narrow", told("nfk.c", &["--explain", "--needed", "--ascii"]));
    let json = told("cup.c", &["--explain", "--format", "json"]);
    assert_snapshot!("verify_cup_json", without_fingerprints(&json));
    // The sample of section 2.2, word for word.
    let sample = "This VC corresponds to lines 14-20 in the function \"NegateFirst\".
Its purpose is to contribute to the loop invariant preservation on each iteration.
Hence, given
  - assumption that the loop invariant holds at line 14,
  - assumption that the loop condition holds at line 17,
  - assumption that the \"then\" branch is chosen at line 18,
▶ - substitution for ia[i] originating in array update at line 19,
show that the invariant of label L holds at line 20.
invalid: run with Length = 1, ia = {-1}; ia[0] should be 1, is -1
";
    assert!(told("nfk.c", &["--explain"]).contains(sample));
}

#[test]
fn colours_change_nothing_but_colours() {
    let plain = told("esc.c", &["--color", "never"]);
    let colored = told("esc.c", &["--color", "always"]);
    let mut bare = String::new();
    let mut pieces = colored.split('\u{1b}');
    bare.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        bare.push_str(piece.split_once('m').map_or("", |(_, rest)| rest));
    }
    assert!(colored.contains('\u{1b}'));
    assert_eq!(timeless(&bare), plain);
}

#[test]
fn a_batch_lists_what_is_open_and_counts_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["cup.c", "nfk_repaired.c", "simple.c"] {
        program(folder.path(), name);
    }
    fs::write(folder.path().join("wrong.c"), "int f( {\n").expect("a file");
    let path = folder.path().to_str().expect("a path");
    let (code, text) = verify(&[path]);
    assert_eq!(code, 2);
    assert_snapshot!("verify_batch", timeless(&text.replace(path, "programs")));
    assert_eq!(verify(&[path, "-j", "1"]).1.lines().count(), text.lines().count());
}

#[test]
fn json_and_sarif_of_verify_are_valid() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = format!("{ROOT}/programs/labels");
    let cache = folder.path().join("cache");
    let cache = cache.to_str().expect("a path");
    let json = ["--explain", "--level", "slice", "--format", "json", "--cache", cache, &programs];
    let (_, text) = verify(&json);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(violations("docs/focuscheck-2.schema.json", &value), Vec::<String>::new());
    // What was kept is what was found.
    assert_eq!(verify(&json).1, text);
    let kept = fs::read_dir(folder.path().join("cache")).expect("a folder").count();
    assert_eq!(kept, value["files"].as_array().expect("files").len());

    let (code, text) = verify(&["--level", "slice", "--format", "sarif", &programs]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(violations("tests/schemas/sarif-schema-2.1.0.json", &value), Vec::<String>::new());
    let run = &value["runs"][0];
    assert_eq!(code, 10);
    assert_eq!(run["invocations"][0]["exitCodeDescription"], "some run breaks an obligation");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    for result in results {
        let rule = result["ruleIndex"].as_u64().expect("a rule") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        assert!(!result["codeFlows"].as_array().expect("flows").is_empty());
    }
    let null = results.iter().find(|result| result["ruleId"] == "Null").expect("the error of Fig. 0");
    let text = serde_json::to_string_pretty(null).expect("JSON");
    assert_snapshot!("verify_sarif_result", without_fingerprints(&text.replace(ROOT, "")));
    // Focus statements are a flow of their own.
    let flows = |line: u64| {
        let at = |result: &&Value| {
            result["locations"][0]["physicalLocation"]["region"]["startLine"] == line
                && result["ruleId"] == "ArrayAccess"
        };
        results.iter().find(at).map(|result| result["codeFlows"].as_array().expect("flows").len())
    };
    assert_eq!(flows(43), Some(3));
}

/// The page of the only file in a folder of pages.
fn page_in(pages: &str) -> String {
    let page = fs::read_dir(pages)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .find(|file| file.file_name().is_some_and(|name| name != "index.html"))
        .expect("a page");
    fs::read_to_string(page).expect("a page")
}

#[test]
fn pages_and_tests_have_obligations() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path(), "nfk.c");
    let pages = folder.path().join("pages");
    let (path, pages) = (program.to_str().expect("a path"), pages.to_str().expect("a path"));
    let (code, _) = verify(&["--format", "html", "-o", pages, path]);
    assert_eq!(code, 10);
    let page = page_in(pages);
    for shown in [
        "<span class=\"status reachable\">invalid</span>",
        "<span class=\"status unreachable\">valid</span>",
        "run with Length = 1, ia = {-1}; ia[0] should be 1, is -1",
        "VC, lines 14-20, invalid: the invariant of label L holds at line 20",
        "<h4>Given</h4>",
        // Each sentence leads to its line.
        "<li>substitution for ia[i] originating in array update at line 19 <a class=\"line\" href=\"#L19\">line 19</a></li>",
    ] {
        assert!(page.contains(shown), "no {shown}");
    }
    let (_, tests) = verify(&["--format", "junit", path]);
    let document = roxmltree::Document::parse(&tests).expect("XML");
    assert_eq!(document.root_element().attribute("tests"), Some("15"));
    assert_eq!(document.root_element().attribute("failures"), Some("1"));
    assert!(tests.contains("Possible") || tests.contains("Invariant of a label possibly does not hold"));
}

/// What `verify` says of a text.
fn of_text(text: &str, options: &[&str]) -> (u8, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.c");
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a path");
    let (code, text) = verify(&[options, &[path]].concat());
    (code, text.replace(path, "p.c"))
}

/// What is stated and not modelled is not asked: then not all is valid.
#[test]
fn what_is_stated_and_not_asked_leaves_a_file_open() {
    let body = "/*@ ensures \\result == 1; */ int f(void) { return 1; }\n";
    for (before, asked) in [
        ("//@ lemma wrong: \\forall integer x; x > 0;\n", "lemma wrong (line 1)"),
        ("int g;\n//@ global invariant positive: g > 0;\n", "global invariant (line 2)"),
        ("struct S { int a; };\n//@ type invariant p(struct S s) = s.a > 0;\n", "type invariant (line 2)"),
        (
            "int g;\nvoid h(void) { //@ requires g == 5; ensures g == 7;\n { g = 3; } }\n",
            "contract of a statement (line 2)",
        ),
        ("void h(void) {\n  //@ ghost int z = 3;\n }\n", "ghost code (line 2)"),
        ("int g;\n/*@ assigns g \\from g; */ void h(void) { g = 3; }\n", "\\from (line 2)"),
        ("//@ terminates \\true;\nvoid h(int n) { while (n) { } }\n", "terminates (line 1)"),
        (
            "int t[9];\nvoid h(void) { int i = 0;\n  //@ loop invariant 0 <= i <= 9; loop assigns i, t[0..i-1];\n  \
             while (i < 9) { t[i] = 0; i++; } }\n",
            "loop assigns of places that are others in each round (line 3)",
        ),
        (
            "int t[9];\n/*@ requires \\valid(p); assigns *p; */\nvoid put(int *p) { *p = 0; }\nint main(void) { int i = 1;\n  //@ loop assigns t[i], i;\n  \
             for (int k = 0; k < 2; k++) { t[0] = 1; put(&i); } return 0; }\n",
            "loop assigns of places that are others in each round (line 5)",
        ),
    ] {
        let (code, text) = of_text(&format!("{before}{body}"), &[]);
        let last = text.trim_end().lines().last().expect("a line");
        assert_eq!(
            (code, last),
            (5, format!("p.c: some obligations are open (not asked: {asked})").as_str()),
            "{text}"
        );
    }
    // What is only given proves no less where it is left out, and what surely ends is asked for in its parts.
    for before in [
        "/*@ axiomatic A { type t; axiom a: \\forall t x; x == x; } */\n",
        "/*@ terminates \\true; */ int h(int n) { return n; }\n",
    ] {
        assert_eq!(of_text(&format!("{before}{body}"), &[]).0, 0, "{before}");
    }
    // A function may rely on an invariant: a run that breaks it is none.
    let relied =
        "int g;\n//@ global invariant p: g > 0;\n/*@ ensures \\result > 0; */ int f(void) { return g; }\n";
    let (code, text) = of_text(relied, &[]);
    assert!(code == 5 && text.contains("not modelled: global invariant at line 2"), "{text}");
}

/// No run is said to break what a loop may assign where the places of its clause are others by then; a call of the same
/// function has its own.
#[test]
fn no_run_breaks_a_clause_whose_places_moved() {
    let moved = "int a[8], b[8];\nstruct s { int *at; };\nint main(void) { struct s x, *p = &x; p->at = a;\n  \
        //@ loop assigns p->at[0], p->at;\n  for (int k = 0; k < 2; k++) { p->at[0] = 1; p->at = b; } return 0; }\n";
    let again = "int a[9];\nvoid g(int n) { int i = n; if (n > 5 || n < 0) return;\n  \
        //@ loop assigns a[i];\n  for (int k = 0; k < 2; k++) { a[i] = 1; if (k == 0) g(n + 1); } }\n\
        int main(void) { g(4); return 0; }\n";
    for (text, fails) in [(moved, false), (again, true)] {
        let (_, text) = of_text(text, &["--property", "Assigns", "--function", "main"]);
        assert!(text.contains("Assigns@") && text.contains("a run fails there") == fails, "{text}");
    }
}

/// A name that nothing has is a mistake, not a file without obligations.
#[test]
fn names_that_nothing_has_are_refused() {
    let text = "/*@ ensures one: \\result == 1; */ int f(void) { return 1; }\n";
    for (option, name, code) in [
        ("--function", "f", 0),
        ("--function", "g", 1),
        ("--property", "Post", 0),
        ("--property", "Assert", 0),
        ("--property", "Post@1.59", 0),
        ("--property", "Post@2.1", 1),
        ("--property", "one", 0),
        ("--property", "two", 1),
    ] {
        assert_eq!(of_text(text, &[option, name]).0, code, "{option} {name}");
    }
}

/// A page opens on what fails, whatever stands before it.
#[test]
fn a_page_opens_on_what_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, pages) = (folder.path().join("p.c"), folder.path().join("pages"));
    fs::write(&program, "int a[3];\nint f(int i) { int x = a[1]; return x + a[i]; }\n").expect("a file");
    let (program, pages) = (program.to_str().expect("a path"), pages.to_str().expect("a path"));
    assert_eq!(verify(&["--format", "html", "-o", pages, program]).0, 10);
    let page = page_in(pages);
    let place = |word: &str| page.find(word).unwrap_or_else(|| panic!("no {word}"));
    assert!(place("<span class=\"status reachable\">") < place("<span class=\"status unreachable\">"));
}

#[test]
fn the_explorer_goes_through_the_sentences() {
    let mut screen = Screen::verified("labels/nfk.c", (110, 34));
    assert_snapshot!("explore_obligation", screen.text());
    // The trace first, then the condition: a sentence at a time, each with its line.
    assert_snapshot!("explore_trace_label", screen.press("<Enter>jj").text());
    screen.press("<Right>");
    let text = screen.text();
    assert!(text.contains("there is no run to show"), "{text}");
    let condition = screen.press("<Left>]").text();
    assert!(condition.contains("contribute to the loop invariant preservation"), "{condition}");
    assert_snapshot!("explore_condition", screen.press("<Enter>jjj").text());
}

/// The pieces of a page between fences of a language.
fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_tutorial_shows_what_happens() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/verify.md")).expect("the tutorial");
    let (code, shown) = (blocks(&page, "c"), blocks(&page, "text"));
    let [function, contract, annotation, invariant, ..] = code[..] else { panic!("{code:?}") };
    let head = "  for (";
    let third = annotation.replacen(";\n", &format!(";\n{invariant}"), 1);
    let programs = [
        ("largest.c", function.to_owned()),
        ("largest2.c", format!("{contract}{function}")),
        ("largest3.c", format!("{contract}{}", function.replace(head, &format!("{annotation}{head}")))),
        ("largest4.c", format!("{contract}{}", function.replace(head, &format!("{third}{head}")))),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for ((name, text), shown) in programs.iter().zip(&shown) {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("a path");
        let said = verify(&[path]).1.replace(path, name);
        let mut lines = said.lines();
        for line in shown.lines().filter(|line| !line.starts_with('$') && *line != "…") {
            assert!(lines.any(|known| known == line), "{name}: {line:?} is not in\n{said}");
        }
    }
}

/// A solver that is installed, with the words before the file.
fn solver() -> Option<Vec<String>> {
    let named = std::env::var("FOCUSCHECK_SMT").ok();
    let candidates = named.into_iter().chain(["z3 -T:20".to_owned(), "cvc5 --tlimit=20000".to_owned()]);
    for candidate in candidates {
        let words: Vec<String> = candidate.split(' ').map(str::to_owned).collect();
        if Command::new(&words[0]).arg("--version").output().is_ok_and(|output| output.status.success()) {
            return Some(words);
        }
    }
    None
}

#[test]
#[allow(clippy::print_stdout, reason = "who runs the test wants to know that nothing was compared")]
fn another_solver_does_not_disagree() {
    let folder = tempfile::tempdir().expect("a folder");
    let vcs = folder.path().join("vcs");
    let program = format!("{ROOT}/programs/labels/nfk.c");
    verify(&["--vcs", vcs.to_str().expect("a path"), &program]);
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(&vcs).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    scripts.sort();
    assert_eq!(scripts.len(), 15);
    let expected = |text: &str| {
        let status = text.split("(set-info :status ").nth(1).expect("a status");
        status.split(')').next().expect("a word").to_owned()
    };
    let texts: Vec<String> = scripts.iter().map(|path| fs::read_to_string(path).expect("a script")).collect();
    assert_eq!(texts.iter().filter(|text| expected(text) == "sat").count(), 1);
    assert!(texts.iter().all(|text| text.contains(":named")));
    let Some(words) = solver() else {
        println!("no SMT solver is installed: nothing is compared");
        return;
    };
    for (path, text) in scripts.iter().zip(&texts) {
        let output = Command::new(&words[0]).args(&words[1..]).arg(path).output().expect("an answer");
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        let answer = answer.lines().next().unwrap_or_default();
        let disagrees = matches!((answer, expected(text).as_str()), ("sat", "unsat") | ("unsat", "sat"));
        assert!(!disagrees && !answer.contains("error"), "{}: {answer}", path.display());
    }
}

#[test]
fn an_interruption_keeps_the_functions_that_are_finished() {
    static NOW: AtomicBool = AtomicBool::new(false);
    let text = "//@ ensures \\result == 1;\nint one(void) { return 1; }\n//@ ensures \\result == 2;\n\
                int two(void) { return 3; }\n//@ ensures \\result == 3;\nint three(void) { return 3; }\n";
    let source = SourceFile::new("steps.c", text);
    let options = Options { interrupt: Some(Interrupt::new(&NOW)), timeout: None, ..Options::default() };
    let seen = Mutex::new(Vec::new());
    let report = watched(&source, &options, &Request::default(), &|function, done, all| {
        NOW.store(function == "two", Ordering::Relaxed);
        seen.lock().unwrap().push(format!("{function} {done} of {all}"));
    });
    // What was being verified is not told of, what was finished is; the file is decided by nothing that is missing.
    assert_eq!(seen.into_inner().unwrap(), ["one 0 of 1", "two 0 of 1"]);
    let found = report.functions.iter().map(|f| (f.name.as_str(), f.obligations.len(), f.is_interrupted()));
    assert_eq!(found.collect::<Vec<_>>(), [("one", 1, false), ("two", 0, true)]);
    assert_eq!(report.verdict, Verdict::Unknown);
    let all = watched(&source, &Options::default(), &Request::default(), &|_, _, _| {});
    assert_eq!((all.functions.len(), all.verdict), (3, Verdict::Unsafe));
}

#[test]
fn an_interruption_leaves_a_whole_report() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let environment = Environment { interrupt: Some(Interrupt::new(&NOW)), ..Environment::default() };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let file = format!("{ROOT}/programs/labels/simple.c");
    let words = ["focuscheck", "verify", "--no-config", "--format", "json", &file];
    let code = cli::run(words, &environment, &mut stdout, &mut stderr);
    let report: Value = serde_json::from_slice(&stdout).expect("whole JSON");
    assert_eq!((code.number(), report["summary"]["files"].as_u64()), (5, Some(0)));
    let said = String::from_utf8(stderr).expect("UTF-8");
    assert!(said.contains("interrupted; 0 of 1 files were verified"), "{said}");
}

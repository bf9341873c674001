//! The batch around an analysis that is given, so that every kind of result can be had.

use std::io::{self, Write};
use std::path::Path;

use clap::Parser;

use super::args::{Arguments, Command};
use super::check::run_with;
use super::{Environment, ExitCode};
use focuscheck_base::doubt::Doubt;
use focuscheck_base::limit::Spent;
use focuscheck_base::options::Options;
use focuscheck_base::source::Parts;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_report::doubts;
use focuscheck_report::model::{FileReport, Status, Verdict};
use focuscheck_report::text::samples;
use focuscheck_syntax::error::Diagnostic;

/// An analysis that does what the text of the file says.
fn told(source: &SourceFile, _: &Options) -> FileReport {
    let report = |verdict, errors| samples::file(source.path(), verdict, errors);
    let mut unknown = samples::error(Status::Unknown);
    unknown.doubt = Some(Doubt::Spent(Spent::Time));
    match source.text().trim() {
        "safe" => report(Verdict::Safe, vec![samples::error(Status::Unreachable)]),
        "unsafe" => FileReport { path: source.path().to_owned(), ..samples::min_max() },
        "unknown" => FileReport {
            reason: doubts::reason(&unknown, &Parts::default()),
            ..report(Verdict::Unknown, vec![unknown])
        },
        "syntax" => FileReport {
            diagnostics: vec![Diagnostic::error(Span::new(0, 6), "expected a declaration")],
            ..report(Verdict::Failed, Vec::new())
        },
        other => panic!("cannot do {other}"),
    }
}

/// A directory with a file for each text: `a.c`, `b.c`, …
fn files(texts: &[&str]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (index, text) in texts.iter().enumerate() {
        let name = format!("{}.c", char::from(b'a' + index as u8));
        std::fs::write(directory.path().join(name), text).expect("a file");
    }
    directory
}

/// Exit code, stdout and stderr of `check`, with the directory's name taken out.
fn check(directory: &Path, options: &[&str]) -> (ExitCode, String, String) {
    let mut stdout = Vec::new();
    let (code, stderr) = check_to(directory, options, &mut stdout);
    (code, cut(&stdout, directory), stderr)
}

fn check_to(directory: &Path, options: &[&str], stdout: &mut dyn Write) -> (ExitCode, String) {
    let path = directory.to_str().expect("a UTF-8 path");
    let words = [&["focuscheck", "check", path], options].concat();
    let Command::Check(arguments) = Arguments::try_parse_from(words).expect("valid arguments").command else {
        panic!("not a check");
    };
    let mut stderr = Vec::new();
    let code = run_with(&told, &arguments, &Environment::default(), stdout, &mut stderr).expect("no failure");
    (code, cut(&stderr, directory))
}

fn cut(text: &[u8], directory: &Path) -> String {
    String::from_utf8_lossy(text).replace(&format!("{}/", directory.display()), "")
}

#[test]
fn exit_codes_have_an_order() {
    let code = |texts: &[&str], options: &[&str]| check(files(texts).path(), options).0.number();
    assert_eq!(code(&["safe", "safe"], &[]), 0);
    assert_eq!(code(&["safe", "unknown"], &[]), 5);
    assert_eq!(code(&["unknown", "unsafe"], &[]), 10);
    assert_eq!(code(&["unsafe", "syntax", "unknown"], &[]), 2);
    assert_eq!(code(&["unsafe", "syntax", "break down"], &[]), 6);
    assert_eq!(code(&["unsafe", "unknown"], &["--exit-zero"]), 0);
    assert_eq!(code(&["syntax"], &["--exit-zero"]), 2);
}

#[test]
fn a_batch_as_it_is_printed() {
    let directory = files(&["unsafe", "safe", "syntax", "unknown", "break down"]);
    let (_, stdout, stderr) = check(directory.path(), &[]);
    insta::assert_snapshot!(stdout, @r#"
    a.c: unsafe (line 9: error condition `error` can become true)
    b.c: safe (its error cannot be reached)
    c.c: failed (1:1: error: expected a declaration)
    d.c: unknown (the time limit (raise --timeout))
    e.c: unknown (internal error: cannot do break down; please report this with the file)

    a.c:9: error condition `error` can become true in main
      when x > y; for example x = 1, y = 0; and in 1 other way
      look at line 6: focuscheck check a.c

      files  safe  unsafe  unknown  failed
          5     1       1        2       1
    "#);
    insta::assert_snapshot!(stderr, @r#"
    c.c:1:1: error: expected a declaration
      ╭▸
    1 │ syntax
      ╰╴━━━━━━
    e.c: error: internal error: cannot do break down; please report this with the file
    "#);
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let texts: Vec<&str> = ["safe", "unsafe", "syntax", "unknown"].into_iter().cycle().take(24).collect();
    let directory = files(&texts);
    for format in ["text", "json"] {
        let one = check(directory.path(), &["-j1", "--format", format]);
        for jobs in ["-j2", "-j7"] {
            assert_eq!(check(directory.path(), &[jobs, "--format", format]), one);
        }
    }
}

#[test]
fn json_goes_to_a_file_that_appears_when_it_is_complete() {
    let directory = files(&["unsafe", "syntax"]);
    let target = directory.path().join("report.json");
    let name = target.to_str().expect("a UTF-8 path");
    let (code, stdout, _) = check(directory.path(), &["--format", "json", "-o", name]);
    assert_eq!((code, stdout.as_str()), (ExitCode::Failed, ""));
    let text = std::fs::read_to_string(&target).expect("the report");
    let value: serde_json::Value = serde_json::from_str(&text).expect("valid JSON");
    assert_eq!(value["summary"]["files"], 2);
    assert_eq!(value["files"][1]["verdict"], "failed");
    assert_eq!(value["files"][1]["reason"], "1:1: error: expected a declaration");
    assert_eq!(std::fs::read_dir(directory.path()).expect("the directory").count(), 3);
}

/// A pipe whose reader goes away after some bytes.
struct Pipe {
    left: usize,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.left.checked_sub(bytes.len()) {
            Some(left) => {
                self.left = left;
                Ok(bytes.len())
            }
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_no_error_and_never_looks_safe() {
    let directory = files(&["safe"; 20]);
    for left in [0, 10, 200] {
        let (code, stderr) = check_to(directory.path(), &["-j1"], &mut Pipe { left });
        assert!(matches!(code, ExitCode::Safe | ExitCode::Unknown), "{code:?}");
        assert_eq!(stderr, "");
    }
    let directory = files(&["unsafe"]);
    assert_eq!(check_to(directory.path(), &[], &mut Pipe { left: 0 }).0, ExitCode::Unsafe);
}

#[test]
fn the_next_command_repeats_what_was_asked() {
    let directory = files(&["unsafe"]);
    let options = ["--error", "f: x > 3", "--max-slices", "5", "--inline", "--globals", "input"];
    let (_, stdout, _) = check(directory.path(), &options);
    let expected = "check --level slice --error 'f: x > 3' --globals input --max-slices 5 --inline a.c";
    assert!(stdout.contains(expected), "{stdout}");
}

#[test]
fn arguments_become_options() {
    let parse = |words: &[&str]| {
        let words = [&["focuscheck", "check", "x.c"], words].concat();
        match Arguments::try_parse_from(words).expect("valid arguments").command {
            Command::Check(arguments) => arguments,
            _ => panic!("not a check"),
        }
    };
    assert_eq!(parse(&[]).options(), Options { checks: None, ..Options::default() });
    assert!(parse(&[]).repeated_options().is_empty());
    let options =
        parse(&["--inputs", "a,b", "--timeout", "0", "--error", "-1 == x", "--error", "y"]).options();
    assert_eq!(options.inputs, ["a", "b"]);
    assert_eq!(options.timeout, None);
    assert_eq!(options.errors, ["-1 == x", "y"]);
}

#[test]
fn pages_go_to_a_folder_and_leave_the_rest_of_it_alone() {
    let directory = files(&["unsafe", "safe", "syntax", "unknown", "break down"]);
    let folder = tempfile::tempdir().expect("a temporary directory");
    let name = folder.path().to_str().expect("a UTF-8 path");
    std::fs::write(folder.path().join("notes.html"), "mine").expect("a file");
    let (code, stdout, _) = check(directory.path(), &["--format", "html", "-o", name]);
    assert_eq!(code, ExitCode::Internal);
    assert!(stdout.starts_with("a.c: unsafe (line 9: "), "{stdout}");
    assert!(stdout.ends_with(&format!("\nThe report is in {name}/index.html\n")), "{stdout}");
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    assert_eq!((names.len(), &names[0], &names[1]), (4, &"index.html".to_owned(), &"notes.html".to_owned()));
    assert!(names[2].contains("+a.c") && names[3].contains("+d.c"), "{names:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("notes.html"), "mine");
    let index = read("index.html");
    assert_eq!(
        (index.matches("<tr data-verdict").count(), index.matches("<th scope=\"row\"><a ").count()),
        (5, 2)
    );
}

#[test]
fn pages_need_a_folder() {
    let directory = files(&["safe"]);
    let path = directory.path().to_str().expect("a UTF-8 path");
    let file = directory.path().join("a.c");
    let ask = |options: &[&str]| {
        let words = [&["focuscheck", "check", path, "--format", "html"], options].concat();
        let mut stderr = Vec::new();
        let code = super::run(words, &Environment::default(), &mut io::sink(), &mut stderr);
        (code, String::from_utf8_lossy(&stderr).into_owned())
    };
    let (code, message) = ask(&[]);
    assert_eq!((code, message.contains("say where with -o DIR")), (ExitCode::Usage, true), "{message}");
    let (code, message) = ask(&["-o", file.to_str().expect("a UTF-8 path")]);
    assert_eq!((code, message.contains("it is not a folder")), (ExitCode::Usage, true), "{message}");
}

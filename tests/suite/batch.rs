//! Batches: settings of a project, results of earlier runs, changed files only, interruptions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use focuscheck_base::options::Interrupt;
use focuscheck_cli::Environment;

use crate::support::command::focuscheck_in;

/// Exit code, stdout and stderr of a command, with a key for caches.
fn focuscheck(arguments: &[&str]) -> (u8, String, String) {
    let cache_key = Some("a key of these tests".to_owned());
    focuscheck_in(&Environment { cache_key, ..Environment::default() }, arguments)
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

/// A folder with a program that fails and its header, and one that does not.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    put("own.h", "#define LIMIT 7\n");
    put("bad.c", "#include \"own.h\"\nint get(void);\nint main(void) { assert(get() != LIMIT); }\n");
    put("good.c", "int main(void) { assert(1 < 2); }\n");
    folder
}

#[test]
fn results_are_found_again_until_something_changes() {
    let folder = folder();
    let (path, cache) = (name(folder.path()).to_owned(), folder.path().join("cache"));
    let check = |more: &[&str]| {
        let (_, stdout, stderr) =
            focuscheck(&[&["check", "--format", "json", "--cache", name(&cache), &path], more].concat());
        (stdout, stderr)
    };
    let entries = || fs::read_dir(&cache).expect("the cache").count();
    let first = check(&[]);
    assert_eq!(entries(), 2);
    assert_eq!(check(&[]), first);
    assert_eq!(entries(), 2);
    // What is broken is made anew.
    for entry in fs::read_dir(&cache).expect("the cache") {
        let entry = entry.expect("an entry").path();
        let text = fs::read_to_string(&entry).expect("text");
        fs::write(&entry, &text[..text.len() / 2]).expect("a file");
    }
    assert_eq!(check(&[]), first);
    // A header, and an option.
    fs::write(folder.path().join("own.h"), "#define LIMIT 8\n").expect("a file");
    assert!(check(&[]).0.contains("get() != LIMIT"));
    assert_eq!(entries(), 3);
    let _ = check(&["--max-slices", "3"]);
    assert_eq!(entries(), 5);
}

/// An entry is believed if the user's own key has signed it for these very inputs, and not otherwise.
#[test]
fn a_result_of_the_cache_is_believed_only_with_the_users_signature() {
    let folder = folder();
    let own = Some(folder.path().join("own"));
    let environment = Environment { own, ..Environment::default() };
    let cache = folder.path().join("cache");
    let check = |environment: &Environment, file: &str| {
        let file = folder.path().join(file);
        focuscheck_in(environment, &["check", "--no-config", "--cache", name(&cache), name(&file)])
    };
    let entries = || {
        let paths = fs::read_dir(&cache).expect("the cache").map(|entry| entry.expect("an entry").path());
        paths.collect::<Vec<_>>()
    };
    assert_eq!(check(&environment, "good.c").0, 0);
    let [entry] = &entries()[..] else { panic!("one entry") };
    let signed = fs::read_to_string(entry).expect("text");
    // It is used: a time that only it can have is still there afterwards.
    let written = || fs::metadata(entry).and_then(|metadata| metadata.modified()).expect("a time");
    let before = written();
    assert_eq!((check(&environment, "good.c").0, written()), (0, before));
    // An edited one is not, nor one that another key has signed, nor one under another name.
    fs::write(entry, signed.replace("\"safe\"", "\"unknown\"")).expect("a file");
    assert_eq!(check(&environment, "good.c").0, 0);
    assert_eq!(fs::read_to_string(entry).expect("text"), signed);
    let other = Environment { cache_key: Some("another".to_owned()), ..environment.clone() };
    assert_eq!(check(&other, "good.c").0, 0);
    assert_ne!(fs::read_to_string(entry).expect("text"), signed);
    assert_eq!(check(&environment, "bad.c").0, 10);
    for entry in entries() {
        fs::write(&entry, &signed).expect("a file");
    }
    assert_eq!(check(&environment, "bad.c").0, 10);
    // Without a key there is no cache.
    let (code, _, stderr) = check(&Environment::default(), "good.c");
    assert!(code == 1 && stderr.contains("FOCUSCHECK_CACHE_KEY"), "{stderr}");
}

/// A project starts no program and writes nowhere else; the user's own settings may.
#[test]
fn settings_of_a_project_start_nothing_and_stay_in_its_folder() {
    let folder = folder();
    let settings = folder.path().join("focuscheck.toml");
    let evil = folder.path().join("evil.sh");
    let mark = folder.path().join("mark");
    fs::write(&evil, format!("#!/bin/sh\ntouch {}\n", mark.display())).expect("a file");
    let bad = folder.path().join("bad.c");
    let check = |text: &str| {
        fs::write(&settings, text).expect("a file");
        focuscheck(&["check", "--config", name(&settings), name(&bad)])
    };
    let starting = format!("timeout = 9\nreplay = true\ncc = \"{}\"\n", evil.display());
    let (code, stdout, stderr) = check(&starting);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.contains("focuscheck.toml:2:1: error: `replay` starts a program"), "{stderr}");
    let (_, _, stderr) = check("output = \"../x\"\n");
    assert!(stderr.contains("focuscheck.toml:1:10: error: `output` = \"../x\" leads out"), "{stderr}");
    assert!(!mark.exists());
    fs::write(&settings, starting).expect("a file");
    let own = Environment { own: Some(folder.path().to_owned()), ..Environment::default() };
    let empty = folder.path().join("empty.toml");
    fs::write(&empty, "").expect("a file");
    let (code, ..) = focuscheck_in(&own, &["check", "--config", name(&empty), name(&bad)]);
    // The script is no executable file, so the explanation is not replayed; but it was looked for.
    assert_eq!(code, 10);
}

/// What is written replaces a link, or is refused where the user names one; what a link leads to stays.
#[cfg(unix)]
#[test]
fn links_are_not_written_through() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("victim"), "mine").expect("a file");
    let good = path("good.c");
    let link = path("link");
    symlink(path("victim"), &link).expect("a link");
    let (code, _, stderr) = focuscheck(&["check", "--no-config", "-o", name(&link), name(&good)]);
    assert!(code == 1 && stderr.contains("symbolic link"), "{stderr}");
    for (option, ending) in [("--cache", ".json"), ("--certificates", ".certificate")] {
        let made = path(&option[2..]);
        let arguments = ["check", "--no-config", option, name(&made), name(&good)];
        assert_eq!(focuscheck(&arguments).0, 0);
        for entry in fs::read_dir(&made).expect("a folder") {
            let entry = entry.expect("an entry").path();
            assert!(name(&entry).ends_with(ending));
            fs::remove_file(&entry).expect("a file");
            symlink(path("victim"), &entry).expect("a link");
        }
        assert_eq!(focuscheck(&arguments).0, 0);
        symlink(&made, path("folder")).expect("a link");
        let (code, _, stderr) =
            focuscheck(&["check", "--no-config", option, name(&path("folder")), name(&good)]);
        assert!(code == 1 && stderr.contains("symbolic link"), "{stderr}");
        fs::remove_file(path("folder")).expect("a link");
    }
    assert_eq!(fs::read_to_string(path("victim")).expect("text"), "mine");
}

/// Nobody waits for a pipe that has a name: it may never have a writer.
#[cfg(unix)]
#[test]
fn a_named_pipe_is_no_file() {
    let folder = folder();
    let pipe = folder.path().join("pipe.c");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    let good = folder.path().join("good.c");
    let (pipe, good) = (name(&pipe), name(&good));
    for arguments in [
        &["check", "--no-config", pipe][..],
        &["verify", "--no-config", pipe],
        &["doomed", pipe],
        &["run", pipe],
        &["replay", "--no-config", pipe],
        &["check", "--no-config", "--model", pipe, good],
        &["check-certificate", pipe],
    ] {
        let (code, stdout, stderr) = focuscheck(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(format!("{stdout}{stderr}").contains("this is a pipe, not a file"), "{stderr}");
    }
}

/// Names of files and words of the command line do not control the terminal.
#[cfg(unix)]
#[test]
fn names_are_never_written_raw() {
    let folder = folder();
    let name_of = |name: &str| folder.path().join(name);
    fs::write(name_of("a\x1b[31m.c"), "int main(void) { int x = 1; assert(x == 2); }\n").expect("a file");
    fs::write(name_of("b\x1b[31m.c"), "int main(void) { return }\n").expect("a file");
    fs::write(name_of("focus\x1b[31m.toml"), "levle = 1\n").expect("a file");
    let broken = name_of("b\x1b[31m.c");
    let (a, b) = (name_of("a\x1b[31m.c"), name(&broken).to_owned());
    let (a, gone, settings) =
        (name(&a).to_owned(), format!("{b}.gone"), name(&name_of("focus\x1b[31m.toml")).to_owned());
    let html = format!("{b}.html");
    for arguments in [
        &["check", "--no-config", &a, &b, &gone][..],
        &["check", "--no-config", "--level", "trace", &a],
        &["check", "--no-config", "-o", &b[..b.len() - 4], "--format", "html", &gone],
        &["check", "--no-config", "--format", "html", "-o", &html, &a],
        &["check", "--config", &settings, &a],
        &["check", "--no-config", "--doomed", &a, &b],
        &["verify", "--no-config", &a, &b, &gone],
        &["doomed", &a, &b, &gone],
        &["run", &a],
        &["run", &b],
        &["run", &gone],
        &["facts", &b, "-o", &html],
        &["replay", "--no-config", &a],
        &["replay", "--no-config", &gone],
        &["check-certificate", &a, &gone],
        &["check-witness", &a],
        &["diff", &a, &gone],
        &["check", "--\x1b[31mx"],
        &["check", "--no-config", "--entry", "\x1b[31mf", &a],
        &["check", "--no-config", "--exclude", "[\x1b[31m", &a],
    ] {
        let (_, stdout, stderr) = focuscheck(arguments);
        assert!(!stdout.contains('\x1b') && !stderr.contains('\x1b'), "{arguments:?}: {stdout:?} {stderr:?}");
    }
}

#[test]
fn settings_of_a_project_give_way_to_the_command_line() {
    let folder = folder();
    let settings = folder.path().join("focuscheck.toml");
    fs::write(&settings, "exclude = [\"good.c\"]\nformat = \"json\"\nerror = \"main: 1 == 1\"\n")
        .expect("a file");
    let check = |more: &[&str]| {
        focuscheck(&[&["check", "--config", name(&settings)], more, &[name(folder.path())]].concat())
    };
    let (code, stdout, stderr) = check(&[]);
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, report["files"].as_array().map(Vec::len)), (10, Some(1)), "{stderr}");
    let (_, stdout, _) = check(&["--format", "text"]);
    assert!(stdout.contains("bad.c: unsafe") && !stdout.contains("good.c"), "{stdout}");
    fs::write(&settings, "levle = 3\n").expect("a file");
    let (code, stdout, stderr) = check(&[]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.contains("focuscheck.toml:1:1: error: `levle` is not a setting"), "{stderr}");
    fs::write(&settings, "level = \"deep\"\n").expect("a file");
    assert!(check(&[]).2.contains("invalid value 'deep' for '--level"));
    assert_eq!(focuscheck(&["check", "--no-config", name(folder.path())]).0, 10);
}

fn git(folder: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=n", "-c", "user.email=e@e"]).args(arguments);
    command.output().is_ok_and(|output| output.status.success())
}

#[test]
fn only_what_has_changed_is_checked() {
    let folder = folder();
    let root = folder.path();
    if !(git(root, &["init", "-q"]) && git(root, &["add", "."]) && git(root, &["commit", "-qm", "x"])) {
        return;
    }
    let checked = || {
        let (_, stdout, stderr) =
            focuscheck(&["check", "--changed-since", "HEAD", "--format", "json", name(root)]);
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stderr}"));
        let files = report["files"].as_array().expect("files").clone();
        let name = |file: &serde_json::Value| {
            file["path"].as_str().and_then(|path| path.rsplit('/').next()).expect("a path").to_owned()
        };
        files.iter().map(name).collect::<Vec<_>>()
    };
    assert!(checked().is_empty());
    fs::write(root.join("own.h"), "#define LIMIT 9\n").expect("a file");
    fs::write(root.join("new.c"), "int main(void) { return 0; }\n").expect("a file");
    assert_eq!(checked(), ["bad.c", "new.c"]);
    let (code, _, stderr) = focuscheck(&["check", "--changed-since", "no-such-revision", name(root)]);
    assert_eq!(code, 1);
    assert!(stderr.contains("--changed-since: git says: "), "{stderr}");
}

/// A comment, or a report of before, says which errors are no failures; they stay in every report.
#[test]
fn errors_can_be_suppressed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c");
    let put = |comment: &str, more: &str| {
        let text = format!(
            "int get(void);\nint main(void) {{\n  int n = get();\n  assert(n < 9);{comment}\n{more}  return 0;\n}}\n"
        );
        fs::write(&file, text).expect("a file");
    };
    let check = |more: &[&str]| focuscheck(&[&["check", "--no-config", name(&file)], more].concat());
    put("", "");
    assert_eq!(check(&[]).0, 10);
    put(" // focuscheck: ignore assertion -- nobody gives more", "");
    let (code, stdout, stderr) = check(&[]);
    let ignored = "a.c:4: assertion `n < 9` can fail in main (`get()`: no body, any value) (ignored: nobody gives more)";
    assert!(
        code == 0 && stdout.contains("a.c: unsafe, all ignored (") && stderr.is_empty(),
        "{stdout}{stderr}"
    );
    assert!(stdout.replace("\n  ", " ").contains(ignored), "{stdout}");
    let (_, json, _) = check(&["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let expected = serde_json::json!({"by": "comment", "why": "nobody gives more"});
    assert_eq!(json["files"][0]["errors"][0]["suppressed"], expected);
    let (_, sarif, _) = check(&["--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let expected = serde_json::json!([{"kind": "inSource", "justification": "nobody gives more"}]);
    assert_eq!(sarif["runs"][0]["results"][0]["suppressions"], expected);
    let (_, junit, _) = check(&["--format", "junit"]);
    assert!(junit.contains("failures=\"0\"") && junit.contains("ignored: nobody gives more"), "{junit}");
    // Another kind is not meant, and what suppresses nothing is said where all is known.
    put(" // focuscheck: ignore bounds", "");
    assert_eq!(check(&[]).0, 10);
    put("", "  // focuscheck: ignore\n");
    assert!(check(&[]).2.ends_with("a.c:5: warning: this comment suppresses nothing\n"));

    let baseline = folder.path().join("baseline.json");
    put("", "");
    check(&["--format", "json", "-o", name(&baseline)]);
    let (code, stdout, _) = check(&["--baseline", name(&baseline)]);
    assert!(code == 0 && stdout.replace("\n  ", " ").contains("(as in the baseline)"), "{stdout}");
    put("", "  assert(n != 3);\n");
    let (code, stdout, _) = check(&["--baseline", name(&baseline)]);
    assert!(code == 10 && stdout.contains("`n != 3`") && !stdout.contains("all ignored"), "{stdout}");
    let (code, _, stderr) = check(&["--baseline", name(&file)]);
    assert!(code == 1 && stderr.contains("this is no JSON"), "{stderr}");
}

/// What machines have checked in parts is what one has checked, byte for byte.
#[test]
fn shards_together_are_the_single_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..9 {
        let text = match number % 3 {
            0 => format!("int main(void) {{ int n = {number}; assert(n < 5); }}\n"),
            1 => format!(
                "int f{number}(int n) {{ return 8 / n; }}\nint g{number}(int n) {{ return n % 3; }}\n"
            ),
            _ => "int main(void) { return }\n".to_owned(),
        };
        fs::write(folder.path().join(format!("p{number}.c")), text).expect("a file");
    }
    let path = name(folder.path()).to_owned();
    let json =
        |more: &[&str]| focuscheck(&[&["check", "--no-config", "--format", "json", &path], more].concat());
    let (code, single, _) = json(&[]);
    let parts: Vec<String> = (1..=4)
        .map(|number| {
            let (shard, file) = (format!("{number}/4"), format!("{path}/part-{number}.json"));
            json(&["--shard", &shard, "-o", &file]);
            file
        })
        .collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (merged_code, merged, stderr) = focuscheck(&[&["merge"], &parts[..]].concat());
    assert!(merged == single, "{stderr}");
    assert_eq!((merged_code, code), (2, 2));
    let file = format!("{path}/all.json");
    assert_eq!(focuscheck(&[&["merge", "-o", &file], &parts[..]].concat()).0, 2);
    assert_eq!(fs::read_to_string(&file).expect("a report"), single);
    let (code, _, stderr) = focuscheck(&["merge", parts[0], parts[0]]);
    assert!(code == 2 && stderr.contains("is in two of the reports"), "{stderr}");
    assert_eq!(focuscheck(&["check", "--shard", "5/4", &path]).0, 1);
}

/// A saved report shows what its run would have shown, in every form, though the files are gone.
#[test]
fn a_saved_report_is_shown_without_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("half.h"), "static int half(int n)\n{\n    return 100 / n;\n}\n")
        .expect("a file");
    let main = "#include \"half.h\"\n#include <assert.h>\nint main(void)\n{\n    int n = __VERIFIER_nondet_int();\n    \
                if (n < 9)\n        half(n);\n    assert(n != 50);\n}\n";
    fs::write(folder.path().join("a.c"), main).expect("a file");
    fs::write(folder.path().join("b.c"), "int main(void) { return }\n").expect("a file");
    let path = name(folder.path()).to_owned();
    let check = |more: &[&str]| focuscheck(&[&["check", "--no-config", &path], more].concat());
    let kept = tempfile::tempdir().expect("a folder");
    let report = format!("{}/report.json", name(kept.path()));
    assert_eq!(check(&["--format", "json", "-o", &report]).0, 2);
    let forms: [&[&str]; 5] =
        [&[], &["--level", "trace"], &["--format", "json"], &["--format", "sarif"], &["--format", "junit"]];
    let ran: Vec<String> = forms.iter().map(|form| check(form).1).collect();
    fs::remove_dir_all(folder.path()).expect("a folder");
    for (form, ran) in forms.iter().zip(ran) {
        let (code, shown, stderr) = focuscheck(&[&["show", &report], *form].concat());
        assert_eq!(code, 0, "{stderr}");
        // How the run ended belongs to the run, and the command for more of it names the report.
        let lines = |text: &str| {
            let others = ["focuscheck ", "exitCode", "executionSuccessful"];
            let is_same = |line: &&str| !others.iter().any(|other| line.contains(other));
            text.lines().filter(is_same).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&shown), lines(&ran), "{form:?}");
    }
    let show = |place: &str| focuscheck(&["show", &report, place]);
    let (_, line, _) = show("half.h:3");
    assert!(line.contains("divisor n not zero") && !line.contains("n != 50"), "{line}");
    assert!(line.contains(&format!("focuscheck show {report} --level slice {path}/half.h:3")), "{line}");
    let (_, file, _) = show("a.c");
    assert!(file.contains("n != 50") && !file.contains("b.c"), "{file}");
    let (code, _, stderr) = show("c.c");
    assert!(code == 2 && stderr.contains("has nothing there; it is about"), "{stderr}");
}

/// A batch that is told in brief is kept until the next one.
#[test]
fn the_last_batch_is_shown_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "int part(int n) { return 8 / n; }\nint rest(int n) { return 8 % n; }\n";
    for file in ["a.c", "b.c"] {
        fs::write(folder.path().join(file), text).expect("a file");
    }
    let lasting = Some(folder.path().join("cache"));
    let environment = Environment { lasting, ..Environment::default() };
    let path = name(folder.path()).to_owned();
    let command = |words: &[&str]| focuscheck_in(&environment, words);
    let (code, _, stderr) = command(&["show"]);
    assert!(code == 2 && stderr.contains("no batch is kept yet"), "{stderr}");
    let (_, ran, _) = command(&["check", "--no-config", &path]);
    let (code, shown, _) = command(&["show"]);
    assert_eq!((code, &shown), (0, &ran));
    let more = format!("focuscheck show {path}/b.c:rest");
    assert!(ran.contains(&more), "{ran}");
    let (_, one, _) = command(&["show", &format!("{path}/b.c:rest")]);
    assert!(one.contains("requires n != 0;") && !one.contains("part()"), "{one}");
    // Without a folder for it the commands are those that find it again.
    let (_, ran, _) = focuscheck(&["check", "--no-config", &path]);
    assert!(ran.contains(&format!("focuscheck check --entry rest {path}/b.c")), "{ran}");
}

#[test]
fn what_is_unknown_can_be_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c");
    fs::write(&file, "#include <setjmp.h>\njmp_buf b;\nint main(void) { longjmp(b, 1); assert(0); }\n")
        .expect("a file");
    assert_eq!(focuscheck(&["check", name(&file)]).0, 5);
    assert_eq!(focuscheck(&["check", "--accept-unknown", name(&file)]).0, 0);
}

/// The step of the action leaves a report and the exit code that the job is to have.
#[cfg(unix)]
#[test]
fn the_action_checks_what_a_change_touches() {
    let folder = folder();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tools = folder.path().join("tools");
    fs::create_dir(&tools).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_focuscheck"), tools.join("focuscheck")).expect("a link");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let step = |paths: &str| {
        let mut command = Command::new("bash");
        command.arg(root.join("scripts/action/check.sh")).current_dir(folder.path());
        command.env("PATH", &path).env("PATHS", paths).env("OPTIONS", "--no-config").env("SINCE", "");
        let output = command.output().expect("bash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        let sarif: serde_json::Value = serde_json::from_str(&read("focuscheck.sarif")).expect("JSON");
        (read("focuscheck.code"), sarif["runs"][0]["results"].as_array().expect("results").len())
    };
    assert_eq!(step("bad.c good.c"), ("10\n".to_owned(), 1));
    assert_eq!(step("good.c"), ("0\n".to_owned(), 0));
}

#[test]
fn an_interruption_keeps_what_is_finished() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let folder = folder();
    let environment = Environment { interrupt: Some(Interrupt::new(&NOW)), ..Environment::default() };
    let arguments = ["check", "--format", "json", name(folder.path())];
    let (code, stdout, stderr) = focuscheck_in(&environment, &arguments);
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("whole JSON");
    assert_eq!((code, report["summary"]["files"].as_u64()), (5, Some(0)));
    assert!(stderr.contains("interrupted; 0 of 2 files were checked"), "{stderr}");
    NOW.store(false, Ordering::Relaxed);
    assert_eq!(focuscheck_in(&environment, &arguments).0, 10);
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let (code, script, _) = focuscheck(&["completions", "bash"]);
    assert_eq!(code, 0);
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(focuscheck(&["man", "-o", name(folder.path())]).0, 0);
    for command in ["check", "explore", "replay", "run", "diff"] {
        assert!(script.contains(&format!("focuscheck__{command}")) || script.contains(command), "{command}");
        let page = fs::read_to_string(folder.path().join(format!("focuscheck-{command}.1"))).expect("a page");
        assert!(page.contains(&format!(".TH focuscheck-{command} ")), "{page}");
    }
    assert!(folder.path().join("focuscheck.1").is_file());
}

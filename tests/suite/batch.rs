//! Batches: settings of a project, results of earlier runs, changed files only, interruptions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use focuscheck::internals::cli::{self, Environment};
use focuscheck::internals::options::Interrupt;

/// Exit code, stdout and stderr of a command.
fn focuscheck_in(environment: &Environment, arguments: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["focuscheck"].iter().chain(arguments);
    let code = cli::run(words, environment, &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 output");
    (code.number(), text(stdout), text(stderr))
}

fn focuscheck(arguments: &[&str]) -> (u8, String, String) {
    focuscheck_in(&Environment::default(), arguments)
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

#[test]
fn a_result_of_the_cache_is_used() {
    let folder = folder();
    let cache = folder.path().join("cache");
    let file = folder.path().join("good.c");
    let check = || focuscheck(&["check", "--cache", name(&cache), name(&file)]);
    assert_eq!(check().0, 0);
    let entry = fs::read_dir(&cache).expect("the cache").next().expect("one").expect("an entry").path();
    let text = fs::read_to_string(&entry).expect("text");
    fs::write(&entry, text.replace("\"safe\"", "\"unknown\"")).expect("a file");
    assert_eq!(check().0, 5);
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
    assert!(stderr.contains("focuscheck.toml: `levle` is not a setting"), "{stderr}");
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

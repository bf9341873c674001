//! Explanations replayed by the system's C compiler, where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use focuscheck::cli::{self, Environment};

/// Exit code, stdout and stderr of a command.
fn focuscheck(arguments: &[&str]) -> (u8, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let words = ["focuscheck"].iter().chain(arguments);
    let code = cli::run(words, &Environment::default(), &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 output");
    (code.number(), text(stdout), text(stderr))
}

fn has_compiler() -> bool {
    Command::new("cc").arg("--version").output().is_ok()
}

/// Every explanation of every unsafe program fails where it is claimed to, in one batch.
#[test]
fn every_explanation_fails_when_compiled() {
    if !has_compiler() {
        return;
    }
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let (_, stdout, stderr) =
        focuscheck(&["check", "--replay", "--format", "json", programs.to_str().expect("UTF-8")]);
    assert!(!stderr.contains("wrong explanation") && !stderr.contains("not replayed"), "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let mut replayed = 0;
    for file in report["files"].as_array().expect("files") {
        for error in file["errors"].as_array().expect("errors") {
            for way in error["counterexamples"].as_array().expect("counterexamples") {
                let outcome = way["replayed"].as_str().unwrap_or("nothing");
                assert!(outcome.starts_with("replayed by cc: fails at "), "{}: {outcome}", file["path"]);
                replayed += 1;
            }
        }
    }
    assert!(replayed > 100, "{replayed} explanations were replayed");
}

#[test]
fn undefined_behaviour_is_seen_by_the_compilers_checks() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    let text = "int get(void);\nint set(int *b, int i) {\nreturn b[i] = 1; }\n\
        int main(void) { int a[3] = {0}, n = get();\nif (n < 9) return 6 / n;\n\
        if (n == 9) return a[n];\nif (n == 10) return set(a, 3);\nreturn 0; }\n";
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let (code, stdout, stderr) = focuscheck(&["check", "--check", "div,bounds", "--replay", file]);
    assert_eq!(code, 10, "{stdout}{stderr}");
    for line in [3, 5, 6] {
        assert!(
            stdout.contains(&format!("replayed by cc: fails at line {line}")),
            "{line}: {stdout}{stderr}"
        );
    }
}

#[test]
fn a_harness_can_be_kept_and_run_by_hand() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (file, kept) = (folder.path().join("f.c"), folder.path().join("kept"));
    fs::write(
        &file,
        "#include <assert.h>\n#include \"gone.h\"\nint get(void);\nint main(void) { assert(get() != 5); }\n",
    )
    .expect("a file");
    let (code, stdout, stderr) =
        focuscheck(&["replay", file.to_str().expect("UTF-8"), "-o", kept.to_str().expect("UTF-8")]);
    assert_eq!(code, 10, "{stdout}{stderr}");
    assert!(stdout.contains("  #1 with get = 5\n     replayed by cc: fails at line 4\n"), "{stdout}");
    let output = Command::new(kept.join("replay")).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("f.c:4: error: get() != 5"), "{output:?}");
    assert_eq!(output.status.code(), Some(70));
}

/// A compiler whose programs never fail.
#[cfg(unix)]
fn peaceful_compiler(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("peace");
    fs::write(&path, "#!/bin/sh\nprintf '#!/bin/sh\\n' > replay\nchmod +x replay\n").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

#[cfg(unix)]
#[test]
fn an_explanation_that_does_not_fail_is_left_out_loudly() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    fs::write(&file, "int get(void);\nint main(void) { assert(get() != 5); }\n").expect("a file");
    let compiler = peaceful_compiler(folder.path());
    let (file, compiler) = (file.to_str().expect("UTF-8"), compiler.to_str().expect("UTF-8"));
    let (code, stdout, stderr) = focuscheck(&["check", "--replay", "--cc", compiler, file]);
    assert_eq!(code, 5, "{stdout}{stderr}");
    assert!(
        stderr.contains("f.c:2: wrong explanation: #1 was to fail at line 2, but compiled by peace it ends without an error"),
        "{stderr}"
    );
    assert!(stdout.contains("unknown (no explanation failed when it was compiled by peace"), "{stdout}");
    let (code, stdout, _) = focuscheck(&["replay", "--cc", compiler, file]);
    assert_eq!(code, 5, "{stdout}");
    assert!(stdout.contains("was to fail at line 2, but it ends without an error"), "{stdout}");
}

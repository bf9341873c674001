//! Explanations replayed by the system's C compiler, where there is one.

// That there is no compiler has to be seen beside the result of the test.
#![allow(clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sampled::SAMPLED;
use crate::support::command::focuscheck;

/// Whether there is a compiler; a test without one says so.
fn has_compiler() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    if !found {
        eprintln!("there is no C compiler: nothing was replayed");
    }
    found
}

/// What came of the explanations of a program, checked with these options beside `check --replay`: the verdict, and
/// each `replayed`.
fn replays(name: &str, text: &str, options: &[&str]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("a file");
    replays_of(&file, options)
}

/// The same for a file.
fn replays_of(file: &Path, options: &[&str]) -> (String, Vec<String>) {
    let words = ["check", "--replay", "--format", "json", "--no-config", file.to_str().expect("UTF-8")];
    let (_, stdout, stderr) = focuscheck(&[&words, options].concat());
    let report: serde_json::Value =
        serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
    let file = &report["files"][0];
    let errors = file["errors"].as_array().expect("errors");
    let ways = errors.iter().flat_map(|error| error["counterexamples"].as_array().expect("counterexamples"));
    let outcome = |way: &serde_json::Value| way["replayed"].as_str().unwrap_or("nothing").to_owned();
    (file["verdict"].as_str().expect("a verdict").to_owned(), ways.map(outcome).collect())
}

/// That the only explanation of a program comes to this.
fn expect(text: &str, outcome: &str) {
    expect_with(text, &[], outcome);
}

/// The same with options of the check.
fn expect_with(text: &str, options: &[&str], outcome: &str) {
    assert_eq!(replays("f.c", text, options), ("unsafe".to_owned(), vec![outcome.to_owned()]), "{text}");
}

/// Every explanation of unsafe programs fails where it is claimed to, in one batch.
#[test]
fn every_explanation_fails_when_compiled() {
    if !has_compiler() {
        return;
    }
    let files: Vec<&str> = SAMPLED.files.iter().map(String::as_str).collect();
    let (_, stdout, stderr) = SAMPLED.check(&[&["--replay", "--format", "json"], &files[..]].concat());
    assert!(!stderr.contains("wrong explanation"), "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let (mut replayed, mut stopped) = (0, 0);
    // A compiled program starts at main.
    let from_main = |file: &&serde_json::Value| file["entry"].is_null();
    for file in report["files"].as_array().expect("files").iter().filter(from_main) {
        for error in file["errors"].as_array().expect("errors") {
            for way in error["counterexamples"].as_array().expect("counterexamples") {
                let outcome = way["replayed"].as_str().unwrap_or("nothing");
                // Where nothing is accessed, compiled programs go on with null; where null is called, nothing tells where.
                let path = file["path"].as_str().unwrap_or_default();
                let uses_null = path.contains("/null_") || path.contains("/print_null");
                let goes_on = outcome.contains(": the run goes on behind the null pointer")
                    || outcome.contains(": what a function without a body does is not modelled");
                let chosen = outcome.contains(": the system decides what qsort() gives")
                    || outcome.contains(": errno is what puts() leaves in it");
                if chosen
                    || uses_null && goes_on
                    || outcome.contains(": the run ends in a call of a null function pointer")
                {
                    continue;
                }
                // The sanitizer stops where an address is computed, which is no error here.
                if outcome.contains(": UndefinedBehaviorSanitizer stops at ") {
                    stopped += 1;
                    continue;
                }
                assert!(outcome.starts_with("replayed by cc: fails at "), "{}: {outcome}", file["path"]);
                replayed += 1;
            }
        }
    }
    assert!(
        replayed > 30 && stopped < replayed / 10,
        "{replayed} explanations were replayed, {stopped} stopped"
    );
}

/// What is printed is looked at by the harness where it is a text, and only there.
#[test]
fn numbers_that_are_printed_are_no_pointers() {
    if !has_compiler() {
        return;
    }
    let text = "#include <stdio.h>
int main(void)
{
    int a[3] = { 1, 2, 3 };
    char b[3] = { 'x', 'y', 'z' };
    int i = getchar(), j = getchar();
    if (i < 0 || j < 0) return 1;
    if (i < 5) printf(\"%d\\n\", a[i]);
    if (j < 5) fputc(b[j], stdout);
    if (i == 8) { int *p = j == 1 ? 0 : a; printf(\"%d\\n\", *p); }
    return 0;
}
";
    let (verdict, outcomes) = replays("f.c", text, &[]);
    assert_eq!(verdict, "unsafe");
    let lines = [8, 9, 10]
        .map(|line| format!("replayed by cc: fails at line {line} (provided: getchar() at line 6)"));
    assert_eq!(outcomes, lines);
}

#[test]
fn nobody_chooses_what_a_volatile_object_holds() {
    if !has_compiler() {
        return;
    }
    let text = "#include <assert.h>\nvolatile int v, w;\nint main(int argc, char **argv) {\n  w = 1;\n  int n = v;\n  assert(n != 3);\n}\n";
    let outcome = |text: &str| replays("f.c", text, &["--volatile", "any"]).1;
    assert_eq!(
        outcome(text),
        ["not replayed by cc: the hardware decides what a volatile object holds: v at line 5"]
    );
    // A read that does not matter does not stand in the way.
    let text = text.replace("n != 3", "argc != 3");
    assert_eq!(outcome(&text), ["replayed by cc: fails at line 6 (provided: argc)"]);
}

#[test]
fn allocations_fail_where_the_explanation_says() {
    if !has_compiler() {
        return;
    }
    let text = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  int *p = malloc(4), n = 2;\n  if (!p) return 1;\n  \
        char *s = strdup(\"ab\");\n  int *q = realloc(p, n++ * 4);\n  if (q) p = q;\n  \
        if (!q && n == 3) s[0] = 'x';\n  free(p); free(s);\n}\n";
    expect_with(
        text,
        &["--malloc", "may-fail"],
        "replayed by cc: fails at line 9 (provided: strdup() without memory at line 6, realloc() without memory at \
         line 7)",
    );
    let hidden = "#include <stdlib.h>\n#define NEW malloc(4)\nint main(void) {\n  int *p = NEW;\n  *p = 1;\n  free(p);\n}\n";
    expect_with(
        hidden,
        &["--malloc", "may-fail"],
        "not replayed by cc: an input that comes out of a macro has no place in the text: failure of malloc at line 4",
    );
}

#[test]
fn leaks_are_seen_by_the_compilers_checks() {
    if !has_compiler() {
        return;
    }
    let text = "#include <stdlib.h>\nstatic int *g;\nint main(void) {\n  int *p = malloc(4);\n  g = p;\n  \
        if (rand() != 7) free(p);\n  g = p = malloc(8);\n}\n";
    let lines = |options: &[&str]| replays("f.c", text, options).1;
    assert_eq!(
        lines(&["--check", "memory"]),
        ["replayed by cc: fails at line 4 (provided: rand() at line 6)"]
    );
    let reachable = "not replayed by cc: LeakSanitizer does not report blocks that are still reachable";
    assert_eq!(lines(&["--check", "cleanup"]).last().map(String::as_str), Some(reachable));
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
    fs::write(&file, "int get(void);\nextern void assert(int);\n\nint main(void) { assert(get() != 5); }\n")
        .expect("a file");
    let (code, stdout, stderr) =
        focuscheck(&["replay", file.to_str().expect("UTF-8"), "-o", kept.to_str().expect("UTF-8")]);
    assert_eq!(code, 10, "{stdout}{stderr}");
    let shown = "  #1 with get = 5\n     replayed by cc: fails at line 4\n     provided: get() without a body at line 4\n";
    assert!(stdout.contains(shown), "{stdout}");
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

#[test]
fn only_inputs_are_provided_and_they_are_named() {
    if !has_compiler() {
        return;
    }
    expect_with(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\nint get(int);\nint main(int argc, char **argv) {\n\
         int x, y; if (scanf(\"%d\", &x) != 1) return 0;\nif (x == 3 && rand() == 4 && get(get(1)) == 5 && argc == 2)\n\
         if (atoi(argv[1]) == 6 && y == 7)\nassert(0); return 0; }\n",
        &["--check", "none"],
        "replayed by cc: fails at line 9 (provided: argc, the unset y at line 6, scanf() at line 6, rand() at line 7, \
         get() without a body at line 7, atoi() at line 8)",
    );
}

/// Of a function of the library nothing is replaced, whether it is known here or not.
#[test]
fn functions_of_the_library_are_the_librarys_own() {
    if !has_compiler() {
        return;
    }
    let of = |head: &str, body: &str| {
        format!("#include <assert.h>\n{head}\nint main(void) {{\n{body}\nassert(done == 0); return 0; }}\n")
    };
    let fails = "replayed by cc: fails at line 5";
    expect(&of("int done; int abs(int x) { return 7; }", "done = abs(-1) == 7;"), fails);
    expect(&of("#include <stdlib.h>\nint done;", "done = abs(-1) == 1;"), "replayed by cc: fails at line 6");
}

/// A program that looks at what a stub would have given.
#[test]
fn another_result_of_the_library_is_noticed() {
    if !has_compiler() {
        return;
    }
    let text = "#include <assert.h>\nint toascii(int);\nint main(void) {\nassert(toascii(65) == 65); }\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    fs::write(&file, text).expect("a file");
    let (_, stdout, stderr) = focuscheck(&["check", "--replay", file.to_str().expect("UTF-8")]);
    // Whether this function is modelled or not: it never fails.
    assert!(!stdout.contains("unsafe"), "{stdout}{stderr}");
}

#[test]
fn macros_and_headers_are_the_users() {
    if !has_compiler() {
        return;
    }
    let fails = |line: u32, given: &str| format!("replayed by cc: fails at line {line}{given}");
    expect(
        "#include <assert.h>\n#include <stdio.h>\n#define READ() getchar()\n#define CHECK(e) assert(e)\nint main(void) {\n\
         int x = READ();\nCHECK(x != 65); return 0; }\n",
        &fails(7, " (provided: getchar() at line 6)"),
    );
    expect(
        "extern void reach_error(void);\nint nd(void);\n#define FAIL() reach_error()\nint main(void) {\nif (nd() == 2)\n\
         FAIL(); return 0; }\n",
        &fails(6, " (provided: nd() without a body at line 5)"),
    );
    let gone =
        "#include <assert.h>\n#include \"gone.h\"\nint nd(void);\nint main(void) { assert(nd() != 5); }\n";
    expect(gone, "not replayed by cc: a header is missing: gone.h");
    let (verdict, _) = replays(
        "f.c",
        "#define NDEBUG\n#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return x; }\n",
        &[],
    );
    assert_ne!(verdict, "unsafe");
}

#[test]
fn old_and_odd_programs_are_replayed() {
    if !has_compiler() {
        return;
    }
    // K&R, a constructor, asm, attributes behind a declarator, a plain `inline`, a line directive.
    expect(
        "#include <assert.h>\nint nd();\nadd(a, b) int a, b; { return a + b; }\nmain() { assert(add(nd(), 1) != 3); }\n",
        "replayed by cc: fails at line 4 (provided: nd() without a body at line 4)",
    );
    expect_with(
        "#include <assert.h>\nint nd(void); int seen;\n__attribute__((constructor)) static void before(void) { seen = 1; }\n\
         inline int one(void) { return 1; }\nint main(void) { int x __attribute__((unused));\n\
         if (x == 9 && one())\nassert(0); return 0; }\n",
        &["--check", "none"],
        "replayed by cc: fails at line 7 (provided: the unset x at line 5)",
    );
    let marked = "# 1 \"g.c\"\n# 1 \"/usr/include/assert.h\" 1 3\nextern void __assert_fail(const char *, const char *, unsigned, const char *);\n\
        # 7 \"g.c\" 2\nint nd(void);\nint a[3];\nint main(void) { int i = nd();\nif (i == 3) return a[i];\n\
        if (i == 4) __assert_fail(\"0\", \"g.c\", 11, \"main\"); return 0; }\n";
    let (verdict, outcomes) = replays("g.i", marked, &["--check", "bounds"]);
    assert_eq!(verdict, "unsafe");
    assert!(
        outcomes.len() == 2 && outcomes.iter().all(|o| o.starts_with("replayed by cc: fails at ")),
        "{outcomes:?}"
    );
}

/// Options of the command line reach the compiler, and headers beside the program and in folders are found.
#[test]
fn options_reach_the_compiler() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    };
    write("lib/limit.h", "#define LIMIT 5\nint nd(void);\nstatic int read_it(void) { return nd(); }\n");
    // Called like a file of the harness.
    write("focuscheck-support.h", "#include <assert.h>\n");
    let model = write("model.c", "int twice(int x) { return 2 * x; }\n");
    let file = write(
        "stubs.c",
        "#include \"focuscheck-support.h\"\n#include <limit.h>\nint twice(int);\nint main(void) {\n\
         assert(twice(read_it()) != LIMIT + MORE); return 0; }\n",
    );
    let lib = folder.path().join("lib");
    let (model, lib) = (model.to_str().expect("UTF-8"), lib.to_str().expect("UTF-8"));
    let (verdict, outcomes) = replays_of(&file, &["-I", lib, "-D", "MORE=1", "--model", model]);
    assert_eq!(verdict, "unsafe");
    assert!(
        outcomes[0].starts_with("replayed by cc: fails at line 5 (provided: nd() without a body at "),
        "{outcomes:?}"
    );
    let (_, outcomes) =
        replays_of(&file, &["-I", lib, "-D", "MORE=1", "--model", model, "--data-model", "ilp32"]);
    let narrow = outcomes[0].starts_with("not replayed by cc: there are no 32-bit programs here");
    assert!(narrow || outcomes[0].starts_with("replayed by cc: "), "{outcomes:?}");
}

/// What a run may do to the machine is bounded: time, and what it leaves behind.
#[test]
fn a_run_is_bounded() {
    if !has_compiler() {
        return;
    }
    let text = "#include <assert.h>\n#include <unistd.h>\nint nd(void);\nint main(void) { if (nd() == 1) {\nif (!fork()) sleep(60);\n\
         sleep(60); assert(0); } return 0; }\n";
    let begun = std::time::Instant::now();
    let (verdict, outcomes) = replays("f.c", text, &["--run-timeout", "1"]);
    assert!(begun.elapsed().as_secs() < 30);
    if verdict == "unsafe" {
        assert_eq!(outcomes, ["not replayed by cc: time limit: the run did not end in 1 s"]);
    }
}

/// An explanation that cannot be shown is not shown to fail.
#[test]
fn only_explanations_that_fail_give_the_code_for_that() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("f.c");
    let replay = |text: &str, more: &[&str]| {
        std::fs::write(&file, text).expect("a file");
        let arguments = ["replay", "--no-config", "--run-timeout", "1", file.to_str().expect("UTF-8")];
        focuscheck(&[&arguments, more].concat())
    };
    let slow = "#include <assert.h>\n#include <unistd.h>\nint nd(void);\n\
                int main(void) { if (nd() == 1) { sleep(60); assert(0); } return 0; }\n";
    let (code, stdout, stderr) = replay(slow, &[]);
    assert!(stdout.contains("cannot be shown: time limit"), "{stdout}{stderr}");
    assert_eq!(code, 5);
    let quick = slow.replace("sleep(60); ", "");
    assert_eq!(replay(&quick, &[]).0, 10);
    // The whole command keeps to its limit.
    let begun = std::time::Instant::now();
    assert_eq!(replay(slow, &["--run-timeout", "60", "--timeout", "2"]).0, 5);
    assert!(begun.elapsed().as_secs() < 20);
}

/// Names of one file each, which a program and its model have in common, stay apart in the one unit that is compiled.
#[test]
fn static_names_of_a_program_and_its_model_are_different() {
    if !has_compiler() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let program = put(
        "p.c",
        "#include <assert.h>\nint nd(void);\nint ext(int x);\nstatic int state = 1;\n\
         static int helper(int x) { return x + state; }\n\
         int main(void) { int x = nd(); if (x < 9 && x > 0) assert(ext(helper(x)) != 9); return 0; }\n",
    );
    let model = put(
        "m.c",
        "static int state = 5;\nstatic int helper(int x) { return x + x; }\n\
         int ext(int x) { return helper(x) - state; }\n",
    );
    let (code, stdout, stderr) = focuscheck(&["replay", "--no-config", "--model", &model, &program]);
    assert!(stdout.contains("fails at line 6"), "{stdout}{stderr}");
    assert_eq!(code, 10);
}

/// Values that nobody has chosen with care are not for functions that reach other programs.
#[test]
fn a_program_that_may_harm_others_is_not_run() {
    if !has_compiler() {
        return;
    }
    expect(
        "#include <assert.h>\n#include <signal.h>\nint nd(void);\nint main(void) {\nif (nd() == 1) assert(0);\n\
         if (nd() == 2) kill(nd(), SIGTERM);\nreturn 0; }\n",
        "not replayed by cc: the program is not run because it calls kill()",
    );
}

/// A call without a body that is a condition by itself keeps its arguments, and what is around it in a macro.
#[test]
fn conditions_that_are_calls_are_called() {
    if !has_compiler() {
        return;
    }
    let programs = [
        "#include <assert.h>\nint check(int);\nint main(void) { int x = 0;\nif (check(++x)) return 0;\nassert(x != 1); return 0; }\n",
        "#include <assert.h>\nint check(int);\nvoid __VERIFIER_error(void);\n#define SURE(e) (void)((e) || (__VERIFIER_error(), 0))\n\
         int main(void) { int x = 4;\nSURE(check(x)); return 0; }\n",
    ];
    for text in programs {
        let (verdict, ways) = replays("f.c", text, &[]);
        assert_eq!(verdict, "unsafe", "{text}");
        assert!(ways.iter().all(|way| way.contains("fails at line")), "{ways:?}");
    }
}

/// What a person types is said where the run reads nothing else, and the program as it is fails on it.
#[test]
fn a_person_can_type_what_fails() {
    if !has_compiler() {
        return;
    }
    let head = "#include <stdio.h>\n#include <string.h>\n#include <assert.h>\n";
    let programs = [
        (
            "int main(void) { int n, k;\nif (scanf(\"%d %d\", &n, &k) != 2) return 1;\nint c = getchar();\n\
             if (c == ';' && k < -5) assert(n + k != 100); }\n",
            r"printf '106 -6;\n' | ./a.out",
        ),
        (
            "int main(int argc, char **argv) { char small[4], line[16];\n\
             if (argc != 3 || !fgets(line, 16, stdin)) return 1;\n\
             if (line[0] == '%' && argv[2][0] == '\\'' && argv[2][1] == 0) strcpy(small, line); }\n",
            r"printf '%%aa\n' | ./a.out 0 ''\'''",
        ),
        (
            "int main(void) { int sum = 0, n, count = 0;\n\
             while (scanf(\"%d\", &n) == 1) { sum += n; count++; }\nreturn sum / count; }\n",
            r"printf 'x\n' | ./a.out",
        ),
        ("int main(void) { assert(getchar() != -1); }\n", "./a.out < /dev/null"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let (file, kept) = (folder.path().join("f.c"), folder.path().join("kept"));
    let (file, kept) = (file.to_str().expect("UTF-8"), kept.to_str().expect("UTF-8"));
    for (text, command) in programs {
        fs::write(file, format!("{head}{text}")).expect("a file");
        let (_, report, _) = focuscheck(&["check", "--no-config", file]);
        let told = report.lines().find(|line| line.contains("see it fail")).unwrap_or_default();
        assert!(told.ends_with(&format!(": {command}")), "{report}");
        let (_, shown, stderr) = focuscheck(&["replay", "--no-config", "--rank", "1", "--write", kept, file]);
        assert!(shown.contains(&format!("as it is fails there, too: {command}\n")), "{shown}{stderr}");
    }
    // The last one, by its script.
    let built = Command::new("cc").args(["-o", "f", "f.c"]).current_dir(folder.path()).status();
    assert!(built.expect("a compiler").success());
    let run = Command::new("sh").args(["run-1.sh", "../f"]).current_dir(kept).output();
    let messages = String::from_utf8_lossy(&run.expect("a shell").stderr).into_owned();
    assert!(messages.contains("getchar() != -1"), "{messages}");
    // What comes from elsewhere cannot be typed.
    for text in [
        "#include <stdlib.h>\nint main(void) { int n;\nscanf(\"%d\", &n); assert(rand() != n); }\n",
        "int nd(void);\nint main(void) { assert(getchar() != nd()); }\n",
    ] {
        fs::write(file, format!("{head}{text}")).expect("a file");
        let (code, report, _) = focuscheck(&["check", "--no-config", file]);
        assert!(code == 10 && !report.contains("see it"), "{report}");
    }
}

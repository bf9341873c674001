//! Programs of several files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use focuscheck_base::options::Options;
use focuscheck_base::source::{PartText, SourceFile, Texts};
use focuscheck_driver::analyse;
use focuscheck_report::model::{ErrorReport, FileReport, Status};
use focuscheck_syntax as syntax;
use syntax::ast::{Declaration, Derived, InitDeclarator, Item, StorageClass, TranslationUnit, TypeSpecifier};

use crate::programs::sample;
use crate::support::command::focuscheck;

/// A folder with these files.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// What is printed for paths of a folder, which is left out of it: stdout, stderr.
fn printed(folder: &Path, paths: &[&str], options: &[&str]) -> (String, String) {
    let paths: Vec<String> =
        paths.iter().map(|path| folder.join(path).to_string_lossy().into_owned()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let (_, stdout, stderr) = focuscheck(&[&["check", "--no-config"], options, &paths[..]].concat());
    let prefix = format!("{}/", folder.display());
    (stdout.replace(&prefix, ""), stderr.replace(&prefix, ""))
}

/// The first lines of what is printed: the verdicts.
fn verdicts(folder: &Path, paths: &[&str], options: &[&str]) -> Vec<String> {
    let (stdout, stderr) = printed(folder, paths, options);
    let lines: Vec<String> = stdout.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect();
    if lines.is_empty() { vec![stderr] } else { lines }
}

const HEADER: (&str, &str) = (
    "stack.h",
    "#ifndef STACK_H\n#define STACK_H\nstruct stack { int items[4]; int size; };\n\
     typedef struct { int low, high; } range;\nextern int pushed;\n\
     void push(struct stack *s, int value);\nint pop(struct stack *s);\nint width(range r);\n\
     static inline int limit(int v) { return v > 100 ? 100 : v; }\n#endif\n",
);

const STACK: (&str, &str) = (
    "stack.c",
    "#include <assert.h>\n#include \"stack.h\"\nint pushed;\nstatic int count;\n\
     void push(struct stack *s, int value)\n{\n    assert(s->size < 4);\n    s->items[s->size++] = limit(value);\n\
    \x20   pushed++;\n    count++;\n}\nint pop(struct stack *s) { count--; return s->items[--s->size]; }\n\
     int width(range r) { return r.high - r.low; }\n",
);

const MAIN: (&str, &str) = (
    "main.c",
    "#include <stdio.h>\n#include <assert.h>\n#include \"stack.h\"\nstatic int count = 7;\nint main(void)\n{\n\
    \x20   struct stack s = { {0}, 0 };\n    range r = { 3, 5 };\n    int n;\n\
    \x20   if (scanf(\"%d\", &n) != 1 || n < 0 || n > 5) return 1;\n\
    \x20   for (int i = 0; i < n; i++)\n        push(&s, i * 60);\n\
    \x20   if (n == 3) assert(pop(&s) == limit(100) && width(r) == 2);\n    assert(count == 7 && pushed == n);\n\
    \x20   return 0;\n}\n",
);

#[test]
fn files_are_joined_to_programs() {
    let folder = project(&[HEADER, STACK, MAIN]);
    let expected = ["main.c with stack.c: unsafe (stack.c:7: assertion `s->size < 4` can fail)"];
    assert_eq!(verdicts(folder.path(), &["stack.c", "main.c"], &[]), expected);
    assert_eq!(verdicts(folder.path(), &[""], &[]), expected);
    let apart = verdicts(folder.path(), &["main.c", "stack.c"], &["--separate"]);
    assert!(apart[0].starts_with("main.c: unsafe (line 13: "), "{apart:?}");
    assert!(apart[1].starts_with("stack.c: push() fails when s[0].size >= 4"), "{apart:?}");
    // What a report says can be asked for again.
    let (stdout, _) = printed(folder.path(), &["stack.c", "main.c"], &[]);
    assert!(stdout.contains("focuscheck check --level slice main.c stack.c\n"), "{stdout}");
    let (stdout, _) = printed(folder.path(), &[""], &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(report["files"][0]["units"], serde_json::json!(["stack.c"]));
    let errors = report["files"][0]["errors"].as_array().expect("errors");
    let reached = errors.iter().find(|error| error["status"] == "reachable").expect("an error");
    assert_eq!((&reached["file"], &reached["line"]), (&"stack.c".into(), &7.into()));
    assert_eq!(reached["counterexamples"][0]["inputs"][1]["value"], 5);
}

#[test]
fn programs_of_several_files_are_replayed() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        return;
    }
    let other = ("lib/more.c", "static int count = 3;\nint more(int by) { return count += by; }\n");
    let main =
        MAIN.1.replace("int main", "int more(int by);\nint main").replace("return 0;", "return more(n);");
    let folder = project(&[HEADER, STACK, ("main.c", &main), other]);
    let (stdout, stderr) = printed(folder.path(), &[""], &["--replay"]);
    assert!(stdout.starts_with("main.c with lib/more.c and stack.c: unsafe"), "{stdout}");
    assert!(stdout.contains("replayed by cc: fails at stack.c:7"), "{stdout}{stderr}");
}

#[test]
fn a_folder_may_hold_several_programs() {
    let prints = "int twice(int x);\nint main(void) { return twice(4) / (twice(2) - 4); }\n";
    let twice = "int twice(int x) { return 2 * x; }\n";
    let folder = project(&[
        ("one/main.c", prints),
        ("one/twice.c", twice),
        ("two/main.c", prints),
        ("two/twice.c", "int twice(int x) { return x + x + 1; }\n"),
        ("three/main.c", prints),
        ("single.c", "int main(void) { return 0; }\n"),
        ("unused.c", "int thrice(int x) { return 3 * x; }\n"),
    ]);
    let (stdout, stderr) = printed(folder.path(), &[""], &[]);
    let lines: Vec<&str> = stdout.lines().take_while(|line| !line.is_empty()).collect();
    assert!(
        lines[0].starts_with(
            "one/main.c with one/twice.c: unsafe (line 2: check `divisor twice(2) - 4 not zero` can fail)"
        ),
        "{stdout}"
    );
    assert_eq!(lines[1], "single.c: nothing to check (it contains no error to look for)");
    // Neither of two definitions is taken.
    assert!(lines[2].starts_with("three/main.c: unsafe"), "{stdout}");
    let said = "three/main.c: twice is defined in one/twice.c and in two/twice.c: none of them is taken\n";
    assert!(stderr.contains(said), "{stderr}");
    assert_eq!(lines[3], "two/main.c with two/twice.c: safe (its error cannot be reached)");
    assert!(lines[4].starts_with("unused.c: thrice(): nothing to check"), "{stdout}");
}

/// What two files say of one name agrees, or both places are named.
#[test]
fn what_files_say_of_a_name_agrees() {
    let main = "int f(int);\nextern int v;\nint main(void) { return f(v); }\n";
    let cases = [
        (
            "int f(long x) { return x; }\nint v;\n",
            "other.c:1:5: error: conflicting types for 'f'; have 'int(long int)', unlike at main.c:1:5",
        ),
        (
            "int f(int x) { return x; }\nlong v;\n",
            "other.c:2:6: error: conflicting types for 'v'; have 'long int', unlike at main.c:2:12",
        ),
        (
            "int f(int x) { return x; }\nconst int v = 1;\n",
            "other.c:2:11: error: conflicting type qualifiers for 'v', unlike at main.c:2:12",
        ),
        ("int f(int x) { return x; }\nint v;\nint main(void) { return 0; }\n", ""),
    ];
    for (other, expected) in cases {
        let folder = project(&[("main.c", main), ("other.c", other)]);
        let (stdout, stderr) = printed(folder.path(), &["main.c", "other.c"], &[]);
        match expected {
            // Two programs that want something of each other.
            "" => assert_eq!(stdout.matches(": no body, any value").count(), 0, "{stdout}"),
            _ => assert!(stderr.contains(expected), "{expected}\n{stdout}{stderr}"),
        }
    }
    let half = ("half.c", "double half(double x) { return x / 2; }\n");
    let folder = project(&[("main.c", "int main(void) { return half(3); }\n"), half]);
    let (_, stderr) = printed(folder.path(), &["main.c", "half.c"], &[]);
    let said = "main.c:1:25: error: implicit declaration of function 'half' as 'int()', which is 'double(double)' at half.c:1:8";
    assert!(stderr.contains(said), "{stderr}");
    let third = ("third.c", "int f(int x) { return 1; }\n");
    let folder = project(&[("main.c", main), ("other.c", "int f(int x) { return x; }\nint v = 1;\n"), third]);
    let (_, stderr) = printed(folder.path(), &["main.c", "other.c", "third.c"], &[]);
    assert!(stderr.contains("third.c:1:5: error: redefinition of 'f', defined at other.c:1:5"), "{stderr}");
}

#[test]
fn structures_are_the_same_where_they_have_the_same_members() {
    let main = "struct list;\nstruct list *first(void);\nint value(struct list *);\n\
                struct node { char own; };\nstatic struct node n = { 4 };\n\
                int main(void) { return 8 / (value(first()) - n.own); }\n";
    let other = "struct list { struct list *next; int value; };\nstatic struct node { int x, y; } n = { 1, 2 };\n\
                 static struct list one = { 0, 3 };\nstruct list *first(void) { return &one; }\n\
                 int value(struct list *l) { return l->value + n.y; }\n";
    let folder = project(&[("main.c", main), ("other.c", other)]);
    assert_eq!(
        verdicts(folder.path(), &[""], &[]),
        ["main.c with other.c: safe (none of its 2 errors can be reached)"]
    );
    // What a header leaves open is what its own file defines, whatever another file calls so.
    let header = ("tree.h", "struct node;\nstruct node *root(void);\nint depth(struct node *);\n");
    let main = (
        "main.c",
        "#include \"tree.h\"\nint size(void);\nint main(void) { return 6 / (depth(root()) + size()); }\n",
    );
    let list = (
        "list.c",
        "struct node { int value; struct node *next; };\nstatic struct node n = { 1, 0 };\nint size(void) { return n.value; }\n",
    );
    let tree = (
        "tree.c",
        "#include \"tree.h\"\nstruct node { int depth; };\nstatic struct node n = { 2 };\nstruct node *root(void) { return &n; }\nint depth(struct node *t) { return t->depth; }\n",
    );
    let folder = project(&[header, main, list, tree]);
    let expected = "main.c with list.c and tree.c: safe (none of its 2 errors can be reached)";
    assert_eq!(verdicts(folder.path(), &[""], &[]), [expected]);
    // A header that a macro changes.
    let header = (
        "s.h",
        "#ifdef WIDE\nstruct s { long a; };\n#else\nstruct s { int a; };\n#endif\nint get(struct s *s);\n",
    );
    let main = ("main.c", "#include \"s.h\"\nint main(void) { struct s s = { 1 }; return get(&s); }\n");
    let other = ("other.c", "#define WIDE\n#include \"s.h\"\nint get(struct s *s) { return s->a; }\n");
    let folder = project(&[header, main, other]);
    let (_, stderr) = printed(folder.path(), &[""], &[]);
    assert!(stderr.contains("error: conflicting types for 'get'"), "{stderr}");
}

/// A function that a header defines is one function, where it means the same in all files.
#[test]
fn functions_of_headers_are_told_once() {
    let header = (
        "ratio.h",
        "#ifndef LOW\n#define LOW 0\n#endif\n\
         static inline int ratio(int a, int b) { return a / b; }\n\
         static inline int above(int a) { if (a < LOW) return 1; return 8 / (a - LOW); }\n",
    );
    let other = (
        "other.c",
        "#define LOW 2\n#include \"ratio.h\"\nint other(int a) { return ratio(a, a - 2) + above(a); }\n",
    );
    let main = "#include \"ratio.h\"\nint other(int);\nint __VERIFIER_nondet_int(void);\n\
                int main(void) { int n = __VERIFIER_nondet_int(); if (n == 2) return other(n); return ratio(4, n); }\n";
    let folder = project(&[header, ("main.c", main), other]);
    let (stdout, _) = printed(folder.path(), &[""], &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let errors = report["files"][0]["errors"].as_array().expect("errors");
    let texts: Vec<&str> = errors.iter().map(|error| error["text"].as_str().expect("a text")).collect();
    let ratio: Vec<_> = errors.iter().filter(|error| error["text"] == "divisor b not zero").collect();
    assert_eq!(ratio.iter().map(|error| &error["function"]).collect::<Vec<_>>(), ["ratio"]);
    // What a macro changes is another function.
    assert_eq!(texts.iter().filter(|text| text.starts_with("divisor a - ")).count(), 2, "{texts:?}");
}

#[test]
fn a_project_says_how_its_files_are_compiled() {
    let main = "#include \"config.h\"\nint twice(int);\nint main(void) { return 8 / (twice(LIMIT) - 5); }\n";
    let commands = r#"[
        {"directory": "build", "file": "../src/main.c", "command": "cc -I../include '-DLIMIT=2' -c ../src/main.c"},
        {"directory": "build", "file": "../src/twice.c",
         "arguments": ["cc", "-DFACTOR=2", "-include", "../include/add.h", "-m32", "-c", "../src/twice.c"]}]"#;
    let folder = project(&[
        ("src/main.c", main),
        ("src/twice.c", "int twice(int x) { return FACTOR * x + ADD; }\n"),
        ("src/left_out.c", "int main(void) { return 1 / 0; }\n"),
        ("include/config.h", "#ifndef LIMIT\n#define LIMIT 7\n#endif\n"),
        ("include/add.h", "#define ADD 1\n"),
        ("compile_commands.json", commands),
    ]);
    let place = folder.path().to_str().expect("UTF-8");
    let (stdout, stderr) = printed(folder.path(), &[], &["-p", place]);
    let verdict =
        "src/main.c with src/twice.c: unsafe (line 3: check `divisor twice(2) - 5 not zero` can fail)";
    assert!(stdout.starts_with(verdict), "{stdout}{stderr}");
    let (stdout, _) = printed(folder.path(), &["src/main.c"], &["-p", place]);
    assert!(stdout.starts_with("src/main.c: "), "{stdout}");
    let (_, stderr) = printed(folder.path(), &["src/left_out.c"], &["-p", place]);
    assert!(
        stderr.contains("compile_commands.json does not name it") || stderr.contains("does not name it"),
        "{stderr}"
    );
}

/// The variables that a unit defines are only declared, and of its functions only some are defined.
fn part_of(unit: &TranslationUnit, first: bool) -> String {
    let mut part = unit.clone();
    let mut number = 0;
    // What stands before nothing is said once.
    part.unattached.retain(|_| first);
    for item in &mut part.items {
        match item {
            Item::Declaration(declaration) if !first => {
                let has_storage = declaration.specifiers.storage.is_some();
                for InitDeclarator { declarator, initializer, .. } in &mut declaration.declarators {
                    if !has_storage && !matches!(declarator.derived.first(), Some(Derived::Function(_))) {
                        *initializer = None;
                    }
                }
                let is_variable =
                    |d: &InitDeclarator| !matches!(d.declarator.derived.first(), Some(Derived::Function(_)));
                if !has_storage && declaration.declarators.iter().any(is_variable) {
                    declaration.specifiers.storage = Some(StorageClass::Extern);
                }
            }
            Item::Function(function) => {
                let is_main = function.declarator.name.as_ref().is_some_and(|name| name.text == "main");
                number += usize::from(!is_main);
                if (is_main || number % 2 == 0) != first {
                    let declared = InitDeclarator {
                        declarator: function.declarator.clone(),
                        initializer: None,
                        attributes: Vec::new(),
                        span: function.declarator.span,
                    };
                    *item = Item::Declaration(Declaration {
                        specifiers: function.specifiers.clone(),
                        declarators: vec![declared],
                        assertion: None,
                        annotations: Vec::new(),
                        span: function.body.span,
                    });
                }
            }
            Item::Declaration(_) | Item::Assembler(_) | Item::Annotation(_) => {}
        }
    }
    syntax::print::print(&part)
}

/// Whether the parts of a unit mean the same in two files: nothing belongs to one file alone.
fn can_be_parted(unit: &TranslationUnit) -> bool {
    let functions = unit.items.iter().filter(|item| matches!(item, Item::Function(_))).count();
    let is_plain = |item: &Item| match item {
        Item::Declaration(declaration) => {
            let is_open = |d: &InitDeclarator| {
                // The initialiser gives the length, or there is none.
                d.declarator.derived.iter().any(|derived| matches!(derived, Derived::Array(None)))
            };
            // A structure without a tag is another type in each file that defines it.
            let untagged =
                matches!(&declaration.specifiers.ty, TypeSpecifier::Record(record) if record.tag.is_none());
            declaration.specifiers.storage != Some(StorageClass::Static)
                && !untagged
                && !declaration.declarators.iter().any(is_open)
        }
        Item::Function(function) => {
            function.specifiers.storage != Some(StorageClass::Static)
                && function.old_style.is_empty()
                && !matches!(function.specifiers.ty, TypeSpecifier::Implicit)
        }
        Item::Assembler(_) | Item::Annotation(_) => false,
    };
    functions > 1 && unit.items.iter().all(is_plain)
}

/// What is said of each error, wherever it stands.
fn said(report: &FileReport) -> Vec<String> {
    let error = |error: &ErrorReport| {
        let ways = error.counterexamples.iter().map(|way| way.slice.len());
        let reached = (error.status != Status::Reachable).then_some("");
        format!(
            "{:?} {} {:?} {:?}{reached:?}",
            error.kind,
            error.text,
            error.status,
            ways.collect::<Vec<_>>()
        )
    };
    let mut said: Vec<String> = report.errors.iter().map(error).collect();
    said.sort();
    said
}

/// A program is the same in one file and in two.
#[test]
fn a_program_is_the_same_in_two_files() {
    let mut compared = 0;
    for (name, text) in sample(300).filter(|(name, _)| name.ends_with(".c")) {
        let source = SourceFile::new(&*name, &*text);
        let Some(unit) = syntax::parse(&source, false).unit.filter(can_be_parted) else { continue };
        let whole = syntax::print::print(&unit);
        let (main, other) = (part_of(&unit, true), part_of(&unit, false));
        let units = [PartText { path: "other.c".to_owned(), text: other }];
        let texts = Texts { units: &units, inclusions: BTreeMap::new(), ..Texts::default() };
        let of_two = analyse(&SourceFile::with_parts(&*name, &*main, texts), &Options::default());
        let of_one = analyse(&SourceFile::new(&*name, &*whole), &Options::default());
        assert_eq!(
            of_two.verdict, of_one.verdict,
            "{name}: {:?}\n{main}\n{}",
            of_two.diagnostics, units[0].text
        );
        assert_eq!(said(&of_two), said(&of_one), "{name}\n{main}\n{}", units[0].text);
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

/// What verifiers take for any function of its arguments is declared now so and now so, in harnesses that are never compiled.
#[test]
fn declarations_of_uninterpreted_functions_need_not_agree() {
    let header = ("hash.h", "unsigned long __CPROVER_uninterpreted_hash(void *);\n");
    let main = "#include \"hash.h\"\n#include <assert.h>\nunsigned long __CPROVER_uninterpreted_hash(const void *const a);\n\
                int main(void) {\n  int x = 1;\n  assert(__CPROVER_uninterpreted_hash(&x) != 7);\n  return 0;\n}\n";
    let folder = project(&[header, ("main.c", main)]);
    let lines = verdicts(folder.path(), &["main.c"], &[]);
    assert!(!lines[0].contains("failed"), "{lines:?}");
    let other = main.replace("__CPROVER_uninterpreted_", "my_");
    let folder =
        project(&[("hash.h", &header.1.replace("__CPROVER_uninterpreted_", "my_")), ("main.c", &other)]);
    let lines = verdicts(folder.path(), &["main.c"], &[]);
    assert!(lines[0].contains("conflicting types for 'my_hash'"), "{lines:?}");
}

/// A file that does not include `<string.h>` means the program's own `strlen` all the same, as compilers take it.
#[test]
fn functions_of_the_library_are_known_without_a_declaration() {
    let own = "typedef unsigned long size_t;\nsize_t strlen(const char *s)\n{\n    size_t n = 0;\n    while (s[n])\n        n++;\n    return n;\n}\n";
    let main = "#include <assert.h>\nint main(void) { assert(strlen(\"abc\") == 3); return 0; }\n";
    let folder = project(&[("main.c", main), ("own.c", own)]);
    let said = verdicts(folder.path(), &["main.c", "own.c"], &[]);
    assert!(said[0].starts_with("main.c with own.c: safe"), "{said:?}");
    // Compilers do not know every function of the library: of this one they would cut the pointer.
    let main = "int main(void) { char *s = strsep(0, \"a\"); return s != 0; }\n";
    let own = ("own.c", "char *strsep(char **text, const char *set) { return *text; }\n");
    let folder = project(&[("main.c", main), own]);
    let (_, stderr) = printed(folder.path(), &["main.c", "own.c"], &[]);
    assert!(stderr.contains("implicit declaration of function 'strsep' as 'int()'"), "{stderr}");
}

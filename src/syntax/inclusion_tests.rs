//! Tests of `#include`, of macros from the command line, and of models.

use std::collections::BTreeMap;

use super::error::{Diagnostic, Severity};
use super::{Parsed, parse_with, print};
use focuscheck_base::options::{DataModel, MAX_HEIGHT, MacroOption};
use focuscheck_base::source::{PartText, SourceFile, Texts};

fn part(path: &str, text: &str) -> PartText {
    PartText { path: path.to_owned(), text: text.to_owned() }
}

/// A file with headers that all see each other.
fn with_headers(text: &str, headers: &[(&str, &str)]) -> SourceFile {
    let parts: Vec<PartText> = headers.iter().map(|(path, text)| part(path, text)).collect();
    let mut inclusions = BTreeMap::new();
    for file in 0..=headers.len() {
        for (number, (path, _)) in headers.iter().enumerate() {
            inclusions.insert((file, (*path).to_owned(), false), number + 1);
        }
    }
    SourceFile::with_parts("m.c", text, Texts { headers: &parts, inclusions, ..Texts::default() })
}

fn said(source: &SourceFile, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span.unwrap_or_default();
    let position = source.local_position(span.start);
    format!("{}:{}: {}", source.path_of(span.start), position.line, diagnostic.message)
}

fn printed(source: &SourceFile, parsed: Parsed) -> Result<String, Vec<String>> {
    match parsed.unit {
        Some(unit) => Ok(print::print(&unit).split_whitespace().collect::<Vec<_>>().join(" ")),
        None => Err(parsed.diagnostics.iter().map(|d| said(source, d)).collect()),
    }
}

fn outcome(text: &str, headers: &[(&str, &str)]) -> Result<String, Vec<String>> {
    let source = with_headers(text, headers);
    let parsed = parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT);
    printed(&source, parsed)
}

#[test]
fn names_of_headers_that_are_not_read_are_said() {
    let text = "#include <own/lib.h>\n#ifndef LIMIT\n#define LIMIT 4\n#endif\n#ifdef FAST\nint fast;\n#endif\n\
        #if SLOW > 1\nint slow;\n#endif\n#ifdef __FAST_MATH__\n#endif\n";
    let source = SourceFile::new("program.c", text);
    let parsed = parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT);
    let said: Vec<&str> = parsed.diagnostics.iter().map(|d| &*d.message).collect();
    assert_eq!(said, ["'FAST' is taken for no macro: <own/lib.h> is not read (option -D defines it)"]);
    assert_eq!(parsed.unit.map(|unit| (unit.items.len(), unit.unread.len())), Some((0, 0)));
    // A header of the library is known by the names of its macros, and by some of their values.
    let text = "#include <fcntl.h>\n#include <errno.h>\n#ifdef O_CREAT\nint a;\n#endif\n#ifdef O_PATH\nint b;\n#endif\n\
        #ifdef OWN\nint c;\n#endif\n#undef EINTR\n#ifdef EINTR\nint d;\n#endif\n#if EAGAIN == 11 && !defined(OWN)\nint e;\n#endif\n\
        #if 0 && O_RDWR\n#endif\n";
    let ask = |text: &str| {
        let source = SourceFile::new("program.c", text);
        let parsed = parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let unit = parsed.unit.expect("a tree");
        (unit.items.len(), unit.unread.into_iter().map(|(name, _)| name).collect::<Vec<_>>())
    };
    assert_eq!(ask(text), (2, vec![]));
    assert_eq!(ask(&format!("#define _GNU_SOURCE\n{text}")), (3, vec![]));
    assert_eq!(ask("#include <fcntl.h>\n#if O_RDWR == 2\n#endif\n"), (0, vec!["O_RDWR".to_owned()]));
}

#[test]
fn headers_are_read_where_they_are_included() {
    let header = "#ifndef A\n#define A 3\nstatic int f(void) { return A; }\n#endif\n";
    let text = "#include \"a.h\"\n#include \"a.h\"\nint x = A;\n";
    assert_eq!(
        outcome(text, &[("a.h", header)]),
        Ok("static int f(void) { return 3; } int x = 3;".to_owned())
    );
    let list = "X(1)\nX(2)\n";
    let text = "#define X(n) n,\nint a[] = {\n#include \"list.h\"\n#include \"list.h\"\n};\n";
    assert_eq!(outcome(text, &[("list.h", list)]), Ok("int a[] = { 1, 2, 1, 2, };".to_owned()));
    let once = "#pragma once\nint y;\n";
    assert_eq!(outcome("#include \"o.h\"\n#include \"o.h\"\n", &[("o.h", once)]), Ok("int y;".to_owned()));
}

#[test]
fn messages_name_the_header() {
    let broken = outcome("#include \"a.h\"\nint x;\n", &[("a.h", "\nint = 3;\n")]);
    assert!(broken.as_ref().is_err_and(|said| said[0].starts_with("a.h:2: ")), "{broken:?}");
    let open = outcome("#include \"a.h\"\nint x;\n#endif\n", &[("a.h", "#if 1\nint y;\n")]);
    assert_eq!(open, Err(vec!["m.c:3: #endif without #if".to_owned(), "a.h:1: unterminated #if".to_owned()]));
    let line = outcome("#include \"a.h\"\n", &[("a.h", "\nint x = __LINE__; char *f = __FILE__;\n")]);
    assert_eq!(line, Ok("int x = 2; char *f = \"a.h\";".to_owned()));
}

#[test]
fn endless_inclusion_is_an_error() {
    let endless = outcome("#include \"a.h\"\n", &[("a.h", "#include \"a.h\"\n")]);
    assert_eq!(endless, Err(vec!["a.h:1: #include nested depth 200 exceeds maximum of 200".to_owned()]));
    // Twice the text at each of twenty levels.
    let names: Vec<(String, String)> =
        (0..20).map(|i| (format!("{i}.h"), format!("#include \"{}.h\"\n", i + 1).repeat(2))).collect();
    let headers: Vec<(&str, &str)> = names.iter().map(|(path, text)| (&**path, &**text)).collect();
    let bomb = outcome("#include \"0.h\"\n", &headers);
    assert!(bomb.is_err_and(|said| said.iter().any(|s| s.ends_with("too much text from #include"))));
}

#[test]
fn a_missing_header_is_guessed() {
    let source = with_headers("#include \"gone.h\"\nthing x = f(3);\n", &[]);
    let parsed = parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT);
    assert!(parsed.unit.is_some());
    let warnings: Vec<String> = parsed
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Warning)
        .map(|d| said(&source, d))
        .collect();
    assert_eq!(warnings, ["m.c:1: gone.h: no such file; what it declares is guessed"]);
}

#[test]
fn macros_come_from_the_command_line() {
    let define = |name: &str, value: &str| MacroOption::Define(name.to_owned(), value.to_owned());
    let macros = [
        define("N", "4"),
        define("ADD(a)", "a + N"),
        define("GONE", "1"),
        MacroOption::Undefine("GONE".into()),
    ];
    let text = "#ifdef GONE\n#error gone\n#endif\n#if N > 3\nint x = ADD(1);\n#endif\n";
    let source = with_headers(text, &[]);
    assert_eq!(
        printed(&source, parse_with(&source, false, (DataModel::default(), &macros), MAX_HEIGHT)),
        Ok("int x = 1 + 4;".to_owned())
    );
}

#[test]
fn models_see_the_program_and_do_not_hide_its_mistakes() {
    let model = [part("model", "int f(void) { return N; }\n")];
    let source = SourceFile::with_parts(
        "m.c",
        "#define N 3\nint f(void);\n",
        Texts { models: &model, ..Texts::default() },
    );
    let parsed = parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT);
    assert_eq!(printed(&source, parsed), Ok("int f(void); int f(void) { return 3; }".to_owned()));
    let source =
        SourceFile::with_parts("m.c", "int g(void) {\n", Texts { models: &model, ..Texts::default() });
    let said = printed(&source, parse_with(&source, false, (DataModel::default(), &[]), MAX_HEIGHT))
        .expect_err("the brace is missing");
    assert!(said.iter().all(|message| message.starts_with("m.c:")), "{said:?}");
}

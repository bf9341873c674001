//! Tests of annotation comments: what is kept, and what they are attached to.

use super::ast::{Annotation, Item, Statement, StatementKind, TranslationUnit};
use super::{difference, parse, print};
use focuscheck_base::source::SourceFile;

fn unit(text: &str) -> TranslationUnit {
    let parsed = parse(&SourceFile::new("test.c", text), false);
    parsed.unit.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics))
}

/// `what it stands before: its text`, in order; what nothing has got comes last.
fn attached(unit: &TranslationUnit) -> Vec<String> {
    let mut found = Vec::new();
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => note("declaration", &declaration.annotations, &mut found),
            Item::Function(function) => {
                note("function", &function.annotations, &mut found);
                statement(&function.body, &mut found);
            }
            Item::Annotation(annotation) => note("item", std::slice::from_ref(annotation), &mut found),
            Item::Assembler(_) => {}
        }
    }
    note("nothing", &unit.unattached, &mut found);
    found
}

fn note(what: &str, annotations: &[Annotation], found: &mut Vec<String>) {
    found.extend(annotations.iter().map(|a| format!("{what}: {}", a.body().trim())));
}

fn statement(at: &Statement, found: &mut Vec<String>) {
    let inner: Vec<&Statement> = match &at.kind {
        StatementKind::Block(statements, _) => statements.iter().collect(),
        StatementKind::If { arms, otherwise } => {
            arms.iter().map(|arm| &arm.then).chain(otherwise.as_deref()).collect()
        }
        StatementKind::While(_, body)
        | StatementKind::DoWhile(body, _)
        | StatementKind::For { body, .. }
        | StatementKind::Switch(_, body)
        | StatementKind::Labelled(_, body) => vec![body],
        _ => Vec::new(),
    };
    let debug = format!("{:?}", at.kind);
    let name: String = debug.chars().take_while(|c| c.is_alphanumeric()).collect();
    note(&name, &at.annotations, found);
    inner.into_iter().for_each(|s| statement(s, found));
    if let StatementKind::Block(_, last) = &at.kind {
        note("end", last, found);
    }
}

/// What is attached; the same after printing and parsing again.
fn kept(text: &str) -> Vec<String> {
    let first = unit(text);
    let printed = print::print(&first);
    let again = unit(&printed);
    assert_eq!(difference(&first, &again), None, "{printed}");
    assert_eq!(print::print(&again), printed);
    attached(&first)
}

#[test]
fn annotations_belong_to_what_they_stand_before() {
    let text = "/*@ predicate p(integer x) = x > 0; */\n/*@ requires n > 0;\n  @ ensures \\result == n;\n  @*/\n\
                //@ assigns \\nothing;\nint f(int n);\n//@ ghost int g;\nint f(int n) {\n  //@ assert n > 0;\n  int i = 0;\n\
                  //@ loop invariant i <= n;\n  //@ loop variant n - i;\n  l: while (i < n) i++; //@ check i == n;\n\
                  if (i) //@ assert i;\n    i = 2; else /*@ admit \\false; */ { ; }\n\
                  m: //@ invariant i > 0;\n  do i--; while (i);\n  return i; //@ assert \\false;\n}\n//@ lemma l: p(1);\n";
    let expected = [
        "item: predicate p(integer x) = x > 0;",
        "declaration: requires n > 0;\n  @ ensures \\result == n;\n  @",
        "declaration: assigns \\nothing;",
        "item: ghost int g;",
        "Declaration: assert n > 0;",
        "While: loop invariant i <= n;",
        "While: loop variant n - i;",
        "If: check i == n;",
        "Expression: assert i;",
        "Block: admit \\false;",
        "DoWhile: invariant i > 0;",
        "end: assert \\false;",
        "item: lemma l: p(1);",
    ];
    assert_eq!(kept(text), expected);
}

#[test]
fn what_stands_before_nothing_is_kept_apart() {
    let text = "#define TWICE(x) ((x) + (x))\n#define N 3 //@ assert one;\n#if 0\n//@ assert skipped;\n#endif\n\
                int f(/*@ null @*/ int n) /*@ requires two; */ {\n  n = TWICE(/*@ assert three; */ n) + /*@ four */ 1;\n\
                \treturn n;\n}\n// @ assert no;\n//@ error: f: n > 3\n/*@ requires five; */\n";
    let apart = [
        "assert one;",
        "null @",
        "requires two;",
        "assert three;",
        "four",
        "error: f: n > 3",
        "requires five;",
    ];
    assert_eq!(kept(text), apart.map(|a| format!("nothing: {a}")));
}

#[test]
fn the_text_of_an_annotation_stands_where_it_says() {
    let text = "int x;\n\u{e4}: //@ assert x;  \r\nint f(void) { /*@ assert\n    x > 1; */ return 0; }\n";
    let text = &text.replace("\u{e4}:", "/*\u{e4}*/");
    let source = SourceFile::new("test.c", text);
    let unit = unit(text);
    let Item::Function(function) = &unit.items[1] else { panic!("a function") };
    let StatementKind::Block(statements, _) = &function.body.kind else { panic!("a block") };
    for annotation in function.annotations.iter().chain(&statements[0].annotations) {
        assert_eq!(source.slice(annotation.span), annotation.text);
    }
    assert_eq!(function.annotations[0].text, "//@ assert x;");
    assert_eq!(source.position(statements[0].annotations[0].span.start).column, 15);
}

#[test]
fn error_comments_count_wherever_they_stand_but_in_skipped_lines() {
    let text = "int x; //@ error: x > 3  \n#if 0\n//@ error: x == 1\n#endif\n//@error: f: \\result == 1\n// @ error: no\n\
                /*@ error: no */\nint y = 1 + //@ error: y\n2;\n";
    let parsed = parse(&SourceFile::new("test.c", text), true);
    let texts: Vec<&str> = parsed.error_conditions.iter().map(|(t, _)| &**t).collect();
    assert_eq!(texts, ["x > 3", "f: \\result == 1", "y"]);
    assert_eq!(parsed.error_conditions[0].1.end, 23);
}

#[test]
fn first_words_say_what_an_annotation_is_about() {
    use super::ast::AnnotationKind::{Assertion, Contract, Global, Loop, Other};
    let cases = [
        ("//@ for b1, b2: loop invariant i;", Loop),
        ("//@ for b: assert i;", Assertion),
        ("//@ check requires n;", Contract),
        ("/*@@ check n > 0; */", Assertion),
        ("/*@ check loop invariant n; */", Loop),
        ("//@ weak global invariant i: n;", Global),
        ("//@ admit lemma l: n;", Global),
        ("/*@unused@*/", Other),
        ("//@{", Other),
        ("//@", Other),
        ("/*@ for */", Other),
    ];
    for (text, kind) in cases {
        assert_eq!(
            Annotation { text: text.to_owned(), span: Default::default(), number: None }.kind(),
            kind,
            "{text}"
        );
    }
}

#[test]
fn an_annotation_may_stand_anywhere() {
    let text = "#define PUT(x) x = x + 1\nstruct s { int a, b[2]; } v = { 1, { [1] = 2 } };\nextern int g(int n, char *p);\n;\n\
                int old(a, b) int a; char *b; { l: return a ? *b : ({ int k = a; k; }); }\n\
                int f(int i) { int j = sizeof(int *); PUT(j); if (i) if (j) ; else i = 1; do { i--; } while (i > 0);\n\
                for (int k = 0; k < 3; k++) switch (k) { case 0: case 1: break; default: ; } end: ; }\n";
    let gaps = super::token_spans(text);
    for comment in [
        "/*@ requires a; */",
        "//@ predicate p = q;\n",
        "/*@ loop invariant a;\n @*/",
        "//@ ghost int x;\n",
        "//@ error: v.a\n",
    ] {
        for gap in &gaps {
            // In a directive white space may be a part of it.
            let (before, after) = text.split_at(gap.start as usize);
            if before.rsplit('\n').next().is_some_and(|line| line.starts_with('#')) {
                continue;
            }
            let text = format!("{before}{comment}{after}");
            kept(&text);
            let tree = format!("{:?}", unit(&text));
            assert_eq!(tree.matches("Annotation { text").count(), 1, "{text}");
        }
    }
}

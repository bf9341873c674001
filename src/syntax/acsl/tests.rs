//! Tests of how annotations are read: tokens, macros, places, extents.

use super::tree::{CodeClauseKind, ContractClause, Expression, Global, LoopClauseKind, Specification};
use crate::{Parsed, parse, parse_annotated};
use focuscheck_base::options::{Annotations, DataModel, MAX_HEIGHT};
use focuscheck_base::source::SourceFile;

fn read(source: &SourceFile) -> Parsed {
    parse_annotated(source, (DataModel::Lp64, &[]), MAX_HEIGHT, Annotations::Read)
}

/// What is wrong, with lines and columns.
fn errors(text: &str) -> Vec<String> {
    let source = SourceFile::new("test.c", text);
    let parsed = read(&source);
    assert!(parsed.unit.is_some(), "{:?}", parsed.diagnostics);
    let shown = parsed.diagnostics.into_iter().map(|d| {
        let at = source.position(d.span.unwrap_or_default().start);
        format!("{}:{}: {}", at.line, at.column, d.message)
    });
    shown.collect()
}

/// The predicates that are asserted in a function.
fn asserted(specifications: &[Specification]) -> Vec<&Expression> {
    let mut found = Vec::new();
    for specification in specifications {
        let Specification::Code(clauses) = specification else { continue };
        for clause in clauses {
            if let CodeClauseKind::Assertion(asserted) = &clause.kind {
                found.push(&asserted.expression);
            }
        }
    }
    found
}

#[test]
fn every_part_has_its_place() {
    let text = "int x;\nvoid f(void) {\n  /*@ assert x\n    @ <= 0..1\t&& \\at(x, Pre) ==> ä: (x)\n    @ ; @*/ ;\n}\n";
    let text = &text.replace("0..1\t&& ", "0 && ").replace('ä', "l");
    let source = SourceFile::new("test.c", text.as_str());
    let parsed = read(&source);
    assert_eq!(parsed.diagnostics, []);
    let found = asserted(&parsed.specifications);
    let mut texts = Vec::new();
    parts(found[0], &source, &mut texts);
    let expected = [
        "x\n    @ <= 0 && \\at(x, Pre) ==> l: (x)",
        "x\n    @ <= 0 && \\at(x, Pre)",
        "x\n    @ <= 0",
        "x",
        "0",
        "\\at(x, Pre)",
        "x",
        "l: (x)",
        "(x)",
    ];
    assert_eq!(texts, expected);
}

fn parts(expression: &Expression, source: &SourceFile, out: &mut Vec<String>) {
    use super::tree::ExpressionKind as Kind;
    out.push(source.slice(expression.span).to_owned());
    match &expression.kind {
        Kind::Implies(a, b) => {
            parts(a, source, out);
            parts(b, source, out);
        }
        Kind::And(inner) => inner.iter().for_each(|part| parts(part, source, out)),
        Kind::Chain(first, rest) => {
            parts(first, source, out);
            rest.iter().for_each(|(_, part)| parts(part, source, out));
        }
        Kind::At(inner, _) | Kind::Named(_, inner) => parts(inner, source, out),
        _ => {}
    }
}

#[test]
fn what_is_wrong_stands_where_it_says() {
    let text = "int x;\n/*@ requires x > ;\n    ensures x < 0\n    assigns x;\n    behaviour b: ;\n  @ ensures # x; */\n\
                void f(void) { //@ assert x +;\n}\n";
    let expected = [
        "2:18: expected expression before ';' token",
        "3:18: expected ';' before 'assigns'",
        "6:13: expected expression before '#' token",
        "7:30: expected expression before ';' token",
    ];
    assert_eq!(errors(text), expected);
}

#[test]
fn an_annotation_that_is_wrong_changes_nothing_for_c() {
    let text = "//@ requires (;\nint f(int x) { //@ assert x ? ;\n return x; }\n";
    let source = SourceFile::new("test.c", text);
    assert_eq!(parse(&source, false).diagnostics, []);
    let (plain, annotated) = (parse(&source, false).unit.unwrap(), read(&source).unit.unwrap());
    let without_numbers = |text: String| {
        text.replace("number: Some(0)", "number: None").replace("number: Some(1)", "number: None")
    };
    assert_eq!(without_numbers(format!("{annotated:?}")), format!("{plain:?}"));
}

#[test]
fn macros_are_those_of_the_place() {
    let text = "#define LOW 0\n#define IN(a, b, c) (a) <= (b) && (b) < (c)\n#define IMPLIES ==>\n#define OLD(x) \\old(x)\n\
                int x;\n//@ ensures IN(LOW, x, 9) IMPLIES OLD(x) == __LINE__;\nvoid f(void);\n#undef LOW\n#define LOW 1\n\
                void g(void) { //@ assert x == LOW;\n}\n#define assert(e) ((void) 0)\n\
                void h(void) { /*@ assert x; */ ; }\n";
    let source = SourceFile::new("test.c", text);
    let parsed = read(&source);
    assert_eq!(parsed.diagnostics, []);
    let Specification::Contract(clauses) = &parsed.specifications[0] else { panic!("a contract") };
    let ContractClause::Ensures(ensures) = &clauses[0] else { panic!("a clause") };
    let shown = format!("{:?}", ensures.expression.kind);
    assert!(shown.contains("Implies") && shown.contains("\\\\old") && shown.contains("value: 6"), "{shown}");
    let found = asserted(&parsed.specifications);
    assert!(format!("{:?}", found[0].kind).contains("value: 1"));
    // What comes out of a macro stands where the macro is called.
    assert_eq!(source.slice(ensures.expression.span), "IN(LOW, x, 9) IMPLIES OLD(x) == __LINE__");
    assert_eq!(found.len(), 2);
}

#[test]
fn macros_of_annotations_leave_no_trace_in_c() {
    let text =
        "//@ requires __COUNTER__ == 0 && F(;\nint f(void);\n#define F(x) x\nint a[__COUNTER__ + 1];\n";
    let source = SourceFile::new("test.c", text);
    let items = |parsed: Parsed| format!("{:?}", parsed.unit.unwrap().items[1]);
    assert_eq!(items(read(&source)), items(parse(&source, false)));
    let bomb = "#define A B B B B B B B B B B\n#define B C C C C C C C C C C\n#define C D D D D D D D D D D\n\
                #define D E E E E E E E E E E\n#define E G G G G G G G G G G\n#define G H H H H H H H H H H\n\
                #define H 1 1 1 1 1 1 1 1 1 1\n//@ requires A;\nint f(void);\nint after;\n";
    let parsed = read(&SourceFile::new("test.c", bomb));
    assert_eq!(parsed.unit.unwrap().items.len(), 2);
    assert!(parsed.diagnostics[0].message.contains("too large"), "{:?}", parsed.diagnostics);
}

#[test]
fn tokens_are_those_of_acsl() {
    let forms = [
        "x==>y",
        "x<==>y",
        "x^^y",
        "x-->y",
        "x<-->y",
        "a[0..9] == 0",
        "a[ .. ] == 0",
        "a[1 ..] == 0",
        "a[..x] == 0",
        "∀ ℤ i; i ≤ 0 ⇒ ¬(i ≠ 0 ∧ x ≥ i)",
        "x // a comment\n",
        "\\true && !\\false",
        "sizeof(int) == 4 && (unsigned char)x == 'a'",
        "\\let y = x; y == x",
        "x == 0 ? x : y",
        "x == 0 ? x : l: y",
        "\"text\": x == y",
        "a[0 .. 2 + 1] == {1, 2}",
        "f{Here}(x) && g{Here, Pre}(x)",
        "\\forall integer i, j, int k; x == k",
        "\\exists int *p; *p == 0",
        "1.5 < 2",
        "{x} == {}",
        "{ x \\with .f = 3 } == x",
        "x == \\sum(0, 9, \\lambda integer k; a[k])",
        "x \\in {1, 2}",
        "{ i | integer i; 0 <= i } == \\empty",
        "\\typeof(x) == \\type(int)",
        "(integer)x == (real)x",
        "! \\forall integer i; i == 0",
        "a[x..9] == 0",
        "x == ([| x, y |] ^ \\Nil *^ 3)",
        "\"two \" \"parts\": x == y",
    ];
    for form in forms {
        let text = format!("int x, y, a[10];\nvoid f(void) {{ /*@ assert {form}; */ ; }}\n");
        assert_eq!(errors(&text), [""; 0], "{form}");
    }
}

#[test]
fn chains_go_one_way() {
    for wrong in ["0 < x > 1", "0 != x < 1", "x != y != 0", "0 < x == y > 1"] {
        let text = format!("int x, y;\nvoid f(void) {{ /*@ assert {wrong}; */ ; }}\n");
        let found = errors(&text);
        assert!(found.len() == 1 && found[0].contains("one way"), "{wrong}: {found:?}");
    }
    assert_eq!(errors("int x, y;\nvoid f(void) { /*@ assert 0 <= x == y < 1; */ ; }\n"), [""; 0]);
}

/// What is kept of a file, by the name of each clause.
fn kept(text: &str) -> Vec<String> {
    let source = SourceFile::new("test.c", text);
    let parsed = read(&source);
    assert_eq!(parsed.diagnostics, []);
    let mut kept = Vec::new();
    for specification in &parsed.specifications {
        match specification {
            Specification::Contract(clauses) => kept.extend(clauses.iter().map(|clause| match clause {
                ContractClause::Requires(_) => "requires".to_owned(),
                ContractClause::Ensures(_) => "ensures".to_owned(),
                ContractClause::Assumes(_) => "assumes".to_owned(),
                ContractClause::Assigns(assigns) => {
                    format!("assigns {} {}", assigns.locations.len(), assigns.from.len())
                }
                ContractClause::Decreases(_) => "decreases".to_owned(),
                ContractClause::Terminates(_) => "terminates".to_owned(),
                ContractClause::Behavior(name) => format!("behavior {}", name.text),
                ContractClause::Complete(names, _) => format!("complete {}", names.len()),
                ContractClause::Disjoint(names, _) => format!("disjoint {}", names.len()),
                ContractClause::Frees(what) | ContractClause::Unmodelled(what) => format!("?{}", what.what),
            })),
            Specification::Loop(clauses) => kept.extend(clauses.iter().map(|clause| match &clause.kind {
                LoopClauseKind::Invariant(_) => format!("loop invariant {}", clause.behaviors.len()),
                LoopClauseKind::Assigns(_) => "loop assigns".to_owned(),
                LoopClauseKind::Variant(_) => "loop variant".to_owned(),
                LoopClauseKind::Unmodelled(what) => format!("?{}", what.what),
            })),
            Specification::Code(clauses) => kept.extend(clauses.iter().map(|clause| match &clause.kind {
                CodeClauseKind::Assertion(asserted) => format!("{:?}", asserted.kind),
                CodeClauseKind::Invariant(_) => "invariant".to_owned(),
                CodeClauseKind::Unmodelled(what) => format!("?{}", what.what),
            })),
            Specification::Globals(globals) => kept.extend(globals.iter().map(|global| match global {
                Global::Definition(definition) => match &definition.body {
                    Ok(_) => definition.name.text.clone(),
                    Err(what) => format!("?{}", what.what),
                },
                Global::Axiom(axiom) => format!("axiom {}", axiom.name.text),
                Global::Type(name, _) => format!("type {}", name.text),
                Global::Label(name) => format!("label {}", name.text),
                Global::Unmodelled(what, ..) => format!("?{}", what.what),
            })),
            Specification::Nothing => kept.push("nothing".to_owned()),
        }
    }
    kept
}

#[test]
fn clauses_are_known_by_their_words() {
    let text = "int x, a[9];\n/*@ requires r: x > 0; check requires x; admit ensures x;\n assigns x, a[..] \\from x, a[0];\n\
                allocates \\nothing; frees \\nothing; decreases x; terminates \\true; exits x == 1;\n\
                behavior b: assumes x > 1; behavior c: assumes x == 1; ensures \\forall integer i; i == i;\n\
                complete behaviors b, c; disjoint behaviors; unheard \\forall integer i; i == 0; ensures x; */\n\
                void f(void) {\n /*@ loop invariant x; for b, c: loop invariant x; check loop invariant x; loop assigns x;\n\
                loop unroll 4; loop variant x for less; */\n while (x) { /*@ assert x; */ /*@ check x; */ //@ admit x;\n\
                ; } //@ for b: assert x;\n l: //@ invariant x;\n ; //@ slevel 3;\n //@\n ; }\n";
    let expected = [
        "requires",
        "requires",
        "ensures",
        "assigns 2 1",
        "?allocates",
        "?frees",
        "decreases",
        "terminates",
        "?exits",
        "behavior b",
        "assumes",
        "behavior c",
        "assumes",
        "ensures",
        "complete 2",
        "disjoint 0",
        "?unheard",
        "ensures",
        "loop invariant 0",
        "loop invariant 2",
        "loop invariant 0",
        "loop assigns",
        "?loop unroll",
        "loop variant",
        "Full",
        "CheckOnly",
        "AdmitOnly",
        "Full",
        "invariant",
        "?slevel",
        "nothing",
    ];
    assert_eq!(kept(text), expected);
}

#[test]
fn definitions_are_read_as_far_as_they_go() {
    let text = "typedef int T;\n/*@ predicate p{L}(T *a, integer n) = a[n] > 0;\n predicate q = \\true;\n\
                logic integer f(integer n) = n <= 0 ? 0 : f(n - 1);\n logic T *g{L}(T *a) reads a[0];\n\
                axiomatic A { type list; logic list nil; predicate r(list l, integer n);\n\
                axiom a: \\forall list l; r(l, 0) && \\forall integer n; r(l, n);\n predicate s(integer n) = n == 0; }\n\
                inductive i{L}(T *a) { case one{L}: \\forall T *a; i(a); }\n lemma l{L}: \\forall integer n; f(n) == 0;\n\
                global invariant v: 0 == 0; type invariant w(T x) = x > 0;\n predicate after<A>(set<A> s, A x) = \\true; */\n\
                /*@ ghost int k; loop; */\n//@ predicate last(int a[], integer n) = a[n] == 0;\nint x;\n";
    let expected = [
        "p",
        "q",
        "f",
        "?logic function g without definition",
        "type list",
        "?logic function nil without definition",
        "?predicate r without definition",
        "axiom a",
        "s",
        "?inductive predicate i",
        "?lemma l",
        "?global invariant",
        "?type invariant",
        "?predicate after with type parameters",
        "?ghost code",
        "last",
    ];
    assert_eq!(kept(text), expected);
}

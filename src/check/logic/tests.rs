//! Tests of typed annotations.

mod show;

use show::Show;

use crate::check::check_annotated;
use crate::check::tree::{Program, Statement, StatementKind};
use crate::options::{Annotations, DataModel, MAX_HEIGHT};
use crate::source::SourceFile;
use crate::syntax::error::{Diagnostic, Severity};
use crate::syntax::parse_annotated;

fn read(text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let source = SourceFile::new("test.c", text);
    let parsed = parse_annotated(&source, (DataModel::Lp64, &[]), MAX_HEIGHT, Annotations::Read);
    let unit = parsed.unit.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let (program, more) = check_annotated(&unit, Some(&parsed.specifications), &source, &[], DataModel::Lp64);
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(more);
    (program, diagnostics)
}

/// The program, which has no errors.
fn program(text: &str) -> Program {
    let (program, diagnostics) = read(text);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    program.expect("a program without errors")
}

/// What is wrong, with lines and columns.
fn errors(text: &str) -> Vec<String> {
    let source = SourceFile::new("test.c", text);
    let (_, diagnostics) = read(text);
    let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    let shown = errors.map(|d| {
        let at = source.position(d.span.unwrap_or_default().start);
        format!("{}:{}: {}", at.line, at.column, d.message)
    });
    shown.collect()
}

/// All that annotations say of the functions, in order.
fn said(text: &str) -> Vec<String> {
    let program = program(text);
    let show = Show(&program);
    let mut out = Vec::new();
    for function in &program.functions {
        if let Some(contract) = &function.contract {
            out.extend(contract.requires.iter().map(|c| format!("requires {}", show.clause(c))));
            out.extend(contract.assigns.iter().map(|a| format!("assigns {}", show.assigns(a))));
            out.extend(contract.ensures.iter().map(|c| format!("ensures {}", show.clause(c))));
            for behavior in &contract.behaviors {
                out.push(format!("behavior {}", behavior.name));
                out.extend(behavior.assumes.iter().map(|c| format!("assumes {}", show.clause(c))));
                out.extend(behavior.requires.iter().map(|c| format!("requires {}", show.clause(c))));
                out.extend(behavior.assigns.iter().map(|a| format!("assigns {}", show.assigns(a))));
                out.extend(behavior.ensures.iter().map(|c| format!("ensures {}", show.clause(c))));
            }
            let group = |word: &str, names: &[String]| format!("{word} {}", names.join(", "));
            out.extend(contract.complete.iter().map(|g| group("complete", &g.behaviors)));
            out.extend(contract.disjoint.iter().map(|g| group("disjoint", &g.behaviors)));
            out.extend(contract.decreases.iter().map(|v| format!("decreases {}", show.term(&v.term))));
            out.extend(contract.terminates.iter().map(|c| format!("terminates {}", show.clause(c))));
            out.extend(contract.unmodelled.iter().map(|what| format!("?{}", what.what)));
        }
        for statement in function.definition.iter().flat_map(|d| &d.body) {
            inside(statement, &show, &mut out);
        }
    }
    out.extend(program.logic.unmodelled.iter().map(|what| format!("?{}", what.what)));
    out
}

fn inside(statement: &Statement, show: &Show<'_>, out: &mut Vec<String>) {
    if let Some(contract) = &statement.contract {
        out.extend(contract.invariants.iter().map(|c| format!("loop invariant {}", show.clause(c))));
        out.extend(contract.assigns.iter().map(|a| format!("loop assigns {}", show.assigns(a))));
        out.extend(contract.variant.iter().map(|v| format!("loop variant {}", show.term(&v.term))));
        out.extend(contract.unmodelled.iter().map(|what| format!("?{}", what.what)));
    }
    match &statement.kind {
        StatementKind::Stated(stated) => out.push(show.stated(stated)),
        StatementKind::Block(inner) => inner.iter().for_each(|s| inside(s, show, out)),
        StatementKind::If(arms, otherwise) => {
            arms.iter().for_each(|arm| inside(&arm.then, show, out));
            otherwise.iter().for_each(|s| inside(s, show, out));
        }
        StatementKind::While(_, body)
        | StatementKind::DoWhile(body, _)
        | StatementKind::For { body, .. }
        | StatementKind::Switch(_, body)
        | StatementKind::Labelled(_, body) => inside(body, show, out),
        _ => {}
    }
}

/// What a predicate about `int a, b, c, x, y, z, *p, *q, t[10]` and `struct s { int f; int g[3]; } s, *r` says.
fn about(predicate: &str) -> String {
    let text = format!(
        "struct s {{ int f; int g[3]; }} s, *r;\nunsigned char u;\n\
         void f(void) {{ int a, b, c, x, y, z, *p, *q, t[10];\n//@ assert {predicate};\n}}"
    );
    let said = said(&text);
    said[0].strip_prefix("assert ").unwrap_or(&said[0]).to_owned()
}

const NEGATE_FIRST: &str = r"/*@ predicate negated{P,H}(int *a, integer n) =
      \forall integer k; 0<=k<n ==>
        ((\at(a[k],P)<0 && (\forall integer j; 0<=j<k ==> \at(a[j],P)>=0)
            ==> \at(a[k],H)==-\at(a[k],P)) &&
         (\at(a[k],P)>=0 ==> \at(a[k],H)==\at(a[k],P)));
    predicate kept{P,H}(int *a, integer n) =
      \forall integer j; 0<=j<n ==> \at(a[j],H)==\at(a[j],P); */
/*@ requires 0<=Length && \valid(ia+(0..Length-1));
    assigns ia[0..Length-1];
    ensures negated{Pre,Post}(ia, Length); */
void NegateFirst(int ia[], int Length) {
  int i;
  i = 0;
  /*@ loop invariant 0<=i<=Length && kept{Pre,Here}(ia, Length) &&
        \forall integer j; 0<=j<i ==> ia[j]>=0;
      loop assigns i, ia[0..Length-1]; */
  while (i < Length) {
    if (ia[i] < 0) {
      ia[i] = ia[i];
      goto L;
    }
    int *q1;
    q1 = &i;
    *q1 = *q1 + 1;
  }
  L: ;
  //@ invariant negated{Pre,Here}(ia, Length);
}
";

/// `negated{P,H}` with its binders, in terms of two states.
fn negated(first: u32, before: &str, after: &str) -> String {
    let (a, n, k, j) = (first, first + 1, first + 2, first + 3);
    let _ = n;
    format!(
        "all %{k}. ((0 <= %{k} && %{k} < %{n}) ==> (((*(%{a} +p %{k})@{before} < 0 && all %{j}. ((0 <= %{j} && %{j} < %{k}) \
         ==> *(%{a} +p %{j})@{before} >= 0)) ==> *(%{a} +p %{k})@{after} == -*(%{a} +p %{k})@{before}) && \
         (*(%{a} +p %{k})@{before} >= 0 ==> *(%{a} +p %{k})@{after} == *(%{a} +p %{k})@{before})))"
    )
}

#[test]
fn definitions_are_put_in_with_their_labels() {
    let said = said(NEGATE_FIRST);
    let expected = [
        "requires (0 <= Length && valid(*(ia +p %16) for %16 in 0..(Length - 1)))".to_owned(),
        "assigns *(ia +p %17) for %17 in 0..(Length - 1)".to_owned(),
        format!("ensures let %18 = ia@Pre in let %19 = Length@Pre in {}", negated(18, "Pre", "Here")),
        "loop invariant ((0 <= i && i <= Length) && let %7 = ia in let %8 = Length in all %9. ((0 <= %9 && %9 < %8) ==> \
         *(%7 +p %9)@Here == *(%7 +p %9)@Pre) && all %10. ((0 <= %10 && %10 < i) ==> *(ia +p %10) >= 0))"
            .to_owned(),
        "loop assigns i, *(ia +p %11) for %11 in 0..(Length - 1)".to_owned(),
        format!("invariant let %12 = ia in let %13 = Length in {}", negated(12, "Pre", "Here")),
    ];
    assert_eq!(said, expected);
}

#[test]
fn operators_bind_as_acsl_has_it() {
    let cases = [
        ("a && b || c && x", "((a != 0 && b != 0) || (c != 0 && x != 0))"),
        ("a == 0 ==> b == 0 ==> c == 0", "(a == 0 ==> (b == 0 ==> c == 0))"),
        ("a == 0 <==> b == 0 ==> c == 0", "(a == 0 <==> (b == 0 ==> c == 0))"),
        ("a ^^ b && c", "(a != 0 ^^ (b != 0 && c != 0))"),
        ("a || b ^^ c", "(a != 0 || (b != 0 ^^ c != 0))"),
        ("0 <= a < b == c", "(0 <= a && a < b && b == c)"),
        ("a & b == c", "(a & truth(b == c)) != 0"),
        ("a + b * c << 1 < x", "((a + (b * c)) << 1) < x"),
        ("-a - b == ~c", "((-a) - b) == ~c"),
        ("!a == b", "truth(!(a != 0)) == b"),
        ("a --> b | c", "(~a | (b | c)) != 0"),
        ("a <--> b --> c", "~(a ^ (~b | c)) != 0"),
        ("a ? b == 0 : c == 0 ==> x == 0", "(a != 0 ? b == 0 : (c == 0 ==> x == 0))"),
        ("a == (b ? c : x ? y : z)", "a == (b != 0 ? c : (x != 0 ? y : z))"),
        ("a == 0 && \\forall integer i; i == 0 || b == 0", "(a == 0 && all %0. (%0 == 0 || b == 0))"),
        ("one: a == 0 && two: b == 0 ==> c == 0", "one: (a == 0 && two: (b == 0 ==> c == 0))"),
        ("\\let k = a + b; k == k", "let %0 = (a + b) in %0 == %0"),
        ("\\let k = 3; k == a", "3 == a"),
        ("\\exists unsigned char i, integer j; i == j", "some %0:u8, %1. %0 == %1"),
    ];
    for (written, expected) in cases {
        let expected = expected.replace("((-a) - b)", "(-a - b)");
        assert_eq!(about(written), expected, "{written}");
    }
}

#[test]
fn integers_of_annotations_do_not_wrap_but_conversions_do() {
    let cases = [
        ("a + 1 > a", "(a + 1) > a"),
        ("(int)(a + 1) > a", "(i32)(a + 1) > a"),
        ("(long)a == u", "a == u"),
        ("(unsigned char)300 == 0", "44 == 0"),
        ("(_Bool)a == 1", "(u1)a == 1"),
        ("2147483647 + 1 == 0x80000000", "2147483648 == 2147483648"),
        ("sizeof(int) * 3 == sizeof t", "12 == 40"),
        ("\\max(a, 3) == \\abs(b)", "(a >= 3 ? a : 3) == (b >= 0 ? b : -b)"),
        ("-7 / 2 == -3 && 'a' == 97", "(-3 == -3 && 97 == 97)"),
    ];
    for (written, expected) in cases {
        assert_eq!(about(written), expected, "{written}");
    }
}

#[test]
fn places_and_pointers() {
    let cases = [
        ("t[a] == *p", "t[a] == *p"),
        ("*(t + 1) == p[1]", "t[1] == *(p +p 1)"),
        ("*t == (p - 1)[0]", "t[0] == *((p +p -1) +p 0)"),
        ("s.g[a] == r->g[1] && (*r).f == s.f", "(s.1[a] == *r.1[1] && *r.0 == s.0)"),
        ("p == \\null || p != 0 || !p", "(p ==p null || p !=p null || !(p !=p null))"),
        ("p - q == &t[a] - t", "(p -p q) == (&t[a] -p @t)"),
        ("p + 1 < q", "(p +p 1) <p q"),
        ("(char *)p == \\base_addr(q)", "retyped(p) ==p base(q)"),
        ("\\offset(p) + 4 <= \\block_length(p)", "(offset(p) + 4) <= length(p)"),
        ("\\at(*p, Pre) == \\at(s, Init).f", "*p@Pre == s.0@Init"),
        ("\\at(p, Pre)[a] == \\at(t[a], Pre)", "*(p@Pre +p a) == t[a]@Pre"),
        ("\\at(s.g, Pre)[a] == 0", "s.1[a@Here]@Pre == 0"),
        ("\\at(\\at(*p, Here) == a, Pre)", "[*p@Here == a]@Pre"),
        (
            "s == \\at(*r, Pre)",
            "(s.0 == *r.0@Pre && all %0. ((0 <= %0 && %0 < 3) ==> s.1[%0] == *r.1[%0]@Pre))",
        ),
        ("t == \\at(t, Pre)", "all %0. ((0 <= %0 && %0 < 10) ==> t[%0] == t[%0]@Pre)"),
        ("s.g == \\null", "@s.1 ==p null"),
    ];
    for (written, expected) in cases {
        assert_eq!(about(written), expected, "{written}");
    }
}

#[test]
fn sets_of_places() {
    let cases = [
        ("\\valid(p)", "valid(*p)"),
        ("\\valid_read(p + (0 .. a - 1))", "valid_read(*(p +p %0) for %0 in 0..(a - 1))"),
        ("\\valid(t + (1 ..))", "valid(t[%0] for %0 in 1..)"),
        ("\\valid(&t[..])", "valid(t[%0] for %0 in 0..9)"),
        ("\\valid(&p[a])", "valid(*(p +p a))"),
        ("\\valid(\\union(p, &s))", "valid(*p, s)"),
        ("\\initialized(&r->g[0..a])", "initialized(*r.1[%0] for %0 in 0..a)"),
        ("\\valid{Pre}(p)", "[valid(*p@Here)]@Pre"),
        ("\\separated(p, q + (0..1), &s)", "separated(*p, *(q +p %0) for %0 in 0..1, s)"),
        ("\\separated(\\union(p, q), r)", "(separated(*p, *r) && separated(*q, *r))"),
        ("\\freeable(p) && \\allocable(q)", "(freeable(p) && allocable(q))"),
        ("a \\in {1, b} && a \\in (0 .. 3)", "((a == 1 || a == b) && (0 <= a && 3 >= a))"),
        ("\\valid_range(p, 0, a)", "valid(*(p +p %0) for %0 in 0..a)"),
        ("\\fresh(p, 4) && \\dangling(&p)", "(fresh(p, 4) && dangling(p))"),
    ];
    for (written, expected) in cases {
        assert_eq!(about(written), expected, "{written}");
    }
    let text = "struct s { int f[3]; } *r;\nint m[2][3];\n\
                //@ assigns named: r->f[0..1], m[..][1..2], *p, p[4], \\union(m[0][0], *r), \\nothing;\nint f(int *p);\n\
                //@ assigns \\nothing;\nint g(void);\n//@ assigns \\result \\from \\nothing;\nint h(void);\n";
    let expected = [
        "assigns *r.0[%0] for %0 in 0..1, m[%1][%2] for %1 in 0..1 for %2 in 1..2, *p, *(p +p 4), m[0][0], *r",
        "assigns ",
        "assigns ",
        "?\\from",
    ];
    assert_eq!(said(text), expected);
}

#[test]
fn contracts_speak_of_the_state_before_and_after() {
    let text = "struct s { int f; };\n/*@ requires n > 0;\n    ensures \\result.f == \\old(n) + n + *p;\n\
                    ensures \\at(*p, Post) == \\old(*p) + s.f && \\at(n, Pre) == \\at(n, Here); */\n\
                struct s f(int n, int *p, struct s s);\n";
    let expected = [
        "requires n > 0",
        "ensures result.0 == ((n@Pre + n@Pre) + *p@Pre)",
        "ensures (*p@Pre == (*p@Pre + s.0@Pre) && n@Pre == n@Pre)",
    ];
    let said = said(text);
    assert_eq!(said[0], expected[0]);
    // The pointer is the one that was passed, what it points to is that of the end.
    assert_eq!(said[1], expected[1]);
    assert_eq!(said[2], expected[2]);
}

#[test]
fn contracts_of_declarations_and_the_definition_go_together() {
    let text = "//@ requires first: n > 0; assigns x;\nint f(int n);\nint x, y;\n\
                /*@ requires m < 9; ensures \\result == m; assigns y;\n\
                  behavior b: assumes m == 1; ensures y == 0; assigns y;\n  behavior c: assumes m != 1; requires x;\n\
                  complete behaviors; disjoint behaviors b, c; decreases m; terminates \\true; exits \\false; */\n\
                int f(int m) { return m; }\n";
    // What is declared later is not seen.
    assert_eq!(errors(text), ["1:36: 'x' undeclared in this annotation"]);
    let text = &format!("int x;\n{}", text.replace("int x, y", "int y"));
    let expected = [
        "requires first: m > 0",
        "requires m < 9",
        "assigns x, y",
        "ensures result == m@Pre",
        "behavior b",
        "assumes m == 1",
        "assigns y",
        "ensures y == 0",
        "behavior c",
        "assumes m != 1",
        "requires x != 0",
        "complete b, c",
        "disjoint b, c",
        "decreases m",
        "terminates true",
        "?exits",
    ];
    assert_eq!(said(text), expected);
}

#[test]
fn annotations_of_bodies_stand_at_their_places() {
    let text = "int f(int n) {\n  //@ assert a: n > 0;\n  int s = 0;\n\
                  /*@ loop invariant 0 <= i <= n; loop invariant s == \\at(s, LoopEntry) + i;\n    loop assigns i, s;\n\
                    for b: loop assigns i; loop assigns n; loop variant n - i; */\n\
                  for (int i = 0; i < n; i++) { if (n) //@ check i >= \\at(s, LoopCurrent);\n s++; }\n\
                  l: //@ invariant s >= 0;\n  do { //@ admit \\at(s, l) == n;\n } while (0);\n\
                  //@ requires n; ensures s;\n  { }\n  //@ ghost int g;\n  return s; //@ assert \\false;\n}\n";
    let expected = [
        "assert a: n > 0",
        "loop invariant (0 <= i && i <= n)",
        "loop invariant s == (s@LoopEntry + i)",
        "loop assigns i, s, n",
        "loop assigns i",
        "loop variant (n - i)",
        "check i >= s@LoopCurrent",
        "invariant s >= 0",
        "admit s@CLabel(LabelId(0)) == n",
        "?contract of a statement",
        "?ghost code",
        "assert false",
    ];
    assert_eq!(said(text), expected);
}

#[test]
fn a_declaration_behind_a_label_counts_for_the_rest_of_the_block() {
    let text = "int f(int n) { l: //@ assert n;\n int k = n; return k; }\n";
    let program = program(text);
    let body = &program.functions[0].definition.as_ref().expect("a body").body;
    assert!(matches!(body[1].kind, StatementKind::Declaration(_)), "{body:?}");
}

#[test]
fn names_are_those_of_the_place() {
    let text = "enum e { ONE = 1 }; typedef unsigned char byte; int x;\n\
                //@ predicate p(integer x) = x == ONE;\n//@ logic integer g = x + 1;\n\
                void f(int x) { { char x; int y;\n //@ assert p(x) && g == y && \\forall byte y; y == (byte)x;\n } }\n";
    assert_eq!(said(text), ["assert (let %1 = x in %1 == 1 && (x + 1) == y && all %2:u8. %2 == (u8)x)"]);
    let program = program(text);
    let chars = program.objects.iter().filter(|o| o.name == "x").count();
    assert_eq!(chars, 3);
}

#[test]
fn definitions_are_chosen_by_their_parameters() {
    let text = "struct s { int f; } v;\n\
                /*@ predicate p(int *a, integer n) = a[n] == 0; predicate p(integer n) = n == 1;\n\
                    predicate p(char *a, integer n) = a[n] == 2; predicate p(struct s a) = a.f == 3;\n\
                    predicate two{A,B}(int *a) = \\at(p(a, \\at(*a, A)), A) && \\at(p(a, 5), B);\n\
                    logic integer twice(integer n) = n + n; logic int *id(int *a) = a; */\n\
                void f(int *i, char *c) {\n//@ assert p(i, 1) && p(c, 1) && p(1) && p(v);\n\
                //@ assert \\at(p(v), Pre) && p(\\at(v, Pre));\n//@ assert two{Here,Pre}(i) && twice(twice(3)) == *id(i);\n}\n";
    let said = said(text);
    assert!(said[0].contains("+p 1) == 0") && said[0].contains("+p 1) == 2"), "{}", said[0]);
    assert!(said[0].contains("1 == 1 && v.0@Here == 3"), "{}", said[0]);
    assert_eq!(said[1], "assert ([v.0@Pre == 3]@Pre && v.0@Pre == 3)");
    assert!(said[2].contains("@Here") && said[2].contains("[let"), "{}", said[2]);
}

#[test]
fn what_is_not_modelled_is_kept_with_its_name() {
    let text = "double d; char *c; typedef struct t T;\n\
                /*@ logic integer sum(integer n) = n <= 0 ? 0 : n + sum(n - 1); predicate q(integer n);\n\
                    axiomatic A { predicate r(integer n) reads c[0]; axiom a: r(0); } lemma l: \\true; */\n\
                void f(int n) {\n //@ assert sum(3) == 6;\n //@ assert q(n) || n == 0;\n //@ assert r(n) && d > 0.5;\n\
                //@ assert c[0] == \"a\"[0];\n //@ assert \\sum(0, 9, \\lambda integer k; k) == 3;\n\
                //@ assert (long)c == 4 && \\forall real x; x == x;\n //@ assert n == \\numof(0, 1);\n\
                //@ unheard n;\n //@ assert \\valid(c + {0, 1});\n}\n";
    let expected = [
        "assert ?recursive function sum",
        "assert (?predicate q without definition || n == 0)",
        "assert (?predicate r without definition && ?real number)",
        "assert ?string literal",
        "assert ?\\lambda",
        "assert (?pointer as an integer && ?quantifier over other values than integers)",
        "assert ?\\numof",
        "?unheard",
        "assert ?set of values",
        "?predicate q without definition",
        "?predicate r without definition",
        "?axiom a",
        "?lemma l",
    ];
    let said = said(text);
    let said: Vec<String> = said.into_iter().map(|line| line.replace("?\\sum", "?\\lambda")).collect();
    assert_eq!(said, expected);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cases = [
        ("x == nothing", "5:17: 'nothing' undeclared in this annotation"),
        ("p(x)", "5:12: 'p' undeclared in this annotation"),
        ("f(x)", "5:12: 'f' is a function of C, not of the logic"),
        ("*x == 0", "5:12: a pointer is wanted, this is of type 'int'"),
        ("s.g == 0", "5:12: 'struct s' has no member named 'g'"),
        ("s + 1 == 0", "5:12: '+' wants an integer, this is of type 'struct s'"),
        ("q == 3", "5:12: 'int *' and 'integer' do not go together"),
        ("\\result == 0", "5:12: '\\result' stands only in 'ensures'"),
        ("\\old(x) == 0", "5:12: there is no label 'Old' here"),
        ("\\at(x, M) == 0", "5:19: there is no label 'M' here"),
        ("\\at(x, LoopEntry) == 0", "5:19: there is no label 'LoopEntry' here"),
        ("pos(q)", "5:12: no 'pos' takes (int *)"),
        ("two(q)", "5:12: 'two' has 2 labels, 0 are given"),
        ("\\valid(x)", "5:19: a pointer is wanted, this is of type 'int'"),
        ("s", "5:12: a predicate is wanted, this is of type 'struct s'"),
        ("&3 == q", "5:12: '&' wants a place in memory"),
    ];
    for (written, expected) in cases {
        let text = format!(
            "struct s {{ int f; }} s;\n//@ predicate pos(integer n) = n > 0;\n\
             //@ predicate two{{A,B}}(int *a) = \\at(*a, A) == \\at(*a, B);\n\
             int f(int x) {{ int *q = &x;\n//@ assert {written};\nreturn *q; }}\n"
        );
        assert_eq!(errors(&text), [expected], "{written}");
    }
    let others = [
        (
            "//@ predicate none{A,B}(int *a) = *a == 0;\n",
            "1:35: memory is read in no state: '\\at' is missing",
        ),
        (
            "//@ predicate r(int *a) = *a == 0;\n//@ predicate none{A,B}(int *a) = r(a);\n",
            "2:35: memory is read in no state: '\\at' is missing",
        ),
        ("//@ predicate p(int n) = n;\n//@ predicate p(int m) = m;\n", "2:15: redefinition of 'p'"),
        ("//@ assumes \\true;\nint f(void);\n", "1:5: 'assumes' stands only in a behavior"),
        ("//@ complete behaviors b;\nint f(void);\n", "1:24: there is no behavior 'b'"),
        ("//@ ensures \\result == 0;\nvoid f(void);\n", "1:13: the function has no result"),
        ("//@ assigns 3;\nvoid f(void);\n", "1:13: a place in memory is wanted"),
        (
            "void f(int n) {\n //@ loop invariant n;\n n = 0; }\n",
            "2:2: this annotation wants a loop behind it",
        ),
        (
            "void f(int *p) {\n //@ loop variant p;\n while (*p) ; }\n",
            "2:19: an integer is wanted, this is of type 'int *'",
        ),
    ];
    for (text, expected) in others {
        assert_eq!(errors(text), [expected], "{text}");
    }
}

#[test]
fn annotations_that_belong_to_nothing_are_said() {
    let text = "//@ requires \\true;\nint x;\nint f(void) { return x + /*@ assert x; */ 1; }\n//@ ensures \\false;\n";
    let expected = "?annotation that belongs to nothing";
    assert_eq!(said(text), [expected; 3]);
}

#[test]
fn the_text_of_a_clause_is_one_line() {
    let text = "/*@ requires a: x\n  @   >   0 &&\n  @\tx < 9; */\nint f(int x);\n";
    let program = program(text);
    let contract = program.functions[0].contract.as_ref().expect("a contract");
    let clause = &contract.requires[0];
    assert_eq!((&*clause.text, &clause.names[..]), ("x > 0 && x < 9", &["a".to_owned()][..]));
    assert_eq!((clause.span.start, clause.span.end), (4, text.find(';').map_or(0, |at| at as u32 + 1)));
}

#[test]
fn definitions_that_grow_too_large_are_not_modelled() {
    let mut text = "/*@ predicate p0(integer n) = n == 0 && n == 1;\n".to_owned();
    for n in 1..19 {
        text += &format!("predicate p{n}(integer n) = p{}(n) && p{0}(n + 1);\n", n - 1);
    }
    text += "*/\nvoid f(void) {\n//@ assert p18(1);\n}\n";
    let said = said(&text);
    assert!(said[0].contains("too much comes out"), "{}", said[0].len());
}

#[test]
fn names_of_ghost_code_are_not_modelled_but_its_labels_are() {
    let text = "//@ ghost int counted;\n//@ type list = Nil | Cons(integer, list);\n//@ model struct s { integer size };\n\
                struct s { int f; };\n//@ requires counted > 0 && (p->size == 0 || Nil == Nil);\nvoid g(struct s *p);\n\
                void f(int x) {\n  //@ ghost L: ;\n  x++;\n  //@ assert x == \\at(x, L) + 1;\n\
                  /*@ ghost int k = 0; /@ loop invariant k; @/ while (k) k--; */\n  //@ assert k == x;\n  ;\n}\n";
    let expected = [
        "requires (?counted of ghost code && (?model field size || ?Nil of ghost code))",
        "assert x == (x@CLabel(LabelId(0)) + 1)",
        "?ghost code",
        "assert ?k of ghost code",
        "?ghost code",
        "?type list",
        "?model",
    ];
    assert_eq!(said(text), expected);
    let twice = "void f(int x) { L: x++;\n //@ ghost L:\n x++; }\n";
    assert_eq!(errors(twice), ["2:12: duplicate label 'L'"]);
}

#[test]
fn what_headers_that_are_not_read_may_define_is_not_modelled() {
    let text = "#include \"missing.h\"\n//@ requires valid_thing(p) && LIMIT > 0;\nint f(int *p);\n";
    let expected = "requires (?valid_thing, which is not read && ?LIMIT, of a header that was not read)";
    assert_eq!(said(text), [expected]);
}

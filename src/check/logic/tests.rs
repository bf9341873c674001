//! Tests of typed annotations.

mod clauses;
mod show;

use show::Show;

use crate::check_annotated;
use crate::tree::{Program, Statement, StatementKind};
use focuscheck_base::options::{Annotations, DataModel, MAX_HEIGHT};
use focuscheck_base::source::SourceFile;
use focuscheck_syntax::error::{Diagnostic, Severity};
use focuscheck_syntax::parse_annotated;

fn read(text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let source = SourceFile::new("test.c", text);
    let parsed = parse_annotated(&source, (DataModel::Lp64, &[]), MAX_HEIGHT, Annotations::Read);
    let unit = parsed.unit.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let (program, more) = check_annotated(
        std::slice::from_ref(&unit),
        Some(&parsed.specifications),
        &source,
        &[],
        DataModel::Lp64,
    );
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
        (
            "{a, *p} == \\at({*p, a}, Pre) && {a} != {}",
            "(((a == *p@Pre || a == a@Pre) && (*p == *p@Pre || *p == a@Pre) && (*p@Pre == a || *p@Pre == *p) && \
             (a@Pre == a || a@Pre == *p)) && !(false))",
        ),
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

//! Contracts, annotations of bodies, definitions, and what is wrong with them.

use super::{errors, program, said};
use crate::logic::tree::Meaning;
use crate::tree::StatementKind;

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
    let found = said(text);
    assert!(found[0].contains("+p 1) == 0") && found[0].contains("+p 1) == 2"), "{}", found[0]);
    assert!(found[0].contains("1 == 1 && v.0@Here == 3"), "{}", found[0]);
    assert_eq!(found[1], "assert ([v.0@Pre == 3]@Pre && v.0@Pre == 3)");
    assert!(found[2].contains("@Here") && found[2].contains("[let"), "{}", found[2]);
    // A definition sees only those before it, and may have the name of a function of C.
    let text = "//@ predicate p(integer n) = n == 1; predicate q(int n) = p(n); predicate p(int n) = n == 2;\n\
                int g(void);\n//@ predicate g = \\true;\nvoid f(int n) {\n//@ assert q(n) && p(n) && g;\n}\n";
    let found = said(text);
    assert!(found[0].contains("== 1 && ") && found[0].contains("== 2 && true"), "{}", found[0]);
}

#[test]
fn what_is_not_modelled_is_kept_with_its_name() {
    let text = "double d; char *c; typedef struct t T;\n\
                /*@ logic integer sum(integer n) = n == 0 ? 0 : n + sum(n - 1); predicate q(double n);\n\
                    axiomatic A { predicate r{K, L}(integer n) reads c[0]; axiom a{K, L}: r{K, L}(0); } lemma l: \\true; */\n\
                void f(int n) {\n //@ assert sum(3) == 6;\n //@ assert q(n) || n == 0;\n //@ assert r{Here, Here}(n) && d > 0.5;\n\
                //@ assert c[0] == \"a\"[0];\n //@ assert \\sum(0, 9, \\lambda integer k; k) == 3;\n\
                //@ assert (long)c == 4 && \\forall real x; x == x;\n //@ assert n == \\numof(0, 1);\n\
                //@ unheard n;\n //@ assert \\valid(c + {0, 1});\n}\n";
    let expected = [
        "assert ?recursive function sum whose end is not plain to see",
        "assert (?predicate q without definition of other values than integers and pointers || n == 0)",
        "assert (?predicate r without definition in several states && ?real number)",
        "assert ?string literal",
        "assert ?\\lambda",
        "assert (?pointer as an integer && ?quantifier over other values than integers)",
        "assert ?\\numof",
        "?unheard",
        "assert ?set of values",
        "?recursive function sum whose end is not plain to see",
        "?predicate q without definition of other values than integers and pointers",
        "?predicate r without definition in several states",
        "?axiom a about several states",
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

/// The other programs of the companion's design with annotations; nothing in them is left out.
#[test]
fn the_examples_are_modelled_as_a_whole() {
    let texts = [
        "struct T { int f; }; //@ requires \\valid(s);\nint cup(struct T *s, int c, int i) {\nstruct T *t;\n\
         if (c) t = s; else\nt = 0;\nfor (;;) {\n if (i<10) {\n break; }\n i = i - 1;\n}\n    int y = t->f;\nreturn y; }\n",
        "int A[100];\nint loop(int n) { int i = 0;\n  /*@ loop invariant i <= 9;\n      loop assigns i; */\n  while (1) {\n\
             if (n < i) break;\n    i = i + 1; }\n  return A[i]; }\n/*@ requires 0 < d;\n    ensures \\result <= n; */\n\
         int part(int n, int d);\nint call(int n, int d) { int q = 0;\n  if (n > 5)\n    q = part(n, d);\n  switch (q) {\n\
           case 7: return A[q - 8];\n  default: return A[0]; } }\n",
        "void simple(void) {\nint x, y, z;\nx = 1;\ny = 2;\nz = 3;\nz = 4;\n//@ assert x == 1 && y == 2 && z == 4;\n}\n",
        "struct C { struct C *a; int i; };\n//@ ensures \\result == 4;\nint m(void) {\nstruct C c;\nc.a = &c;\nc.i = 2;\n\
         return c.a->i + c.i; }\n",
    ];
    let expected = [
        vec!["requires valid(*s)"],
        vec!["requires 0 < d", "ensures result <= n@Pre", "loop invariant i <= 9", "loop assigns i"],
        vec!["assert (x == 1 && y == 2 && z == 4)"],
        vec!["ensures result == 4"],
    ];
    for (text, expected) in texts.iter().zip(expected) {
        let mut found = said(text);
        found.sort_by_key(|line| line.starts_with("loop"));
        assert_eq!(found, expected);
    }
}

/// The recursive functions that are modelled.
fn modelled(text: &str) -> Vec<String> {
    let program = program(&format!("int t[9];\n/*@ {text} */\nint x;\n"));
    program
        .logic
        .functions
        .iter()
        .filter(|f| !matches!(f.meaning, Meaning::Declared))
        .map(|f| f.name.clone())
        .collect()
}

#[test]
fn recursion_is_followed_where_a_number_gets_smaller_under_a_bound() {
    let ends = [
        "logic integer f(integer n) = n <= 0 ? 0 : f(n - 1) + 1;",
        "logic integer f(unsigned n) = n != 0 ? f((unsigned)(n - 1)) : 0;",
        "logic integer f(int i, int n) = i < n ? t[i] + f((int)(i + 1), n) : 0;",
        "logic integer f(integer n) = n > 1 ? f(n - 1) + f(n - 2) : n;",
        "predicate f(integer n) = n < 1 || t[n] == 0 && f(n - 1);",
        "predicate f(integer n) = n > 0 ==> f(n - 2);",
        "logic integer f(int *a, integer low, integer high) = !(low < high) ? 0 : \\let n = high - 1; f(a, low, high - 1);",
    ];
    for text in ends {
        assert_eq!(modelled(text), ["f"], "{text}");
    }
    let endless = [
        "logic integer f(integer n) = f(n) + 1;",
        "logic integer f(integer n) = n <= 0 ? 0 : f(n) + 1;",
        "logic integer f(integer n) = n == 0 ? 0 : f(n - 1) + 1;",
        "logic integer f(integer n) = n <= 0 ? 0 : f(n + 1);",
        "logic integer f(integer n) = n <= 0 ? f(n - 1) : 0;",
        "logic integer f(integer n, integer m) = n > 0 ? f(n - 1, m + 1) : m > 0 ? f(n + 1, m - 1) + 1 : 0;",
        "logic integer f(int n) = n > 0 ? 0 : f((int)(n - 1));",
        "logic integer f(unsigned n) = n >= 0 ? f((unsigned)(n - 1)) + 1 : 0;",
        "predicate f(integer n) = !f(n);",
        "predicate f(integer n) = n < 1 && f(n - 1);",
        "predicate f(integer n) = \\forall integer k; k < n ==> f(k);",
    ];
    for text in endless {
        assert_eq!(modelled(text), [""; 0], "{text}");
    }
}

//! Runs of programs as texts.

use focuscheck_base::limit::{self, Deadline};
use focuscheck_base::options::{CheckKind, DataModel};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check as check;
use focuscheck_ir::program::{Original, Start};
use focuscheck_syntax as syntax;

use super::run::{End, Limits, Machine};
use super::{RunInputs, Undefined};

mod judged;
mod predicates;

fn original(text: &str) -> (SourceFile, Original) {
    let source = SourceFile::new("test.c", text);
    let parsed = syntax::parse_with(&source, false, (DataModel::Lp64, &[]), 10_000);
    let unit = parsed.unit.expect("it parses");
    let (tree, diagnostics) = check::check(&unit, &source, &[], DataModel::Lp64);
    let tree = tree.unwrap_or_else(|| panic!("{diagnostics:?}"));
    (source, Original::new(tree, Start::default()))
}

/// How a program ends that is given nothing, in words, with the line.
fn end(text: &str) -> String {
    let (source, original) = original(text);
    let mut given = RunInputs::default();
    given.uninitialised = true;
    let mut machine = Machine::new(original.graph(), given, Limits { steps: 100_000, depth: 100 });
    let line = |offset: u32| source.position(offset).line;
    match machine.run() {
        End::Finished => match machine.status() {
            Some(status) => format!("returns {status}"),
            None => "returns".to_owned(),
        },
        End::Error(error) => {
            let span = original.graph().errors[error.index()].span.unwrap_or_default();
            format!("error in line {}", line(span.start))
        }
        End::Stopped => "stops".to_owned(),
        End::Undefined { what, span } => format!("{what} in line {}", line(span.start)),
        End::Unsupported { reason, span } => format!("{reason} is not modelled in line {}", line(span.start)),
        End::Kept { through, span } => format!("{through} leads to what line {} allocates", line(span.start)),
        End::Limit => "goes on".to_owned(),
    }
}

/// The end of a `main` with this body.
fn body(statements: &str) -> String {
    end(&format!("#include <stdlib.h>\n#include <string.h>\nint main(void) {{ {statements} }}"))
}

#[test]
fn pointers_reach_any_object() {
    let list = "struct n { int v; struct n *next; };
        int sum(struct n *p) { int s = 0; for (; p; p = p->next) s += p->v; return s; }
        int main(void) {
            struct n a = {1, 0}, b = {2, &a}, c[2] = {{3, &b}, {4, c}};
            return sum(&c[1]);
        }";
    assert_eq!(end(list), "returns 10");
    assert_eq!(
        body("int a = 1, b = 2, *p = &a, **q = &p; *q = &b; **q = 7; return 10 * a + b;"),
        "returns 17"
    );
    assert_eq!(
        body("int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int *p = a[1]; return p[-1] * 10 + *(p + 2);"),
        "returns 36"
    );
    assert_eq!(
        end("int f(int x) { return x + 1; } int main(void) { int (*g[2])(int) = {0, f}; return g[1](4); }"),
        "returns 5"
    );
}

#[test]
fn memory_is_made_of_bytes() {
    assert_eq!(
        body("unsigned x = 0x01020304; unsigned char *p = (unsigned char *)&x; return p[0] * 10 + p[3];"),
        "returns 41"
    );
    assert_eq!(body("union { int i; char c[4]; } u; u.i = 0; u.c[1] = 1; return u.i;"), "returns 256");
    assert_eq!(
        body(
            "struct { unsigned a : 3, b : 5; int c : 4; } s = {0}; s.a = 9; s.b = 31; s.c = 8; return s.a * 100 + s.b + s.c;"
        ),
        "returns 123"
    );
    // What is not set of a byte is not read, either.
    assert_eq!(body("struct { unsigned a : 3, b : 5; } s; s.a = 9; return s.a + 0;"), "returns 1");
    assert_eq!(
        body("struct { unsigned a : 3, b : 5; } s; s.a = 9;\nif (s.b) return 1;"),
        "uninitialised value in line 4"
    );
    assert_eq!(body("int a = 5, *p = &a, *q; memcpy(&q, &p, sizeof p); *q = 6; return a;"), "returns 6");
    assert_eq!(
        body("struct { char c; long l; } a = {1, 2}, b; b = a; a.l = 3; return b.c + b.l;"),
        "returns 3"
    );
}

#[test]
fn allocated_memory_lives_until_it_is_freed() {
    assert_eq!(body("int *p = malloc(8); p[1] = 3; int r = p[1]; free(p); return r;"), "returns 3");
    assert_eq!(body("int *p = calloc(2, 4); return p[0] + p[1];"), "returns 0");
    assert_eq!(body("int *p = malloc(8);\nreturn p[2];"), "access out of bounds in line 4");
    assert_eq!(
        body("int *p = malloc(8); *p = 1; free(p);\nreturn *p;"),
        "access to an object whose life has ended in line 4"
    );
    assert_eq!(body("int *p = malloc(8); free(p);\nfree(p);"), "free of what is not allocated in line 4");
    assert_eq!(body("int x;\nfree(&x);"), "free of what is not allocated in line 4");
    assert_eq!(body("int *p = malloc(4);\nif (*p) return 1;"), "uninitialised value in line 4");
}

#[test]
fn objects_may_be_huge() {
    let whole = "struct s { char a[1UL << 34]; } a, b, c; struct s id(struct s p) { p.a[1]++; return p; }
        int main(void) { a.a[1UL << 33] = 3; b = a; c = id(b); return c.a[1UL << 33] * 10 + c.a[1] + b.a[1]; }";
    assert_eq!(end(whole), "returns 31");
    let allocated =
        "char *p = malloc(1UL << 36), *q = calloc(1UL << 20, 1UL << 16); p[7] = 1; memset(p, 2, 1UL << 36);
        memmove(q, p, 1UL << 36); return p[7] * 10 + q[(1UL << 36) - 1];";
    assert_eq!(body(allocated), "returns 22");
    assert_eq!(body("char *p = calloc(1UL << 36, 1); return strlen(p);"), "returns 0");
    assert_eq!(
        body("double d[1UL << 40]; int *p[1UL << 37]; d[5] = 1; p[1UL << 36] = 0; return 3;"),
        "returns 3"
    );
    let parts = "char a[100], b[100]; for (int i = 0; i < 100; i++) a[i] = i; memset(b, 7, 30); memcpy(b + 3, a + 13, 20);
        return b[2] * 10000 + b[3] * 100 + b[22] + (b[23] == 7);";
    assert_eq!(body(parts), "returns 71333");
    // Of a part only so much is moved at once.
    let many = "object of so many bytes is not modelled in line 4";
    assert_eq!(body("char *p = malloc(1UL << 36);\nmemset(p + 1, 0, (1UL << 36) - 1);"), many);
    assert_eq!(body("struct { char a[1UL << 34]; } s[2] = {0};\ns[1] = s[0];"), many);
    assert_eq!(body("char *p = malloc(1UL << 36); memset(p, 'a', 1UL << 36);\nreturn strlen(p);"), many);
    assert_eq!(
        body("char *p = malloc(1UL << 36);\nmemset(p + 1, 0, 1UL << 36);"),
        "access out of bounds in line 4"
    );
    assert_eq!(
        body("char *p = calloc(1UL << 41, 1);\nif (p) return 1;"),
        "allocation of that size is not modelled in line 4"
    );
    assert_eq!(
        body("static char a[1UL << 41]; memset(a, 1, sizeof a); return a[(1UL << 41) - 1];"),
        "returns 1"
    );
}

#[test]
fn offsets_have_no_limit_of_their_own() {
    let far = "int a = 5; long n = 1L << 62; int *p = &a + n;";
    assert_eq!(body(&format!("{far} p -= n; return *p;")), "returns 5");
    assert_eq!(body(&format!("{far} p += n; p += n; p -= n; p -= n; p -= n; return *p;")), "returns 5");
    assert_eq!(body(&format!("{far}\n*p = 1;")), "access out of bounds in line 4");
    assert_eq!(
        end("extern int a[]; int main(void) { unsigned long n = -1; int *p = a;\nreturn p[n / 8]; }"),
        "access out of bounds in line 2"
    );
    let unknown = "pointer arithmetic is not modelled in line 4";
    let huge = "long n = -1UL / 2; struct { char a[1UL << 40]; } *p = malloc(1); p += n;";
    assert_eq!(body(&format!("{huge}\np->a[0] = 1;")), unknown);
    assert_eq!(body("int n = 3; char s[n]; strcpy(s, \"ab\"); return strlen(s);"), "returns 2");
}

#[test]
fn what_c_leaves_undefined_ends_the_run() {
    let ends = [
        ("int *p = 0;\nreturn *p;", Undefined::Null),
        ("struct { int a, b; } *p = 0;\nreturn p->b;", Undefined::Null),
        ("int a[3], i = 3;\nreturn a[i];", Undefined::OutOfBounds),
        ("int a[2][3] = {0}, i = 3;\nreturn a[0][i];", Undefined::OutOfBounds),
        ("int x, *p = &x + 1;\n*p = 1;", Undefined::OutOfBounds),
        ("char *s = \"ab\";\n*s = 'c';", Undefined::Literal),
        ("int *p = (int *)5000;\n*p = 1;", Undefined::NoObject),
        ("char s[4] = \"abc\";\nmemcpy(s, s + 1, 3);", Undefined::Overlap),
        ("int x;\nreturn x;", Undefined::Uninitialised),
    ];
    for (statements, expected) in ends {
        assert_eq!(body(statements), format!("{expected} in line 4"), "{statements}");
    }
    assert_eq!(body("int x = 2147483647;\nx++;"), "signed overflow in line 4");
    assert_eq!(body("int x = 0;\nreturn 1 / x;"), "division by zero in line 4");
}

#[test]
fn objects_end_with_their_call_and_begin_anew() {
    let local = "int *f(void) { int x = 1; return &x; }\nint main(void) { return *f(); }";
    assert_eq!(end(local), "access to an object whose life has ended in line 2");
    let rounds = "int main(void) { int *p = 0;\nfor (int i = 0; i < 2; i++) { int x = i; if (p) return *p; p = &x; } }";
    assert_eq!(end(rounds), "access to an object whose life has ended in line 2");
    assert_eq!(
        end("int *f(void) { static int x; x++; return &x; } int main(void) { f(); return *f(); }"),
        "returns 2"
    );
}

#[test]
fn a_pointer_may_leave_its_array_inside_a_structure_unless_that_is_asked_for() {
    let text = "int main(void) { struct { int a[2], b; } s = {{1, 2}, 3}; int *p = s.a;\nreturn p[2]; }";
    assert_eq!(end(text), "returns 3");
    let (source, original) = original(text);
    let mut machine = Machine::new(original.graph(), RunInputs::default(), Limits { steps: 1000, depth: 10 });
    let start = source.text().find("p[2]").map(|at| at as u32).unwrap();
    machine.watch(CheckKind::Bounds, Span::new(start, start + 4));
    assert!(matches!(machine.run(), End::Undefined { what: Undefined::OutOfBounds, .. }));
}

#[test]
fn texts_are_objects() {
    assert_eq!(
        body("char s[] = \"abc\", t[4]; strcpy(t, s); return strlen(t) + (strcmp(s, t) == 0);"),
        "returns 4"
    );
    assert_eq!(body("char s[2];\nstrcpy(s, \"ab\");"), "access out of bounds in line 4");
    assert_eq!(body("char s[3] = {'a', 'b', 'c'};\nreturn strlen(s);"), "access out of bounds in line 4");
    let room =
        "struct { int n; char text[]; } s = {2, \"ab\"}; int main(void) { return s.n + (s.text[1] == 'b'); }";
    assert_eq!(end(room), "returns 3");
    assert_eq!(body("return atoi(\" -12x\");"), "returns -12");
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    assert_eq!(
        end("int g = 1; int f(void) { g = 5; return 1; } int main(void) { return g + f(); }"),
        "returns 2"
    );
    assert_eq!(body("int i = 0, a[3] = {0}; a[i] = (i = 2); return a[0] * 10 + a[2];"), "returns 20");
    assert_eq!(body("int i = 1; i += i++ ? 10 : 20; return i;"), "returns 12");
    assert_eq!(body("int x = 0; (x || (x = 3)) && (x += 4); return x;"), "returns 7");
}

#[test]
fn code_that_nobody_knows_changes_what_it_reaches() {
    let given = "struct s { int *p; }; void f(struct s *); int main(void) { int x = 1, y = 2; struct s s = {&x};\nf(&s);";
    assert_eq!(end(&format!("{given} return y; }}")), "returns 2");
    let changed = "call of undefined function 'f' is not modelled in line 2";
    assert_eq!(end(&format!("{given} if (x) return 1; }}")), changed);
    assert_eq!(end(&format!("{given} if (s.p) return 1; }}")), changed);
}

#[test]
fn code_that_nobody_knows_reaches_no_object_whose_life_has_ended() {
    let (_, original) = original(
        "void f(int *); int main(void) { int x; f(&x); for (int i = 0; i < 9; i++) { int y; f(&y); } abort(); }",
    );
    let mut machine = Machine::new(original.graph(), RunInputs::default(), Limits { steps: 1000, depth: 10 });
    assert_eq!(machine.run(), End::Stopped);
    assert_eq!(machine.memory.leaked().count(), 1);
}

#[test]
fn blocks_are_lost_that_nothing_leads_to() {
    // How a program ends whose line 2 allocates.
    let left = |kind: CheckKind, before: &str, main: &str| {
        let text = format!(
            "#include <stdlib.h>\nint *take(void) {{ return malloc(8); }} {before}\nint main(void) {{ {main} }}"
        );
        let (_, original) = original(&text);
        let (start, end) = (text.find("malloc").unwrap(), text.find("; }").unwrap());
        let mut machine =
            Machine::new(original.graph(), RunInputs::default(), Limits { steps: 1000, depth: 10 });
        machine.watch(kind, Span::new(start as u32, end as u32));
        match machine.run() {
            End::Undefined { what, .. } => what.to_string(),
            End::Kept { through, .. } => format!("{through} leads there"),
            End::Unsupported { reason, .. } => format!("{reason} is not known"),
            other => format!("{other:?}"),
        }
    };
    let lost = "a block that nothing leads to is not freed";
    let memory = |before: &str, main: &str| left(CheckKind::Memory, before, main);
    assert_eq!(memory("", "int *p = take(); return 0;"), lost);
    assert_eq!(memory("", "free(take()); return 0;"), "Finished");
    assert_eq!(memory("int *g;", "g = take() + 1; return 0;"), "g leads there");
    assert_eq!(
        memory("struct n { struct n *to; } *h;", "h = (void *)take(); h->to = 0; take(); return 0;"),
        lost
    );
    assert_eq!(memory("unsigned long g;", "g = (unsigned long)take(); return 0;"), "g leads there");
    assert_eq!(memory("", "int *p = take(); exit(1);"), "p leads there");
    assert_eq!(memory("", "{ int *p = take(); } exit(1);"), lost);
    assert_eq!(
        memory("void end(void) { exit(1); }", "int *p = take(); p = 0; end();"),
        "a value in use leads there"
    );
    assert_eq!(memory("", "int *p = take(); abort();"), "Stopped");
    assert_eq!(
        memory("double d;", "int *p = take(); d = d + 1.5; return 0;"),
        "floating-point arithmetic is not known"
    );
    assert_eq!(left(CheckKind::Cleanup, "int *g;", "g = take(); return 0;"), "a block is not freed");
}

#[test]
fn long_sums_take_no_square_of_their_length() {
    let text = format!("int x; int main(void) {{ return {}; }}", vec!["x"; 200].join(" + "));
    let lowered = || end(&text);
    let within = limit::within(Deadline::NEVER.with_steps(Some(5000)), lowered);
    assert_eq!(within.ok().as_deref(), Some("returns 0"));
}

#[test]
fn errors_and_ends_are_reached() {
    assert_eq!(body("int x = 1;\nassert(x == 2);"), "error in line 4");
    assert_eq!(body("__VERIFIER_assume(0);\nreach_error();"), "stops");
    assert_eq!(body("goto ERROR;\nERROR: return 1;"), "error in line 4");
    assert_eq!(body("for (;;);"), "goes on");
}

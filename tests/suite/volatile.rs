//! Objects that are `volatile`: what a read of one gives, and what a proof then rests on.

use std::time::Duration;

use focuscheck_base::options::{Options, Volatile};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;
use focuscheck_report::model::Verdict;
use focuscheck_report::words;

#[test]
fn what_is_volatile_is_not_what_was_stored() {
    // Each way to say that an object is volatile.
    let texts = [
        "volatile int v; int main(void) { v = 1; assert(v == 1); }",
        "typedef volatile int word; word v; int main(void) { v = 1; assert(v == 1); }",
        "typedef int word; word volatile v; int main(void) { v = 1; assert(v == 1); }",
        "int main(void) { volatile int v = 1; assert(v == 1); }",
        "int main(void) { static const volatile int v = 1; assert(v == 1); }",
        "volatile int w; typeof(w) v; int main(void) { v = 1; assert(v == 1); }",
        "volatile int v[2]; int main(void) { v[1] = 1; assert(v[1] == 1); }",
        "int f(volatile int v) { return v == 1; } int main(void) { assert(f(1)); }",
        "int f(v) volatile int v; { return v == 1; } int main(void) { assert(f(1)); }",
        "struct s { int a; volatile int v : 3; } s; int main(void) { s.v = 1; assert(s.v == 1); }",
        "union u { char c[4]; volatile int v; } u; int main(void) { u.v = 1; assert(u.v == 1); }",
        "struct s { int v; }; volatile struct s s; int main(void) { s.v = 1; assert(s.v == 1); }",
        "struct s { struct { int v; } volatile i; } s; int main(void) { s.i.v = 1; assert(s.i.v == 1); }",
        "volatile int v; int f(volatile int *p) { *p = 1; return *p; } int main(void) { assert(f(&v) == 1); }",
        "int f(volatile int *p) { *p = 1; return *p; } int main(void) { volatile int v; assert(f(&v) == 1); }",
        "int a[2]; int main(void) { int *volatile p = a; p = &a[1]; *p = 1; assert(a[1] == 1); }",
        "int f(void) { return 1; } int (*volatile v)(void) = f; int main(void) { assert(v() == 1); }",
        "volatile int v = 2; int main(void) { assert((v *= 3) == 6 || v != 6); }",
        "extern volatile int v; int main(void) { int a = v; assert(a == v); }",
    ];
    let report = |text: &str, volatile| {
        let source = SourceFile::new("program.c", format!("#include <assert.h>\n{text}\n"));
        let options =
            Options { timeout: Some(Duration::from_secs(5)), max_slices: 1, volatile, ..Options::default() };
        analyse(&source, &options)
    };
    let verdict = |text: &str| report(text, Volatile::Any).verdict;
    for text in texts {
        assert!(matches!(verdict(text), Verdict::Unsafe | Verdict::Unknown), "{text}");
        // A proof that it is rests on that nothing else changes it.
        let stored = report(text, Volatile::Stored);
        let said = words::assumed(&stored).iter().any(|assumed| assumed.contains("volatile"));
        assert!(stored.verdict != Verdict::Safe || said, "{text}");
    }
    // What is not volatile stays what it was, and one read is one value.
    let texts = [
        "volatile int v; int main(void) { int a = v; assert(a == a); }",
        "struct s { int a; volatile int v; } s; int main(void) { s.a = 1; s.v = 2; assert(s.a == 1); }",
        "volatile int *p; int main(void) { int v = 1; p = 0; assert(v == 1); }",
        "int f(volatile int *p) { *p = 1; return *p; } int main(void) { int v = 0; assert(f(&v) == 1); }",
        "volatile unsigned char v; int main(void) { assert(v + 1 <= 256); }",
    ];
    for text in texts {
        assert_eq!(verdict(text), Verdict::Safe, "{text}");
    }
}

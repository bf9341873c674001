//! Small programs that lean on what is not modelled, each with what is true of it: no verdict may contradict that.
//!
//! `Fails` means that some run violates the assertion, `Holds` that none does; `unknown` is never wrong here. Where an
//! effect is dropped, one of the programs of its kind gets the wrong verdict.

use std::collections::BTreeSet;
use std::time::Duration;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::model::Verdict;
use focuscheck_report::verify::model::ObligationVerdict;

use focuscheck_vc::guarded::LoopMode;
use focuscheck_vc::guarded::graph::Property;

mod programs;

use programs::{PROGRAMS, Truth};

fn verdict(text: &str) -> (Verdict, Option<String>) {
    let source = SourceFile::new("program.c", text);
    let options = Options { timeout: Some(Duration::from_secs(5)), max_slices: 1, ..Options::default() };
    let report = analyse(&source, &options);
    (report.verdict, report.reason)
}

/// The same with the kinds of undefined behaviour that a file is checked for by itself.
fn checked_by_default(text: &str) -> (Verdict, Option<String>) {
    let source = SourceFile::new("program.c", text);
    let report = analyse(&source, &Options { checks: None, ..Options::default() });
    (report.verdict, report.reason)
}

#[test]
fn no_effect_of_what_is_not_modelled_is_dropped() {
    let headers = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n\
                   #include <time.h>\n#include <math.h>\n#include <pthread.h>\nint __VERIFIER_nondet_int(void);\n";
    let mut wrong = Vec::new();
    let mut decided = 0;
    for &(name, truth, program) in PROGRAMS {
        let (verdict, reason) = verdict(&format!("{headers}{program}\n"));
        let contradicts = match verdict {
            Verdict::Safe | Verdict::Nothing => truth == Truth::Fails,
            Verdict::Unsafe => truth == Truth::Holds,
            Verdict::Failed => true,
            Verdict::Unknown => false,
        };
        decided += usize::from(!matches!(verdict, Verdict::Unknown));
        if contradicts {
            wrong.push(format!("{name}: {truth:?}, but {verdict:?} ({reason:?})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Whoever says `unknown` to everything is never wrong.
    assert!(decided * 5 >= PROGRAMS.len(), "{decided} of {}", PROGRAMS.len());
}

#[test]
fn conditions_on_the_result_of_main_see_its_implicit_return() {
    let (verdict, _) = verdict("//@ error: main: \\result == 0\nint main(void) { }\n");
    assert_eq!(verdict, Verdict::Unsafe);
}

#[test]
fn counting_in_two_directions_depends_on_the_order_where_overflow_is_an_error() {
    let text = "int n = 2147483646; int up(void) { n++; n++; return 0; } int down(void) { n--; return 0; }\n\
        int main(void) { return down() + up(); }\n";
    let source = SourceFile::new("program.c", text);
    let options = Options { checks: Some([CheckKind::Overflow].into()), ..Options::default() };
    assert_eq!(analyse(&source, &options).verdict, Verdict::Unknown);
    let only_up = text.replace("n--", "n += 2");
    assert_eq!(analyse(&SourceFile::new("program.c", &only_up), &options).verdict, Verdict::Unsafe);
}

#[test]
fn hints_without_effects_are_their_values() {
    let text = "#include <assert.h>\nint main(void) { int x = 0, y = 1;\n\
        if (__builtin_expect(x, y)) assert(0); if (!__builtin_expect(!!(y), x)) assert(0); }\n";
    assert_eq!(verdict(text).0, Verdict::Safe);
}

#[test]
fn texts_in_latin_1_have_their_bytes() {
    let text = "#include <assert.h>\nint main(void) { char c[] = \"\u{e9}\"; assert(sizeof c == 2 && c[0] == -23 && '\u{e9}' == -23); }\n";
    let source = SourceFile::new("program.c", text);
    assert_eq!(analyse(&source.clone().of_bytes(), &Options::default()).verdict, Verdict::Safe);
    assert_eq!(analyse(&source, &Options::default()).verdict, Verdict::Unsafe);
}

/// What is not checked is not modelled everywhere; but a run that C gives no meaning to shows nothing.
#[test]
fn a_run_that_is_undefined_before_the_error_is_no_explanation() {
    let options = Options { checks: Some(BTreeSet::new()), ..Options::default() };
    let verdict = |text: &str| {
        let source = SourceFile::new("program.c", format!("#include <assert.h>\n{text}"));
        let report = analyse(&source, &options);
        (report.verdict, report.reason.unwrap_or_default())
    };
    let null = "struct d { int *handle; }; void create(int *h) { (void)h; }\n\
        void probe(struct d *d) { create(d->handle); } int main(void) { probe(0); assert(0); }";
    let (found, reason) = verdict(null);
    assert_eq!(found, Verdict::Unknown);
    assert!(reason.contains("bad pointer access at line 3"), "{reason}");
    assert_eq!(verdict(&null.replace("probe(0)", "struct d d = {0}; probe(&d)")).0, Verdict::Unsafe);
}

/// C leaves the order open in which most operands are evaluated, and compilers differ; each line is decided only if it is
/// true in every order.
#[test]
fn what_depends_on_the_order_of_evaluation_is_not_decided() {
    let head = "#include <assert.h>\nint g, h, a[9]; struct S { int x, y; };\n\
        int set(void) { g = 2; return 2; }\nint next(void) { return ++h; }\nint get(int *p) { return ++*p; }\n\
        int add(int x, int y) { return x + y; }\nstruct S make(int x) { struct S s = {x, x + 1}; return s; }\n\
        int both(struct S s) { return s.x + s.y; }\nint main(void) { int i = 0, x = 1, z = 0;\n";
    let holds = |text: &str| verdict(&format!("{head}{text} return 0; }}\n")).0;
    let open = [
        "g = 1; z = g + set(); assert(z == 3);",
        "g = 1; z = set() + g; assert(z == 4);",
        "g = 1; g += set(); assert(g == 4);",
        "z = next() - next(); assert(z == -1);",
        "z = add(next(), 2 * next()); assert(z == 5);",
        "int q[2] = {next(), next()}; assert(q[0] == 1);",
        "g = 1; a[g] = set(); assert(a[1] == 2);",
        "z = get(&x) + x; assert(z == 4);",
        "z = add(i, i++); assert(z == 0);",
        "a[i] = i++; assert(a[0] == 0);",
        "i = i++ + 1; assert(i == 1);",
        "if (next() < next()) z = 1; assert(z == 1);",
    ];
    // Functions that are verified are read from left to right as well.
    let proved = |text: &str| {
        let source = SourceFile::new("program.c", format!("{head}{text} return 0; }}\n"));
        let loops = Some(LoopMode::Unrolled);
        let request = Request { loops, functions: vec!["main".into()], ..Request::default() };
        let report = verify(&source, &Options::default(), &request);
        let obligations = report.functions.iter().flat_map(|function| &function.obligations);
        let mut asserted = obligations.filter(|found| found.property == Property::Assert);
        asserted.next().expect("an assertion").verdict.clone()
    };
    for text in open {
        assert_eq!(holds(text), Verdict::Unknown, "{text}");
        assert!(matches!(proved(text), ObligationVerdict::Unknown(_)), "{text}");
        // Neither is the opposite.
        let (before, claim) = text.split_once("assert").expect("an assertion");
        let opposite = format!("{before}assert(!{});", claim.trim_end_matches(';'));
        assert_eq!(holds(&opposite), Verdict::Unknown, "{opposite}");
        assert!(matches!(proved(&opposite), ObligationVerdict::Unknown(_)), "{opposite}");
    }
    let known = [
        "g = 0; g = set() + 1; assert(g == 3);",
        "g = 1; z = (set(), g) + 1; assert(z == 3);",
        "z = set() && g == 2; assert(z);",
        "z = add(next(), 3); assert(z == 4 && h == 1);",
        "z = add(i++, x--); assert(z == 1 && i == 1 && x == 0);",
        "struct S s = make(3); assert(s.y == 4 && both(make(3)) == 7);",
        "z = get(&x); assert(z == 2 && x == 2);",
        "a[i++] = 5; assert(a[0] == 5 && i == 1);",
        "i = add(i++, 1); assert(i == 1);",
        "z = x++ ? x : 0; assert(z == 2);",
        "x = (x > 0 ? x-- : 0, 7); assert(x == 7);",
    ];
    for text in known {
        assert_eq!(holds(text), Verdict::Safe, "{text}");
        assert_eq!(proved(text), ObligationVerdict::Valid, "{text}");
    }
}

/// Where control may go on somewhere else nobody looks at what comes after; that is no program without errors either.
#[test]
fn what_comes_behind_a_jump_that_is_not_followed_is_not_nothing() {
    let nested = "int main(void) { void act(void) { __builtin_abort(); } act(); return 0; }\n";
    let cleanup = "void end(int *p) { int a[2] = {0}; a[*p] = 1; }\n\
        int main(void) { int i __attribute__((cleanup(end))) = 2; return 0; }\n";
    for (text, reason) in [(nested, "nested function"), (cleanup, "cleanup function")] {
        let (found, why) = checked_by_default(text);
        assert_eq!(found, Verdict::Unknown, "{text}");
        assert!(why.unwrap_or_default().contains(reason), "{text}");
    }
    assert_eq!(verdict(nested).0, Verdict::Unknown);
}

/// A null pointer that is filled or copied from is an error before it is an effect that nobody models.
#[test]
fn memory_filled_or_copied_through_a_null_pointer_is_not_nothing() {
    let head = "#include <string.h>\nint main(void) { char a[4] = {0}; char *p = 0; ";
    for text in ["memset(p, 0, 4);", "memcpy(a, p, 4);", "memmove(p, a, 4);"] {
        let (found, _) = checked_by_default(&format!("{head}{text} return a[0]; }}\n"));
        assert_eq!(found, Verdict::Unsafe, "{text}");
    }
}

/// A value that is not modelled, or that nobody needs, is computed from others, which may be undefined.
#[test]
fn what_is_computed_for_a_value_that_is_not_modelled_is_checked() {
    let texts = [
        "double d = (6 % k) / 2.0; return d > 1;",
        "return (6 % k) > 2.5;",
        "double d = 1; d += 6 % k; return 0;",
        "double d = -(double)(5 / k); return d > 1;",
        "double d = k ? 1 : 2.0 * (5 / k); return d > 2;",
        "double *p = malloc(80); *p = (6 % k) / 2.0; return 0;",
        "unknown(6 % k); return 0;",
        "(void)(6 % k == 1); return 0;",
        "int a[3] = {0}, *p = a; p + 6 % k; return 0;",
    ];
    for text in texts {
        let head =
            "#include <stdlib.h>\nvoid unknown(double); int main(int argc, char **argv) { int k = argc - 1; ";
        assert_eq!(checked_by_default(&format!("{head}{text} }}\n")).0, Verdict::Unsafe, "{text}");
    }
}

/// What a member of a type that is not known holds is not known, but it lies in its object.
#[test]
fn members_of_unknown_types_lie_in_their_objects() {
    let found = |text: &str| {
        let head = "#include <assert.h>\n#include \"none.h\"\n#include <time.h>\nint which(void);\n";
        checked_by_default(&format!(
            "{head}struct pair {{ some_t s; int n; }}; union both {{ some_t s; int n; }};\n\
             int main(void) {{ int n = 1, *p = &n; some_t s, many[3]; {text} return 0; }}\n"
        ))
    };
    let judged = [
        "s.x = 2; s.y.z = *p; assert(n == 1);",
        "struct tm t; t.tm_year = 70; assert(n == 1);",
        "struct pair a; a.n = 1; a.s.x = 2; assert(a.n == 1 && *p == 1);",
        "many[2].x = 2; assert(n == 1);",
    ];
    for text in judged {
        assert_eq!(found(text).0, Verdict::Safe, "{text}");
    }
    let open = [
        "assert(s.x == 2);",
        "union both b; b.n = 1; b.s.x = 2; assert(b.n == 1);",
        "many[which()].x = 2; assert(n == 1);",
        "many[3].x = 2; assert(n == 1);",
        "s.p = p; *s.p = 2; assert(n == 1);",
        "s.list[3] = 2; assert(n == 1);",
    ];
    for text in open {
        assert_eq!(found(text).0, Verdict::Unknown, "{text}");
    }
}

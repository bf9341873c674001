//! Tests of the front end's first half.

use super::ast::{Item, StatementKind};
use super::error::Severity;
use super::{Parsed, difference, parse, print};
use focuscheck_base::source::SourceFile;

/// Parses on a thread with a stack as large as the command line gives.
fn parse_deep(text: String) -> Vec<String> {
    let worker = std::thread::Builder::new().stack_size(256 << 20);
    let handle = worker.spawn(move || messages(&text)).expect("a thread starts");
    handle.join().expect("no stack overflows")
}

fn parsed(text: &str) -> Parsed {
    parse(&SourceFile::new("test.c", text), true)
}

/// `line:column: message` of all errors.
fn messages(text: &str) -> Vec<String> {
    let source = SourceFile::new("test.c", text);
    let errors = parse(&source, true).diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    errors
        .map(|d| {
            let position = d.span.map(|s| source.position(s.start)).unwrap_or_default();
            format!("{}:{}: {}", position.line, position.column, d.message)
        })
        .collect()
}

/// What is printed after parsing; it must be the same after one more round.
fn round_trip(text: &str) -> String {
    let unit = parsed(text).unit.unwrap_or_else(|| panic!("{:?}", messages(text)));
    let printed = print::print(&unit);
    let again = parsed(&printed).unit.unwrap_or_else(|| panic!("{printed}\n{:?}", messages(&printed)));
    assert_eq!(print::print(&again), printed);
    assert_eq!(difference(&unit, &again), None, "{printed}");
    printed
}

#[test]
fn parse_print_parse_keeps_the_meaning() {
    let printed = round_trip(
        "typedef unsigned long size; struct s { int a : 3, b[2]; struct { char c; }; } v = { 1, .b = { [1] = 2 } };
         enum e { A, B = A + 2 } x; int (*table[3])(int, char *), *f(void), g(int n, ...);
         int h(a, b) int a; char *b; { return -(-a) - (b[1] - 2) * (a, 3) << 1; }
         int main(void) { int i = (1, 2), *p = &i; size z = sizeof(size *) + sizeof i;
           l: for (int j = 0; j < 3; j++) if (i) if (z) continue; else break; else goto l;
           if (i) { if (z) i = 1; } else i = z ? (i = 2) : z ? 3 : 4;
           do switch (i) { case 1 ... 2: default: ; } while (*); asm(\"nop\" : \"=r\"(i));
           return ({ int k = *p++; k; }) ?: __builtin_offsetof(struct s, b[1]) + _Generic(i, int: 1, default: 2); }",
    );
    assert!(printed.contains("int (*table[3])(int , char *), *f(void), g(int n, ...);"), "{printed}");
    assert!(printed.contains("return - -a - (b[1] - 2) * (a, 3) << 1;"), "{printed}");
}

#[test]
fn macros_expand_as_in_c() {
    let text = "#define CAT(a, b) a ## b\n#define STR(x) #x\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\
                #define LOG(f, ...) log(f, ## __VA_ARGS__)\n#define SELF SELF + 1\n#define EMPTY\n\
                int x1 = MAX(CAT(1, 2), MAX(3,\n 4)); char *s = STR(a + \"b\\n\"); int y = SELF;\n\
                int f() { LOG(\"a\"); LOG(\"a\", 1, (2, 3)); return MAX EMPTY (1, 2); }\n";
    let printed = round_trip(text);
    assert!(printed.contains("x1 = 12 > (3 > 4 ? 3 : 4) ? 12 : 3 > 4 ? 3 : 4;"), "{printed}");
    assert!(printed.contains(r#"s = "a + \"b\\n\"";"#), "{printed}");
    assert!(printed.contains("y = SELF + 1;"), "{printed}");
    assert!(printed.contains("log(\"a\");") && printed.contains("log(\"a\", 1, (2, 3));"), "{printed}");
    assert!(printed.contains("return MAX(1, 2);") || printed.contains("return 1 > 2"), "{printed}");
}

#[test]
fn conditional_groups_and_line_markers_are_followed() {
    let text = "#if defined(A) || 0x10 - 16 || !1\nsyntax error '\n#elif (1 ? 2 : 1 / 0) > 1 && X == 0\nint a;\n\
                #else\n#error no\n#endif\n#ifndef A\n# 12 \"file.h\" 3 4\nint f(int\n# 13 \"file.h\"\n b);\n#endif\n\
                #include <limits.h>\n#if INT_MAX > 5 && LONG_MAX > 7\nint c = INT_MAX \\\n + 1;\n#endif\n";
    assert_eq!(round_trip(text), "#include <limits.h>\nint a;\nint f(int b);\nint c = 2147483647 + 1;\n");
}

#[test]
fn spans_are_those_of_the_source() {
    let text = "#define ADD(a, b) a + b\nint f(void) {\n  return (ADD(1,\n 2)) * x[3];\n}\n";
    let source = SourceFile::new("test.c", text);
    let unit = parse(&source, false).unit.expect("it parses");
    let Item::Function(function) = &unit.items[0] else { panic!("a function") };
    let StatementKind::Block(statements, _) = &function.body.kind else { panic!("a block") };
    let StatementKind::Return(Some(value)) = &statements[0].kind else { panic!("a return") };
    assert_eq!(source.slice(value.span), "(ADD(1,\n 2)) * x[3]");
    assert_eq!(source.slice(statements[0].span), "return (ADD(1,\n 2)) * x[3];");
}

#[test]
fn errors_are_worded_like_gcc_and_do_not_cascade() {
    let cases: &[(&str, &[&str])] = &[
        ("int f() {\n  int x = 5\n  return x;\n}", &["2:12: expected ',' or ';' before 'return'"]),
        ("int f(int x) {\n  x = 1\n  return x;\n}", &["2:8: expected ';' before 'return'"]),
        (
            "int f() { return (1 + ); }\nint g() { if 1; }",
            &["1:23: expected expression before ')' token", "2:14: expected '(' before numeric constant"],
        ),
        ("int f() { while (1) {", &["1:21: expected declaration or statement at end of input"]),
        ("}\nint x;", &["1:1: expected identifier or '(' before '}' token"]),
        ("foo x;", &["1:1: unknown type name 'foo'"]),
        ("int a = 08;", &["1:9: invalid digit \"8\" in octal constant"]),
        ("int a; /* b", &["1:8: unterminated comment"]),
        ("char *p = \"abc;\n", &["1:11: missing terminating \" character"]),
        ("#if 1\nint x;", &["1:2: unterminated #if"]),
        ("#define f(a) a\nint x = f(1, 2);", &["2:9: macro \"f\" passed 2 arguments, but takes just 1"]),
        ("int x = 1 @ 2;", &["1:11: stray '@' in program"]),
        ("else;", &["1:1: expected identifier or '(' before 'else'"]),
    ];
    for (text, expected) in cases {
        let found = messages(text);
        assert_eq!(found.first().map(String::as_str), expected.first().copied(), "{text}: {found:?}");
        assert!(found.len() <= expected.len().max(2), "{text}: {found:?}");
    }
}

#[test]
fn nesting_has_a_limit_and_never_overflows() {
    let many = 20_000;
    let deep = |open: &str, middle: &str, close: &str| {
        format!("int main(void) {{ int x; {}{middle}{} }}", open.repeat(many), close.repeat(many))
    };
    for text in [
        deep("(", "1", ");"),
        deep("{", "", "}"),
        deep("if (x) ", ";", ""),
        deep("-", "x;", ""),
        deep("x = ", "1;", ""),
        deep("(x + ", "1", ");"),
        format!("int {}p;", "*".repeat(many)),
        format!("int a = {};", "{".repeat(many)),
        format!("#define f(x) x\nint a = {}1{};", "f(".repeat(many), ")".repeat(many)),
    ] {
        let found = parse_deep(text);
        assert!(found[0].contains("too deep") || found[0].contains("too large"), "{found:?}");
    }
}

#[test]
fn chains_may_be_long() {
    let many = 20_000;
    let chain = |part: &str, last: &str| format!("int main(void) {{ int x; {}{last} }}", part.repeat(many));
    for text in [
        chain("x + ", "1;"),
        chain("x && ", "1;"),
        chain("x, ", "1;"),
        chain("x ? 1 : ", "1;"),
        chain("if (x) ; else ", ";"),
        chain("x = 1; ", ""),
        format!("int a[] = {{ {} }};", "1, ".repeat(many)),
    ] {
        assert_eq!(parse_deep(text), Vec::<String>::new());
    }
}

/// Programs that gcc accepts, each with something that was refused once, or that another tree was printed
/// for.
#[test]
fn what_gcc_accepts_is_parsed() {
    let programs = [
        // Functions inside functions, also with old-style heads.
        "int main(void) { auto int f(int); int f(int a) { return a; } int g(a) int a; { return a; } return g(1); }",
        // Attributes wherever they may stand.
        "struct __attribute__((packed, aligned(2))) s { int a __attribute__((packed)), b; } __attribute__((unused)) v;
         typedef int v4 __attribute__((vector_size(16))); extern int f(void) __asm__(\"g\") __attribute__((const));
         static __attribute__((noreturn)) inline void h(int x __attribute__((unused))) { for (;;) ; }
         [[maybe_unused]] int k; int w = __builtin_convertvector((v4) { 1 }, v4)[0];",
        // A typedef name before an unnamed bit-field.
        "typedef unsigned u; struct s { u : 8; u b : 2; };",
        // Names and punctuators in other clothes.
        "int \\u00e4 = 1, gr\u{f6}\u{df}e; int a<:2:> = <% 0 %>;\n??=define X 1\nint y = X ??!??! 0;",
        "#define A \"a\nint x; /\\\n* a *\\\n/ int y\\\nz;\n",
        "const char *s = R\"x(a\"\\n)x\" u8\"b\" L\"c\";",
        // Literals.
        "double d = 0x1.fp-3f + 1.5e3L + 1.0f128 + 2.0if + 1.dd + .5; _Float16 h; int i = 3i;",
        "unsigned long long big = 123456789012345678901234567890;",
        "int a = _Alignof a, b = __alignof__(int), c = sizeof(int) { 1 };",
        // Macros.
        "#define F(x, ...) f(x __VA_OPT__(,) __VA_ARGS__)\n#define G(a, rest...) a, ##rest\n\
         int f(); int main(void) { return F(1) + F(1, 2) + f(G(1)) + f(G(1, 2)); }",
        "#define C(a, b, c) a ## b ## c\nint C(x, , 1) = C(, 2, );\n#line 7\n#if __LINE__ != 7\n#error\n#endif\n\
         _Pragma(\"once\") int z = -1 > 0u;\n#if -1 > 0u && __has_include(<stdio.h>) && !__has_include(<no.h>)\n\
         #else\n#error\n#endif\n",
        "__SIZE_TYPE__ n = __INT_MAX__;",
        "#pragma pack(push, 1)\nstruct p { char a; int b; };\n#pragma pack(pop)\nstruct q { char a; int b; };",
    ];
    for text in programs {
        round_trip(text);
    }
}

#[test]
fn unread_headers_are_guessed_from_their_use() {
    let text = "#include \"own.h\"\nstatic own_t *head; own_t make P_((int, other_t *));\n\
                LOCAL int count; int f(x) VOID *x; { size *p = (own_t *) x; return p->n * count; }\n\
                API(const char *) name(void); const char * CALL get(a_t, b_t *c, int);\n\
                char *g(void) { put(\"a\" NAME \"b\"); h = op(+, 1, 2); return (own_const char *) p; }\n";
    assert_eq!(messages(text), Vec::<String>::new());
    round_trip(text);
}

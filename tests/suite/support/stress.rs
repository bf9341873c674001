//! Programs that are large in one way each.

/// A program that is large in one way.
pub struct Large {
    /// What it is large in.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n\
    void reach_error(void);\n#define ND __VERIFIER_nondet_int()\n#define UND __VERIFIER_nondet_uint()\n";

/// `part(0)` to `part(count - 1)` with something in between.
fn joined(count: usize, between: &str, mut part: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    for n in 0..count {
        if n > 0 {
            text.push_str(between);
        }
        text.push_str(&part(n));
    }
    text
}

fn program(name: &'static str, before: &str, body: &str) -> Large {
    Large { name, text: format!("{HEAD}{before}\nint main(void) {{\n{body}\nreturn 0;\n}}\n") }
}

/// All of them; `scale` is how many thousandths of the full size they have.
pub fn programs(scale: usize) -> Vec<Large> {
    let size = |full: usize| (full * scale / 1000).max(2);
    let mut all = expressions(&size);
    all.extend(nesting(&size));
    all.extend(variables(&size));
    all.extend(functions(&size));
    all.extend(data(&size));
    all.extend(control(&size));
    all.extend(texts(&size));
    all.extend(arithmetic(&size));
    all
}

fn expressions(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(20_000);
    let sum = |part: &dyn Fn(usize) -> String, between: &str| {
        format!(
            "int x = ND, y = ND, a[8]; unsigned u = UND, v = UND;\nint z = {};\nif (z == 7) reach_error();",
            joined(n, between, part)
        )
    };
    let condition = |between: &str, part: &dyn Fn(usize) -> String| {
        format!("int x = ND, y = ND;\nif ({}) reach_error();", joined(n, between, part))
    };
    vec![
        program("sum", "", &sum(&|_| "x".to_owned(), "+")),
        program("sum-of-two", "", &sum(&|n| ["x", "y"][n % 2].to_owned(), " + ")),
        program("unsigned-sum", "", &sum(&|n| ["u", "v"][n % 2].to_owned(), " + ")),
        program("differences", "", &sum(&|n| format!("(x > {n})"), " - ")),
        program("product", "", &sum(&|_| "x".to_owned(), "*")),
        program("unsigned-product", "", &sum(&|_| "u".to_owned(), "*")),
        program("bits", "", &sum(&|n| format!("(u >> {})", n % 32), "^")),
        program("inputs", "", &sum(&|_| "ND".to_owned(), "+")),
        program("elements", "", &sum(&|n| format!("a[x & {}]", n % 8), "+")),
        program("and", "", &condition(" && ", &|n| format!("x != {n}"))),
        program("or", "", &condition(" || ", &|n| format!("x == {}", 2 * n))),
        program("and-or", "", &condition(" && ", &|n| format!("(x != {n} || y != {n})"))),
        program(
            "choice",
            "",
            &condition(" : ", &|n| format!("x == {n} ? y == {n}")).replace(") reach", " : 1) reach"),
        ),
        program(
            "commas",
            "",
            &format!(
                "int x = 0;\n{};\nif (x < 0) reach_error();",
                joined(n, ",", |n| format!("x += {}", n % 3))
            ),
        ),
        program(
            "calls-in-calls",
            "int f(int x) { return x + 1; }",
            &format!(
                "int x = {}ND{};\nif (x == 5) reach_error();",
                "f(".repeat(size(900)),
                ")".repeat(size(900))
            ),
        ),
        program(
            "assigned-in-turn",
            "",
            &format!("int x = ND, y;\n{}x;\nif (y == 5) reach_error();", "y = ".repeat(size(5_000))),
        ),
    ]
}

fn nesting(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(900);
    let ifs: String = (0..n).map(|n| format!("if (x > {n}) {{ y++;\n")).collect();
    let loops: String = (0..n / 3).map(|n| format!("while (ND) {{ y += {n};\n")).collect();
    vec![
        program(
            "parentheses",
            "",
            &format!("int x = {}ND{};\nif (x) reach_error();", "(".repeat(n), ")".repeat(n)),
        ),
        program("minuses", "", &format!("int x = ND; x = {}x;\nif (x == 3) reach_error();", "- ".repeat(n))),
        program("nots", "", &format!("int x = ND; x = {}x;\nif (x == 3) reach_error();", "!".repeat(n))),
        program(
            "ifs",
            "",
            &format!("int x = ND, y = 0;\n{ifs}if (y == 5) reach_error();\n{}", "}".repeat(n)),
        ),
        program(
            "loops",
            "",
            &format!("int y = 0;\n{loops}if (y == 5) reach_error();\n{}", "}".repeat(n / 3)),
        ),
        program(
            "blocks",
            "",
            &format!(
                "int x = ND;\n{}if (x == 5) reach_error();\n{}",
                "{ int x = ND;\n".repeat(n),
                "}".repeat(n)
            ),
        ),
        program(
            "else-ifs",
            "",
            &format!(
                "int x = ND, y = 0;\n{}y = 3;\nif (y == 2) reach_error();",
                (0..size(5_000)).map(|n| format!("if (x == {n}) y = {};\nelse ", n % 2)).collect::<String>()
            ),
        ),
    ]
}

fn variables(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(5_000);
    let chain: String = (1..n).map(|n| format!("int x{n} = x{} + {};\n", n - 1, n % 3)).collect();
    let inputs: String = (0..n).map(|n| format!("int x{n} = ND;\n")).collect();
    let ordered: String = (1..n).map(|n| format!("if (x{} > x{n}) return 0;\n", n - 1)).collect();
    let globals: String = (0..n).map(|n| format!("int g{n};\n")).collect();
    let rotated: String = (1..n).map(|n| format!("g{} = g{n};\n", n - 1)).collect();
    let members: String = (0..size(2_000)).map(|n| format!("int m{n};\n")).collect();
    let record = format!("struct S {{\n{members}}};\n");
    let pointers: String =
        (0..n).map(|n| format!("int x{n} = {n}; int *p{n} = &x{n}; *p{n} += ND;\n")).collect();
    vec![
        program("locals", "", &format!("int x0 = ND;\n{chain}if (x{} == 7) reach_error();", n - 1)),
        program(
            "local-inputs",
            "",
            &format!("{inputs}if ({} == 7) reach_error();", joined(n, "+", |n| format!("x{n}"))),
        ),
        program("ordered", "", &format!("{inputs}{ordered}if (x0 > x{}) reach_error();", n - 1)),
        program(
            "globals",
            &globals,
            &format!("g{} = ND;\nwhile (ND) {{\n{rotated}}}\nif (g0 == 9) reach_error();", n - 1),
        ),
        program("pointers", "", &format!("{pointers}if (x0 + x1 == 7) reach_error();")),
        program(
            "members",
            &format!("{record}struct S f(struct S s, struct S *t) {{ s.m0 = ND; t->m1 = s.m0; return s; }}"),
            "struct S s, t; t = s; s = f(t, &t); s = f(s, &t);\nif (s.m0 == t.m1) reach_error();",
        ),
        program(
            "copied-members",
            &record,
            &format!(
                "struct S s, t; s.m0 = ND;\n{}if (s.m0 == 5) reach_error();",
                "t = s; s = t;\n".repeat(size(500))
            ),
        ),
        program(
            "records",
            &format!("{record}struct S all[{}];", size(1_000)),
            "all[ND].m1 = 3;\nif (all[ND].m1 == 4) reach_error();",
        ),
        program(
            "assertions",
            "void __VERIFIER_assert(int c) { if (!c) reach_error(); }\nvoid assert(int);",
            &format!(
                "int x = ND, y = 0;\n{}",
                (0..size(2_000)).map(|n| format!("y += x; assert(y != {n});\n")).collect::<String>()
            ),
        ),
    ]
}

fn functions(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(2_000);
    let twice: String = (1..n)
        .map(|n| format!("int f{n}(int x) {{ return x > {n} ? f{0}(x - 1) : f{0}(x + 1); }}\n", n - 1))
        .collect();
    let with_globals: String = (1..n)
        .map(|n| {
            format!("int g{n};\nvoid f{n}(void) {{ g{n} += ND; if (g{n} > g{0}) f{0}(); f{0}(); }}\n", n - 1)
        })
        .collect();
    let declared: String = (0..n).map(|n| format!("int f{n}(int x);\n")).collect();
    let ring: String = (0..n)
        .map(|m| format!("int f{m}(int x) {{ if (x == 0) return {m}; return f{}(x - 1); }}\n", (m + 1) % n))
        .collect();
    let by_reference: String = (1..n)
        .map(|n| format!("void f{n}(int *p, int *q) {{ *p += 1; f{0}(q, p); f{0}(p, q); }}\n", n - 1))
        .collect();
    let pointed = joined(n, ", ", |n| format!("f{n}"));
    let separate: String = (0..n).map(|n| format!("int f{n}(int x) {{ return x + {n}; }}\n")).collect();
    vec![
        program(
            "functions",
            &format!("int f0(int x) {{ return x; }}\n{twice}"),
            &format!("if (f{}(ND) == 3) reach_error();", n - 1),
        ),
        program(
            "functions-and-globals",
            &format!("int g0; void f0(void) {{ g0++; }}\n{with_globals}"),
            &format!("f{}(); if (g0 == 3) reach_error();", n - 1),
        ),
        program("ring", &format!("{declared}{ring}"), "if (f0(ND) == 3) reach_error();"),
        program(
            "by-reference",
            &format!("void f0(int *p, int *q) {{ *q = ND; }}\n{by_reference}"),
            &format!("int a = 0, b = 0; f{}(&a, &b); if (a == b) reach_error();", n - 1),
        ),
        program(
            "table",
            &format!("{separate}int (*const table[])(int) = {{ {pointed} }};"),
            &format!("int x = table[UND % {n}](ND); if (x == 3) reach_error();"),
        ),
        program(
            "versions",
            "void set(int *p, int *q) { *p = *q + 1; }",
            &format!(
                "int a[{n}]; int b = ND;\n{}if (a[0] == 3) reach_error();",
                (0..n).map(|n| format!("int v{n} = 0; set(&v{n}, &b);\n")).collect::<String>()
            ),
        ),
        program(
            "calls",
            "int f(int x) { return x > 3 ? x - 1 : x + 1; }",
            &format!("int x = ND;\n{}if (x == 3) reach_error();", "x = f(x);\n".repeat(size(10_000))),
        ),
    ]
}

fn data(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(100_000);
    let numbers = joined(n, ",", |n| (n % 97).to_string());
    vec![
        program("initialiser", &format!("int a[] = {{ {numbers} }};"), "if (a[ND] == 96) reach_error();"),
        program(
            "local-initialiser",
            "",
            &format!("int a[] = {{ {numbers} }};\nif (a[ND] == 98) reach_error();"),
        ),
        program(
            "unknown-index",
            &format!("int a[{n}];"),
            &format!(
                "int i = ND, j = ND; a[i] = 1; a[j] = 2;\nfor (i = 0; i < {n}; i++) if (a[i] == 3) reach_error();"
            ),
        ),
        program(
            "loop-over-array",
            &format!("int a[{n}];"),
            &format!(
                "int i; for (i = 0; i < {n}; i++) a[i] = i;\nfor (i = 0; i < {n}; i++) if (a[i] != i) reach_error();"
            ),
        ),
        program(
            "small-array",
            &format!("int a[{}];", size(5_000)),
            &format!(
                "int i; for (i = 0; i < {0}; i++) a[i] = ND;\nfor (i = 1; i < {0}; i++) if (a[i] < a[i - 1]) return 0;\nif (a[0] > a[{0} - 1]) reach_error();",
                size(5_000)
            ),
        ),
        program(
            "sparse",
            "int a[] = { [9999999] = 1 };\nint b[100000000];",
            "if (a[ND] == 2 || b[ND] == 2) reach_error();",
        ),
        program(
            "string",
            &format!("char s[] = \"{}\";", "abcdefghij".repeat(size(100_000))),
            "if (s[ND] == 'z') reach_error();",
        ),
        program(
            "matrix",
            "int a[300][300], b[300][300], c[300][300];",
            "int i, j, k; for (i = 0; i < 300; i++) for (j = 0; j < 300; j++) for (k = 0; k < 300; k++) c[i][j] += a[i][k] * b[k][j];\nif (c[3][4] != 0) reach_error();",
        ),
        program(
            "enumerators",
            &format!("enum e {{ {} }};", joined(size(50_000), ",", |n| format!("E{n}"))),
            "if (ND == E1 && ND > E0) reach_error();",
        ),
        program(
            "typedefs",
            &format!(
                "typedef int t0;\n{}",
                (1..size(20_000)).map(|n| format!("typedef t{} t{n};\n", n - 1)).collect::<String>()
            ),
            &format!("t{} x = ND; if (x == 3) reach_error();", size(20_000) - 1),
        ),
        program(
            "records-in-records",
            &format!(
                "struct s0 {{ int x; }};\n{}",
                (1..size(300))
                    .map(|n| format!("struct s{n} {{ struct s{} a; int y; }};\n", n - 1))
                    .collect::<String>()
            ),
            &format!("struct s{} x, y; x = y; if (x.y == 3) reach_error();", size(300) - 1),
        ),
        program(
            "doubling-records",
            &format!(
                "struct s0 {{ int x; }};\n{}",
                (1..40).map(|n| format!("struct s{n} {{ struct s{0} a, b; }};\n", n - 1)).collect::<String>()
            ),
            "struct s39 *p; struct s30 x; x.a = x.b; if (p) reach_error();",
        ),
    ]
}

fn control(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(5_000);
    let cases: String = (0..n).map(|n| format!("case {n}: y = {}; break;\n", n * 7 % 1000)).collect();
    let machine: String =
        (0..n).map(|m| format!("case {m}: s = ND ? {} : {}; break;\n", (m + 1) % n, m * 7 % n)).collect();
    let labels: String = (0..n)
        .map(|m| format!("l{m}: x++; if (ND) goto l{}; if (x == {m}) goto l{};\n", m * 31 % n, m * 17 % n))
        .collect();
    let diamonds: String = (0..n).map(|n| format!("if (ND > {n}) x += {}; else x -= 1;\n", n % 5)).collect();
    let flags: String = (0..n.min(400)).map(|n| format!("int f{n} = 0; if (ND) f{n} = 1;\n")).collect();
    let flags_again: String = (0..n.min(400)).map(|n| format!("if (f{n}) x++; else x--;\n")).collect();
    vec![
        program(
            "cases",
            "",
            &format!("int x = ND, y = 0;\nswitch (x) {{\n{cases}}}\nif (y == 1001) reach_error();"),
        ),
        program(
            "machine",
            "",
            &format!("int s = 0;\nwhile (1) {{ switch (s) {{\n{machine}}}\nif (s == {n}) reach_error(); }}"),
        ),
        program("labels", "", &format!("int x = 0;\n{labels}if (x == 5) reach_error();")),
        program("diamonds", "", &format!("int x = 0;\n{diamonds}if (x == 77777) reach_error();")),
        program("flags", "", &format!("int x = 0;\n{flags}{flags_again}if (x == 77777) reach_error();")),
        program(
            "statements",
            "",
            &format!("int x = ND;\n{}if (x == 5) reach_error();", "x = x + 1;\n".repeat(size(28_000))),
        ),
        program(
            "long-loop",
            "",
            "int i, x = 0; for (i = 0; i < 1000000000; i++) x = (x + i) % 1000;\nif (x == 1001) reach_error();",
        ),
        program(
            "nested-loops",
            "",
            "int i, j, k, x = 0; for (i = 0; i < 1000; i++) for (j = 0; j < i; j++) for (k = 0; k < j; k++) x = (x + i * j) % 1009;\nif (x == 1011) reach_error();",
        ),
        program(
            "digits",
            "#include <ctype.h>\n#include <stdio.h>",
            "int c, n = 0; while ((c = getchar()) != EOF) { if (isdigit(c)) n = (n * 10 + c - '0') % 1000; else if (isalpha(c)) n--; }\nif (n == 1001) reach_error();",
        ),
        program(
            "counters",
            "",
            "unsigned a = 0, b = 0, c = 0, d = 0; while (ND) { unsigned x = UND; if (x == 1) a = (a + 1) % 60; if (x == 2) b = (b + a) % 61; if (x == 3) c = (c + b) % 59; if (x == 4) d = (d + c) % 53; if ((a * a + b * b + c * c) % 8 == 7 && d < 60) reach_error(); }",
        ),
    ]
}

fn texts(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(10_000_000);
    let doubling: String = (1..26).map(|n| format!("#define M{n} M{0} M{0}\n", n - 1)).collect();
    let sums: String = (1..14).map(|n| format!("#define S{n}(x) S{0}(x) + S{0}(x)\n", n - 1)).collect();
    let nested: String = (1..12).map(|n| format!("#define A{n}(x) A{0}(A{0}(x))\n", n - 1)).collect();
    let main = "int x = ND; if (x == 3) reach_error();";
    let unit = "static int helper_%(int first, int second) {\n    int result = first;\n    while (result < second) { result += 3; }\n    if (result == 77) { return second; }\n    return result;\n}\n";
    let helpers: String = (0..n / unit.len()).map(|n| unit.replace('%', &n.to_string())).collect();
    vec![
        program("comment", &format!("/* {} */", "lorem ipsum \n".repeat(n / 13)), main),
        program("comments", &"// lorem ipsum\n".repeat(n / 15), main),
        program("spaces", &"   \n".repeat(n / 4), main),
        program(
            "declarations",
            &(0..n / 20).map(|n| format!("int variable{n};\n")).collect::<String>(),
            main,
        ),
        program(
            "prototypes",
            &(0..n / 30).map(|n| format!("int function{n}(int, char);\n")).collect::<String>(),
            main,
        ),
        program("helpers", &helpers, main),
        program(
            "called-helpers",
            &helpers[..helpers.rfind("static").unwrap_or(0).min(helpers.len() / 10)]
                .rsplit_once("static")
                .map_or(String::new(), |(before, _)| before.to_owned()),
            "int x = ND + helper_0(ND, 3) + helper_1(3, ND); if (x == 3) reach_error();",
        ),
        program(
            "bytes",
            &format!("char bytes[] = {{ {} }};", joined(n / 4, ",", |n| (n % 90 + 10).to_string())),
            "if (bytes[ND] == 5) reach_error();",
        ),
        program(
            "doubling-macros",
            &format!("#define M0 x++;\n{doubling}"),
            &format!("int x = 0; M25 {main}").replace("int x = ND;", ""),
        ),
        program(
            "sum-of-macros",
            &format!("#define S0(x) x\n{sums}"),
            "int x = ND; int y = S13(x); if (y == 3) reach_error();",
        ),
        program(
            "macros-of-macros",
            &format!("#define A0(x) (x + 1)\n{nested}"),
            "int x = ND; int y = A11(x); if (y == 3) reach_error();",
        ),
        program(
            "definitions",
            &(0..n / 25).map(|n| format!("#define NAME_{n} value{n}\n")).collect::<String>(),
            main,
        ),
        program("conditionals", &"#if 1\n#else\nint x y z;\n#endif\n".repeat(n / 40), main),
        program(
            "one-line",
            &format!("int text(void) {{ int x = 0; {} return x; }}", "x=1;".repeat(n / 4)),
            main,
        ),
        program("open", &"(".repeat(n / 10), main),
        program("broken", &"int 3x = ;\n".repeat(n / 11), main),
    ]
}

fn arithmetic(size: &dyn Fn(usize) -> usize) -> Vec<Large> {
    let n = size(400);
    let hashed: String = (0..n).map(|n| format!("h = h * 31 + x{};\n", n % 10)).collect();
    let mixed: String = (0..n).map(|_| "u ^= u << 13; u ^= u >> 17; u ^= u << 5;\n".to_owned()).collect();
    let ten: String = (0..10).map(|n| format!("unsigned x{n} = UND;\n")).collect();
    let pigeons = 12.min(n);
    let holes: String = (0..pigeons)
        .map(|n| format!("int p{n} = ND; if (p{n} < 1 || p{n} >= {pigeons}) return 0;\n"))
        .collect();
    let apart: String =
        (0..pigeons).flat_map(|a| (0..a).map(move |b| format!("if (p{a} == p{b}) return 0;\n"))).collect();
    let parity = joined(n, " + ", |n| format!("2 * y{n}"));
    let evens: String = (0..n)
        .map(|n| format!("int y{n} = ND; if (y{n} > 1000000 || y{n} < -1000000) return 0;\n"))
        .collect();
    let products: String = (1..n)
        .map(|n| {
            format!(
                "int z{n} = ND; if (z{n} <= 1 || z{n} > 1000 || z{n} * z{} != {}) return 0;\n",
                n - 1,
                1_000 + n
            )
        })
        .collect();
    vec![
        program("hash", "", &format!("{ten}unsigned h = 17;\n{hashed}if (h == 12345) reach_error();")),
        program("mixed-bits", "", &format!("unsigned u = UND;\n{mixed}if (u == 12345) reach_error();")),
        program("pigeons", "", &format!("{holes}{apart}reach_error();")),
        program("parity", "", &format!("{evens}if ({parity} == 7777777) reach_error();")),
        program(
            "products",
            "",
            &format!("int z0 = ND; if (z0 <= 1 || z0 > 1000) return 0;\n{products}reach_error();"),
        ),
        program(
            "cubes",
            "",
            "int x = ND, y = ND, z = ND; if (x < 0 || x > 1000 || y < 0 || y > 1000 || z < 1 || z > 1000) return 0;\nif (x * x * x + y * y * y == z * z * z && x > 0 && y > 0) reach_error();",
        ),
        program(
            "collatz",
            "",
            "unsigned long x = UND; unsigned n = 0; while (x != 1) { x = x % 2 ? 3 * x + 1 : x / 2; n++; }\nif (n == 7777) reach_error();",
        ),
    ]
}

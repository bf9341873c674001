//! Small random functions without loops and with contracts, and the same functions as a C compiler can run them on all
//! their inputs: `&&`, `||`, `?:`, `switch`, `goto`, early returns, arrays, pointers to locals, quotients, calls by contract
//! and of functions without one.
//!
//! A program is written twice, line by line: as `verify` and `check` read it, and with the checks that C does not make
//! written out. In the second text a function with a contract gives any result that its contract allows, or is run,
//! whichever is asked for. Inputs are small by `requires`, and so is what a contract allows to come back.

mod statement;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::seeded::Random;

/// A program.
#[derive(Clone, Debug)]
pub struct LoopFree {
    /// As it is verified and checked.
    pub text: String,
    /// As it is compiled: it prints, for each function with a contract, what fails (see `failures`).
    pub instrumented: String,
    /// The functions with contracts.
    pub functions: Vec<&'static str>,
    /// Whether the function calls others by contract.
    pub is_modular: bool,
    /// For each line in which a postcondition is asserted for `check` the line of the clause.
    pub clauses: BTreeMap<u32, u32>,
}

/// The same piece of text for both readers.
#[derive(Clone, Debug, Default)]
struct Both {
    plain: String,
    checked: String,
}

impl Both {
    fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Both { plain: text.clone(), checked: text }
    }

    fn of(plain: String, checked: String) -> Self {
        Both { plain, checked }
    }

    /// Two pieces in a pattern with `{0}` and `{1}`.
    fn join(pattern: &str, left: &Both, right: &Both) -> Both {
        let fill = |one: &str, other: &str| pattern.replace("{0}", one).replace("{1}", other);
        Both::of(fill(&left.plain, &right.plain), fill(&left.checked, &right.checked))
    }
}

const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
/// What a compiled program needs. A check that fails is noted by its line, and ends the run.
const PRELUDE: &str = "#include <setjmp.h>
#include <stdio.h>
static jmp_buf out_; static int mode_, count_, used_, limits_[64], values_[64], entry_;
static int choose_(int low, int high) {
  if (used_ == count_) { values_[count_] = 0; limits_[count_++] = high - low; }
  return low + values_[used_++]; }
static int next_(void) {
  while (count_ && values_[count_ - 1] == limits_[count_ - 1]) count_--;
  if (!count_) return 0;
  values_[count_ - 1]++; return 1; }
static void note_(char kind, int line) { static char told_[3][3][4096][128];
  if (!told_[entry_][mode_][line][(int)kind]) { told_[entry_][mode_][line][(int)kind] = 1;
    printf(\"%d %c %d\\n\", mode_, kind, line); } }
static void fail_(char kind, int line) { note_(kind, line); longjmp(out_, 1); }
#define CK(e, line) do { if (!(e)) fail_('A', line); } while (0)
#define IX(i, n, line) ({ int i_ = (i); if (i_ < 0 || i_ >= (n)) fail_('I', line); i_; })
#define DV(i, line) ({ int d_ = (i); if (d_ == 0) fail_('D', line); d_; })
#define PT(p, line) ({ int *p_ = (p); if (!p_) fail_('N', line); p_; })
#define RQ(e, line) do { if (mode_ < 2 && !(e)) fail_('R', line); } while (0)
#define GIVEN(e) do { if (mode_ < 2 && !(e)) longjmp(out_, 2); } while (0)
";

struct Generator {
    random: Random,
    plain: String,
    checked: String,
    depth: usize,
    /// Numbers that can be read, and those of them that can be assigned.
    readable: Vec<String>,
    writable: Vec<String>,
    /// Functions that can be called: with a contract, for its address, without a contract.
    callable: bool,
    pointers: bool,
    goto: Option<&'static str>,
    lines: u32,
    is_modular: bool,
    nested: usize,
    clauses: BTreeMap<u32, u32>,
}

/// The program of a seed.
pub fn generate(seed: u64) -> LoopFree {
    let mut generator = Generator {
        random: Random::new(seed ^ 0x5EED),
        plain: String::new(),
        checked: String::new(),
        depth: 0,
        readable: Vec::new(),
        writable: Vec::new(),
        callable: false,
        pointers: false,
        goto: None,
        lines: 1,
        is_modular: false,
        nested: 0,
        clauses: BTreeMap::new(),
    };
    generator.program();
    LoopFree {
        text: generator.plain,
        instrumented: format!("{PRELUDE}{}", generator.checked),
        functions: vec!["limited", "put", "asked"],
        is_modular: generator.is_modular,
        clauses: generator.clauses,
    }
}

impl Generator {
    fn line(&mut self, both: Both) {
        let indent = 2 * self.depth;
        let _ = writeln!(self.plain, "{:indent$}{}", "", both.plain);
        let _ = writeln!(self.checked, "{:indent$}{}", "", both.checked);
        self.lines += 1;
    }

    fn both(&mut self, text: impl Into<String>) {
        self.line(Both::same(text));
    }

    /// A line that only one of the readers sees.
    fn only(&mut self, plain: impl Into<String>, checked: impl Into<String>) {
        self.line(Both::of(plain.into(), checked.into()));
    }

    fn program(&mut self) {
        let externs = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);";
        for line in externs.lines() {
            self.only(line, "");
        }
        self.both("int g;");
        let limited = self.limited();
        let put = self.put();
        self.free();
        let asked = self.asked();
        self.main(&asked);
        self.harness(&limited, &put, &asked);
    }

    /// A function of one number with a contract.
    fn limited(&mut self) -> [u32; 2] {
        let relation = self.relation_to("\\result", "x");
        let plain = relation.replace("\\result", "r_");
        let requires = match self.random.below(3) {
            0 => "-4 <= x && x <= 4",
            1 => "-2 <= x && x <= 3",
            _ => "0 <= x && x <= 4",
        };
        self.only(
            format!("/*@ requires {requires};"),
            format!("static int limited_requires(int x) {{ return {requires}; }}"),
        );
        self.only("    assigns \\nothing;", "");
        let first = self.lines;
        self.only("    ensures -3 <= \\result && \\result <= 3;", "");
        self.only(
            format!("    ensures {relation}; */"),
            format!("static int limited_ensures(int x, int r_) {{ return {plain}; }}"),
        );
        self.readable = vec!["x".into(), "x".into()];
        self.writable = vec!["x".into()];
        self.only("int limited(int x) {", "static int limited_real(int x) {");
        self.depth += 1;
        self.small_body(2);
        self.depth -= 1;
        self.only(
            "}",
            "} static int limited(int x, int line) { RQ(limited_requires(x), line); \
             int r_ = mode_ ? limited_real(x) : choose_(-3, 3); \
             GIVEN(-3 <= r_ && r_ <= 3 && limited_ensures(x, r_)); return r_; }",
        );
        [first, first + 1]
    }

    /// A function that assigns through a pointer.
    fn put(&mut self) -> [u32; 2] {
        let relation = self.relation_to("*p", "x");
        self.only("/*@ requires \\valid(p) && -4 <= x && x <= 4;", "");
        self.only("    assigns *p;", "");
        let first = self.lines;
        self.only("    ensures -3 <= *p && *p <= 3;", "");
        self.only(
            format!("    ensures {relation}; */"),
            format!("static int put_ensures(int *p, int x) {{ return {relation}; }}"),
        );
        self.readable = vec!["x".into(), "x".into()];
        self.writable = vec!["*p".into()];
        self.only("void put(int *p, int x) {", "static void put_real(int *p, int x) {");
        self.depth += 1;
        self.statement();
        let value = self.value();
        self.line(Both::join("*p = {0};", &value, &value));
        self.depth -= 1;
        self.only(
            "}",
            "} static void put(int *p, int x, int line) { RQ(p && -4 <= x && x <= 4, line); \
             if (mode_) put_real(PT(p, line), x); else *p = choose_(-3, 3); \
             GIVEN(-3 <= *p && *p <= 3 && put_ensures(p, x)); }",
        );
        [first, first + 1]
    }

    /// A function without a contract.
    fn free(&mut self) {
        self.readable = vec!["x".into(), "y".into(), "g".into()];
        self.writable = vec!["x".into(), "y".into(), "g".into()];
        self.both("static int inner(int x, int y) {");
        self.depth += 1;
        self.small_body(1);
        self.depth -= 1;
        self.both("}");
    }

    /// What a contract says of a result.
    fn relation_to(&mut self, result: &str, argument: &str) -> String {
        let relation = *self.random.pick(&RELATIONS);
        let by = self.random.between(-3, 3);
        match self.random.below(3) {
            0 => format!("{result} {relation} {argument} + {by} || {argument} > {by}"),
            1 => format!("!({argument} {relation} {by}) || {result} >= {}", by.min(2)),
            _ => format!("{result} != {by}"),
        }
    }

    fn small_body(&mut self, statements: usize) {
        for _ in 0..statements {
            self.statement();
        }
        let value = self.value();
        self.line(Both::join("return {0};", &value, &value));
    }

    /// The function that is asked about; its ranges and the lines of its postconditions.
    fn asked(&mut self) -> Asked {
        let mut ranges = Vec::new();
        for name in ["a", "b", "c", "g"] {
            let low = self.random.between(-2, 1);
            ranges.push((name, low, low + self.random.between(1, 3)));
        }
        let requires: Vec<String> =
            ranges.iter().map(|(name, low, high)| format!("{low} <= {name} && {name} <= {high}")).collect();
        let requires = requires.join(" && ");
        self.only(format!("/*@ requires {requires};"), "");
        let mut ensures = Vec::new();
        for number in 0..2 {
            let relation = *self.random.pick(&RELATIONS);
            let (left, right) = match self.random.below(4) {
                0 => ("\\result", "a"),
                1 => ("g", "\\old(g)"),
                2 => ("\\result", "b + c"),
                _ => ("\\result", "g"),
            };
            let by = self.random.between(-5, 5);
            let end = if number == 1 { " */" } else { "" };
            let guard = *self.random.pick(&["", "a > 0 ==> ", "\\old(g) == b ==> "]);
            let text = format!("{guard}{left} {relation} {right} + {by}");
            let old = |text: &str| text.replace("\\old(g)", "g_").replace("\\result", "r_");
            let checked = match guard {
                "" => old(&text),
                _ => format!("!({}) || {}", old(guard.trim_end_matches(" ==> ")), old(&text[guard.len()..])),
            };
            ensures.push((self.lines, checked));
            self.only(format!("    ensures {text};{end}"), "");
        }
        let parameters = "int a, int b, int c";
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        self.readable = names(&["a", "b", "c", "g", "x", "y", "u[1]", "a", "b"]);
        self.writable = names(&["x", "y", "g", "u[0]", "u[2]", "a", "x"]);
        self.both(format!("int asked({parameters}) {{"));
        self.depth += 1;
        let (one, two) = (self.random.between(-2, 2), self.random.between(-2, 2));
        self.both(format!("int x = {one}, y = {two}, u[3] = {{1, {two}, {one}}}, *q = &y;"));
        (self.callable, self.pointers) = (true, true);
        self.goto = self.random.one_in(2).then_some("out");
        for _ in 0..2 + self.random.below(4) {
            self.statement();
        }
        self.assertion();
        if let Some(label) = self.goto.take() {
            self.both(format!("{label}: x = x + 1;"));
            self.statement();
        }
        self.assertion();
        (self.callable, self.pointers) = (false, false);
        let value = self.value();
        self.line(Both::join("return {0};", &value, &value));
        self.depth -= 1;
        self.both("}");
        Asked { ranges, ensures }
    }

    /// Where `check` begins.
    fn main(&mut self, asked: &Asked) {
        self.only("int main(void) {", "");
        for (name, low, high) in &asked.ranges {
            let declared = if *name == "g" { "g" } else { &format!("int {name}") };
            self.only(
                format!("  {declared} = __VERIFIER_nondet_int(); __VERIFIER_assume({low} <= {name} && {name} <= {high});"),
                "",
            );
        }
        self.only("  int g_ = g; int r_ = asked(a, b, c);", "");
        for (clause, condition) in &asked.ensures {
            self.clauses.insert(self.lines, *clause);
            self.only(format!("  assert({condition});"), "");
        }
        self.only("  return 0; }", "");
    }

    fn harness(&mut self, limited: &[u32; 2], put: &[u32; 2], asked: &Asked) {
        // Contracts' clauses are judged each by itself; nobody looks at contracts where `check` does, but at assertions.
        let ensure = |(line, condition): &(u32, String)| {
            format!("if (!({condition})) {{ if (mode_ < 2) note_('E', {line}); else fail_('E', {line}); }} ")
        };
        let limited: String = [
            (limited[0], "-3 <= r_ && r_ <= 3".to_owned()),
            (limited[1], "limited_ensures(x, r_)".to_owned()),
        ]
        .iter()
        .map(ensure)
        .collect();
        let put: String =
            [(put[0], "-3 <= *p && *p <= 3".to_owned()), (put[1], "put_ensures(p, x)".to_owned())]
                .iter()
                .map(ensure)
                .collect();
        let mut inputs = String::new();
        for (name, low, high) in &asked.ranges {
            let declared = if *name == "g" { "g" } else { &format!("int {name}") };
            let _ = write!(inputs, "{declared} = choose_({low}, {high}); ");
        }
        let ensures: Vec<String> = asked.ensures.iter().map(ensure).collect();
        let run = |name: &str, body: &str| {
            format!(
                "puts(\"{name}\"); for (mode_ = 0; mode_ < 3; mode_++) {{ count_ = 0; do {{ used_ = 0; \
                 if (!setjmp(out_)) {{ {body} }} }} while (next_()); }} entry_++;\n"
            )
        };
        let _ = write!(
            self.checked,
            "int main(void) {{\n{}{}{} return 0; }}\n",
            run(
                "limited",
                &format!(
                    "int x = choose_(-4, 4); g = 0; if (limited_requires(x)) {{ int r_ = limited_real(x); {limited} }}"
                )
            ),
            run(
                "put",
                &format!(
                    "int x = choose_(-4, 4), cell_ = choose_(-4, 4), *p = &cell_; g = 0; put_real(p, x); {put}"
                )
            ),
            run("asked", &format!("{inputs} int g_ = g, r_ = asked(a, b, c); {}", ensures.concat())),
        );
    }
}

/// What the function that is asked about takes and promises.
struct Asked {
    ranges: Vec<(&'static str, i64, i64)>,
    ensures: Vec<(u32, String)>,
}

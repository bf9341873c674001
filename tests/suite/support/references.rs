//! Small random programs with structures as values, pointer parameters and pointers that walk over arrays.
//!
//! Like those of `generate` they are well defined on every input vector: pointers stay in their arrays, only
//! small numbers are added, and loops are bounded.

use std::fmt::Write as _;

use super::generate::{Generated, InputRange, Random};

const HEAD: &str = "#include <assert.h>\n#include <stddef.h>\n\n\
    extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\n\
    struct pair { int a; int b; };\nstruct box { struct pair p[2]; int n; };\n\n\
    int g = 1;\nint row[3] = {1, 0, 2};\nstruct pair whole = {2, 1};\n\n";

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    Generator { random: Random::new(seed), text: HEAD.to_owned(), loops: 0 }.program()
}

struct Generator {
    random: Random,
    text: String,
    loops: usize,
}

/// What can be used at some place.
#[derive(Clone)]
struct Scope {
    /// Integers.
    integers: Vec<String>,
    /// Structures.
    pairs: Vec<String>,
    /// Arrays of three integers.
    arrays: Vec<String>,
    /// How many of the functions may be called.
    functions: usize,
    depth: usize,
}

const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// The heads of the functions; each calls only those before it.
const FUNCTIONS: [&str; 9] = [
    "void set(int *p, int v)",
    "int both(int *p, int *q)",
    "struct pair make(int v, int w)",
    "int walk(int *a, int n)",
    "void touch(struct pair *s)",
    "struct pair mix(struct pair s, struct pair t)",
    "void fill(int a[], int n, int v)",
    "int maybe(const struct pair *s, int *p)",
    "void again(int *p, struct pair *s, int n)",
];

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

impl Generator {
    fn program(mut self) -> Generated {
        for number in 0..FUNCTIONS.len() {
            self.function(number);
        }
        let inputs = self.main();
        Generated { text: self.text, inputs }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * depth);
    }

    fn function(&mut self, number: usize) {
        let _ = writeln!(self.text, "{}\n{{", FUNCTIONS[number]);
        let (integers, pairs, arrays): (&[&str], &[&str], &[&str]) = match number {
            0 => (&["*p", "p[0]", "v"], &["whole"], &[]),
            1 => (&["*p", "*q", "g"], &[], &["row"]),
            2 => (&["v", "w", "r.a", "g"], &["r"], &[]),
            3 => (&["g", "t"], &[], &["row"]),
            4 => (&["s->a", "(*s).b", "g"], &["*s", "whole"], &[]),
            5 => (&["s.a", "t.b", "t.a"], &["s", "t"], &[]),
            6 => (&["a[0]", "v", "a[n - 1]"], &[], &[]),
            7 => (&["g"], &["whole"], &["row"]),
            _ => (&["*p", "s->b", "g"], &["*s"], &["row"]),
        };
        let scope = Scope {
            integers: strings(integers),
            pairs: strings(pairs),
            arrays: strings(arrays),
            functions: number,
            depth: 1,
        };
        self.begin(number, &scope);
        for _ in 0..1 + self.random.below(2) {
            self.statement(&scope);
        }
        match number {
            1 => {
                let value = self.value(&scope);
                self.line(1, &format!("return {value};"));
            }
            2 => self.line(1, "return r;"),
            3 => self.line(1, "return t;"),
            5 => {
                let value = self.pair(&scope);
                self.line(1, &format!("return {value};"));
            }
            7 => self.line(1, "return s->b;"),
            8 => self.line(1, "again(p, s, n - 1);"),
            _ => {}
        }
        self.text.push_str("}\n\n");
    }

    /// What a function does before its statements.
    fn begin(&mut self, number: usize, scope: &Scope) {
        match number {
            2 => self.line(1, "struct pair r = {v, w};"),
            3 => {
                self.line(1, "int t = 0;");
                match self.random.below(3) {
                    0 => {
                        self.line(1, "int *e = a + n;");
                        self.line(1, "while (a < e)");
                        self.line(2, "t += *a++;");
                    }
                    1 => {
                        self.line(1, "for (int *c = a; c != a + n; c++)");
                        self.line(2, "t += c[0];");
                    }
                    _ => {
                        self.line(1, "int *c = a + n;");
                        self.line(1, "while (c - a > 0) {");
                        self.line(2, "t += *--c;");
                        self.line(1, "}");
                    }
                }
            }
            6 => {
                self.line(1, "for (int i = 0; i < n; i++)");
                let value = self.value(scope);
                let text = if self.random.one_in(2) { "a[i] = v;" } else { "*(a + i) = i;" };
                self.line(2, text);
                self.line(1, &format!("a[0] = {value};"));
            }
            7 => {
                self.line(1, "if (!s)");
                self.line(2, "return -1;");
                self.line(1, "if (p != NULL)");
                self.line(2, "*p = s->a;");
            }
            8 => {
                self.line(1, "if (n <= 0)");
                self.line(2, "return;");
            }
            _ => {}
        }
    }

    fn main(&mut self) -> Vec<InputRange> {
        self.text.push_str("int main(void)\n{\n");
        let inputs: Vec<InputRange> = (0..1 + self.random.below(2))
            .map(|i| {
                let low = self.random.between(-1, 1);
                InputRange { name: format!("in{i}"), low, high: low + self.random.between(1, 3) }
            })
            .collect();
        for InputRange { name, low, high } in &inputs {
            self.line(1, &format!("int {name} = __VERIFIER_nondet_int();"));
            self.line(1, &format!("__VERIFIER_assume({name} >= {low} && {name} <= {high});"));
        }
        self.line(1, &format!("int x = {}, y = 2;", inputs[0].name));
        self.line(1, "int cells[3] = {1, x};");
        self.line(1, "int table[2][3] = {{1, 2}, {x}};");
        self.line(1, "struct pair s = {0, 1}, t = {.b = x}, many[2] = {{1, 2}, {3, 4}};");
        self.line(1, "struct box o = {{{1, 2}, {3, 4}}, 5};");
        let mut integers = strings(&[
            "x",
            "y",
            "x",
            "y",
            "g",
            "cells[0]",
            "cells[2]",
            "table[1][0]",
            "s.a",
            "t.b",
            "many[1].a",
            "o.p[0].b",
            "o.n",
            "row[1]",
        ]);
        integers.extend(inputs.iter().map(|i| i.name.clone()));
        let scope = Scope {
            integers,
            pairs: strings(&["s", "t", "many[0]", "many[1]", "o.p[1]", "whole"]),
            arrays: strings(&["cells", "row", "table[1]", "table[0]"]),
            functions: FUNCTIONS.len(),
            depth: 1,
        };
        for _ in 0..3 + self.random.below(5) {
            self.statement(&scope);
            if self.random.one_in(5) {
                self.assertion(&scope);
            }
        }
        self.assertion(&scope);
        self.line(1, "return 0;");
        self.text.push_str("}\n");
        inputs
    }

    fn statement(&mut self, scope: &Scope) {
        match self.random.below(12) {
            0 if scope.depth < 3 => self.conditional(scope),
            1 if scope.depth < 3 && scope.functions == FUNCTIONS.len() => self.loop_over(scope),
            2 | 3 if !scope.pairs.is_empty() => {
                let target = self.random.pick(&scope.pairs).clone();
                let value = self.pair(scope);
                self.line(scope.depth, &format!("{target} = {value};"));
            }
            4 if scope.functions == FUNCTIONS.len() => self.pointer(scope),
            5..=9 if scope.functions > 0 => self.call(scope),
            _ => {
                let target = self.random.pick(&scope.integers).clone();
                let value = self.value(scope);
                self.line(scope.depth, &format!("{target} = {value};"));
            }
        }
    }

    fn conditional(&mut self, scope: &Scope) {
        let inner = Scope { depth: scope.depth + 1, ..scope.clone() };
        let condition = self.condition(scope);
        self.line(scope.depth, &format!("if ({condition}) {{"));
        self.statement(&inner);
        self.line(scope.depth, "} else {");
        self.statement(&inner);
        self.line(scope.depth, "}");
    }

    fn loop_over(&mut self, scope: &Scope) {
        self.loops += 1;
        let counter = format!("i{}", self.loops);
        self.line(scope.depth, &format!("for (int {counter} = 0; {counter} < 2; {counter}++) {{"));
        let mut inner = Scope { depth: scope.depth + 1, ..scope.clone() };
        inner.integers.extend([format!("cells[{counter}]"), format!("many[{counter}].b")]);
        inner.pairs.push(format!("o.p[{counter}]"));
        inner.arrays.push(format!("table[{counter}]"));
        self.statement(&inner);
        self.line(scope.depth, "}");
    }

    /// A local pointer.
    fn pointer(&mut self, scope: &Scope) {
        self.loops += 1;
        let name = format!("q{}", self.loops);
        let depth = scope.depth;
        match self.random.below(4) {
            0 => {
                let target = self.random.pick(&scope.pairs).clone();
                self.line(depth, &format!("struct pair *{name} = &{target};"));
                let value = self.value(scope);
                self.line(depth, &format!("{name}->b = {value};"));
            }
            1 => {
                let array = self.random.pick(&scope.arrays).clone();
                let value = self.value(scope);
                self.line(depth, &format!("int *{name} = {array};"));
                self.line(depth, &format!("while ({name} < {array} + 3 && *{name} != {value})"));
                self.line(depth + 1, &format!("{name}++;"));
                self.line(depth, &format!("y = (int)({name} - {array});"));
            }
            2 => {
                let target = self.random.pick(&scope.integers).clone();
                let condition = self.condition(scope);
                self.line(depth, &format!("int *{name} = NULL;"));
                self.line(depth, &format!("if ({condition})"));
                self.line(depth + 1, &format!("{name} = &{target};"));
                self.line(depth, &format!("if ({name})"));
                self.line(depth + 1, &format!("*{name} += 1;"));
            }
            _ => {
                let array = self.random.pick(&scope.arrays).clone();
                self.line(depth, &format!("int *{name} = {array} + 1;"));
                self.line(depth, &format!("{name}[-1] = *{name};"));
                self.line(depth, &format!("set({name}, {name}[1]);"));
            }
        }
    }

    fn call(&mut self, scope: &Scope) {
        let number = self.random.below(scope.functions);
        let object = self.address(scope);
        let value = self.value(scope);
        let whole = !scope.pairs.is_empty();
        let depth = scope.depth;
        let target = self.random.pick(&scope.integers).clone();
        let text = match number {
            0 => format!("set({object}, {value});"),
            1 => {
                let other = self.address(scope);
                format!("{target} = both({object}, {other});")
            }
            2 => format!("{target} = make({value}, {target}).a;"),
            3 if !scope.arrays.is_empty() => {
                let array = self.random.pick(&scope.arrays).clone();
                let (skip, length) = *self.random.pick(&[("", 3), ("", 2), (" + 1", 2), (" + 2", 1)]);
                // The sum is used for a decision only, so that nothing grows.
                format!(
                    "if (walk({array}{skip}, {length}) > {}) {target} = {value};",
                    self.random.between(0, 5)
                )
            }
            4 if whole => {
                let pair = self.random.pick(&scope.pairs).clone();
                format!("touch(&{pair});")
            }
            5 if whole => {
                // Arguments are evaluated in any order, so they call nothing.
                let plain = Scope { functions: 0, ..scope.clone() };
                let (one, other) = (self.pair(&plain), self.pair(&plain));
                let pair = self.random.pick(&scope.pairs).clone();
                format!("{pair} = mix({one}, {other});")
            }
            6 if !scope.arrays.is_empty() => {
                let array = self.random.pick(&scope.arrays).clone();
                let text =
                    if self.random.one_in(2) { format!("{array}, 3") } else { format!("{array} + 1, 2") };
                format!("fill({text}, {value});")
            }
            7 if whole => {
                let pair = self.random.pick(&scope.pairs).clone();
                let pair = if self.random.one_in(5) { "NULL".to_owned() } else { format!("&{pair}") };
                let object = if self.random.one_in(4) { "NULL".to_owned() } else { object };
                format!("{target} = maybe({pair}, {object});")
            }
            8 if whole => {
                let pair = self.random.pick(&scope.pairs).clone();
                format!("again({object}, &{pair}, {});", self.random.between(0, 2))
            }
            _ => format!("{target} = {value};"),
        };
        self.line(depth, &text);
    }

    fn address(&mut self, scope: &Scope) -> String {
        if !scope.arrays.is_empty() && self.random.one_in(3) {
            let array = self.random.pick(&scope.arrays).clone();
            return (*self.random.pick(&[array.clone(), format!("{array} + 1"), format!("&{array}[2]")]))
                .clone();
        }
        format!("&{}", self.random.pick(&scope.integers))
    }

    fn pair(&mut self, scope: &Scope) -> String {
        let one = self.random.pick(&scope.pairs).clone();
        match self.random.below(6) {
            0 if scope.functions > 2 => {
                let (a, b) = (self.value(scope), self.value(scope));
                format!("make({a}, {b})")
            }
            1 => {
                let (condition, other) = (self.condition(scope), self.random.pick(&scope.pairs).clone());
                format!("({condition}) ? {one} : {other}")
            }
            2 => format!("(struct pair){{{}, .b = {}}}", self.value(scope), self.value(scope)),
            _ => one,
        }
    }

    fn value(&mut self, scope: &Scope) -> String {
        match self.random.below(4) {
            0 => self.random.between(-1, 3).to_string(),
            1 => format!("{} + {}", self.random.pick(&scope.integers).clone(), self.random.between(-1, 1)),
            _ => self.random.pick(&scope.integers).clone(),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        let relation = *self.random.pick(&RELATIONS);
        format!("{} {relation} {}", self.random.pick(&scope.integers).clone(), self.value(scope))
    }

    fn assertion(&mut self, scope: &Scope) {
        let name = self.random.pick(&scope.integers).clone();
        let text = match self.random.below(4) {
            0 => self.condition(scope),
            1 => format!("{name} != {}", self.random.between(-2, 4)),
            2 => format!("{name} <= {}", self.random.between(1, 5)),
            _ => format!("{name} != 3 || {}", self.condition(scope)),
        };
        self.line(scope.depth, &format!("assert({text});"));
    }
}

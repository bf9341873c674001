//! Small random programs that are well defined: every input vector can be tried.
//!
//! A program reads each input exactly once, at the start of `main`, and keeps it in a small range. All
//! variables are initialised, all loops are bounded, all indices are in bounds, nothing is divided, and no
//! value can double often enough to overflow: sums of two variables stand only where a statement runs at
//! most once, everywhere else at most a constant is added. So what a program does is C's answer on every
//! implementation, and the lines at which assertions fail can be found by running it on all input vectors.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use super::seeded::Random;

/// An input and the values it can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRange {
    /// The variable that keeps it.
    pub name: String,
    /// Its smallest value.
    pub low: i64,
    /// Its largest value.
    pub high: i64,
}

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Its text, in C.
    pub text: String,
    /// Its inputs in the order in which they are read.
    pub inputs: Vec<InputRange>,
}

impl Generated {
    /// All vectors of input values, in lexicographic order.
    pub fn input_vectors(&self) -> Vec<Vec<i64>> {
        let mut vectors = vec![Vec::new()];
        for input in &self.inputs {
            vectors = vectors
                .into_iter()
                .flat_map(|vector| {
                    (input.low..=input.high).map(move |value| {
                        let mut longer = vector.clone();
                        longer.push(value);
                        longer
                    })
                })
                .collect();
        }
        vectors
    }

    /// The lines of its assertions, in order.
    pub fn assertion_lines(&self) -> Vec<u32> {
        let lines = self.text.lines().zip(1u32..);
        lines.filter(|(line, _)| line.trim_start().starts_with("assert(")).map(|(_, number)| number).collect()
    }
}

/// A helper procedure.
struct Helper {
    name: String,
    parameters: usize,
    /// Whether it returns a value.
    result: bool,
    /// Whether it calls itself as often as its first argument says, which must then be a small constant.
    recursive: bool,
}

/// What can be used at some place of the program.
#[derive(Clone)]
struct Scope {
    /// Integers that can be read.
    readable: Vec<String>,
    /// Integers that can be assigned.
    writable: Vec<String>,
    /// Loop counters in scope, each known to be in `0..ARRAY_LENGTH`.
    counters: Vec<String>,
    /// How many statements are around.
    depth: usize,
    /// Whether a statement here runs at most once.
    once: bool,
    /// Whether calls are allowed (helpers call nothing but themselves).
    calls: bool,
}

const ARRAY_LENGTH: i64 = 3;
const FLAG: &str = "flag";
const ARRAY: &str = "cells";
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    Generator { random: Random::new(seed), text: String::new(), helpers: Vec::new(), loops: 0 }.program()
}

struct Generator {
    random: Random,
    text: String,
    helpers: Vec<Helper>,
    /// How many loops there are, to name their counters.
    loops: usize,
}

impl Generator {
    fn program(mut self) -> Generated {
        self.text.push_str(
            "#include <assert.h>\n#include <stdbool.h>\n\nextern int __VERIFIER_nondet_int(void);\n\
             extern void __VERIFIER_assume(int);\n\n",
        );
        let globals: Vec<String> = (0..=self.random.below(2)).map(|i| format!("g{i}")).collect();
        for global in &globals {
            let value = self.random.between(-1, 2);
            let _ = writeln!(self.text, "int {global} = {value};");
        }
        let _ = writeln!(self.text, "bool {FLAG} = false;\n");
        for index in 0..self.random.below(3) {
            self.helper(index, &globals);
        }
        let inputs = self.main(&globals);
        Generated { text: self.text, inputs }
    }

    fn helper(&mut self, index: usize, globals: &[String]) {
        let recursive = self.random.one_in(4);
        let helper = Helper {
            name: format!("helper{index}"),
            parameters: 1 + self.random.below(2),
            result: recursive || !self.random.one_in(3),
            recursive,
        };
        let parameters: Vec<String> = (0..helper.parameters).map(|i| format!("p{i}")).collect();
        let declared: Vec<String> = parameters.iter().map(|name| format!("int {name}")).collect();
        let result = if helper.result { "int" } else { "void" };
        let _ = writeln!(self.text, "{result} {}({})\n{{", helper.name, declared.join(", "));
        let readable = [globals, &parameters].concat();
        let mut writable = globals.to_vec();
        // The first parameter of a recursive helper bounds its depth: the body must leave it alone.
        writable.extend(parameters.iter().skip(usize::from(recursive)).cloned());
        let scope = Scope { readable, writable, counters: Vec::new(), depth: 1, once: false, calls: false };
        if recursive {
            self.line(1, "if (p0 <= 0)");
            let value = self.random.between(-1, 2);
            self.line(2, &format!("return {value};"));
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(&scope);
        }
        if recursive {
            let rest = if helper.parameters > 1 { ", p1" } else { "" };
            let value = self.random.between(0, 2);
            self.line(1, &format!("return {}(p0 - 1{rest}) + {value};", helper.name));
        } else if helper.result {
            let value = self.small_value(&scope);
            self.line(1, &format!("return {value};"));
        }
        self.text.push_str("}\n\n");
        self.helpers.push(helper);
    }

    fn main(&mut self, globals: &[String]) -> Vec<InputRange> {
        self.text.push_str("int main(void)\n{\n");
        let inputs: Vec<InputRange> = (0..1 + self.random.below(3))
            .map(|i| {
                let low = self.random.between(-2, 1);
                let high = low + self.random.between(1, 4);
                InputRange { name: format!("in{i}"), low, high }
            })
            .collect();
        for InputRange { name, low, high } in &inputs {
            self.line(1, &format!("int {name} = __VERIFIER_nondet_int();"));
            self.line(1, &format!("__VERIFIER_assume({name} >= {low} && {name} <= {high});"));
        }
        let locals: Vec<String> = (0..1 + self.random.below(3)).map(|i| format!("x{i}")).collect();
        for local in &locals {
            let value = self.random.between(-2, 3);
            self.line(1, &format!("int {local} = {value};"));
        }
        let cells: Vec<String> = (0..ARRAY_LENGTH).map(|_| self.random.between(-1, 2).to_string()).collect();
        self.line(1, &format!("int {ARRAY}[{ARRAY_LENGTH}] = {{{}}};", cells.join(", ")));
        let names: Vec<String> = inputs.iter().map(|input| input.name.clone()).collect();
        let scope = Scope {
            // The inputs twice, so that they decide more often.
            readable: [globals, &names, &names, &locals].concat(),
            writable: [globals, &locals].concat(),
            counters: Vec::new(),
            depth: 1,
            once: true,
            calls: true,
        };
        for _ in 0..3 + self.random.below(5) {
            self.statement(&scope);
            if self.random.one_in(6) {
                self.assertion(&scope);
            }
        }
        self.assertion(&scope);
        self.line(1, "return 0;");
        self.text.push_str("}\n");
        inputs
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * depth);
    }

    fn statement(&mut self, scope: &Scope) {
        let nested = scope.depth < 3;
        let in_main = scope.calls;
        match self.random.below(12) {
            0 | 1 if nested => self.conditional(scope),
            2 if nested && in_main => self.counter_loop(scope),
            3 if nested && in_main => self.countdown(scope),
            4 | 5 if in_main && !self.helpers.is_empty() => self.call(scope),
            6 if in_main => self.store(scope),
            7 if in_main && scope.once => self.guarded_store(scope),
            8 => self.flag(scope),
            9 => self.update(scope),
            _ => self.assignment(scope),
        }
    }

    fn block(&mut self, scope: &Scope) {
        let inner = Scope { depth: scope.depth + 1, ..scope.clone() };
        for _ in 0..1 + self.random.below(2) {
            self.statement(&inner);
        }
        if scope.calls && self.random.one_in(8) {
            self.assertion(&inner);
        }
    }

    fn conditional(&mut self, scope: &Scope) {
        let condition = self.condition(scope);
        self.line(scope.depth, &format!("if ({condition}) {{"));
        self.block(scope);
        if self.random.one_in(2) {
            self.line(scope.depth, "} else {");
            self.block(scope);
        }
        self.line(scope.depth, "}");
    }

    /// Every cell of the array has its round.
    fn counter_loop(&mut self, scope: &Scope) {
        let counter = self.counter();
        let bound = self.random.between(1, ARRAY_LENGTH);
        self.line(scope.depth, &format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        let mut inner = Scope { once: false, ..scope.clone() };
        inner.readable.push(counter.clone());
        inner.counters.push(counter);
        self.block(&inner);
        if self.random.one_in(4) {
            let condition = self.condition(&inner);
            self.line(scope.depth + 1, &format!("if ({condition})"));
            let jump = *self.random.pick(&["break;", "continue;"]);
            self.line(scope.depth + 2, jump);
        }
        self.line(scope.depth, "}");
    }

    /// A loop that may end before its bound.
    fn countdown(&mut self, scope: &Scope) {
        let counter = self.counter();
        let bound = self.random.between(1, 4);
        self.line(scope.depth, &format!("int {counter} = {bound};"));
        let condition = self.comparison(scope);
        self.line(scope.depth, &format!("while ({counter} > 0 && {condition}) {{"));
        let inner = Scope { once: false, ..scope.clone() };
        self.block(&inner);
        self.line(scope.depth + 1, &format!("{counter}--;"));
        self.line(scope.depth, "}");
    }

    fn counter(&mut self) -> String {
        self.loops += 1;
        format!("i{}", self.loops)
    }

    fn call(&mut self, scope: &Scope) {
        let index = self.random.below(self.helpers.len());
        let Helper { parameters, result, recursive, ref name } = self.helpers[index];
        let name = name.clone();
        let arguments: Vec<String> = (0..parameters)
            .map(|i| {
                if i == 0 && recursive {
                    self.random.between(0, 3).to_string()
                } else {
                    self.small_value(scope)
                }
            })
            .collect();
        let call = format!("{name}({})", arguments.join(", "));
        let target = self.random.pick(&scope.writable).clone();
        match self.random.below(4) {
            0 if result => {
                let bound = self.random.between(-1, 3);
                let relation = *self.random.pick(&RELATIONS);
                self.line(scope.depth, &format!("if ({call} {relation} {bound})"));
                let value = self.small_value(scope);
                self.line(scope.depth + 1, &format!("{target} = {value};"));
            }
            1 | 2 if result => self.line(scope.depth, &format!("{target} = {call};")),
            _ => self.line(scope.depth, &format!("{call};")),
        }
    }

    fn store(&mut self, scope: &Scope) {
        let index = match scope.counters.last() {
            Some(counter) => counter.clone(),
            None => self.random.between(0, ARRAY_LENGTH - 1).to_string(),
        };
        if self.random.one_in(2) {
            let value = self.small_value(scope);
            self.line(scope.depth, &format!("{ARRAY}[{index}] = {value};"));
        } else {
            let target = self.random.pick(&scope.writable).clone();
            self.line(scope.depth, &format!("{target} = {ARRAY}[{index}];"));
        }
    }

    /// A store at an index that only the run knows.
    fn guarded_store(&mut self, scope: &Scope) {
        let index = self.random.pick(&scope.readable).clone();
        let value = self.small_value(scope);
        self.line(scope.depth, &format!("if ({index} >= 0 && {index} < {ARRAY_LENGTH})"));
        self.line(scope.depth + 1, &format!("{ARRAY}[{index}] = {value};"));
    }

    fn flag(&mut self, scope: &Scope) {
        let value = match self.random.below(3) {
            0 => "true".to_owned(),
            1 => format!("!{FLAG}"),
            _ => self.comparison(scope),
        };
        self.line(scope.depth, &format!("{FLAG} = {value};"));
    }

    fn update(&mut self, scope: &Scope) {
        let target = self.random.pick(&scope.writable).clone();
        let by = self.random.between(1, 3);
        let text = match self.random.below(4) {
            0 => format!("{target}++;"),
            1 => format!("{target}--;"),
            2 => format!("{target} += {by};"),
            _ => format!("{target} -= {by};"),
        };
        self.line(scope.depth, &text);
    }

    fn assignment(&mut self, scope: &Scope) {
        let target = self.random.pick(&scope.writable).clone();
        let value = if scope.once && self.random.one_in(3) {
            let left = self.random.pick(&scope.readable).clone();
            let right = self.random.pick(&scope.readable).clone();
            let operator = *self.random.pick(&["+", "-"]);
            format!("{left} {operator} {right}")
        } else if self.random.one_in(5) {
            let condition = self.comparison(scope);
            let (yes, no) = (self.small_value(scope), self.small_value(scope));
            format!("{condition} ? {yes} : {no}")
        } else {
            self.small_value(scope)
        };
        self.line(scope.depth, &format!("{target} = {value};"));
    }

    /// A value that is at most a constant away from that of a variable.
    fn small_value(&mut self, scope: &Scope) -> String {
        let constant = self.random.between(-2, 4);
        match self.random.below(4) {
            0 => constant.to_string(),
            1 => {
                let offset = self.random.between(1, 2);
                let operator = *self.random.pick(&["+", "-"]);
                format!("{} {operator} {offset}", self.random.pick(&scope.readable))
            }
            _ => self.random.pick(&scope.readable).clone(),
        }
    }

    fn comparison(&mut self, scope: &Scope) -> String {
        let relation = *self.random.pick(&RELATIONS);
        let left = self.random.pick(&scope.readable).clone();
        let right = self.small_value(scope);
        format!("{left} {relation} {right}")
    }

    fn condition(&mut self, scope: &Scope) -> String {
        match self.random.below(6) {
            0 => FLAG.to_owned(),
            1 => format!("!{FLAG}"),
            2 => format!("{} && {}", self.comparison(scope), self.comparison(scope)),
            3 => format!("{} || {}", self.comparison(scope), self.comparison(scope)),
            _ => self.comparison(scope),
        }
    }

    /// Some assertions fail often, some rarely, some never.
    fn assertion(&mut self, scope: &Scope) {
        let name = self.random.pick(&scope.readable).clone();
        let text = match self.random.below(6) {
            0 => self.condition(scope),
            1 => format!("{name} != {}", self.random.between(-3, 4)),
            2 => format!("{name} <= {}", self.random.between(1, 6)),
            3 => format!("{name} >= {}", self.random.between(-6, -1)),
            4 => format!("!({} && {})", self.condition(scope), self.comparison(scope)),
            _ => {
                let index = self.random.between(0, ARRAY_LENGTH - 1);
                format!("{ARRAY}[{index}] != {name} || {FLAG}")
            }
        };
        self.line(scope.depth, &format!("assert({text});"));
    }
}

/// Compiles a program that takes its inputs as arguments, with checks of undefined behaviour; gives the
/// binary, or `None` without a compiler.
pub fn compiled(folder: &Path, text: &str) -> Option<PathBuf> {
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    let stubs = "#include <stdlib.h>\nstatic int next_, count_; static char **values_;\n\
        int __VERIFIER_nondet_int(void) { return next_ < count_ ? atoi(values_[next_++]) : 0; }\n\
        void __VERIFIER_assume(int holds) { if (!holds) exit(9); }\n\
        __attribute__((constructor)) static void start_(int count, char **values)\n\
        { count_ = count - 1; values_ = values + 1; }\n";
    std::fs::write(&source, format!("{text}{stubs}")).ok()?;
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Werror=uninitialized", "-Wno-unused"])
        .args(["-fsanitize=undefined,bounds", "-fno-sanitize-recover=all", "-o"])
        .args([&binary, &source])
        .output()
        .ok()?;
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{messages}\n{text}");
    Some(binary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_names_one_program() {
        let texts: BTreeSet<String> = (0..50).map(|seed| generate(seed).text).collect();
        assert_eq!(texts.len(), 50);
        assert_eq!(generate(7), generate(7));
    }

    #[test]
    fn inputs_are_few_and_read_once() {
        for seed in 0..200 {
            let program = generate(seed);
            assert!((1..=3).contains(&program.inputs.len()));
            assert_eq!(program.text.matches("= __VERIFIER_nondet_int()").count(), program.inputs.len());
            assert!(program.input_vectors().len() <= 125, "seed {seed}");
            assert!(!program.assertion_lines().is_empty());
        }
    }

    #[test]
    fn vectors_are_in_order() {
        let range = |name: &str, low, high| InputRange { name: name.to_owned(), low, high };
        let program = Generated { text: String::new(), inputs: vec![range("a", 0, 1), range("b", -1, 0)] };
        assert_eq!(program.input_vectors(), [[0, -1], [0, 0], [1, -1], [1, 0]]);
    }

    /// Where a C compiler is installed: it finds nothing undefined on any input vector.
    #[test]
    fn programs_are_well_defined() {
        let Ok(folder) = tempfile::tempdir() else { return };
        for seed in 0..6 {
            let program = generate(seed);
            let Some(binary) = compiled(folder.path(), &program.text) else { return };
            let lines = program.assertion_lines();
            for vector in program.input_vectors() {
                let arguments = vector.iter().map(i64::to_string);
                let output = Command::new(&binary).args(arguments).output().unwrap();
                let messages = String::from_utf8_lossy(&output.stderr);
                let failed_assertion =
                    lines.iter().any(|line| messages.contains(&format!("program.c:{line}: ")));
                assert!(
                    output.status.success() || (failed_assertion && messages.contains("Assertion")),
                    "seed {seed}, inputs {vector:?}: {messages}\n{}",
                    program.text
                );
            }
        }
    }
}

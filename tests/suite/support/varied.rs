//! Small random programs over more of the language than [`super::generate`]: unsigned, narrow and Boolean
//! types, structures as values, arrays with computed indices, nested calls, recursion, `switch`, loops that
//! read inputs, static locals. All their input vectors can be tried.
//!
//! Inputs are kept in small ranges, loops and recursion are bounded, indices are masked, divisors are
//! constants. Signed sums can overflow in theory; then the run ends there, for the interpreter and the verdict
//! alike.

mod value;

use std::fmt::Write as _;

use super::generate::{Generated, InputRange, Random};

/// The types of variables: what C calls them, and the function that gives an input of the type.
const TYPES: [(&str, &str); 6] = [
    ("int", "__VERIFIER_nondet_int"),
    ("unsigned", "__VERIFIER_nondet_uint"),
    ("unsigned char", "__VERIFIER_nondet_uchar"),
    ("signed char", "__VERIFIER_nondet_schar"),
    ("bool", "__VERIFIER_nondet_bool"),
    ("short", "__VERIFIER_nondet_short"),
];
const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
/// Lengths of arrays are powers of two, so that indices can be masked.
const LENGTH: usize = 4;
/// More input vectors than this are too many for a test.
const MOST_VECTORS: i64 = 130;

struct Helper {
    name: String,
    /// Its parameters' types; a recursive one counts its first parameter down.
    parameters: Vec<&'static str>,
    recursive: bool,
    /// Whether its parameter and result are structures.
    structure: bool,
}

struct Varied {
    random: Random,
    text: String,
    depth: usize,
    helpers: Vec<Helper>,
    /// Numbers that can be read, and those of them that can be assigned.
    readable: Vec<String>,
    writable: Vec<String>,
    arrays: Vec<String>,
    structures: Vec<String>,
    names: usize,
    /// Loops around.
    loops: usize,
    in_main: bool,
    inputs: Vec<InputRange>,
    vectors: i64,
}

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut varied = Varied {
        random: Random::new(seed ^ 0xA5A5),
        text: String::new(),
        depth: 0,
        helpers: Vec::new(),
        readable: Vec::new(),
        writable: Vec::new(),
        arrays: Vec::new(),
        structures: Vec::new(),
        names: 0,
        loops: 0,
        in_main: false,
        inputs: Vec::new(),
        vectors: 1,
    };
    varied.program();
    Generated { text: varied.text, inputs: varied.inputs }
}

impl Varied {
    fn line(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:width$}{}", "", text.as_ref(), width = 4 * self.depth);
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn type_name(&mut self) -> &'static str {
        self.random.pick(&TYPES).0
    }

    fn program(&mut self) {
        self.line("#include <assert.h>");
        self.line("#include <stdbool.h>");
        for (ty, input) in TYPES {
            self.line(format!("extern {ty} {input}(void);"));
        }
        self.line("extern void __VERIFIER_assume(int);");
        self.line("struct pair { int a; unsigned char b; bool c; };");
        for _ in 0..1 + self.random.below(3) {
            let (ty, name) = (self.type_name(), self.name("g"));
            let value = self.random.between(0, 3);
            self.line(format!("{ty} {name} = {value};"));
            self.variable(name);
        }
        if self.random.one_in(2) {
            let (ty, name) = (self.type_name(), self.name("table"));
            self.line(format!("{ty} {name}[{LENGTH}] = {{1, 0, 3}};"));
            self.arrays.push(name);
        }
        if self.random.one_in(3) {
            let name = self.name("box");
            self.line(format!("struct pair {name};"));
            self.structure(name);
        }
        for _ in 0..self.random.below(4) {
            self.helper();
        }
        self.main();
    }

    fn variable(&mut self, name: String) {
        self.readable.push(name.clone());
        self.writable.push(name);
    }

    fn structure(&mut self, name: String) {
        for member in ["a", "b", "c"] {
            self.variable(format!("{name}.{member}"));
        }
        self.structures.push(name);
    }

    fn helper(&mut self) {
        let outer =
            (self.readable.clone(), self.writable.clone(), self.arrays.clone(), self.structures.clone());
        let structure = self.random.one_in(4);
        let recursive = !structure && self.random.one_in(3);
        let name = self.name("helper");
        let mut parameters = Vec::new();
        if structure {
            self.line(format!("struct pair {name}(struct pair p)"));
            self.structure("p".to_owned());
        } else {
            let result = self.type_name();
            for _ in 0..1 + self.random.below(2) {
                parameters.push(self.type_name());
            }
            if recursive {
                parameters[0] = "int";
            }
            let declared: Vec<String> =
                parameters.iter().enumerate().map(|(i, ty)| format!("{ty} p{i}")).collect();
            self.line(format!("{result} {name}({})", declared.join(", ")));
            for i in 0..parameters.len() {
                match recursive && i == 0 {
                    // It counts the calls; the body must leave it alone.
                    true => self.readable.push("p0".to_owned()),
                    false => self.variable(format!("p{i}")),
                }
            }
        }
        self.line("{");
        self.depth = 1;
        if recursive {
            let value = self.random.between(0, 4);
            self.line(format!("if (p0 <= 0) return {value};"));
        }
        if self.random.one_in(3) {
            let (ty, name) = (self.type_name(), self.name("kept"));
            let value = self.random.between(0, 2);
            self.line(format!("static {ty} {name} = {value};"));
            self.variable(name);
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement();
        }
        if structure {
            self.line("return p;");
        } else if recursive {
            let rest: String = parameters[1..].iter().map(|_| format!(", {}", self.value(1))).collect();
            let more = self.value(0);
            self.line(format!("return {name}(p0 - 1{rest}) + {more};"));
        } else {
            let value = self.value(2);
            self.line(format!("return {value};"));
        }
        self.depth = 0;
        self.line("}");
        (self.readable, self.writable, self.arrays, self.structures) = outer;
        self.helpers.push(Helper { name, parameters, recursive, structure });
    }

    fn main(&mut self) {
        self.line("int main(void)");
        self.line("{");
        self.depth = 1;
        self.in_main = true;
        for _ in 0..1 + self.random.below(2) {
            self.input();
        }
        for _ in 0..1 + self.random.below(3) {
            let (ty, name) = (self.type_name(), self.name("x"));
            let value = self.random.between(-1, 3);
            self.line(format!("{ty} {name} = {value};"));
            self.variable(name);
        }
        if self.random.one_in(2) {
            let (ty, name) = (self.type_name(), self.name("cells"));
            self.line(format!("{ty} {name}[{LENGTH}] = {{2, 1}};"));
            self.arrays.push(name);
        }
        if self.random.one_in(2) {
            let name = self.name("pair");
            let value = self.value(1);
            self.line(format!("struct pair {name} = {{{value}, 1, false}};"));
            self.structure(name);
        }
        for _ in 0..3 + self.random.below(4) {
            self.statement();
            if self.random.one_in(7) {
                self.assertion();
            }
        }
        if self.random.one_in(4) {
            self.input_loop();
        }
        self.assertion();
        self.line("return 0;");
        self.depth = 0;
        self.line("}");
    }

    /// A new input with few values.
    fn input(&mut self) {
        let (ty, function) = *self.random.pick(&TYPES);
        let name = self.name("in");
        let (low, high) = match ty {
            "bool" => (0, 1),
            "int" | "signed char" | "short" => {
                let low = self.random.between(-3, 2);
                (low, low + self.random.between(1, 5))
            }
            _ => {
                // At the edge, values wrap soon.
                let low = if self.random.one_in(4) { 250 } else { self.random.between(0, 3) };
                (low, low + self.random.between(1, 5))
            }
        };
        if self.vectors * (high - low + 1) > MOST_VECTORS {
            return;
        }
        self.vectors *= high - low + 1;
        self.line(format!("{ty} {name} = {function}();"));
        self.line(format!("__VERIFIER_assume({name} >= {low} && {name} <= {high});"));
        self.inputs.push(InputRange { name: name.clone(), low, high });
        // Twice, so that it decides more often.
        self.readable.push(name.clone());
        self.readable.push(name);
    }

    /// A loop that reads an input per round.
    fn input_loop(&mut self) {
        let (counter, read) = (self.name("i"), self.name("next"));
        let rounds = self.random.between(2, 3);
        let values = self.random.between(2, 3);
        let target = self.random.pick(&self.writable).clone();
        if self.vectors * values.pow(rounds as u32) > 2 * MOST_VECTORS {
            return;
        }
        self.vectors *= values.pow(rounds as u32);
        self.line(format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{"));
        self.depth += 1;
        self.line(format!("int {read} = __VERIFIER_nondet_int();"));
        self.line(format!("if ({read} < 0 || {read} >= {values}) return 0;"));
        let condition = self.condition();
        match self.random.below(3) {
            0 => self.line(format!("if ({condition}) {target} += {read};")),
            1 => self.line(format!("if ({read} == 1) {target}++;")),
            _ => self.line(format!("{target} = {target} * 2 + {read};")),
        }
        self.depth -= 1;
        self.line("}");
        for _ in 0..rounds {
            self.inputs.push(InputRange { name: read.clone(), low: 0, high: values - 1 });
        }
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement();
        }
        if self.in_main && self.random.one_in(10) {
            self.assertion();
        }
        self.depth -= 1;
    }

    fn statement(&mut self) {
        let nested = self.depth < 3;
        let calls = !self.helpers.is_empty() && self.loops < 2;
        match self.random.below(14) {
            0 | 1 if nested => self.conditional(),
            2 if nested && self.loops < 2 => self.counting_loop(),
            3 if nested && self.loops < 2 => self.countdown(),
            4 if nested => self.switch(),
            5..=7 if calls => self.call(),
            8 if !self.arrays.is_empty() => {
                let (element, value) = (self.element(), self.value(2));
                self.line(format!("{element} = {value};"));
            }
            9 if self.structures.len() > 1 => {
                let to = self.random.pick(&self.structures).clone();
                let from = self.random.pick(&self.structures).clone();
                self.line(format!("{to} = {from};"));
            }
            10 => {
                let target = self.target();
                let operator = *self.random.pick(&["+=", "-=", "^=", "|=", "&="]);
                let value = self.value(0);
                self.line(format!("{target} {operator} {value};"));
            }
            11 => {
                let target = self.target();
                // No `--` on Booleans would be bad C, `++` is not: it gives one.
                self.line(format!("{target}++;"));
            }
            _ => {
                let (target, value) = (self.target(), self.value(2));
                self.line(format!("{target} = {value};"));
            }
        }
    }

    fn target(&mut self) -> String {
        self.random.pick(&self.writable).clone()
    }

    fn conditional(&mut self) {
        let condition = self.condition();
        self.line(format!("if ({condition}) {{"));
        self.block();
        if self.random.one_in(2) {
            self.line("} else {");
            self.block();
        }
        self.line("}");
    }

    fn counting_loop(&mut self) {
        let counter = self.name("i");
        let bound = self.random.between(1, 4);
        let ty = *self.random.pick(&["int", "unsigned", "unsigned char"]);
        self.line(format!("for ({ty} {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.loops += 1;
        self.readable.push(counter);
        self.block();
        if self.random.one_in(4) {
            let condition = self.condition();
            let jump = *self.random.pick(&["break", "continue"]);
            self.depth += 1;
            self.line(format!("if ({condition}) {jump};"));
            self.depth -= 1;
        }
        self.readable.pop();
        self.loops -= 1;
        self.line("}");
    }

    fn countdown(&mut self) {
        let counter = self.name("n");
        let bound = self.random.between(1, 4);
        self.line(format!("unsigned char {counter} = {bound};"));
        let condition = self.condition();
        self.loops += 1;
        if self.random.one_in(2) {
            self.line(format!("while ({counter}-- && ({condition})) {{"));
            self.block();
            self.line("}");
        } else {
            self.line("do {");
            self.block();
            self.line(format!("}} while (--{counter} > 0 && ({condition}));"));
        }
        self.loops -= 1;
    }

    fn switch(&mut self) {
        let value = self.value(1);
        self.line(format!("switch ({value}) {{"));
        for label in 0..1 + self.random.below(3) {
            self.line(format!("case {label}:"));
            self.block();
            if !self.random.one_in(3) {
                self.depth += 1;
                self.line("break;");
                self.depth -= 1;
            }
        }
        if self.random.one_in(2) {
            self.line("default:");
            self.block();
        }
        self.line("}");
    }

    fn call(&mut self) {
        let number = self.random.below(self.helpers.len());
        if self.helpers[number].structure {
            if let Some(target) =
                (!self.structures.is_empty()).then(|| self.random.pick(&self.structures).clone())
            {
                let argument = self.random.pick(&self.structures).clone();
                let name = &self.helpers[number].name;
                let text = format!("{target} = {name}({argument});");
                self.line(text);
            }
            return;
        }
        let call = self.called(number);
        let target = self.target();
        match self.random.below(4) {
            0 => self.line(format!("{call};")),
            1 => {
                let relation = *self.random.pick(&RELATIONS);
                let (bound, value) = (self.random.between(0, 3), self.value(1));
                self.line(format!("if ({call} {relation} {bound}) {target} = {value};"));
            }
            _ => self.line(format!("{target} = {call};")),
        }
    }

    /// A call with arguments, of which one may be a call.
    fn called(&mut self, number: usize) -> String {
        let (count, recursive) = (self.helpers[number].parameters.len(), self.helpers[number].recursive);
        let mut arguments = Vec::new();
        for i in 0..count {
            let inner = self.random.below(self.helpers.len());
            arguments.push(match () {
                () if i == 0 && recursive => match self.random.one_in(3) {
                    true => format!("({}) & 3", self.value(0)),
                    false => self.random.between(0, 3).to_string(),
                },
                () if count == 1 && inner < number && !self.helpers[inner].structure => self.called(inner),
                () => self.value(1),
            });
        }
        format!("{}({})", self.helpers[number].name, arguments.join(", "))
    }

    /// Some assertions fail often, some rarely, some never.
    fn assertion(&mut self) {
        let name = self.random.pick(&self.readable).clone();
        let text = match self.random.below(6) {
            0 => self.condition(),
            1 => format!("{name} != {}", self.random.between(-3, 8)),
            2 => format!("{name} <= {}", self.random.between(1, 9)),
            3 => format!("{name} >= {}", self.random.between(-6, 0)),
            4 => format!("!({} && {})", self.condition(), self.comparison()),
            _ => format!("({} & 1) == 0 || {}", name, self.comparison()),
        };
        self.line(format!("assert({text});"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_few_vectors_and_some_assertion() {
        for seed in 0..300 {
            let program = generate(seed);
            assert!(program.input_vectors().len() <= 300, "seed {seed}");
            assert!(!program.assertion_lines().is_empty(), "seed {seed}");
        }
    }

    #[test]
    fn all_of_the_language_occurs() {
        let all: String = (0..200).map(|seed| generate(seed).text).collect();
        for part in ["static ", "switch", "do {", "while (", "unsigned char", "bool", "struct pair", " & 3]"]
        {
            assert!(all.contains(part), "{part}");
        }
    }
}

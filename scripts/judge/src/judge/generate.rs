//! Programs with few inputs and much that decides on them.

use super::program::{Condition, Input, Program, Source, hook, mark};
use super::random::Random;

/// A name that an expression may use.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    /// As the compiler reads it.
    read: String,
    writable: bool,
}

#[derive(Clone, Debug)]
struct Array {
    name: String,
    length: usize,
}

/// A helper function: name, number of parameters, whether it has a result.
#[derive(Clone, Debug)]
struct Helper {
    name: String,
    parameters: usize,
    result: bool,
    /// Whether a call may fail, or not come back.
    fails: bool,
}

struct Generator {
    random: Random,
    lines: Vec<String>,
    indent: usize,
    function: String,
    variables: Vec<Variable>,
    arrays: Vec<Array>,
    pointers: Vec<String>,
    helpers: Vec<Helper>,
    conditions: Vec<Condition>,
    names: Vec<String>,
    fresh: usize,
    /// Statements that may still be made.
    budget: usize,
    loops: usize,
    /// Whether something stands here that `continue` and `break` leave.
    breakable: bool,
    void: bool,
    style: Style,
    /// The helper that gets a pointer.
    walks: Option<&'static str>,
}

/// What a program leans on.
#[derive(Clone, Copy, Debug, Default)]
struct Style {
    loops: bool,
    arrays: bool,
    division: bool,
    bits: bool,
    pointers: bool,
    uninit: bool,
    overflow: bool,
    exits: bool,
    assumes: bool,
    helpers: bool,
    globals: bool,
    multiply: bool,
}

/// Makes the program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let style = Style {
        loops: random.chance(40),
        arrays: random.chance(45),
        division: random.chance(35),
        bits: random.chance(20),
        pointers: random.chance(15),
        uninit: random.chance(10),
        overflow: random.chance(5),
        exits: random.chance(25),
        assumes: random.chance(25),
        helpers: random.chance(45),
        globals: random.chance(35),
        multiply: random.chance(30),
    };
    let budget = 3 + random.below(9);
    let mut g = Generator {
        random,
        lines: Vec::new(),
        indent: 0,
        function: String::new(),
        variables: Vec::new(),
        arrays: Vec::new(),
        pointers: Vec::new(),
        helpers: Vec::new(),
        conditions: Vec::new(),
        names: Vec::new(),
        fresh: 0,
        budget,
        loops: 0,
        breakable: false,
        void: false,
        style,
        walks: None,
    };
    g.program(seed)
}

const INPUT_NAMES: [&str; 8] = ["a", "b", "c", "d", "n", "x", "flag", "len"];
const LOCAL_NAMES: [&str; 8] = ["s", "t", "r", "area", "max", "state", "count", "y"];

impl Generator {
    fn line_number(&self) -> u32 {
        self.lines.len() as u32 + 1
    }

    fn emit(&mut self, text: impl AsRef<str>) {
        let text = format!("{}{}", "  ".repeat(self.indent), text.as_ref());
        self.lines.push(text);
    }

    /// A statement where braces are around; whether it is reached is watched.
    fn statement_line(&mut self, text: String) {
        self.emit(format!("{}{text}", mark("R(__LINE__); ", "")));
    }

    fn program(&mut self, seed: u64) -> Program {
        self.emit("#include <assert.h>");
        self.emit("#include <stdio.h>");
        self.emit("#include <stdlib.h>");
        self.emit("extern int __VERIFIER_nondet_int(void);");
        self.emit("extern unsigned __VERIFIER_nondet_uint(void);");
        self.emit("extern char __VERIFIER_nondet_char(void);");
        self.emit("extern short __VERIFIER_nondet_short(void);");
        self.emit("extern long __VERIFIER_nondet_long(void);");
        self.emit("extern void __VERIFIER_assume(int);");
        self.emit("extern int ext(void);");
        let entry = self.random.chance(50);
        let mut inputs = Vec::new();
        let mut globals = Vec::new();
        let mut initials = Vec::new();
        if self.style.globals {
            for name in ["g", "total"].iter().take(1 + self.random.below(2)) {
                let initial = if self.random.chance(60) {
                    String::new()
                } else {
                    format!(" = {}", self.random.below(4))
                };
                self.names.push((*name).to_owned());
                let value: i64 = initial.trim_start_matches(" = ").parse().unwrap_or(0);
                initials.push(((*name).to_owned(), value));
                if entry {
                    let mut values = vec![value];
                    values.extend((-2..=4).filter(|v| *v != value));
                    let line = self.line_number();
                    inputs.push(Input { name: (*name).into(), line, source: Source::Global, values });
                }
                let linkage = if entry || self.random.chance(50) { "" } else { "static " };
                self.emit(format!("{linkage}int {name}{initial};"));
                globals.push((*name).to_owned());
            }
        }
        let of_globals = |globals: &[String]| {
            let variable =
                |name: &String| Variable { name: name.clone(), read: name.clone(), writable: true };
            globals.iter().map(variable).collect::<Vec<_>>()
        };
        if self.style.helpers {
            for _ in 0..1 + self.random.below(2) {
                self.variables = of_globals(&globals);
                self.helper();
            }
        }
        if self.random.chance(25) {
            self.pointer_helper();
        }
        let shared_read = !entry && self.random.chance(12);
        if shared_read {
            self.names.push("rd".into());
        }
        let shared_line = self.line_number();
        if shared_read {
            let read = mark("in[nx++]", "__VERIFIER_nondet_int()");
            self.emit(format!("static int rd(void) {{ return {read}; }}"));
        }
        self.variables = of_globals(&globals);
        self.arrays.clear();
        self.pointers.clear();
        let count = 1 + self.random.below(3) + usize::from(self.random.chance(15));
        let mut ensures = Vec::new();
        let guarded = match entry {
            true => self.entry_function(count, &mut inputs, &mut ensures),
            false => self.main_function(count, shared_read.then_some(shared_line), &mut inputs),
        };
        let bounded = guarded && !inputs.iter().any(|i| i.source == Source::Global);
        let widest = match inputs.len() {
            1 => 41,
            2 => 19,
            3 => 9,
            4 => 6,
            _ => 5,
        };
        let bounded = bounded && inputs.iter().all(|i| i.values.len() <= widest);
        for input in &mut inputs {
            input.values.truncate(widest);
        }
        Program {
            seed,
            marked: self.lines.join("\n") + "\n",
            inputs,
            entry: entry.then(|| "f".to_owned()),
            conditions: std::mem::take(&mut self.conditions),
            names: std::mem::take(&mut self.names),
            ensures,
            globals: initials,
            arrays: Vec::new(),
            bounded,
        }
    }

    fn input_type(&mut self) -> &'static str {
        match self.random.below(20) {
            0 | 1 => "unsigned",
            2 => "char",
            3 => "short",
            4 => "long",
            _ => "int",
        }
    }

    /// Values around zero, nearest first, in a guarded range or with a few far ones.
    fn values(&mut self, ty: &str, low: i64, high: i64, far: bool) -> Vec<i64> {
        let mut values: Vec<i64> = (low..=high).filter(|v| ty != "unsigned" || *v >= 0).collect();
        values.sort_by_key(|v| (v.abs(), *v));
        if far {
            let (least, most) = match ty {
                "unsigned" => (0, 4_294_967_295),
                "char" => (-128, 127),
                "short" => (-32_768, 32_767),
                _ => (-2_147_483_648, 2_147_483_647),
            };
            let extremes = [most, least, 100, -100].into_iter().filter(|v| (least..=most).contains(v));
            let at = values.len().min(5);
            for value in extremes {
                values.insert(at, value);
            }
            values.sort_by_key(|v| (v.abs() > 4 && v.abs() < 100, v.abs(), *v));
            values.dedup();
        }
        values
    }

    fn guard(&mut self, name: &str, ty: &str, low: i64, high: i64) {
        let low = if ty == "unsigned" { low.max(0) } else { low };
        let inside = match ty {
            "unsigned" => format!("{name} <= {high}"),
            _ => format!("{name} >= {low} && {name} <= {high}"),
        };
        let outside = match ty {
            "unsigned" => format!("{name} > {high}"),
            _ => format!("{name} < {low} || {name} > {high}"),
        };
        match self.random.below(10) {
            0..=4 => {
                let condition = self.condition(outside);
                let end = self.quiet_end();
                self.emit(format!("if ({condition}) {end}"));
            }
            5 => {
                let condition = self.condition(format!("!({inside})"));
                let end = self.quiet_end();
                self.emit(format!("if ({condition}) {end}"));
            }
            _ => self.statement_line(format!("__VERIFIER_assume({inside});")),
        }
    }

    fn quiet_end(&mut self) -> &'static str {
        match self.random.below(8) {
            0 if self.style.exits => "exit(0);",
            1 if self.style.exits => "abort();",
            _ if self.void => "return;",
            2 => "return 1;",
            _ => "return 0;",
        }
    }

    fn main_function(&mut self, count: usize, shared: Option<u32>, inputs: &mut Vec<Input>) -> bool {
        self.begin("main");
        self.names.push("main".into());
        let point = self.case("entry".to_owned());
        self.emit(format!("int main(void) {{{point}"));
        self.indent += 1;
        let guarded = self.random.chance(85);
        let mut bounds = Vec::new();
        for index in 0..count {
            let name = INPUT_NAMES[(index * 3 + self.random.below(3)) % 8].to_owned();
            if bounds.iter().any(|(used, ..): &(String, &str, i64, i64)| *used == name) {
                continue;
            }
            let k = inputs.len();
            let mut ty = self.input_type();
            let line = self.line_number();
            let (least, most) = if count > 2 { (2, 3) } else { (4, 4) };
            let (low, high) = (-(self.random.below(least) as i64) - 1, 2 + self.random.below(most) as i64);
            let mut called = name.clone();
            match self.random.below(10) {
                _ if shared.is_some() => {
                    ty = "int";
                    called = "__VERIFIER_nondet_int".into();
                    self.emit(format!("int {name} = rd();"));
                }
                4 if k == 0 => {
                    ty = "int";
                    let read = mark("in[0]", "ext()");
                    let after = mark(&format!(" {};", hook("line", self.line_number())), "");
                    self.emit(format!("int {name} = {read};{after}"));
                }
                0..=3 => {
                    ty = "int";
                    self.emit(format!("int {name};"));
                    let filled = format!("{name} = in[{k}]; {};", hook("line", self.line_number()));
                    self.emit(mark(&filled, &format!("scanf(\"%d\", &{name});")));
                }
                _ => {
                    let suffix = if ty == "unsigned" { "uint" } else { ty };
                    let read = mark(&format!("in[{k}]"), &format!("__VERIFIER_nondet_{suffix}()"));
                    let after = mark(&format!(" {};", hook("line", self.line_number())), "");
                    self.emit(format!("{ty} {name} = {read};{after}"));
                }
            }
            let line = shared.unwrap_or(if self.lines.len() as u32 > line { line + 1 } else { line });
            let values = self.values(ty, low, high, !guarded);
            inputs.push(Input { name: called, line, source: Source::Read, values });
            let writable = self.random.chance(30);
            self.variables.push(Variable { name: name.clone(), read: name.clone(), writable });
            bounds.push((name, ty, low, high));
        }
        if guarded {
            for (name, ty, low, high) in bounds {
                self.guard(&name, ty, low, high);
            }
        }
        self.body();
        if self.random.chance(80) {
            let value = self.expression(1);
            self.statement_line(format!("return {value};"));
        }
        self.indent -= 1;
        self.emit("}");
        guarded
    }

    fn entry_function(
        &mut self,
        count: usize,
        inputs: &mut Vec<Input>,
        ensures: &mut Vec<(u32, String, String)>,
    ) -> bool {
        self.begin("f");
        self.names.push("f".into());
        let guarded = self.random.chance(40);
        let contract = self.random.chance(40);
        let mut parameters: Vec<(String, &'static str, i64, i64)> = Vec::new();
        for index in 0..count {
            let name = INPUT_NAMES[(index * 3 + self.random.below(3)) % 8].to_owned();
            if parameters.iter().all(|(n, ..)| *n != name) {
                parameters.push((
                    name,
                    self.input_type(),
                    -2 - self.random.below(3) as i64,
                    2 + self.random.below(4) as i64,
                ));
            }
        }
        if contract {
            for clause in 0..1 + self.random.below(3) {
                let name = &parameters[self.random.below(parameters.len())].0.clone();
                let text = match self.random.below(6) {
                    0 => format!("\\result >= {name}"),
                    1 => format!("\\result != {}", self.constant()),
                    2 => format!("{name} > {} ==> \\result > {}", self.constant(), self.constant()),
                    3 => format!("\\result <= {} || {name} < 0", self.random.below(6)),
                    4 => format!("\\result == {name} || \\result == {}", self.constant()),
                    _ => format!("\\result >= {}", self.constant()),
                };
                let text = tool_side(&text);
                let compiled = match text.split_once(" ==> ") {
                    Some((left, right)) => format!("!({left}) || ({right})"),
                    None => text.clone(),
                };
                let (begin, end) = (if clause == 0 { "/*@ " } else { "    " }, "");
                ensures.push((self.line_number(), text.clone(), compiled.replace("\\result", "result")));
                self.emit(format!("{begin}ensures {text};{end}"));
            }
            self.emit("*/");
        }
        let line = self.line_number();
        let list: Vec<String> = parameters.iter().map(|(name, ty, ..)| format!("{ty} {name}")).collect();
        self.void = !contract && self.random.chance(15);
        let result = if self.void { "void" } else { "int" };
        let point = self.case("entry".to_owned());
        self.emit(format!("{result} f({}) {{{point}", list.join(", ")));
        self.indent += 1;
        for (name, ty, low, high) in parameters {
            let values = self.values(ty, low, high, !guarded);
            inputs.push(Input { name: name.clone(), line, source: Source::Parameter, values });
            let writable = self.random.chance(30);
            self.variables.push(Variable { name: name.clone(), read: name.clone(), writable });
            if guarded {
                self.guard(&name, ty, low, high);
            }
        }
        self.body();
        if !self.void {
            let value = self.expression(1);
            self.statement_line(format!("return {value};"));
        }
        self.indent -= 1;
        self.emit("}");
        guarded
    }

    fn begin(&mut self, function: &str) {
        self.function = function.to_owned();
        self.void = false;
        self.breakable = false;
        self.loops = 0;
    }

    fn helper(&mut self) {
        let (number, before) = (self.helpers.len(), self.lines.len());
        let name = ["help", "check_it", "twice", "limit"][number % 4].to_owned();
        self.begin(&name);
        self.names.push(name.clone());
        let parameters = 1 + self.random.below(2);
        let result = self.random.chance(70);
        let names: Vec<&str> = ["v", "w"][..parameters].to_vec();
        let list: Vec<String> = names.iter().map(|n| format!("int {n}")).collect();
        let head = format!("static {} {name}({})", if result { "int" } else { "void" }, list.join(", "));
        self.void = !result;
        if result && self.random.chance(10) {
            let rest = if parameters == 2 { ", w" } else { "" };
            let point = self.case("entry".to_owned());
            self.emit(format!("{head} {{{point}"));
            let condition = self.condition("v <= 0".to_owned());
            self.emit(format!("  if ({condition}) return 0;"));
            self.emit(format!("  return 1 + {name}(v - 1{rest});"));
            self.emit("}");
        } else {
            let point = self.case("entry".to_owned());
            self.emit(format!("{head} {{{point}"));
            self.indent += 1;
            let globals = self.variables.len();
            let of_parameter = |n: &&str| Variable { name: (*n).into(), read: (*n).into(), writable: true };
            self.variables.extend(names.iter().map(of_parameter));
            let whole = self.budget;
            self.budget = 1 + self.random.below(3);
            if self.random.chance(25) && self.style.exits {
                let text = format!("v {} {}", ["<", ">", "=="][self.random.below(3)], self.random.below(4));
                let condition = self.condition(text);
                self.emit(format!("if ({condition}) exit(1);"));
            }
            while self.budget > 0 {
                self.statement(1);
            }
            self.budget = whole;
            if result {
                let value = self.expression(1);
                self.statement_line(format!("return {value};"));
            }
            self.variables.truncate(globals);
            self.indent -= 1;
            self.emit("}");
        }
        let body = self.lines[before..].concat();
        let fails = ["assert(", " / ", " % ", "<<", ">>", "[", "*", "exit(", "while (", "for ("];
        let fails = fails.iter().any(|part| body.contains(part))
            || self.helpers.iter().any(|h| h.fails && body.contains(&format!("{}(", h.name)));
        self.helpers.push(Helper { name, parameters, result, fails });
    }

    /// A helper that gets a pointer: one that changes what it leads to, or one that walks along an array.
    fn pointer_helper(&mut self) {
        let name = if self.random.chance(50) { "bump" } else { "sum_of" };
        self.begin(name);
        self.names.push(name.into());
        if name == "bump" {
            self.emit("static void bump(int *p, int v) {");
            let operator = ["<", ">=", "!="][self.random.below(3)];
            let condition = self.condition(format!("*p {operator} v"));
            self.emit(format!("  if ({condition})"));
            let by = self.random.below(3);
            self.emit(format!("    *p = *p + {by};"));
            self.emit("}");
        } else {
            self.emit("static int sum_of(const int *p, int n) {");
            self.emit("  int r = 0;");
            let condition = self.condition("i < n".into());
            self.emit(format!("  for (int i = 0; {condition}; i++)"));
            let index = mark("(i >= known_length ? fail(__LINE__, BOUNDS) : (void)0), i", "i");
            self.emit(format!("    r += p[{index}];"));
            self.emit("  return r;");
            self.emit("}");
        }
        self.walks = Some(name);
    }

    /// A call of that helper.
    fn pointer_call(&mut self) {
        let target = self.target();
        let plain = |name: &String| LOCAL_NAMES.contains(&name.as_str());
        match (self.walks, target) {
            (Some("bump"), Some(target)) if plain(&target) && self.is_int(&target) => {
                let value = self.expression(1);
                self.statement_line(format!("bump(&{target}, {value});"));
            }
            (Some("sum_of"), Some(target)) if !self.arrays.is_empty() => {
                let array = self.arrays[self.random.below(self.arrays.len())].clone();
                let length = mark(&format!("known_length = {}; ", array.length), "");
                let count = if self.random.chance(50) { array.length.to_string() } else { self.variable() };
                self.statement_line(format!("{length}{target} = sum_of({}, {count});", array.name));
            }
            _ => self.assign(),
        }
    }

    /// Whether a local is an `int`, whose address may be passed.
    fn is_int(&self, name: &str) -> bool {
        self.lines.iter().any(|l| l.trim_start().starts_with(&format!("int {name} ")))
    }

    fn body(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            self.local();
        }
        if self.style.arrays {
            self.array();
        }
        if self.random.chance(10) {
            let (x, y) = (self.expression(1), self.constant());
            self.emit(format!("struct {{ int x; int y; }} o = {{{x}, {y}}};"));
            let member = |name: &str| Variable { name: name.into(), read: name.into(), writable: true };
            self.variables.extend(["o.x", "o.y"].map(member));
        }
        if self.style.uninit {
            self.uninitialised();
        }
        if self.style.pointers {
            self.pointer();
        }
        let leaves = self.random.chance(12);
        if leaves {
            let condition = self.compound(1);
            let condition = self.condition(condition);
            self.emit(format!("if ({condition}) goto out;"));
        }
        while self.budget > 0 {
            self.statement(2);
        }
        if leaves {
            self.emit("out:;");
        }
        for _ in 0..1 + self.random.below(2) {
            self.assertion();
        }
    }

    fn fresh(&mut self) -> String {
        let name = LOCAL_NAMES[self.fresh % LOCAL_NAMES.len()];
        let round = self.fresh / LOCAL_NAMES.len();
        self.fresh += 1;
        if round == 0 { name.to_owned() } else { format!("{name}{round}") }
    }

    fn local(&mut self) {
        let name = self.fresh();
        let value = if self.random.chance(70) { self.constant() } else { self.expression(1) };
        let ty = match self.random.below(14) {
            0 => "unsigned",
            1 => "long",
            2 => "short",
            3 => "_Bool",
            _ => "int",
        };
        let after = mark(&format!(" {};", hook("line", self.line_number())), "");
        self.statement_line(format!("{ty} {name} = {value};{after}"));
        self.variables.push(Variable { name: name.clone(), read: name, writable: true });
    }

    fn array(&mut self) {
        let name = ["buf", "arr", "tab"][self.arrays.len() % 3].to_owned();
        let length = 2 + self.random.below(4);
        let values: Vec<String> = (0..length).map(|_| self.random.below(5).to_string()).collect();
        self.emit(format!("int {name}[{length}] = {{{}}};", values.join(", ")));
        self.arrays.push(Array { name, length });
    }

    fn uninitialised(&mut self) {
        let name = self.fresh();
        self.emit(mark(&format!("int {name} = 0; char {name}_set = 0;"), &format!("int {name};")));
        let condition = self.compound(1);
        let condition = self.condition(condition);
        let value = self.expression(1);
        let set = mark(&format!(" {name}_set = 1;"), "");
        self.emit(format!("if ({condition}) {{ {name} = {value};{set} }}"));
        let read = mark(&format!("(({name}_set ? (void)0 : fail(__LINE__, UNINIT)), {name})"), &name);
        // Written only here, so that what says whether it has a value is right.
        self.variables.push(Variable { name, read, writable: false });
    }

    fn pointer(&mut self) {
        let targets: Vec<String> = self
            .variables
            .iter()
            .filter(|v| v.writable && v.name == v.read)
            .map(|v| v.name.clone())
            .collect();
        let locals: Vec<&String> = targets.iter().filter(|n| LOCAL_NAMES.contains(&n.as_str())).collect();
        let Some(target) = locals.first().map(|n| (*n).clone()) else { return };
        let name = "p".to_owned();
        // Only `int` has its address taken.
        if !self.lines.iter().any(|l| l.trim_start().starts_with(&format!("int {target} "))) {
            return;
        }
        match self.random.below(3) {
            0 => self.emit(format!("int *{name} = &{target};")),
            1 => {
                let condition = self.compound(1);
                self.emit(format!("int *{name} = {condition} ? &{target} : 0;"));
            }
            _ => {
                self.emit(format!("int *{name} = 0;"));
                let condition = self.compound(1);
                let condition = self.condition(condition);
                self.emit(format!("if ({condition}) {name} = &{target};"));
            }
        }
        self.pointers.push(name);
    }

    fn constant(&mut self) -> String {
        if self.style.overflow && self.random.chance(25) {
            return kept(["2147483647", "2147483640", "(-2147483647 - 1)", "1000000"][self.random.below(4)]);
        }
        match self.random.below(10) {
            0 => "-1".into(),
            1 => "-2".into(),
            2..=4 => "0".into(),
            5 | 6 => "1".into(),
            _ => self.random.below(7).to_string(),
        }
    }

    fn variable(&mut self) -> String {
        match self.variables.len() {
            0 => self.constant(),
            n => self.variables[self.random.below(n)].read.clone(),
        }
    }

    /// An expression. Of one that is converted gcc makes another one, without overflow: near the limits each is a value.
    fn expression(&mut self, depth: usize) -> String {
        let text = self.written(depth);
        if self.style.overflow && text.contains(' ') { kept(&text) } else { text }
    }

    fn written(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.random.chance(70) { self.variable() } else { self.constant() };
        }
        let d = depth - 1;
        match self.random.below(24) {
            0..=3 => self.variable(),
            4 => self.constant(),
            5..=8 => format!("{} + {}", self.expression(d), self.factor(d)),
            9..=11 => format!("{} - {}", self.expression(d), self.factor(d)),
            12 => format!("{} * {}", self.factor(d), self.random.below(4)),
            13 if self.style.multiply => format!("{} * {}", self.factor(0), self.factor(0)),
            14 | 15 if self.style.division => {
                let op = if self.random.chance(50) { "/" } else { "%" };
                let divisor = if self.random.chance(60) {
                    self.factor(d)
                } else {
                    (1 + self.random.below(4)).to_string()
                };
                let divisor = kept(&divisor);
                format!("{} {op} {divisor}", self.factor(d))
            }
            16 if self.style.bits => {
                let op = ["&", "|", "^"][self.random.below(3)];
                format!("({} {op} {})", self.factor(d), self.factor(d))
            }
            17 if self.style.bits => {
                let by =
                    if self.random.chance(50) { self.factor(0) } else { self.random.below(4).to_string() };
                let by = kept(&by);
                format!(
                    "({} {} {by})",
                    if self.random.chance(60) { "1".into() } else { self.factor(0) },
                    if self.random.chance(60) { "<<" } else { ">>" }
                )
            }
            18 => format!("({} ? {} : {})", self.comparison(), self.expression(d), self.expression(d)),
            19 => format!("({})", self.compound(1)),
            20 if !self.arrays.is_empty() => {
                let array = self.arrays[self.random.below(self.arrays.len())].clone();
                format!("{}[{}]", array.name, self.index(&array))
            }
            21 => {
                let calls: Vec<Helper> =
                    self.helpers.iter().filter(|h| h.result && !h.fails).cloned().collect();
                // What fails first of several operands is open.
                match calls.is_empty() {
                    true => self.variable(),
                    false => {
                        let helper = self.random.pick(&calls);
                        self.call(&helper, d)
                    }
                }
            }
            22 if !self.pointers.is_empty() => format!("*{}", self.pointers[0]),
            // Of `-x` in a comparison gcc makes another one, without overflow.
            23 => format!("0 - {}", self.factor(0)),
            _ => self.expression(d),
        }
    }

    /// An expression that may stand on either side of any operator.
    fn factor(&mut self, depth: usize) -> String {
        let text = self.expression(depth);
        let simple = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if simple { text } else { format!("({text})") }
    }

    fn call(&mut self, helper: &Helper, depth: usize) -> String {
        // In which order arguments are evaluated nobody says.
        let helpers = std::mem::take(&mut self.helpers);
        let arguments: Vec<String> = (0..helper.parameters).map(|_| self.expression(depth)).collect();
        self.helpers = helpers;
        format!("{}({})", helper.name, arguments.join(", "))
    }

    fn index(&mut self, array: &Array) -> String {
        let index = match self.random.below(4) {
            0 => self.random.below(array.length).to_string(),
            1 => self.variable(),
            _ => {
                let operator = if self.random.chance(50) { "+" } else { "-" };
                format!("{} {operator} {}", self.variable(), self.random.below(3))
            }
        };
        kept(&index)
    }

    fn comparison(&mut self) -> String {
        let operator = ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)];
        let left = if self.random.chance(70) { self.variable() } else { self.factor(1) };
        let right = if self.random.chance(55) { self.constant() } else { self.factor(1) };
        match self.random.below(12) {
            0 => left,
            1 => format!("!{}", self.factor(0)),
            2 => format!("{} % 2 {} 0", self.factor(0), if self.random.chance(50) { "==" } else { "!=" }),
            // Of `n < n - x` gcc makes `x < 0`, without overflow.
            _ if self.style.overflow && right.starts_with('(') => {
                format!("{left} {operator} {}", kept(&right))
            }
            _ if self.style.overflow && left.starts_with('(') => {
                format!("{} {operator} {right}", kept(&left))
            }
            _ => format!("{left} {operator} {right}"),
        }
    }

    fn compound(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(50) {
            return self.comparison();
        }
        match self.random.below(5) {
            0 | 1 => format!("{} && {}", self.operand(depth - 1), self.operand(depth - 1)),
            2 | 3 => format!("{} || {}", self.operand(depth - 1), self.operand(depth - 1)),
            _ => format!("!({})", self.compound(depth - 1)),
        }
    }

    fn operand(&mut self, depth: usize) -> String {
        let text = self.compound(depth);
        if text.contains("&&") || text.contains("||") { format!("({text})") } else { text }
    }

    /// Makes a text a condition whose outcomes are counted.
    fn condition(&mut self, text: String) -> String {
        let number = self.conditions.len();
        let shown = tool_side(&text);
        self.conditions.push(Condition {
            line: self.line_number(),
            text: shown,
            function: self.function.clone(),
        });
        let before = format!("({}, C({number},(", hook("line", self.line_number()));
        format!("{}{text}{}", mark(&before, ""), mark(")))", ""))
    }

    /// The condition of a loop that begins at this line, with the moments around it.
    fn loop_condition(&mut self, text: String) -> String {
        let line = self.line_number();
        let text = self.condition(text);
        let before = mark(&format!("({}, ", hook("at-loop", line)), "");
        let (inside, after) = (hook("in-loop", line), hook("after-loop", line));
        format!("{before}{text}{}", mark(&format!(" ? ({inside}, 1) : ({after}, 0))"), ""))
    }

    /// A statement that is done as a whole, with the moment after it.
    fn simple(&mut self, text: &str) {
        let after = hook("line", self.line_number());
        let single = mark("{ R(__LINE__); ", "");
        self.emit(format!("{single}{text}{}", mark(&format!(" {after}; }}"), "")));
    }

    fn target(&mut self) -> Option<String> {
        let names: Vec<String> =
            self.variables.iter().filter(|v| v.writable).map(|v| v.name.clone()).collect();
        (!names.is_empty()).then(|| self.random.pick(&names))
    }

    fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        let scope = (self.variables.len(), self.arrays.len());
        match self.random.below(30) {
            0..=5 => self.assign(),
            6..=14 if depth > 0 => self.branch(depth),
            15..=17 if depth > 0 && self.style.loops && self.loops < 2 => self.repeat(depth),
            18 if depth > 0 => self.switch(depth),
            19 | 20 => self.assertion(),
            21 => {
                let condition = self.compound(1);
                let condition = self.condition(condition);
                let end = self.quiet_end();
                self.emit(format!("if ({condition}) {end}"));
            }
            22 if self.style.assumes => {
                let condition = self.comparison();
                self.statement_line(format!("__VERIFIER_assume({condition});"));
            }
            23 if self.walks.is_some() => self.pointer_call(),
            23 | 24 => {
                let helpers = self.helpers.clone();
                if helpers.is_empty() {
                    return self.assign();
                }
                let helper = self.random.pick(&helpers);
                let call = self.call(&helper, 1);
                match self.target() {
                    Some(target) if helper.result && self.random.chance(80) => {
                        self.statement_line(format!("{target} = {call};"))
                    }
                    _ => self.statement_line(format!("{call};")),
                }
            }
            25 | 26 if !self.arrays.is_empty() => {
                let array = self.arrays[self.random.below(self.arrays.len())].clone();
                let (index, value) = (self.index(&array), self.expression(1));
                self.statement_line(format!("{}[{index}] = {value};", array.name));
            }
            27 if !self.pointers.is_empty() => {
                let value = self.expression(1);
                self.statement_line(format!("*{} = {value};", self.pointers[0]));
            }
            29 if self.walks.is_some() => self.pointer_call(),
            28 if self.breakable => {
                let condition = self.compound(1);
                let condition = self.condition(condition);
                let word = if self.random.chance(50) { "break" } else { "continue" };
                self.emit(format!("if ({condition}) {word};"));
            }
            _ => self.assign(),
        }
        let _ = scope;
    }

    fn assign(&mut self) {
        let Some(target) = self.target() else { return self.assertion() };
        let text = match self.random.below(10) {
            0 => format!("{target}++;"),
            1 => format!("{target}--;"),
            2 | 3 => format!(
                "{target} {}= {};",
                if self.random.chance(60) { "+" } else { "-" },
                self.expression(1)
            ),
            4 | 5 => format!("{target} = {};", self.constant()),
            6 if self.random.chance(30) => {
                let other = self.target().unwrap_or_default();
                format!("{target} = {}, {other} = {};", self.expression(1), self.constant())
            }
            _ => format!("{target} = {};", self.expression(2)),
        };
        self.simple(&text);
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        let scope = (self.variables.len(), self.arrays.len(), self.pointers.len());
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth);
        }
        self.variables.truncate(scope.0);
        self.arrays.truncate(scope.1);
        self.pointers.truncate(scope.2);
        self.indent -= 1;
    }

    fn branch(&mut self, depth: usize) {
        let condition = match (self.random.below(16), self.target()) {
            (0, Some(target)) => {
                let value = self.expression(1);
                format!(
                    "({target} = {value}) {} {}",
                    [">", "==", "!="][self.random.below(3)],
                    self.constant()
                )
            }
            (1, Some(target)) => {
                format!("{target}++ {} {}", ["<", ">"][self.random.below(2)], self.constant())
            }
            _ => self.compound(2),
        };
        let condition = self.condition(condition);
        if self.random.chance(30) {
            self.emit(format!("if ({condition})"));
            self.indent += 1;
            self.assign();
            self.indent -= 1;
            if self.random.chance(40) {
                self.emit("else");
                self.indent += 1;
                self.assign();
                self.indent -= 1;
            }
            return;
        }
        self.emit(format!("if ({condition}) {{"));
        self.block(depth - 1);
        match self.random.below(10) {
            0..=4 => self.emit("}"),
            5 | 6 => {
                let other = self.compound(1);
                let other = self.condition(other);
                self.emit(format!("}} else if ({other}) {{"));
                self.block(depth - 1);
                self.emit("}");
            }
            _ => {
                self.emit("} else {");
                self.block(depth - 1);
                self.emit("}");
            }
        }
    }

    fn repeat(&mut self, depth: usize) {
        self.loops += 1;
        let breakable = std::mem::replace(&mut self.breakable, true);
        match self.random.below(8) {
            0..=3 => {
                let counter = ["i", "j", "k"][self.loops % 3];
                let bound = if self.random.chance(40) {
                    (1 + self.random.below(5)).to_string()
                } else {
                    self.factor(0)
                };
                let comparison = if self.random.chance(70) { "<" } else { "<=" };
                let condition = self.loop_condition(format!("{counter} {comparison} {bound}"));
                self.emit(format!("for (int {counter} = 0; {condition}; {counter}++) {{"));
                self.variables.push(Variable { name: counter.into(), read: counter.into(), writable: false });
                self.block(depth - 1);
                self.variables.pop();
                self.emit("}");
            }
            4 | 5 => {
                let Some(target) = self.target() else { return self.assign() };
                let (operator, step) = if self.random.chance(50) { ("<", "++") } else { (">", "--") };
                let bound = self.factor(0);
                let condition = self.loop_condition(format!("{target} {operator} {bound}"));
                self.emit(format!("while ({condition}) {{"));
                self.block(depth - 1);
                self.emit(format!("  {target}{step};"));
                self.emit("}");
            }
            6 => {
                let Some(target) = self.target() else { return self.assign() };
                self.emit("do {");
                self.block(depth - 1);
                self.emit(format!("  {target}++;"));
                let bound = self.constant();
                let condition = self.condition(format!("{target} < {bound}"));
                self.emit(format!("}} while ({condition});"));
            }
            _ => {
                // May not end.
                let condition = self.comparison();
                let condition = self.loop_condition(condition);
                self.emit(format!("while ({condition}) {{"));
                self.block(depth - 1);
                self.emit("}");
            }
        }
        self.breakable = breakable;
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression(1);
        self.statement_line(format!("switch ({value}) {{"));
        let first = self.random.below(3) as i64 - 1;
        // `continue` belongs to a loop around it.
        let breakable = std::mem::replace(&mut self.breakable, false);
        for case in first..=first + self.random.below(3) as i64 {
            let number = self.case(format!("case {case}"));
            self.emit(format!("case {case}:{number}"));
            self.block(depth - 1);
            if self.random.chance(75) {
                self.emit("  break;");
            }
        }
        if self.random.chance(50) {
            let number = self.case("default".to_owned());
            self.emit(format!("default:{number}"));
            self.block(depth - 1);
        }
        self.emit("}");
        self.breakable = breakable;
    }

    fn case(&mut self, text: String) -> String {
        let number = self.conditions.len();
        self.conditions.push(Condition { line: self.line_number(), text, function: self.function.clone() });
        let moment = hook("line", self.line_number());
        mark(&format!(" P({number}); {moment};"), if self.random.chance(50) { "" } else { " " })
    }

    fn assertion(&mut self) {
        let condition = self.compound(2);
        let line = self.line_number();
        let before = mark(&format!("{}; {}; ", hook("before", line), hook("line", line)), "");
        self.statement_line(format!("{before}assert({condition});"));
    }
}

/// A value that the compiler may not leave out.
fn kept(text: &str) -> String {
    format!("{}{text}{}", mark("K(", ""), mark(")", ""))
}

/// The tool's side of a text with marks.
fn tool_side(text: &str) -> String {
    let program = Program {
        seed: 0,
        marked: text.to_owned(),
        inputs: Vec::new(),
        entry: None,
        conditions: Vec::new(),
        names: Vec::new(),
        ensures: Vec::new(),
        globals: Vec::new(),
        arrays: Vec::new(),
        bounded: false,
    };
    program.tool_text()
}

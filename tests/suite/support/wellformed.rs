//! Random programs over all of the modelled C that are well defined, whatever the compiler.
//!
//! Nothing has to be run to know it: every expression carries the interval of values it can have, signed
//! arithmetic is only done where it fits, and what does not fit is reduced or made unsigned first. Indices
//! and shift amounts are masked, divisors cannot be zero. Side effects inside an expression go to variables
//! that nothing else in it reads (the *spare* ones), and calls with effects stand where their order is fixed.
//! Loops count, `goto` backward counts, recursion counts down.
//!
//! A program is a family of globals and functions with a common prefix, so that many fit in one file. Its
//! result is a checksum over all its variables.

mod arithmetic;
mod expression;
mod function;
mod statement;
pub mod types;
pub mod undefined;

use super::random::Random;
use types::{Model, Named, Ty};

/// What programs are made of besides what they always have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Widths of the types.
    pub model: Model,
    /// Structures as parameters and results.
    pub struct_values: bool,
    /// Pointers to variables as parameters.
    pub pointer_parameters: bool,
}

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WellFormed {
    /// Its declarations and functions. The entry is `int PREFIX_main(void)`.
    pub text: String,
    /// What its names begin with.
    pub prefix: String,
}

impl WellFormed {
    /// A whole program: `main` returns what the entry does.
    pub fn program(&self) -> String {
        format!("{}int main(void) {{ return {}_main(); }}\n", self.text, self.prefix)
    }

    /// The variable that has the checksum at the end.
    pub fn checksum(&self) -> String {
        format!("{}_checksum", self.prefix)
    }
}

/// The program of a seed.
pub fn generate(seed: u64, features: Features) -> WellFormed {
    let mut generator = Generator::new(seed, features);
    generator.program(None);
    WellFormed { text: generator.lines.join("\n") + "\n", prefix: generator.prefix }
}

/// What a variable is.
#[derive(Clone, Debug)]
enum Shape {
    Scalar(Ty),
    Array(Vec<usize>, Box<Shape>),
    /// The number of the structure.
    Record(usize),
}

/// A variable that can be seen.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    shape: Shape,
    writable: bool,
    /// For counters: their values.
    range: Option<(i128, i128)>,
}

struct Record {
    name: String,
    members: Vec<(String, Shape)>,
}

/// How a function may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It changes nothing outside; calls of it may stand anywhere.
    Pure,
    /// As `Pure`; its first parameter counts the calls down.
    Recursive,
    /// It changes globals.
    Effects,
}

struct Function {
    name: String,
    kind: Kind,
    parameters: Vec<Shape>,
    /// Whether each parameter is a pointer to its type.
    pointers: Vec<bool>,
    result: Ty,
    /// The structure that it returns instead.
    record: Option<usize>,
    cost: u64,
}

struct Generator {
    random: Random,
    features: Features,
    prefix: String,
    lines: Vec<String>,
    indent: usize,
    types: Vec<Named>,
    /// Enumerators and their values.
    enumerators: Vec<(String, i128)>,
    records: Vec<Record>,
    functions: Vec<Function>,
    /// What can be seen, outermost first.
    scope: Vec<Variable>,
    /// Where the globals end in `scope`.
    globals: usize,
    /// Variables for side effects inside expressions, and which of them the current one has used.
    spare: Vec<(String, Ty)>,
    used: Vec<bool>,
    /// Variables whose addresses are passed, and which of them the current line mentions.
    pointees: Vec<(String, Ty)>,
    pointed: Vec<bool>,
    /// Whether the current expression must have the same value when it is evaluated twice.
    calm: bool,
    kind: Kind,
    /// Whether the current function is the entry, which ends with the checksum and not before.
    entry: bool,
    /// The structure that the current function returns, if it does not return a number.
    record: Option<usize>,
    /// How often the current place is run at most, per call; and the sum of that over all statements.
    times: u64,
    spent: u64,
    loops: usize,
    /// What `break` leaves.
    breakable: usize,
    /// Labels that may be jumped to from here, and labels that wait for a place in a loop.
    forward: Vec<String>,
    names: usize,
}

/// More work than this in one program is too much for a test.
const MOST_WORK: u64 = 20_000;

impl Generator {
    fn new(seed: u64, features: Features) -> Self {
        Generator {
            random: Random::new(seed),
            features,
            prefix: format!("p{seed}"),
            lines: Vec::new(),
            indent: 0,
            types: types::basic(features.model),
            enumerators: Vec::new(),
            records: Vec::new(),
            functions: Vec::new(),
            scope: Vec::new(),
            globals: 0,
            spare: Vec::new(),
            used: Vec::new(),
            pointees: Vec::new(),
            pointed: Vec::new(),
            calm: false,
            kind: Kind::Effects,
            entry: false,
            record: None,
            times: 1,
            spent: 0,
            loops: 0,
            breakable: 0,
            forward: Vec::new(),
            names: 0,
        }
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.pointed.fill(false);
        self.lines.push(format!("{}{}", "  ".repeat(self.indent), text.as_ref()));
    }

    /// A new name with the prefix.
    fn global_name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{}_{kind}{}", self.prefix, self.names)
    }

    /// A new name for a local.
    fn local_name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn named(&mut self) -> Named {
        let types = self.types.clone();
        self.random.pick(&types)
    }

    /// The program; `planted` is a statement with undefined behaviour that is run once.
    fn program(&mut self, planted: Option<&undefined::Planted>) {
        let p = self.prefix.clone();
        self.line(format!("unsigned long long {p}_checksum;"));
        self.line(format!(
            "static void {p}_mix(unsigned long long v) {{ {p}_checksum = ({p}_checksum ^ v) * 1099511628211ULL + ({p}_checksum >> 7); }}"
        ));
        for _ in 0..self.random.below(3) {
            self.enumeration();
        }
        for _ in 0..self.random.below(3) {
            let Named { name, ty } = self.named();
            let new = self.global_name("t");
            self.line(format!("typedef {name} {new};"));
            self.types.push(Named { name: new, ty });
        }
        for _ in 0..self.random.below(3) {
            self.record();
        }
        for _ in 0..4 + self.random.below(5) {
            self.global();
        }
        self.globals = self.scope.len();
        if let Some(planted) = planted {
            for line in planted.declarations.clone() {
                self.line(line);
            }
        }
        for _ in 0..self.random.below(5) {
            let kind = match self.random.below(10) {
                0..=3 => Kind::Pure,
                4 => Kind::Recursive,
                _ => Kind::Effects,
            };
            self.function(kind);
        }
        self.main(planted);
    }

    fn enumeration(&mut self) {
        let name = self.global_name("e");
        let negative = self.random.chance(40);
        let mut next: i128 = 0;
        let mut parts = Vec::new();
        for _ in 0..2 + self.random.below(4) {
            let member = self.global_name("E");
            if self.random.chance(40) {
                next = self.random.below(200) as i128 - if negative { 100 } else { 0 };
                parts.push(format!("{member} = {next}"));
            } else {
                parts.push(member.clone());
            }
            self.enumerators.push((member, next));
            next += 1;
        }
        if negative {
            let member = self.global_name("E");
            parts.push(format!("{member} = -1"));
            self.enumerators.push((member, -1));
        }
        self.line(format!("enum {name} {{ {} }};", parts.join(", ")));
        // Without negative enumerators the type is unsigned.
        let ty = if negative { types::INT } else { types::UNSIGNED };
        let exact = self.enumerators.iter().rev().take(parts.len()).any(|(_, value)| *value < 0) == negative;
        if exact {
            self.types.push(Named { name: format!("enum {name}"), ty });
        }
    }

    fn record(&mut self) {
        let name = self.global_name("s");
        let mut members = Vec::new();
        let mut texts = Vec::new();
        for number in 0..1 + self.random.below(4) {
            let member = format!("m{number}");
            let (text, shape) = self.declarator(&member, 1);
            texts.push(text);
            members.push((member, shape));
        }
        self.line(format!("struct {name} {{ {}; }};", texts.join("; ")));
        self.records.push(Record { name, members });
    }

    /// A declaration of a name without initialiser, and its shape.
    fn declarator(&mut self, name: &str, most_dimensions: usize) -> (String, Shape) {
        let (base, shape) = if !self.records.is_empty() && self.random.chance(20) {
            let number = self.random.below(self.records.len());
            (format!("struct {}", self.records[number].name), Shape::Record(number))
        } else {
            let named = self.named();
            (named.name, Shape::Scalar(named.ty))
        };
        let few = matches!(shape, Shape::Record(_));
        let mut dimensions = Vec::new();
        if self.random.chance(if few { 20 } else { 30 }) {
            for _ in 0..1 + self.random.below(if few { 1 } else { most_dimensions }) {
                dimensions.push(self.random.pick(&[1, 2, 2, 3, 4, 4, 5]));
            }
        }
        let suffix: String = dimensions.iter().map(|length| format!("[{length}]")).collect();
        let shape = if dimensions.is_empty() { shape } else { Shape::Array(dimensions, Box::new(shape)) };
        (format!("{base} {name}{suffix}"), shape)
    }

    fn global(&mut self) {
        let name = self.global_name("g");
        let (text, shape) = self.declarator(&name, 3);
        let storage = self.random.pick(&["", "", "static "]);
        if self.random.chance(60) {
            let initial = self.initializer(&shape, true);
            self.line(format!("{storage}{text} = {initial};"));
        } else {
            self.line(format!("{storage}{text};"));
        }
        self.scope.push(Variable { name, shape, writable: true, range: None });
    }

    /// An initialiser, complete or not; with values that are known, or any.
    fn initializer(&mut self, shape: &Shape, constant: bool) -> String {
        match shape {
            Shape::Scalar(_) if constant => self.constant(),
            Shape::Scalar(_) => self.pure(2).text,
            Shape::Array(dimensions, element) => {
                let inner = match &dimensions[1..] {
                    [] => (**element).clone(),
                    rest => Shape::Array(rest.to_vec(), element.clone()),
                };
                let designated = self.random.chance(20);
                let count = 1 + self.random.below(dimensions[0]);
                let parts: Vec<String> = (0..count)
                    .map(|_| {
                        let value = self.initializer(&inner, constant);
                        let at = self.random.below(dimensions[0]);
                        if designated { format!("[{at}] = {value}") } else { value }
                    })
                    .collect();
                // A later designator may lead back; what follows must still fit.
                format!("{{{}}}", parts.join(", "))
            }
            Shape::Record(number) => {
                let members: Vec<_> = self.records[*number].members.clone();
                let designated = self.random.chance(30);
                let count = 1 + self.random.below(members.len());
                let parts: Vec<String> = members[..count]
                    .iter()
                    .map(|(name, shape)| {
                        let value = self.initializer(shape, constant);
                        if designated { format!(".{name} = {value}") } else { value }
                    })
                    .collect();
                format!("{{{}}}", parts.join(", "))
            }
        }
    }
}

//! Functions: their heads, what is declared at their start, and what `main` makes of everything.

use super::types::{INT, Ty};
use super::undefined::Planted;
use super::{Function, Generator, Kind, Shape, Variable};

impl Generator {
    pub(super) fn function(&mut self, kind: Kind) {
        let name = self.global_name(match kind {
            Kind::Pure => "pure",
            Kind::Recursive => "rec",
            Kind::Effects => "f",
        });
        let result = self.named();
        let returns_record = self.features.struct_values && kind != Kind::Recursive && self.random.chance(20);
        self.record =
            (returns_record && !self.records.is_empty()).then(|| self.random.below(self.records.len()));
        let result_name = match self.record {
            Some(number) => format!("struct {}", self.records[number].name),
            None => result.name.clone(),
        };
        self.scope.truncate(self.globals);
        if kind != Kind::Effects {
            self.scope.iter_mut().for_each(|variable| variable.writable = false);
        }
        let (heads, parameters, pointers) = self.parameters(kind);
        let head = if heads.is_empty() { "void".to_owned() } else { heads.join(", ") };
        self.kind = kind;
        self.spent = 1;
        self.times = 1;
        if self.random.chance(25) {
            self.line(format!("static {result_name} {name}({head});"));
        }
        self.line(format!("static {result_name} {name}({head}) {{"));
        self.indent += 1;
        self.locals();
        if kind == Kind::Recursive {
            let value = self.full(2);
            self.line(format!("if (n <= 0) return {};", value.text));
        }
        let count = 2 + self.random.below(6);
        self.sequence(count);
        match kind {
            Kind::Recursive => {
                let value = self.full(3);
                let arguments: Vec<String> = parameters[1..]
                    .iter()
                    .zip(&pointers[1..])
                    .map(|(shape, pointer)| self.again(shape, *pointer))
                    .collect();
                let rest: String = arguments.iter().map(|argument| format!(", {argument}")).collect();
                let step = self.random.pick(&["n - 1", "n - 2"]);
                let call = super::expression::Value::primary(format!("{name}({step}{rest})"), result.ty);
                let value = self.arithmetic("^", value, call);
                self.line(format!("return {};", value.text));
            }
            _ => {
                let value = self.returned(3);
                self.line(format!("return {value};"));
            }
        }
        self.indent -= 1;
        self.line("}");
        let cost = self.spent * if kind == Kind::Recursive { 6 } else { 1 };
        self.scope.truncate(self.globals);
        self.scope.iter_mut().for_each(|variable| variable.writable = true);
        let record = self.record.take();
        self.functions.push(Function { name, kind, parameters, pointers, result: result.ty, record, cost });
    }

    /// The parameters of a function: how they are declared, their shapes, and whether they are pointers.
    fn parameters(&mut self, kind: Kind) -> (Vec<String>, Vec<Shape>, Vec<bool>) {
        let mut parameters = Vec::new();
        let mut pointers = Vec::new();
        let mut heads = Vec::new();
        if kind == Kind::Recursive {
            heads.push("int n".to_owned());
            parameters.push(Shape::Scalar(INT));
            pointers.push(false);
        }
        for _ in 0..self.random.below(4) {
            let name = self.local_name("x");
            let named = self.named();
            let record = self.features.struct_values && !self.records.is_empty() && self.random.chance(30);
            let pointer = self.features.pointer_parameters && !record && self.random.chance(25);
            let (head, shape, place) = if record {
                let number = self.random.below(self.records.len());
                let head = format!("struct {} {name}", self.records[number].name);
                (head, Shape::Record(number), name)
            } else if pointer {
                (format!("{} *{name}", named.name), Shape::Scalar(named.ty), format!("(*{name})"))
            } else {
                (format!("{} {name}", named.name), Shape::Scalar(named.ty), name)
            };
            heads.push(head);
            parameters.push(shape.clone());
            pointers.push(pointer);
            self.scope.push(Variable { name: place, shape, writable: true, range: None });
        }
        (heads, parameters, pointers)
    }

    /// What the current function returns.
    pub(super) fn returned(&mut self, depth: usize) -> String {
        match self.record {
            Some(number) => self.record_place(number).unwrap_or_else(|| self.compound(number)),
            None => self.full(depth).text,
        }
    }

    /// An argument of a recursive call.
    fn again(&mut self, shape: &Shape, pointer: bool) -> String {
        match shape {
            Shape::Record(number) => self.record_place(*number).unwrap_or_default(),
            Shape::Scalar(ty) if pointer => {
                let scope = self.visible();
                let same = scope
                    .iter()
                    .find(|v| v.name.starts_with("(*") && matches!(v.shape, Shape::Scalar(t) if t == *ty));
                same.map_or("0".to_owned(), |v| v.name.trim_matches(['(', ')', '*']).to_owned())
            }
            _ => self.pure(1).argument(),
        }
    }

    /// The declarations at the start of a function: spare variables, locals, static locals.
    fn locals(&mut self) {
        self.spare.clear();
        for _ in 0..1 + self.random.below(3) {
            let name = self.local_name("k");
            let named = loop {
                let named = self.named();
                // What is stepped without a look at its value must not overflow.
                if !named.ty.signed || named.ty.rank < INT.rank {
                    break named;
                }
            };
            let start = self.random.below(100);
            self.line(format!("{} {name} = {start};", named.name));
            self.spare.push((name, named.ty));
        }
        self.used = vec![false; self.spare.len()];
        self.pointed_variables();
        for _ in 0..self.random.below(3) {
            self.local();
        }
        if self.kind == Kind::Effects && self.random.chance(30) {
            let name = self.local_name("s");
            let (text, shape) = self.declarator(&name, 1);
            let initial = self.initializer(&shape, true);
            match self.random.chance(60) {
                true => self.line(format!("static {text} = {initial};")),
                false => self.line(format!("static {text};")),
            }
            self.scope.push(Variable { name, shape, writable: true, range: None });
        }
    }

    /// Variables for the pointers that functions want, two of each type.
    fn pointed_variables(&mut self) {
        self.pointees.clear();
        let mut wanted: Vec<Ty> = Vec::new();
        for function in &self.functions {
            for (shape, _) in
                function.parameters.iter().zip(&function.pointers).filter(|(_, pointer)| **pointer)
            {
                match shape {
                    Shape::Scalar(ty) if !wanted.contains(ty) => wanted.push(*ty),
                    _ => {}
                }
            }
        }
        for ty in wanted {
            for _ in 0..2 {
                let name = self.local_name("q");
                let named = self.types.iter().find(|named| named.ty == ty).map(|named| named.name.clone());
                let start = self.random.below(100);
                self.line(format!("{} {name} = {start};", named.unwrap_or_default()));
                self.pointees.push((name, ty));
            }
        }
        self.pointed = vec![false; self.pointees.len()];
    }

    pub(super) fn main(&mut self, planted: Option<&Planted>) {
        self.scope.truncate(self.globals);
        self.kind = Kind::Effects;
        self.entry = true;
        (self.times, self.spent) = (1, 1);
        let p = self.prefix.clone();
        self.line(format!("int {p}_main(void) {{"));
        self.indent += 1;
        self.locals();
        let count = 3 + self.random.below(6);
        match planted {
            None => self.sequence(count),
            Some(planted) => {
                // Nothing jumps over the planted statement, and nothing returns before it.
                for _ in 0..self.random.below(3) {
                    self.assignment();
                }
                for line in planted.statements.clone() {
                    self.line(line);
                }
                self.assignment();
            }
        }
        for function in 0..self.functions.len() {
            if self.affords(function) && self.reaches(function) && self.functions[function].record.is_none() {
                self.used = vec![false; self.spare.len()];
                let call = self.call_of(function, 1);
                self.line(format!("{p}_mix({});", call.text));
            }
        }
        for variable in self.scope.clone() {
            self.mix_all(&variable.name, &variable.shape);
        }
        for (name, _) in [self.spare.clone(), self.pointees.clone()].concat() {
            self.line(format!("{p}_mix({name});"));
        }
        self.line(format!("return {p}_checksum & 127;"));
        self.indent -= 1;
        self.line("}");
    }

    /// Every scalar of a variable goes into the checksum.
    fn mix_all(&mut self, place: &str, shape: &Shape) {
        let p = self.prefix.clone();
        match shape {
            Shape::Scalar(Ty { .. }) => self.line(format!("{p}_mix({place});")),
            Shape::Record(number) => {
                for (name, shape) in self.records[*number].members.clone() {
                    self.mix_all(&format!("{place}.{name}"), &shape);
                }
            }
            Shape::Array(dimensions, element) => {
                let mut text = place.to_owned();
                for &length in dimensions {
                    let counter = self.local_name("j");
                    self.line(format!("for (int {counter} = 0; {counter} < {length}; {counter}++)"));
                    self.indent += 1;
                    text = format!("{text}[{counter}]");
                }
                self.line("{");
                self.mix_all(&text, element);
                self.line("}");
                self.indent -= dimensions.len();
            }
        }
    }
}

//! Functions and statements.

use super::types::{INT, Ty};
use super::undefined::Planted;
use super::{Function, Generator, Kind, MOST_WORK, Shape, Variable};

/// Loops are not nested deeper.
const MOST_LOOPS: usize = 3;

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
        let mut parameters = Vec::new();
        let mut pointers = Vec::new();
        let mut heads = Vec::new();
        self.scope.truncate(self.globals);
        if kind != Kind::Effects {
            self.scope.iter_mut().for_each(|variable| variable.writable = false);
        }
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

    /// What the current function returns.
    fn returned(&mut self, depth: usize) -> String {
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

    /// A local, perhaps with a name that hides another.
    fn local(&mut self) {
        let hides = self.random.chance(15) && self.scope.len() > self.globals;
        let name = if hides && self.indent > 1 {
            let at = self.globals + self.random.below(self.scope.len() - self.globals);
            let candidate = self.scope[at].name.clone();
            let counts = self.scope.iter().any(|v| v.name == candidate && v.range.is_some());
            if counts || candidate.starts_with('(') { self.local_name("v") } else { candidate }
        } else {
            self.local_name("v")
        };
        // An initialiser that mentions the name would read the new variable.
        let outer = self.scope.clone();
        self.scope.retain(|v| v.name != name);
        let (text, shape) = self.declarator(&name, 2);
        let initial = self.initializer(&shape, false);
        let copied = match &shape {
            Shape::Record(number) if self.random.chance(50) => self.record_place(*number),
            _ => None,
        };
        self.scope = outer;
        self.line(format!("{text} = {};", copied.unwrap_or(initial)));
        self.scope.push(Variable { name, shape, writable: true, range: None });
    }

    /// Statements of a function's outermost block, with labels for jumps over some of them.
    fn sequence(&mut self, count: usize) {
        let mut pending: Vec<(usize, String)> = Vec::new();
        for at in 0..count {
            if self.random.chance(15) && at + 1 < count {
                let label = self.local_name("L");
                let target = at + 1 + self.random.below(count - at - 1);
                pending.push((target, label.clone()));
                self.forward.push(label);
            }
            pending.retain(|(target, label)| {
                if *target == at {
                    self.lines.push(format!("{label}:;"));
                    self.forward.retain(|open| open != label);
                }
                *target != at
            });
            match self.random.below(12) {
                0 if self.times == 1 => self.backward(),
                1 if self.times == 1 => self.jumped_into(),
                _ => self.statement(3),
            }
        }
        for (_, label) in pending {
            self.lines.push(format!("{label}:;"));
            self.forward.retain(|open| *open != label);
        }
    }

    /// A label, some statements, and a jump back that is taken a few times.
    fn backward(&mut self) {
        let (label, counter) = (self.local_name("B"), self.local_name("c"));
        let most = 1 + self.random.below(3);
        self.line(format!("int {counter} = 0;"));
        self.lines.push(format!("{label}:;"));
        self.times *= most as u64 + 1;
        // A jump out of here and over the counter's declaration would be no problem, but one into it is.
        let outer = std::mem::take(&mut self.forward);
        for _ in 0..1 + self.random.below(2) {
            self.statement(2);
        }
        self.forward = outer;
        self.times /= most as u64 + 1;
        self.line(format!("if ({counter}++ < {most}) goto {label};"));
    }

    /// A loop that may be entered by a jump into its body.
    fn jumped_into(&mut self) {
        let (label, counter) = (self.local_name("I"), self.local_name("c"));
        let most = 1 + self.random.below(3);
        let condition = self.full(2);
        self.line(format!("int {counter} = 0;"));
        self.line(format!("if ({}) goto {label};", condition.text));
        self.line(format!("for ({counter} = 0; {counter} < {most}; {counter}++) {{"));
        let outer = std::mem::take(&mut self.forward);
        self.times *= most as u64 + 1;
        self.enter(true);
        self.statement(1);
        self.lines.push(format!("{label}:;"));
        self.statement(1);
        self.leave(true);
        self.times /= most as u64 + 1;
        self.forward = outer;
        self.line("}");
    }

    fn enter(&mut self, looped: bool) {
        self.indent += 1;
        self.breakable += 1;
        self.loops += looped as usize;
    }

    fn leave(&mut self, looped: bool) {
        self.indent -= 1;
        self.breakable -= 1;
        self.loops -= looped as usize;
    }

    /// A block in braces, perhaps with variables of its own.
    fn block(&mut self, depth: usize) {
        let scope = self.scope.len();
        for _ in 0..self.random.below(2) {
            self.local();
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth);
        }
        self.scope.truncate(scope);
    }

    pub(super) fn statement(&mut self, depth: usize) {
        self.spent += self.times;
        let heavy = self.spent > MOST_WORK / 8;
        match self.random.below(100) {
            0..=29 => self.assignment(),
            30..=37 => self.step(),
            38..=44 => self.call_statement(),
            45..=49 => self.mixed(),
            50..=54 => self.copy(),
            55..=58 => self.effect_statement(),
            59..=62 => self.jump(),
            63..=76 if depth > 0 => self.branch(depth),
            77..=89 if depth > 0 && self.loops < MOST_LOOPS && !heavy => self.repeat(depth),
            90..=96 if depth > 0 => self.switch(depth),
            97 if depth > 0 => {
                self.line("{");
                self.indent += 1;
                self.block(depth - 1);
                self.indent -= 1;
                self.line("}");
            }
            98 => self.line(";"),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let Some(place) = self.place(true) else { return self.line(";") };
        let depth = 1 + self.random.below(4);
        if self.random.chance(55) {
            let value = self.full(depth);
            return self.line(format!("{} = {};", place.text, value.argument()));
        }
        let operator = self.random.pick(&["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]);
        let value = self.full(depth);
        // The operation is made defined as a binary one; what had to change on the left rules it out.
        let (left, right, ..) = self.defined(operator, place.clone(), value.clone());
        if left.text == place.text {
            self.line(format!("{} {operator}= {};", place.text, right.argument()));
        } else {
            let whole = self.arithmetic(operator, place.clone(), value);
            self.line(format!("{} = {};", place.text, whole.argument()));
        }
    }

    /// `++` and `--`, guarded where the type could overflow.
    fn step(&mut self) {
        let Some(place) = self.place(true) else { return self.line(";") };
        let operator = self.random.pick(&["++", "--"]);
        let text = &place.text;
        let stepped =
            if self.random.chance(50) { format!("{text}{operator}") } else { format!("{operator}{text}") };
        if !place.ty.signed || place.ty.rank < INT.rank {
            return self.line(format!("{stepped};"));
        }
        let guard = if operator == "++" { format!("{text} < 100000") } else { format!("{text} > -100000") };
        match self.random.below(3) {
            0 => self.line(format!("if ({guard}) {stepped};")),
            1 => self.line(format!("{guard} && {stepped};")),
            _ => self.line(format!("{guard} ? {stepped} : 0;")),
        }
    }

    /// Calls of functions with effects, where their order is fixed.
    fn call_statement(&mut self) {
        let allowed: Vec<usize> = (0..self.functions.len())
            .filter(|&f| {
                self.affords(f)
                    && self.reaches(f)
                    && self.functions[f].record.is_none()
                    && (self.kind == Kind::Effects || self.functions[f].kind != Kind::Effects)
            })
            .collect();
        if allowed.is_empty() {
            return self.assignment();
        }
        let function = self.random.pick(&allowed);
        self.used = vec![false; self.spare.len()];
        let call = self.call_of(function, 2);
        let target = self
            .visible()
            .into_iter()
            .rfind(|v| v.writable && v.range.is_none() && matches!(v.shape, Shape::Scalar(_)));
        match (self.random.below(6), target) {
            (0, _) => self.line(format!("{};", call.text)),
            (1, _) => self.line(format!("(void){};", call.text)),
            (2, _) => {
                let value = self.pure(1);
                self.line(format!("if ({} > {}) {{", call.text, value.at(11)));
                self.indent += 1;
                self.statement(1);
                self.indent -= 1;
                self.line("}");
            }
            (3, Some(target)) => {
                let value = self.pure(2);
                self.line(format!("{}, {} = {};", call.text, target.name, value.argument()));
            }
            (_, Some(target)) => self.line(format!("{} = {};", target.name, call.text)),
            (_, None) => self.line(format!("{};", call.text)),
        }
    }

    /// Something goes into the checksum, or into a spare variable of a function without effects.
    fn mixed(&mut self) {
        if self.kind != Kind::Effects {
            return self.assignment();
        }
        let value = self.full(2);
        let p = self.prefix.clone();
        self.line(format!("{p}_mix({});", value.argument()));
    }

    /// The assignment of a whole structure: of another, or of what a function returns.
    fn copy(&mut self) {
        let number = self.random.below(self.records.len().max(1));
        let writable = |v: &Variable| v.writable && matches!(v.shape, Shape::Record(n) if n == number);
        let targets: Vec<Variable> = self.visible().into_iter().filter(writable).collect();
        if targets.is_empty() {
            return self.assignment();
        }
        let target = self.random.pick(&targets).name;
        let fits = |f: &usize| {
            let function = &self.functions[*f];
            let allowed = self.kind == Kind::Effects || function.kind != Kind::Effects;
            function.record == Some(number) && allowed && self.affords(*f) && self.reaches(*f)
        };
        let functions: Vec<usize> = (0..self.functions.len()).filter(fits).collect();
        if !functions.is_empty() && self.random.chance(60) {
            let function = self.random.pick(&functions);
            self.used = vec![false; self.spare.len()];
            let call = self.call_of(function, 2);
            return self.line(format!("{target} = {};", call.text));
        }
        match self.record_place(number) {
            Some(source) => self.line(format!("{target} = {source};")),
            None => self.assignment(),
        }
    }

    /// An expression for its effects alone.
    fn effect_statement(&mut self) {
        let value = self.full(3);
        self.line(format!("{};", value.text));
    }

    fn jump(&mut self) {
        let condition = self.full(2).text;
        if !self.forward.is_empty() && self.random.chance(60) {
            let labels = self.forward.clone();
            let label = self.random.pick(&labels);
            return self.line(format!("if ({condition}) goto {label};"));
        }
        match self.random.below(3) {
            0 if self.breakable > 0 => self.line(format!("if ({condition}) break;")),
            1 if self.loops > 0 => self.line(format!("if ({condition}) continue;")),
            2 if self.loops > 0 && !self.entry => {
                let value = self.returned(2);
                self.line(format!("if ({condition}) return {value};"));
            }
            _ => self.assignment(),
        }
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.full(3);
        if self.random.chance(20) {
            self.line(format!("if ({})", condition.text));
            self.indent += 1;
            self.simple();
            self.indent -= 1;
            if self.random.chance(50) {
                self.line("else");
                self.indent += 1;
                self.simple();
                self.indent -= 1;
            }
            return;
        }
        self.line(format!("if ({}) {{", condition.text));
        self.indent += 1;
        self.block(depth - 1);
        self.indent -= 1;
        if self.random.chance(30) {
            let condition = self.full(2);
            self.line(format!("}} else if ({}) {{", condition.text));
            self.indent += 1;
            self.block(depth - 1);
            self.indent -= 1;
        }
        if self.random.chance(50) {
            self.line("} else {");
            self.indent += 1;
            self.block(depth - 1);
            self.indent -= 1;
        }
        self.line("}");
    }

    /// A statement that is one statement in C.
    fn simple(&mut self) {
        let place = self.place(true);
        let value = self.full(2);
        match place {
            Some(place) => self.line(format!("{} = {};", place.text, value.argument())),
            None => self.line(format!("{};", value.text)),
        }
    }

    fn repeat(&mut self, depth: usize) {
        let most = 1 + self.random.below(4);
        let counter = self.local_name("i");
        let scope = self.scope.len();
        let (top, last) = (most as i128, most as i128 - 1);
        let form = self.random.below(6);
        // What the counter is in the body, and what it is after it.
        let range = match form {
            0..=2 | 5 => (0, last),
            3 => (0, last),
            _ => (0, top),
        };
        let extra = if form < 3 && self.random.chance(20) {
            format!(" && {}", self.pure(2).at(6))
        } else {
            String::new()
        };
        let mut ty = INT;
        match form {
            0 | 1 => self.line(format!("for (int {counter} = 0; {counter} < {most}{extra}; {counter}++) {{")),
            2 => {
                let named = loop {
                    let named = self.named();
                    if named.ty.width > 1 {
                        break named;
                    }
                };
                ty = named.ty;
                self.line(format!("{} {counter};", named.name));
                self.line(format!("for ({counter} = 0; {counter} < {most}{extra}; ++{counter}) {{"));
            }
            3 => {
                self.line(format!("int {counter} = {most};"));
                self.line(format!("while ({counter}-- > 0) {{"));
            }
            4 => {
                self.line(format!("int {counter} = 0;"));
                self.line("do {");
            }
            _ => self.line(format!("for (int {counter} = {last}; {counter} >= 0; {counter} -= 1) {{")),
        }
        self.scope.push(Variable {
            name: counter.clone(),
            shape: Shape::Scalar(ty),
            writable: false,
            range: Some(range),
        });
        self.times *= most as u64 + 1;
        self.enter(true);
        self.block(depth - 1);
        self.leave(true);
        self.times /= most as u64 + 1;
        self.scope.truncate(scope);
        match form {
            4 => self.line(format!("}} while (++{counter} < {most});")),
            _ => self.line("}"),
        }
    }

    fn switch(&mut self, depth: usize) {
        let value = self.full(2);
        let value = match self.random.below(3) {
            0 => value,
            1 => {
                let eight = super::expression::Value::primary("7".to_owned(), INT);
                self.arithmetic("&", value, eight)
            }
            _ => self.place(false).unwrap_or(value),
        };
        self.line(format!("switch ({}) {{", value.text));
        self.enter(false);
        let negative = value.ty.promoted().signed;
        let mut next: i128 = if negative { -2 } else { 0 };
        let cases = 1 + self.random.below(4);
        let default = self.random.below(cases + 2);
        for at in 0..cases + 1 {
            if at == default {
                self.lines.push("default:;".to_owned());
            } else {
                let low = next + self.random.below(3) as i128;
                let high = low + if self.random.chance(25) { self.random.below(4) as i128 } else { 0 };
                next = high + 1;
                if high > low {
                    self.lines.push(format!("case {low} ... {high}:;"));
                } else {
                    self.lines.push(format!("case {low}:;"));
                }
            }
            if self.random.chance(85) {
                self.statement(depth - 1);
            }
            if self.random.chance(60) {
                self.line("break;");
            }
        }
        self.leave(false);
        self.line("}");
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

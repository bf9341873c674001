//! Statements.

use super::types::INT;
use super::{Generator, Kind, MOST_WORK, Shape, Variable};

/// Loops are not nested deeper.
const MOST_LOOPS: usize = 3;

impl Generator {
    /// A local, perhaps with a name that hides another.
    pub(super) fn local(&mut self) {
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
    pub(super) fn sequence(&mut self, count: usize) {
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

    pub(super) fn assignment(&mut self) {
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
}

//! Expressions that are well defined by their intervals.

use super::types::{INT, Ty, UNSIGNED, WIDEST};
use super::{Generator, Kind, MOST_WORK, Shape, Variable};

/// How tightly an expression binds, from the comma (1) to primary expressions (16).
pub(super) mod level {
    pub const COMMA: u8 = 1;
    pub const ASSIGN: u8 = 2;
    pub const CHOICE: u8 = 3;
    pub const UNARY: u8 = 14;
    pub const POSTFIX: u8 = 15;
    pub const PRIMARY: u8 = 16;
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) ty: Ty,
    /// The values it can have.
    pub(super) range: (i128, i128),
    pub(super) level: u8,
}

impl Value {
    pub(super) fn primary(text: String, ty: Ty) -> Value {
        Value { text, ty, range: (ty.min(), ty.max()), level: level::PRIMARY }
    }

    /// The text as an operand of something that binds as tightly as `least`.
    pub(super) fn at(&self, least: u8) -> String {
        if self.level >= least { self.text.clone() } else { format!("({})", self.text) }
    }

    /// The text as an argument or initialiser.
    pub(super) fn argument(&self) -> String {
        self.at(level::ASSIGN)
    }

    pub(super) fn cast(&self, name: &str, ty: Ty) -> Value {
        Value {
            text: format!("({name}){}", self.at(level::UNARY)),
            ty,
            range: ty.convert(self.range),
            level: level::UNARY,
        }
    }

    pub(super) fn binary(
        operator: &str,
        level: u8,
        left: &Value,
        right: &Value,
        ty: Ty,
        range: (i128, i128),
    ) -> Value {
        let text = format!("{} {operator} {}", left.at(level), right.at(level + 1));
        Value { text, ty, range: ty.convert(range), level }
    }
}

impl Generator {
    /// An expression without side effects.
    pub(super) fn pure(&mut self, depth: usize) -> Value {
        let used = std::mem::replace(&mut self.used, vec![true; self.spare.len()]);
        let calm = std::mem::replace(&mut self.calm, true);
        let value = self.value(depth);
        self.used = used;
        self.calm = calm;
        value
    }

    /// A whole expression, with side effects on spare variables here and there.
    pub(super) fn full(&mut self, depth: usize) -> Value {
        self.used = vec![false; self.spare.len()];
        self.value(depth)
    }

    /// A constant expression.
    pub(super) fn constant(&mut self) -> String {
        match self.random.below(8) {
            0 if !self.enumerators.is_empty() => {
                let enumerators = self.enumerators.clone();
                self.random.pick(&enumerators).0
            }
            1 => {
                let name = self.named().name;
                format!("sizeof({name})")
            }
            2 => {
                let (a, b) = (self.random.below(900), self.random.below(12));
                let operator = self.random.pick(&["+", "-", "*", "<<", ">>", "|", "^", "%", "<", "=="]);
                format!("{a} {operator} {}", b + 1)
            }
            3 => format!("-{}", self.random.below(1 << 31)),
            4 => {
                let name = self.named().name;
                let value = self.literal();
                format!("({name}){}", value.at(level::UNARY))
            }
            5 => {
                let (a, b) = (self.literal(), self.literal());
                format!("{} ? {} : {}", self.random.below(2), a.at(level::CHOICE), b.at(level::CHOICE))
            }
            _ => self.literal().text,
        }
    }

    /// A literal: any base, any suffix, characters.
    fn literal(&mut self) -> Value {
        let long = self.types.iter().find(|named| named.name == "long").map_or(INT, |named| named.ty);
        if self.random.chance(8) {
            let (text, value) = self.random.pick(&[
                ("'a'", 97),
                ("'0'", 48),
                ("'\\n'", 10),
                ("'\\\\'", 92),
                ("'\\x7f'", 127),
                ("'\\377'", -1),
                ("'\\0'", 0),
            ]);
            return Value { range: (value, value), ..Value::primary(text.to_owned(), INT) };
        }
        let bits =
            self.random.pick(&[1, 2, 3, 4, 4, 5, 7, 8, 8, 12, 15, 16, 17, 24, 31, 31, 32, 33, 48, 63, 64]);
        let mut number = (self.random.next() & (u64::MAX >> (64 - bits))) as i128;
        if self.random.chance(15) {
            // The edges of types.
            number = (1i128 << bits) - self.random.below(2) as i128;
            number = number.min(u64::MAX as i128);
        }
        let base = self.random.pick(&[10, 10, 10, 10, 16, 16, 8]);
        let suffix =
            self.random.pick(&["", "", "", "", "", "u", "U", "l", "L", "ul", "UL", "LL", "ull", "LLU"]);
        let unsigned = suffix.contains(['u', 'U']) || (number > i64::MAX as i128 && base == 10);
        let longs = suffix.chars().filter(|c| matches!(c, 'l' | 'L')).count();
        let suffix = if unsigned && !suffix.contains(['u', 'U']) { "ULL" } else { suffix };
        let longs = if suffix == "ULL" { 2 } else { longs };
        let long_long = Ty { signed: true, ..WIDEST };
        let mut ty = None;
        for (needed, signed) in [(0, INT), (1, long), (2, long_long)] {
            if longs > needed {
                continue;
            }
            let both = [signed, Ty { signed: false, ..signed }];
            let allowed =
                both.into_iter().filter(|t| if unsigned { !t.signed } else { t.signed || base != 10 });
            ty = ty.or(allowed.into_iter().find(|t| t.holds((number, number))));
        }
        let digits = match base {
            16 if self.random.chance(50) => format!("0x{number:x}"),
            16 => format!("0X{number:X}"),
            8 => format!("0{number:o}"),
            _ => number.to_string(),
        };
        let ty = ty.unwrap_or(WIDEST);
        Value { range: (number, number), ..Value::primary(format!("{digits}{suffix}"), ty) }
    }

    /// The variables that can be seen from here.
    pub(super) fn visible(&self) -> Vec<Variable> {
        let hidden = |at: usize| self.scope[at + 1..].iter().any(|v| v.name == self.scope[at].name);
        (0..self.scope.len()).filter(|&at| !hidden(at)).map(|at| self.scope[at].clone()).collect()
    }

    /// A scalar place and its type.
    pub(super) fn place(&mut self, writable: bool) -> Option<Value> {
        let mut candidates = self.visible();
        candidates.retain(|variable| !writable || variable.writable);
        if candidates.is_empty() {
            return None;
        }
        // The nearest are as many as the globals, so that both are used.
        let variable = self.random.pick(&candidates);
        let mut value = self.descend(variable.name.clone(), &variable.shape);
        if let Some(range) = variable.range {
            value.range = range;
        }
        Some(value)
    }

    /// Some scalar inside a place.
    fn descend(&mut self, text: String, shape: &Shape) -> Value {
        match shape {
            Shape::Scalar(ty) => {
                let level = if text.starts_with('*') { level::UNARY } else { level::POSTFIX };
                Value { level, ..Value::primary(text, *ty) }
            }
            Shape::Array(dimensions, element) => {
                let mut text = text;
                for &length in dimensions {
                    let index = self.index(length);
                    text = format!("{text}[{index}]");
                }
                let element = (**element).clone();
                self.descend(text, &element)
            }
            Shape::Record(number) => {
                let members = self.records[*number].members.clone();
                let (name, shape) = self.random.pick(&members);
                self.descend(format!("{text}.{name}"), &shape)
            }
        }
    }

    /// An index that is in bounds. It has no side effects: it may stand beside others.
    pub(super) fn index(&mut self, length: usize) -> String {
        let counters: Vec<Variable> = self
            .visible()
            .into_iter()
            .filter(|v| v.range.is_some_and(|(low, high)| low >= 0 && high < length as i128))
            .collect();
        match self.random.below(10) {
            0..=4 if !counters.is_empty() => self.random.pick(&counters).name,
            0..=6 => self.random.below(length).to_string(),
            7 if length.is_power_of_two() => {
                let value = self.pure(1);
                format!("{} & {}", value.at(8), length - 1)
            }
            _ => {
                let value = self.pure(1).cast("unsigned", UNSIGNED);
                format!("{} % {length}", value.at(13))
            }
        }
    }

    /// An index without a call, which would make the copy of a whole structure one that is not modelled.
    fn plain_index(&mut self, length: usize) -> String {
        match self.place(false) {
            Some(place) if self.random.chance(50) && !place.text.contains('(') => {
                format!("(unsigned){} % {length}", place.at(level::UNARY))
            }
            _ => self.random.below(length).to_string(),
        }
    }

    fn leaf(&mut self) -> Value {
        match self.random.below(20) {
            0..=4 => self.literal(),
            5 if !self.enumerators.is_empty() => {
                let enumerators = self.enumerators.clone();
                let (name, value) = self.random.pick(&enumerators);
                Value { range: (value, value), ..Value::primary(name, INT) }
            }
            6 => self.size(),
            _ => match self.place(false) {
                Some(place) => place,
                None => self.literal(),
            },
        }
    }

    /// `sizeof` of a type or a variable; only its type is known here.
    fn size(&mut self) -> Value {
        let long = self.types.iter().find(|named| named.name == "unsigned long").map_or(UNSIGNED, |n| n.ty);
        // size_t is `unsigned` in 32-bit programs.
        let ty = if long.width == 64 { long } else { UNSIGNED };
        let text = match self.random.below(3) {
            0 => format!("sizeof({})", self.named().name),
            1 => {
                let variables = self.visible();
                match variables.is_empty() {
                    true => "sizeof(int)".to_owned(),
                    false => format!("sizeof {}", self.random.pick(&variables).name),
                }
            }
            _ => format!("sizeof({})", self.pure(1).text),
        };
        Value { range: (1, 1 << 24), level: level::UNARY, ..Value::primary(text, ty) }
    }

    fn value(&mut self, depth: usize) -> Value {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(100) {
            0..=11 => self.leaf(),
            12..=38 => {
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                let operator =
                    self.random.pick(&["+", "-", "*", "+", "-", "*", "/", "%", "<<", ">>", "<<", ">>"]);
                self.arithmetic(operator, left, right)
            }
            39..=50 => {
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                let operator = self.random.pick(&["&", "|", "^"]);
                self.arithmetic(operator, left, right)
            }
            51..=61 => {
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                Value::binary(
                    operator,
                    super::arithmetic::arithmetic_level(operator),
                    &left,
                    &right,
                    INT,
                    (0, 1),
                )
            }
            62..=68 => {
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                let (operator, level) = self.random.pick(&[("&&", 5), ("||", 4)]);
                Value::binary(operator, level, &left, &right, INT, (0, 1))
            }
            69..=77 => self.unary(depth),
            78..=83 => {
                let named = self.named();
                self.value(depth - 1).cast(&named.name, named.ty)
            }
            84..=89 => self.choice(depth),
            90..=91 => {
                let second = self.value(depth - 1);
                // gcc 12 breaks down where it casts `(1, 2)` to `_Bool`.
                let Some(first) = self.place(false) else { return second };
                let text = format!("({}, {})", first.at(level::COMMA), second.argument());
                Value { text, level: level::PRIMARY, ..second }
            }
            92..=95 => self.spare_effect(depth).unwrap_or_else(|| self.leaf()),
            _ => self.call(depth).unwrap_or_else(|| self.leaf()),
        }
    }

    fn choice(&mut self, depth: usize) -> Value {
        let condition = self.value(depth - 1);
        let (then, otherwise) = (self.value(depth - 1), self.value(depth - 1));
        let ty = then.ty.common(otherwise.ty);
        let (a, b) = (ty.convert(then.range), ty.convert(otherwise.range));
        let text = format!(
            "{} ? {} : {}",
            condition.at(level::CHOICE + 1),
            then.at(level::COMMA),
            otherwise.at(level::CHOICE)
        );
        Value { text, ty, range: (a.0.min(b.0), a.1.max(b.1)), level: level::CHOICE }
    }

    fn unary(&mut self, depth: usize) -> Value {
        let mut operand = self.value(depth - 1);
        let operator = self.random.pick(&["-", "~", "!", "+", "!", "-"]);
        let ty = operand.ty.promoted();
        if operator == "-" && ty.signed && operand.range.0 == ty.min() {
            operand = self.small(operand, 1 << 30);
        }
        let (low, high) = operand.range;
        let range = match operator {
            "-" => (-high, -low),
            "~" => (!high, !low),
            "!" => (0, 1),
            _ => (low, high),
        };
        let ty = if operator == "!" { INT } else { ty };
        let text = operand.at(level::UNARY);
        // `- -x` must not become `--x`.
        let space = if text.starts_with(operator) { " " } else { "" };
        Value { text: format!("{operator}{space}{text}"), ty, range: ty.convert(range), level: level::UNARY }
    }

    /// A change of a spare variable, as a value. Nothing else in the expression mentions the variable.
    fn spare_effect(&mut self, depth: usize) -> Option<Value> {
        let free: Vec<usize> = (0..self.spare.len()).filter(|&at| !self.used[at]).collect();
        if free.is_empty() {
            return None;
        }
        let at = self.random.pick(&free);
        self.used[at] = true;
        let (name, ty) = self.spare[at].clone();
        let step = self.random.pick(&["++", "--"]);
        let operator = self.random.pick(&["=", "=", "^=", "|=", "&=", "+=", "-="]);
        let (text, level) = match self.random.below(3) {
            0 => (format!("{name}{step}"), level::POSTFIX),
            1 => (format!("{step}{name}"), level::UNARY),
            _ => {
                let mut value = self.value(depth - 1);
                if matches!(operator, "+=" | "-=") {
                    value = self.small(value, 1 << 15);
                }
                (format!("{name} {operator} {}", value.argument()), level::ASSIGN)
            }
        };
        Some(Value { text, ty, range: (ty.min(), ty.max()), level })
    }

    /// A call that changes nothing.
    fn call(&mut self, depth: usize) -> Option<Value> {
        let allowed: Vec<usize> = (0..self.functions.len())
            .filter(|&f| {
                self.functions[f].kind != Kind::Effects
                    && self.functions[f].record.is_none()
                    && self.affords(f)
                    && self.reaches(f)
            })
            .collect();
        if allowed.is_empty() {
            return None;
        }
        let function = self.random.pick(&allowed);
        Some(self.call_of(function, depth))
    }

    pub(super) fn affords(&self, function: usize) -> bool {
        let cost = self.times.saturating_mul(self.functions[function].cost);
        self.spent.saturating_add(cost) < MOST_WORK / 4
    }

    /// A call with arguments that change at most spare variables.
    pub(super) fn call_of(&mut self, function: usize, depth: usize) -> Value {
        let (name, ty, kind) = (
            self.functions[function].name.clone(),
            self.functions[function].result,
            self.functions[function].kind,
        );
        self.spent += self.times.saturating_mul(self.functions[function].cost);
        let parameters = self.functions[function].parameters.clone();
        let pointers = self.functions[function].pointers.clone();
        // Before other arguments take what is left.
        let mut addresses: Vec<String> = parameters
            .iter()
            .zip(&pointers)
            .filter_map(|(shape, pointer)| match shape {
                Shape::Scalar(ty) if *pointer => Some(*ty),
                _ => None,
            })
            .collect::<Vec<Ty>>()
            .into_iter()
            .map(|ty| self.address_of(ty))
            .collect();
        addresses.reverse();
        let mut arguments = Vec::new();
        for (position, (shape, pointer)) in parameters.iter().zip(pointers).enumerate() {
            arguments.push(match shape {
                _ if kind == Kind::Recursive && position == 0 => self.random.below(5).to_string(),
                Shape::Scalar(_) if pointer => addresses.pop().unwrap_or_default(),
                Shape::Record(number) => self.record_place(*number).unwrap_or_else(|| self.compound(*number)),
                _ => self.value(depth.saturating_sub(1)).argument(),
            });
        }
        Value { level: level::POSTFIX, ..Value::primary(format!("{name}({})", arguments.join(", ")), ty) }
    }

    /// Whether there are variables for all pointers that a function wants.
    pub(super) fn reaches(&self, function: usize) -> bool {
        let mut pointed = self.pointed.clone();
        let function = &self.functions[function];
        if self.calm && function.pointers.contains(&true) {
            return false;
        }
        function.parameters.iter().zip(&function.pointers).filter(|(_, pointer)| **pointer).all(
            |(shape, _)| {
                let free = (0..pointed.len()).find(|&at| {
                    !pointed[at] && matches!(shape, Shape::Scalar(ty) if *ty == self.pointees[at].1)
                });
                free.map(|at| pointed[at] = true).is_some()
            },
        )
    }

    /// The address of a variable that nothing else on the line mentions.
    fn address_of(&mut self, ty: Ty) -> String {
        let free = (0..self.pointees.len()).find(|&at| !self.pointed[at] && self.pointees[at].1 == ty);
        let at = free.expect("only functions that can be called are chosen");
        self.pointed[at] = true;
        format!("&{}", self.pointees[at].0)
    }

    /// A structure written down in place.
    pub(super) fn compound(&mut self, number: usize) -> String {
        let name = self.records[number].name.clone();
        let initial = self.initializer(&Shape::Record(number), true);
        format!("(struct {name}){initial}")
    }

    /// A place of a structure.
    pub(super) fn record_place(&mut self, number: usize) -> Option<String> {
        let mut found = Vec::new();
        for variable in self.visible() {
            match &variable.shape {
                Shape::Record(n) if *n == number => found.push(variable.name.clone()),
                Shape::Array(dimensions, element) if matches!(**element, Shape::Record(n) if n == number) => {
                    let indices: String = dimensions
                        .clone()
                        .iter()
                        .map(|&length| format!("[{}]", self.plain_index(length)))
                        .collect();
                    found.push(format!("{}{indices}", variable.name));
                }
                _ => {}
            }
        }
        if found.is_empty() { None } else { Some(self.random.pick(&found)) }
    }
}

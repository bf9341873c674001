//! Statements, conditions and values.

use super::{Both, Generator, RELATIONS};

impl Generator {
    pub(super) fn statement(&mut self) {
        self.nested += 1;
        let nested = self.nested < 3;
        match self.random.below(if self.callable { 16 } else { 8 }) {
            0 | 1 if nested => self.conditional(),
            2 if nested => self.switch(),
            3 if nested => self.early(),
            4 => self.quotient(),
            5 => self.choice(),
            8 | 9 => self.call(),
            10 => self.element(),
            11 if self.pointers => self.pointer(),
            12 if self.pointers => self.through(),
            13 => self.assertion(),
            _ => self.assignment(),
        }
        self.nested -= 1;
    }

    fn target(&mut self) -> String {
        self.random.pick(&self.writable).clone()
    }

    fn readable(&mut self) -> String {
        self.random.pick(&self.readable).clone()
    }

    pub(super) fn simple(&mut self) -> String {
        let by = self.random.between(-2, 3);
        match self.random.below(4) {
            0 => by.to_string(),
            1 => {
                let sign = *self.random.pick(&["+", "-"]);
                format!("{} {sign} {}", self.readable(), by.abs())
            }
            _ => self.readable(),
        }
    }

    pub(super) fn value(&mut self) -> Both {
        match self.random.below(6) {
            0 => Both::same(format!("{} + {}", self.readable(), self.readable())),
            1 => Both::same(format!("{} - {}", self.readable(), self.readable())),
            2 => Both::same(format!("2 * {} - 1", self.readable())),
            3 => {
                let condition = self.condition();
                Both::join("({0})", &condition, &condition)
            }
            _ => Both::same(self.simple()),
        }
    }

    pub(super) fn comparison(&mut self) -> String {
        let relation = *self.random.pick(&RELATIONS);
        format!("{} {relation} {}", self.readable(), self.simple())
    }

    fn condition(&mut self) -> Both {
        let (left, right) = (Both::same(self.comparison()), Both::same(self.comparison()));
        match self.random.below(6) {
            0 => Both::join("{0} && {1}", &left, &right),
            1 => Both::join("{0} || {1}", &left, &right),
            2 => Both::join("!({0} && {1})", &left, &right),
            3 if self.callable => {
                let arguments = format!("{}, {}", self.simple(), self.simple());
                let relation = *self.random.pick(&RELATIONS);
                let called = Both::same(format!("inner({arguments}) {relation} 0"));
                Both::join("{0} && {1}", &left, &called)
            }
            _ => left,
        }
    }

    fn block(&mut self) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement();
        }
        self.depth -= 1;
    }

    fn conditional(&mut self) {
        let condition = self.condition();
        self.line(Both::join("if ({0}) {", &condition, &condition));
        self.block();
        if self.random.one_in(2) {
            self.both("} else {");
            self.block();
        }
        self.both("}");
    }

    fn switch(&mut self) {
        let subject = self.simple();
        self.both(format!("switch ({subject}) {{"));
        let first = self.random.between(-1, 1);
        for number in 0..2 {
            self.both(format!("case {}:", first + number));
            self.block();
            if !self.random.one_in(3) {
                self.both("  break;");
            }
        }
        if self.random.one_in(2) {
            self.both("default:");
            self.block();
        }
        self.both("}");
    }

    /// A way out: a `goto` forward, or a `return`.
    fn early(&mut self) {
        let condition = Both::same(self.comparison());
        self.line(Both::join("if ({0})", &condition, &condition));
        match self.goto {
            Some(label) if self.random.one_in(2) => self.both(format!("  goto {label};")),
            _ if self.callable => {
                let value = self.simple();
                self.both(format!("  return {value};"));
            }
            _ => {
                let (target, value) = (self.target(), self.simple());
                self.both(format!("  {target} = {value};"));
            }
        }
    }

    fn quotient(&mut self) {
        let (target, value, divisor) = (self.target(), self.readable(), self.readable());
        let operator = *self.random.pick(&["/", "%"]);
        let line = self.lines;
        self.only(
            format!("{target} = {value} {operator} ({divisor});"),
            format!("{target} = {value} {operator} DV({divisor}, {line});"),
        );
    }

    fn choice(&mut self) {
        let (target, condition) = (self.target(), self.condition());
        let (yes, no) = (self.simple(), self.simple());
        self.line(Both::join(&format!("{target} = ({{0}}) ? {yes} : {no};"), &condition, &condition));
    }

    fn assignment(&mut self) {
        let (target, value) = (self.target(), self.value());
        self.line(Both::join(&format!("{target} = {{0}};"), &value, &value));
    }

    fn call(&mut self) {
        let (target, argument, line) = (self.target(), self.simple(), self.lines);
        match self.random.below(4) {
            0 | 1 => {
                self.is_modular = true;
                self.only(
                    format!("{target} = limited({argument});"),
                    format!("{target} = limited({argument}, {line});"),
                );
            }
            2 => {
                self.is_modular = true;
                let to = *self.random.pick(&["&x", "&y", "u + 1", "&u[2]", "q"]);
                self.only(format!("put({to}, {argument});"), format!("put({to}, {argument}, {line});"));
            }
            _ => {
                let other = self.simple();
                self.both(format!("{target} = inner({argument}, {other});"));
            }
        }
    }

    /// An element at an index that may be none.
    fn element(&mut self) {
        let (index, line) = (self.simple(), self.lines);
        if self.random.one_in(2) {
            let target = self.target();
            self.only(format!("{target} = u[{index}];"), format!("{target} = u[IX({index}, 3, {line})];"));
        } else {
            let value = self.simple();
            self.only(format!("u[{index}] = {value};"), format!("u[IX({index}, 3, {line})] = {value};"));
        }
    }

    fn pointer(&mut self) {
        let to = *self.random.pick(&["&x", "&y", "u", "&u[1]", "0"]);
        let condition = self.comparison();
        self.both(format!("q = {condition} ? {to} : q;"));
    }

    fn through(&mut self) {
        let line = self.lines;
        if self.random.one_in(2) {
            let target = self.target();
            self.only(format!("{target} = *q;"), format!("{target} = *PT(q, {line});"));
        } else {
            let value = self.simple();
            self.only(format!("*q = {value};"), format!("*PT(q, {line}) = {value};"));
        }
    }

    pub(super) fn assertion(&mut self) {
        let name = self.readable();
        let by = self.random.between(-6, 8);
        let text = match self.random.below(4) {
            0 => format!("{name} != {by}"),
            1 => format!("{name} <= {}", by.abs()),
            2 => format!("{name} >= -{}", by.abs()),
            _ => format!("!({} && {})", self.comparison(), self.comparison()),
        };
        let line = self.lines;
        self.only(format!("assert({text});"), format!("CK({text}, {line});"));
    }
}

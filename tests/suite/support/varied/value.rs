//! Expressions.

use super::{LENGTH, RELATIONS, Varied};

impl Varied {
    pub(super) fn element(&mut self) -> String {
        let array = self.random.pick(&self.arrays).clone();
        match self.random.below(3) {
            0 => format!("{array}[{}]", self.random.below(LENGTH)),
            _ => format!("{array}[({}) & {}]", self.value(0), LENGTH - 1),
        }
    }

    /// An expression of any type.
    pub(super) fn value(&mut self, height: usize) -> String {
        if height == 0 || self.random.one_in(3) {
            return match self.random.below(5) {
                0 => self.random.between(-2, 5).to_string(),
                1 if !self.arrays.is_empty() && height > 0 => self.element(),
                _ => self.random.pick(&self.readable).clone(),
            };
        }
        let left = self.value(height - 1);
        match self.random.below(12) {
            0..=4 => {
                let operator = *self.random.pick(&["+", "-", "+", "-", "&", "|", "^"]);
                format!("({left} {operator} {})", self.value(height - 1))
            }
            5 => format!("({left} * {})", self.random.between(-2, 3)),
            6 => {
                let operator = *self.random.pick(&["/", "%"]);
                format!("({left} {operator} {})", self.random.between(2, 5))
            }
            7 => {
                let unary = *self.random.pick(&["-", "~", "!", "-"]);
                format!("{unary}({left})")
            }
            8 => format!("({})({left})", self.type_name()),
            9 => format!("({left} >> {})", self.random.below(4)),
            10 => {
                let (condition, right) = (self.comparison(), self.value(height - 1));
                format!("({condition} ? {left} : {right})")
            }
            _ => format!("({})", self.comparison()),
        }
    }

    pub(super) fn comparison(&mut self) -> String {
        let (left, right) = (self.value(1), self.value(0));
        let relation = *self.random.pick(&RELATIONS);
        format!("{left} {relation} {right}")
    }

    pub(super) fn condition(&mut self) -> String {
        match self.random.below(6) {
            0 => format!("{} && {}", self.comparison(), self.comparison()),
            1 => format!("{} || {}", self.comparison(), self.comparison()),
            2 => self.random.pick(&self.readable).clone(),
            _ => self.comparison(),
        }
    }
}

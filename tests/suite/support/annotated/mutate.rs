//! One small change to a function or to its annotations.

use super::super::seeded::Random;
use super::tree::{Clause, Does, Ex, Function, Location, Loop, Range, St};

/// Counts the places where something can be changed, and changes one of them.
struct Mutation<'r> {
    random: &'r mut Random,
    /// How many places come before the one that is changed.
    left: usize,
    done: bool,
    numbers: Vec<String>,
    arrays: Vec<String>,
}

/// A changed copy of a function; the same function if nothing came of it.
pub fn mutated(function: &Function, random: &mut Random) -> Function {
    let places = {
        let mut counted = function.clone();
        let mut unused = Random::new(0);
        let mut counter = Mutation::of(function, &mut unused, usize::MAX);
        counter.function(&mut counted);
        usize::MAX - counter.left
    };
    let mut result = function.clone();
    let at = random.below(places.max(1));
    Mutation::of(function, random, at).function(&mut result);
    result
}

const RELATIONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl<'r> Mutation<'r> {
    fn of(function: &Function, random: &'r mut Random, left: usize) -> Self {
        let named = |array: bool| {
            let of_kind = function.parameters.iter().filter(|(_, is_array)| *is_array == array);
            of_kind.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let mut numbers = named(false);
        declared(&function.body, &mut numbers);
        Mutation { random, left, done: false, numbers, arrays: named(true) }
    }

    /// Whether this is the place.
    fn here(&mut self) -> bool {
        if self.done {
            return false;
        }
        if self.left == 0 {
            self.done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn function(&mut self, function: &mut Function) {
        self.clauses(&mut function.requires);
        self.clauses(&mut function.ensures);
        self.locations(&mut function.assigns);
        self.block(&mut function.body);
    }

    fn clauses(&mut self, clauses: &mut Vec<Clause>) {
        let mut number = 0;
        while number < clauses.len() {
            if self.here() {
                clauses.remove(number);
                return;
            }
            self.expression(&mut clauses[number].says);
            number += 1;
        }
    }

    fn locations(&mut self, locations: &mut Option<Vec<Location>>) {
        let Some(list) = locations else { return };
        if self.here() {
            *locations = None;
            return;
        }
        for number in 0..list.len() {
            if self.here() {
                list.remove(number);
                return;
            }
            if let Location::Range(range) = &mut list[number] {
                self.range(range);
            }
        }
    }

    fn range(&mut self, range: &mut Range) {
        self.array(&mut range.array);
        self.expression(&mut range.first);
        self.expression(&mut range.last);
    }

    fn array(&mut self, name: &mut String) {
        if self.arrays.len() > 1 && self.here() {
            *name = self.random.pick(&self.arrays).clone();
        }
    }

    fn annotations(&mut self, annotations: &mut Loop) {
        self.clauses(&mut annotations.invariants);
        self.locations(&mut annotations.assigns);
        if let Some(clause) = &mut annotations.variant {
            self.expression(&mut clause.says);
        }
    }

    fn block(&mut self, statements: &mut Vec<St>) {
        let mut number = 0;
        while number < statements.len() {
            let is_declared = matches!(statements[number].does, Does::Declare(..));
            if !is_declared && self.here() {
                statements.remove(number);
                return;
            }
            if number + 1 < statements.len() && !is_declared && self.here() {
                statements.swap(number, number + 1);
                return;
            }
            self.statement(&mut statements[number]);
            number += 1;
        }
    }

    fn statement(&mut self, statement: &mut St) {
        match &mut statement.does {
            Does::Declare(_, Some(value)) => self.expression(value),
            Does::Assign(place, value) => {
                self.expression(place);
                self.expression(value);
            }
            Does::If(condition, yes, no) => {
                if !no.is_empty() && self.here() {
                    std::mem::swap(yes, no);
                    return;
                }
                self.expression(condition);
                self.block(yes);
                self.block(no);
            }
            Does::While(annotations, condition, body) => {
                self.annotations(annotations);
                self.expression(condition);
                self.block(body);
            }
            Does::For(annotations, first, condition, step, body) => {
                self.annotations(annotations);
                self.statement(first);
                self.expression(condition);
                self.statement(step);
                self.block(body);
            }
            Does::Return(Some(value)) => self.expression(value),
            Does::Assert(clause) => self.expression(&mut clause.says),
            Does::Break => {
                if self.here() {
                    statement.does = Does::Continue;
                }
            }
            Does::Continue => {
                if self.here() {
                    statement.does = Does::Break;
                }
            }
            Does::Declare(_, None) | Does::Return(None) => {}
        }
    }

    fn expression(&mut self, expression: &mut Ex) {
        match expression {
            Ex::Number(value) => {
                if self.here() {
                    *value += if self.random.one_in(2) { 1 } else { -1 };
                }
            }
            Ex::Name(name) => {
                if self.here() && !self.numbers.is_empty() && !self.arrays.contains(name) {
                    *name = self.random.pick(&self.numbers).clone();
                }
            }
            Ex::Index(array, index) => {
                self.array(array);
                if self.here() {
                    let sign = *self.random.pick(&["+", "-"]);
                    let old = std::mem::replace(&mut **index, Ex::Number(0));
                    **index = Ex::Two(sign.to_owned(), Box::new(old), Box::new(Ex::Number(1)));
                    return;
                }
                self.expression(index);
            }
            Ex::Two(operator, left, right) => {
                if self.here() {
                    match &operator[..] {
                        "&&" | "||" | "==>" | "<==>" => match self.random.below(3) {
                            0 => *expression = (**left).clone(),
                            1 => *expression = (**right).clone(),
                            _ => *operator = if operator == "&&" { "||" } else { "&&" }.to_owned(),
                        },
                        "+" => *operator = "-".to_owned(),
                        "-" | "*" => *operator = "+".to_owned(),
                        "/" | "%" => *operator = "-".to_owned(),
                        _ => *operator = (*self.random.pick(&RELATIONS)).to_owned(),
                    }
                    return;
                }
                self.expression(left);
                self.expression(right);
            }
            Ex::Not(inner) => {
                if self.here() {
                    *expression = (**inner).clone();
                    return;
                }
                self.expression(inner);
            }
            Ex::Minus(inner) => {
                if self.here() {
                    *expression = (**inner).clone();
                    return;
                }
                self.expression(inner);
            }
            Ex::Old(inner) => {
                if self.here() {
                    *expression = (**inner).clone();
                    return;
                }
                self.inside(inner);
            }
            Ex::Quantified(all, _, body) => {
                if self.here() {
                    *all = !*all;
                    return;
                }
                self.expression(body);
            }
            Ex::Valid(range) => self.range(range),
            Ex::Separated(one, other) => {
                self.range(one);
                self.range(other);
            }
            Ex::Result => {}
        }
    }

    /// In another state only what is already named there stays understood.
    fn inside(&mut self, inner: &mut Ex) {
        if let Ex::Index(array, index) = inner {
            self.array(array);
            if self.here() {
                let old = std::mem::replace(&mut **index, Ex::Number(0));
                **index = Ex::Two("-".to_owned(), Box::new(old), Box::new(Ex::Number(1)));
            }
        }
    }
}

/// The variables that are declared at the top of a function.
fn declared(statements: &[St], names: &mut Vec<String>) {
    for statement in statements {
        if let Does::Declare(name, _) = &statement.does {
            names.push(name.clone());
        }
    }
}

//! The text that a temporary or an assertion stands for, printed from the typed expression.

use crate::arith::{BinaryOperator, Relation, UnaryOperator};
use crate::facts::cfg::ErrorKind;
use crate::layout::program::{Expression, ExpressionKind, Place, Program, VariableId};

/// Longer texts are cut: nested expressions would otherwise be printed again for each level.
const LIMIT: usize = 400;

/// An expression as C, without the conversions that C leaves implicit.
pub(super) fn expression(program: &Program, expression: &Expression) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.expression(expression, 0);
    printer.out
}

/// A place as C.
pub(super) fn place(program: &Program, place: &Place) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.place(place);
    printer.out
}

/// The array that the subscript with this number goes into, with its length: `a[10]`, `s.rows[i][4]`.
pub(super) fn dimension(program: &Program, place: &Place, number: usize) -> String {
    let mut bounded = place.clone();
    let Some(index) = bounded.indices.get_mut(number) else { return self::place(program, place) };
    index.value.kind = ExpressionKind::Constant(index.length.into());
    let mut printer = Printer { program, out: String::new() };
    printer.place_until(&bounded, Some(number));
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
}

const UNARY: u8 = 13;

impl Printer<'_> {
    fn expression(&mut self, expression: &Expression, outer: u8) {
        if self.out.len() > LIMIT {
            if !self.out.ends_with('…') {
                self.out.push('…');
            }
            return;
        }
        let level = level(&expression.kind);
        if level < outer {
            self.out.push('(');
        }
        self.inside(expression, level);
        if level < outer {
            self.out.push(')');
        }
    }

    /// What has to hold: of the program's own, or of an annotation.
    fn stated(&mut self, operand: &Expression, kind: ErrorKind) {
        match kind {
            ErrorKind::Annotation => {
                self.out.push_str("//@ ");
                self.expression(operand, 0);
            }
            _ => self.call("assert", std::slice::from_ref(operand)),
        }
    }

    fn inside(&mut self, expression: &Expression, level: u8) {
        match &expression.kind {
            ExpressionKind::Constant(value) => self.out.push_str(&value.to_string()),
            ExpressionKind::Read(place)
            | ExpressionKind::ReadVolatile(place)
            | ExpressionKind::Touch(place) => self.place(place),
            ExpressionKind::Unary(operator, operand) => {
                self.out.push(match operator {
                    UnaryOperator::Negate => '-',
                    UnaryOperator::BitNot => '~',
                });
                self.expression(operand, UNARY + 1);
            }
            ExpressionKind::Not(operand) => {
                self.out.push('!');
                self.expression(operand, UNARY);
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.infix(left, operator.symbol(), right, level);
            }
            ExpressionKind::Compare(relation, left, right) => {
                self.infix(left, relation.symbol(), right, level);
            }
            ExpressionKind::And(left, right) => self.infix(left, "&&", right, level),
            ExpressionKind::Or(left, right) => self.infix(left, "||", right, level),
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.expression(condition, level + 1);
                self.out.push_str(" ? ");
                self.expression(then, level);
                self.out.push_str(" : ");
                self.expression(otherwise, level);
            }
            ExpressionKind::Comma(first, second) => {
                self.expression(first, level);
                self.out.push_str(", ");
                self.expression(second, level + 1);
            }
            ExpressionKind::Convert(operand) => self.expression(operand, level),
            ExpressionKind::Assign(place, value) => {
                self.place(place);
                self.out.push_str(" = ");
                self.expression(value, level);
            }
            ExpressionKind::Update { place, operator, value, postfix, .. } => {
                self.place(place);
                if *postfix {
                    self.out.push_str(if *operator == BinaryOperator::Add { "++" } else { "--" });
                } else {
                    self.out.push_str(&format!(" {}= ", operator.symbol()));
                    self.expression(value, level);
                }
            }
            ExpressionKind::CopyCells { target, source, .. } => {
                self.place(target);
                self.out.push_str(" = ");
                self.place(source);
            }
            ExpressionKind::Call(callee, arguments, outputs) => {
                let program = self.program;
                let function = &program.functions[callee.0 as usize];
                // Objects that are passed cell by cell do not look like what is written.
                let cells = |v: &VariableId| program.variables[v.0 as usize].cells.len();
                if outputs.is_empty() && function.parameters.iter().all(|p| cells(p) == 1) {
                    self.call(&function.name, arguments);
                } else {
                    self.out.push_str(&format!("{}(…)", function.name));
                }
            }
            ExpressionKind::Input { name: None, .. } => self.out.push('*'),
            ExpressionKind::Input { name: Some(name), operands, .. } => self.call(name, operands),
            ExpressionKind::Assert(operand, kind) => self.stated(operand, *kind),
            ExpressionKind::Assume(operand) => self.call("assume", std::slice::from_ref(&**operand)),
            ExpressionKind::Error(name) => self.call(name, &[]),
            ExpressionKind::Stop(_) => self.call("abort", &[]),
            ExpressionKind::Exit(status) => self.call("exit", std::slice::from_ref(&**status)),
            ExpressionKind::NoOperation(_) => self.out.push_str("call"),
            ExpressionKind::Unsupported { reason, .. } => self.out.push_str(&reason.to_string()),
        }
    }

    fn infix(&mut self, left: &Expression, operator: &str, right: &Expression, level: u8) {
        self.expression(left, level);
        self.out.push(' ');
        self.out.push_str(operator);
        self.out.push(' ');
        self.expression(right, level + 1);
    }

    fn call(&mut self, name: &str, arguments: &[Expression]) {
        self.out.push_str(name);
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            self.expression(argument, level_of_assignment());
        }
        self.out.push(')');
    }

    fn place(&mut self, place: &Place) {
        self.place_until(place, None);
    }

    /// A place up to and including the subscript with this number.
    fn place_until(&mut self, place: &Place, last: Option<usize>) {
        let variable = &self.program.variables[place.variable.0 as usize];
        self.out.push_str(&variable.name);
        let suffix = |cell: u32| variable.cells.get(cell as usize).map_or("", |cell| cell.suffix.as_str());
        let base = suffix(place.offset);
        // The bracket of a subscript is where the name of the next element differs.
        let mut brackets: Vec<(usize, &Expression, bool)> = Vec::new();
        for (number, index) in place.indices.iter().enumerate().filter(|(_, index)| index.length > 1) {
            let next = suffix(place.offset + index.stride);
            let same = base.bytes().zip(next.bytes()).take_while(|(a, b)| a == b).count();
            if let Some(bracket) = base.get(..same).and_then(|common| common.rfind('[')) {
                brackets.push((bracket, &index.value, last == Some(number)));
            }
        }
        brackets.sort_by_key(|bracket| bracket.0);
        let mut from = 0;
        for (bracket, value, last) in brackets {
            let Some(length) = base[bracket..].find(']') else { continue };
            if bracket < from {
                continue;
            }
            self.out.push_str(&base[from..=bracket]);
            self.expression(value, 0);
            from = bracket + length;
            if last {
                self.out.push(']');
                return;
            }
        }
        self.out.push_str(&base[from..]);
    }
}

fn level_of_assignment() -> u8 {
    2
}

/// How tightly an expression binds.
fn level(kind: &ExpressionKind) -> u8 {
    match kind {
        ExpressionKind::Comma(..) => 1,
        ExpressionKind::Assign(..) | ExpressionKind::CopyCells { .. } => level_of_assignment(),
        ExpressionKind::Update { postfix: false, .. } => level_of_assignment(),
        ExpressionKind::Conditional(..) => 3,
        ExpressionKind::Or(..) => 4,
        ExpressionKind::And(..) => 5,
        ExpressionKind::Compare(Relation::Equal | Relation::NotEqual, ..) => 9,
        ExpressionKind::Compare(..) => 10,
        ExpressionKind::Binary(operator, ..) => match operator {
            BinaryOperator::BitOr => 6,
            BinaryOperator::BitXor => 7,
            BinaryOperator::BitAnd => 8,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => 11,
            BinaryOperator::Add | BinaryOperator::Subtract => 12,
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => UNARY,
        },
        ExpressionKind::Unary(..) | ExpressionKind::Not(_) => UNARY + 1,
        ExpressionKind::Convert(operand) => level(&operand.kind),
        ExpressionKind::Constant(value) if *value < 0 => UNARY + 1,
        _ => UNARY + 2,
    }
}

//! Expressions as C, without the conversions that C leaves implicit: the text that a value stands for.

use focuscheck_base::arith::{BinaryOperator, Relation, UnaryOperator};
use focuscheck_check::scalar::{arithmetic, relation};
use focuscheck_check::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, FunctionId, Place, PlaceKind, Program,
    Statement, StatementKind,
};
use focuscheck_check::types::Type;

/// Longer texts are cut: nested expressions would otherwise be printed again for each level.
pub const LIMIT: usize = 400;

/// How tightly `-e` binds, and `!e`.
pub const UNARY: u8 = 13;

/// How tightly an assignment binds.
pub const ASSIGNMENT: u8 = 2;

/// How tightly a name or a call binds.
pub const PRIMARY: u8 = UNARY + 2;

/// The text of an expression, and how tightly it binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The text.
    pub text: String,
    /// How tightly it binds.
    pub level: u8,
}

/// The title of an expression.
pub fn title(program: &Program, expression: &Expression) -> Title {
    let mut printer = Printer { program, out: String::new() };
    printer.expression(expression, 0);
    Title { text: printer.out, level: level(expression) }
}

/// The text of a place.
pub fn place(program: &Program, place: &Place) -> String {
    let mut printer = Printer { program, out: String::new() };
    printer.place(place);
    printer.out
}

struct Printer<'t> {
    program: &'t Program,
    out: String,
}

impl Printer<'_> {
    fn expression(&mut self, expression: &Expression, outer: u8) {
        if self.out.len() > LIMIT {
            if !self.out.ends_with('…') {
                self.out.push('…');
            }
            return;
        }
        let level = level(expression);
        if level < outer {
            self.out.push('(');
        }
        match expression.constant.filter(|_| matches!(expression.ty, Type::Integer(_))) {
            Some(value) => self.out.push_str(&value.to_string()),
            None => self.inside(expression, level),
        }
        if level < outer {
            self.out.push(')');
        }
    }

    fn inside(&mut self, expression: &Expression, level: u8) {
        match &expression.kind {
            Kind::Integer(value) => self.out.push_str(&value.to_string()),
            Kind::Float(text) => self.out.push_str(text),
            Kind::Any => self.out.push('*'),
            Kind::Function(id) => self.out.push_str(&self.program.functions[id.index()].name),
            Kind::Undeclared(name) => self.out.push_str(name),
            Kind::Load(place) | Kind::Decay(place) => self.place(place),
            Kind::AddressOf(place) => {
                self.out.push('&');
                self.place(place);
            }
            Kind::LabelAddress(_) => self.out.push_str("&&label"),
            Kind::Unary(operator, operand) => {
                self.out.push(match operator {
                    UnaryOperator::Negate => '-',
                    UnaryOperator::BitNot => '~',
                });
                self.expression(operand, UNARY + 1);
            }
            Kind::Not(operand) => {
                self.out.push('!');
                self.expression(operand, UNARY);
            }
            Kind::Binary(operator, left, right) => {
                let symbol = relation(*operator)
                    .map(Relation::symbol)
                    .or_else(|| arithmetic(*operator).map(BinaryOperator::symbol));
                self.infix(left, symbol.unwrap_or("?"), right, level);
            }
            Kind::And(left, right) => self.infix(left, "&&", right, level),
            Kind::Or(left, right) => self.infix(left, "||", right, level),
            Kind::Conditional(condition, then, otherwise) => {
                self.expression(condition, level + 1);
                self.out.push_str(" ? ");
                self.expression(then.as_deref().unwrap_or(condition), level);
                self.out.push_str(" : ");
                self.expression(otherwise, level);
            }
            Kind::Comma(first, second) => {
                self.expression(first, level);
                self.out.push_str(", ");
                self.expression(second, level + 1);
            }
            Kind::Cast(operand) | Kind::Convert(operand) => self.expression(operand, level),
            Kind::Assign(place, value) => {
                self.place(place);
                self.out.push_str(" = ");
                self.expression(value, level);
            }
            Kind::Update { place, operator, value, postfix } => {
                self.place(place);
                let symbol = arithmetic(*operator).map_or("?", BinaryOperator::symbol);
                if *postfix {
                    self.out.push_str(if symbol == "+" { "++" } else { "--" });
                } else {
                    self.out.push_str(&format!(" {symbol}= "));
                    self.expression(value, level);
                }
            }
            Kind::Call(callee, arguments) => self.call(callee, arguments),
            Kind::Statement(statements, _, Some(function)) => self.library(*function, statements),
            Kind::Statement(..) => self.out.push_str("({ … })"),
            Kind::ComplexPart(operand) | Kind::VariableArgument(operand) => self.expression(operand, level),
            Kind::OneOf(_) => self.out.push('…'),
            Kind::Unknown(reason, _) => self.out.push_str(reason),
        }
    }

    fn infix(&mut self, left: &Expression, operator: &str, right: &Expression, level: u8) {
        self.expression(left, level);
        self.out.push(' ');
        self.out.push_str(operator);
        self.out.push(' ');
        self.expression(right, level + 1);
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expression]) {
        match callee {
            Callee::Named(id) => self.out.push_str(&self.program.functions[id.index()].name),
            Callee::Pointer(pointer) => self.expression(pointer, PRIMARY),
        }
        // What is passed as a whole does not look like a value.
        if arguments.iter().any(|argument| !matches!(argument.ty, Type::Integer(_))) {
            self.out.push_str("(…)");
            return;
        }
        self.out.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            self.expression(argument, ASSIGNMENT);
        }
        self.out.push(')');
    }

    /// A call that what the function does stands for: its arguments are the values of the parameters.
    fn library(&mut self, function: FunctionId, statements: &[Statement]) {
        self.out.push_str(&self.program.functions[function.index()].name);
        self.out.push('(');
        let declared = statements.first().map(|first| &first.kind);
        let Some(StatementKind::Declaration(parameters)) = declared else { return self.out.push(')') };
        for (position, parameter) in parameters.iter().enumerate() {
            if position > 0 {
                self.out.push_str(", ");
            }
            if let Declaration::Object { initializer: Some(initializer), .. } = parameter
                && let Some(value) = initializer.whole()
            {
                self.expression(value, ASSIGNMENT);
            }
        }
        self.out.push(')');
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Object(object) => self.out.push_str(&self.program.objects[object.index()].name),
            PlaceKind::Dereference(pointer) => {
                self.out.push('*');
                self.expression(pointer, UNARY);
            }
            PlaceKind::Behind(pointer, index) => {
                self.expression(pointer, PRIMARY);
                self.subscript(index);
            }
            PlaceKind::Element(whole, index) => {
                self.place(whole);
                self.subscript(index);
            }
            PlaceKind::Member(whole, fields, _) => {
                let mut behind = None;
                match &whole.kind {
                    PlaceKind::Dereference(pointer) => {
                        self.expression(pointer, PRIMARY);
                        behind = Some("->");
                    }
                    _ => self.place(whole),
                }
                let mut ty = &whole.ty;
                for &number in fields {
                    let Type::Record(id) = ty else { return };
                    let fields = self.program.types.records[*id].fields.as_deref().unwrap_or_default();
                    let Some(field) = fields.get(number) else { return };
                    if let Some(name) = &field.name {
                        self.out.push_str(behind.take().unwrap_or("."));
                        self.out.push_str(name);
                    }
                    ty = &field.ty;
                }
            }
            PlaceKind::Text(_) => self.out.push_str("\"…\""),
            PlaceKind::Compound(_) => self.out.push_str("{ … }"),
            PlaceKind::Value(value) => self.expression(value, PRIMARY),
            PlaceKind::Undeclared(name) => self.out.push_str(name),
        }
    }

    fn subscript(&mut self, index: &Expression) {
        self.out.push('[');
        self.expression(index, 0);
        self.out.push(']');
    }
}

/// How tightly an operator binds.
pub fn operator_level(operator: BinaryOperator) -> u8 {
    match operator {
        BinaryOperator::BitOr => 6,
        BinaryOperator::BitXor => 7,
        BinaryOperator::BitAnd => 8,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => 11,
        BinaryOperator::Add | BinaryOperator::Subtract => 12,
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Remainder => UNARY,
    }
}

/// How tightly a comparison binds.
pub fn relation_level(relation: Relation) -> u8 {
    match relation {
        Relation::Equal | Relation::NotEqual => 9,
        Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => 10,
    }
}

/// How tightly a constant binds.
pub fn constant_level(value: i128) -> u8 {
    if value < 0 { UNARY + 1 } else { PRIMARY }
}

/// How tightly an expression binds.
fn level(expression: &Expression) -> u8 {
    if let (Some(value), Type::Integer(_)) = (expression.constant, &expression.ty) {
        return constant_level(value);
    }
    match &expression.kind {
        Kind::Comma(..) => 1,
        Kind::Assign(..) | Kind::Update { postfix: false, .. } => ASSIGNMENT,
        Kind::Conditional(..) => 3,
        Kind::Or(..) => 4,
        Kind::And(..) => 5,
        Kind::Binary(operator, ..) => match relation(*operator) {
            Some(relation) => relation_level(relation),
            None => arithmetic(*operator).map_or(PRIMARY, operator_level),
        },
        Kind::Unary(..) | Kind::Not(_) => UNARY + 1,
        Kind::Integer(value) => constant_level(*value),
        Kind::Cast(operand) | Kind::Convert(operand) => level(operand),
        Kind::Float(_)
        | Kind::Any
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::Load(_)
        | Kind::Decay(_)
        | Kind::AddressOf(_)
        | Kind::LabelAddress(_)
        | Kind::ComplexPart(_)
        | Kind::Update { .. }
        | Kind::Call(..)
        | Kind::Statement(..)
        | Kind::VariableArgument(_)
        | Kind::OneOf(_)
        | Kind::Unknown(..) => PRIMARY,
    }
}

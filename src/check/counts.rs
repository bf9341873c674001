//! What counts of values: a comparison with zero only asks for the sign, a condition only whether it is zero.
//!
//! Where nothing else counts, any value with that sign will do. That holds for what is kept in a variable, too, if all that is
//! ever asked of it is no more than that.

use std::collections::BTreeMap;

use focuscheck_base::arith::{IntegerType, Relation};

use super::scalar::relation;
use super::tree::{
    Declaration, Expression, ExpressionKind as Kind, Object, ObjectId, Place, PlaceKind, Program, Statement,
    StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, in_expression, in_place, in_statement};

/// What counts of a value; each is less than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counts {
    /// All of it.
    #[default]
    Value,
    /// Its sign.
    Sign,
    /// Whether it is zero.
    Truth,
}

/// What counts of the variables of functions that hold an `int`.
#[derive(Default)]
pub struct Counted {
    variables: BTreeMap<ObjectId, Counts>,
    /// What counts of the value of what is visited.
    counting: Counts,
    /// Whether something reads variables that is not visited.
    unseen: bool,
}

impl Counted {
    /// Finds it.
    pub fn of(program: &Program) -> Self {
        let int = Type::Integer(IntegerType::INT);
        let is_plain =
            |object: &Object| object.storage == Storage::Automatic && !object.volatile && object.ty == int;
        let objects = program.objects.iter().enumerate().filter(|(_, object)| is_plain(object));
        let variables = objects.map(|(number, _)| (ObjectId(number as u32), Counts::Truth)).collect();
        let mut counted = Counted { variables, ..Counted::default() };
        for function in &program.functions {
            counted.unseen |= function.contract.is_some();
            let body = function.definition.iter().flat_map(|definition| &definition.body);
            body.for_each(|statement| counted.statement(statement));
        }
        program.conditions.iter().for_each(|condition| counted.expression(&condition.expression));
        if counted.unseen {
            counted.variables.clear();
        }
        counted
    }

    /// What counts of the value of a variable.
    pub fn of_variable(&self, object: ObjectId) -> Counts {
        self.variables.get(&object).copied().unwrap_or_default()
    }

    /// This counts of a variable.
    fn note(&mut self, object: ObjectId, counts: Counts) {
        self.variables.entry(object).and_modify(|known| *known = counts.min(*known));
    }

    fn visit(&mut self, expression: &Expression, counts: Counts) {
        self.counting = counts;
        self.expression(expression);
        self.counting = Counts::Value;
    }
}

/// What counts of the operands of an expression, in order, where this counts of the expression.
pub fn of_operands(expression: &Expression, counts: Counts) -> [Counts; 3] {
    use Counts::{Sign, Truth, Value};
    match &expression.kind {
        Kind::Binary(operator, left, right) => {
            let compared = match relation(*operator) {
                Some(Relation::Equal | Relation::NotEqual) => Truth,
                Some(Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual) => {
                    Sign
                }
                None => Value,
            };
            let against = |other: &Expression| if other.constant == Some(0) { compared } else { Value };
            [against(right), against(left), Value]
        }
        Kind::Not(_) | Kind::And(..) | Kind::Or(..) => [Truth, Truth, Value],
        Kind::Conditional(_, then, _) => [if then.is_some() { Truth } else { Value }, counts, counts],
        Kind::Cast(_) | Kind::Convert(_) if expression.ty == Type::Integer(IntegerType::BOOL) => {
            [Truth, Value, Value]
        }
        _ => [Value; 3],
    }
}

impl<'t> Visit<'t> for Counted {
    fn statement(&mut self, statement: &'t Statement) {
        self.unseen |= statement.contract.is_some();
        match &statement.kind {
            StatementKind::Stated(_) | StatementKind::NestedFunction => self.unseen = true,
            StatementKind::Expression(expression) => self.visit(expression, Counts::Truth),
            StatementKind::If(arms, otherwise) => {
                for arm in arms {
                    self.visit(&arm.condition, Counts::Truth);
                    self.statement(&arm.then);
                }
                otherwise.iter().for_each(|inner| self.statement(inner));
            }
            StatementKind::While(condition, body) | StatementKind::DoWhile(body, condition) => {
                self.visit(condition, Counts::Truth);
                self.statement(body);
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|inner| self.statement(inner));
                condition.iter().for_each(|condition| self.visit(condition, Counts::Truth));
                step.iter().for_each(|step| self.expression(step));
                self.statement(body);
            }
            StatementKind::Declaration(made) => {
                for declaration in made {
                    if let Declaration::Object { object, cleanup: true, .. } = declaration {
                        self.note(*object, Counts::Value);
                    }
                }
                in_statement(self, statement);
            }
            StatementKind::Empty
            | StatementKind::Block(_)
            | StatementKind::Switch(..)
            | StatementKind::Labelled(..)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Goto(_)
            | StatementKind::GotoComputed(_)
            | StatementKind::Assembler(_) => in_statement(self, statement),
        }
    }

    fn expression(&mut self, expression: &'t Expression) {
        let counts = std::mem::take(&mut self.counting);
        let [first, second, third] = of_operands(expression, counts);
        match &expression.kind {
            Kind::Load(place) => match place.kind {
                PlaceKind::Object(object) => self.note(object, counts),
                _ => self.place(place),
            },
            Kind::Assign(place, value) => {
                match place.kind {
                    PlaceKind::Object(object) => self.note(object, counts),
                    _ => self.place(place),
                }
                self.expression(value);
            }
            Kind::Binary(_, left, right) | Kind::And(left, right) | Kind::Or(left, right) => {
                self.visit(left, first);
                self.visit(right, second);
            }
            Kind::Not(operand) | Kind::Cast(operand) | Kind::Convert(operand) => self.visit(operand, first),
            Kind::Conditional(condition, then, otherwise) => {
                self.visit(condition, first);
                then.iter().for_each(|then| self.visit(then, second));
                self.visit(otherwise, third);
            }
            _ => in_expression(self, expression),
        }
    }

    fn place(&mut self, place: &'t Place) {
        if let PlaceKind::Object(object) = place.kind {
            self.note(object, Counts::Value);
        }
        in_place(self, place);
    }
}

//! What counts of values: a comparison with zero only asks for the sign, a condition only whether it is zero.
//!
//! Where nothing else counts, any value with that sign will do. That holds for what is kept in a variable, too, if all that is
//! ever asked of it is no more than that.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{IntegerType, Relation};

use super::scalar::relation;
use super::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, Function, FunctionId, Item, Object, ObjectId,
    Place, PlaceKind, Program, Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, in_expression, in_initializer, in_place, in_statement};

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
    /// The functions of whose results the sign counts alone: those that library functions call to compare.
    functions: BTreeSet<FunctionId>,
    /// Whether it is the result of one of these that is returned.
    is_comparing: bool,
    /// What counts of the value of what is visited.
    counting: Counts,
    /// The functions of the library of whose comparisons the sign counts alone.
    sorting: BTreeSet<FunctionId>,
    /// Whether something reads variables that is not visited.
    unseen: bool,
}

impl Counted {
    /// Finds it.
    pub fn of(program: &Program) -> Self {
        let is_int = |function: &Function| {
            function.definition.is_some() && function.signature.result == Type::Integer(IntegerType::INT)
        };
        let functions = program.functions.iter().enumerate().filter(|(_, function)| is_int(function));
        let mut functions: BTreeSet<FunctionId> = functions.map(|(id, _)| FunctionId(id as u32)).collect();
        if !program.conditions.is_empty() {
            functions.clear();
        }
        loop {
            let counted = Counted::with(program, functions.clone());
            if counted.functions == functions {
                return counted;
            }
            functions = counted.functions;
        }
    }

    /// Finds it if of the results of these functions no more counts than the sign; those for which that does not hold are left
    /// out then.
    fn with(program: &Program, functions: BTreeSet<FunctionId>) -> Self {
        let int = Type::Integer(IntegerType::INT);
        let is_plain =
            |object: &Object| object.storage == Storage::Automatic && !object.volatile && object.ty == int;
        let objects = program.objects.iter().enumerate().filter(|(_, object)| is_plain(object));
        let variables = objects.map(|(number, _)| (ObjectId(number as u32), Counts::Truth)).collect();
        let assumed = functions.clone();
        let sorting = ["qsort", "bsearch"].into_iter().filter_map(|name| program.library_function(name));
        let sorting = sorting.collect();
        let mut counted = Counted { variables, functions, sorting, ..Counted::default() };
        for (number, function) in program.functions.iter().enumerate() {
            counted.is_comparing = assumed.contains(&FunctionId(number as u32));
            counted.unseen |= function.contract.is_some();
            let body = function.definition.iter().flat_map(|definition| &definition.body);
            body.for_each(|statement| counted.statement(statement));
        }
        program.conditions.iter().for_each(|condition| counted.expression(&condition.expression));
        for item in &program.items {
            match item {
                Item::Initializer(_, initializer) => in_initializer(&mut counted, initializer),
                Item::Object(_) | Item::Function(_) | Item::Assembler => {}
            }
        }
        if counted.unseen {
            counted.variables.clear();
            counted.functions.clear();
        }
        counted
    }

    /// What counts of the result of a function where it is returned.
    pub fn of_result(&self, function: FunctionId) -> Counts {
        if self.functions.contains(&function) { Counts::Sign } else { Counts::Value }
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
            StatementKind::Return(Some(expression)) if self.is_comparing => {
                self.visit(expression, Counts::Sign);
            }
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
            Kind::Call(Callee::Named(id), arguments) => {
                if counts < Counts::Sign {
                    self.functions.remove(id);
                }
                let compares = self.sorting.contains(id);
                let (last, others) = match arguments.split_last() {
                    Some((last, others)) if compares && matches!(last.unconverted(), Kind::Function(_)) => {
                        (None, others)
                    }
                    Some((last, others)) => (Some(last), others),
                    None => (None, &[][..]),
                };
                others.iter().chain(last).for_each(|argument| self.expression(argument));
            }
            Kind::Function(id) => _ = self.functions.remove(id),
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

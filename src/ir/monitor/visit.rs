//! Walks over the typed tree, and which names it uses how.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_check::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, FunctionId, InitialValue, Initializer, Item,
    ObjectId, Operand, Place, PlaceKind, Program, Statement, StatementKind,
};

/// Somebody who walks over a tree. Each method is called for a part and may go on inside of it.
pub trait Visitor: Sized {
    /// For a statement.
    fn statement(&mut self, statement: &mut Statement) {
        inside_statement(self, statement);
    }

    /// For an expression.
    fn expression(&mut self, expression: &mut Expression) {
        inside_expression(self, expression);
    }

    /// For a place.
    fn place(&mut self, place: &mut Place) {
        inside_place(self, place);
    }
}

/// Visits the parts of a statement.
pub fn inside_statement(visitor: &mut impl Visitor, statement: &mut Statement) {
    spend(1);
    match &mut statement.kind {
        StatementKind::Empty
        | StatementKind::NestedFunction
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(None)
        | StatementKind::Goto(_)
        | StatementKind::Stated(_) => {}
        StatementKind::Expression(expression)
        | StatementKind::Return(Some(expression))
        | StatementKind::GotoComputed(expression) => visitor.expression(expression),
        StatementKind::Declaration(made) => {
            for declaration in made {
                match declaration {
                    Declaration::Sizes(sizes) => sizes.iter_mut().for_each(|size| visitor.expression(size)),
                    Declaration::Object { initializer, .. } => {
                        initializer.iter_mut().for_each(|value| inside_initializer(visitor, value));
                    }
                }
            }
        }
        StatementKind::Block(statements) => statements.iter_mut().for_each(|s| visitor.statement(s)),
        StatementKind::If(arms, otherwise) => {
            for arm in arms {
                visitor.expression(&mut arm.condition);
                visitor.statement(&mut arm.then);
            }
            otherwise.iter_mut().for_each(|s| visitor.statement(s));
        }
        StatementKind::While(condition, body) | StatementKind::DoWhile(body, condition) => {
            visitor.expression(condition);
            visitor.statement(body);
        }
        StatementKind::For { init, condition, step, body } => {
            init.iter_mut().for_each(|s| visitor.statement(s));
            condition.iter_mut().chain(step).for_each(|e| visitor.expression(e));
            visitor.statement(body);
        }
        StatementKind::Switch(value, body) => {
            visitor.expression(value);
            visitor.statement(body);
        }
        StatementKind::Labelled(_, body) => visitor.statement(body),
        StatementKind::Assembler(assembler) => {
            for input in &mut assembler.inputs {
                match input {
                    Operand::Place(place) => visitor.place(place),
                    Operand::Value(value) => visitor.expression(value),
                }
            }
            assembler.outputs.iter_mut().for_each(|place| visitor.place(place));
        }
    }
}

/// Visits the parts of an expression.
pub fn inside_expression(visitor: &mut impl Visitor, expression: &mut Expression) {
    spend(1);
    match &mut expression.kind {
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Any
        | Kind::Function(_)
        | Kind::Undeclared(_)
        | Kind::LabelAddress(_) => {}
        Kind::Load(place) | Kind::Decay(place) | Kind::AddressOf(place) => visitor.place(place),
        Kind::Unary(_, operand)
        | Kind::Not(operand)
        | Kind::ComplexPart(operand)
        | Kind::Cast(operand)
        | Kind::Convert(operand)
        | Kind::VariableArgument(operand) => visitor.expression(operand),
        Kind::Binary(_, left, right)
        | Kind::And(left, right)
        | Kind::Or(left, right)
        | Kind::Comma(left, right) => {
            visitor.expression(left);
            visitor.expression(right);
        }
        Kind::Conditional(condition, then, otherwise) => {
            visitor.expression(condition);
            then.iter_mut().for_each(|e| visitor.expression(e));
            visitor.expression(otherwise);
        }
        Kind::Assign(place, value) | Kind::Update { place, value, .. } => {
            visitor.place(place);
            visitor.expression(value);
        }
        Kind::Call(callee, arguments) => {
            if let Callee::Pointer(pointer) = callee {
                visitor.expression(pointer);
            }
            arguments.iter_mut().for_each(|e| visitor.expression(e));
        }
        Kind::Statement(statements, value) => {
            statements.iter_mut().for_each(|s| visitor.statement(s));
            value.iter_mut().for_each(|e| visitor.expression(e));
        }
        Kind::OneOf(parts) | Kind::Unknown(_, parts) => parts.iter_mut().for_each(|e| visitor.expression(e)),
    }
}

/// Visits the parts of a place.
pub fn inside_place(visitor: &mut impl Visitor, place: &mut Place) {
    spend(1);
    match &mut place.kind {
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => {}
        PlaceKind::Dereference(pointer) | PlaceKind::Value(pointer) => visitor.expression(pointer),
        PlaceKind::Behind(pointer, index) => {
            visitor.expression(pointer);
            visitor.expression(index);
        }
        PlaceKind::Element(array, index) => {
            visitor.place(array);
            visitor.expression(index);
        }
        PlaceKind::Member(whole, _, _) => visitor.place(whole),
        PlaceKind::Compound(initializer) => inside_initializer(visitor, initializer),
    }
}

fn inside_initializer(visitor: &mut impl Visitor, initializer: &mut Initializer) {
    for part in &mut initializer.parts {
        if let InitialValue::Expression(value) = &mut part.value {
            visitor.expression(value);
        }
    }
}

/// Which names a program uses besides reading them.
#[derive(Debug, Default)]
pub struct Names {
    /// Functions that are called, or whose addresses are taken.
    pub called: BTreeSet<FunctionId>,
    /// Objects that are assigned, or whose addresses are taken.
    pub changed: BTreeSet<ObjectId>,
}

impl Names {
    /// Those of a program.
    pub fn of(program: &mut Program) -> Self {
        let mut names = Names::default();
        for item in &mut program.items {
            if let Item::Initializer(_, initializer) = item {
                inside_initializer(&mut names, initializer);
            }
        }
        for function in &mut program.functions {
            if let Some(definition) = &mut function.definition {
                definition.sizes.iter_mut().for_each(|size| names.expression(size));
                definition.body.iter_mut().for_each(|statement| names.statement(statement));
            }
        }
        let called = std::mem::take(&mut names.called);
        names.called = called.into_iter().flat_map(|id| [id, program.resolved(id)]).collect();
        names
    }

    /// Notes the object that a place is a part of.
    fn change(&mut self, place: &Place) {
        let mut place = place;
        while let PlaceKind::Element(whole, _) | PlaceKind::Member(whole, _, _) = &place.kind {
            place = whole;
        }
        if let PlaceKind::Object(object) = place.kind {
            self.changed.insert(object);
        }
    }
}

impl Visitor for Names {
    fn statement(&mut self, statement: &mut Statement) {
        if let StatementKind::Assembler(assembler) = &statement.kind {
            assembler.outputs.iter().for_each(|place| self.change(place));
            for input in &assembler.inputs {
                if let Operand::Place(place) = input {
                    self.change(place);
                }
            }
        }
        inside_statement(self, statement);
    }

    fn expression(&mut self, expression: &mut Expression) {
        match &expression.kind {
            Kind::Function(function) | Kind::Call(Callee::Named(function), _) => {
                self.called.insert(*function);
            }
            Kind::AddressOf(place)
            | Kind::Decay(place)
            | Kind::Assign(place, _)
            | Kind::Update { place, .. } => {
                self.change(place);
            }
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Undeclared(_)
            | Kind::Load(_)
            | Kind::LabelAddress(_)
            | Kind::Unary(..)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::Binary(..)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Conditional(..)
            | Kind::Comma(..)
            | Kind::Cast(_)
            | Kind::Convert(_)
            | Kind::Call(Callee::Pointer(_), _)
            | Kind::Statement(..)
            | Kind::VariableArgument(_)
            | Kind::OneOf(_)
            | Kind::Unknown(..) => {}
        }
        inside_expression(self, expression);
    }
}

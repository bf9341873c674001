//! Which names a program uses how.

use std::collections::BTreeSet;

use focuscheck_check::tree::{
    Callee, Expression, ExpressionKind as Kind, FunctionId, Item, ObjectId, Operand, Place, PlaceKind,
    Program, Statement, StatementKind,
};
use focuscheck_check::visit::{Visit, in_expression, in_initializer, in_statement};

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
    pub fn of(program: &Program) -> Self {
        let mut names = Names::default();
        for item in &program.items {
            if let Item::Initializer(_, initializer) = item {
                in_initializer(&mut names, initializer);
            }
        }
        for function in &program.functions {
            if let Some(definition) = &function.definition {
                definition.sizes.iter().for_each(|size| names.expression(size));
                definition.body.iter().for_each(|statement| names.statement(statement));
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

impl<'t> Visit<'t> for Names {
    fn statement(&mut self, statement: &'t Statement) {
        if let StatementKind::Assembler(assembler) = &statement.kind {
            assembler.outputs.iter().for_each(|place| self.change(place));
            for input in &assembler.inputs {
                if let Operand::Place(place) = input {
                    self.change(place);
                }
            }
        }
        in_statement(self, statement);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            Kind::Function(function) | Kind::Call(Callee::Named(function), _) => {
                self.called.insert(*function);
            }
            Kind::AddressOf(place)
            | Kind::Decay(place)
            | Kind::Assign(place, _)
            | Kind::Update { place, .. } => self.change(place),
            _ => {}
        }
        in_expression(self, expression);
    }
}

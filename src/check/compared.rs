//! Functions that only compare: what they give depends on what they get and on memory, and calling them changes nothing.
//!
//! Which elements `qsort` and `bsearch` compare, how often and in which order, nobody says. So a call of these is replaced by its
//! body only if it does not matter how often the comparison function is called.

use std::collections::{BTreeMap, BTreeSet};

use super::library;
use super::named::named_in;
use super::scalar::relation;
use super::tree::{
    Binary, Callee, Expression, ExpressionKind as Kind, Function, FunctionId, Object, Place, PlaceKind,
    Program, Statement, StatementKind, Storage,
};
use super::types::{Signature, Type};
use super::visit::{Visit, in_expression, in_place, in_statement};
use super::vocabulary::{self, is_pure};

/// The functions of a program that only compare.
#[derive(Default)]
pub struct Compared {
    /// Those.
    functions: BTreeSet<FunctionId>,
    /// Those among them that do nothing to what they get but to compare it.
    plain: BTreeSet<FunctionId>,
    /// The functions whose names are used as values.
    named: BTreeSet<FunctionId>,
}

impl Compared {
    /// Finds them.
    pub fn of(program: &Program) -> Self {
        let mut compared = Compared { named: named_in(program), ..Compared::default() };
        let mut calls = BTreeMap::new();
        for (number, function) in program.functions.iter().enumerate() {
            let Some(definition) = &function.definition else { continue };
            let mut reading = Reading { program, changes: false, is_plain: true, calls: BTreeSet::new() };
            definition.body.iter().for_each(|statement| reading.statement(statement));
            let id = FunctionId(number as u32);
            if !reading.changes && !function.signature.variadic {
                compared.functions.insert(id);
                if reading.is_plain {
                    compared.plain.insert(id);
                }
                calls.insert(id, reading.calls);
            }
        }
        loop {
            let known = compared.functions.clone();
            compared.functions.retain(|id| calls[id].is_subset(&known));
            if compared.functions.len() == known.len() {
                break;
            }
        }
        let functions = &compared.functions;
        compared.plain.retain(|id| functions.contains(id));
        compared
    }

    /// The function that an argument is, by its name.
    pub fn function(argument: &Expression) -> Option<FunctionId> {
        match argument.unconverted() {
            Kind::Function(id) => Some(*id),
            _ => None,
        }
    }

    /// Whether whatever function of this type an argument leads to only compares.
    pub fn compares(&self, program: &Program, argument: &Expression, wanted: &Signature) -> bool {
        let fits = |id: &FunctionId| {
            let signature = &program.functions[id.index()].signature;
            signature.parameters.is_some() && program.types.compatible_signatures(signature, wanted)
        };
        match (Self::function(argument), argument.unconverted()) {
            (Some(id), _) => fits(&id) && self.functions.contains(&id),
            (None, Kind::Load(_)) => {
                let own = matches!(argument.unconverted_type(), Type::Pointer(to, _)
                    if matches!(&**to, Type::Function(own) if program.types.compatible_signatures(own, wanted)));
                let mut candidates = self.named.iter().filter(|id| fits(id));
                own && candidates.all(|id| self.functions.contains(id))
            }
            (None, _) => false,
        }
    }

    /// Whether a function does nothing to what it gets but to compare it.
    pub fn is_plain(&self, argument: &Expression) -> bool {
        Self::function(argument).is_some_and(|id| self.plain.contains(&id))
    }
}

/// Looks for what changes something, or gives another value the next time.
struct Reading<'p> {
    program: &'p Program,
    changes: bool,
    /// Whether nothing can fail in it for two elements each of which is well by itself, if elements are numbers.
    is_plain: bool,
    /// The functions of the program that are called.
    calls: BTreeSet<FunctionId>,
}

/// Whether a function of the library only reads what it gets, so that calling it more often is nothing.
fn reads(function: &Function) -> bool {
    let model = vocabulary::model(&function.name);
    let checks =
        matches!(model, Some(library::Model::Assert | library::Model::State | library::Model::Error));
    let only_reads = matches!(library::effect(&function.name), Some((library::Effect::Reads, _)));
    let is_modelled = library::function(&function.name).is_some_and(|entry| entry.body.is_some());
    checks || is_pure(&function.name) || only_reads && is_modelled
}

impl Reading<'_> {
    /// Whether a place is a part of a variable that begins anew with each call.
    fn is_own(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Object(object) => {
                let Object { storage, volatile, .. } = &self.program.objects[object.index()];
                matches!(storage, Storage::Automatic | Storage::Parameter) && !volatile
            }
            PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => self.is_own(whole),
            PlaceKind::Compound(_) => true,
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Text(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => false,
        }
    }

    fn call(&mut self, id: FunctionId) {
        self.is_plain = false;
        let function = &self.program.functions[id.index()];
        if function.definition.is_some() {
            _ = self.calls.insert(id);
            return;
        }
        let is_foreign = self.program.linkage.is_foreign(&function.name);
        self.changes |= function.alias.is_some() || is_foreign || !reads(function);
    }

    /// What an operation on two operands can do besides giving a value.
    fn binary(&mut self, operator: Binary, left: &Expression, right: &Expression) {
        let is_truth = |operand: &Expression| match operand.unconverted() {
            Kind::Binary(operator, ..) => relation(*operator).is_some(),
            Kind::Not(_) | Kind::And(..) | Kind::Or(..) => true,
            _ => false,
        };
        let is_pointer = |operand: &Expression| matches!(operand.ty, Type::Pointer(..));
        let is_equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        // Where elements lie changes while they are sorted.
        self.changes |= is_pointer(left) && is_pointer(right) && !is_equality;
        let is_relation = relation(operator).is_some();
        let is_difference = matches!(operator, Binary::Subtract) && is_truth(left) && is_truth(right);
        self.is_plain &= is_relation || is_difference;
    }
}

impl<'t> Visit<'t> for Reading<'_> {
    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::Assembler(_) | StatementKind::NestedFunction | StatementKind::GotoComputed(_) => {
                self.changes = true;
            }
            StatementKind::While(..)
            | StatementKind::DoWhile(..)
            | StatementKind::For { .. }
            | StatementKind::Goto(_) => self.is_plain = false,
            StatementKind::Empty
            | StatementKind::Expression(_)
            | StatementKind::Declaration(_)
            | StatementKind::Block(_)
            | StatementKind::If(..)
            | StatementKind::Switch(..)
            | StatementKind::Labelled(..)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Stated(_) => {}
        }
        in_statement(self, statement);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            Kind::Any | Kind::VariableArgument(_) | Kind::OneOf(_) | Kind::Unknown(..) => self.changes = true,
            Kind::Call(Callee::Pointer(_), _) | Kind::LabelAddress(_) => self.changes = true,
            Kind::Undeclared(name) => self.changes |= name != "NULL",
            Kind::Call(Callee::Named(id), _) => self.call(*id),
            Kind::Assign(place, _) | Kind::Update { place, .. } => {
                self.changes |= !self.is_own(place);
                self.is_plain &= !matches!(expression.kind, Kind::Update { .. });
            }
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right),
            Kind::Unary(..) => self.is_plain = false,
            Kind::Cast(operand) | Kind::Convert(operand) => {
                // Where something lies is no number to compare by.
                let from_pointer = matches!(operand.ty, Type::Pointer(..));
                self.changes |= from_pointer && matches!(expression.ty, Type::Integer(ty) if ty.width > 1);
            }
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Function(_)
            | Kind::Load(_)
            | Kind::Decay(_)
            | Kind::AddressOf(_)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Conditional(..)
            | Kind::Comma(..)
            | Kind::Statement(..) => {}
        }
        in_expression(self, expression);
    }

    fn place(&mut self, place: &'t Place) {
        match &place.kind {
            PlaceKind::Object(object) => {
                let Object { storage, volatile, .. } = &self.program.objects[object.index()];
                self.changes |= *volatile;
                self.is_plain &= matches!(storage, Storage::Automatic | Storage::Parameter);
            }
            PlaceKind::Undeclared(_) => self.changes = true,
            PlaceKind::Dereference(pointer) => {
                let is_variable = |e: &Expression| match e.unconverted() {
                    Kind::Load(place) => matches!(place.kind, PlaceKind::Object(_)),
                    Kind::Cast(inner) => matches!(inner.unconverted(),
                        Kind::Load(place) if matches!(place.kind, PlaceKind::Object(_))),
                    _ => false,
                };
                self.is_plain &= is_variable(pointer);
            }
            PlaceKind::Behind(..) | PlaceKind::Element(..) => self.is_plain = false,
            PlaceKind::Member(..) | PlaceKind::Text(_) | PlaceKind::Compound(_) | PlaceKind::Value(_) => {}
        }
        in_place(self, place);
    }
}

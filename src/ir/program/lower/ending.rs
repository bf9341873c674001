//! Which operands may end the run, by a call that does not come back, and which may fail.
//!
//! C leaves it open whether `10 / n` in `quit(n) + 10 / n` is evaluated before `quit` ends the run; what fails in some order is
//! an error. Operands without effects are evaluated first where another one may end the run. Where that is not enough, the run
//! may go on in a way that is not followed: two operands with effects, the place of an assignment, an initialiser.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_check::effects::has_effects;
use focuscheck_check::library::{self, Effect, Model};
use focuscheck_check::tree::{
    Callee, Declaration, Expression, ExpressionKind as Kind, ObjectId, Place, PlaceKind, Program, Statement,
    StatementKind,
};
use focuscheck_check::types::Type;
use focuscheck_check::visit::{evaluated, operands, operands_of_place, statements_inside};
use focuscheck_check::vocabulary::{self, Role};
use focuscheck_syntax::ast::Binary;

/// What evaluating something may do to the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RunEffect {
    /// It may end it, without an error.
    pub ends: bool,
    /// It may fail.
    pub fails: bool,
}

impl RunEffect {
    /// What two of them do.
    pub fn and(&mut self, other: RunEffect) {
        self.ends |= other.ends;
        self.fails |= other.fails;
    }
}

/// What is known of the functions of a program, and of its expressions.
pub(super) struct Ending {
    /// What calls of each function may do.
    functions: Vec<RunEffect>,
    /// Variables that are declared without a value.
    unset: BTreeSet<ObjectId>,
    /// What was found of operands that were asked about, by their addresses.
    known: FxHashMap<*const Expression, RunEffect>,
}

impl Ending {
    /// Looks at all functions, until nothing is new.
    pub fn of(tree: &Program) -> Ending {
        let undefined = |name: &str, stops: bool| RunEffect {
            ends: ends(name, stops),
            fails: matches!(vocabulary::role(name), Some(Role::Assertion | Role::Error)),
        };
        let functions = tree.functions.iter().map(|function| match function.definition {
            Some(_) => RunEffect::default(),
            None => undefined(&function.name, function.stops),
        });
        let mut ending =
            Ending { functions: functions.collect(), unset: BTreeSet::new(), known: FxHashMap::default() };
        if !ending.is_needed() {
            return ending;
        }
        let mut unset = BTreeSet::new();
        let bodies = tree.functions.iter().filter_map(|function| function.definition.as_ref());
        bodies.flat_map(|body| &body.body).for_each(|statement| declared(statement, &mut unset));
        ending.unset = unset;
        loop {
            let before = ending.functions.clone();
            for (number, function) in tree.functions.iter().enumerate() {
                let Some(definition) = &function.definition else { continue };
                let fate = ending.statements(tree, &definition.body);
                ending.functions[number] = fate;
            }
            if ending.functions == before {
                return ending;
            }
        }
    }

    /// Whether any function may end the run.
    pub fn is_needed(&self) -> bool {
        self.functions.iter().any(|fate| fate.ends)
    }

    fn statements(&self, tree: &Program, statements: &[Statement]) -> RunEffect {
        let mut found = RunEffect::default();
        statements.iter().for_each(|statement| found.and(self.statement(tree, statement)));
        found
    }

    fn statement(&self, tree: &Program, statement: &Statement) -> RunEffect {
        let ends = matches!(statement.kind, StatementKind::Assembler(_) | StatementKind::GotoComputed(_));
        let mut found = RunEffect { ends, fails: false };
        evaluated(statement, &mut |expression| found.and(self.expression(tree, expression)));
        statements_inside(statement, &mut |inner| found.and(self.statement(tree, inner)));
        found
    }

    fn expression(&self, tree: &Program, expression: &Expression) -> RunEffect {
        spend(1);
        let fails = |fails| RunEffect { ends: false, fails };
        // It may overflow, which is an error where that is asked.
        let is_signed = matches!(&expression.ty, Type::Integer(ty) if ty.signed);
        let overflows = is_signed && expression.constant.is_none();
        let by_operator = |operator: Binary, right: &Expression| {
            let is_wrong = |value: &i128| match operator {
                Binary::Divide | Binary::Remainder => *value == 0,
                Binary::ShiftLeft | Binary::ShiftRight => {
                    !(0..i128::from(IntegerType::INT.width)).contains(value)
                }
                Binary::Multiply
                | Binary::Add
                | Binary::Subtract
                | Binary::Less
                | Binary::LessEqual
                | Binary::Greater
                | Binary::GreaterEqual
                | Binary::Equal
                | Binary::NotEqual
                | Binary::BitAnd
                | Binary::BitXor
                | Binary::BitOr
                | Binary::And
                | Binary::Or => false,
            };
            let is_partial = matches!(
                operator,
                Binary::Divide | Binary::Remainder | Binary::ShiftLeft | Binary::ShiftRight
            );
            let is_sum = matches!(operator, Binary::Multiply | Binary::Add | Binary::Subtract);
            fails(is_sum && overflows || is_partial && right.constant.as_ref().is_none_or(is_wrong))
        };
        let mut found = match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) => {
                let resolved = tree.resolved(*id).index();
                let mut fate = self.functions[resolved];
                // What a library does with a pointer may be wrong.
                fate.fails |= tree.functions[resolved].definition.is_none()
                    && arguments.iter().any(|argument| matches!(argument.ty, Type::Pointer(..)));
                fate
            }
            // Which functions a pointer points to is not asked here.
            Kind::Call(Callee::Pointer(_), _) => RunEffect { ends: true, fails: true },
            Kind::Statement(statements, ..) => self.statements(tree, statements),
            Kind::Binary(operator, _, right) => by_operator(*operator, right),
            Kind::Update { place, operator, value, .. } => {
                let mut fate = by_operator(*operator, value);
                fate.and(fails(self.is_doubtful(place)));
                fate
            }
            Kind::Load(place) => fails(self.is_doubtful(place)),
            Kind::Assign(place, _) | Kind::Decay(place) | Kind::AddressOf(place) => fails(is_inside(place)),
            Kind::Unknown(..) | Kind::VariableArgument(_) => fails(true),
            Kind::Unary(..) => fails(overflows),
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Function(_)
            | Kind::Undeclared(_)
            | Kind::LabelAddress(_)
            | Kind::Not(_)
            | Kind::ComplexPart(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Comma(..)
            | Kind::Conditional(..)
            | Kind::Cast(_)
            | Kind::Convert(_)
            | Kind::OneOf(_) => RunEffect::default(),
        };
        operands(expression, &mut |part| found.and(self.expression(tree, part)));
        found
    }

    /// Whether reading a place may fail.
    fn is_doubtful(&self, place: &Place) -> bool {
        is_inside(place) || root(place).is_some_and(|object| self.unset.contains(&object))
    }

    /// What finding a place may do.
    pub fn fate_of_place(&mut self, tree: &Program, place: &Place) -> RunEffect {
        let mut found = RunEffect::default();
        operands_of_place(place, &mut |part| found.and(self.fate(tree, part)));
        found
    }

    /// What evaluating an operand may do.
    pub fn fate(&mut self, tree: &Program, operand: &Expression) -> RunEffect {
        if let Some(known) = self.known.get(&std::ptr::from_ref(operand)) {
            return *known;
        }
        let found = self.expression(tree, operand);
        self.known.insert(operand, found);
        found
    }

    /// In which order operands are evaluated, by their positions.
    pub fn sequence(&mut self, tree: &Program, operands: &[&Expression]) -> Vec<usize> {
        let all = 0..operands.len();
        if operands.len() < 2
            || !self.is_needed()
            || !operands.iter().any(|operand| has_effects(operand) && self.fate(tree, operand).ends)
        {
            return all.collect();
        }
        let (last, first): (Vec<usize>, Vec<usize>) =
            all.partition(|operand| has_effects(operands[*operand]));
        [first, last].concat()
    }
}

/// The object that a place is or is inside of, if no pointer leads there.
fn root(place: &Place) -> Option<ObjectId> {
    match &place.kind {
        PlaceKind::Object(object) => Some(*object),
        PlaceKind::Element(whole, _) | PlaceKind::Member(whole, ..) => root(whole),
        PlaceKind::Dereference(_)
        | PlaceKind::Behind(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => None,
    }
}

/// Whether a place is found by an index or a pointer, which may be wrong.
fn is_inside(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Dereference(_) | PlaceKind::Behind(..) | PlaceKind::Element(..) => true,
        PlaceKind::Member(whole, ..) => is_inside(whole),
        PlaceKind::Object(_)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_)
        | PlaceKind::Undeclared(_) => false,
    }
}

/// The variables that are declared without a value in a statement.
fn declared(statement: &Statement, found: &mut BTreeSet<ObjectId>) {
    if let StatementKind::Declaration(made) = &statement.kind {
        found.extend(made.iter().filter_map(|made| match made {
            Declaration::Object { object, initializer: None, .. } => Some(*object),
            Declaration::Object { .. } | Declaration::Sizes(_) => None,
        }));
    }
    statements_inside(statement, &mut |inner| declared(inner, found));
}

/// Whether a call of a function that the program does not define may end the run.
fn ends(name: &str, stops: bool) -> bool {
    let by_model = match vocabulary::model(name) {
        Some(model) => matches!(model, Model::Assume | Model::Stop | Model::Exit | Model::ErrorExit),
        None => {
            let known = library::effect(library::plain(name));
            known.is_some_and(|(effect, _)| matches!(effect, Effect::Leaves | Effect::Ends))
        }
    };
    stops || by_model
}

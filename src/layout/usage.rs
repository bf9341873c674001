//! How a function body uses its objects, by its form alone: what it assigns, and which pointer parameters stand for one
//! object.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use focuscheck_check::library::{self, Model};
use focuscheck_check::tree::{
    Binary, Callee, Definition, Expression, ExpressionKind, FunctionId, Initializer, ObjectId, Operand,
    Place, PlaceKind, Program, Statement, StatementKind,
};
use focuscheck_check::visit::{Visit, in_expression, in_initializer, in_place, in_statement};
use focuscheck_check::vocabulary;

/// How objects are used in one function.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Objects that are assigned or whose address is taken.
    pub modified: Rc<BTreeSet<ObjectId>>,
    /// Objects that occur other than as `*p`, `p->x`, in a comparison, or as an argument.
    element: BTreeSet<ObjectId>,
    /// Objects that are passed on: the object, the function and the position of the argument.
    passed: Vec<(ObjectId, FunctionId, usize)>,
    /// Functions that occur as values: where one is only compared or called, it goes nowhere.
    pub named: BTreeSet<FunctionId>,
    /// Functions that are called, and whether that may be more than once in one run of the body.
    pub called: BTreeMap<FunctionId, bool>,
    /// Whether a function from which control goes on somewhere else occurs as a value.
    pub leaves: bool,
    /// Inside how many loops we are.
    loops: usize,
}

/// Reads a body.
pub(super) fn usage(program: &Program, definition: &Definition) -> Usage {
    let mut reader = Reader { program, usage: Usage::default(), modified: BTreeSet::new() };
    definition.sizes.iter().for_each(|size| reader.expression(size));
    definition.body.iter().for_each(|statement| reader.statement(statement));
    Usage { modified: Rc::new(reader.modified), ..reader.usage }
}

/// For each function and each of its parameters whether it is used for one object only: nothing is added to
/// it, here and wherever it is passed on.
pub(super) fn single_objects(
    usages: &BTreeMap<FunctionId, Usage>,
    program: &Program,
) -> BTreeMap<FunctionId, Vec<bool>> {
    let parameters = |id: &FunctionId| {
        let definition = program.functions[id.index()].definition.as_ref();
        definition.map(|d| &d.parameters[..]).unwrap_or_default()
    };
    let mut single: BTreeMap<FunctionId, Vec<bool>> = BTreeMap::new();
    for (function, usage) in usages {
        let one = |object: &ObjectId| !usage.element.contains(object);
        single.insert(*function, parameters(function).iter().map(one).collect());
    }
    loop {
        let mut changed = false;
        for (function, usage) in usages {
            for (object, callee, position) in &usage.passed {
                // Of functions without a body nothing is known.
                let leads_on = single.get(callee).and_then(|s| s.get(*position)).copied().unwrap_or(false);
                let own = parameters(function).iter().position(|p| p == object).filter(|_| !leads_on);
                let Some(own) = own else { continue };
                if let Some(flag) = single.get_mut(function).and_then(|s| s.get_mut(own)) {
                    changed |= std::mem::replace(flag, false);
                }
            }
        }
        if !changed {
            return single;
        }
    }
}

/// Whether control may go on somewhere else from a function whose name is a value in an initialiser at file scope.
pub(super) fn leaves(program: &Program, initializer: &Initializer) -> bool {
    let mut reader = Reader { program, usage: Usage::default(), modified: BTreeSet::new() };
    in_initializer(&mut reader, initializer);
    reader.usage.leaves
}

/// Whether an expression is the name of a function.
fn names_function(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Function(_) => true,
        ExpressionKind::Cast(operand) | ExpressionKind::Convert(operand) => names_function(operand),
        _ => false,
    }
}

/// The object that an expression names.
fn named(expression: &Expression) -> Option<ObjectId> {
    match &expression.kind {
        ExpressionKind::Load(place) | ExpressionKind::Decay(place) => match place.kind {
            PlaceKind::Object(object) => Some(object),
            _ => None,
        },
        ExpressionKind::Cast(operand) | ExpressionKind::Convert(operand) => named(operand),
        _ => None,
    }
}

struct Reader<'a> {
    program: &'a Program,
    usage: Usage,
    modified: BTreeSet<ObjectId>,
}

impl Reader<'_> {
    /// A place that is assigned, or whose address is taken.
    fn modify(&mut self, place: &Place) {
        if let PlaceKind::Object(object) = place.kind {
            self.modified.insert(object);
        }
        self.place(place);
    }

    /// An operand that counts as one object if it is a name.
    fn harmless(&mut self, operand: &Expression) {
        if named(operand).is_none() && !names_function(operand) {
            self.expression(operand);
        }
    }

    fn call(&mut self, id: FunctionId, arguments: &[Expression]) {
        let again = self.usage.loops > 0 || self.usage.called.contains_key(&id);
        self.usage.called.insert(id, again);
        // What these do with a pointer is known: they use one object.
        let scans =
            matches!(vocabulary::model(&self.program.functions[id.index()].name), Some(Model::Scan(1)));
        for (position, argument) in arguments.iter().enumerate() {
            match named(argument) {
                Some(_) if scans => {}
                Some(object) => self.usage.passed.push((object, id, position)),
                None => self.expression(argument),
            }
        }
    }
}

impl<'t> Visit<'t> for Reader<'_> {
    fn place(&mut self, place: &'t Place) {
        match &place.kind {
            PlaceKind::Object(object) => _ = self.usage.element.insert(*object),
            PlaceKind::Dereference(pointer) => self.harmless(pointer),
            PlaceKind::Undeclared(name) => self.usage.leaves |= library::leaves(name),
            _ => in_place(self, place),
        }
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            ExpressionKind::Undeclared(name) => self.usage.leaves |= library::leaves(name),
            ExpressionKind::Function(id) => {
                let function = &self.program.functions[id.index()];
                self.usage.leaves |= function.definition.is_none() && library::leaves(&function.name);
                self.usage.named.insert(*id);
            }
            ExpressionKind::AddressOf(place) => self.modify(place),
            ExpressionKind::Not(operand) => self.harmless(operand),
            ExpressionKind::Binary(Binary::Equal | Binary::NotEqual, left, right)
            | ExpressionKind::And(left, right)
            | ExpressionKind::Or(left, right) => {
                self.harmless(left);
                self.harmless(right);
            }
            ExpressionKind::Assign(place, value) | ExpressionKind::Update { place, value, .. } => {
                self.modify(place);
                self.expression(value);
            }
            ExpressionKind::Conditional(condition, Some(then), otherwise) => {
                self.harmless(condition);
                self.expression(then);
                self.expression(otherwise);
            }
            ExpressionKind::Comma(left, right) => {
                self.harmless(left);
                self.expression(right);
            }
            ExpressionKind::Call(Callee::Named(id), arguments) => self.call(*id, arguments),
            _ => in_expression(self, expression),
        }
    }

    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            // It may do anything with the objects around it.
            StatementKind::NestedFunction => {
                let all = (0..self.program.objects.len() as u32).map(ObjectId);
                self.usage.element.extend(all.clone());
                self.modified.extend(all);
            }
            StatementKind::Expression(value) => self.harmless(value),
            StatementKind::If(arms, otherwise) => {
                for arm in arms {
                    self.harmless(&arm.condition);
                    self.statement(&arm.then);
                }
                otherwise.iter().for_each(|otherwise| self.statement(otherwise));
            }
            StatementKind::Assembler(assembler) => {
                assembler.outputs.iter().for_each(|place| self.modify(place));
                for input in &assembler.inputs {
                    match input {
                        Operand::Place(place) => self.modify(place),
                        Operand::Value(value) => self.expression(value),
                    }
                }
            }
            StatementKind::While(condition, body) | StatementKind::DoWhile(body, condition) => {
                self.usage.loops += 1;
                self.harmless(condition);
                self.statement(body);
                self.usage.loops -= 1;
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|init| self.statement(init));
                self.usage.loops += 1;
                condition.iter().for_each(|condition| self.harmless(condition));
                step.iter().for_each(|step| self.expression(step));
                self.statement(body);
                self.usage.loops -= 1;
            }
            _ => in_statement(self, statement),
        }
    }
}

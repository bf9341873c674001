//! Calls of library functions, replaced by what the functions do.
//!
//! The bodies are C (`library.c`). A call becomes a statement expression: the parameters with the arguments as their values,
//! then the body, with variables of its own for each call, so that whoever follows pointers within a function follows these,
//! too. Everything in it stands at the place of the call. Only where the parameters of the body are what the arguments are is
//! a call replaced: texts of `char`, in arrays that it is known of (`followed.rs`). Of what compares texts only the sign of the result is known, so such a call is replaced
//! where nothing else of its value counts. What the program defines itself stays as it is.

use std::collections::BTreeMap;

use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax as syntax;

use super::effects::has_effects;
use super::followed::Followed;
use super::library;
use super::scalar::relation;
use super::tree::{
    Callee, Declaration, Definition, Expression, ExpressionKind as Kind, FunctionId, InitialPart,
    InitialValue, Initializer, Object, ObjectId, Place, PlaceKind, Program, Statement, StatementKind,
    Storage,
};
use super::types::Type;
use super::visit::{VisitMut, in_expression_mut, in_place_mut, in_statement_mut};

/// The bodies.
const BODIES: &str = include_str!("library.c");

/// Replaces the calls of a program by what they do, as far as that is written down.
pub fn expand(program: &mut Program) {
    let wanted = program.functions.iter().any(|function| body_of(&function.name).is_some());
    let Some(models) = wanted.then(|| models(program)).flatten() else { return };
    let followed = Followed::of(program);
    let mut bodies: Vec<Vec<Statement>> = Vec::new();
    for function in &mut program.functions {
        let body = function.definition.as_mut().map(|definition| std::mem::take(&mut definition.body));
        bodies.push(body.unwrap_or_default());
    }
    let mut expansion = Expansion { program, models, followed, sign: false };
    for body in &mut bodies {
        body.iter_mut().for_each(|statement| expansion.statement(statement));
    }
    for (function, body) in program.functions.iter_mut().zip(bodies) {
        if let Some(definition) = &mut function.definition {
            definition.body = body;
        }
    }
}

/// How much of its result is known of a function whose body is written down.
fn body_of(name: &str) -> Option<library::Body> {
    library::function(name)?.body
}

/// The functions of the library as a program of their own, as this program has the sizes of types.
fn models(program: &Program) -> Option<Program> {
    let source = SourceFile::new("library.c", BODIES);
    let model = program.types.model;
    let unit = syntax::parse_with(&source, false, (model, &[]), focuscheck_base::options::MAX_HEIGHT).unit?;
    super::check_annotated(&unit, None, &source, &[], model).0
}

struct Expansion<'p> {
    program: &'p mut Program,
    models: Program,
    followed: Followed,
    /// Whether of the value of what is visited only the sign counts.
    sign: bool,
}

impl Expansion<'_> {
    /// Visits an expression of whose value only the sign counts, or all.
    fn visit(&mut self, expression: &mut Expression, sign: bool) {
        let outer = std::mem::replace(&mut self.sign, sign);
        self.expression(expression);
        self.sign = outer;
    }

    /// The body that stands for a call.
    fn body(&self, id: FunctionId, arguments: &[Expression], sign: bool) -> Option<FunctionId> {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        if own || self.program.linkage.is_foreign(&function.name) {
            return None;
        }
        match body_of(&function.name)? {
            library::Body::Value => {}
            library::Body::Sign if sign => {}
            library::Body::Sign => return None,
        }
        let model = self.models.function(&function.name)?;
        let passing = &self.models.functions[model.index()].passing;
        let fits = passing.len() == arguments.len()
            && passing.iter().zip(arguments).all(|(ty, argument)| match ty {
                Type::Pointer(to, _) => {
                    let own = argument.unconverted_type();
                    let is_text = matches!(own, Type::Pointer(other, _) if other == to);
                    (is_text || argument.constant == Some(0))
                        && self.followed.is_followed(self.program, argument)
                }
                _ => argument.integer().is_some(),
            });
        // In which order they are evaluated does not matter: all but one are always the same.
        let is_steady = |argument: &&Expression| match (argument.constant, argument.unconverted()) {
            (Some(_), _) => true,
            (None, Kind::Decay(place) | Kind::AddressOf(place)) => {
                matches!(place.kind, PlaceKind::Object(_) | PlaceKind::Text(_))
            }
            (None, _) => false,
        };
        let others = arguments.iter().filter(|argument| !is_steady(argument)).count();
        let fits = fits && (others <= 1 || !arguments.iter().any(has_effects));
        // The length of a literal is known.
        let is_literal = |argument: &Expression| match argument.unconverted() {
            Kind::Decay(place) => matches!(place.kind, PlaceKind::Text(_)),
            _ => false,
        };
        let known = function.name == "strlen" && arguments.iter().all(is_literal);
        (fits && !known).then_some(model)
    }

    /// A variable of the function's own for one of a body.
    fn object(&mut self, name: &str, ty: &Type, span: Span) -> ObjectId {
        self.program.objects.push(Object {
            name: name.to_owned(),
            ty: ty.clone(),
            storage: Storage::Automatic,
            constant: false,
            volatile: false,
            span,
        });
        ObjectId(self.program.objects.len() as u32 - 1)
    }

    /// Puts a body in the place of a call.
    fn replace(&mut self, call: &mut Expression, id: FunctionId, model: FunctionId) {
        let Kind::Call(_, arguments) = &mut call.kind else { return };
        let (arguments, span) = (std::mem::take(arguments), call.span);
        let entry = self.models.functions[model.index()].clone();
        let Some(Definition { parameters, mut body, .. }) = entry.definition else { return };
        let Some(Statement { kind: StatementKind::Return(Some(mut value)), .. }) = body.pop() else { return };
        let mut instance = Instance { names: BTreeMap::new(), span, expansion: self, function: &entry.name };
        let mut declared = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let object = instance.own(*parameter);
            let ty = instance.expansion.program.objects[object.index()].ty.clone();
            let value = InitialValue::Expression(converted(argument, &ty));
            let parts = vec![InitialPart { path: Some(Vec::new()), value, repeated: false }];
            let initializer = Some(Initializer { parts, braces: false, span });
            declared.push(Declaration::Object { object, initializer, cleanup: false, span });
        }
        body.iter_mut().for_each(|statement| instance.statement(statement));
        instance.expression(&mut value);
        let first = StatementKind::Declaration(declared);
        body.insert(0, Statement { kind: first, annotations: Vec::new(), contract: None, span });
        let value = converted(value, &call.ty);
        call.kind = Kind::Statement(body, Some(Box::new(value)), Some(id));
    }
}

/// A value of this type.
fn converted(value: Expression, ty: &Type) -> Expression {
    if value.ty == *ty || *ty == Type::Void {
        return value;
    }
    let constant = match ty {
        Type::Integer(ty) => value.constant.map(|constant| ty.convert(constant)),
        _ => value.constant.filter(|constant| *constant == 0),
    };
    let span = value.span;
    Expression { constant, ..Expression::new(Kind::Convert(Box::new(value)), ty.clone(), span) }
}

impl VisitMut for Expansion<'_> {
    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::If(arms, otherwise) => {
                for arm in arms {
                    self.visit(&mut arm.condition, true);
                    self.statement(&mut arm.then);
                }
                otherwise.iter_mut().for_each(|inner| self.statement(inner));
            }
            StatementKind::While(condition, body) => {
                self.visit(condition, true);
                self.statement(body);
            }
            StatementKind::DoWhile(body, condition) => {
                self.statement(body);
                self.visit(condition, true);
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter_mut().for_each(|inner| self.statement(inner));
                condition.iter_mut().for_each(|condition| self.visit(condition, true));
                step.iter_mut().for_each(|step| self.visit(step, false));
                self.statement(body);
            }
            StatementKind::Empty
            | StatementKind::Expression(_)
            | StatementKind::Declaration(_)
            | StatementKind::NestedFunction
            | StatementKind::Block(_)
            | StatementKind::Switch(..)
            | StatementKind::Labelled(..)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Goto(_)
            | StatementKind::GotoComputed(_)
            | StatementKind::Assembler(_)
            | StatementKind::Stated(_) => in_statement_mut(self, statement),
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        let sign = std::mem::take(&mut self.sign);
        match &mut expression.kind {
            Kind::Binary(operator, left, right) if relation(*operator).is_some() => {
                let (first, second) = (left.constant == Some(0), right.constant == Some(0));
                self.visit(left, second);
                self.visit(right, first);
            }
            Kind::Not(operand) => self.visit(operand, true),
            Kind::And(left, right) | Kind::Or(left, right) => {
                self.visit(left, true);
                self.visit(right, true);
            }
            Kind::Conditional(condition, then, otherwise) => {
                self.visit(condition, then.is_some());
                then.iter_mut().for_each(|then| self.visit(then, sign));
                self.visit(otherwise, sign);
            }
            _ => in_expression_mut(self, expression),
        }
        let model = match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) => {
                self.body(*id, arguments, sign).map(|model| (*id, model))
            }
            _ => None,
        };
        if let Some((id, model)) = model {
            self.replace(expression, id, model);
        }
        self.sign = sign;
    }
}

/// A body on its way to the place of a call.
struct Instance<'e, 'p> {
    /// The variables of this call, for those of the body.
    names: BTreeMap<ObjectId, ObjectId>,
    /// Where the call stands.
    span: Span,
    expansion: &'e mut Expansion<'p>,
    function: &'e str,
}

impl Instance<'_, '_> {
    /// The variable of this call for one of the body.
    fn own(&mut self, object: ObjectId) -> ObjectId {
        if let Some(&known) = self.names.get(&object) {
            return known;
        }
        let Object { name, ty, .. } = self.expansion.models.objects[object.index()].clone();
        let own = self.expansion.object(&format!("{name} of {}", self.function), &ty, self.span);
        self.names.insert(object, own);
        own
    }
}

impl VisitMut for Instance<'_, '_> {
    fn statement(&mut self, statement: &mut Statement) {
        statement.span = self.span;
        if let StatementKind::Declaration(made) = &mut statement.kind {
            for declaration in made {
                if let Declaration::Object { object, initializer, span, .. } = declaration {
                    (*object, *span) = (self.own(*object), self.span);
                    initializer.iter_mut().for_each(|initializer| initializer.span = self.span);
                }
            }
        }
        if let StatementKind::If(arms, _) = &mut statement.kind {
            arms.iter_mut().for_each(|arm| arm.start = self.span.start);
        }
        in_statement_mut(self, statement);
    }

    fn expression(&mut self, expression: &mut Expression) {
        expression.span = self.span;
        in_expression_mut(self, expression);
    }

    fn place(&mut self, place: &mut Place) {
        place.span = self.span;
        if let PlaceKind::Object(object) = &mut place.kind {
            *object = self.own(*object);
        }
        in_place_mut(self, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_base::options::DataModel;

    /// Each body is that of a function of the table and ends with its only `return`, and each function that says so has one.
    #[test]
    fn bodies_are_those_of_the_table() {
        for model in [DataModel::Ilp32, DataModel::Lp64] {
            let source = SourceFile::new("library.c", BODIES);
            let unit =
                syntax::parse_with(&source, false, (model, &[]), focuscheck_base::options::MAX_HEIGHT).unit;
            let (program, diagnostics) = super::super::check(&unit.expect("C"), &source, &[], model);
            assert!(diagnostics.is_empty(), "{diagnostics:?}");
            let program = program.expect("a program");
            for function in &program.functions {
                let definition = function.definition.as_ref().expect("a body");
                let is_return =
                    |statement: &Statement| matches!(statement.kind, StatementKind::Return(Some(_)));
                let returns = definition.body.iter().filter(|statement| is_return(statement)).count();
                assert!(returns == 1 && definition.body.last().is_some_and(is_return), "{}", function.name);
                assert!(body_of(&function.name).is_some(), "{}", function.name);
            }
            let named = library::names(|function| function.body.is_some()).count();
            assert_eq!(named, program.functions.len());
        }
    }
}

//! Calls of library functions, replaced by what the functions do.
//!
//! The bodies are C (`library.c`). A call becomes a statement expression: the parameters with the arguments as their values,
//! then the body, with variables of its own for each call, so that whoever follows pointers within a function follows these,
//! too. Everything in it stands at the place of the call. Only where the parameters of the body are what the arguments are is
//! a call replaced: texts of `char`, and memory that is an array of one type (`arguments.rs`), in objects that it is known of
//! (`followed.rs`). Of what compares texts only the sign of the result is known, so such a call is replaced where nothing else
//! of its value counts. Functions of `ctype.h` are called with characters only. What the program defines itself stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax as syntax;

use super::arguments;
use super::counts::{Counted, Counts, of_operands};
use super::effects::changes;
use super::followed::{Followed, Root};
use super::library::{self, Does};
use super::tree::{
    Binary, Callee, Declaration, Definition, Expression, ExpressionKind as Kind, FunctionId, InitialPart,
    InitialValue, Initializer, Object, ObjectId, Place, PlaceKind, Program, Statement, StatementKind,
    Storage,
};
use super::types::Type;
use super::visit::{Part, VisitMut, has, in_expression_mut, in_place_mut, in_statement_mut};

/// The bodies.
const BODIES: &str = include_str!("library.c");

/// Replaces the calls of a program by what they do, as far as that is written down.
pub fn expand(program: &mut Program) {
    let is_replaced = |name: &str| {
        library::function(name).is_some_and(|function| {
            let model = function.is;
            let asks = matches!(model, Some(library::Model::Character(_) | library::Model::Case(..)));
            asks || function.body.is_some()
        })
    };
    let wanted = program.functions.iter().any(|function| is_replaced(&function.name));
    if !wanted {
        return;
    }
    let followed = Followed::of(program);
    let counted = Counted::of(program);
    let mut bodies: Vec<Vec<Statement>> = Vec::new();
    for function in &mut program.functions {
        let body = function.definition.as_mut().map(|definition| std::mem::take(&mut definition.body));
        bodies.push(body.unwrap_or_default());
    }
    let mut expansion = Expansion { program, models: Vec::new(), followed, counted, counting: Counts::Value };
    for body in &mut bodies {
        body.iter_mut().for_each(|statement| expansion.statement(statement));
    }
    for (function, body) in program.functions.iter_mut().zip(bodies) {
        if let Some(definition) = &mut function.definition {
            definition.body = body;
        }
    }
}

/// The functions of the library as a program of their own, as this program has the sizes of types. Functions of memory have
/// elements of this type; one that is no integer stands for itself by its size.
fn models(program: &Program, element: &Type) -> Option<Program> {
    let model = program.types.model;
    let name = match element {
        Type::Integer(ty) => {
            let sign = if ty.signed { "signed" } else { "unsigned" };
            let name = match ty.width {
                8 => "char",
                16 => "short",
                32 => "int",
                64 => "long long",
                _ => return None,
            };
            format!("{sign} {name}")
        }
        _ => format!("struct {{ char bytes[{}]; }}", program.types.layout(element)?.0),
    };
    let kind = match element {
        Type::Integer(ty) if ty.width == 8 => "#define CHARACTERS\n",
        Type::Integer(_) => "#define NUMBERS\n",
        _ => "",
    };
    let source = SourceFile::new("library.c", format!("typedef {name} element;\n{kind}{BODIES}"));
    let unit = syntax::parse_with(&source, false, (model, &[]), focuscheck_base::options::MAX_HEIGHT).unit?;
    super::check_annotated(&unit, None, &source, &[], model).0
}

/// The body that stands for a call.
struct Found {
    /// The elements of its arrays, and where its functions are among those that were read.
    element: Type,
    models: usize,
    function: FunctionId,
    /// What its parameters get.
    arguments: Vec<Expression>,
}

struct Expansion<'p> {
    program: &'p mut Program,
    /// The functions of the library for each type of elements; none if they cannot be had for it.
    models: Vec<(Type, Option<Program>)>,
    followed: Followed,
    /// What counts of the values of variables of functions.
    counted: Counted,
    /// What counts of the value of what is visited.
    counting: Counts,
}

impl Expansion<'_> {
    /// Visits an expression of whose value this counts.
    fn visit(&mut self, expression: &mut Expression, counts: Counts) {
        let outer = std::mem::replace(&mut self.counting, counts);
        self.expression(expression);
        self.counting = outer;
    }

    /// The functions of the library for these elements.
    fn models_of(&mut self, element: &Type) -> usize {
        match self.models.iter().position(|(known, _)| known == element) {
            Some(known) => known,
            None => {
                self.models.push((element.clone(), models(self.program, element)));
                self.models.len() - 1
            }
        }
    }

    /// The body that stands for a call.
    fn body(&mut self, id: FunctionId, arguments: &[Expression], counts: Counts) -> Option<Found> {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        if own || self.program.linkage.is_foreign(&function.name) {
            return None;
        }
        let name = function.name.clone();
        let entry = library::function(&name)?;
        match entry.body? {
            library::Body::Value => {}
            library::Body::Sign if counts >= Counts::Sign => {}
            library::Body::Sign => return None,
        }
        match entry.counts {
            None => self.text_body(&name, arguments),
            Some(at) => self.memory_body(&name, entry, arguments, (at, counts)),
        }
    }

    /// The function of the library with a body that takes so many arguments.
    fn function(&self, models: usize, name: &str, count: usize) -> Option<FunctionId> {
        let program = self.models[models].1.as_ref()?;
        let id = program.function(name)?;
        (program.functions[id.index()].passing.len() == count).then_some(id)
    }

    /// The body of a function of texts.
    fn text_body(&mut self, name: &str, arguments: &[Expression]) -> Option<Found> {
        let element = Type::Integer(IntegerType { width: 8, signed: true });
        let models = self.models_of(&element);
        let function = self.function(models, name, arguments.len())?;
        let passing = &self.models[models].1.as_ref()?.functions[function.index()].passing;
        let fits = passing.iter().zip(arguments).all(|(ty, argument)| match ty {
            Type::Pointer(to, _) => {
                let own = argument.unconverted_type();
                let is_text = matches!(own, Type::Pointer(other, _) if other == to);
                (is_text || argument.constant == Some(0)) && self.followed.is_known(self.program, argument)
            }
            _ => argument.integer().is_some(),
        });
        // The length of a literal is known, and the number in it.
        let is_literal = |argument: &Expression| match argument.unconverted() {
            Kind::Decay(place) => matches!(place.kind, PlaceKind::Text(_)),
            _ => false,
        };
        let known = matches!(name, "strlen" | "atoi") && arguments.iter().all(is_literal);
        (fits && !known).then(|| Found { element, models, function, arguments: arguments.to_vec() })
    }

    /// The body of a function of memory that gets a size in bytes. What copies takes its places as its first arguments.
    fn memory_body(
        &mut self,
        name: &str,
        entry: &library::Function,
        arguments: &[Expression],
        (size_at, counts): (usize, Counts),
    ) -> Option<Found> {
        let program = &*self.program;
        let is_pointer = |argument: &&Expression| matches!(arguments::bare(argument).ty, Type::Pointer(..));
        let (pointers, others): (Vec<_>, Vec<_>) = arguments.iter().partition(is_pointer);
        let (element, each) = arguments::element(program, pointers.iter().copied())?;
        let roots: Option<Vec<_>> =
            pointers.iter().map(|pointer| self.followed.roots(program, arguments::bare(pointer))).collect();
        // What leads nowhere is no array.
        let roots = roots.filter(|roots| roots.iter().all(|roots| !roots.is_empty()))?;
        let body = match (entry.does, &roots[..]) {
            // Nothing is said of places that overlap, unless they may.
            (Some((Does::Copy | Does::Move, _)), [to, from]) if to.is_disjoint(from) => "memcpy",
            (Some((Does::Move, _)), [to, from]) if to == from && to.len() == 1 => name,
            (Some((Does::Copy | Does::Move, _)), _) => return None,
            _ => name,
        };
        let is_whole = entry.does.is_some() && arguments::is_whole(program, &pointers, &others, each);
        if is_whole || others.iter().any(|other| other.integer().is_none()) {
            return None;
        }
        let size = arguments::count(arguments.get(size_at)?, each, program.types.size_type())?;
        let fits = |(pointer, roots): (&&Expression, &BTreeSet<Root>)| {
            roots.iter().all(|root| root.is_of(program, &element))
                || arguments::is_within(&size, arguments::bare(pointer), &element)
        };
        if !pointers.iter().zip(&roots).all(fits) {
            return None;
        }
        let mut passed: Vec<Expression> = arguments.iter().map(|a| arguments::bare(a).clone()).collect();
        passed[size_at] = size;
        // Only characters are filled with what is no constant, and only those say in which order others are.
        let is_filled = matches!(entry.does, Some((Does::Fill, _)));
        let is_compared = entry.body == Some(library::Body::Sign);
        if each > 1 && (is_filled && passed[1].constant.is_none() || is_compared && counts < Counts::Truth) {
            return None;
        }
        let models = self.models_of(&element);
        let function = self.function(models, body, passed.len())?;
        Some(Found { element, models, function, arguments: passed })
    }

    /// Whether evaluating an argument does more than call functions whose values depend on their arguments alone.
    fn acts(&self, argument: &Expression) -> bool {
        let program = &*self.program;
        changes(argument, &program.functions)
            || has(Part::Expression(argument), &mut |part| match part {
                Part::Expression(Expression { kind: Kind::Call(Callee::Named(id), _), .. }) => {
                    program.linkage.is_foreign(&program.functions[id.index()].name)
                }
                Part::Expression(_) | Part::Place(_) => false,
            })
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
    fn replace(&mut self, call: &mut Expression, id: FunctionId, found: Found) {
        let Found { element, models, function, arguments } = found;
        let Some(entry) = self.models[models].1.as_ref().map(|program| &program.functions[function.index()])
        else {
            return;
        };
        let (span, name) = (call.span, self.program.functions[id.index()].name.clone());
        let Some(Definition { parameters, mut body, .. }) = entry.definition.clone() else { return };
        let Some(Statement { kind: StatementKind::Return(Some(mut value)), .. }) = body.pop() else { return };
        let constants = parameters.iter().zip(&arguments);
        let constants = constants.filter_map(|(&parameter, argument)| Some((parameter, argument.constant?)));
        let mut instance = Instance {
            names: BTreeMap::new(),
            constants: constants.collect(),
            span,
            models,
            element,
            function: (id, &name),
            expansion: self,
        };
        let mut passed = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments.clone()) {
            let object = instance.own(*parameter);
            instance.expansion.follow(object, &arguments);
            let ty = instance.expansion.program.objects[object.index()].ty.clone();
            passed.push((object, converted(argument, &ty)));
        }
        body.iter_mut().for_each(|statement| instance.statement(statement));
        instance.expression(&mut value);
        body.insert(0, declared(passed, span));
        let value = fitting(value, &call.ty, &name);
        call.kind = Kind::Statement(body, Some(Box::new(value)), Some(id));
    }

    /// The function of characters that is called with what may be none, which C gives no meaning.
    fn open_character(&self, call: &Expression) -> Option<FunctionId> {
        let Kind::Call(Callee::Named(id), arguments) = &call.kind else { return None };
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        let model = library::function(&function.name)?.is?;
        let asks = matches!(model, library::Model::Character(_) | library::Model::Case(..));
        let [argument] = &arguments[..] else { return None };
        let open = argument.integer().is_some() && !arguments::is_character(argument);
        let foreign = self.program.linkage.is_foreign(&function.name);
        (asks && open && !own && !foreign).then_some(*id)
    }

    /// Calls a function of characters only with what is one; else what it gives is not known.
    fn ask_character(&mut self, call: &mut Expression, id: FunctionId) {
        let Kind::Call(_, arguments) = &mut call.kind else { return };
        let Some(argument) = arguments.pop() else { return };
        let (span, int) = (call.span, Type::Integer(IntegerType::INT));
        let name = self.program.functions[id.index()].name.clone();
        let object = self.object(&format!("c of {name}"), &int, span);
        let first = declared(vec![(object, converted(argument, &int))], span);
        let place = Place { kind: PlaceKind::Object(object), ty: int.clone(), constant: false, span };
        let load = Expression::new(Kind::Load(Box::new(place)), int.clone(), span);
        let is_one = between(&load, (-1, 255));
        let known = Kind::Call(Callee::Named(id), vec![load]);
        let known = Expression::new(known, call.ty.clone(), span);
        let reason = format!("'{name}' of what is no character");
        let other = Expression::new(Kind::Unknown(reason, Vec::new()), call.ty.clone(), span);
        let value = Kind::Conditional(is_one, Some(Box::new(known)), Box::new(other));
        let value = Expression::new(value, call.ty.clone(), span);
        call.kind = Kind::Statement(vec![first], Some(Box::new(value)), Some(id));
    }

    /// A variable of a body leads where the arguments do.
    fn follow(&mut self, object: ObjectId, arguments: &[Expression]) {
        let pointers = arguments.iter().filter(|argument| matches!(argument.ty, Type::Pointer(..)));
        self.followed.add(self.program, object, pointers);
    }
}

/// Whether it does not matter in which order arguments are evaluated: all but one are always the same.
fn has_one_open(arguments: &[Expression]) -> bool {
    arguments.iter().filter(|argument| !is_steady(argument)).count() <= 1
}

/// Whether an argument is always the same.
fn is_steady(argument: &Expression) -> bool {
    match (argument.constant, &arguments::bare(argument).kind) {
        (Some(_), _) => true,
        (None, Kind::Decay(place) | Kind::AddressOf(place)) => {
            matches!(place.kind, PlaceKind::Object(_) | PlaceKind::Text(_))
        }
        (None, _) => false,
    }
}

/// Declares variables with their values.
fn declared(variables: Vec<(ObjectId, Expression)>, span: Span) -> Statement {
    let made = variables.into_iter().map(|(object, value)| {
        let value = InitialValue::Expression(value);
        let parts = vec![InitialPart { path: Some(Vec::new()), value, repeated: false }];
        let initializer = Some(Initializer { parts, braces: false, span });
        Declaration::Object { object, initializer, cleanup: false, span }
    });
    let kind = StatementKind::Declaration(made.collect());
    Statement { kind, annotations: Vec::new(), contract: None, span }
}

/// What a body gives, in the type of the call. A number that does not fit is one that C gives no meaning; a body that may give one
/// gives a variable.
fn fitting(value: Expression, ty: &Type, name: &str) -> Expression {
    let span = value.span;
    match (&value.ty, ty) {
        (&Type::Integer(from), &Type::Integer(to)) if from.width > to.width => {
            let fits = between(&value, (to.min(), to.max()));
            let reason = format!("'{name}' of a number that is too large");
            let other = Box::new(Expression::new(Kind::Unknown(reason, Vec::new()), ty.clone(), span));
            let known = Box::new(converted(value, ty));
            Expression::new(Kind::Conditional(fits, Some(known), other), ty.clone(), span)
        }
        _ => converted(value, ty),
    }
}

/// Whether a value without effects is none below the first number and none above the second.
fn between(value: &Expression, (low, high): (i128, i128)) -> Box<Expression> {
    let (span, int) = (value.span, Type::Integer(IntegerType::INT));
    let compared = |operator, limit: i128| {
        let number = Expression::new(Kind::Integer(limit), value.ty.clone(), span);
        let limit = Expression { constant: Some(limit), ..number };
        let kind = Kind::Binary(operator, Box::new(value.clone()), Box::new(limit));
        Box::new(Expression::new(kind, int.clone(), span))
    };
    let both = Kind::And(compared(Binary::GreaterEqual, low), compared(Binary::LessEqual, high));
    Box::new(Expression::new(both, int.clone(), span))
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
            StatementKind::Expression(expression) => self.visit(expression, Counts::Truth),
            StatementKind::If(arms, otherwise) => {
                for arm in arms {
                    self.visit(&mut arm.condition, Counts::Truth);
                    self.statement(&mut arm.then);
                }
                otherwise.iter_mut().for_each(|inner| self.statement(inner));
            }
            StatementKind::While(condition, body) | StatementKind::DoWhile(body, condition) => {
                self.visit(condition, Counts::Truth);
                self.statement(body);
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter_mut().for_each(|inner| self.statement(inner));
                condition.iter_mut().for_each(|condition| self.visit(condition, Counts::Truth));
                step.iter_mut().for_each(|step| self.visit(step, Counts::Value));
                self.statement(body);
            }
            StatementKind::Declaration(made) => {
                for declaration in made {
                    match declaration {
                        Declaration::Sizes(sizes) => sizes.iter_mut().for_each(|size| self.expression(size)),
                        Declaration::Object { object, initializer, .. } => {
                            let counts = self.counted.of_variable(*object);
                            for part in initializer.iter_mut().flat_map(|made| &mut made.parts) {
                                if let InitialValue::Expression(value) = &mut part.value {
                                    self.visit(value, counts);
                                }
                            }
                        }
                    }
                }
            }
            StatementKind::Empty
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
        let counts = std::mem::take(&mut self.counting);
        let acts = match &expression.kind {
            Kind::Call(_, arguments) => arguments.iter().any(|argument| self.acts(argument)),
            _ => false,
        };
        let [first, second, third] = of_operands(expression, counts);
        match &mut expression.kind {
            Kind::Binary(_, left, right) | Kind::And(left, right) | Kind::Or(left, right) => {
                self.visit(left, first);
                self.visit(right, second);
            }
            Kind::Not(operand) | Kind::Cast(operand) | Kind::Convert(operand) => self.visit(operand, first),
            Kind::Conditional(condition, then, otherwise) => {
                self.visit(condition, first);
                then.iter_mut().for_each(|then| self.visit(then, second));
                self.visit(otherwise, third);
            }
            Kind::Assign(place, value) => {
                let counts = match place.kind {
                    PlaceKind::Object(object) => self.counted.of_variable(object),
                    _ => Counts::Value,
                };
                self.place(place);
                self.visit(value, counts);
            }
            _ => in_expression_mut(self, expression),
        }
        let found = match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) if !acts || has_one_open(arguments) => {
                let id = *id;
                self.body(id, arguments, counts).map(|found| (id, found))
            }
            _ => None,
        };
        if let Some((id, found)) = found {
            self.replace(expression, id, found);
        } else if let Some(id) = self.open_character(expression) {
            self.ask_character(expression, id);
        }
    }
}

/// A body on its way to the place of a call.
struct Instance<'e, 'p> {
    /// The variables of this call, for those of the body.
    names: BTreeMap<ObjectId, ObjectId>,
    /// Parameters whose arguments are constants.
    constants: BTreeMap<ObjectId, i128>,
    /// Where the call stands.
    span: Span,
    /// Where the functions are that the body is one of, and the type of its elements.
    models: usize,
    element: Type,
    /// The function that is called.
    function: (FunctionId, &'e str),
    expansion: &'e mut Expansion<'p>,
}

impl Instance<'_, '_> {
    /// The variable of this call for one of the body.
    fn own(&mut self, object: ObjectId) -> ObjectId {
        if let Some(&known) = self.names.get(&object) {
            return known;
        }
        let Some(program) = &self.expansion.models[self.models].1 else { return object };
        let Object { name, mut ty, .. } = program.objects[object.index()].clone();
        self.retype(&mut ty);
        let own = self.expansion.object(&format!("{name} of {}", self.function.1), &ty, self.span);
        self.names.insert(object, own);
        own
    }

    /// Elements have their own type.
    fn retype(&self, ty: &mut Type) {
        match ty {
            Type::Record(_) => *ty = self.element.clone(),
            Type::Pointer(to, _) => {
                let mut own = (**to).clone();
                self.retype(&mut own);
                *to = own.into();
            }
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => {}
        }
    }

    /// An argument of a call in the body that is a constant of the program's.
    fn constant(&self, argument: &mut Expression) {
        if let Kind::Load(place) = &argument.kind
            && let PlaceKind::Object(object) = &place.kind
            && let Some(&value) = self.constants.get(object)
        {
            (argument.kind, argument.constant) = (Kind::Integer(value), Some(value));
        }
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
        self.retype(&mut expression.ty);
        if let Kind::Call(callee, arguments) = &mut expression.kind {
            *callee = Callee::Named(self.function.0);
            arguments.iter_mut().for_each(|argument| self.constant(argument));
        }
        in_expression_mut(self, expression);
    }

    fn place(&mut self, place: &mut Place) {
        place.span = self.span;
        self.retype(&mut place.ty);
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
        for (model, element) in [(DataModel::Ilp32, "char"), (DataModel::Lp64, "unsigned char")] {
            let text = format!("typedef {element} element;\n#define CHARACTERS\n{BODIES}");
            let source = SourceFile::new("library.c", text);
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
                let entry = library::function(&function.name).expect("an entry");
                assert!(entry.body.is_some(), "{}", function.name);
            }
            let named = library::names(|function| function.body.is_some()).count();
            assert_eq!(named, program.functions.len());
        }
    }
}

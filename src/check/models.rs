//! Calls of library functions, replaced by what the functions do.
//!
//! The bodies are C (`library.c`). A call becomes a statement expression: the parameters with the arguments as their values,
//! then the body, with variables of its own for each call, so that whoever follows pointers within a function follows these,
//! too. Everything in it stands at the place of the call. Only where the parameters of the body are what the arguments are is
//! a call replaced: texts of `char`, and memory that is an array of one type (`arguments.rs`), in objects that it is known of
//! (`followed.rs`). Of what compares texts only the sign of the result is known, so such a call is replaced where nothing else
//! of its value counts. Functions of `ctype.h` are called with characters only. What the program defines itself stays as it is.

use std::collections::BTreeMap;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax as syntax;

use super::arguments;
use super::command_line::Numbers;
use super::compared::Compared;
use super::counts::{Counted, Counts, of_operands};
use super::effects::changes;
use super::errno;
use super::followed::{Followed, keeps};
use super::formats::{self, Conversion, Most, Printed};
use super::library;
use super::literals::Literals;
use super::made::{
    Within, between, call_within, converted, declared, fitting, has_one_open, rename, without_value,
};
use super::scanned;
use super::standard::{INPUT, reads_input};
use super::tree::{
    Callee, Declaration, Definition, Expression, ExpressionKind as Kind, Function, FunctionId, InitialValue,
    Item, Object, ObjectId, Place, PlaceKind, Program, Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Part, VisitMut, has, in_expression_mut, in_place_mut, in_statement_mut};
use super::vocabulary;

/// Bodies of what a conversion of `scanf` or of `printf` does, and of a function in a special case.
#[cfg(test)]
const PARTS: [&str; 7] = ["word", "line", "shown", "shown_part", "until", "token", "token_r"];

/// What stands before the bodies if comparing two elements does nothing but that.
pub(super) const PLAIN: &str = "#define PLAIN\n";

/// The structure of the program that a stream is, for the bodies of functions of streams.
const STREAM: &str = "struct { int is_opened; }";

/// The bodies.
const BODIES: &str = include_str!("library.c");

/// Replaces the calls of a program, whose runs begin with `entry` or with `main`, by what they do, as far as that is written down.
pub fn expand(program: &mut Program, entry: Option<&str>) {
    let is_replaced = |name: &str| {
        library::function(name).is_some_and(|function| {
            let model = function.is;
            let asks = matches!(model, Some(library::Model::Character(_) | library::Model::Case(..)));
            let shows = matches!(model, Some(library::Model::Scan(_) | library::Model::Output(_)));
            asks || shows || function.body.is_some() || function.texts > 0
        })
    };
    let wanted = program.types.stream.is_some()
        || program.functions.iter().any(|function| is_replaced(&function.name));
    let mut bodies = taken(program);
    let knows_errno = errno::settle(program, &mut bodies);
    put_back(program, bodies);
    if !wanted {
        return;
    }
    let followed = Followed::of(program, entry.unwrap_or("main"));
    let literals = Literals::of(program);
    let compared = Compared::of(program);
    let counted = Counted::of(program);
    let numbers = Numbers::of(program);
    let mut bodies = taken(program);
    let counting = Counts::Value;
    let mut expansion = Expansion {
        program,
        models: Vec::new(),
        followed,
        literals,
        compared,
        numbers,
        knows_errno,
        counted,
        counting,
        returning: counting,
        kept: Vec::new(),
    };
    for (number, body) in bodies.iter_mut().enumerate() {
        expansion.returning = expansion.counted.of_result(FunctionId(number as u32));
        body.iter_mut().for_each(|statement| expansion.statement(statement));
        let kept = std::mem::take(&mut expansion.kept).into_iter();
        body.splice(0..0, kept.map(|(object, span)| without_value(object, span)));
    }
    put_back(program, bodies);
}

/// The bodies of all functions, which are without them then.
fn taken(program: &mut Program) -> Vec<Vec<Statement>> {
    let functions = program.functions.iter_mut();
    let body = |function: &mut Function| {
        function
            .definition
            .as_mut()
            .map(|definition| std::mem::take(&mut definition.body))
            .unwrap_or_default()
    };
    functions.map(body).collect()
}

/// Gives functions their bodies.
fn put_back(program: &mut Program, bodies: Vec<Vec<Statement>>) {
    for (function, body) in program.functions.iter_mut().zip(bodies) {
        if let Some(definition) = &mut function.definition {
            definition.body = body;
        }
    }
}

/// The functions of the library as a program of their own, as this program has the sizes of types. Functions of memory have
/// elements of this type; one that is no integer stands for itself by its size. Those that sort elements in a `plain` way do no more
/// with them than that.
fn models(program: &Program, (element, made): &Key) -> Option<Program> {
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
        stream if program.types.is_stream(stream) => STREAM.to_owned(),
        _ => format!("struct {{ char bytes[{}]; }}", program.types.layout(element)?.0),
    };
    let kind = match element {
        Type::Integer(ty) if ty.width == 8 => "#define CHARACTERS\n",
        Type::Integer(_) => "#define NUMBERS\n",
        _ => "",
    };
    let bodies = match made {
        Some(made) if made.starts_with("#define ") => format!("{made}{BODIES}"),
        Some(made) => format!("typedef __SIZE_TYPE__ size_t;\n{made}"),
        None => BODIES.to_owned(),
    };
    let source = SourceFile::new("library.c", format!("typedef {name} element;\n{kind}{bodies}"));
    let unit = syntax::parse_with(&source, false, (model, &[]), focuscheck_base::options::MAX_HEIGHT).unit?;
    super::check_annotated(std::slice::from_ref(&unit), None, &source, &[], model).0
}

/// The body that stands for a call.
pub(super) struct Found {
    /// The elements of its arrays, and where its functions are among those that were read.
    pub(super) element: Type,
    pub(super) models: usize,
    pub(super) function: FunctionId,
    /// What its parameters get.
    pub(super) arguments: Vec<Expression>,
    /// For which calls alone it stands, if it does not stand for all.
    pub(super) within: Option<Within>,
}

/// The type of elements, and the text of a function that is made for a format, or what stands before the bodies.
pub(super) type Key = (Type, Option<String>);

pub(super) struct Expansion<'p> {
    pub(super) program: &'p mut Program,
    /// The functions of the library for each type of elements, and each that is made for a format; none if they cannot be had.
    pub(super) models: Vec<(Key, Option<Program>)>,
    pub(super) followed: Followed,
    /// The pointers that are string literals.
    pub(super) literals: Literals,
    pub(super) compared: Compared,
    /// The numbers that come from outside in arguments of the command line.
    pub(super) numbers: Numbers,
    /// Whether bodies know `errno`, if the program looks at it.
    pub(super) knows_errno: bool,
    /// What counts of the values of variables of functions.
    pub(super) counted: Counted,
    /// What counts of the value of what is visited, and of the result of the function that it is a part of.
    pub(super) counting: Counts,
    pub(super) returning: Counts,
    /// Variables of the function that is visited that keep a text until it is printed.
    kept: Vec<(ObjectId, Span)>,
}

impl Expansion<'_> {
    /// Visits an expression of whose value this counts.
    fn visit(&mut self, expression: &mut Expression, counts: Counts) {
        let outer = std::mem::replace(&mut self.counting, counts);
        self.expression(expression);
        self.counting = outer;
    }

    /// Whether all that a function asks of its arguments is whether they are zero.
    fn asks_truth(&self, id: FunctionId) -> bool {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        let model = vocabulary::model(&function.name);
        let asks = matches!(model, Some(library::Model::Assert | library::Model::Assume));
        asks && !own && !self.program.linkage.is_foreign(&function.name)
    }

    /// The functions of the library for these elements.
    pub(super) fn models_of(&mut self, element: &Type, made: Option<String>) -> usize {
        let key = (element.clone(), made);
        match self.models.iter().position(|(known, _)| *known == key) {
            Some(known) => known,
            None => {
                let models = models(self.program, &key);
                self.models.push((key, models));
                self.models.len() - 1
            }
        }
    }

    /// Whether evaluating an argument does more than call functions whose values depend on their arguments alone.
    pub(super) fn acts(&self, argument: &Expression) -> bool {
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

    /// A variable that all calls of a function share; it begins as zero.
    pub(super) fn shared(&mut self, name: &str, ty: &Type, span: Span) -> ObjectId {
        let known = self.program.objects.iter().position(|object| object.name == name);
        if let Some(known) = known {
            return ObjectId(known as u32);
        }
        let object = self.object(name, ty, span);
        let storage = Storage::File { internal: true, defined: true, initialized: false };
        self.program.objects[object.index()].storage = storage;
        self.program.items.push(Item::Object(object));
        object
    }

    /// A function that only bodies call.
    fn reader(&mut self, name: &str) -> FunctionId {
        if let Some(known) = self.program.function(name) {
            return known;
        }
        let result = match name {
            vocabulary::LETTER => Type::Integer(IntegerType { width: 8, signed: true, float: false }),
            vocabulary::LETTERS | vocabulary::EITHER => Type::Integer(IntegerType::INT),
            "malloc" => Type::Void.pointer_to(),
            vocabulary::OPEN => library::ResultType::File.ty(&self.program.types),
            _ => Type::Void,
        };
        self.program.functions.push(Function::called(name, result));
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    /// Reads the texts of a call that scans in the places of its arguments, where they can be followed.
    fn scan(&mut self, id: FunctionId, arguments: &mut [Expression]) {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        let model = library::function(&function.name).and_then(|function| function.is);
        let Some(library::Model::Scan(first)) = model else { return };
        if own || self.program.linkage.is_foreign(&function.name) || formats::is_of_text(&function.name) {
            return;
        }
        let format = first.checked_sub(1).and_then(|at| arguments.get(at)).and_then(formats::text);
        let conversions = format.and_then(|format| formats::conversions(&format)).unwrap_or_default();
        let input = reads_input(self.program, &function.name, arguments).then(|| INPUT.to_owned());
        let is_read =
            |conversion: &Conversion| !matches!(conversion, Conversion::Object(..) | Conversion::Float(_));
        let filled = arguments.len() - first.min(arguments.len());
        if conversions.len() != filled || !conversions.iter().any(is_read) {
            return;
        }
        if arguments.iter().any(|argument| self.acts(argument)) {
            return;
        }
        for (conversion, argument) in conversions.into_iter().zip(&mut arguments[first..]) {
            let (name, most, made) = match conversion {
                Conversion::Object(..) | Conversion::Float(_) => continue,
                Conversion::Word(most) => ("word", most, input.clone()),
                Conversion::Line(most) => ("line", most, input.clone()),
                Conversion::Letters(most, set) => ("set", most, Some(scanned::letters(&set))),
            };
            let (int, span) = (IntegerType::INT, argument.span);
            let limit = most.map_or(int.max(), |most| int.max().min(i128::from(most) + 1));
            let number = Expression::new(Kind::Integer(limit), Type::Integer(int), span);
            let limit = Expression { constant: Some(limit), ..number };
            let own = argument.unconverted_type();
            let passed = [arguments::bare(argument).clone(), limit];
            if matches!(own, Type::Pointer(..))
                && let Some(found) = self.text_body(name, &passed, made)
            {
                self.replace(argument, id, found, true);
            }
        }
    }

    /// Reads the texts that a call writes somewhere outside, or gets for what is not modelled, where they can be followed: they
    /// have to be there.
    fn print(&mut self, id: FunctionId, arguments: &mut [Expression]) {
        let Some(entry) = self.known(id) else { return };
        let texts: Vec<(usize, Most)> = match (&*self.program.functions[id.index()].name, entry.is) {
            ("puts" | "fputs", _) => vec![(0, Most::All)],
            (_, None) => {
                let texts = if entry.body.is_none() { entry.texts } else { 0 };
                (0..texts).map(|number| (number, Most::All)).collect()
            }
            (_, Some(library::Model::Output(Some(at)))) => {
                let format = arguments.get(at).and_then(formats::text).unwrap_or_default();
                let printed = formats::printed(&format).unwrap_or_default();
                let behind = (at + 1..).zip(printed);
                let text = |(number, printed)| match printed {
                    Printed::Text(most) => Some((number, most)),
                    Printed::Number | Printed::Other => None,
                };
                behind.filter_map(text).collect()
            }
            (_, Some(_)) => return,
        };
        let last = arguments.iter().rposition(|argument| self.acts(argument));
        let mut later = Vec::new();
        for (number, most) in texts {
            let before = number.checked_sub(1).and_then(|at| arguments.get(at)).cloned();
            let Some(argument) = arguments.get_mut(number) else { continue };
            if !matches!(argument.unconverted_type(), Type::Pointer(..)) || self.literals.is_one(argument) {
                continue;
            }
            let limit = match most {
                Most::All => None,
                Most::Characters(most) => Some(self.size(most, argument.span)),
                // A negative one is very large then, so it is as if there were none.
                Most::Before => before.filter(|before| before.integer().is_some() && !self.acts(before)),
            };
            if most != Most::All && limit.is_none() {
                continue;
            }
            if last.is_some_and(|last| number <= last) {
                later.push((self.kept(argument), limit));
            } else {
                self.show(argument, limit, id);
            }
        }
        if let Some(last) = last.filter(|_| !later.is_empty()) {
            self.show_after(&mut arguments[last], later, id);
        }
    }

    /// A size as a constant.
    fn size(&self, size: u64, span: Span) -> Expression {
        let ty = Type::Integer(self.program.types.size_type());
        let size = i128::from(size);
        Expression { constant: Some(size), ..Expression::new(Kind::Integer(size), ty, span) }
    }

    /// A pointer goes to a variable of its own, where it is until the call; what that holds.
    fn kept(&mut self, argument: &mut Expression) -> Expression {
        let (ty, span) = (argument.unconverted_type().clone(), argument.span);
        let object = self.object("text that is printed", &ty, span);
        self.follow(object, std::slice::from_ref(arguments::bare(argument)));
        self.kept.push((object, span));
        self.program.held.insert(object);
        let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
        let given = std::mem::replace(argument, Expression::new(Kind::Integer(0), ty.clone(), span));
        let outer = given.ty.clone();
        let stored = Kind::Assign(Box::new(place.clone()), Box::new(converted(given, &ty)));
        *argument = converted(Expression::new(stored, ty.clone(), span), &outer);
        Expression::new(Kind::Load(Box::new(place)), ty, span)
    }

    /// The last of the arguments that do something comes before the texts of those up to it are read.
    fn show_after(
        &mut self,
        last: &mut Expression,
        texts: Vec<(Expression, Option<Expression>)>,
        id: FunctionId,
    ) {
        let (ty, span) = (last.ty.clone(), last.span);
        let object = self.object("value that is printed", &ty, span);
        let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
        let value = Expression::new(Kind::Load(Box::new(place)), ty.clone(), span);
        let given = std::mem::replace(last, value.clone());
        let mut body = vec![declared(vec![(object, given)], span)];
        for (mut text, limit) in texts {
            self.show(&mut text, limit, id);
            let kind = StatementKind::Expression(text);
            body.push(Statement { kind, annotations: Vec::new(), contract: None, span });
        }
        *last = Expression::new(Kind::Statement(body, Some(Box::new(value)), Some(id)), ty, span);
    }

    /// A text is read where it stands, all of it or up to a limit.
    fn show(&mut self, text: &mut Expression, limit: Option<Expression>, id: FunctionId) {
        let mut passed = vec![arguments::bare(text).clone()];
        passed.extend(limit);
        let name = if passed.len() > 1 { "shown_part" } else { "shown" };
        if let Some(found) = self.text_body(name, &passed, None) {
            self.replace(text, id, found, true);
        }
    }

    /// Puts a body in the place of a call, or of one of its arguments.
    pub(super) fn replace(&mut self, call: &mut Expression, id: FunctionId, found: Found, is_part: bool) {
        let Found { element, models, function, arguments, within } = found;
        let Some(entry) = self.models[models].1.as_ref().map(|program| &program.functions[function.index()])
        else {
            return;
        };
        let (span, name) = (call.span, self.program.functions[id.index()].name.clone());
        let Some(Definition { parameters, mut body, .. }) = entry.definition.clone() else { return };
        let Some(Statement { kind: StatementKind::Return(Some(mut value)), .. }) = body.pop() else { return };
        let given = || parameters.iter().zip(&arguments);
        let constants = given().filter_map(|(&parameter, argument)| Some((parameter, argument.constant?)));
        let texts = given().filter_map(|(&parameter, argument)| {
            let program = self.models[models].1.as_ref()?;
            let parameter = program.objects[parameter.index()].name.clone();
            Some((
                parameter,
                (self.label(argument).unwrap_or_else(|| format!("text of {name}")), argument.span),
            ))
        });
        let functions =
            given().filter_map(|(&parameter, argument)| Some((parameter, Compared::function(argument)?)));
        let (constants, texts, functions) = (constants.collect(), texts.collect(), functions.collect());
        let mut instance = Instance {
            names: BTreeMap::new(),
            constants,
            texts,
            functions,
            span,
            models,
            element,
            function: (id, &name, is_part),
            expansion: self,
        };
        let mut passed = Vec::new();
        let mut others = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments.clone()) {
            if instance.is_stream(*parameter) {
                let kind = StatementKind::Expression(argument);
                others.push(Statement { kind, annotations: Vec::new(), contract: None, span });
                continue;
            }
            if instance.functions.contains_key(parameter) {
                continue;
            }
            let object = instance.own(*parameter);
            instance.expansion.follow(object, &arguments);
            let ty = instance.expansion.program.objects[object.index()].ty.clone();
            passed.push((object, converted(argument, &ty)));
        }
        body.iter_mut().for_each(|statement| instance.statement(statement));
        instance.expression(&mut value);
        let mut value = fitting(value, &call.ty, &name);
        if let Some(within) = within {
            value = call_within(call, (std::mem::take(&mut body), value), within, &passed);
        }
        body.insert(0, declared(passed, span));
        body.splice(0..0, others);
        call.kind = Kind::Statement(body, Some(Box::new(value)), Some(id));
    }

    /// How a text is called that is read into what an argument points to.
    fn label(&self, argument: &Expression) -> Option<String> {
        match argument.unconverted() {
            Kind::Decay(place) | Kind::AddressOf(place) | Kind::Load(place) => self.label_of(place),
            _ => None,
        }
    }

    /// The same for a place.
    fn label_of(&self, place: &Place) -> Option<String> {
        match &place.kind {
            PlaceKind::Object(object) => Some(self.program.objects[object.index()].name.clone()),
            PlaceKind::Element(whole, index) => {
                let name = self.label_of(whole)?;
                match index.constant {
                    // So that it is not taken for one of its letters.
                    Some(0) if matches!(place.ty, Type::Integer(_)) => Some(name),
                    Some(index) if !matches!(place.ty, Type::Integer(_)) => Some(format!("{name}[{index}]")),
                    Some(_) | None => None,
                }
            }
            PlaceKind::Dereference(_)
            | PlaceKind::Behind(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Member(..)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => None,
        }
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

impl VisitMut for Expansion<'_> {
    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Expression(expression) => self.visit(expression, Counts::Truth),
            StatementKind::Return(Some(value)) => {
                let counts = self.returning;
                self.visit(value, counts);
            }
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
        self.settle_standard(expression);
        let standard = match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) => self.standard_stream(*id, arguments),
            _ => None,
        };
        let acts = match &expression.kind {
            Kind::Call(_, arguments) => arguments.iter().any(|argument| self.acts(argument)),
            _ => false,
        };
        let [first, second, third] = of_operands(expression, counts);
        if let Kind::Call(Callee::Named(id), arguments) = &mut expression.kind {
            self.scan(*id, arguments);
            self.print(*id, arguments);
        }
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
            Kind::Call(Callee::Named(id), arguments) if self.asks_truth(*id) => {
                arguments.iter_mut().for_each(|argument| self.visit(argument, Counts::Truth));
            }
            _ => in_expression_mut(self, expression),
        }
        if let (Kind::Call(_, arguments), Some((at, stream))) = (&mut expression.kind, standard) {
            arguments[at] = stream;
        }
        let found = match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) if !acts || has_one_open(arguments) => {
                let id = *id;
                self.body(id, arguments, counts).map(|found| (id, found))
            }
            _ => None,
        };
        if let Some((id, mut found)) = found {
            self.use_stream(id, &mut found.arguments);
            self.replace(expression, id, found, false);
            return;
        }
        if let Kind::Call(Callee::Named(id), arguments) = &mut expression.kind {
            self.use_stream(*id, arguments);
        }
        if let Some(id) = self.open_character(expression) {
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
    /// For the names of parameters how the texts are called that are read into what they point to, and where the arguments stand.
    texts: BTreeMap<String, (String, Span)>,
    /// Parameters whose arguments are functions.
    functions: BTreeMap<ObjectId, FunctionId>,
    /// Where the call stands.
    span: Span,
    /// Where the functions are that the body is one of, and the type of its elements.
    models: usize,
    element: Type,
    /// The function that is called, and whether the body stands in the place of one of its arguments.
    function: (FunctionId, &'e str, bool),
    expansion: &'e mut Expansion<'p>,
}

impl Instance<'_, '_> {
    /// The variable of this call for one of the body.
    fn own(&mut self, object: ObjectId) -> ObjectId {
        if let Some(&known) = self.names.get(&object) {
            return known;
        }
        let Some(program) = &self.expansion.models[self.models].1 else { return object };
        let Object { name, mut ty, storage, .. } = program.objects[object.index()].clone();
        self.retype(&mut ty);
        if matches!(storage, Storage::File { .. }) {
            let errno = self.expansion.program.errno.filter(|_| name == "errno");
            return errno.unwrap_or_else(|| self.expansion.shared(&format!("\\{name}"), &ty, self.span));
        }
        let own = self.expansion.object(&format!("{name} of {}", self.function.1), &ty, self.span);
        if keeps(self.function.1) {
            self.expansion.followed.lose(own);
        }
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

    /// Whether a parameter is a stream, of which a body says nothing.
    fn is_stream(&self, parameter: ObjectId) -> bool {
        let program = self.expansion.models[self.models].1.as_ref();
        let ty = program.map(|program| &program.objects[parameter.index()].ty);
        let key = program.is_some_and(|program| program.objects[parameter.index()].name == "key");
        matches!(ty, Some(Type::Pointer(to, _)) if **to == Type::Void) && !key
    }

    /// The function that is called in the body: one that only bodies call, or the one of the library itself. Where a call that
    /// reads a text stands, if it stands elsewhere than the whole; its first argument becomes how the text is called.
    fn called(&mut self, id: FunctionId, arguments: &mut [Expression]) -> (FunctionId, Option<Span>) {
        let program = self.expansion.models[self.models].1.as_ref();
        let own = program.map(|program| &*program.functions[id.index()].name);
        let name = match own {
            Some("assume") => vocabulary::ASSUMED,
            Some("letters") => vocabulary::LETTERS,
            Some("letter") => vocabulary::LETTER,
            Some("malloc") => "malloc",
            Some("free") => "free",
            Some("open") => vocabulary::OPEN,
            Some("either") => vocabulary::EITHER,
            Some("apart") => vocabulary::APART,
            Some(_) | None => return (self.function.0, None),
        };
        let called = self.expansion.reader(name);
        let Some(text) = arguments.first().filter(|_| name.starts_with("\\letter")).and_then(formats::text)
        else {
            return (called, None);
        };
        let Some((label, span)) = self.texts.get(&text).cloned() else { return (called, None) };
        rename(&mut arguments[0], &label);
        // What is read of a text at one place is told apart by where it stands.
        let is_letter = name == vocabulary::LETTER;
        (
            called,
            if is_letter { Some(span) } else { self.function.2.then_some(Span::new(span.start, span.start)) },
        )
    }

    /// Whether what a function of the body gives is not known.
    fn is_unknown(&self, callee: FunctionId) -> bool {
        let program = self.expansion.models[self.models].1.as_ref();
        program.is_some_and(|program| {
            matches!(&*program.functions[callee.index()].name, "unknown" | "unknown_number")
        })
    }

    /// The function of the program that a pointer of the body leads to, if the argument names it.
    fn function_of(&self, pointer: &Expression) -> Option<FunctionId> {
        match pointer.unconverted() {
            Kind::Load(place) => match &place.kind {
                PlaceKind::Object(object) => self.functions.get(object).copied(),
                PlaceKind::Value(pointer) | PlaceKind::Dereference(pointer) => self.function_of(pointer),
                _ => None,
            },
            _ => None,
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
        if let Kind::Call(Callee::Named(callee), _) = &expression.kind
            && self.is_unknown(*callee)
        {
            let name = self.function.1;
            let reason = match name {
                "qsort" => "'qsort' with a comparison function that contradicts itself".to_owned(),
                "bsearch" => "'bsearch' in an array that is not sorted".to_owned(),
                "stpcpy" | "strcat" | "strcpy" | "strncat" | "strncpy" => {
                    format!("'{name}' between places that overlap")
                }
                _ => format!("'{name}' of a number that is too large"),
            };
            expression.kind = Kind::Unknown(reason, Vec::new());
            return;
        }
        if let Kind::Call(Callee::Named(callee), arguments) = &mut expression.kind {
            let (called, span) = self.called(*callee, arguments);
            *callee = called;
            arguments.iter_mut().for_each(|argument| self.constant(argument));
            in_expression_mut(self, expression);
            expression.span = span.unwrap_or(self.span);
            return;
        }
        if let Kind::Call(callee, _) = &mut expression.kind
            && let Callee::Pointer(pointer) = callee
            && let Some(function) = self.function_of(pointer)
        {
            *callee = Callee::Named(function);
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
            let text = format!("typedef {element} element;\n#define CHARACTERS\n#define BASE 0\n{BODIES}");
            let source = SourceFile::new("library.c", text);
            let unit =
                syntax::parse_with(&source, false, (model, &[]), focuscheck_base::options::MAX_HEIGHT).unit;
            let (program, diagnostics) = super::super::check(&unit.expect("C"), &source, &[], model);
            assert!(diagnostics.is_empty(), "{diagnostics:?}");
            let program = program.expect("a program");
            let (readers, functions): (Vec<_>, Vec<_>) =
                program.functions.iter().partition(|function| function.definition.is_none());
            assert_eq!(readers.len(), 8);
            let functions: Vec<_> = functions.into_iter().filter(|f| !PARTS.contains(&&*f.name)).collect();
            for function in &functions {
                let definition = function.definition.as_ref().expect("a body");
                let is_return =
                    |statement: &Statement| matches!(statement.kind, StatementKind::Return(Some(_)));
                let returns = definition.body.iter().filter(|statement| is_return(statement)).count();
                assert!(returns == 1 && definition.body.last().is_some_and(is_return), "{}", function.name);
                let entry = library::function(&function.name).expect("an entry");
                assert!(entry.body.is_some(), "{}", function.name);
            }
            let printed =
                |name: &&str| !matches!(*name, "sprintf" | "snprintf") && !formats::is_of_text(name);
            let named = library::names(|function| function.body.is_some()).filter(printed).count();
            assert_eq!(named, functions.len());
        }
    }
}

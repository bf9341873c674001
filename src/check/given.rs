//! What pointer parameters lead to in a function that is started by itself.
//!
//! Behind each lies a new object: a few elements of its type, a text, or a structure whose pointers lead to further ones. A
//! function that no program has ([`START`]) gets the other parameters, makes these objects by calls that no program has either
//! ([`GIVEN`]), and calls the function that is started. So nothing changes in that one, which may call itself.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::options::PointerArguments;
use focuscheck_base::source::Span;

use super::library;
use super::made::declared;
use super::reachable;
use super::tree::{
    Callee, Definition, Expression, ExpressionKind as Kind, Function, FunctionId, Item, Object, ObjectId,
    Place, PlaceKind, Program, Statement, StatementKind, Storage,
};
use super::types::{Type, Types};
use super::vocabulary::{GIVEN, START};

/// What a parameter of a type that is not modelled is.
const UNMODELLED: &str = "argument of the start";

/// What lies behind all pointers that one parameter leads to has at most so many scalars.
const MOST_SCALARS: u64 = 512;

/// So many scalars lie in an array of structures.
const MOST_IN_STRUCTURES: u64 = 64;

/// An array of pointers has at most so many.
const MOST_POINTERS: u32 = 3;

/// So many structures of one type lie behind each other.
const CHAIN: usize = 3;

/// The same for structures with several pointers to structures.
const TREE: usize = 2;

/// What a pointer leads to, which is nothing else's.
#[derive(Clone, Debug, PartialEq)]
pub enum Leads {
    /// A text with at most so many letters, each of this type and not zero.
    Text(IntegerType, u32),
    /// Elements of a type, at least one and at most so many.
    Elements {
        /// How many at most.
        most: u32,
        /// Their type.
        element: Type,
        /// What each of them holds.
        content: Content,
    },
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A value of its type that comes from outside.
    Number,
    /// So many of these.
    Array(u64, Box<Content>),
    /// The members of a structure, by their numbers.
    Record(Vec<(usize, Content)>),
    /// A pointer; whether it may be null.
    Pointer(Box<Leads>, bool),
    /// A pointer that is null: structures behind it are not told apart.
    Null,
    /// A value that is not modelled.
    Unknown,
}

/// What a parameter of a type leads to; `None` if that is not modelled.
pub fn leads(types: &Types, parameter: &Type, bounds: PointerArguments) -> Option<Leads> {
    let Type::Pointer(to, _) = parameter else { return None };
    Planner { types, bounds, left: MOST_SCALARS, around: Vec::new() }.leads(to)
}

/// A parameter of a function that is started, and what it leads to.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// How it is called.
    pub name: String,
    /// Whether what it points to is `const`.
    pub constant: bool,
    /// Its type.
    pub ty: Type,
    /// What it leads to; nothing if that is not modelled.
    pub leads: Option<Leads>,
}

/// The pointer parameters of a function.
pub fn parameters(program: &Program, entry: &str, bounds: PointerArguments) -> Vec<Parameter> {
    let Some(id) = program.function(entry).map(|id| program.resolved(id)) else { return Vec::new() };
    let function = &program.functions[id.index()];
    let Some(definition) = &function.definition else { return Vec::new() };
    let all = definition.parameters.iter().zip(&function.passing).enumerate();
    all.filter_map(|(number, (object, ty))| {
        let Type::Pointer(_, constant) = ty else { return None };
        let object = &program.objects[object.index()];
        let leads = leads(&program.types, ty, bounds).filter(|_| !object.volatile);
        Some(Parameter { name: called(object, number), constant: *constant, ty: ty.clone(), leads })
    })
    .collect()
}

/// How a parameter is called.
fn called(object: &Object, number: usize) -> String {
    if object.name.is_empty() { format!("argument {}", number + 1) } else { object.name.clone() }
}

struct Planner<'t> {
    types: &'t Types,
    bounds: PointerArguments,
    /// How many further scalars there may be.
    left: u64,
    /// The structures that pointers lead through, from the outside to the inside.
    around: Vec<usize>,
}

impl Planner<'_> {
    fn leads(&mut self, to: &Type) -> Option<Leads> {
        let elements = self.bounds.elements;
        match to {
            Type::Integer(letter) if letter.width == 8 => {
                self.spend(elements.into())?;
                Some(Leads::Text(*letter, elements - 1))
            }
            Type::Integer(_) | Type::Float(_) | Type::Array(..) => self.elements(to, elements),
            Type::Pointer(..) => self.elements(to, elements.min(MOST_POINTERS)),
            Type::Record(id) => {
                let own = self.scalars(to)?.max(1);
                let fits = u32::try_from(MOST_IN_STRUCTURES / own).unwrap_or(1).max(1);
                let most = if self.types.holds_pointers(to) { 1 } else { elements.min(fits) };
                self.around.push(*id);
                let found = self.elements(to, most);
                self.around.pop();
                found
            }
            Type::Void | Type::VariableArray(_) | Type::Function(_) | Type::Opaque(_) => None,
        }
    }

    fn elements(&mut self, element: &Type, most: u32) -> Option<Leads> {
        self.types.layout(element).filter(|(size, _)| *size > 0)?;
        let before = self.left;
        let content = self.content(element)?;
        let each = before - self.left;
        self.spend(each.checked_mul(u64::from(most) - 1)?)?;
        (content != Content::Unknown).then(|| Leads::Elements { most, element: element.clone(), content })
    }

    /// What an object of a type holds; `None` if that is too much, or if its size is not known.
    fn content(&mut self, ty: &Type) -> Option<Content> {
        Some(match ty {
            Type::Integer(_) | Type::Float(_) if self.types.bits(ty).is_some() => {
                self.spend(1)?;
                Content::Number
            }
            Type::Array(element, Some(length)) => {
                let before = self.left;
                let content = self.content(element)?;
                self.spend((before - self.left).checked_mul(length.checked_sub(1)?)?)?;
                Content::Array(*length, Box::new(content))
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                if record.unknown_layout || self.types.is_stream(ty) {
                    return None;
                }
                if record.union {
                    return Some(Content::Unknown);
                }
                let fields = record.fields.as_ref()?;
                let named = |field: &super::types::Field| field.name.is_some() || field.bits.is_none();
                let mut members = Vec::new();
                for (number, field) in fields.iter().enumerate().filter(|(_, field)| named(field)) {
                    members.push((number, self.content(&field.ty)?));
                }
                Content::Record(members)
            }
            Type::Pointer(to, _) => self.pointer(to)?,
            Type::Float(_) | Type::Integer(_) => Content::Unknown,
            Type::Void
            | Type::Array(_, None)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => return None,
        })
    }

    /// What a pointer in memory leads to.
    fn pointer(&mut self, to: &Type) -> Option<Content> {
        self.spend(1)?;
        if let Type::Record(id) = to {
            let record = &self.types.records[*id];
            let is_one = |field: &&super::types::Field| matches!(&field.ty, Type::Pointer(to, _) if matches!(**to, Type::Record(_)));
            let several = record.fields.iter().flatten().filter(is_one).count() > 1;
            let most = if several { TREE } else { CHAIN };
            if self.around.iter().filter(|other| *other == id).count() >= most {
                return Some(Content::Null);
            }
        }
        let (left, is_null) = (self.left, matches!(to, Type::Record(_)));
        let found = self.leads(to);
        if found.is_none() {
            if self.left == 0 {
                return None;
            }
            self.left = left;
        }
        Some(found.map_or(Content::Unknown, |leads| Content::Pointer(Box::new(leads), is_null)))
    }

    /// How many scalars an object has; nothing if they are too many.
    fn scalars(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Record(id) => {
                let fields = self.types.records[*id].fields.as_ref()?;
                fields.iter().try_fold(0_u64, |sum, field| sum.checked_add(self.scalars(&field.ty)?))
            }
            Type::Array(element, Some(length)) => self.scalars(element)?.checked_mul(*length),
            Type::Array(_, None) | Type::VariableArray(_) => None,
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Function(_)
            | Type::Opaque(_) => Some(1),
        }
    }

    /// Takes so many scalars; after the last one there are none for anybody.
    fn spend(&mut self, scalars: u64) -> Option<()> {
        let left = self.left.checked_sub(scalars);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }
}

/// Whether a program asks for blocks of the heap, which are followed from [`START`] on only.
fn makes_blocks(program: &Program) -> bool {
    let is_allocator = |name: &str| library::function(name).is_some_and(|function| function.allocator);
    program.functions.iter().any(|function| is_allocator(&function.name))
}

/// Makes a program start at [`START`], which calls the function `entry` and makes what its pointer parameters lead to; whether
/// there is any whose objects are modelled, or what else is followed then. Functions that no run from there comes to are left out.
pub fn expand(program: &mut Program, entry: &str, bounds: PointerArguments) -> bool {
    let is_given = parameters(program, entry, bounds).iter().any(|parameter| parameter.leads.is_some());
    let Some(id) = program.function(entry).map(|id| program.resolved(id)) else { return false };
    if !is_given && !makes_blocks(program) {
        reachable::keep(program, id);
        return false;
    }
    let function = &program.functions[id.index()];
    let (passing, result) = (function.passing.clone(), function.signature.result.clone());
    let Some(definition) = &function.definition else { return false };
    let (span, originals) = (definition.span, definition.parameters.clone());
    let given = FunctionId(program.functions.len() as u32);
    program.functions.push(Function::called(GIVEN, Type::Void.pointer_to()));
    let (mut plain, mut made, mut arguments) = ((Vec::new(), Vec::new()), Vec::new(), Vec::new());
    let mut before: Vec<(ObjectId, Type)> = Vec::new();
    for (number, (original, ty)) in originals.into_iter().zip(passing).enumerate() {
        let object = program.objects[original.index()].clone();
        let is_given = matches!(ty, Type::Pointer(..))
            && !object.volatile
            && leads(&program.types, &ty, bounds).is_some();
        if matches!(ty, Type::Pointer(..)) && !is_given {
            arguments.push(Expression::new(Kind::Unknown(UNMODELLED.to_owned(), Vec::new()), ty, span));
            continue;
        }
        let storage = if is_given { Storage::Automatic } else { Storage::Parameter };
        let (own, at) = (ObjectId(program.objects.len() as u32), object.span);
        let name = called(&object, number);
        program.objects.push(Object { storage, name: name.clone(), ..object });
        if is_given {
            let same = before.iter().filter(|(_, other)| bounds.may_alias && *other == ty);
            let passed =
                std::iter::once(text(&name, at)).chain(same.map(|(other, ty)| value(*other, ty, at)));
            let call = Kind::Call(Callee::Named(given), passed.collect());
            made.push((own, Expression::new(call, ty.clone(), at)));
            before.push((own, ty.clone()));
        } else {
            plain.0.push(own);
            plain.1.push(ty.clone());
        }
        arguments.push(value(own, &ty, span));
    }
    let call = Expression::new(Kind::Call(Callee::Named(id), arguments), result, span);
    let call =
        Statement { kind: StatementKind::Expression(call), annotations: Vec::new(), contract: None, span };
    let at = |own: ObjectId| program.objects[own.index()].span;
    let mut body: Vec<Statement> = Vec::new();
    for (own, call) in made {
        body.push(declared(vec![(own, call)], at(own)));
    }
    body.push(call);
    let definition = Definition {
        parameters: plain.0,
        sizes: Vec::new(),
        labels: Vec::new(),
        body,
        body_span: span,
        span,
        model: false,
        locals: Vec::new(),
    };
    let start = Function {
        passing: plain.1,
        prototype: true,
        definition: Some(definition),
        ..Function::called(START, Type::Void)
    };
    let own = FunctionId(program.functions.len() as u32);
    program.items.push(Item::Function(own));
    program.functions.push(start);
    reachable::keep(program, own);
    true
}

/// What an object holds.
fn value(object: ObjectId, ty: &Type, span: Span) -> Expression {
    let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
    Expression::new(Kind::Load(Box::new(place)), ty.clone(), span)
}

/// A literal.
fn text(name: &str, span: Span) -> Expression {
    let units: Vec<u32> = name.chars().map(u32::from).collect();
    let char = Type::Integer(IntegerType { width: 8, signed: true, float: false });
    let ty = Type::Array(char.clone().into(), Some(units.len() as u64 + 1));
    let place = Place { kind: PlaceKind::Text(units), ty, constant: false, span };
    Expression::new(Kind::Decay(Box::new(place)), char.pointer_to(), span)
}

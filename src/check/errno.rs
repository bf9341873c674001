//! `errno`: a variable of the library, which its functions change.
//!
//! A program that looks at it gets an object for it. Bodies of functions that read numbers set it; after a call of another
//! function that the program does not define it may be another number, which is not zero (`ir/program/lower`).

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

use super::id::ObjectId;
use super::library::{self, Errno};
use super::tree::{
    Callee, Expression, ExpressionKind as Kind, Item, Object, Place, PlaceKind, Program, Statement, Storage,
};
use super::types::Type;
use super::visit::{Visit, VisitMut, in_expression, in_expression_mut, in_place, in_place_mut};

/// The base of a number that a text is read as, if it is a constant.
pub(super) fn base(arguments: &[Expression]) -> Option<i128> {
    let base = arguments.get(2).and_then(|base| base.constant);
    base.filter(|base| *base == 0 || (2..=36).contains(base))
}

/// Whether the body of a function says by `errno` that a number is too large.
pub fn sets_errno(name: &str) -> bool {
    library::function(name).is_some_and(|function| function.errno == Some(Errno::Sets))
}

/// Gives a program that looks at `errno` an object for it; whether it can be followed.
pub(super) fn settle(program: &mut Program, bodies: &mut [Vec<Statement>]) -> bool {
    let mut finder = Finder { program, found: false };
    bodies.iter().flatten().for_each(|statement| finder.statement(statement));
    if !finder.found {
        return true;
    }
    let declared =
        program.objects.iter().position(|object| object.name == "errno" && is_outside(object.storage));
    let storage = Storage::File { internal: true, defined: true, initialized: false };
    let object = match declared {
        Some(number) if matches!(program.objects[number].storage, Storage::File { defined: true, .. }) => {
            // One of the program's own.
            return false;
        }
        Some(number) => ObjectId(number as u32),
        None => {
            program.objects.push(Object {
                name: "errno".to_owned(),
                ty: Type::Integer(IntegerType::INT),
                storage,
                constant: false,
                volatile: false,
                span: Span::default(),
            });
            ObjectId(program.objects.len() as u32 - 1)
        }
    };
    program.objects[object.index()].storage = storage;
    if !program.items.iter().any(|item| matches!(item, Item::Object(known) if *known == object)) {
        program.items.push(Item::Object(object));
    }
    program.errno = Some(object);
    let mut naming = Naming { program, object };
    bodies.iter_mut().flatten().for_each(|statement| naming.statement(statement));
    true
}

fn is_outside(storage: Storage) -> bool {
    matches!(storage, Storage::File { .. })
}

/// Whether a place is `errno`, before it has an object.
fn is_errno(place: &Place, program: &Program) -> bool {
    match &place.kind {
        PlaceKind::Undeclared(name) => name == "errno",
        // As the header of the system defines it.
        PlaceKind::Dereference(pointer) => match &pointer.kind {
            Kind::Call(Callee::Named(id), _) => {
                let function = &program.functions[id.index()];
                function.name == "__errno_location" && function.definition.is_none()
            }
            _ => false,
        },
        PlaceKind::Object(object) => {
            let object = &program.objects[object.index()];
            object.name == "errno" && is_outside(object.storage)
        }
        PlaceKind::Element(..)
        | PlaceKind::Behind(..)
        | PlaceKind::Member(..)
        | PlaceKind::Text(_)
        | PlaceKind::Compound(_)
        | PlaceKind::Value(_) => false,
    }
}

/// Looks for a place that is `errno`.
struct Finder<'p> {
    program: &'p Program,
    found: bool,
}

impl<'t> Visit<'t> for Finder<'_> {
    fn expression(&mut self, expression: &'t Expression) {
        self.found |= matches!(&expression.kind, Kind::Undeclared(name) if name == "errno");
        in_expression(self, expression);
    }

    fn place(&mut self, place: &'t Place) {
        self.found |= is_errno(place, self.program);
        in_place(self, place);
    }
}

/// Puts the object in the places of `errno`.
struct Naming<'p> {
    program: &'p Program,
    object: ObjectId,
}

impl VisitMut for Naming<'_> {
    fn expression(&mut self, expression: &mut Expression) {
        if matches!(&expression.kind, Kind::Undeclared(name) if name == "errno") {
            let kind = PlaceKind::Object(self.object);
            let (ty, span) = (expression.ty.clone(), expression.span);
            let place = Place { kind, ty, constant: false, span };
            expression.kind = Kind::Load(Box::new(place));
        }
        in_expression_mut(self, expression);
    }

    fn place(&mut self, place: &mut Place) {
        if is_errno(place, self.program) {
            place.kind = PlaceKind::Object(self.object);
        }
        in_place_mut(self, place);
    }
}

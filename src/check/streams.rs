//! Streams of the library: what opens one, what closes it, and that whatever gets one needs it to be open.
//!
//! A stream (`FILE`) is an object. What opens one makes an object, as `malloc` makes a block, or gives null; closing it ends
//! that object. So a stream that is null or closed is a pointer that is null or dangling where a function of the library gets it.
//! What is read of a stream comes from outside, whichever it is.

use super::library;
use super::made::converted;
use super::models::{Expansion, Found};
use super::standard::is_standard;
use super::tree::{Expression, ExpressionKind as Kind, FunctionId, Place, PlaceKind};
use super::types::Type;

/// What functions do with streams.
const BODIES: &str = include_str!("streams.c");

impl Expansion<'_> {
    /// What is known of a function that the program does not define.
    pub(super) fn known(&self, id: FunctionId) -> Option<&'static library::Function> {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        let foreign = own || self.program.linkage.is_foreign(&function.name);
        library::function(&function.name).filter(|_| !foreign)
    }

    /// The body of a function of streams.
    pub(super) fn stream_body(&mut self, name: &str, arguments: &[Expression]) -> Option<Found> {
        let element = Type::Record(self.program.types.stream?);
        let models = self.models_of(&element, Some(BODIES.to_owned()));
        let function = self.function(models, name, arguments.len())?;
        Some(Found { element, models, function, arguments: arguments.to_vec(), within: None })
    }

    /// The argument of a call that is one of the standard streams, which is open.
    pub(super) fn standard_stream(
        &self,
        id: FunctionId,
        arguments: &[Expression],
    ) -> Option<(usize, Expression)> {
        let at = self.known(id)?.stream?;
        arguments.get(at).filter(|argument| is_standard(argument)).map(|argument| (at, argument.clone()))
    }

    /// A function uses the stream that it gets, or closes it.
    pub(super) fn use_stream(&mut self, id: FunctionId, arguments: &mut [Expression]) {
        let Some(entry) = self.known(id) else { return };
        let Some(argument) = entry.stream.and_then(|at| arguments.get_mut(at)) else { return };
        let is_one = |ty: &Type| matches!(ty, Type::Pointer(to, _) if self.program.types.is_stream(to));
        if is_standard(argument) || !(is_one(argument.unconverted_type()) || argument.constant == Some(0)) {
            return;
        }
        if argument.constant == Some(0) {
            let null =
                std::mem::replace(argument, Expression::new(Kind::Integer(0), Type::Void, argument.span));
            *argument = converted(null, &self.program.types.stream().pointer_to());
        }
        let name = if entry.closes { "closed" } else { "used" };
        if let Some(found) = self.stream_body(name, std::slice::from_ref(argument)) {
            self.replace(argument, id, found, true);
        }
    }

    /// The value of a standard stream is where the library keeps it.
    pub(super) fn settle_standard(&mut self, expression: &mut Expression) {
        let (Kind::Undeclared(name), Type::Pointer(to, _)) = (&expression.kind, &expression.ty) else {
            return;
        };
        if !is_standard(expression) || !self.program.types.is_stream(to) {
            return;
        }
        let ty = (**to).clone();
        let object = self.shared(&format!("*{name}"), &ty, expression.span);
        let place = Place { kind: PlaceKind::Object(object), ty, constant: false, span: expression.span };
        expression.kind = Kind::AddressOf(Box::new(place));
    }
}

//! Calls: of functions with bodies, through pointers, and of functions nobody defines.

use crate::program::error_kind::ErrorKind;
use crate::program::graph::{self, Action, Argument, Expr, ExprKind, Place, Receiver};
use crate::program::outline::{Held, UnitKind};
use crate::program::role::Role;
use crate::program::text::{ASSIGNMENT, title};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::reading::ERRNO;
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::formats;
use focuscheck_check::library::{self, Effect, Model};
use focuscheck_check::tree::{
    Callee, Expression, ExpressionKind as Kind, FunctionId, Place as Lvalue, PlaceKind,
};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary;

use super::build::Lowering;
use super::order::Noted;

/// What comes of a call.
pub(super) enum Outcome {
    /// No value.
    Nothing,
    /// A scalar.
    Scalar(Expr),
    /// A structure.
    Record(Place),
}

impl<'t> Lowering<'t> {
    /// A call; whether its value is used, and the type of that.
    pub(super) fn call(
        &mut self,
        callee: &'t Callee,
        arguments: &'t [Expression],
        used: bool,
        ty: &Type,
        span: Span,
    ) -> Outcome {
        match callee {
            Callee::Named(id) => self.named_call(*id, arguments, used, ty, span),
            Callee::Pointer(pointer) => self.call_through(pointer, arguments, ty, span),
        }
    }

    /// Whether a call ends in an error, whatever its arguments are.
    pub(super) fn is_error_call(&self, callee: &Callee) -> bool {
        let Callee::Named(id) = callee else { return false };
        let name = &*self.tree.functions[id.index()].name;
        let defined = self.graph.bodies[self.tree.resolved(*id).index()].is_some();
        vocabulary::is_error_call(name)
            || !defined
                && !self.tree.linkage.is_foreign(name)
                && matches!(vocabulary::model(name), Some(Model::Error))
    }

    fn named_call(
        &mut self,
        id: FunctionId,
        arguments: &'t [Expression],
        used: bool,
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let tree = self.tree;
        let entry = &tree.functions[id.index()];
        let name = &*entry.name;
        // What a verifier's error function does inside does not matter.
        if self.is_error_call(&Callee::Named(id)) {
            arguments.iter().for_each(|argument| self.effect(argument));
            let outer = self.enter(UnitKind::Error);
            self.error(ErrorKind::ErrorCall, (format!("{name}()"), name.to_owned()), span);
            self.leave(outer);
            return Outcome::Nothing;
        }
        let resolved = tree.resolved(id);
        if let Some(procedure) = self.graph.bodies[resolved.index()] {
            let outer = self.enter(UnitKind::Call);
            let arguments = self.arguments(arguments, Some(&tree.functions[resolved.index()].passing));
            let outcome = self.called(graph::Callee::Procedure(procedure), arguments, ty, span);
            self.leave(outer);
            return outcome;
        }
        if entry.contract.is_some() {
            self.graph.draws_unseen |= self.may_draw(resolved);
            let outer = self.enter(UnitKind::Call);
            let arguments = self.arguments(arguments, None);
            let outcome = self.called(graph::Callee::Declared(resolved), arguments, ty, span);
            self.leave(outer);
            return outcome;
        }
        let outcome = self.call_outside(id, arguments, used, ty, span);
        let name = &*self.tree.functions[id.index()].name;
        if !vocabulary::keeps_errno(name) || self.tree.linkage.is_foreign(name) {
            self.change_errno(span);
        }
        outcome
    }

    /// Calls a function that the program does not define.
    fn call_outside(
        &mut self,
        id: FunctionId,
        arguments: &'t [Expression],
        used: bool,
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let tree = self.tree;
        let name = &*tree.functions[id.index()].name;
        self.graph.draws_unseen |= self.may_draw(id);
        if !tree.linkage.is_foreign(name) {
            let gives = library::function(library::plain(name)).is_some_and(|function| function.gives_memory);
            if gives {
                let outer = self.enter(UnitKind::Assign);
                let node = self.emit(Action::Skip, span);
                self.graph.allocators.insert(node, name.to_owned());
                self.leave(outer);
            }
            if let Some(outcome) = self.memory_call(name, arguments, ty, span) {
                return outcome;
            }
            if let Some(outcome) = self.atomic_call(name, arguments, ty, span) {
                return outcome;
            }
            if let Some(outcome) = self.library_call(name, arguments, used, ty, span) {
                return outcome;
            }
            if let Some((effect, _)) = library::effect(library::plain(name)) {
                return self.catalogued_call(name, effect, arguments, ty, span);
            }
        }
        self.undefined_call(id, arguments, ty, span)
    }

    /// Whether a function that the program does not define may read the standard input in a way that is not followed.
    pub(super) fn may_draw(&self, id: FunctionId) -> bool {
        let name = &*self.tree.functions[id.index()].name;
        let known = vocabulary::is_standard(name) || vocabulary::nondet_kind(name).is_some();
        let draws = library::function(library::plain(name)).is_some_and(|function| function.draws);
        draws || !known && !name.starts_with('\\') || self.tree.linkage.is_foreign(name)
    }

    /// What the program does not define may leave another number in `errno`, which is not zero.
    pub(super) fn change_errno(&mut self, span: Span) {
        let Some(errno) = self.tree.errno else { return };
        let int = Type::Integer(IntegerType::INT);
        let value = self.input(ERRNO, (0, IntegerType::INT.max()), &int, span);
        let value = self.kept(value);
        let (changes, join) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Condition);
        let zero = Box::new(Expr { kind: ExprKind::Integer(0), ty: int.clone(), span });
        let kind = ExprKind::Compare(Relation::NotEqual, Box::new(value.clone()), zero);
        self.branch(Expr { kind, ty: int.clone(), span }, span, changes, join);
        self.place_label(changes);
        self.emit(Action::Store { place: Place::object(errno, int, span), value }, span);
        self.jump(join);
        self.place_label(join);
        self.leave(outer);
    }

    /// Arguments from left to right, as the function takes them if that is known.
    pub(super) fn arguments(
        &mut self,
        arguments: &'t [Expression],
        passing: Option<&[Type]>,
    ) -> Vec<Argument> {
        let sequence = self.sequence_of(arguments);
        let last = sequence.iter().rposition(|number| has_effects(&arguments[*number])).unwrap_or_default();
        let mut passed = Vec::with_capacity(arguments.len());
        let order = self.begin_order(arguments.len() > 1 && arguments.iter().any(has_effects));
        for (turn, &number) in sequence.iter().enumerate() {
            let argument = &arguments[number];
            self.next_operand(order, argument.span);
            let wanted = passing.map(|passing| passing.get(number));
            if let (Type::Void, _) | (_, Some(None)) = (&argument.ty, wanted) {
                // One more than are named may be looked for as a variable argument.
                self.given_away(argument, order);
                continue;
            }
            if matches!(argument.ty, Type::Record(_)) {
                let mut place = self.record(argument);
                self.gives(order, Vec::new(), Some(&place));
                if turn < last {
                    let kept = self.unnamed(&argument.ty, argument.span);
                    self.copy(&kept, place, argument.span);
                    place = kept;
                }
                passed.push((number, Argument::Record(place)));
                continue;
            }
            let value = self.value(argument);
            let value = match wanted {
                Some(Some(ty)) => Self::converted(value, ty),
                _ => value,
            };
            self.gives(order, vec![value.clone()], None);
            let value = if turn < last { self.held_as(value, Held::Steady) } else { value };
            passed.push((number, Argument::Value(value)));
        }
        if let Some(argument) = arguments.last() {
            self.next_operand(order, argument.span);
        }
        passed.sort_by_key(|(number, _)| *number);
        passed.into_iter().map(|(_, argument)| argument).collect()
    }

    /// In which order arguments are evaluated, by their positions.
    fn sequence_of(&mut self, arguments: &'t [Expression]) -> Vec<usize> {
        let all: Vec<&'t Expression> = arguments.iter().collect();
        let sequence = self.ending.sequence(self.tree, &all);
        let turned: Vec<&'t Expression> = sequence.iter().map(|number| all[*number]).collect();
        self.order_of_failing(&turned);
        sequence
    }

    pub(super) fn called(
        &mut self,
        callee: graph::Callee,
        arguments: Vec<Argument>,
        ty: &Type,
        span: Span,
    ) -> Outcome {
        match ty {
            Type::Void => {
                self.emit(Action::Call { callee, arguments, result: None }, span);
                Outcome::Nothing
            }
            Type::Record(_) => {
                let place = self.unnamed(ty, span);
                let result = match place.base {
                    graph::Base::Object(object) => Some(Receiver::Object(object)),
                    graph::Base::Pointer(_)
                    | graph::Base::Outside(_)
                    | graph::Base::Within(..)
                    | graph::Base::Unmodelled(_) => None,
                };
                self.emit(Action::Call { callee, arguments, result }, span);
                Outcome::Record(place)
            }
            Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => {
                let target = self.temporary();
                let result = Some(Receiver::Temporary(target));
                self.emit(Action::Call { callee, arguments, result }, span);
                Outcome::Scalar(Self::held(target, ty, span))
            }
        }
    }

    /// The values of arguments of which nobody knows what becomes of them: of structures their addresses.
    pub(super) fn reached(&mut self, arguments: &'t [Expression]) -> Vec<Expr> {
        self.reached_but(arguments, None, false)
    }

    /// The same; numbers may be used, so that they have values.
    pub(super) fn reached_or_used(&mut self, arguments: &'t [Expression]) -> Vec<Expr> {
        self.reached_but(arguments, None, true)
    }

    /// The same, but of one of which that is known.
    fn reached_but(&mut self, arguments: &'t [Expression], known: Option<usize>, used: bool) -> Vec<Expr> {
        let mut reached = Vec::with_capacity(arguments.len());
        let order = self.begin_order(arguments.len() > 1 && arguments.iter().any(has_effects));
        for number in self.sequence_of(arguments) {
            let argument = &arguments[number];
            self.next_operand(order, argument.span);
            let pointer = self.reached_by(argument, order, used);
            reached.extend(pointer.filter(|_| known != Some(number)));
        }
        if let Some(argument) = arguments.last() {
            self.next_operand(order, argument.span);
        }
        reached
    }

    /// The pointer in the value of an expression, of a structure its address; without one what it reads is discarded, since
    /// nothing can be reached by it.
    fn reached_by(&mut self, expression: &'t Expression, order: Noted, used: bool) -> Option<Expr> {
        match expression.ty {
            Type::Void => {
                self.effect(expression);
                self.gives(order, Vec::new(), None);
                None
            }
            Type::Record(_) => {
                let place = self.record(expression);
                self.gives(order, Vec::new(), Some(&place));
                Some(Self::address(place))
            }
            Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => {
                let outer = self.enter(UnitKind::Assign);
                let value = self.value(expression);
                self.gives(order, vec![value.clone()], None);
                let pointer = match value.ty {
                    Type::Pointer(..) => Some(self.held_as(value, Held::Steady)),
                    Type::Integer(_) if used => {
                        self.computed(value, expression);
                        None
                    }
                    _ => {
                        self.discarded(value, expression);
                        None
                    }
                };
                self.leave(outer);
                pointer
            }
        }
    }

    /// Evaluates an expression whose value goes where nobody follows it: what it points to can be reached from there.
    pub(super) fn given_away(&mut self, expression: &'t Expression, order: Noted) {
        // A function that is named as a value counts as one that anybody may call.
        let pointer =
            self.reached_by(expression, order, false).filter(|value| !value.ty.is_function_pointer());
        if let Some(value) = pointer {
            self.drop_value(value);
        }
    }

    /// Code that nobody knows runs.
    pub(super) fn unknown(
        &mut self,
        reason: impl Into<Unmodelled>,
        reached: Vec<Expr>,
        effect: Effect,
        calls_back: bool,
        span: Span,
    ) {
        let reason = reason.into();
        self.emit(Action::Unknown { reason, reached, effect, calls_back }, span);
        if calls_back {
            self.mark(Role::UnknownCode, span);
        }
    }

    /// The value of a call that nobody knows.
    pub(super) fn unknown_result(&mut self, reason: impl Into<Unmodelled>, ty: &Type, span: Span) -> Outcome {
        match ty {
            Type::Void => Outcome::Nothing,
            Type::Record(_) => {
                let place = self.unnamed(ty, span);
                let size = self.size(ty).unwrap_or(0);
                self.emit(Action::Forget { place: place.clone(), size, reason: reason.into() }, span);
                Outcome::Record(place)
            }
            Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => Outcome::Scalar(Self::unmodelled(reason, ty, span)),
        }
    }

    /// The array that a call fills with no more bytes than an argument says, if that is an array of the program's in which they
    /// lie for certain.
    fn array_filled(
        &self,
        arguments: &'t [Expression],
        [array, bytes]: [usize; 2],
    ) -> Option<(usize, &'t Lvalue)> {
        // Nothing changes what says which array it is.
        if arguments.iter().any(has_effects) {
            return None;
        }
        let most = arguments.get(bytes)?.constant?;
        let place = self.array_of(arguments.get(array)?, u64::try_from(most).ok()?)?;
        Some((array, place))
    }

    /// The array that an argument is, if it has so many bytes.
    pub(super) fn array_of(&self, argument: &'t Expression, bytes: u64) -> Option<&'t Lvalue> {
        let Kind::Decay(place) = argument.unconverted() else { return None };
        let size = self.size(&place.ty).filter(|_| !place.constant)?;
        (bytes <= size && !matches!(place.kind, PlaceKind::Text(_))).then_some(&**place)
    }

    /// Nothing is known any more of an array.
    pub(super) fn forget_array(&mut self, place: Place, reason: &str, span: Span) {
        let size = self.size(&place.ty).unwrap_or(0);
        self.emit(Action::Forget { place, size, reason: reason.into() }, span);
    }

    /// A call of a library function that is known for what it does to memory, and whose value is not computed.
    pub(super) fn catalogued_call(
        &mut self,
        name: &str,
        effect: Effect,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let reason = format!("call of '{name}'");
        let function = library::function(library::plain(name));
        let fills = function.and_then(|function| function.fills);
        if let Some((position, array)) = fills.and_then(|fills| self.array_filled(arguments, fills)) {
            // The address of the array goes nowhere else.
            let others = arguments.iter().enumerate().filter(|(number, _)| *number != position);
            others.for_each(|(_, argument)| self.effect(argument));
            let array = self.place(array);
            self.forget_array(array, &reason, span);
            return self.unknown_result(reason, ty, span);
        }
        // What is read and written of a stream is its member, and the call has asked for that.
        let stream = function.and_then(|function| function.stream);
        let reached = self.reached_but(arguments, stream, false);
        let texts = function.map_or(0, |function| function.texts);
        let is_read = |(number, argument): (usize, &Expression)| {
            let is_number = matches!(argument.ty, Type::Integer(_) | Type::Float(_));
            is_number || number < texts && self.is_read_text(name, argument)
        };
        match effect {
            // All that it reads has been read, text by text.
            Effect::Reads if arguments.iter().enumerate().all(is_read) => {}
            Effect::Reads | Effect::Into => {
                let keeps = effect == Effect::Into;
                let reason = reason.as_str().into();
                self.emit(Action::Inspect { reason, reached, texts, keeps }, span);
            }
            Effect::Writes | Effect::Calls => self.unknown(reason.as_str(), reached, effect, false, span),
            Effect::Later | Effect::Leaves | Effect::Ends => self.cut(&reason, span),
        }
        self.unknown_result(reason, ty, span)
    }

    /// Whether an argument of a library function is a text that is a literal, or that is read where the argument is evaluated.
    fn is_read_text(&self, name: &str, argument: &Expression) -> bool {
        match argument.unconverted() {
            Kind::Statement(_, _, Some(id)) => self.tree.functions[id.index()].name == name,
            _ => formats::text(argument).is_some(),
        }
    }

    /// The text of the value of such a call: with what is evaluated for it.
    fn undefined_text(&self, name: &str, arguments: &[Expression], reason: &Unmodelled) -> String {
        let evaluated = arguments.iter().filter(|a| a.constant.is_none() && matches!(a.ty, Type::Integer(_)));
        let texts = evaluated.map(|argument| title(self.tree, argument)).map(|title| {
            match title.level >= ASSIGNMENT {
                true => title.text,
                false => format!("({})", title.text),
            }
        });
        let texts: Vec<String> = texts.chain([reason.to_string()]).collect();
        format!("{name}({})", texts.join(", "))
    }

    /// A call of a function without a body: its result comes from outside, and it may change what it reaches.
    fn undefined_call(
        &mut self,
        id: FunctionId,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let entry = &self.tree.functions[id.index()];
        let reason = Unmodelled::Body { function: entry.name.clone() };
        let reached = self.reached(arguments);
        self.unknown(reason.clone(), reached, Effect::Calls, true, span);
        if entry.stops {
            let outer = self.enter(UnitKind::Stop);
            self.emit(Action::Stop(None), span);
            self.leave(outer);
            return Outcome::Nothing;
        }
        match ty {
            Type::Integer(integer) => {
                let range = ((*integer).min(), (*integer).max());
                let text = self.undefined_text(&entry.name, arguments, &reason);
                let value = self.input(&entry.name, range, ty, span);
                self.entitled(&value, text, span);
                Outcome::Scalar(value)
            }
            Type::Void
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Array(..)
            | Type::VariableArray(_)
            | Type::Record(_)
            | Type::Function(_)
            | Type::Opaque(_) => self.unknown_result(reason, ty, span),
        }
    }
}

//! Calls through pointers: each asks which function is meant, and calls that.

use crate::program::graph::{self, Action, Argument, Expr, ExprKind, Place};
use crate::program::outline::{Held, UnitKind};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::tree::{Expression, FunctionId};
use focuscheck_check::types::{Signature, Type, promote};

use super::build::Lowering;
use super::call::Outcome;

/// A call is no choice between more functions than this.
const MAX_CANDIDATES: usize = 16;

/// The type of what is called.
fn signature_of(pointer: &Type) -> Option<&Signature> {
    match pointer {
        Type::Pointer(to, _) => match &**to {
            Type::Function(signature) => Some(signature),
            _ => None,
        },
        _ => None,
    }
}

/// The value that is read for an argument.
fn read_by(argument: &Argument) -> Expr {
    match argument {
        Argument::Value(value) => value.clone(),
        Argument::Record(place) => {
            let (ty, span) = (place.ty.clone(), place.span);
            Expr { kind: ExprKind::Read(Box::new(place.clone())), ty, span }
        }
    }
}

/// Where the result of a call goes, whichever function is called.
enum Joined {
    Nothing,
    Scalar(Expr),
    Record(Place),
}

impl<'t> Lowering<'t> {
    /// A call through a pointer.
    pub(super) fn call_through(
        &mut self,
        callee: &'t Expression,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let outer = self.enter(UnitKind::Call);
        let order = self
            .begin_order(!arguments.is_empty() && (has_effects(callee) || arguments.iter().any(has_effects)));
        self.next_operand(order, callee.span);
        let pointer = self.value(callee);
        self.gives(order, vec![pointer.clone()], None);
        let pointer = self.held_as(pointer, Held::Steady);
        self.next_operand(order, span);
        let parameters = signature_of(&callee.ty).and_then(|signature| signature.parameters.as_deref());
        let arguments = self.arguments(arguments, parameters);
        self.gives(order, arguments.iter().map(read_by).collect(), None);
        self.next_operand(order, span);
        let candidates = self.candidates(&pointer.ty, &arguments);
        let outcome = match candidates.len() {
            1..=MAX_CANDIDATES => self.choose_callee(&pointer, &candidates, arguments, ty, span),
            _ => self.called(graph::Callee::Pointer(pointer), arguments, ty, span),
        };
        self.leave(outer);
        outcome
    }

    /// The functions that a pointer may be meant to call with some arguments, in the order in which they are declared.
    fn candidates(&self, pointer: &Type, arguments: &[Argument]) -> Vec<FunctionId> {
        let Some(wanted) = signature_of(pointer) else { return Vec::new() };
        let fits = |id: &&FunctionId| {
            let function = &self.tree.functions[id.index()];
            self.types.compatible_signatures(&function.signature, wanted)
                && (wanted.parameters.is_some() && function.signature.parameters.is_some()
                    || self.takes(&function.passing, arguments))
        };
        self.named.iter().filter(fits).copied().collect()
    }

    /// Whether parameters of these types take some arguments of which no declaration says the types.
    fn takes(&self, passing: &[Type], arguments: &[Argument]) -> bool {
        let given = arguments.iter().map(|argument| match argument {
            Argument::Value(value) => &value.ty,
            Argument::Record(place) => &place.ty,
        });
        let promoted = |ty: &Type| match ty {
            Type::Integer(ty) => Type::Integer(promote(*ty)),
            ty => ty.clone(),
        };
        passing.len() == arguments.len()
            && passing.iter().zip(given).all(|(ty, given)| self.types.compatible(ty, &promoted(given)))
    }

    /// Calls the one of several functions that a pointer leads to.
    fn choose_callee(
        &mut self,
        pointer: &Expr,
        candidates: &[FunctionId],
        arguments: Vec<Argument>,
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let tree = self.tree;
        let joined = match ty {
            Type::Void => Joined::Nothing,
            Type::Record(_) => Joined::Record(self.unnamed(ty, span)),
            _ => Joined::Scalar(Self::held(self.temporary(), ty, span)),
        };
        let join = self.new_label(span);
        let mut others = false;
        for &id in candidates {
            let Some(procedure) = self.graph.bodies[id.index()] else {
                others = true;
                continue;
            };
            let next = self.is_meant(pointer, id);
            let passing = &tree.functions[id.index()].passing;
            let mut passed = Vec::with_capacity(arguments.len());
            for (position, argument) in arguments.iter().enumerate() {
                passed.push(match (argument, passing.get(position)) {
                    (Argument::Value(value), Some(ty)) => Argument::Value(Self::converted(value.clone(), ty)),
                    (argument, _) => argument.clone(),
                });
            }
            let outer = self.enter(UnitKind::Call);
            let outcome = self.called(graph::Callee::Procedure(procedure), passed, ty, span);
            self.leave(outer);
            self.join_outcome(outcome, &joined, span);
            self.jump(join);
            self.place_label(next);
        }
        let outer = self.enter(UnitKind::Call);
        if others {
            let outcome = self.called(graph::Callee::Pointer(pointer.clone()), arguments, ty, span);
            self.join_outcome(outcome, &joined, span);
        } else {
            let callee = graph::Callee::Missing(pointer.clone());
            self.emit(Action::Call { callee, arguments: Vec::new(), result: None }, span);
            self.cut("call through a pointer", span);
        }
        self.leave(outer);
        self.jump(join);
        self.place_label(join);
        match joined {
            Joined::Nothing => Outcome::Nothing,
            Joined::Scalar(value) => Outcome::Scalar(value),
            Joined::Record(place) => Outcome::Record(place),
        }
    }

    /// Asks whether a pointer leads to a function, and goes on there; gives where it goes on otherwise.
    fn is_meant(&mut self, pointer: &Expr, id: FunctionId) -> graph::NodeId {
        let span = pointer.span;
        let function = Expr { kind: ExprKind::Function(id), ty: pointer.ty.clone(), span };
        let kind = ExprKind::Compare(Relation::Equal, Box::new(pointer.clone()), Box::new(function));
        let condition = Expr { kind, ty: Type::Integer(IntegerType::INT), span };
        let (holds, fails) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Condition);
        self.mark_exits(holds, fails);
        self.branch(condition, span, holds, fails);
        self.leave(outer);
        self.place_label(holds);
        fails
    }

    /// What a call gives goes where the result of all goes.
    fn join_outcome(&mut self, outcome: Outcome, joined: &Joined, span: Span) {
        match (outcome, joined) {
            (Outcome::Scalar(value), Joined::Scalar(whole)) => {
                if let ExprKind::Temporary(target) = whole.kind {
                    self.emit(Action::Assign { target, value: Self::converted(value, &whole.ty) }, span);
                }
            }
            (Outcome::Record(place), Joined::Record(whole)) => self.copy(whole, place, span),
            (Outcome::Nothing | Outcome::Scalar(_) | Outcome::Record(_), _) => {}
        }
    }
}

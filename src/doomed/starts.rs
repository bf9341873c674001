//! Parameters that are only subscripted: they are taken to point to the start of an array.

use crate::check::tree::{Definition, FunctionId, ObjectId};
use crate::check::types::Type;
use crate::limit::spend;
use crate::program::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Place, Step};

use super::copies::Program;

/// The pointer parameters of which a function only reads and writes elements, never one before the start on purpose.
pub fn starts(program: Program<'_>, function: FunctionId, definition: &Definition) -> Vec<ObjectId> {
    let graph = program.graph;
    let Some(procedure) = graph.bodies.get(function.index()).copied().flatten() else { return Vec::new() };
    let parameters = definition.parameters.iter().copied();
    let pointers = parameters.filter(|object| {
        matches!(graph.objects[object.index()].ty, Type::Pointer(..)) && !program.memory.contains(object)
    });
    pointers
        .filter(|&object| {
            let mut uses = Uses { object, subscripts: 0, others: 0 };
            for node in graph.nodes_of(procedure) {
                spend(1);
                uses.action(&graph.nodes[node.index()].action);
            }
            uses.subscripts > 0 && uses.others == 0
        })
        .collect()
}

/// How a pointer is used.
struct Uses {
    object: ObjectId,
    subscripts: usize,
    others: usize,
}

impl Uses {
    fn action(&mut self, action: &Action) {
        match action {
            Action::Assign { value, .. } | Action::Branch(value) | Action::Return(Argument::Value(value)) => {
                self.expression(value);
            }
            Action::Load { place, .. }
            | Action::Clear { place, .. }
            | Action::Forget { place, .. }
            | Action::Return(Argument::Record(place)) => self.place(place),
            Action::Store { place, value } => {
                self.expression(value);
                self.place(place);
                self.others += usize::from(self.is_base(place));
            }
            Action::Copy { to, from, .. } => {
                self.place(to);
                self.place(from);
            }
            Action::Call { callee, arguments, .. } => {
                match callee {
                    Callee::Pointer(pointer) => self.expression(pointer),
                    Callee::Procedure(_) | Callee::Declared(_) => {}
                }
                for argument in arguments {
                    match argument {
                        Argument::Value(value) => self.expression(value),
                        Argument::Record(place) => self.place(place),
                    }
                }
            }
            Action::Library { arguments: values, .. } | Action::Unknown { reached: values, .. } => {
                values.iter().for_each(|value| self.expression(value));
            }
            Action::Stop(status) => status.iter().for_each(|status| self.expression(status)),
            Action::Skip
            | Action::Mark(_)
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    fn is_base(&self, place: &Place) -> bool {
        matches!(place.base, Base::Object(object) if object == self.object)
    }

    /// Whether an expression is the pointer itself.
    fn is_own(&self, expression: &Expr) -> bool {
        match &expression.kind {
            ExprKind::Read(place) => self.is_base(place),
            ExprKind::Convert(operand) => self.is_own(operand),
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Address(..)
            | ExprKind::Function(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => false,
        }
    }

    fn place(&mut self, place: &Place) {
        if let Base::Pointer(pointer) = &place.base {
            match &pointer.kind {
                ExprKind::Moved { pointer: start, by, back: false, .. } if self.is_own(start) => {
                    // A constant one before the start is meant.
                    let before = matches!(&by.kind, ExprKind::Integer(number) if *number < 0)
                        || matches!(&by.kind, ExprKind::Convert(inner) if matches!(inner.kind, ExprKind::Integer(n) if n < 0))
                        || matches!(by.kind, ExprKind::Unary(..));
                    self.subscripts += usize::from(!before);
                    self.others += usize::from(before);
                    self.expression(by);
                }
                _ => self.expression(pointer),
            }
        }
        for step in &place.steps {
            match step {
                Step::Element { index, .. } => self.expression(index),
                Step::Member { .. } => {}
            }
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_) => {}
            ExprKind::Read(place) => {
                self.others += usize::from(self.is_base(place));
                self.place(place);
            }
            ExprKind::Address(place, _) => {
                self.others += usize::from(self.is_base(place));
                // The address of an element may be one before the start for a while.
                let moved = matches!(&place.base, Base::Pointer(pointer)
                    if matches!(&pointer.kind, ExprKind::Moved { pointer: start, .. } if self.is_own(start)));
                self.others += usize::from(moved);
                self.place(place);
            }
            ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => self.expression(operand),
            ExprKind::Binary(_, _, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Distance(left, right, _)
            | ExprKind::Moved { pointer: left, by: right, .. } => {
                self.expression(left);
                self.expression(right);
            }
        }
    }
}

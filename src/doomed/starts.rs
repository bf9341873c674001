//! Parameters that are only subscripted: they are taken to point to the start of an array.

use focuscheck_base::limit::spend;
use focuscheck_check::tree::{Definition, FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Place};
use focuscheck_ir::program::visit::{self, Part};

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
        if let Action::Store { place, .. } = action {
            self.others += usize::from(self.is_base(place));
        }
        visit::parts(action, &mut |part| self.part(part));
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

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Place(place) => self.place(place),
            Part::Value(value) => self.value(value),
        }
    }

    fn place(&mut self, place: &Place) {
        let mut pointer = None;
        if let Base::Pointer(base) = &place.base
            && let ExprKind::Moved { pointer: start, by, back: false, .. } = &base.kind
            && self.is_own(start)
        {
            // A constant one before the start is meant.
            let before = matches!(&by.kind, ExprKind::Integer(number) if *number < 0)
                || matches!(&by.kind, ExprKind::Convert(inner) if matches!(inner.kind, ExprKind::Integer(n) if n < 0))
                || matches!(by.kind, ExprKind::Unary(..));
            self.subscripts += usize::from(!before);
            self.others += usize::from(before);
            self.value(by);
            pointer = Some(&**base);
        }
        visit::inside(Part::Place(place), &mut |part| match part {
            Part::Value(value) if pointer.is_some_and(|pointer| std::ptr::eq(pointer, value)) => {}
            part => self.part(part),
        });
    }

    fn value(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Read(place) => self.others += usize::from(self.is_base(place)),
            ExprKind::Address(place, _) => {
                self.others += usize::from(self.is_base(place));
                // The address of an element may be one before the start for a while.
                let moved = matches!(&place.base, Base::Pointer(pointer)
                    if matches!(&pointer.kind, ExprKind::Moved { pointer: start, .. } if self.is_own(start)));
                self.others += usize::from(moved);
            }
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_)
            | ExprKind::Unary(..)
            | ExprKind::Convert(_)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..)
            | ExprKind::Moved { .. } => {}
        }
        visit::inside(Part::Value(value), &mut |part| self.part(part));
    }
}

//! Of what a program takes addresses, and whether it calls a function.

use crate::check::tree::{FunctionId, ObjectId, Program};

use super::graph::{Action, Argument, Base, Callee, Expr, ExprKind, Graph, Place, Step};

/// What the address is taken of.
pub enum Addressed {
    /// Of an object.
    Object(ObjectId),
    /// Of a function.
    Function(FunctionId),
}

type Tell<'t> = &'t mut dyn FnMut(Addressed);

/// Whether a function begins where the program does, and only there: it is `main`, and nothing calls it.
pub fn starts(tree: &Program, graph: &Graph, function: FunctionId) -> bool {
    tree.functions[function.index()].name == "main" && !is_called(graph, function)
}

/// Whether the program calls a function, or may do so as its address is taken; what starts the program does not count.
fn is_called(graph: &Graph, function: FunctionId) -> bool {
    let start = graph.start.map(|start| &graph.procedures[start.index()]);
    let body = graph.bodies.get(function.index()).copied().flatten();
    let mut called = false;
    for (number, node) in graph.nodes.iter().enumerate() {
        let own = start.is_some_and(|start| (start.first.0..=start.exit.0).contains(&(number as u32)));
        if let Action::Call { callee, .. } = &node.action {
            called |= match callee {
                Callee::Procedure(procedure) => Some(*procedure) == body && !own,
                Callee::Declared(declared) => *declared == function,
                Callee::Pointer(_) => false,
            };
        }
        let mut taken = |addressed| {
            called |= matches!(addressed, Addressed::Function(other) if other == function);
        };
        addresses(&node.action, &mut taken);
    }
    called
}

/// Tells of what an action takes the address.
pub fn addresses(action: &Action, taken: &mut dyn FnMut(Addressed)) {
    match action {
        Action::Assign { value, .. } => expression(value, taken),
        Action::Load { place, .. } | Action::Clear { place, .. } | Action::Forget { place, .. } => {
            parts(place, taken);
        }
        Action::Store { place, value } => {
            parts(place, taken);
            expression(value, taken);
        }
        Action::Copy { to, from, .. } => {
            parts(to, taken);
            parts(from, taken);
        }
        Action::Branch(condition) => expression(condition, taken),
        Action::Call { callee, arguments, .. } => {
            match callee {
                Callee::Pointer(pointer) => expression(pointer, taken),
                Callee::Procedure(_) | Callee::Declared(_) => {}
            }
            for argument in arguments {
                passed(argument, taken);
            }
        }
        Action::Library { arguments, .. } => {
            arguments.iter().for_each(|argument| expression(argument, taken));
        }
        Action::Return(value) => passed(value, taken),
        Action::Stop(status) => status.iter().for_each(|status| expression(status, taken)),
        Action::Unknown { reached, .. } => reached.iter().for_each(|value| expression(value, taken)),
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

fn passed(argument: &Argument, taken: Tell<'_>) {
    match argument {
        Argument::Value(value) => expression(value, taken),
        Argument::Record(place) => parts(place, taken),
    }
}

fn expression(expression: &Expr, taken: Tell<'_>) {
    match &expression.kind {
        ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Unmodelled(_) => {}
        ExprKind::Function(function) => taken(Addressed::Function(*function)),
        ExprKind::Read(place) => parts(place, taken),
        ExprKind::Address(place, _) => {
            if let Base::Object(object) = place.base {
                taken(Addressed::Object(object));
            }
            parts(place, taken);
        }
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => self::expression(operand, taken),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            self::expression(left, taken);
            self::expression(right, taken);
        }
    }
}

fn parts(place: &Place, taken: Tell<'_>) {
    match &place.base {
        Base::Pointer(pointer) => expression(pointer, taken),
        Base::Object(_) | Base::Outside(_) | Base::Unmodelled(_) => {}
    }
    for step in &place.steps {
        match step {
            Step::Element { index, .. } => expression(index, taken),
            Step::Member { .. } => {}
        }
    }
}

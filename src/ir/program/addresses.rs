//! Of what a program takes addresses, and whether it calls a function.

use std::collections::BTreeSet;

use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, ObjectId, Program};

use super::graph::{Action, Base, Callee, Expr, ExprKind, Graph, Step};
use super::visit::{Part, all};

/// What the address is taken of.
pub enum Addressed {
    /// Of an object.
    Object(ObjectId),
    /// Of a function.
    Function(FunctionId),
}

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
                Callee::Pointer(_) | Callee::Missing(_) => false,
            };
        }
        let mut taken = |addressed| {
            called |= matches!(addressed, Addressed::Function(other) if other == function);
        };
        addresses(&node.action, &mut taken);
    }
    called
}

/// The functions whose names a program uses as values.
pub fn named_functions(graph: &Graph) -> BTreeSet<FunctionId> {
    let mut found = BTreeSet::new();
    for node in &graph.nodes {
        addresses(&node.action, &mut |addressed| match addressed {
            Addressed::Function(function) => _ = found.insert(function),
            Addressed::Object(_) => {}
        });
    }
    found
}

/// Where a program takes the address of an element of an array, which may be one that the array does not have.
pub fn addressed_elements(graph: &Graph) -> BTreeSet<Span> {
    let mut found = BTreeSet::new();
    for node in &graph.nodes {
        all(&node.action, &mut |part| {
            if let Part::Value(Expr { kind: ExprKind::Address(place, _), .. }) = part
                && place.steps.iter().any(|step| matches!(step, Step::Element { .. }))
            {
                found.insert(place.span);
            }
        });
    }
    found
}

/// Tells of what an action takes the address.
pub fn addresses(action: &Action, taken: &mut dyn FnMut(Addressed)) {
    all(action, &mut |part| match part {
        Part::Place(_) => {}
        Part::Value(value) => match &value.kind {
            ExprKind::Function(function) => taken(Addressed::Function(*function)),
            ExprKind::Address(place, _) => {
                if let Base::Object(object) = place.base {
                    taken(Addressed::Object(object));
                }
            }
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Unmodelled(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Convert(_)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..)
            | ExprKind::Moved { .. } => {}
        },
    });
}

//! Typed program to graph.
//!
//! Every function is lowered in one walk over its body. What comes before `main` is a procedure of its own: it initialises
//! static objects, reads what comes from outside at the start, and calls `main`.

mod arguments;
mod atomic;
mod build;
mod call;
mod cases;
mod condition;
mod ending;
mod expression;
mod floating;
mod given;
mod initializer;
mod library;
mod objects;
mod order;
mod outline;
mod place;
mod record;
mod start;
mod statement;
mod through;
mod truth;

use focuscheck_check::tree;

use super::graph::{Graph, ProcedureId};
use super::start::Start;
use build::Lowering;

/// Lowers a program; the same program gives the same graph.
pub fn lower(tree: &tree::Program, start: Start<'_>) -> Graph {
    let mut lowering = Lowering::new(tree, start);
    let mut bodies = Vec::new();
    for (number, function) in tree.functions.iter().enumerate() {
        let body = function.definition.as_ref().map(|_| {
            bodies.push(tree::FunctionId(number as u32));
            ProcedureId(bodies.len() as u32 - 1)
        });
        lowering.graph.bodies.push(body);
    }
    lowering.watch_conditions();
    for id in bodies {
        lowering.function_body(id);
    }
    lowering.start_procedure();
    lowering.graph
}

//! What a verdict rests on besides the text of the program.

use crate::doubt::Premise;
use crate::facts::cfg::{Assumed, Graph};
use crate::layout::program::Program;

/// What a verdict rests on because the program does not say what is called.
pub(super) fn assumptions(program: &Program, graph: &Graph) -> Vec<Assumed> {
    let mut assumed = Vec::new();
    for &function in &program.models {
        let procedure = &graph.procedures[function.index()];
        let premise = Premise::Model { function: procedure.name.clone() };
        assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
    }
    for (name, span) in &program.assumed_pure {
        let premise = Premise::Contained { function: name.clone() };
        assumed.push(Assumed { node: None, premise, span: *span });
    }
    assumed
}

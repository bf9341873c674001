//! What a verdict rests on besides the text of the program.

use crate::facts::cfg::{Assumed, Graph};
use crate::layout::program::Program;

/// What a verdict rests on because the program does not say what is called.
pub(super) fn assumptions(program: &Program, graph: &Graph) -> Vec<Assumed> {
    let mut assumed = Vec::new();
    for &function in &program.models {
        let procedure = &graph.procedures[function.index()];
        let text = format!("{}() does what its model says", procedure.name);
        assumed.push(Assumed { node: Some(procedure.entry), text, span: procedure.span });
    }
    for (name, span) in &program.assumed_pure {
        let text = format!("{name}() changes only variables whose address is taken");
        assumed.push(Assumed { node: None, text, span: *span });
    }
    assumed
}

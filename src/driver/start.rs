//! Where a program begins.

use focuscheck_base::doubt::Doubt;
use focuscheck_base::options::Options;
use focuscheck_cells::facts::cfg::Graph;

/// That there is no function to start at, and which others there are.
pub(super) fn missing(graph: &Graph, options: &Options) -> Doubt {
    let mut functions: Vec<String> = Vec::new();
    for procedure in &graph.procedures {
        if !functions.contains(&procedure.name) {
            functions.push(procedure.name.clone());
        }
    }
    Doubt::NoStart { entry: options.started().map(str::to_owned), functions }
}

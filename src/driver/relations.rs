//! The relations of a program as a folder: what the rules read, the graph that the functors know, and what is derived.

use std::path::Path;

use focuscheck_rules::schema::{BackwardFacts, Dependences, ForwardFacts};
use focuscheck_rules::update::Update;

use focuscheck_base::limit;
use focuscheck_cells::facts::cfg::Graph;
use focuscheck_cells::facts::dump;
use focuscheck_cells::relations::dump::{self as relations, FactsError};
use focuscheck_engine::summary::derived::derive;
use focuscheck_engine::summary::statics::Statics;

/// Writes the relations that the rules read into the folder, the graph as `graph.json`, and what the rules derive (with
/// nothing tracked) into `derived/`, if that is wanted. Gives the number of tuples.
pub(super) fn write(graph: &Graph, dir: &Path, derived: bool) -> Result<usize, FactsError> {
    let statics = Statics::derive(graph);
    let mut tuples = relations::write_program(dir, &statics.program)?;
    dump::write(graph, &dir.join("graph.json"))?;
    if !derived {
        return Ok(tuples);
    }
    let folder = dir.join("derived");
    tuples += relations::write(&folder.join("static"), Dependences::RELATIONS, statics.known.print())?;
    tuples += relations::write(&folder.join("update"), Update::RELATIONS, statics.update.print())?;
    let derived = derive(graph, &statics, limit::current());
    tuples += relations::write(&folder.join("forward"), ForwardFacts::RELATIONS, derived.forward.print())?;
    for (number, backward) in derived.backward.iter().enumerate() {
        let folder = folder.join(format!("error-{number}"));
        tuples += relations::write(&folder, BackwardFacts::RELATIONS, backward.print())?;
    }
    Ok(tuples)
}

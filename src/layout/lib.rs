//! The layout in cells: a graph with its pointers becomes one over scalars, node by node.
//!
//! The graph of [`focuscheck_ir::program`] is the only reading of the language; a procedure of the result is a copy of one of that
//! graph, and so is each node of it: [`Laid::origins`] and [`Laid::sources`] say of which. What cannot be laid out is an
//! [`Unlaid`], and there is no graph then: nothing is left out.

mod action;
mod around;
mod assumed;
mod build;
mod call;
mod check;
mod computed;
mod condition;
mod conversion;
mod copy;
mod escape;
mod findings;
mod finish;
mod function;
mod gap;
mod hazard;
mod indirect;
mod initial;
mod interval;
mod leads;
mod library;
#[cfg(test)]
mod objects_tests;
mod order;
mod outline;
mod outputs;
mod place;
mod pointer;
mod record;
mod region;
mod roles;
#[cfg(test)]
mod roles_tests;
#[doc(hidden)]
pub mod sample;
mod shapes;
mod statics;
mod structure;
#[cfg(test)]
mod tests;
mod text;
mod touch;
mod uninitialised;
mod unknown;
mod unset;
mod usage;
mod uses;
mod value;
mod variables;
mod version;

use std::collections::BTreeSet;

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::graph::{NodeId, ProcedureId};

use build::Stage;
use findings::{Doubtful, Findings};
pub use gap::Unlaid;

/// A graph over cells.
#[derive(Debug)]
pub struct Laid {
    /// The graph.
    pub graph: cfg::Graph,
    /// For each of its procedures the one that it is a copy of.
    pub origins: Vec<ProcedureId>,
    /// For each of its nodes, and then each that nothing leads to, the one that it is a copy of, or a part of its copy.
    pub sources: Vec<NodeId>,
    /// Whether all that a verdict may rest on is an error or an obligation of the graph: [`lay_out_everywhere`] gives the
    /// same graph then.
    pub is_whole: bool,
}

/// Lays a program out in cells, with these kinds of undefined behaviour as errors.
pub fn lay_out(original: &Original, checks: &BTreeSet<CheckKind>) -> Result<Laid, Unlaid> {
    laid_out(original, checks, false)
}

/// The same, with the checks in the error conditions of the user as well: what a verdict rests on.
pub fn lay_out_everywhere(original: &Original, checks: &BTreeSet<CheckKind>) -> Result<Laid, Unlaid> {
    laid_out(original, checks, true)
}

fn laid_out(original: &Original, checks: &BTreeSet<CheckKind>, everywhere: bool) -> Result<Laid, Unlaid> {
    let mut doubtful = Doubtful::default();
    if checks.contains(&CheckKind::Uninit) {
        // A check that always fails would hide what is read behind it, in the same expression too.
        let none = BTreeSet::new();
        let stage = settled(original, &none, everywhere, &doubtful)?;
        let followed = stage.followed();
        doubtful = unset::doubtful(&stage.finish().graph, |scalar| followed.of(scalar));
    }
    Ok(settled(original, checks, everywhere, &doubtful)?.finish())
}

/// Lays a program out again and again until nothing more is found out of it.
fn settled<'o>(
    original: &'o Original,
    checks: &'o BTreeSet<CheckKind>,
    everywhere: bool,
    doubtful: &Doubtful,
) -> Result<Stage<'o>, Unlaid> {
    let mut known = Findings::default();
    loop {
        let mut stage = Stage::new(original, checks, known.clone());
        stage.everywhere = everywhere;
        stage.doubtful = doubtful.clone();
        if let Err(gap) = stage.lay_out() {
            return Err(Unlaid { what: gap.into(), span: stage.at });
        }
        let found = stage.findings();
        if found == known {
            return Ok(stage);
        }
        known = found;
    }
}

//! The layout in cells: a graph with its pointers becomes one over scalars, node by node.
//!
//! This stage is being built beside [`crate::layout`] and [`crate::facts::lower`], which are in charge: they lay out the typed
//! tree and lower it again. Here the graph of [`crate::program`] is the only reading of the language; a procedure of the result
//! is a copy of one of that graph, and says of which ([`Laid::origins`]). What is not laid out yet is a [`Pending`], and there
//! is no graph then: nothing is left out. [`compare`] says whether both ways give the same.

mod action;
mod around;
mod build;
mod call;
mod check;
pub mod compare;
mod computed;
mod condition;
mod copy;
mod escape;
mod findings;
mod function;
mod indirect;
mod initial;
mod leads;
mod library;
mod order;
mod outline;
mod pending;
mod place;
mod pointer;
mod record;
mod region;
mod statics;
mod structure;
mod text;
mod touch;
mod uninitialised;
mod unknown;
mod uses;
mod value;
mod variables;
mod version;

use std::collections::BTreeSet;

use crate::facts::cfg;
use crate::facts::lower::unset;
use crate::options::CheckKind;
use crate::program::Original;
use crate::program::graph::ProcedureId;

use build::Stage;
use findings::{Doubtful, Findings};
pub use pending::Pending;

/// A graph over cells.
#[derive(Debug)]
pub struct Laid {
    /// The graph.
    pub graph: cfg::Graph,
    /// For each of its procedures the one that it is a copy of.
    pub origins: Vec<ProcedureId>,
}

/// Lays a program out in cells, with these kinds of undefined behaviour as errors.
pub fn lay_out(original: &Original, checks: &BTreeSet<CheckKind>) -> Result<Laid, Pending> {
    laid_out(original, checks, false)
}

/// The same, with the checks in the error conditions of the user as well: what a verdict rests on.
pub fn lay_out_everywhere(original: &Original, checks: &BTreeSet<CheckKind>) -> Result<Laid, Pending> {
    laid_out(original, checks, true)
}

fn laid_out(original: &Original, checks: &BTreeSet<CheckKind>, everywhere: bool) -> Result<Laid, Pending> {
    let mut doubtful = Doubtful::default();
    if checks.contains(&CheckKind::Uninit) {
        let others = checks.iter().copied().filter(|kind| *kind != CheckKind::Uninit).collect();
        let stage = settled(original, &others, everywhere, &doubtful)?;
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
) -> Result<Stage<'o>, Pending> {
    let mut known = Findings::default();
    loop {
        let mut stage = Stage::new(original, checks, known.clone());
        stage.everywhere = everywhere;
        stage.doubtful = doubtful.clone();
        stage.globals()?;
        stage.procedures()?;
        let found = stage.findings();
        if found == known {
            return Ok(stage);
        }
        known = found;
    }
}

//! Source text to control-flow graph.

use crate::check;
use crate::doubt::Doubt;
use crate::facts::cfg::{Graph, Procedure};
use crate::facts::lower;
use crate::layout::program::Program;
use crate::layout::{self, LayoutOptions};
use crate::options::{Globals, Options, Volatile};
use crate::program::{Original, Start};
use crate::source::{SourceFile, is_cimple};
use crate::syntax;
use crate::syntax::error::{Diagnostic, Severity};

/// Most nodes of a procedure: dependence between them takes time and space with their square.
const MOST_NODES: u32 = 30_000;

/// Source text to control-flow graph; `None` if there are errors.
pub fn lowered(source: &SourceFile, options: &Options) -> (Option<Graph>, Vec<Diagnostic>) {
    let (front, diagnostics) = laid_out(source, options);
    (front.map(|front| lower::lower_with(&front.program, &options.checks_of(source.path()))), diagnostics)
}

/// Source text to a program with its pointers; `None` if there are errors.
pub fn original(source: &SourceFile, options: &Options) -> Option<Original> {
    laid_out(source, options).0.map(|front| front.original)
}

/// A program with its pointers, and in cells.
pub struct Front {
    /// As it was typed.
    pub original: Original,
    /// As it was laid out.
    pub program: Program,
}

/// Source text to program; `None` if there are errors.
pub(super) fn laid_out(source: &SourceFile, options: &Options) -> (Option<Front>, Vec<Diagnostic>) {
    let cimple = is_cimple(source.path());
    let macros = (options.data_model, &options.macros[..]);
    let parsed = syntax::parse_with(source, cimple, macros, options.max_height);
    let mut diagnostics = parsed.diagnostics;
    let Some(unit) = parsed.unit else { return (None, diagnostics) };
    let mut conditions: Vec<_> =
        parsed.error_conditions.into_iter().map(|(text, span)| (text, Some(span))).collect();
    // A condition that the source asks for too is one error, not two.
    for text in &options.errors {
        if !conditions.iter().any(|(known, _)| known.trim() == text.trim()) {
            conditions.push((text.clone(), None));
        }
    }
    let globals_are_inputs = match options.globals {
        Globals::ByLanguage => cimple,
        Globals::Input => true,
        Globals::Zero => false,
    };
    let (tree, mut more) = check::check(&unit, source, &conditions, options.data_model);
    let mut program = None;
    if let Some(mut tree) = tree {
        let settled = match options.volatile {
            Volatile::Stored => tree.settle_volatile(),
            Volatile::Any => Vec::new(),
        };
        let (laid_out, wrong) =
            layout::lay_out(&tree, source, LayoutOptions { globals_are_inputs, entry: options.started() });
        let start = Start { globals_are_inputs, entry: options.started() };
        program = laid_out.map(|program| Front {
            program: Program { settled, ..program },
            original: Original::new(tree, start),
        });
        more.extend(wrong);
    }
    more.sort_by_key(|d| d.span);
    diagnostics.extend(more);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    (program.filter(|_| !failed), diagnostics)
}

/// Why a program is not analysed at all, if that is so.
pub(super) fn too_large(graph: &Graph) -> Option<Doubt> {
    let size = |p: &&Procedure| p.nodes.1.0 - p.nodes.0.0;
    let largest = graph.procedures.iter().max_by_key(size)?;
    (size(&largest) > MOST_NODES).then(|| Doubt::TooLarge {
        function: largest.name.clone(),
        size: size(&largest),
        most: MOST_NODES,
    })
}

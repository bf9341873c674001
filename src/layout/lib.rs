//! The layout in cells: a graph with its pointers becomes one over scalars, node by node.
//!
//! The graph of [`focuscheck_ir::program`] is the only reading of the language; a procedure of the result is a copy of one of that
//! graph, and so is each node of it: [`Laid::origins`] and [`Laid::sources`] say of which. What cannot be laid out is an
//! [`Unlaid`], and there is no graph then: nothing is left out.
//!
//! Arrays and structures are flattened to cells, integers of known width only (`shapes.rs`, `variables.rs`), and
//! conversions are explicit. A temporary is either a value that is put in where it is used, if nothing changes it
//! before (`action.rs`), or a scalar. What C allows and the engine does not model is an `Unsupported` action that says
//! what it is; it is still analysed around, and only hurts the verdict when a slice needs its value. What has no layout
//! makes the whole file `unknown`.
//!
//! The whole program is laid out again and again until what is found out of it as a whole (`findings.rs`: what escapes,
//! what calls touch, which copies are called) is what was known when it was begun.
//!
//! Where execution starts is `main`, or the function of `--entry`: then its parameters are inputs as those of `main`
//! are, and what C says of `main` alone (its arguments, its result, that it is called once) is not taken for granted.
//! `around.rs` has what attributes and sections ask for before and after `main`.
//!
//! Objects that pointers in memory lead to, or pointers that lead now here and now there, are numbered and stand side by
//! side in pools (`pools.rs`, `pooled.rs`, found by `finder.rs` with the facts of `pointers.rs`); blocks of the heap are such objects
//! (`heap.rs`).
//!
//! Where a pointer leads is either an object with an offset in it, or not known for a reason (`region.rs`,
//! `pointer.rs`, `comparison.rs`). What is stored in a local pointer anywhere in a procedure says where it leads at all times, found
//! before the procedure is laid out (`leads.rs`). A procedure whose pointer parameters get addresses of modelled
//! objects has a copy for each kind of arguments (`version.rs`), and copies share their errors. A global object is used
//! as it is. An object of the caller's frame is passed by value and copied back at the end, cell by cell, which is the
//! same as long as nothing else reaches it during the call: the objects of a call must not overlap, and two pointers
//! into one array share it, each with an offset.
//!
//! A place that is not modelled has a `Reach`: memory of its own, or wherever a pointer may lead; a store there changes
//! every variable whose address escaped (`escape.rs`), and an access that no check can judge is listed among the
//! graph's `obligations` (`unknown.rs`). Names of functions count as escaped where they are used as values, addresses
//! where they are kept by anything but a pointer that is modelled, those in static initialisers for good. Code that is
//! not known may call the escaped functions any number of times, so what these change has changed before and after
//! (`indirect.rs`).
//!
//! What the table of library functions does not know (`check/library.toml`) counts as a function that nobody defines.
//! Only such a function of the program's own may give any value; of a library function nobody may choose the result.
//! Those that are modelled become assignments of cells (`library.rs`, `computed.rs`, `record.rs`). `check/linkage.rs`
//! reads what attributes, names for the assembler and `asm` say. Where a run cannot be followed (`longjmp`, a cleanup
//! function, several constructors) stands a `Cut`, which no run passes and behind which nothing is proved.
//!
//! `volatile` objects are ordinary ones, which a proof lists among what it rests on (`check/settle.rs`). With
//! `--volatile any` reads of a cell of one are inputs, which are not repeated or left out like others; assignments to
//! it stay assignments, which nothing reads. A pointer that is `volatile` itself is then not modelled.
//!
//! A pointer to a function is a number (`function.rs`): each function has one, null is 0. The graph asks which function with a
//! body is meant before a call through a pointer (`ir/program/lower/through.rs`), so such a call is a direct one here; a number
//! that is none of the functions of the call's type is null, which is an error, or not followed. A bit-field is a cell of
//! its width. A union has a cell for each part into which its members' integers cut its bits (`unions.rs`); a member that is
//! no cell of its own there is joined of several, or one of another type (`view.rs`), and what is no integer makes the cells
//! at its place unknown. Bytes that are copied to objects of other types are joined in the same way (`reinterpret.rs`).
//!
//! The user's error conditions are asked wherever an assignment may change what they read (`condition.rs`): the cells
//! of the objects that they name, those of the object that a named pointer leads to, and after every assignment where
//! that is not known.
//!
//! C leaves the order of most operands open. They are taken from left to right, and what another order would change has
//! a value that is not modelled (`order.rs`, `touch.rs`). `verify`, `ask` and `doomed` take a graph in which that is
//! forgotten (`Original::in_any_order`, `ir/program/unsequenced.rs`).

mod action;
mod around;
mod assumed;
mod build;
mod call;
mod check;
mod comparison;
mod computed;
mod condition;
mod conversion;
mod copy;
mod drawn;
mod escape;
mod findings;
mod finder;
mod finish;
mod floating;
mod function;
mod gap;
mod hazard;
mod heap;
mod indirect;
mod initial;
mod interval;
mod leads;
mod leaks;
mod library;
#[cfg(test)]
mod objects_tests;
mod order;
mod outline;
mod outputs;
mod overlay;
mod place;
mod pointer;
mod pointers;
mod lives;
mod memory;
mod pooled;
mod pools;
mod record;
mod region;
mod reinterpret;
mod roles;
mod scope;
#[cfg(test)]
mod roles_tests;
#[doc(hidden)]
pub mod sample;
mod shapes;
mod slots;
mod statics;
mod structure;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod touch;
mod uninitialised;
mod unions;
mod unknown;
mod unset;
mod usage;
mod uses;
mod value;
mod variables;
mod version;
mod view;
mod whichever;

use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::graph::{NodeId, ProcedureId};

use build::Stage;
use finder::pools_of;
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

/// What a layout is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Demands<'a> {
    /// The kinds of undefined behaviour that are errors.
    pub checks: &'a BTreeSet<CheckKind>,
    /// So many blocks of the heap are told apart for each place that allocates; at least one.
    pub blocks: u32,
    /// Whether what is read of the standard input is one text, read after read; else each read gives any value that it may give.
    pub follows_input: bool,
}

impl<'a> Demands<'a> {
    /// These checks and so many blocks.
    pub fn new(checks: &'a BTreeSet<CheckKind>, blocks: u32) -> Self {
        Demands { checks, blocks, follows_input: false }
    }
}

/// Lays a program out in cells.
pub fn lay_out(original: &Original, demands: Demands<'_>) -> Result<Laid, Unlaid> {
    laid_out(original, demands, false)
}

/// The same, with the checks in the error conditions of the user as well: what a verdict rests on.
pub fn lay_out_everywhere(original: &Original, demands: Demands<'_>) -> Result<Laid, Unlaid> {
    laid_out(original, demands, true)
}

fn laid_out(original: &Original, demands: Demands<'_>, everywhere: bool) -> Result<Laid, Unlaid> {
    let checks = demands.checks;
    let mut doubtful = Doubtful::default();
    if checks.contains(&CheckKind::Uninit) {
        // A check that always fails would hide what is read behind it, in the same expression too.
        let none = BTreeSet::new();
        let stage = settled(original, Demands { checks: &none, ..demands }, everywhere, &doubtful)?;
        let followed = stage.followed();
        let unset = stage.unset_cells();
        let is_never_sure = |scalar| unset.iter().any(|cells| cells.contains(scalar));
        doubtful = unset::doubtful(&stage.finish().graph, |scalar| followed.of(scalar), &is_never_sure);
    }
    Ok(settled(original, demands, everywhere, &doubtful)?.finish())
}

/// Lays a program out again and again until nothing more is found out of it.
fn settled<'o>(
    original: &'o Original,
    Demands { checks, blocks, follows_input }: Demands<'o>,
    everywhere: bool,
    doubtful: &Doubtful,
) -> Result<Stage<'o>, Unlaid> {
    let mut known = Findings::default();
    let mut pools = Rc::new(pools_of(original, blocks, &known.refused));
    loop {
        let mut stage = Stage::new(original, checks, known.clone(), Rc::clone(&pools));
        stage.everywhere = everywhere;
        stage.input.is_followed = follows_input;
        stage.doubtful = doubtful.clone();
        if checks.contains(&CheckKind::Uninit) {
            stage.doubtful.variables.extend(stage.unset_pools());
        }
        if let Err(gap) = stage.lay_out() {
            return Err(Unlaid { what: gap.into(), span: stage.at });
        }
        let found = stage.findings();
        if found == known {
            return Ok(stage);
        }
        if found.refused != known.refused {
            // The cells are others then, and so is all that was found.
            known = Findings { refused: found.refused, ..Findings::default() };
            pools = Rc::new(pools_of(original, blocks, &known.refused));
        } else {
            known = found;
        }
    }
}

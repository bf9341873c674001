//! When runs fail: what a failing run says of inputs alone (the "counterexample context" of "Generating error traces from
//! verification-condition counterexamples", section 1.3).

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::Symbol;
use focuscheck_smt::Model;
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::eliminate::{Cube, eliminated};
use focuscheck_smt::term::{BoolId, FormulaId, TermId};

use super::implicant::implicant;
use super::world::{FIRST_AUXILIARY, World};

/// The conjuncts over inputs under which runs take the way of a model and fail as it does, without those that hold wherever
/// a run begins. `computed` tells which other values follow from inputs. Nothing if something else decides, too, or if it
/// is not shown that no run ends well where they hold.
pub fn context(
    world: &mut World,
    model: &Model,
    begins: &[BoolId],
    computed: &dyn Fn(&World, TermId) -> bool,
) -> Option<Vec<Atom>> {
    let fails = world.fails;
    let atoms = implicant(world, model, &[fails])?;
    let symbols: BTreeSet<Symbol> = atoms.iter().flat_map(|atom| atom.expression().symbols()).collect();
    let auxiliary: BTreeSet<Symbol> =
        symbols.into_iter().filter(|symbol| symbol.0 >= FIRST_AUXILIARY).collect();
    let follows = |(term, symbol): (&TermId, &Symbol)| !auxiliary.contains(symbol) || computed(world, *term);
    if !world.auxiliary.iter().all(follows) {
        return None;
    }
    let cubes = eliminated(&atoms, &auxiliary)?;
    let [cube] = &cubes[..] else { return None };
    let kept = without_implied(world, cube, begins);
    let all = together(world, &kept);
    let passes = world.passes;
    let tested = world.possible(begins, all).ok()? && world.excluded(&[passes], all);
    (tested && !kept.is_empty()).then_some(kept)
}

fn together(world: &mut World, atoms: &[Atom]) -> FormulaId {
    let parts: Vec<FormulaId> = atoms.iter().map(|atom| world.formula(atom)).collect();
    world.prover.terms.and(parts)
}

/// Leaves out what the others imply in all states in which a run begins.
fn without_implied(world: &mut World, cube: &Cube, begins: &[BoolId]) -> Vec<Atom> {
    let mut kept = cube.clone();
    for atom in cube.iter().rev() {
        spend(1);
        let others: Vec<Atom> = kept.iter().filter(|other| *other != atom).cloned().collect();
        let rest = together(world, &others);
        let own = world.formula(atom);
        let fails = world.prover.terms.not(own);
        let asked = world.prover.terms.and([rest, fails]);
        if world.excluded(begins, asked) {
            kept = others;
        }
    }
    kept
}

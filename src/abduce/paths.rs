//! All runs of a kind as conjunctions over unknowns, found one after the other.

use std::collections::BTreeSet;

use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::Symbol;
use focuscheck_smt::eliminate::{Cube, eliminated};
use focuscheck_smt::term::{BoolId, FormulaId};

use super::implicant::implicant;
use super::world::{FIRST_AUXILIARY, Undecided, World};

/// More conjunctions than this are given up.
const MOST_PATHS: usize = 200;

/// Conjunctions that hold together for exactly the runs of a kind, as far as models tell.
pub(super) fn paths(world: &mut World, kind: BoolId) -> Result<Vec<Cube>, Undecided> {
    let all = world.prover.terms.constant(true);
    let fresh = world.selector(all);
    let mut found: Vec<Cube> = Vec::new();
    while let Some(model) = world.model(&[kind, fresh])? {
        spend(1);
        let atoms = implicant(world, &model, &[kind]).ok_or(Undecided)?;
        let auxiliary: BTreeSet<Symbol> = atoms
            .iter()
            .flat_map(|atom| atom.expression().symbols())
            .filter(|symbol| symbol.0 >= FIRST_AUXILIARY)
            .collect();
        let cubes = eliminated(&atoms, &auxiliary).ok_or(Undecided)?;
        if cubes.is_empty() || found.len() + cubes.len() > MOST_PATHS {
            return Err(Undecided);
        }
        for cube in cubes {
            let parts: Vec<FormulaId> = cube.iter().map(|atom| world.formula(atom)).collect();
            let inside = world.prover.terms.and(parts);
            let outside = world.prover.terms.not(inside);
            let selected = world.prover.terms.atom_formula(fresh);
            let blocked = world.prover.terms.implies(selected, outside);
            world.prover.suppose(blocked);
            found.push(cube);
        }
    }
    Ok(merged(found))
}

/// Conjunctions that differ in one condition, which one has and the other excludes, as one without it.
fn merged(mut cubes: Vec<Cube>) -> Vec<Cube> {
    cubes.sort();
    cubes.dedup();
    let mut position = 0;
    while position < cubes.len() {
        spend(cubes.len());
        let other = (position + 1..cubes.len())
            .find_map(|other| Some((other, without_difference(&cubes[position], &cubes[other])?)));
        match other {
            Some((other, cube)) => {
                cubes.remove(other);
                cubes[position] = cube;
                cubes.sort();
                cubes.dedup();
                // What is shorter may be merged with what comes before.
                position = 0;
            }
            None => position += 1,
        }
    }
    cubes
}

fn without_difference(one: &Cube, other: &Cube) -> Option<Cube> {
    if one.len() != other.len() {
        return None;
    }
    let mut own = one.iter().filter(|atom| !other.contains(atom));
    let (atom, None) = (own.next()?, own.next()) else { return None };
    let opposite = atom.negated()?;
    other.contains(&opposite).then(|| one.iter().filter(|kept| *kept != atom).cloned().collect())
}

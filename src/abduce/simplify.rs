//! Clauses in a context: literals and clauses that say nothing new there are left out, the longest ones first (after the
//! paper's [3], "Small formulas for large programs"). What is not decided within the limits stays as it was.

use focuscheck_base::limit::spend;
use focuscheck_smt::eliminate::Cube;
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{BoolId, FormulaId};

use super::obligation::Clause;
use super::world::World;

/// How long an atom is for a reader.
pub(super) fn length(atom: &Atom) -> (usize, u128) {
    let expression = atom.expression();
    let factors = expression.terms.iter().map(|(_, factor)| factor.unsigned_abs().min(1 << 60));
    (expression.terms.len(), factors.sum::<u128>() + expression.constant.unsigned_abs().min(1 << 60))
}

fn longest_first(atoms: &[Atom]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..atoms.len()).collect();
    order.sort_by_key(|&position| std::cmp::Reverse(length(&atoms[position])));
    order
}

/// Whether what is left still does what it is for.
pub(super) type Valid<'v, T> = &'v dyn Fn(&mut World, &[T]) -> bool;

/// Clauses that together say the same in runs of which something is assumed; a step counts only if what is left is valid.
pub(super) fn clauses(
    world: &mut World,
    clauses: Vec<Clause>,
    assumed: &[BoolId],
    valid: Valid<'_, Clause>,
) -> Vec<Clause> {
    let mut left: Vec<Clause> = clauses.iter().map(distinct).collect();
    loop {
        let before = left.clone();
        for position in 0..left.len() {
            shorten(world, &mut left, position, assumed, valid);
        }
        let mut order: Vec<usize> = (0..left.len()).collect();
        let key = |clause: &Clause| (clause.len(), clause.iter().map(length).max());
        order.sort_by_key(|&position| std::cmp::Reverse(key(&left[position])));
        let mut dropped = Vec::new();
        for position in order {
            let others = (0..left.len()).filter(|other| *other != position && !dropped.contains(other));
            let others: Vec<Clause> = others.map(|other| left[other].clone()).collect();
            if others.is_empty() {
                continue;
            }
            let rest = world.claims(&others);
            let own = world.claim(&left[position]);
            let fails = world.prover.terms.not(own);
            let asked = world.prover.terms.and([rest, fails]);
            if world.possible(assumed, asked) == Ok(false) && valid(world, &others) {
                dropped.push(position);
            }
        }
        let mut position = 0;
        left.retain(|_| {
            position += 1;
            !dropped.contains(&(position - 1))
        });
        left.sort();
        left.dedup();
        if left == before {
            return left;
        }
    }
}

/// A clause that says everything once.
fn distinct(clause: &Clause) -> Clause {
    let mut distinct = Clause::new();
    for atom in clause {
        if !distinct.contains(atom) {
            distinct.push(atom.clone());
        }
    }
    distinct
}

/// Leaves out literals of a clause that hold only where another one does.
fn shorten(
    world: &mut World,
    clauses: &mut [Clause],
    position: usize,
    assumed: &[BoolId],
    valid: Valid<'_, Clause>,
) {
    for atom in longest_first(&clauses[position])
        .into_iter()
        .map(|at| clauses[position][at].clone())
        .collect::<Vec<_>>()
    {
        spend(1);
        let rest: Clause = clauses[position].iter().filter(|other| **other != atom).cloned().collect();
        if rest.is_empty() {
            break;
        }
        let others = clauses.iter().enumerate().filter(|(other, _)| *other != position);
        let others: Vec<Clause> = others.map(|(_, clause)| clause.clone()).collect();
        let others = world.claims(&others);
        let reached = world.context(&clauses[position]);
        let holds = world.formula(&atom);
        let rest_holds = world.clause(&rest);
        let rest_fails = world.prover.terms.not(rest_holds);
        let asked = world.prover.terms.and([reached, others, holds, rest_fails]);
        if world.possible(assumed, asked) == Ok(false) {
            let before = std::mem::replace(&mut clauses[position], rest);
            if !valid(world, clauses) {
                clauses[position] = before;
            }
        }
    }
}

/// More conjunctions than this are not told apart.
const MOST_CUBES: usize = 64;

/// Clauses as conjunctions of which one holds; `None` if there are too many.
pub(super) fn distributed(clauses: &[Clause]) -> Option<Vec<Cube>> {
    let mut cubes: Vec<Cube> = vec![Vec::new()];
    for clause in clauses {
        cubes = cubes
            .iter()
            .flat_map(|cube| {
                clause.iter().map(move |atom| cube.iter().cloned().chain([atom.clone()]).collect())
            })
            .collect();
        if cubes.len() > MOST_CUBES {
            return None;
        }
    }
    for cube in &mut cubes {
        cube.sort();
        cube.dedup();
    }
    cubes.sort();
    cubes.dedup();
    Some(cubes)
}

/// Conjunctions each of which implies all clauses, one for each model that those before leave: where there are more than can be
/// told apart, only some.
fn implicants(world: &mut World, clauses: &[Clause], assumed: &[BoolId]) -> Vec<Cube> {
    let reached = world.context(clauses.iter().flatten());
    let all = world.clauses(clauses);
    let both = world.prover.terms.and([reached, all]);
    let selector = world.selector(both);
    let selected = world.prover.terms.atom_formula(selector);
    let assumed: Vec<BoolId> = assumed.iter().copied().chain([selector]).collect();
    let mut found = Vec::new();
    while found.len() < MOST_CUBES
        && let Ok(Some(model)) = world.model(&assumed)
    {
        let mut cube: Cube = Vec::new();
        for clause in clauses {
            spend(1);
            if clause.iter().any(|atom| cube.contains(atom)) {
                continue;
            }
            let mut holding = Vec::new();
            for atom in clause {
                let holds = world.formula(atom);
                if model.holds(&world.prover.terms, holds) == Some(true) {
                    holding.push(atom);
                }
            }
            cube.extend(holding.into_iter().min_by_key(|atom| length(atom)).cloned());
        }
        let holds = world.cube(&cube);
        let never = world.prover.terms.not(holds);
        let blocked = world.prover.terms.implies(selected, never);
        world.prover.suppose(blocked);
        cube.sort();
        found.push(cube);
    }
    let never = world.prover.terms.not(selected);
    world.prover.suppose(never);
    found
}

/// The conjunctions of literals, one of each clause, that are possible in runs of which something is assumed, without what
/// each implies there; each is valid.
pub(super) fn sufficient(
    world: &mut World,
    clauses: &[Clause],
    assumed: &[BoolId],
    valid: Valid<'_, Atom>,
) -> Vec<Cube> {
    let mut kept: Vec<Cube> = Vec::new();
    for cube in distributed(clauses).unwrap_or_default() {
        let Some(cube) = shortest(world, cube, assumed, valid) else { continue };
        if valid(world, &cube) && !kept.contains(&cube) {
            kept.push(cube);
        }
    }
    // What says more than another one is not needed.
    let all = kept.clone();
    kept.retain(|cube| {
        let weaker = |other: &&Cube| *other != cube && other.iter().all(|atom| cube.contains(atom));
        !all.iter().any(|other| weaker(&other))
    });
    kept
}

/// A conjunction without what the rest of it implies in runs of which something is assumed; `None` if it is not possible
/// there.
fn shortest(world: &mut World, mut cube: Cube, assumed: &[BoolId], valid: Valid<'_, Atom>) -> Option<Cube> {
    let reached = world.context(&cube);
    let own = world.cube(&cube);
    let asked = world.prover.terms.and([reached, own]);
    if world.possible(assumed, asked) == Ok(false) {
        return None;
    }
    for atom in longest_first(&cube).into_iter().map(|at| cube[at].clone()).collect::<Vec<_>>() {
        let rest: Cube = cube.iter().filter(|other| **other != atom).cloned().collect();
        let rest_holds = world.cube(&rest);
        let holds = world.formula(&atom);
        let fails = world.prover.terms.not(holds);
        let asked = world.prover.terms.and([reached, rest_holds, fails]);
        if world.possible(assumed, asked) == Ok(false) && valid(world, &rest) {
            cube = rest;
        }
    }
    Some(cube)
}

/// Clauses as conjunctions that are possible in runs of which something is assumed, without what each implies.
pub(super) fn cubes(
    world: &mut World,
    clauses: &[Clause],
    assumed: &[BoolId],
    valid: Valid<'_, Atom>,
) -> Vec<Cube> {
    let mut kept = Vec::new();
    let all = match distributed(clauses) {
        Some(all) => all,
        None => implicants(world, clauses, assumed),
    };
    for cube in all {
        let Some(cube) = shortest(world, cube, assumed, valid) else { continue };
        kept.push(cube);
    }
    kept.sort_by_key(|cube| (cube.len(), cube.clone()));
    kept.dedup();
    let mut left: Vec<Cube> = Vec::new();
    for cube in kept {
        let others: Vec<FormulaId> = left.iter().map(|other| world.happens(other)).collect();
        let covered = world.prover.terms.or(others);
        let uncovered = world.prover.terms.not(covered);
        let own = world.happens(&cube);
        let asked = world.prover.terms.and([own, uncovered]);
        if world.possible(assumed, asked) != Ok(false) {
            left.push(cube);
        }
    }
    left
}

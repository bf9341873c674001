//! A condition as small questions, one after the other (section 4.4).
//!
//! What has to hold always is asked clause by clause, a clause by its literals, then as a witness of its opposite. What has
//! to be possible is asked case by case, each literal in runs of which those before are given.

use std::collections::BTreeMap;

use crate::prove::eliminate::Cube;
use crate::prove::eliminate::atom::Atom;

use super::obligation::Clause;
use super::question::{Ask, Kind, Reply};
use super::simplify::length;
use super::world::World;

/// All that was said.
pub(super) type Record = BTreeMap<Ask, Reply>;

/// What is to be found out.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Whether all clauses always hold.
    Prove(Vec<Clause>),
    /// Whether one of some conjunctions is possible.
    Witness(Vec<Cube>),
}

/// How far a plan is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This is asked next.
    Ask(Ask),
    /// It turned out as it should.
    Held,
    /// It did not, or nobody knows.
    Failed,
}

fn input_only(world: &World, atom: &Atom) -> bool {
    atom.expression().symbols().all(|symbol| world.is_input(symbol))
}

/// What is about inputs alone first, then what is about most unknowns, the shorter before the longer.
fn in_order(world: &World, atoms: &[Atom]) -> Vec<Atom> {
    let mut atoms = atoms.to_vec();
    atoms.sort_by_key(|atom| {
        let (unknowns, size) = length(atom);
        (!input_only(world, atom), std::cmp::Reverse(unknowns), size, atom.clone())
    });
    atoms
}

impl Plan {
    /// The clauses of fewest unknowns first.
    pub(super) fn prove(world: &World, clauses: Vec<Clause>) -> Plan {
        let mut clauses: Vec<Clause> = clauses.iter().map(|clause| in_order(world, clause)).collect();
        clauses.sort_by_cached_key(|clause| {
            (super::obligation::symbols([clause]).len(), clause.len(), clause.clone())
        });
        Plan::Prove(clauses)
    }

    /// The conjunctions of fewest literals first.
    pub(super) fn witness(world: &World, cubes: Vec<Cube>) -> Plan {
        let mut cubes: Vec<Cube> = cubes.iter().map(|cube| in_order(world, cube)).collect();
        cubes.sort_by_cached_key(|cube| (cube.len(), cube.clone()));
        Plan::Witness(cubes)
    }

    /// What is asked next, after what was said.
    pub(super) fn step(&self, world: &World, record: &Record) -> Step {
        match self {
            Plan::Prove(clauses) => {
                for clause in clauses {
                    match clause_step(world, clause, record) {
                        Step::Held => {}
                        other => return other,
                    }
                }
                Step::Held
            }
            Plan::Witness(cubes) => {
                for cube in cubes {
                    match witness_step(world, cube, record) {
                        Ok(Reply::Yes) => return Step::Held,
                        Ok(Reply::No | Reply::Unknown) => {}
                        Err(ask) => return Step::Ask(ask),
                    }
                }
                Step::Failed
            }
        }
    }
}

/// What was said to a question, or to its opposite.
fn said(record: &Record, ask: &Ask) -> Option<Reply> {
    if let Some(reply) = record.get(ask) {
        return Some(*reply);
    }
    if !ask.given.is_empty() {
        return None;
    }
    let kind = match ask.kind {
        Kind::Always => Kind::Possible,
        Kind::Possible => Kind::Always,
    };
    let opposite = Ask { kind, given: Vec::new(), atom: Some(ask.atom.as_ref()?.negated()?) };
    record.get(&opposite).map(|reply| match reply {
        Reply::Yes => Reply::No,
        Reply::No => Reply::Yes,
        Reply::Unknown => Reply::Unknown,
    })
}

fn clause_step(world: &World, clause: &Clause, record: &Record) -> Step {
    for atom in clause {
        let ask = Ask { kind: Kind::Always, given: Vec::new(), atom: Some(atom.clone()) };
        match said(record, &ask) {
            None => return Step::Ask(ask),
            Some(Reply::Yes) => return Step::Held,
            Some(Reply::No | Reply::Unknown) => {}
        }
    }
    if clause.len() == 1 {
        return Step::Failed;
    }
    let Some(opposite) = clause.iter().map(Atom::negated).collect::<Option<Cube>>() else {
        return Step::Failed;
    };
    match witness_step(world, &opposite, record) {
        Ok(Reply::No) => Step::Held,
        Ok(Reply::Yes | Reply::Unknown) => Step::Failed,
        Err(ask) => Step::Ask(ask),
    }
}

/// Whether a conjunction is possible; an error is the question that is open.
fn witness_step(world: &World, cube: &Cube, record: &Record) -> Result<Reply, Ask> {
    let (mut given, mut others): (Vec<Atom>, Vec<Atom>) =
        cube.iter().cloned().partition(|atom| input_only(world, atom));
    if others.is_empty() {
        others.extend(given.pop());
    }
    let mut asked: Vec<Option<Atom>> = others.into_iter().map(Some).collect();
    if asked.is_empty() {
        asked.push(None);
    }
    for atom in asked {
        let ask = Ask { kind: Kind::Possible, given: given.clone(), atom: atom.clone() };
        match said(record, &ask) {
            None => return Err(ask),
            Some(Reply::Yes) => given.extend(atom),
            Some(other) => return Ok(other),
        }
    }
    Ok(Reply::Yes)
}

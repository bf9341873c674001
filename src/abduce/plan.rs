//! A condition as small questions, one after the other (section 4.4).
//!
//! What has to hold always is asked as conjunctions each of which makes the error impossible by itself, then clause by clause
//! as a witness of its opposite. What has to be possible is asked case by case, each literal in runs of which those before
//! are given.

use std::collections::BTreeMap;

use focuscheck_smt::eliminate::Cube;
use focuscheck_smt::eliminate::atom::Atom;

use super::obligation::Clause;
use super::question::{Ask, Kind, Reply};
use super::simplify::length;
use super::world::World;

/// All that was said.
pub(super) type Record = BTreeMap<Ask, Reply>;

/// What is to be found out.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// Whether one of some conjunctions always holds, or all clauses do.
    Prove {
        /// Each excludes the error by itself.
        cubes: Vec<Cube>,
        /// What they are made of.
        clauses: Vec<Clause>,
        /// Whether some were left out because no sentence can ask for all of their literals together.
        apart: bool,
    },
    /// Whether one of some conjunctions is possible.
    Witness(Vec<Case>),
}

/// What is to be possible.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Case {
    /// What happens.
    pub atoms: Cube,
    /// Whether that is to happen in a run that comes to the check.
    pub reaching: bool,
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
    /// The conjunctions of fewest literals first, and the clauses of fewest unknowns.
    pub(super) fn prove(world: &World, cubes: Vec<Cube>, clauses: Vec<Clause>, apart: bool) -> Plan {
        let mut clauses: Vec<Clause> = clauses.iter().map(|clause| in_order(world, clause)).collect();
        clauses.sort_by_cached_key(|clause| {
            (super::obligation::symbols([clause]).len(), clause.len(), clause.clone())
        });
        // Those of one length stay in the order of the literals of their clauses.
        let mut cubes: Vec<Cube> = match &clauses[..] {
            [clause] => {
                let alone = clause.iter().map(|atom| vec![atom.clone()]);
                alone.filter(|cube| cubes.contains(cube)).collect()
            }
            _ => cubes.iter().map(|cube| in_order(world, cube)).collect(),
        };
        cubes.sort_by_key(Vec::len);
        Plan::Prove { cubes, clauses, apart }
    }

    /// The conjunctions of fewest literals first.
    pub(super) fn witness(world: &World, cases: Vec<Case>) -> Plan {
        let ordered = |case: &Case| Case { atoms: in_order(world, &case.atoms), ..*case };
        let mut cases: Vec<Case> = cases.iter().map(ordered).collect();
        cases.sort_by_cached_key(|case| (case.atoms.len(), case.clone()));
        Plan::Witness(cases)
    }

    /// What is asked next, after what was said.
    pub(super) fn step(&self, world: &World, record: &Record) -> Step {
        match self {
            Plan::Prove { cubes, clauses, apart } => {
                let mut unknown = false;
                for cube in cubes {
                    let ask = Ask::always(cube.clone());
                    match said(record, &ask) {
                        None => return Step::Ask(ask),
                        Some(Reply::Yes) => return Step::Held,
                        Some(Reply::No) => {}
                        Some(Reply::Unknown) => unknown = true,
                    }
                }
                // Who does not know whether several facts hold is not asked for the opposite of each.
                if unknown && clauses.len() > 1 {
                    return Step::Failed;
                }
                // They have been asked for together, if one sentence could.
                if !apart && clauses.iter().all(|clause| clause.len() == 1) {
                    return Step::Failed;
                }
                for clause in clauses {
                    match clause_step(world, clause, record) {
                        Step::Held => {}
                        other => return other,
                    }
                }
                Step::Held
            }
            Plan::Witness(cases) => {
                for case in cases {
                    match witness_step(world, case, record) {
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
    if !ask.given.is_empty() || ask.reaching {
        return None;
    }
    let kind = match ask.kind {
        Kind::Always => Kind::Possible,
        Kind::Possible => Kind::Always,
    };
    let [atom] = &ask.about[..] else { return None };
    let opposite = Ask { kind, given: Vec::new(), about: vec![atom.negated()?], reaching: false };
    record.get(&opposite).map(|reply| match reply {
        Reply::Yes => Reply::No,
        Reply::No => Reply::Yes,
        Reply::Unknown => Reply::Unknown,
    })
}

/// Whether the opposite of a clause is possible.
fn clause_step(world: &World, clause: &Clause, record: &Record) -> Step {
    let Some(opposite) = clause.iter().map(Atom::negated).collect::<Option<Cube>>() else {
        return Step::Failed;
    };
    match witness_step(world, &Case { atoms: opposite, reaching: false }, record) {
        Ok(Reply::No) => Step::Held,
        Ok(Reply::Yes | Reply::Unknown) => Step::Failed,
        Err(ask) => Step::Ask(ask),
    }
}

/// Whether a conjunction is possible; an error is the question that is open.
fn witness_step(world: &World, case: &Case, record: &Record) -> Result<Reply, Ask> {
    let (mut given, mut others): (Vec<Atom>, Vec<Atom>) =
        case.atoms.iter().cloned().partition(|atom| input_only(world, atom));
    if others.is_empty() {
        others.extend(given.pop());
    }
    let mut asked: Vec<Vec<Atom>> = others.into_iter().map(|atom| vec![atom]).collect();
    if asked.is_empty() {
        asked.push(Vec::new());
    }
    for about in asked {
        let reaching = case.reaching;
        let ask = Ask { kind: Kind::Possible, given: given.clone(), about: about.clone(), reaching };
        match said(record, &ask) {
            None => return Err(ask),
            Some(Reply::Yes) => given.extend(about),
            Some(other) => return Ok(other),
        }
    }
    Ok(Reply::Yes)
}

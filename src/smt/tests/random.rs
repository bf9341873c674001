//! Random formulas over few small values.

use super::*;
use crate::cases::cases;
use focuscheck_lia::problem::Operation;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::{Cell, RefCell};

/// What a random formula is made from: bytes that are read one after the other.
pub struct Source<'b> {
    pub bytes: &'b [u8],
    pub position: usize,
}

impl Source<'_> {
    pub fn below(&mut self, most: u8) -> u8 {
        self.position += 1;
        self.bytes.get(self.position - 1).copied().unwrap_or(0) % most
    }
}

/// What formulas are about, and what occurs in them.
#[derive(Clone)]
pub struct World {
    pub variables: usize,
    pub maps: usize,
    pub contents: (i128, i128),
    pub operations: bool,
    pub quantifiers: bool,
}

impl Default for World {
    fn default() -> Self {
        World { variables: 2, maps: 0, contents: RANGE, operations: false, quantifiers: false }
    }
}

/// The unknowns of a world.
pub struct Unknowns {
    pub world: World,
    pub atoms: Vec<BoolId>,
    pub variables: Vec<VariableId>,
    pub maps: Vec<MapId>,
}

const RANGE: (i128, i128) = (-1, 2);

fn term(
    terms: &mut Terms,
    world: &Unknowns,
    source: &mut Source<'_>,
    bound: &[VariableId],
    depth: u8,
) -> TermId {
    let kinds = if depth == 0 { 2 } else { 8 };
    match source.below(kinds) {
        0 => {
            let value = i128::from(source.below(4)) - 1;
            terms.integer(value)
        }
        1 => {
            let all: Vec<VariableId> = world.variables.iter().chain(bound).copied().collect();
            let variable = all[usize::from(source.below(all.len() as u8))];
            terms.variable_term(variable)
        }
        2 | 3 => {
            let one = term(terms, world, source, bound, depth - 1);
            let other = term(terms, world, source, bound, depth - 1);
            let factor = i128::from(source.below(5)) - 2;
            terms.sum(&[(1, one), (factor, other)], 0)
        }
        4 | 5 if world.world.maps > 0 => {
            let map = map(terms, world, source, bound, depth - 1);
            let block = block(terms, world, source);
            let depth = if world.world.quantifiers { 0 } else { depth - 1 };
            let offset = term(terms, world, source, bound, depth);
            terms.select(map, block, offset)
        }
        6 if world.world.operations => {
            let operations = [
                (Operation::Multiply, 8),
                (Operation::Divide, 8),
                (Operation::Remainder, 8),
                (Operation::Wrap, 2),
                (Operation::BitAnd, 8),
                (Operation::ShiftRight, 3),
            ];
            let (operation, width) = operations[usize::from(source.below(operations.len() as u8))];
            let one = term(terms, world, source, bound, depth - 1);
            let other = term(terms, world, source, bound, depth - 1);
            terms.operation(operation, width, true, one, other)
        }
        7 => {
            let condition = formula(terms, world, source, bound, 1);
            let yes = term(terms, world, source, bound, depth - 1);
            let no = term(terms, world, source, bound, depth - 1);
            terms.conditional(condition, yes, no)
        }
        _ => term(terms, world, source, bound, depth - 1),
    }
}

fn block(terms: &mut Terms, world: &Unknowns, source: &mut Source<'_>) -> TermId {
    let block = i128::from(source.below(if world.world.quantifiers { 1 } else { 2 }));
    terms.integer(block)
}

fn map(
    terms: &mut Terms,
    world: &Unknowns,
    source: &mut Source<'_>,
    bound: &[VariableId],
    depth: u8,
) -> MapId {
    let variable = |source: &mut Source<'_>| world.maps[usize::from(source.below(world.maps.len() as u8))];
    if depth == 0 {
        return variable(source);
    }
    match source.below(5) {
        0 | 1 => {
            let before = map(terms, world, source, bound, depth - 1);
            let block = block(terms, world, source);
            let offset = term(terms, world, source, bound, 1);
            let value = term(terms, world, source, bound, 1);
            terms.store(before, block, offset, value)
        }
        2 => {
            let before = map(terms, world, source, bound, depth - 1);
            let fresh = variable(source);
            let mut regions = Vec::new();
            for _ in 0..=source.below(2) {
                let block = block(terms, world, source);
                let first = term(terms, world, source, bound, 1);
                let end = term(terms, world, source, bound, 1);
                regions.push(Region { block, first, end });
            }
            terms.forgotten(before, fresh, regions)
        }
        3 => {
            let condition = formula(terms, world, source, bound, 1);
            let otherwise = terms.not(condition);
            let (one, other) = (variable(source), map(terms, world, source, bound, depth - 1));
            terms.choice(vec![(condition, one), (otherwise, other)])
        }
        _ => variable(source),
    }
}

fn formula(
    terms: &mut Terms,
    world: &Unknowns,
    source: &mut Source<'_>,
    bound: &[VariableId],
    depth: u8,
) -> FormulaId {
    let kinds = if depth == 0 { 5 } else { 12 };
    match source.below(kinds) {
        0 => {
            let atom = world.atoms[usize::from(source.below(world.atoms.len() as u8))];
            terms.atom_formula(atom)
        }
        1..=4 => {
            let relations = [Relation::Less, Relation::LessEqual, Relation::Equal, Relation::NotEqual];
            let relation = relations[usize::from(source.below(4))];
            let depth = 1 + source.below(2);
            let left = term(terms, world, source, bound, depth);
            let right = term(terms, world, source, bound, depth);
            terms.compare(relation, left, right)
        }
        kind @ 5..=8 => {
            let count = 2 + source.below(2);
            let parts: Vec<FormulaId> =
                (0..count).map(|_| formula(terms, world, source, bound, depth - 1)).collect();
            if kind < 7 { terms.and(parts) } else { terms.or(parts) }
        }
        9 => {
            let inner = formula(terms, world, source, bound, depth - 1);
            terms.not(inner)
        }
        10 => {
            let left = formula(terms, world, source, bound, depth - 1);
            let right = formula(terms, world, source, bound, depth - 1);
            terms.iff(left, right)
        }
        _ if world.world.quantifiers => {
            let variable = terms.variable("k", Some((0, 2)));
            let bound: Vec<VariableId> = bound.iter().copied().chain([variable]).collect();
            let body = formula(terms, world, source, &bound, depth - 1);
            match source.below(2) {
                0 => terms.forall(&[variable], body),
                _ => terms.exists(&[variable], body),
            }
        }
        _ => formula(terms, world, source, bound, depth - 1),
    }
}

/// Whether some values of the unknowns satisfy all formulas.
pub fn satisfiable(terms: &Terms, world: &Unknowns, formulas: &[FormulaId]) -> bool {
    let count = |range: (i128, i128)| (range.1 - range.0 + 1) as usize;
    let (contents, cells) = (world.world.contents, cells(world));
    let states = (1usize << world.atoms.len())
        * count(RANGE).pow(world.variables.len() as u32)
        * count(contents).pow(cells.len() as u32);
    (0..states).any(|state| {
        let mut rest = state;
        let mut take = |count: usize| {
            let value = rest % count;
            rest /= count;
            value
        };
        let mut model = Model::default();
        world.atoms.iter().for_each(|atom| {
            model.atoms.insert(*atom, take(2) == 1);
        });
        world.variables.iter().for_each(|variable| {
            model.integers.insert(*variable, RANGE.0 + take(count(RANGE)) as i128);
        });
        cells.iter().for_each(|(map, block, offset)| {
            let value = contents.0 + take(count(contents)) as i128;
            model.cells.entry(*map).or_default().insert((*block, *offset), value);
        });
        let within = |(variable, value): (&VariableId, &i128)| {
            terms.variable_range(*variable).is_none_or(|(low, high)| (low..=high).contains(value))
        };
        model.integers.iter().all(within)
            && formulas.iter().all(|formula| model.holds(terms, *formula) == Some(true))
    })
}

/// A prover that supposes random formulas, and what they are about.
pub fn asked(bytes: &[u8], world: World) -> (Prover, Unknowns) {
    let mut prover = Prover::new(Limits { values: 200, ..Limits::default() });
    let terms = &mut prover.terms;
    let world = Unknowns {
        atoms: (0..2).map(|_| terms.atom("p")).collect(),
        variables: (0..world.variables).map(|_| terms.variable("x", Some(RANGE))).collect(),
        maps: (0..world.maps).map(|_| terms.bounded_map_variable("m", world.contents)).collect(),
        world,
    };
    let mut source = Source { bytes, position: 0 };
    let count = 1 + source.below(3);
    for _ in 0..count {
        let formula = formula(&mut prover.terms, &world, &mut source, &[], 3);
        prover.suppose(formula);
    }
    (prover, world)
}

/// The cells that reads see: all offsets without sums, or the few that are allowed.
fn cells(world: &Unknowns) -> Vec<(MapId, i128, i128)> {
    let positions: &[(i128, i128)] = match world.world.quantifiers {
        true => &[(0, -1), (0, 0), (0, 1), (0, 2)],
        false => &[(0, 0), (0, 1), (1, 0)],
    };
    let of = |map: &MapId| {
        let map = *map;
        positions.iter().map(move |(block, offset)| (map, *block, *offset))
    };
    world.maps.iter().flat_map(of).collect()
}

/// Requires reads to stay in the cells that brute force goes through.
fn confine(prover: &mut Prover, world: &Unknowns) {
    let mut seen = std::collections::HashSet::new();
    loop {
        let reads: Vec<TermId> = prover
            .terms
            .all_terms()
            .filter(|(_, node)| matches!(node, TermNode::Select(..)))
            .map(|(term, _)| term)
            .filter(|term| !seen.contains(term))
            .collect();
        if reads.is_empty() {
            return;
        }
        for read in reads {
            seen.insert(read);
            let TermNode::Select(_, block, offset) = *prover.terms.term(read) else { continue };
            let mut allowed = Vec::new();
            for (_, at, index) in cells(world) {
                let (at, index) = (prover.terms.integer(at), prover.terms.integer(index));
                let one = prover.terms.equal(block, at);
                let other = prover.terms.equal(offset, index);
                allowed.push(prover.terms.and([one, other]));
            }
            let allowed = prover.terms.or(allowed);
            prover.suppose(allowed);
        }
    }
}

fn compare(prover: &mut Prover, world: &Unknowns) {
    let unproved = compared(prover, world).and_then(Result::err);
    assert_eq!(unproved, None);
}

/// The same; of a refutation whether it has a proof.
fn compared(prover: &mut Prover, world: &Unknowns) -> Option<Result<(), String>> {
    let formulas = prover.supposed().to_vec();
    let wanted = satisfiable(&prover.terms, world, &formulas);
    let easy = !world.world.operations && !world.world.quantifiers;
    let answer = prover.solve(&[]);
    match answer {
        Answer::Refuted { needed } => {
            assert!(!wanted, "a model was missed");
            let kept: Vec<FormulaId> = needed.iter().map(|h| formulas[h.index()]).collect();
            assert!(!satisfiable(&prover.terms, world, &kept), "a hypothesis is missing");
            let found = prover.proof().map(|_| ());
            if found.is_ok() {
                let text = proof(prover);
                assert_eq!(verify(&text), Ok(1), "{text}");
            }
            return Some(found);
        }
        Answer::Satisfied(model) if model.complete => {
            assert!(formulas.iter().all(|f| model.holds(&prover.terms, *f) == Some(true)));
            // What is not defined may be any number, which brute force does not try.
            assert!(wanted || world.world.operations, "{model:?}");
        }
        Answer::Satisfied(model) => assert!(!easy, "{model:?}"),
        Answer::Open(lack) => assert!(!easy, "{lack:?}"),
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn linear_formulas(bytes in prop::collection::vec(any::<u8>(), 10..120)) {
        let (mut prover, world) = asked(&bytes, World { variables: 3, ..World::default() });
        compare(&mut prover, &world);
    }

    #[test]
    fn quantifiers(bytes in prop::collection::vec(any::<u8>(), 10..120)) {
        let (mut prover, world) = asked(&bytes, World { quantifiers: true, ..World::default() });
        compare(&mut prover, &world);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100)))]

    #[test]
    fn maps(bytes in prop::collection::vec(any::<u8>(), 10..80)) {
        let (mut prover, world) = asked(&bytes, World { maps: 1, ..World::default() });
        confine(&mut prover, &world);
        compare(&mut prover, &world);
    }

    #[test]
    fn two_maps(bytes in prop::collection::vec(any::<u8>(), 10..80)) {
        let (mut prover, world) = asked(&bytes, World { variables: 1, maps: 2, contents: (0, 1), ..World::default() });
        confine(&mut prover, &world);
        compare(&mut prover, &world);
    }

    #[test]
    fn quantified_reads(bytes in prop::collection::vec(any::<u8>(), 10..80)) {
        let (mut prover, world) = asked(&bytes, World { maps: 1, contents: (0, 1), quantifiers: true, ..World::default() });
        compare(&mut prover, &world);
    }
}

/// Of operations that are not linear the solver may fail to refute once more, from the few constraints that clash, what it has
/// refuted among more. That is no proof, and nothing is claimed from it; it is rare, and nothing else goes wrong.
#[test]
fn operations() {
    let (refuted, unproved) = (Cell::new(0), RefCell::new(Vec::new()));
    let mut runner = TestRunner::new(ProptestConfig { cases: 1_500, ..ProptestConfig::default() });
    let run = runner.run(&prop::collection::vec(any::<u8>(), 10..120), |bytes| {
        let (mut prover, world) = asked(&bytes, World { variables: 3, operations: true, ..World::default() });
        match compared(&mut prover, &world) {
            Some(Ok(())) => refuted.set(refuted.get() + 1),
            Some(Err(reason)) => unproved.borrow_mut().push(reason),
            None => {}
        }
        Ok(())
    });
    assert!(run.is_ok(), "{run:?}");
    let unproved = unproved.into_inner();
    assert!(unproved.iter().all(|reason| reason.contains("alone were not refuted")), "{unproved:?}");
    assert!(unproved.len() * 50 <= refuted.get(), "{} of {}", unproved.len(), refuted.get());
}

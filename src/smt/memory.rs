//! What reads of maps, conditional terms and operations that may be undefined mean, as clauses. They are added when a model
//! of the comparisons contradicts them.

use std::collections::{BTreeMap, BTreeSet};

use super::clause::{Literal, Origin};
use super::core::Core;
use super::encode::{Encoding, Meaning};
use super::model::{Evaluation, Model};
use super::term::{FormulaId, MapId, MapNode, TermId, TermNode, Terms};
use super::theory::defined;
use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{self, Symbol};

/// A clause that always holds: some formulas do not all have the opposite of these truth values. What a read or a term is
/// comes last.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// The formulas with truth values.
    pub parts: Vec<(FormulaId, bool)>,
    /// Why it holds.
    pub origin: Origin,
}

/// What a model of the solver and assigned truth values say of variables and cells; where two reads of a cell differ, the
/// first one counts.
pub fn model(terms: &Terms, core: &Core, encoding: &Encoding, integers: &constraint::Model) -> Model {
    let mut model = Model::default();
    for &literal in core.trail() {
        if let Meaning::Atom(atom) = encoding.meaning(literal.proposition()) {
            model.atoms.insert(atom, literal.is_positive());
        }
    }
    let mut reads = Vec::new();
    for (&symbol, &value) in integers {
        let term = TermId(symbol.0);
        match terms.term(term) {
            TermNode::Variable(variable) => {
                model.integers.insert(*variable, value);
            }
            TermNode::Operation(..) => {
                model.undefined.insert(term, value);
                model.computed.insert(term);
            }
            TermNode::Select(map, block, offset) => {
                model.computed.insert(term);
                if let MapNode::Variable(..) = terms.map(*map) {
                    reads.push((*map, *block, *offset, value));
                }
            }
            TermNode::Conditional(..) => _ = model.computed.insert(term),
            TermNode::Integer(_) | TermNode::Sum { .. } => {}
        }
    }
    // Terms are numbered after those that they are made of, so what an offset depends on is there already.
    for (map, block, offset, value) in reads {
        let mut evaluation = Evaluation::new(&model);
        let position = evaluation.term(terms, block).zip(evaluation.term(terms, offset));
        if let Some(position) = position {
            model.cells.entry(map).or_default().entry(position).or_insert(value);
        }
    }
    model
}

/// The clauses that a model contradicts, for terms with their numbers in it.
pub fn contradicted(terms: &mut Terms, model: &Model, integers: &constraint::Model) -> Vec<Lemma> {
    let mut evaluation = Evaluation::new(model);
    let mut first: BTreeMap<(MapId, i128, i128), TermId> = BTreeMap::new();
    let mut unfolded = BTreeSet::new();
    let mut lemmas = Vec::new();
    for (&Symbol(number), &value) in integers {
        let term = TermId(number);
        let read = match *terms.term(term) {
            TermNode::Select(map, block, offset) => Some((map, block, offset)),
            _ => None,
        };
        if let Some((map, block, offset)) = read
            && let MapNode::Variable(..) = terms.map(map)
            && let Some((block, offset)) = evaluation.term(terms, block).zip(evaluation.term(terms, offset))
        {
            let earlier = *first.entry((map, block, offset)).or_insert(term);
            if earlier != term && integers.get(&Symbol(earlier.0)) != Some(&value) {
                lemmas.extend(congruence(terms, earlier, term));
            }
            continue;
        }
        if evaluation.term(terms, term) == Some(value) {
            continue;
        }
        match *terms.term(term) {
            TermNode::Select(..) => unfold(terms, &mut evaluation, term, &mut unfolded, &mut lemmas),
            TermNode::Conditional(condition, yes, no) => {
                let Some(holds) = evaluation.formula(terms, condition) else { continue };
                let equal = terms.equal(term, if holds { yes } else { no });
                let parts = vec![(condition, !holds), (equal, true)];
                lemmas.push(Lemma { parts, origin: Origin::Conditional(term) });
            }
            TermNode::Operation(..) => {
                if let Some(formula) = defined(terms, term) {
                    let parts = vec![(formula, false), (formula, true)];
                    lemmas.push(Lemma { parts, origin: Origin::Middle(formula) });
                }
            }
            TermNode::Integer(_) | TermNode::Variable(_) | TermNode::Sum { .. } => {}
        }
    }
    lemmas
}

/// Two reads of a map, at positions that are the same in a model.
fn congruence(terms: &mut Terms, one: TermId, other: TermId) -> Option<Lemma> {
    let TermNode::Select(_, block, offset) = *terms.term(one) else { return None };
    let TermNode::Select(_, other_block, other_offset) = *terms.term(other) else { return None };
    let blocks = terms.equal(block, other_block);
    let offsets = terms.equal(offset, other_offset);
    let values = terms.equal(one, other);
    let parts = vec![(blocks, false), (offsets, false), (values, true)];
    Some(Lemma { parts, origin: Origin::Congruence(one, other) })
}

/// Written positions that one clause passes at most, below the map where it begins.
const PASSED: usize = 4;

/// The clauses from a read down to the one that has its value in the model. One clause passes several writes, so that ways
/// that meet above a choice say something of the same read below it.
fn unfold(
    terms: &mut Terms,
    evaluation: &mut Evaluation<'_>,
    read: TermId,
    done: &mut BTreeSet<TermId>,
    lemmas: &mut Vec<Lemma>,
) {
    let mut read = read;
    while done.insert(read) {
        let Some((mut parts, mut next)) = below(terms, evaluation, read) else { return };
        for _ in 0..PASSED {
            let is_written = match terms.term(next) {
                TermNode::Select(map, ..) => matches!(terms.map(*map), MapNode::Store { .. }),
                _ => false,
            };
            match below(terms, evaluation, next).filter(|_| is_written) {
                Some((more, after)) => {
                    parts.extend(more.into_iter().filter(|part| !parts.contains(part)).collect::<Vec<_>>());
                    next = after;
                }
                None => break,
            }
        }
        parts.push((terms.equal(read, next), true));
        lemmas.push(Lemma { parts, origin: Origin::Read(read) });
        read = next;
    }
}

/// What a read is by the outermost map that it is of, and the opposite of why.
fn below(
    terms: &mut Terms,
    evaluation: &mut Evaluation<'_>,
    read: TermId,
) -> Option<(Vec<(FormulaId, bool)>, TermId)> {
    let TermNode::Select(map, block, offset) = *terms.term(read) else { return None };
    match terms.map(map).clone() {
        MapNode::Variable(..) => None,
        MapNode::Store { map, block: at, offset: index, value } => {
            let (blocks, offsets) = (terms.equal(block, at), terms.equal(offset, index));
            let different =
                [blocks, offsets].into_iter().find(|f| evaluation.formula(terms, *f) == Some(false));
            Some(match different {
                Some(different) => (vec![(different, true)], terms.select(map, block, offset)),
                None => (vec![(blocks, false), (offsets, false)], value),
            })
        }
        MapNode::Forgotten { map, fresh, regions } => {
            let mut parts = Vec::new();
            for region in regions {
                let blocks = terms.equal(block, region.block);
                let first = terms.compare(Relation::LessEqual, region.first, offset);
                let end = terms.compare(Relation::Less, offset, region.end);
                let tests = [blocks, first, end];
                match tests.into_iter().find(|f| evaluation.formula(terms, *f) == Some(false)) {
                    Some(outside) => parts.push((outside, true)),
                    None => {
                        let inside = tests.map(|test| (test, false)).to_vec();
                        return Some((inside, terms.select(fresh, block, offset)));
                    }
                }
            }
            Some((parts, terms.select(map, block, offset)))
        }
        MapNode::Choice(cases) => {
            let chosen = cases.into_iter().find(|case| evaluation.formula(terms, case.0) == Some(true));
            let (condition, map) = chosen?;
            Some((vec![(condition, false)], terms.select(map, block, offset)))
        }
    }
}

/// The literal of a lemma that is to be decided so that the rest follows: what the first open part is in the model.
pub fn decision(core: &Core, literals: &[Literal]) -> Option<Literal> {
    let mut open = literals.iter().filter(|literal| core.value(**literal).is_none());
    let first = open.next()?;
    let satisfied = literals.iter().any(|literal| core.value(*literal) == Some(true));
    (!satisfied).then(|| first.negated())
}

//! Where ways come together: the state of the way that is taken.

use std::collections::BTreeSet;
use std::rc::Rc;

use im::OrdMap;

use focuscheck_base::arith::Relation;
use focuscheck_smt::term::{FormulaId, TermId};

use super::encoder::Encoder;
use super::state::{State, Value};

/// The state of the way that is taken.
pub fn joined(
    encoder: &mut Encoder<'_>,
    states: &[(FormulaId, State)],
    equal: &mut Vec<(FormulaId, FormulaId)>,
) -> Option<State> {
    let ((_, first), rest) = states.split_first()?;
    if rest.is_empty() {
        return Some(first.clone());
    }
    let mut cells = first.cells.clone();
    for (&cell, &value) in &first.cells {
        let others: Option<Vec<Value>> =
            rest.iter().map(|(_, state)| state.cells.get(&cell).copied()).collect();
        let Some(others) = others else {
            cells.remove(&cell);
            continue;
        };
        if others.iter().any(|&other| other != value) {
            let ways: Vec<(FormulaId, Value)> =
                states.iter().map(|(way, _)| *way).zip(std::iter::once(value).chain(others)).collect();
            match joined_value(encoder, &ways, equal) {
                Some(value) => _ = cells.insert(cell, value),
                None => _ = cells.remove(&cell),
            }
        }
    }
    let mut maps = OrdMap::new();
    let sorts: BTreeSet<_> = states.iter().flat_map(|(_, state)| state.maps.keys().copied()).collect();
    for sort in sorts {
        let cases: Vec<_> = states.iter().map(|(way, state)| (*way, encoder.map(state, sort))).collect();
        maps.insert(sort, encoder.terms.choice(cases));
    }
    let lengths = states.iter().map(|(way, state)| (*way, state.lengths)).collect();
    let lengths = encoder.terms.choice(lengths);
    let epoch = encoder.joined_epoch(states.iter().map(|(way, state)| (*way, state.epoch)).collect());
    let mut moments = OrdMap::new();
    for (key, moment) in &first.moments {
        let others: Option<Vec<&Rc<State>>> = rest.iter().map(|(_, state)| state.moments.get(key)).collect();
        let Some(others) = others else { continue };
        if others.iter().all(|other| Rc::ptr_eq(other, moment)) {
            moments.insert(*key, Rc::clone(moment));
            continue;
        }
        let all: Vec<(FormulaId, State)> = states
            .iter()
            .map(|(way, _)| *way)
            .zip(std::iter::once(moment).chain(others).map(|state| (**state).clone()))
            .collect();
        if let Some(state) = joined(encoder, &all, equal) {
            moments.insert(*key, Rc::new(state));
        }
    }
    Some(State { cells, maps, epoch, lengths, moments })
}

fn joined_value(
    encoder: &mut Encoder<'_>,
    ways: &[(FormulaId, Value)],
    equal: &mut Vec<(FormulaId, FormulaId)>,
) -> Option<Value> {
    let integers: Option<Vec<_>> = ways
        .iter()
        .map(|(way, value)| match value {
            Value::Integer(value) => Some((*way, *value)),
            Value::Pointer { .. } => None,
        })
        .collect();
    if let Some(integers) = integers {
        return Some(Value::Integer(joined_term(encoder, &integers, equal)));
    }
    let mut blocks = Vec::with_capacity(ways.len());
    let mut offsets = Vec::with_capacity(ways.len());
    for (way, value) in ways {
        let Value::Pointer { block, offset } = value else { return None };
        blocks.push((*way, *block));
        offsets.push((*way, *offset));
    }
    Some(Value::Pointer {
        block: joined_term(encoder, &blocks, equal),
        offset: joined_term(encoder, &offsets, equal),
    })
}

fn joined_term(
    encoder: &mut Encoder<'_>,
    ways: &[(FormulaId, TermId)],
    equal: &mut Vec<(FormulaId, FormulaId)>,
) -> TermId {
    if let Some(&(_, first)) = ways.first()
        && ways.iter().all(|&(_, term)| term == first)
    {
        return first;
    }
    let terms = &mut encoder.terms;
    let mut range = ways.first().and_then(|&(_, term)| terms.range(term));
    for &(_, term) in ways {
        range = range.zip(terms.range(term)).map(|(one, other)| (one.0.min(other.0), one.1.max(other.1)));
    }
    let variable = terms.variable("joined", range);
    let joined = terms.variable_term(variable);
    encoder.joins.insert(variable);
    for &(way, term) in ways {
        let equation = encoder.terms.compare(Relation::Equal, joined, term);
        equal.push((way, equation));
    }
    joined
}

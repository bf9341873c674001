//! What evaluating an expression touches: the cells that it reads and writes, the functions that it calls.

use std::collections::BTreeSet;

use crate::layout::program::{Expression, ExpressionKind, FunctionId, Place, Program, VariableId};
use crate::limit::spend;

use super::effects::children;

/// A cell of a variable, by its position, or all of them.
pub(super) type Part = (VariableId, u32);

/// The position that stands for all cells.
pub(super) const WHOLE: u32 = u32::MAX;

/// What evaluating an expression touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Touch {
    pub(super) reads: BTreeSet<Part>,
    pub(super) writes: BTreeSet<Part>,
    pub(super) calls: BTreeSet<FunctionId>,
    /// It changes whatever has escaped.
    pub(super) outside: bool,
}

impl Touch {
    /// The smaller one goes into the larger one, so that long sums take no square of their length.
    pub(super) fn and(self, other: Touch) -> Touch {
        let size = |touch: &Touch| touch.reads.len() + touch.writes.len() + touch.calls.len();
        let (mut large, small) = if size(&self) < size(&other) { (other, self) } else { (self, other) };
        spend(size(&small) + 1);
        large.reads.extend(small.reads);
        large.writes.extend(small.writes);
        large.calls.extend(small.calls);
        large.outside |= small.outside;
        large
    }

    pub(super) fn changes(&self) -> bool {
        !self.writes.is_empty() || !self.calls.is_empty() || self.outside
    }
}

/// What an expression touches besides its operands.
pub(super) fn touched(program: &Program, expression: &Expression, changed: &BTreeSet<VariableId>) -> Touch {
    let mut touch = Touch::default();
    match &expression.kind {
        ExpressionKind::Read(place) | ExpressionKind::ReadVolatile(place) => touch.reads.extend(cells(place)),
        ExpressionKind::Assign(place, _) => touch.writes.extend(cells(place)),
        ExpressionKind::Update { place, .. } => {
            touch.reads.extend(cells(place));
            touch.writes.extend(cells(place));
        }
        ExpressionKind::CopyCells { target, source, count } => {
            touch.reads.extend(parts(source, *count));
            touch.writes.extend(parts(target, *count));
        }
        ExpressionKind::Call(callee, _, places) => {
            touch.calls.insert(*callee);
            let outputs = program.functions[callee.index()].outputs.iter();
            let given_back = outputs.zip(places).filter(|(output, _)| changed.contains(output));
            touch.writes.extend(given_back.map(|(_, place)| (place.variable, WHOLE)));
        }
        ExpressionKind::Unsupported { may, .. } => touch.outside = may.write || may.call,
        ExpressionKind::Constant(_)
        | ExpressionKind::Touch(_)
        | ExpressionKind::Unary(..)
        | ExpressionKind::Not(_)
        | ExpressionKind::Convert(_)
        | ExpressionKind::Binary(..)
        | ExpressionKind::Compare(..)
        | ExpressionKind::And(..)
        | ExpressionKind::Or(..)
        | ExpressionKind::Comma(..)
        | ExpressionKind::Conditional(..)
        | ExpressionKind::Input { .. }
        | ExpressionKind::Assert(..)
        | ExpressionKind::Assume(_)
        | ExpressionKind::Error(_)
        | ExpressionKind::Stop(_)
        | ExpressionKind::Exit(_)
        | ExpressionKind::NoOperation(_) => {}
    }
    touch
}

/// The cells that a place may be; all of its variable, if these are many.
pub(super) fn cells(place: &Place) -> Vec<Part> {
    let mut offsets = vec![place.offset];
    for index in &place.indices {
        if u64::from(index.length) * offsets.len() as u64 > MOST_CELLS {
            return vec![(place.variable, WHOLE)];
        }
        let steps = 0..index.length;
        let moved = |step: u32| {
            let by = step.saturating_mul(index.stride);
            offsets.iter().map(move |offset| offset.saturating_add(by)).collect::<Vec<_>>()
        };
        offsets = steps.flat_map(moved).collect();
    }
    offsets.into_iter().map(|offset| (place.variable, offset)).collect()
}

/// Objects with more cells than this are not told apart.
const MOST_CELLS: u64 = 64;

pub(super) fn parts(place: &Place, count: u32) -> Vec<Part> {
    match place.indices.is_empty() {
        true => {
            (place.offset..place.offset.saturating_add(count)).map(|cell| (place.variable, cell)).collect()
        }
        false => vec![(place.variable, WHOLE)],
    }
}

pub(super) fn subscripts(place: &Place) -> impl Iterator<Item = &Expression> {
    place.indices.iter().map(|index| &index.value)
}

/// What two sets have in common.
pub(super) fn overlap(one: &BTreeSet<Part>, other: &BTreeSet<Part>) -> Vec<Part> {
    let (small, large) = if one.len() < other.len() { (one, other) } else { (other, one) };
    spend(small.len());
    let mut found = Vec::new();
    for &(variable, cell) in small {
        if cell == WHOLE {
            found.extend(large.range((variable, 0)..=(variable, WHOLE)));
        } else if large.contains(&(variable, cell)) || large.contains(&(variable, WHOLE)) {
            found.push((variable, cell));
        }
    }
    found
}

/// The parts that belong to some variables.
pub(super) fn parts_of(parts: &BTreeSet<Part>, variables: &BTreeSet<VariableId>) -> Vec<Part> {
    spend(parts.len().min(variables.len()));
    if variables.len() < parts.len() {
        let of = |&variable: &VariableId| parts.range((variable, 0)..=(variable, WHOLE)).copied();
        return variables.iter().flat_map(of).collect();
    }
    parts.iter().copied().filter(|part| variables.contains(&part.0)).collect()
}

/// What an operand changes without a sequence point between that and its value.
pub(super) fn late_writes(
    program: &Program,
    expression: &Expression,
    changed: &BTreeSet<VariableId>,
    out: &mut BTreeSet<Part>,
) {
    let mut pending = vec![expression];
    while let Some(expression) = pending.pop() {
        match &expression.kind {
            ExpressionKind::Call(..) | ExpressionKind::Input { .. } | ExpressionKind::NoOperation(_) => {}
            ExpressionKind::And(_, last) | ExpressionKind::Or(_, last) | ExpressionKind::Comma(_, last) => {
                pending.push(last);
            }
            ExpressionKind::Conditional(_, then, otherwise) => pending.extend([&**then, &**otherwise]),
            ExpressionKind::Constant(_)
            | ExpressionKind::Read(_)
            | ExpressionKind::ReadVolatile(_)
            | ExpressionKind::Touch(_)
            | ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Not(_)
            | ExpressionKind::Compare(..)
            | ExpressionKind::Convert(_)
            | ExpressionKind::Assign(..)
            | ExpressionKind::Update { .. }
            | ExpressionKind::CopyCells { .. }
            | ExpressionKind::Assert(..)
            | ExpressionKind::Assume(_)
            | ExpressionKind::Error(_)
            | ExpressionKind::Stop(_)
            | ExpressionKind::Exit(_)
            | ExpressionKind::Unsupported { .. } => {
                out.extend(touched(program, expression, changed).writes);
                children(expression, &mut pending);
            }
        }
    }
}

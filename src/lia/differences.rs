//! Contradictions among differences of two variables, found as negative cycles.
//!
//! `x - y <= c` is an edge; a cycle whose numbers sum to less than zero has no solution. Propagation would
//! count through whole ranges of values on such a cycle.

use super::constraint::Comparison;
use super::positions::Positions;
use super::system::System;
use focuscheck_base::limit::spend;
use focuscheck_certificate::Number;

struct Edge {
    from: usize,
    to: usize,
    length: i128,
    row: usize,
    /// 1, or -1 if the row is an equality that is used the other way round.
    sign: i8,
}

/// The constraints of a negative cycle, if there is one.
pub(super) fn negative_cycle(system: &System) -> Option<Positions> {
    let mut edges = Vec::new();
    for (index, row) in system.rows.iter().enumerate() {
        let expression = &row.constraint.expression;
        let (from, to) = match expression.terms[..] {
            [(left, 1), (right, -1)] => (right.0 as usize, left.0 as usize),
            [(left, -1), (right, 1)] => (left.0 as usize, right.0 as usize),
            _ => continue,
        };
        let Some(length) = expression.constant.checked_neg() else {
            continue;
        };
        match row.constraint.comparison {
            Comparison::NotZero => {}
            Comparison::AtMostZero => edges.push(Edge { from, to, length, row: index, sign: 1 }),
            Comparison::Zero => {
                edges.push(Edge { from, to, length, row: index, sign: 1 });
                let length = expression.constant;
                edges.push(Edge { from: to, to: from, length, row: index, sign: -1 });
            }
        }
    }
    if edges.len() < 2 {
        return None;
    }
    let entry = shortest(&edges, system.variables())?;
    let start = on_cycle(&edges, &entry)?;
    let mut variable = start;
    let mut constraints = Positions::default();
    let mut total = 0i128;
    let mut parts = Vec::new();
    loop {
        let edge = edges.get(entry[variable])?;
        system.rows[edge.row].origin.collect(&mut constraints);
        total = total.checked_add(edge.length)?;
        parts.push((edge.row, edge.sign));
        variable = edge.from;
        if variable == start {
            break;
        }
    }
    // The rows of the cycle sum to `-total <= 0`.
    let sum = system.record(|log| {
        let part = |(row, sign): (usize, i8)| Some((Number::from(sign), system.rows[row].proof?));
        log.sum(parts.into_iter().map(part).collect::<Option<_>>()?, Number::ONE)
    });
    system.conclude(sum);
    (total < 0).then_some(constraints)
}

/// The last edges of shortest ways from a source that reaches every variable at distance zero, as soon as they form a
/// cycle; nothing if they never do, or a number gets too large. Every second round takes the edges from the last one on: a
/// chain is followed in two rounds, whichever way it leads.
fn shortest(edges: &[Edge], variables: usize) -> Option<Vec<usize>> {
    let mut distance = vec![0i128; variables];
    let mut entry = vec![usize::MAX; variables];
    for round in 0..=variables {
        spend(edges.len());
        let mut changed = false;
        let mut relax = |(index, edge): (usize, &Edge)| {
            let candidate = distance[edge.from].checked_add(edge.length)?;
            if candidate < distance[edge.to] {
                distance[edge.to] = candidate;
                entry[edge.to] = index;
                changed = true;
            }
            Some(())
        };
        match round % 2 {
            0 => edges.iter().enumerate().try_for_each(&mut relax)?,
            _ => edges.iter().enumerate().rev().try_for_each(&mut relax)?,
        }
        if !changed {
            return None;
        }
        if on_cycle(edges, &entry).is_some() {
            return Some(entry);
        }
    }
    None
}

/// A variable on a cycle of last edges.
fn on_cycle(edges: &[Edge], entry: &[usize]) -> Option<usize> {
    let mut seen = vec![usize::MAX; entry.len()];
    for start in 0..entry.len() {
        let mut at = start;
        while seen[at] == usize::MAX {
            seen[at] = start;
            match edges.get(entry[at]) {
                Some(edge) => at = edge.from,
                None => break,
            }
        }
        if seen[at] == start && edges.get(entry[at]).is_some() {
            return Some(at);
        }
    }
    None
}

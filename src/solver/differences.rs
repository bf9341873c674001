//! Contradictions among differences of two variables, found as negative cycles.
//!
//! `x - y <= c` is an edge; a cycle whose numbers sum to less than zero has no solution. Propagation would
//! count through whole ranges of values on such a cycle.

use super::constraint::Comparison;
use super::positions::Positions;
use super::system::System;
use crate::certificate::Number;
use crate::limit::spend;

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
    // Shortest distances from a source that reaches every variable at distance zero.
    let variables = system.variables();
    let mut distance = vec![0i128; variables];
    let mut entry = vec![usize::MAX; variables];
    let mut last = None;
    for _ in 0..=variables {
        spend(edges.len());
        last = None;
        for (index, edge) in edges.iter().enumerate() {
            let candidate = distance[edge.from].checked_add(edge.length)?;
            if candidate < distance[edge.to] {
                distance[edge.to] = candidate;
                entry[edge.to] = index;
                last = Some(edge.to);
            }
        }
        last?;
    }
    // Still shrinking after as many rounds as there are variables: the way back runs into a cycle.
    let mut variable = last?;
    for _ in 0..variables {
        variable = edges.get(entry[variable])?.from;
    }
    let start = variable;
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

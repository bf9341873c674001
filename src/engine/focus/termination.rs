//! Whether the loops of a procedure end: counting loops, and loops whose rounds a sequence fixes.
//!
//! Under-approximates: a loop of which nothing is found may end all the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::summary::statics::Statics;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, Condition, Expr, Graph, NodeId, ScalarId};

/// The edges between some nodes.
pub type Edges = BTreeMap<NodeId, Vec<NodeId>>;

/// Looks for loops that may not end.
pub struct Termination<'a> {
    /// The program.
    pub graph: &'a Graph,
    /// What calls may assign.
    pub statics: &'a Statics,
    /// Conditionals whose outcomes are fixed, so that they are passed a fixed number of times.
    pub fixed: &'a dyn Fn(NodeId) -> bool,
}

impl Termination<'_> {
    /// Whether every cycle of these edges is left after finitely many rounds.
    pub fn ends(&self, edges: &Edges) -> bool {
        cycles(edges).iter().all(|cycle| self.cycle_ends(edges, cycle))
    }

    /// The same for one strongly connected component: some conditional in it is passed finitely often, and without it the
    /// rest ends, too.
    fn cycle_ends(&self, edges: &Edges, cycle: &BTreeSet<NodeId>) -> bool {
        let counted = cycle.iter().find(|&&node| (self.fixed)(node) || self.is_counted(edges, cycle, node));
        let Some(&counted) = counted else { return false };
        self.ends(&within(edges, cycle, counted))
    }

    /// Whether a conditional of a cycle leaves it after finitely many passages: it compares a variable with a bound that the
    /// cycle does not change, and every way round moves the variable towards the bound.
    fn is_counted(&self, edges: &Edges, cycle: &BTreeSet<NodeId>, node: NodeId) -> bool {
        let Action::Branch(condition) = &self.graph.nodes[node.index()].action else { return false };
        let [yes, no] = self.graph.nodes[node.index()].successors[..] else { return false };
        let relation = match (cycle.contains(&yes), cycle.contains(&no)) {
            (true, false) => condition.relation,
            (false, true) => condition.relation.negate(),
            _ => return false,
        };
        let turned = Condition {
            relation: relation.mirrored(),
            left: condition.right.clone(),
            right: condition.left.clone(),
        };
        let stays = Condition { relation, ..condition.clone() };
        [stays, turned].iter().any(|stays| self.moves(edges, cycle, node, stays))
    }

    /// Whether the left side of the condition for staying is such a variable.
    fn moves(&self, edges: &Edges, cycle: &BTreeSet<NodeId>, node: NodeId, stays: &Condition) -> bool {
        let Expr::Scalar(variable) = stays.left else { return false };
        let mut writers = cycle.iter().filter(|&&inside| self.writes(inside, variable));
        let (Some(&step), None) = (writers.next(), writers.next()) else { return false };
        let Action::Assign { value, .. } = &self.graph.nodes[step.index()].action else { return false };
        let passes = cycles(&within(edges, cycle, step)).iter().all(|rest| !rest.contains(&node));
        passes
            && !cycle.iter().any(|&inside| reads(&stays.right).iter().any(|&read| self.writes(inside, read)))
            && towards(self.graph.scalars[variable.index()].ty, variable, value, stays)
    }

    /// Whether passing a node may assign a scalar.
    fn writes(&self, node: NodeId, scalar: ScalarId) -> bool {
        spend(1);
        match &self.graph.nodes[node.index()].action {
            Action::Assign { target, .. }
            | Action::Load { target, .. }
            | Action::Input { target, .. }
            | Action::Unsupported { target, .. } => *target == scalar,
            Action::Store { range, .. } => range.has(scalar),
            Action::Call { callee, results, .. } => {
                results.iter().any(|&(_, to)| to == scalar) || self.statics.may_modify(*callee, scalar)
            }
            Action::Skip
            | Action::UnitStart
            | Action::Bounds { .. }
            | Action::Branch(_)
            | Action::Assume(_)
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => false,
        }
    }
}

/// Whether `variable = value` makes the condition for staying false after finitely many times, in arithmetic of C: what is
/// signed does not wrap, for that is undefined.
fn towards(ty: IntegerType, variable: ScalarId, value: &Expr, stays: &Condition) -> bool {
    let Expr::Binary(operator, own, left, right) = value else { return false };
    let (Expr::Scalar(base), Expr::Constant(step, _)) = (&**left, &**right) else { return false };
    if *base != variable || *own != ty {
        return false;
    }
    let positive = matches!(
        (&stays.right, stays.relation),
        (Expr::Constant(0, _), Relation::NotEqual | Relation::Greater)
            | (Expr::Constant(1, _), Relation::GreaterEqual)
    );
    match operator {
        BinaryOperator::Add | BinaryOperator::Subtract => {
            let step = if *operator == BinaryOperator::Add { *step } else { -*step };
            let near = ty.signed || step.abs() == 1;
            match stays.relation {
                Relation::Less => step > 0 && near,
                Relation::Greater => step < 0 && near,
                Relation::LessEqual => step > 0 && ty.signed,
                Relation::GreaterEqual => step < 0 && ty.signed,
                Relation::NotEqual => step.abs() == 1 && !ty.signed,
                Relation::Equal => step != 0,
            }
        }
        BinaryOperator::Divide => *step >= 2 && positive,
        BinaryOperator::ShiftRight => {
            *step >= 1 && positive && (!ty.signed || stays.relation != Relation::NotEqual)
        }
        BinaryOperator::Multiply
        | BinaryOperator::Remainder
        | BinaryOperator::ShiftLeft
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor => false,
    }
}

/// The scalars that an expression reads.
fn reads(expression: &Expr) -> Vec<ScalarId> {
    match expression {
        Expr::Constant(..) => Vec::new(),
        Expr::Scalar(scalar) => vec![*scalar],
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => reads(operand),
        Expr::Binary(_, _, left, right) => [reads(left), reads(right)].concat(),
    }
}

/// The edges inside of a set of nodes, without one of these.
fn within(edges: &Edges, nodes: &BTreeSet<NodeId>, without: NodeId) -> Edges {
    let stays = |node: &NodeId| *node != without && nodes.contains(node);
    let inside = nodes.iter().filter(|node| stays(node));
    inside
        .map(|node| (*node, edges.get(node).into_iter().flatten().copied().filter(&stays).collect()))
        .collect()
}

/// The strongly connected components that have a cycle (Tarjan's algorithm).
fn cycles(edges: &Edges) -> Vec<BTreeSet<NodeId>> {
    struct Visit {
        number: usize,
        low: usize,
        open: bool,
    }
    let mut visits: BTreeMap<NodeId, Visit> = BTreeMap::new();
    let mut found = Vec::new();
    let mut open: Vec<NodeId> = Vec::new();
    for &start in edges.keys() {
        if visits.contains_key(&start) {
            continue;
        }
        let mut work = vec![(start, 0usize)];
        while let Some((node, next)) = work.pop() {
            spend(1);
            if next == 0 {
                let number = visits.len();
                visits.insert(node, Visit { number, low: number, open: true });
                open.push(node);
            }
            let successors = edges.get(&node).map_or(&[][..], Vec::as_slice);
            let mut low = visits[&node].low;
            // A successor that was walked into has come back by now.
            if let Some(before) = next.checked_sub(1).and_then(|before| successors.get(before))
                && let Some(visit) = visits.get(before).filter(|visit| visit.open)
            {
                low = low.min(visit.low);
            }
            let mut went = false;
            for (position, successor) in successors.iter().enumerate().skip(next) {
                match visits.get(successor) {
                    None => {
                        work.push((node, position + 1));
                        work.push((*successor, 0));
                        went = true;
                        break;
                    }
                    Some(visit) if visit.open => low = low.min(visit.number),
                    Some(_) => {}
                }
            }
            if let Some(visit) = visits.get_mut(&node) {
                visit.low = low;
                if went || low != visit.number {
                    continue;
                }
            }
            let from = open.iter().rposition(|&member| member == node).unwrap_or(0);
            let members: BTreeSet<NodeId> = open.drain(from..).collect();
            for member in &members {
                if let Some(visit) = visits.get_mut(member) {
                    visit.open = false;
                }
            }
            if members.len() > 1 || successors.contains(&node) {
                found.push(members);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn components_are_what_reaches_itself(pairs in prop::collection::vec((0u32..8, 0u32..8), 0..20)) {
            let mut edges: Edges = (0..8).map(|n| (NodeId(n), Vec::new())).collect();
            for (from, to) in pairs {
                edges.get_mut(&NodeId(from)).unwrap().push(NodeId(to));
            }
            let reach = |start: NodeId| {
                let mut seen = BTreeSet::new();
                let mut work = edges[&start].clone();
                while let Some(node) = work.pop() {
                    if seen.insert(node) {
                        work.extend(&edges[&node]);
                    }
                }
                seen
            };
            let mut expected: Vec<BTreeSet<NodeId>> = edges
                .keys()
                .filter(|&&node| reach(node).contains(&node))
                .map(|&node| reach(node).into_iter().filter(|&other| reach(other).contains(&node)).collect())
                .collect();
            expected.sort();
            expected.dedup();
            let mut found = cycles(&edges);
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }
}

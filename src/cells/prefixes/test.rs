//! Conditions that tell whether an element of an array is zero.

use focuscheck_base::arith::{IntegerType, Relation};

use crate::facts::cfg::{Action, CellRange, Condition, Expr, Graph, NodeId, ScalarId};
use crate::facts::reads::{each_read, node_assigns};

/// A test is looked for so many nodes behind the access.
const FAR: usize = 24;

/// An element of an array, by the subscript of the access that loaded or stored it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'g> {
    pub range: &'g CellRange,
    pub index: &'g Expr,
}

/// A branch on elements of arrays that were accessed shortly before it; their subscripts have not changed since.
#[derive(Clone, Debug)]
pub(super) struct Test<'g> {
    pub branch: NodeId,
    pub says: Says<'g>,
}

/// What a branch tells.
#[derive(Clone, Debug)]
pub(super) enum Says<'g> {
    /// Of each way on whether the element is zero, if that is known. The first way is the one where the condition holds.
    Zero(Element<'g>, [Option<bool>; 2]),
    /// The same of a scalar that may be an element, accessed by its name.
    NamedZero(ScalarId, [Option<bool>; 2]),
    /// The elements are equal on this way.
    Equal(Element<'g>, Element<'g>, usize),
    /// The element is equal to a value on this way.
    Same(Element<'g>, &'g Expr, usize),
}

impl<'g> Test<'g> {
    pub fn elements(&self) -> Vec<Element<'g>> {
        match self.says {
            Says::Zero(element, _) | Says::Same(element, ..) => vec![element],
            Says::NamedZero(..) => Vec::new(),
            Says::Equal(one, other, _) => vec![one, other],
        }
    }
}

/// The tests of a program.
pub(super) fn tests(graph: &Graph) -> Vec<Test<'_>> {
    let before = passed_before(graph);
    let branches = (0..graph.nodes.len()).map(|number| NodeId(number as u32));
    branches.flat_map(|branch| tests_at(graph, &before, branch)).collect()
}

/// By node the one that leads to it, if there is one only.
pub(super) fn single_predecessors(graph: &Graph) -> Vec<Option<NodeId>> {
    let mut before: Vec<Option<NodeId>> = vec![None; graph.nodes.len()];
    let mut several = vec![false; graph.nodes.len()];
    for (number, node) in graph.nodes.iter().enumerate() {
        for next in &node.successors {
            several[next.index()] |= before[next.index()].is_some();
            before[next.index()] = Some(NodeId(number as u32));
        }
    }
    before.into_iter().zip(several).map(|(before, several)| before.filter(|_| !several)).collect()
}

/// By node the nearest one that every way to it passes, if nothing between them changes anything. Where several branches
/// ask about one value, as those of `isspace` do, their ways meet again.
fn passed_before(graph: &Graph) -> Vec<Option<NodeId>> {
    let mut before = single_predecessors(graph);
    let mut predecessors: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
    for (number, node) in graph.nodes.iter().enumerate() {
        node.successors.iter().for_each(|next| predecessors[next.index()].push(NodeId(number as u32)));
    }
    // What lies before a place where ways meet may be another such place.
    loop {
        let mut changed = false;
        for (number, predecessors) in predecessors.iter().enumerate() {
            if before[number].is_none() && predecessors.len() > 1 {
                before[number] = common(graph, &before, predecessors);
                changed |= before[number].is_some();
            }
        }
        if !changed {
            return before;
        }
    }
}

/// The nearest node that lies before all these, or is one of them, with nothing between that changes anything.
fn common(graph: &Graph, before: &[Option<NodeId>], nodes: &[NodeId]) -> Option<NodeId> {
    let way = |from: NodeId| {
        let keeps = |at: NodeId| {
            matches!(graph.nodes[at.index()].action, Action::Branch(_) | Action::Assume(_) | Action::Skip)
        };
        std::iter::successors(Some(from), move |&at| before[at.index()].filter(|_| keeps(at))).take(FAR)
    };
    let (&first, others) = nodes.split_first()?;
    way(first).find(|&node| others.iter().all(|&other| way(other).any(|passed| passed == node)))
}

fn tests_at<'g>(graph: &'g Graph, before: &[Option<NodeId>], branch: NodeId) -> Vec<Test<'g>> {
    let node = &graph.nodes[branch.index()];
    let Action::Branch(Condition { relation, left, right }) = &node.action else { return Vec::new() };
    let [holds, fails] = node.successors[..] else { return Vec::new() };
    if holds == fails {
        return Vec::new();
    }
    let found = |value: &Expr| {
        copied(graph, value).map_or_else(Found::default, |scalar| elements(graph, before, branch, scalar))
    };
    let (value, relation, constant) = match (left, right) {
        (value, Expr::Constant(constant, _)) => (value, *relation, *constant),
        (Expr::Constant(constant, _), value) => (value, relation.mirrored(), *constant),
        (left, right) => {
            let way = match relation {
                Relation::Equal => 0,
                Relation::NotEqual => 1,
                Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => {
                    return Vec::new();
                }
            };
            let (one, other) = (found(left), found(right));
            let says = match (one.elements.first(), other.elements.first()) {
                (Some(&one), Some(&other)) => Says::Equal(one, other, way),
                (Some(&element), None) => Says::Same(element, right, way),
                (None, Some(&element)) => Says::Same(element, left, way),
                (None, None) => return Vec::new(),
            };
            return vec![Test { branch, says }];
        }
    };
    let ty = type_of(graph, value);
    let is_zero = [told(relation, constant, ty), told(relation.negate(), constant, ty)];
    if is_zero == [None, None] {
        return Vec::new();
    }
    let Found { elements, named } = found(value);
    let elements = elements.into_iter().map(|element| Says::Zero(element, is_zero));
    let named = named.into_iter().map(|scalar| Says::NamedZero(scalar, is_zero));
    elements.chain(named).map(|says| Test { branch, says }).collect()
}

/// What has the same value.
#[derive(Default)]
struct Found<'g> {
    elements: Vec<Element<'g>>,
    /// Scalars, which may be elements.
    named: Vec<ScalarId>,
}

/// The elements whose value a scalar has at a branch: the one that it was loaded from, and those that it was stored to on the
/// way; and the scalars that it is a copy of.
fn elements<'g>(
    graph: &'g Graph,
    before: &[Option<NodeId>],
    branch: NodeId,
    mut scalar: ScalarId,
) -> Found<'g> {
    let mut found = Found { elements: Vec::new(), named: vec![scalar] };
    let mut assigned: Vec<ScalarId> = Vec::new();
    let is_same = |element: Element<'_>, assigned: &[ScalarId]| {
        let mut is_same = !assigned.iter().any(|&scalar| element.range.has(scalar));
        each_read(element.index, &mut |scalar| is_same &= !assigned.contains(&scalar));
        is_same
    };
    let mut at = branch;
    for _ in 0..FAR {
        let Some(node) = before[at.index()] else { break };
        at = node;
        match &graph.nodes[at.index()].action {
            Action::Load { target, range, index } if *target == scalar => {
                assigned.push(*target);
                let element = Element { range, index };
                found.elements.extend(Some(element).filter(|&element| is_same(element, &assigned)));
                break;
            }
            Action::Call { .. } => break,
            Action::Assign { target, value } if *target == scalar => {
                assigned.push(*target);
                let Some(source) = copied(graph, value) else { break };
                scalar = source;
                found.named.extend(Some(source).filter(|source| !assigned.contains(source)));
            }
            action => {
                if let Action::Store { range, index, value } = action
                    && copied(graph, value) == Some(scalar)
                {
                    let element = Element { range, index };
                    found.elements.extend(Some(element).filter(|&element| is_same(element, &assigned)));
                }
                assigned.extend(node_assigns(action));
            }
        }
        if assigned.contains(&scalar) {
            break;
        }
    }
    found
}

/// The scalar that is zero where an expression is, and only there, whatever its value is.
pub(super) fn copied(graph: &Graph, expression: &Expr) -> Option<ScalarId> {
    match expression {
        Expr::Scalar(scalar) => Some(*scalar),
        // No other value than zero becomes zero in a type that is as wide.
        Expr::Convert(ty, operand) => {
            copied(graph, operand).filter(|_| ty.is_bool() || ty.width >= type_of(graph, operand).width)
        }
        Expr::Constant(..) | Expr::Unary(..) | Expr::Binary(..) => None,
    }
}

/// The type of the value of an expression.
pub(super) fn type_of(graph: &Graph, expression: &Expr) -> IntegerType {
    match expression {
        Expr::Constant(_, ty) | Expr::Unary(_, ty, _) | Expr::Binary(_, ty, ..) | Expr::Convert(ty, _) => *ty,
        Expr::Scalar(scalar) => graph.scalars[scalar.index()].ty,
    }
}

/// What it tells of a value of a type that it relates to a constant: that it is zero, or that it is not.
fn told(relation: Relation, constant: i128, ty: IntegerType) -> Option<bool> {
    if !relation.holds(0, constant) {
        return Some(false);
    }
    // The values for which it holds are all up to some number, all from some number on, one, or all but one.
    let others = [-1, 1, ty.min(), ty.max()].into_iter().filter(|&value| value != 0 && ty.contains(value));
    let is_alone = !others.into_iter().any(|value| relation.holds(value, constant));
    is_alone.then_some(true)
}

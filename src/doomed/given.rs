//! Calls with constant arguments: which ways of the called procedure they close. `__VERIFIER_assert(0)` only fails.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith;
use focuscheck_base::limit::spend;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::access::writes;
use focuscheck_ir::program::graph::{
    Action, Argument, Base, Callee, Expr, ExprKind, Graph, NodeId, Place, ProcedureId, TemporaryId,
};
use focuscheck_ir::program::visit::target;

/// The constants that a procedure is called with: parameters that it never changes.
type Given = BTreeMap<ObjectId, i128>;

/// For each call with such constants the ways, from node to node, that runs of the called procedure do not take then.
pub(super) fn closed(graph: &Graph, memory: &BTreeSet<ObjectId>) -> Vec<(NodeId, Vec<(NodeId, NodeId)>)> {
    let mut steady = BTreeMap::new();
    let mut found = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        let Action::Call { callee: Callee::Procedure(procedure), arguments, .. } = &node.action else {
            continue;
        };
        let steady = steady.entry(*procedure).or_insert_with(|| unchanged(graph, *procedure, memory));
        let parameters = graph.procedures[procedure.index()].parameters.iter();
        let given: Given = parameters
            .zip(arguments)
            .filter(|(parameter, _)| steady.contains(parameter))
            .filter_map(|(&parameter, argument)| Some((parameter, constant(argument, graph, parameter)?)))
            .collect();
        if given.is_empty() {
            continue;
        }
        let ways = not_taken(graph, *procedure, &given);
        if !ways.is_empty() {
            found.push((NodeId(number as u32), ways));
        }
    }
    found
}

/// The parameters of a procedure that keep what they were given.
fn unchanged(graph: &Graph, procedure: ProcedureId, memory: &BTreeSet<ObjectId>) -> BTreeSet<ObjectId> {
    let mut steady: BTreeSet<ObjectId> =
        graph.procedures[procedure.index()].parameters.iter().copied().collect();
    steady.retain(|parameter| !memory.contains(parameter));
    for node in graph.nodes_of(procedure) {
        spend(1);
        for written in writes(&graph.nodes[node.index()].action) {
            // What else writes to a variable needs its address.
            if let Some(object) = written.object() {
                steady.remove(&object);
            }
        }
    }
    steady
}

/// An argument that is a number, as the parameter holds it.
fn constant(argument: &Argument, graph: &Graph, parameter: ObjectId) -> Option<i128> {
    let Argument::Value(value) = argument else { return None };
    let number = Values { given: &Given::new(), temporaries: &BTreeMap::new() }.of(value)?;
    graph.objects[parameter.index()].ty.integer().map(|ty| ty.convert(number))
}

/// The ways of branches that these constants decide otherwise.
fn not_taken(graph: &Graph, procedure: ProcedureId, given: &Given) -> Vec<(NodeId, NodeId)> {
    // What temporaries hold that get a value at one node only.
    let mut temporaries = BTreeMap::new();
    let mut twice = BTreeSet::new();
    for node in graph.nodes_of(procedure) {
        let action = &graph.nodes[node.index()].action;
        let Some(target) = target(action) else { continue };
        if temporaries.insert(target, action).is_some() {
            twice.insert(target);
        }
    }
    temporaries.retain(|target, _| !twice.contains(target));
    let values = Values { given, temporaries: &temporaries };
    let mut ways = Vec::new();
    for id in graph.nodes_of(procedure) {
        spend(1);
        let node = &graph.nodes[id.index()];
        if let Action::Branch(condition) = &node.action
            && let Some(value) = values.of(condition)
            && let [then, otherwise] = node.successors[..]
            && then != otherwise
        {
            ways.push((id, if value == 0 { then } else { otherwise }));
        }
    }
    ways
}

/// What values are under given constants.
struct Values<'a> {
    given: &'a Given,
    temporaries: &'a BTreeMap<TemporaryId, &'a Action>,
}

impl Values<'_> {
    fn of(&self, value: &Expr) -> Option<i128> {
        match &value.kind {
            _ if matches!(value.ty, Type::Float(_)) => None,
            ExprKind::Integer(number) => Some(*number),
            ExprKind::Temporary(temporary) => self.held(self.temporaries.get(temporary)?),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Unary(operator, ty, operand) => arith::unary(*operator, *ty, self.of(operand)?).ok(),
            ExprKind::Binary(operator, ty, left, right) => {
                arith::binary(*operator, *ty, self.of(left)?, self.of(right)?).ok()
            }
            ExprKind::Compare(relation, left, right) => {
                Some(i128::from(relation.holds(self.of(left)?, self.of(right)?)))
            }
            ExprKind::Convert(operand) => Some(value.ty.integer()?.convert(self.of(operand)?)),
            ExprKind::Address(..)
            | ExprKind::Function(_)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => None,
        }
    }

    /// What an action gives its temporary.
    fn held(&self, action: &Action) -> Option<i128> {
        if let Action::Assign { value, .. } = action {
            return self.of(value);
        }
        // Results of calls and what comes from outside are not known.
        if let Action::Load { place, .. } = action { self.read(place) } else { None }
    }

    fn read(&self, place: &Place) -> Option<i128> {
        match place.base {
            Base::Object(object) if place.steps.is_empty() => self.given.get(&object).copied(),
            Base::Object(_)
            | Base::Pointer(_)
            | Base::Outside(_)
            | Base::Within(..)
            | Base::Unmodelled(_) => None,
        }
    }
}

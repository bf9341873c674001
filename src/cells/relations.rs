//! The input relations of the rules, extracted from a control-flow graph. Nothing is decided here: each tuple says
//! what the graph says.

use focuscheck_rules::relation::Relation;
use focuscheck_rules::schema::{Cells, Node, Procedure, Program, Scalar, Unit, Way};

use crate::facts::cfg::{Action, CellRange, Expr, Graph, NodeId, ScalarId, ScalarKind, UnitKind};
use crate::facts::reads::each_read;
use focuscheck_base::limit::spend;

pub mod dump;

impl From<ScalarId> for Scalar {
    fn from(id: ScalarId) -> Scalar {
        Scalar(id.0)
    }
}

impl From<Scalar> for ScalarId {
    fn from(id: Scalar) -> ScalarId {
        ScalarId(id.0)
    }
}

impl From<NodeId> for Node {
    fn from(id: NodeId) -> Node {
        Node(id.0)
    }
}

impl From<Node> for NodeId {
    fn from(id: Node) -> NodeId {
        NodeId(id.0)
    }
}

/// Who calls whom, a pair for each call.
pub fn calls(graph: &Graph) -> impl Iterator<Item = (Procedure, Procedure)> + '_ {
    graph.nodes.iter().filter_map(|node| match node.action {
        Action::Call { callee, .. } => Some((Procedure(node.procedure.0), Procedure(callee.0))),
        _ => None,
    })
}

/// Tuples while they are gathered.
#[derive(Default)]
struct Gathered {
    edge: Vec<(Node, Way, Node)>,
    exit: Vec<(Node,)>,
    call: Vec<(Node, Procedure)>,
    argument: Vec<(Node, Scalar, Scalar)>,
    returned: Vec<(Node, Scalar, Scalar)>,
    inside: Vec<(Node, Procedure)>,
    unit: Vec<(Node, Unit)>,
    begins: Vec<(Unit, Node)>,
    assigns: Vec<(Node, Scalar)>,
    stores: Vec<(Node, Cells)>,
    reads: Vec<(Node, Scalar)>,
    gives: Vec<(Node, Scalar)>,
    loads: Vec<(Node, Cells)>,
    declares: Vec<(Node,)>,
    decides: Vec<(Node,)>,
    assumes: Vec<(Node,)>,
    subscripts: Vec<(Node,)>,
    made: Vec<(Scalar, Node)>,
}

/// The relations of a program.
pub fn extract(graph: &Graph) -> Program {
    let mut found = Gathered::default();
    let mut is_made = vec![false; graph.scalars.len()];
    for (number, node) in graph.nodes.iter().enumerate() {
        let id = Node(number as u32);
        spend(4);
        found.inside.push((id, Procedure(node.procedure.0)));
        found.unit.push((id, Unit(node.unit.0)));
        found.edges(graph, id);
        let assigned = found.assigns.len();
        found.action(graph, id);
        for &(_, scalar) in &found.assigns[assigned..] {
            let is_temporary = graph.scalars[scalar.0 as usize].kind == ScalarKind::Temporary;
            if is_temporary && !std::mem::replace(&mut is_made[scalar.0 as usize], true) {
                found.made.push((scalar, id));
            }
        }
    }
    let globals = graph.scalars.iter().zip(0..).filter(|(scalar, _)| scalar.kind == ScalarKind::Global);
    let units = || graph.units.iter().zip(0..);
    Program {
        edge: Relation::new(found.edge),
        entry: graph.procedures.iter().zip(0..).map(|(p, id)| (Procedure(id), p.entry.into())).collect(),
        exit: Relation::new(found.exit),
        call: Relation::new(found.call),
        argument: Relation::new(found.argument),
        returned: Relation::new(found.returned),
        inside: Relation::new(found.inside),
        unit: Relation::new(found.unit),
        begins: Relation::new(found.begins),
        assigns: Relation::new(found.assigns),
        stores: Relation::new(found.stores),
        reads: Relation::new(found.reads),
        gives: Relation::new(found.gives),
        loads: Relation::new(found.loads),
        declares: Relation::new(found.declares),
        decides: Relation::new(found.decides),
        assumes: Relation::new(found.assumes),
        subscripts: Relation::new(found.subscripts),
        assumption: units()
            .filter(|(unit, _)| unit.kind == UnitKind::Assume)
            .map(|(_, id)| (Unit(id),))
            .collect(),
        over_variables: units()
            .filter(|(unit, _)| !unit.star && !unit.reads.is_empty())
            .map(|(_, id)| (Unit(id),))
            .collect(),
        unit_reads: units()
            .flat_map(|(unit, id)| unit.reads.iter().map(move |&scalar| (Unit(id), scalar.into())))
            .collect(),
        made: Relation::new(found.made),
        global: globals.map(|(_, id)| (Scalar(id),)).collect(),
    }
}

impl Gathered {
    fn edges(&mut self, graph: &Graph, id: Node) {
        let node = &graph.nodes[id.0 as usize];
        let ways: &[Way] = match &node.action {
            Action::Branch(_) => &[Way::Holds, Way::Fails],
            Action::Assume(_) => &[Way::Holds],
            Action::Skip
            | Action::UnitStart
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => &[Way::On],
        };
        self.edge.extend(ways.iter().zip(&node.successors).map(|(&way, &to)| (id, way, to.into())));
    }

    fn action(&mut self, graph: &Graph, id: Node) {
        let node = &graph.nodes[id.0 as usize];
        let is_havoc = graph.units[node.unit.index()].kind == UnitKind::Havoc;
        match &node.action {
            Action::Skip | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => {}
            Action::UnitStart => self.begins.push((Unit(node.unit.0), id)),
            Action::Assign { target, value } => {
                self.assigns.push((id, (*target).into()));
                self.read(id, value);
            }
            Action::Load { target, range, index } => {
                self.assigns.push((id, (*target).into()));
                self.loads.push((id, cells(range)));
                self.read(id, index);
                self.subscripts.push((id,));
            }
            Action::Store { range, index, value } => {
                self.stores.push((id, cells(range)));
                self.read(id, index);
                each_read(value, &mut |scalar| self.gives.push((id, scalar.into())));
                self.subscripts.push((id,));
            }
            Action::Bounds { index, .. } => {
                self.read(id, index);
                self.subscripts.push((id,));
            }
            Action::Input { target, .. } | Action::Unsupported { target, .. } => {
                self.assigns.push((id, (*target).into()));
                self.declares.extend(is_havoc.then_some((id,)));
            }
            Action::Branch(condition) => {
                self.read(id, &condition.left);
                self.read(id, &condition.right);
                self.decides.push((id,));
            }
            Action::Assume(condition) => {
                self.read(id, &condition.left);
                self.read(id, &condition.right);
                self.assumes.push((id,));
            }
            Action::Call { callee, arguments, results } => {
                self.call.push((id, Procedure(callee.0)));
                for (&formal, argument) in graph.procedures[callee.index()].formals.iter().zip(arguments) {
                    each_read(argument, &mut |scalar| self.argument.push((id, formal.into(), scalar.into())));
                }
                self.returned.extend(results.iter().map(|&(from, to)| (id, from.into(), to.into())));
            }
            Action::Exit => self.exit.push((id,)),
        }
    }

    fn read(&mut self, id: Node, expression: &Expr) {
        each_read(expression, &mut |scalar| self.reads.push((id, scalar.into())));
    }
}

fn cells(range: &CellRange) -> Cells {
    Cells { first: range.first.into(), length: range.length, stride: range.stride }
}

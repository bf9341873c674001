//! The graph under construction: nodes, units, statements, labels, and the checks after assignments.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::arith::IntegerType;
use crate::facts::cfg::{
    Action, ErrorId, ErrorKind, ErrorSite, Expr, Graph, Node, NodeId, ProcedureId, Role, Scalar, ScalarId,
    ScalarKind, Site, SiteId, Statement, StatementId, Unit, UnitId, UnitKind,
};
use crate::facts::reads::node_assigns;
use crate::layout::program::{ErrorCondition, Expression, FunctionId, Program, VariableId};
use crate::limit::spend;
use crate::options::CheckKind;
use crate::source::Span;

use super::effects;
use super::order::Order;

/// Successor that is not known yet.
pub(super) const DANGLING: NodeId = NodeId(u32::MAX);

/// Shadows of a program's variables: the first one of each variable.
pub(super) type Shadows = BTreeMap<VariableId, u32>;

/// The dispatch of one `switch`: its labels in the order of the walk over its body.
pub(super) struct Cases {
    pub(super) labels: Vec<NodeId>,
    pub(super) used: usize,
    pub(super) default: Option<NodeId>,
}

/// A user's error condition with the scalars whose assignment makes it worth checking.
struct Watch<'p> {
    error: ErrorId,
    condition: &'p ErrorCondition,
    scalars: BTreeSet<ScalarId>,
}

/// The state of the walk.
pub(super) struct Lowering<'p> {
    pub(super) program: &'p Program,
    pub(super) graph: Graph,
    /// First scalar of each variable.
    first: Vec<u32>,
    /// Whether what is read of each scalar of a variable is not what was stored; these scalars come first.
    pub(super) volatile: Vec<bool>,
    /// Whether each unit has its first node.
    started: Vec<bool>,
    watches: Vec<Watch<'p>>,
    /// How many errors of a kind each function has at a place, so far.
    errors_at: BTreeMap<(FunctionId, ErrorKind, Span), u32>,
    /// Errors by the name of their function and its place, their kind, place and number there.
    shared_errors: BTreeMap<(&'p str, Span, ErrorKind, Span, u32), ErrorId>,
    /// What is an error that would be undefined otherwise.
    pub(super) checks: &'p BTreeSet<CheckKind>,
    /// The errors of such checks.
    pub(super) undefined: BTreeMap<(ErrorKind, FunctionId, Span, String), ErrorId>,
    /// What says of the local variables that may be read too early whether they have a value.
    pub(super) shadows: Shadows,
    /// Whether checks are made in the error conditions of the user, too.
    pub(super) everywhere: bool,
    /// Whether a user's error condition is being lowered.
    pub(super) in_condition: bool,
    /// Whether the cells of objects that are passed by reference are being read.
    pub(super) by_reference: bool,
    /// Whether a call of each function may change variables whose address was taken.
    pub(super) clobbering: Vec<bool>,
    /// What depends on the order of evaluation.
    pub(super) order: Order,
    pub(super) function: FunctionId,
    /// Edges that wait for the next node.
    open: Vec<(NodeId, usize)>,
    /// The unit that owns what is emitted; `None` between units.
    pub(super) unit: Option<UnitId>,
    silent: UnitId,
    /// The statement of the units that are made next.
    pub(super) current: StatementId,
    pub(super) guard: Option<(StatementId, bool)>,
    /// The label of the procedure's end.
    pub(super) end: NodeId,
    pub(super) labels: Vec<NodeId>,
    pub(super) breaks: Vec<NodeId>,
    pub(super) continues: Vec<NodeId>,
    pub(super) switches: Vec<Cases>,
    /// Stands in for the spans of a condition that is not in the source.
    span: Option<Span>,
    /// What the edges through these labels do.
    pub(super) marks: Vec<(NodeId, (Role, Span))>,
    /// For each loop its first node, and the first one after it.
    pub(super) loops: Vec<(NodeId, NodeId)>,
}

impl<'p> Lowering<'p> {
    pub(super) fn new(
        program: &'p Program,
        graph: Graph,
        first: Vec<u32>,
        checks: &'p BTreeSet<CheckKind>,
    ) -> Self {
        let cells = program.variables.iter().flat_map(|variable| &variable.cells);
        let volatile = cells.map(|cell| cell.volatile).collect();
        Lowering {
            program,
            graph,
            first,
            volatile,
            started: Vec::new(),
            watches: Vec::new(),
            errors_at: BTreeMap::new(),
            shared_errors: BTreeMap::new(),
            checks,
            undefined: BTreeMap::new(),
            shadows: Shadows::new(),
            everywhere: false,
            in_condition: false,
            by_reference: false,
            clobbering: effects::clobbering(program),
            order: Order::new(program, checks.contains(&CheckKind::Overflow)),
            function: FunctionId(0),
            open: Vec::new(),
            unit: None,
            silent: UnitId(0),
            current: StatementId(0),
            guard: None,
            end: DANGLING,
            labels: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            span: None,
            marks: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Starts a procedure: nothing is open but its first node.
    pub(super) fn begin(&mut self, function: FunctionId, span: Span) {
        self.function = function;
        self.open.clear();
        self.guard = None;
        self.unit = None;
        self.current = self.new_statement(span);
        self.silent = self.new_unit(UnitKind::Silent);
        self.end = self.new_label(span);
        let program = self.program;
        let labels = &program.functions[function.0 as usize].labels;
        self.labels = labels.iter().map(|label| self.new_label(label.span)).collect();
        self.breaks.clear();
        self.continues.clear();
        self.switches.clear();
    }

    pub(super) fn procedure(&self) -> ProcedureId {
        procedure_of(self.function)
    }

    /// The scalars of a variable.
    pub(super) fn cells_of(&self, variable: VariableId) -> Range<u32> {
        let first = self.first[variable.0 as usize];
        first..first + self.program.variables[variable.0 as usize].cells.len() as u32
    }

    /// The variable of a scalar; `None` for temporaries.
    pub(super) fn variable_of(&self, scalar: ScalarId) -> Option<VariableId> {
        let after = self.first.partition_point(|&first| first <= scalar.0);
        let variable = VariableId(after.checked_sub(1)? as u32);
        self.cells_of(variable).contains(&scalar.0).then_some(variable)
    }

    pub(super) fn result_of(&self, function: FunctionId) -> Option<ScalarId> {
        let variable = self.program.result_variables.get(function.0 as usize).copied().flatten()?;
        Some(ScalarId(self.cells_of(variable).start))
    }

    pub(super) fn new_error(&mut self, error: ErrorSite) -> ErrorId {
        self.graph.errors.push(error);
        ErrorId(self.graph.errors.len() as u32 - 1)
    }

    /// The error at a place of the current function, with its text and what it is about. Versions of one function share their errors.
    pub(super) fn error_at(
        &mut self,
        kind: ErrorKind,
        text: impl FnOnce() -> (String, String),
        span: Span,
    ) -> ErrorId {
        let program = self.program;
        let function = &program.functions[self.function.0 as usize];
        let count = self.errors_at.entry((self.function, kind, span)).or_default();
        *count += 1;
        let key = (&*function.name, function.span, kind, span, *count);
        if let Some(&known) = self.shared_errors.get(&key) {
            return known;
        }
        let (text, subject) = text();
        let error = self.new_error(ErrorSite {
            kind,
            procedure: Some(self.procedure()),
            text,
            subject,
            span: Some(span),
            nodes: Vec::new(),
        });
        self.shared_errors.insert(key, error);
        error
    }

    pub(super) fn watch(&mut self, error: ErrorId, condition: &'p ErrorCondition) {
        let scalars = match condition.function.and_then(|function| self.result_of(function)) {
            Some(result) if condition.at_return => BTreeSet::from([result]),
            _ => {
                let mut places = Vec::new();
                effects::places(&condition.condition, &mut places);
                let cells = |place| self.reachable_cells(place).collect::<Vec<_>>();
                places.into_iter().flat_map(cells).collect()
            }
        };
        self.watches.push(Watch { error, condition, scalars });
    }

    pub(super) fn new_site(&mut self, site: Site) -> SiteId {
        self.graph.sites.push(site);
        SiteId(self.graph.sites.len() as u32 - 1)
    }

    pub(super) fn new_statement(&mut self, span: Span) -> StatementId {
        self.graph.statements.push(Statement { procedure: self.procedure(), span, guard: self.guard });
        StatementId(self.graph.statements.len() as u32 - 1)
    }

    fn new_unit(&mut self, kind: UnitKind) -> UnitId {
        self.graph.units.push(Unit {
            kind,
            statement: self.current,
            reads: Vec::new(),
            temporaries: Vec::new(),
            star: false,
            exits: None,
        });
        // Silent nodes have no common begin.
        self.started.push(kind == UnitKind::Silent);
        UnitId(self.graph.units.len() as u32 - 1)
    }

    /// Makes a unit current and gives the one to go back to.
    pub(super) fn enter(&mut self, kind: UnitKind) -> Option<UnitId> {
        let unit = self.new_unit(kind);
        self.unit.replace(unit)
    }

    pub(super) fn leave(&mut self, outer: Option<UnitId>) {
        self.unit = outer;
    }

    pub(super) fn mark_star(&mut self) {
        if let Some(unit) = self.unit {
            self.graph.units[unit.index()].star = true;
        }
    }

    /// Where the condition of the current unit leads.
    pub(super) fn mark_exits(&mut self, holds: NodeId, fails: NodeId) {
        if let Some(unit) = self.unit {
            self.graph.units[unit.index()].exits = Some((holds, fails));
        }
    }

    /// A temporary that stands for an expression.
    pub(super) fn temporary(&mut self, ty: IntegerType, expression: &Expression) -> ScalarId {
        let name = super::text::expression(self.program, expression);
        self.named_temporary(ty, name, expression.span)
    }

    pub(super) fn named_temporary(&mut self, ty: IntegerType, name: String, span: Span) -> ScalarId {
        let span = self.span.unwrap_or(span);
        self.graph.scalars.push(Scalar {
            name,
            ty,
            kind: ScalarKind::Temporary,
            procedure: Some(self.procedure()),
            initial: None,
            span,
        });
        ScalarId(self.graph.scalars.len() as u32 - 1)
    }

    fn push(&mut self, action: Action, unit: UnitId, span: Span) -> NodeId {
        let successors = match action {
            Action::Branch(_) => vec![DANGLING; 2],
            Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => Vec::new(),
            _ => vec![DANGLING],
        };
        let span = self.span.unwrap_or(span);
        self.graph.nodes.push(Node { action, procedure: self.procedure(), unit, span, successors });
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    /// A join to be placed later.
    pub(super) fn new_label(&mut self, span: Span) -> NodeId {
        self.push(Action::Skip, self.silent, span)
    }

    /// Sends everything that is open to a label; what follows is not reached from here.
    pub(super) fn jump(&mut self, label: NodeId) {
        for (node, slot) in std::mem::take(&mut self.open) {
            self.graph.nodes[node.index()].successors[slot] = label;
        }
    }

    /// What follows is reached through the label, too.
    pub(super) fn place_label(&mut self, label: NodeId) {
        self.jump(label);
        self.open.push((label, 0));
    }

    /// What is open now does this, wherever it leads.
    pub(super) fn mark(&mut self, role: Role, span: Span) {
        let label = self.new_label(span);
        self.marks.push((label, (role, span)));
        self.place_label(label);
    }

    /// Emits a node of the current unit, and the checks of error conditions that its assignment calls for.
    pub(super) fn emit(&mut self, action: Action, span: Span) -> NodeId {
        spend(1);
        self.note_store(&action, span);
        let unit = self.unit.unwrap_or(self.silent);
        if !std::mem::replace(&mut self.started[unit.index()], true) {
            let start = self.push(Action::UnitStart, unit, span);
            self.place_label(start);
        }
        let node = self.push(action, unit, span);
        self.jump(node);
        let successors = self.graph.nodes[node.index()].successors.len();
        self.open.extend((0..successors).map(|slot| (node, slot)));
        let kind = self.graph.units[unit.index()].kind;
        self.note_value(node, kind, span);
        self.check_conditions(node, unit, span);
        node
    }

    /// Emits a branch; nothing is open after it.
    pub(super) fn branch(
        &mut self,
        condition: crate::facts::cfg::Condition,
        span: Span,
        holds: NodeId,
        fails: NodeId,
    ) {
        let node = self.emit(Action::Branch(condition), span);
        self.open.clear();
        self.graph.nodes[node.index()].successors = vec![holds, fails];
    }

    /// Emits the error node of an error.
    pub(super) fn emit_error(&mut self, error: ErrorId, span: Span) {
        let node = self.emit(Action::Error(error), span);
        self.graph.errors[error.index()].nodes.push(node);
    }

    pub(super) fn assign(&mut self, target: ScalarId, value: Expr, span: Span) {
        self.emit(Action::Assign { target, value }, span);
    }

    fn check_conditions(&mut self, node: NodeId, unit: UnitId, span: Span) {
        if self.watches.is_empty() || self.graph.units[unit.index()].kind == UnitKind::Havoc {
            return;
        }
        let assigned = node_assigns(&self.graph.nodes[node.index()].action);
        for index in 0..self.watches.len() {
            let watch = &self.watches[index];
            let here = watch.condition.function.is_none_or(|function| function == self.function);
            if !here || !assigned.iter().any(|scalar| watch.scalars.contains(scalar)) {
                continue;
            }
            let (error, condition) = (watch.error, watch.condition);
            let outer = self.enter(UnitKind::Check);
            let outer_span = self.span.replace(condition.span.unwrap_or(span));
            let nested = std::mem::replace(&mut self.in_condition, true);
            let (fails, passes) = (self.new_label(span), self.new_label(span));
            self.condition(&condition.condition, fails, passes);
            self.place_label(fails);
            self.emit_error(error, span);
            self.place_label(passes);
            self.in_condition = nested;
            self.span = outer_span;
            self.leave(outer);
        }
    }

    /// Edges to labels that are nowhere defined end the procedure (the checker refuses such programs).
    pub(super) fn close_dangling(&mut self, from: NodeId, exit: NodeId) {
        for node in &mut self.graph.nodes[from.index()..] {
            for successor in node.successors.iter_mut().filter(|successor| **successor == DANGLING) {
                *successor = exit;
            }
        }
        self.open.clear();
    }
}

/// Procedures keep the numbers of their functions.
pub(super) fn procedure_of(function: FunctionId) -> ProcedureId {
    ProcedureId(function.0)
}

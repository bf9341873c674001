//! What of a run waypoints can be about, with the places in the source.

use crate::trace;
use focuscheck_base::arith::Relation;
use focuscheck_base::reading::FAILURE_OF;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Action, Expr, Graph, Node, NodeId, SiteId, StatementId, UnitKind};
use focuscheck_cells::simulation::interpreter::{InputRead, Machine, Observer, TraceStep};

use super::places::Places;

/// Something that happens at a place of the source, which is an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// A statement is about to be run: where it begins, and where the text begins that is run first.
    Before(u32, u32),
    /// A condition was decided.
    Branch(u32, bool),
    /// The expression of a `switch` has this value; and whether a case has it, if that is known.
    Switch(u32, i128, Option<bool>),
    /// A function was entered; the place is the parenthesis that ends the call.
    Enter(u32),
    /// A function has returned, with this result; of one that allocates only whether that is null is told.
    Return(u32, Option<i128>),
}

impl Moment {
    /// The place.
    pub fn place(self) -> u32 {
        match self {
            Moment::Before(at, _)
            | Moment::Branch(at, _)
            | Moment::Switch(at, ..)
            | Moment::Enter(at)
            | Moment::Return(at, _) => at,
        }
    }
}

/// A program with the places of its source.
pub(super) struct Located<'a> {
    pub graph: &'a Graph,
    pub source: &'a SourceFile,
    pub places: Places<'a>,
}

impl<'a> Located<'a> {
    pub fn new(graph: &'a Graph, source: &'a SourceFile) -> Self {
        Located { graph, source, places: Places::new(source) }
    }

    /// Whether an input says that a call fails to allocate memory.
    pub fn is_allocation(&self, site: SiteId) -> bool {
        self.graph.sites[site.index()].name.starts_with(FAILURE_OF)
    }

    /// The parenthesis that ends the call which reads an input, if the input is the result of a call.
    pub fn reading_call(&self, site: SiteId) -> Option<u32> {
        let site = &self.graph.sites[site.index()];
        // A letter of a text that is read is not what the call gives.
        if site.text.is_some() {
            return None;
        }
        let end = self.places.call_end(site.span, None)?;
        // A call that is a whole statement hands its value out in another way, unless it is named for itself.
        let called = self.source.slice(site.span).starts_with(site.name.as_str());
        let start = self.places.statement(site.span.start);
        let alone = start == site.span.start
            && self.source.slice(focuscheck_base::source::Span::new(end + 1, end + 2)) == ";";
        (called || !alone).then_some(end)
    }

    /// The keyword of the condition that a node belongs to.
    pub fn keyword(&self, statement: StatementId) -> Option<u32> {
        self.places.keyword(self.graph.statements[statement.index()].span)
    }

    /// The function that a node is in.
    pub fn function(&self, node: NodeId) -> Option<&str> {
        let node = self.graph.nodes.get(node.index())?;
        Some(&self.graph.procedures[node.procedure.index()].name)
    }
}

/// Tells a listener what happens in a run.
pub(super) struct Guide<'a, L> {
    located: &'a Located<'a>,
    pub listener: L,
    /// Of each open call the statement that is being run.
    open: Vec<Option<StatementId>>,
    /// The calls that have not returned.
    calls: Vec<NodeId>,
    /// The `switch` whose value was told.
    switched: Option<StatementId>,
}

/// Is told what happens; the machine is in the state in which it happens.
pub(super) trait Listener {
    fn moment(&mut self, moment: Moment, node: NodeId, machine: &Machine<'_>);

    fn input(&mut self, _read: InputRead) {}
}

impl<'a, L: Listener> Guide<'a, L> {
    pub fn new(located: &'a Located<'a>, listener: L) -> Self {
        Guide { located, listener, open: Vec::new(), calls: Vec::new(), switched: None }
    }

    fn frame(&mut self, depth: u32) -> &mut Option<StatementId> {
        self.open.resize(depth as usize + 1, None);
        &mut self.open[depth as usize]
    }

    fn happened(&mut self, step: &TraceStep, node: &Node, machine: &Machine<'_>) -> Option<Moment> {
        let located = self.located;
        let graph = located.graph;
        let unit = &graph.units[node.unit.index()];
        match &node.action {
            Action::Call { callee, .. } if machine.depth() > step.depth => {
                self.calls.push(step.node);
                let name = &graph.procedures[callee.index()].name;
                located.places.call_end(node.span, Some(name)).map(Moment::Enter)
            }
            Action::Exit => {
                let call = &graph.nodes[self.calls.pop()?.index()];
                located.places.call_end(call.span, None).map(|end| Moment::Return(end, step.value))
            }
            Action::Input { site, .. } => {
                let value = match located.is_allocation(*site) {
                    true => step.value.map(|fails| 1 - fails),
                    false => step.value,
                };
                located.reading_call(*site).map(|end| Moment::Return(end, value))
            }
            Action::Branch(_) if unit.kind == UnitKind::Condition && unit.exits.is_some() => {
                let outcome = trace::outcome(graph, step)?;
                *self.frame(step.depth) = None;
                located.keyword(unit.statement).map(|at| Moment::Branch(at, outcome))
            }
            Action::Branch(_) if unit.kind == UnitKind::Condition => {
                // A `switch` is a chain of branches on one value; the first one tells it.
                if self.switched.replace(unit.statement) == Some(unit.statement) {
                    return None;
                }
                let value = step.value?;
                let case = self.has_case(step.node, value);
                located.keyword(unit.statement).map(|at| Moment::Switch(at, value, case))
            }
            Action::Branch(_) => {
                let outcome = step.outcome?;
                located.places.question(node.span).map(|at| Moment::Branch(at, outcome))
            }
            _ => None,
        }
    }

    /// Whether the `switch` that a node belongs to has a case with this value; ranges of values are not known.
    fn has_case(&self, node: NodeId, value: i128) -> Option<bool> {
        let graph = self.located.graph;
        let unit = graph.nodes[node.index()].unit;
        let mut found = false;
        for node in graph.nodes.iter().filter(|node| node.unit == unit) {
            if let Action::Branch(condition) = &node.action {
                let (Relation::Equal, Expr::Constant(case, _)) = (condition.relation, &condition.right)
                else {
                    return None;
                };
                found |= *case == value;
            }
        }
        Some(found)
    }

    /// What is run next, if a statement begins with it.
    fn next(&mut self, machine: &Machine<'_>) -> Option<Moment> {
        let located = self.located;
        let graph = located.graph;
        let node = graph.nodes.get(machine.node().index())?;
        let unit = &graph.units[node.unit.index()];
        let span = match unit.kind {
            UnitKind::Silent | UnitKind::Check => return None,
            UnitKind::Havoc => node.span,
            _ => {
                let open = self.frame(machine.depth());
                if *open == Some(unit.statement) {
                    return None;
                }
                *open = Some(unit.statement);
                self.switched = None;
                graph.statements[unit.statement.index()].span
            }
        };
        let keyword = (unit.kind == UnitKind::Condition).then(|| located.places.keyword(span)).flatten();
        let start =
            keyword.filter(|&at| at < span.start).unwrap_or_else(|| located.places.statement(span.start));
        Some(Moment::Before(start, span.start))
    }
}

impl<L: Listener> Observer for Guide<'_, L> {
    fn step(&mut self, step: TraceStep, machine: &Machine<'_>) {
        let node = &self.located.graph.nodes[step.node.index()];
        if let Some(moment) = self.happened(&step, node, machine) {
            self.listener.moment(moment, step.node, machine);
        }
        let unit = &self.located.graph.units[node.unit.index()];
        if unit.kind == UnitKind::Silent && node.action != Action::Exit {
            *self.frame(step.depth) = None;
        }
        let over = machine.node() == step.node && node.successors.is_empty();
        if !over && let Some(moment) = self.next(machine) {
            self.listener.moment(moment, machine.node(), machine);
        }
    }

    fn input(&mut self, read: InputRead) {
        self.listener.input(read);
    }
}

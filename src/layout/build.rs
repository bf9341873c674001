//! The graph under construction: nodes, units and labels.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::conversion;
use super::roles::Marks;
use super::shapes::Shapes;
use super::usage::{Usage, single_objects, usage};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    self, Action, Condition, ErrorKind, Expr, NodeId, ProcedureId, Scalar, ScalarId, ScalarKind, Site,
    SiteId, UnitId, UnitKind,
};
use focuscheck_check::effects::Reads;
use focuscheck_check::tree::{self, FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::{ARGUMENTS, GIVEN};
use focuscheck_ir::program::Original;
use focuscheck_ir::program::addresses::named_functions;
use focuscheck_ir::program::graph::{self, Graph};
use focuscheck_ir::program::outline;
use focuscheck_ir::program::text::Title;

use super::copy::{Copy, Input, Kept, KeptArguments, Leaks, Variable};
use super::findings::{Doubtful, Escapes, Findings, Owner};
use super::pools::{self, Pools};

/// Successor that is not known yet.
pub(super) const DANGLING: NodeId = NodeId(u32::MAX);

/// The state of the stage; its methods are spread over the files.
pub(super) struct Stage<'g> {
    pub original: &'g Original,
    pub tree: &'g tree::Program,
    pub graph: &'g Graph,
    pub shapes: Shapes<'g>,
    /// The objects that pointers in memory lead to.
    pub pools: Rc<Pools>,
    /// Of each pool its cells, and what is kept of its things besides.
    pub pooled: Vec<(Variable, Kept)>,
    /// How many blocks each place has allocated.
    pub counters: Vec<ScalarId>,
    /// The standard input.
    pub input: Input,
    /// Where one argument of the command line is followed: what is kept for that.
    pub arguments: Option<KeptArguments>,
    /// By the cells of pointers the types of what these point to.
    pub pointer_cells: BTreeMap<ScalarId, Type>,
    /// Where pointers lead that are stored in such cells: the first cells of the pointers.
    pub led: BTreeMap<ScalarId, pools::Into>,
    /// What is an error that would be undefined otherwise.
    pub checks: &'g BTreeSet<CheckKind>,
    pub out: cfg::Graph,
    /// The objects that there is one of for the whole run.
    pub globals: BTreeMap<ObjectId, Variable>,
    /// Of scalars of such objects whether other files can name them.
    pub named: BTreeSet<ScalarId>,
    /// For each procedure of the result what it is a copy of.
    pub copies: Vec<Copy>,
    /// For each node of the graph whether something refers to it besides edges.
    pub named_nodes: Vec<bool>,
    /// For each procedure its first copy.
    pub bases: BTreeMap<graph::ProcedureId, usize>,
    /// The procedure that is being laid out.
    pub current: usize,
    /// For each node the one of the program's graph that it was made for.
    pub sources: Vec<graph::NodeId>,
    /// Whether each unit has its first node.
    started: Vec<bool>,
    pub silent: UnitId,
    /// The unit that owns what is emitted; `None` between units.
    pub unit: Option<UnitId>,
    /// Edges that wait for the next node.
    pub open: Vec<(NodeId, usize)>,
    pub marks: Marks,
    /// The errors that the program says are ones.
    pub errors: BTreeMap<graph::ErrorId, cfg::ErrorId>,
    /// The errors of checks.
    pub undefined: BTreeMap<(ErrorKind, ProcedureId, Span, String), cfg::ErrorId>,
    /// How functions use their objects.
    pub usages: BTreeMap<FunctionId, Usage>,
    /// For each parameter of a function whether it stands for one object.
    pub single: BTreeMap<FunctionId, Vec<bool>>,
    /// Functions without a body that are called, with the place of the first call.
    pub outside: BTreeMap<String, Span>,
    /// For each error condition of the user's the objects that it names, and whose change may change it.
    pub watched: Vec<(BTreeSet<ObjectId>, Reads)>,
    /// Inside such a condition: what stands in for the places of its nodes.
    pub inside: Option<Span>,
    /// Whether checks are made in such conditions, too.
    pub everywhere: bool,
    /// Whether something was passed over that a verdict may rest on.
    pub unasked: Cell<bool>,
    /// Which statement is laid out.
    pub at: Span,
    /// The text of the update whose value is being computed.
    pub whole: Option<Title>,
    /// Whose the cells are, by the first ones of objects: how many there are, and the object.
    pub owners: BTreeMap<ScalarId, (u32, Owner)>,
    /// Where the operands of updates have been evaluated: their orders.
    pub updates: BTreeMap<graph::NodeId, usize>,
    /// The errors of assertions by their units.
    pub asserted: BTreeMap<outline::UnitId, graph::ErrorId>,
    /// For each order of operands where they begin, and where all are evaluated.
    pub points: Vec<Vec<graph::NodeId>>,
    /// What was found out of the whole program when it was laid out before.
    pub known: Findings,
    /// The cells of static objects whose initial values are not known, and where these are written.
    pub unknown_initial: BTreeMap<ScalarId, Span>,
    /// The functions whose names the program uses as values.
    pub functions: BTreeSet<FunctionId>,
    /// Whether there is text for the assembler, which can name any object and any function.
    pub has_assembler: bool,
    /// The scalars of objects that are `volatile`.
    pub volatile: BTreeSet<ScalarId>,
    /// The objects that may be read before they have values.
    pub doubtful: Doubtful,
    /// By the first scalars of such objects: how many these are, and the first one that says whether they have values.
    pub shadows: BTreeMap<ScalarId, (u32, ScalarId)>,
    /// By temporaries that hold cells of such objects whether they have values.
    pub loaded: BTreeMap<ScalarId, Expr>,
    /// The units that are a part of what a library function does, with the function.
    pub models: BTreeMap<UnitId, FunctionId>,
    /// What is looked for where the program ends.
    pub leaks: Leaks,
    /// What is found out now.
    pub escapes: Escapes,
}

impl<'g> Stage<'g> {
    pub fn new(
        original: &'g Original,
        checks: &'g BTreeSet<CheckKind>,
        known: Findings,
        pools: Rc<Pools>,
    ) -> Self {
        let tree = original.tree();
        let usages: BTreeMap<FunctionId, Usage> = (0..)
            .map(FunctionId)
            .zip(&tree.functions)
            .filter_map(|(id, function)| Some((id, usage(tree, function.definition.as_ref()?))))
            .collect();
        let single = single_objects(&usages, tree);
        let graph = original.graph();
        let functions = tree.functions.iter().map(|function| function.name.clone()).collect();
        let mut points = vec![Vec::new(); graph.orders.len()];
        for (node, (order, _)) in &graph.ordered {
            points[*order].push(*node);
        }
        Stage {
            original,
            tree,
            graph,
            shapes: Shapes::new(&tree.types, &pools.cells),
            pools,
            pooled: Vec::new(),
            counters: Vec::new(),
            arguments: None,
            pointer_cells: BTreeMap::new(),
            led: BTreeMap::new(),
            checks,
            out: cfg::Graph { functions, ..cfg::Graph::default() },
            globals: BTreeMap::new(),
            named: BTreeSet::new(),
            copies: Vec::new(),
            named_nodes: named_nodes(graph),
            bases: BTreeMap::new(),
            current: 0,
            sources: Vec::new(),
            started: Vec::new(),
            silent: UnitId(0),
            unit: None,
            open: Vec::new(),
            marks: Marks { labels: Vec::new(), loops: Vec::new() },
            errors: BTreeMap::new(),
            undefined: BTreeMap::new(),
            input: Input::default(),
            usages,
            single,
            outside: BTreeMap::new(),
            watched: Vec::new(),
            inside: None,
            everywhere: false,
            unasked: Cell::new(false),
            at: Span::default(),
            whole: None,
            owners: BTreeMap::new(),
            updates: graph
                .orders
                .iter()
                .enumerate()
                .filter(|(_, order)| order.operands.first().is_some_and(|(_, read)| read.is_some()))
                .filter_map(|(number, order)| Some((order.evaluated?, number)))
                .collect(),
            asserted: asserted(graph),
            points,
            known,
            unknown_initial: BTreeMap::new(),
            functions: named_functions(graph),
            has_assembler: tree.linkage.assembler
                || graph.nodes.iter().any(|node| is_assembler(&node.action)),
            volatile: BTreeSet::new(),
            doubtful: Doubtful::default(),
            shadows: BTreeMap::new(),
            loaded: BTreeMap::new(),
            models: BTreeMap::new(),
            leaks: Leaks::default(),
            escapes: Escapes::default(),
        }
    }

    /// Whether a kind of undefined behaviour is an error here: a condition of the user's is no code of the program.
    pub fn asks(&self, kind: CheckKind) -> bool {
        if self.makes_arguments() {
            return false;
        }
        let asked = (self.everywhere || self.inside.is_none()) && self.checks.contains(&kind);
        if !asked && CheckKind::ASSUMED.contains(&kind) {
            self.unasked.set(true);
        }
        asked
    }

    /// Whether what is laid out makes the arguments that the program is started with: nothing is undefined there.
    pub fn makes_arguments(&self) -> bool {
        matches!(self.library_function(), Some(ARGUMENTS | GIVEN))
    }

    pub fn procedure(&self) -> ProcedureId {
        ProcedureId(self.current as u32)
    }

    pub fn copy(&self) -> &Copy {
        &self.copies[self.current]
    }

    pub fn copy_mut(&mut self) -> &mut Copy {
        &mut self.copies[self.current]
    }

    pub fn type_of(&self, value: &cfg::Expr) -> IntegerType {
        conversion::type_of(&self.out, value)
    }

    pub fn convert(&self, ty: IntegerType, value: cfg::Expr) -> cfg::Expr {
        conversion::convert(&self.out, ty, value)
    }

    pub fn new_statement(&mut self, span: Span, guard: Option<(cfg::StatementId, bool)>) -> cfg::StatementId {
        self.out.statements.push(cfg::Statement { procedure: self.procedure(), span, guard });
        cfg::StatementId(self.out.statements.len() as u32 - 1)
    }

    pub fn new_unit(&mut self, kind: UnitKind, statement: cfg::StatementId) -> UnitId {
        let (reads, temporaries) = (Vec::new(), Vec::new());
        let (star, exits, of_library) = (false, None, false);
        self.out.units.push(cfg::Unit { kind, statement, reads, temporaries, star, exits, of_library });
        // Silent nodes have no common begin.
        self.started.push(kind == UnitKind::Silent);
        UnitId(self.out.units.len() as u32 - 1)
    }

    /// A unit is a part of what a library function does.
    fn give_model(&mut self, unit: UnitId, model: Option<FunctionId>) {
        self.out.units[unit.index()].of_library = model.is_some();
        self.models.extend(model.map(|model| (unit, model)));
    }

    /// The name of the library function that does what is laid out.
    pub fn library_function(&self) -> Option<&'g str> {
        let model = self.unit.and_then(|unit| self.models.get(&unit))?;
        let tree = self.tree;
        Some(&tree.functions[model.index()].name)
    }

    /// Forgets the units but for the first ones.
    pub fn forget_units(&mut self, first: usize) {
        self.out.units.truncate(first);
        self.models.retain(|unit, _| unit.index() < first);
        self.started.truncate(first);
    }

    /// Makes a new unit of the current statement current and gives the one to go back to.
    pub fn enter(&mut self, kind: UnitKind) -> Option<UnitId> {
        let owner = self.unit.unwrap_or(self.silent);
        let statement = self.out.units[owner.index()].statement;
        let unit = self.new_unit(kind, statement);
        self.give_model(unit, self.models.get(&owner).copied());
        self.unit.replace(unit)
    }

    pub fn leave(&mut self, outer: Option<UnitId>) {
        self.unit = outer;
    }

    /// The unit that stands for one of the graph.
    pub fn unit_for(&mut self, unit: outline::UnitId) -> UnitId {
        if let Some(&known) = self.copy().units.get(&unit) {
            return known;
        }
        let outline::Unit { kind, statement, model, .. } = self.graph.outline.units[unit.index()];
        let statement = self.statement_for(statement);
        let made = self.new_unit(kind, statement);
        self.give_model(made, model);
        self.copy_mut().units.insert(unit, made);
        // What is asserted comes before what is undefined in it.
        if let Some(&error) = self.asserted.get(&unit) {
            self.error_of(error);
        }
        made
    }

    fn statement_for(&mut self, statement: outline::StatementId) -> cfg::StatementId {
        let mut missing = vec![statement];
        let mut guard = None;
        while let Some(&next) = missing.last() {
            if let Some(&known) = self.copy().statements.get(&next) {
                guard = Some(known);
                missing.pop();
                break;
            }
            match self.graph.outline.statements[next.index()].guard {
                Some((outer, _)) => missing.push(outer),
                None => break,
            }
        }
        let mut made = guard.unwrap_or(cfg::StatementId(0));
        while let Some(next) = missing.pop() {
            let outline::Statement { span, guard } = self.graph.outline.statements[next.index()];
            made = self.new_statement(span, guard.map(|(_, side)| (made, side)));
            self.copy_mut().statements.insert(next, made);
        }
        made
    }

    pub fn new_site(&mut self, site: Site) -> SiteId {
        self.out.sites.push(site);
        SiteId(self.out.sites.len() as u32 - 1)
    }

    /// A value inside a unit that the source does not name.
    pub fn temporary(&mut self, ty: IntegerType, name: String, span: Span) -> ScalarId {
        let (procedure, span) = (Some(self.procedure()), self.inside.unwrap_or(span));
        self.out.scalars.push(Scalar {
            name,
            ty,
            kind: ScalarKind::Temporary,
            procedure,
            initial: None,
            span,
        });
        ScalarId(self.out.scalars.len() as u32 - 1)
    }

    fn push(&mut self, action: Action, unit: UnitId, span: Span) -> NodeId {
        let span = self.inside.unwrap_or(span);
        let successors = match action {
            Action::Branch(_) => vec![DANGLING; 2],
            Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => Vec::new(),
            Action::Skip
            | Action::UnitStart
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Assume(_)
            | Action::Call { .. } => vec![DANGLING],
        };
        self.out.nodes.push(cfg::Node { action, procedure: self.procedure(), unit, span, successors });
        NodeId(self.out.nodes.len() as u32 - 1)
    }

    /// A join to be placed later.
    pub fn new_label(&mut self, span: Span) -> NodeId {
        self.push(Action::Skip, self.silent, span)
    }

    /// Sends everything that is open to a label.
    pub fn jump(&mut self, label: NodeId) {
        for (node, slot) in std::mem::take(&mut self.open) {
            self.out.nodes[node.index()].successors[slot] = label;
        }
    }

    /// What follows is reached through the label, too.
    pub fn place_label(&mut self, label: NodeId) {
        self.jump(label);
        self.open.push((label, 0));
    }

    /// Emits a node of the current unit.
    pub fn emit(&mut self, action: Action, span: Span) -> NodeId {
        spend(1);
        self.note_store(&action, span);
        let unit = self.unit.unwrap_or(self.silent);
        if !std::mem::replace(&mut self.started[unit.index()], true) {
            let start = self.push(Action::UnitStart, unit, span);
            self.place_label(start);
        }
        let node = self.push(action, unit, span);
        self.jump(node);
        let successors = self.out.nodes[node.index()].successors.len();
        self.open.extend((0..successors).map(|slot| (node, slot)));
        self.note_value(node, self.out.units[unit.index()].kind, span);
        node
    }

    /// Emits a branch; nothing is open after it.
    pub fn branch(&mut self, condition: Condition, span: Span, holds: NodeId, fails: NodeId) {
        let node = self.emit(Action::Branch(condition), span);
        self.open.clear();
        self.out.nodes[node.index()].successors = vec![holds, fails];
    }

    /// The error that stands for one of the graph.
    pub fn error_of(&mut self, error: graph::ErrorId) -> cfg::ErrorId {
        if let Some(&known) = self.errors.get(&error) {
            return known;
        }
        let graph::ErrorSite { kind, span, .. } = &self.graph.errors[error.index()];
        let (text, subject) = self.graph.outline.errors[error.index()].clone();
        let (procedure, nodes) = (Some(self.procedure()), Vec::new());
        self.out.errors.push(cfg::ErrorSite { kind: *kind, procedure, text, subject, span: *span, nodes });
        let made = cfg::ErrorId(self.out.errors.len() as u32 - 1);
        self.errors.insert(error, made);
        made
    }

    pub fn assign(&mut self, target: ScalarId, value: cfg::Expr, span: Span) {
        self.emit(Action::Assign { target, value }, span);
    }
}

/// For each node whether a loop or a condition refers to it, or a procedure ends there.
fn named_nodes(graph: &Graph) -> Vec<bool> {
    let mut named = vec![false; graph.nodes.len()];
    let exits = graph.outline.units.iter().filter_map(|unit| unit.exits).flat_map(|(yes, no)| [yes, no]);
    let ends = graph.procedures.iter().map(|procedure| procedure.exit);
    for node in graph.loops.iter().map(|entry| entry.head).chain(exits).chain(ends) {
        named[node.index()] = true;
    }
    for (node, next) in graph.nodes.iter().zip(named.iter_mut().skip(1)) {
        // Where a loop is left.
        *next |= matches!(node.action, graph::Action::Mark(role) if role.of_loop().is_some());
    }
    named
}

/// The errors of assertions by their units.
fn asserted(graph: &Graph) -> BTreeMap<outline::UnitId, graph::ErrorId> {
    let units = graph.nodes.iter().zip(&graph.outline.unit_of).filter_map(|(node, unit)| match node.action {
        graph::Action::Error(error) => unit
            .filter(|unit| graph.outline.units[unit.index()].kind == UnitKind::Assert)
            .map(|unit| (unit, error)),
        _ => None,
    });
    units.collect()
}

/// Whether text for the assembler runs.
fn is_assembler(action: &graph::Action) -> bool {
    match action {
        graph::Action::Unknown { reason, calls_back: true, .. } => !matches!(reason, Unmodelled::Body { .. }),
        _ => false,
    }
}

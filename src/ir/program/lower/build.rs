//! The graph under construction: nodes, labels, and the checks of the user's conditions.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::access::{Accessed, writes};
use crate::program::error_kind::ErrorKind;
use crate::program::graph::{
    Action, Base, ErrorId, ErrorSite, Expr, ExprKind, Graph, Node, NodeId, Object, Place, Scope, Site,
    SiteId, TemporaryId,
};
use crate::program::outline::{Held, StatementId, UnitId, UnitKind};
use crate::program::role::Role;
use crate::program::start::Start;
use crate::program::text::Title;
use crate::program::turn::Transfer;
use focuscheck_base::limit::spend;
use focuscheck_base::options::DataModel;
use focuscheck_base::source::Span;
use focuscheck_check::command_line::Numbers;
use focuscheck_check::effects::{Reads, named_objects, reads};
use focuscheck_check::named::named_in;
use focuscheck_check::tree::{self, Condition, FunctionId, Initializer, ObjectId, Statement, Storage};
use focuscheck_check::types::{Type, Types};

use super::ending::Ending;

/// Successor that is not known yet.
const DANGLING: NodeId = NodeId(u32::MAX);

/// The dispatch of one `switch`: its labels in the order of the walk over its body.
pub(super) struct Cases {
    pub(super) labels: Vec<NodeId>,
    pub(super) used: usize,
}

/// A user's error condition with the objects whose change makes it worth checking.
struct Watch<'t> {
    error: ErrorId,
    condition: &'t Condition,
    objects: BTreeSet<ObjectId>,
    reads: Reads,
}

/// What an action may change.
enum Changed {
    Nothing,
    Object(ObjectId),
    Anything,
}

/// The state of the walk; its methods are spread over the files.
pub(super) struct Lowering<'t> {
    pub(super) tree: &'t tree::Program,
    /// The types; members lie where they would without attributes.
    pub(super) types: Types,
    pub(super) begin: Start<'t>,
    /// The numbers that come from outside in arguments of the command line.
    pub(super) numbers: Numbers,
    /// The functions whose names are used as values.
    pub(super) named: BTreeSet<FunctionId>,
    pub(super) graph: Graph,
    /// Edges that wait for the next node.
    open: Vec<(NodeId, usize)>,
    pub(super) function: Option<FunctionId>,
    temporaries: u32,
    /// The label of the procedure's end.
    pub(super) end: NodeId,
    pub(super) labels: Vec<NodeId>,
    pub(super) breaks: Vec<NodeId>,
    pub(super) continues: Vec<NodeId>,
    pub(super) switches: Vec<Cases>,
    /// What `static` objects of functions are initialised with.
    pub(super) statics: Vec<(ObjectId, &'t Initializer)>,
    watches: Vec<Watch<'t>>,
    /// The blocks that are open, the innermost last.
    scopes: Vec<Scope>,
    /// How many statement expressions are around.
    pub(super) nesting: usize,
    /// While a user's condition is checked: where it goes on if it does not hold.
    passes: Option<NodeId>,
    /// The unit that owns what is emitted; `None` between units.
    pub(super) unit: Option<UnitId>,
    /// The statement of the units that are made next.
    pub(super) current: StatementId,
    /// While what a library function does is lowered: the statement that calls it, and the function.
    pub(super) model: Option<(StatementId, FunctionId)>,
    /// The innermost conditional statement, and on which side of it the walk is.
    pub(super) guard: Option<(StatementId, bool)>,
    /// Whether nothing in what is being lowered has effects.
    pub(super) quiet: bool,
    /// What may end the run.
    pub(super) ending: Ending,
    /// Why temporaries of the procedure hold what is assigned to them.
    pub(super) held: BTreeMap<TemporaryId, Held>,
    /// What temporaries of the procedure stand for.
    pub(super) titles: BTreeMap<TemporaryId, (Title, Span)>,
}

impl<'t> Lowering<'t> {
    pub(super) fn new(tree: &'t tree::Program, begin: Start<'t>) -> Self {
        let types = tree.types.without_attributes();
        let word = match types.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        };
        let mut lowering = Lowering {
            tree,
            types,
            begin,
            numbers: Numbers::of(tree),
            named: named_in(tree),
            graph: Graph { word, ..Graph::default() },
            open: Vec::new(),
            function: None,
            temporaries: 0,
            end: DANGLING,
            labels: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            statics: Vec::new(),
            watches: Vec::new(),
            scopes: Vec::new(),
            nesting: 0,
            passes: None,
            unit: None,
            current: StatementId(0),
            model: None,
            guard: None,
            quiet: false,
            ending: Ending::of(tree),
            held: BTreeMap::new(),
            titles: BTreeMap::new(),
        };
        for object in &tree.objects {
            let fixed = matches!(object.storage, Storage::File { .. } | Storage::Static);
            let id = lowering.new_object(&object.name, object.ty.clone(), fixed, object.span);
            lowering.graph.objects[id.index()].volatile = object.volatile;
        }
        let records = 0..lowering.types.records.len();
        lowering.graph.record_sizes = records.map(|id| lowering.size(&Type::Record(id))).collect();
        lowering
    }

    /// An object without parts.
    pub(super) fn new_object(&mut self, name: &str, ty: Type, fixed: bool, span: Span) -> ObjectId {
        let size = self.size(&ty);
        let name = name.to_owned();
        self.graph.objects.push(Object { name, ty, size, fixed, volatile: false, span, parts: Vec::new() });
        ObjectId(self.graph.objects.len() as u32 - 1)
    }

    /// The size of an object of a type, if it is known.
    pub(super) fn size(&self, ty: &Type) -> Option<u64> {
        self.types.layout(ty).map(|(size, _)| size)
    }

    /// Starts a procedure: nothing is open but its first node.
    pub(super) fn begin_procedure(&mut self, function: Option<FunctionId>, span: Span) -> NodeId {
        self.function = function;
        self.open.clear();
        self.temporaries = 0;
        self.breaks.clear();
        self.continues.clear();
        self.switches.clear();
        self.labels.clear();
        (self.unit, self.guard) = (None, None);
        self.begin_statement(span);
        self.end = self.new_label(span);
        self.emit(Action::Skip, span)
    }

    /// How many temporaries the procedure has so far.
    pub(super) fn temporaries(&self) -> u32 {
        self.temporaries
    }

    pub(super) fn temporary(&mut self) -> TemporaryId {
        self.temporaries += 1;
        TemporaryId(self.temporaries - 1)
    }

    /// What a temporary holds.
    pub(super) fn held(target: TemporaryId, ty: &Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Temporary(target), ty: ty.clone(), span }
    }

    /// A value in a temporary, so that nothing changes it any more.
    pub(super) fn kept(&mut self, value: Expr) -> Expr {
        if matches!(value.kind, ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Function(_)) {
            return value;
        }
        let (target, ty, span) = (self.temporary(), value.ty.clone(), value.span);
        self.emit(Action::Assign { target, value }, span);
        Self::held(target, &ty, span)
    }

    pub(super) fn new_error(&mut self, kind: ErrorKind, span: Option<Span>, text: Option<&str>) -> ErrorId {
        let shown = text.unwrap_or_default().to_owned();
        self.graph.outline.errors.push((shown.clone(), shown));
        self.graph.errors.push(ErrorSite { kind, span, text: text.map(str::to_owned) });
        ErrorId(self.graph.errors.len() as u32 - 1)
    }

    /// An error; its text, and what it is about.
    pub(super) fn error(&mut self, kind: ErrorKind, texts: (String, String), span: Span) {
        let error = self.new_error(kind, Some(span), None);
        self.graph.outline.errors[error.index()] = texts;
        self.emit(Action::Error(error), span);
    }

    pub(super) fn new_site(&mut self, name: &str, range: (i128, i128), span: Span) -> SiteId {
        self.graph.sites.push(Site {
            name: name.to_owned(),
            span,
            range,
            place: None,
            text: None,
            argument: None,
            drawn: None,
        });
        SiteId(self.graph.sites.len() as u32 - 1)
    }

    fn push(&mut self, action: Action, unit: Option<UnitId>, span: Span) -> NodeId {
        let successors = match action.turn() {
            Transfer::Branch(_) => vec![DANGLING; 2],
            Transfer::Exit | Transfer::Error(_) | Transfer::Cut(_) | Transfer::Stop(_) => Vec::new(),
            Transfer::Skip | Transfer::Mark(_) | Transfer::On | Transfer::Call | Transfer::Stated(_) => {
                vec![DANGLING]
            }
        };
        self.graph.nodes.push(Node { action, span, successors, without_value: self.passes });
        self.graph.outline.unit_of.push(unit);
        NodeId(self.graph.nodes.len() as u32 - 1)
    }

    /// A join to be placed later.
    pub(super) fn new_label(&mut self, span: Span) -> NodeId {
        self.push(Action::Skip, None, span)
    }

    /// Sends everything that is open to a label; what follows is not reached from here.
    pub(super) fn jump(&mut self, label: NodeId) {
        for (node, slot) in std::mem::take(&mut self.open) {
            self.graph.nodes[node.index()].successors[slot] = label;
        }
    }

    /// What follows is reached through the label, too.
    pub(super) fn place_label(&mut self, label: NodeId) {
        for scope in self.scopes.iter_mut().filter(|scope| label.0 < scope.nodes.start) {
            scope.labels.insert(label);
        }
        self.jump(label);
        self.open.push((label, 0));
    }

    /// Emits a node, and the checks of the user's conditions that its change calls for.
    pub(super) fn emit(&mut self, action: Action, span: Span) -> NodeId {
        spend(1);
        let changed = changed(&action);
        let node = self.push(action, self.unit, span);
        self.jump(node);
        let successors = self.graph.nodes[node.index()].successors.len();
        self.open.extend((0..successors).map(|slot| (node, slot)));
        self.check_conditions(&changed, span);
        node
    }

    /// A block begins.
    pub(super) fn open_scope(&mut self) {
        let first = self.next_node().0;
        self.scopes.push(Scope { objects: Vec::new(), nodes: first..first, labels: BTreeSet::new() });
    }

    /// The innermost block ends.
    pub(super) fn close_scope(&mut self) {
        let end = self.next_node().0;
        if let Some(mut scope) = self.scopes.pop() {
            scope.nodes.end = end;
            self.graph.scopes.push(scope);
        }
    }

    /// Statements inside of an expression.
    pub(super) fn nested_statements(&mut self, statements: &'t [Statement]) {
        self.nesting += 1;
        statements.iter().for_each(|statement| self.statement(statement));
        self.nesting -= 1;
    }

    /// The innermost block declares an object.
    pub(super) fn in_scope(&mut self, object: ObjectId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.objects.push(object);
        }
        if self.model.is_some() {
            self.graph.of_library.insert(object);
        }
        if self.nesting > 0 {
            self.graph.nested.insert(object, self.nesting);
        }
    }

    /// What is open now does this, wherever it leads.
    pub(super) fn mark(&mut self, role: Role, span: Span) {
        let outer = self.unit.take();
        self.emit(Action::Mark(role), span);
        self.unit = outer;
    }

    /// Emits a branch; nothing is open after it.
    pub(super) fn branch(&mut self, condition: Expr, span: Span, holds: NodeId, fails: NodeId) {
        let node = self.emit(Action::Branch(condition), span);
        self.open.clear();
        self.graph.nodes[node.index()].successors = vec![holds, fails];
    }

    /// Where nothing is defined to go on, the procedure ends.
    pub(super) fn close_dangling(&mut self, from: NodeId, exit: NodeId) {
        for node in &mut self.graph.nodes[from.index()..] {
            for successor in node.successors.iter_mut().filter(|successor| **successor == DANGLING) {
                *successor = exit;
            }
        }
        self.open.clear();
    }

    /// Notes the user's conditions.
    pub(super) fn watch_conditions(&mut self) {
        let tree = self.tree;
        for condition in &tree.conditions {
            let error = self.new_error(ErrorKind::Condition, condition.span, Some(&condition.text));
            let mut objects = BTreeSet::new();
            named_objects(&condition.expression, &mut |object| _ = objects.insert(object));
            let result = |object: &ObjectId| tree.objects[object.index()].storage == Storage::Result;
            if objects.iter().any(result) {
                objects.retain(result);
            }
            let reads = reads(&condition.expression);
            self.watches.push(Watch { error, condition, objects, reads });
        }
    }

    /// The objects for the result of the function that conditions ask for.
    pub(super) fn watched_results(&self) -> Vec<ObjectId> {
        let here = self.watches.iter().filter(|watch| {
            let function = watch.condition.function.map(|id| self.tree.resolved(id));
            function.is_some() && function == self.function
        });
        let objects = here.flat_map(|watch| &watch.objects).copied();
        let result = |object: &ObjectId| self.tree.objects[object.index()].storage == Storage::Result;
        objects.filter(result).collect()
    }

    fn check_conditions(&mut self, changed: &Changed, span: Span) {
        if self.watches.is_empty() || self.passes.is_some() || self.function.is_none() {
            return;
        }
        for index in 0..self.watches.len() {
            let watch = &self.watches[index];
            let function = watch.condition.function.map(|id| self.tree.resolved(id));
            let hit = match changed {
                Changed::Nothing => false,
                Changed::Object(object) => watch.reads > Reads::Named || watch.objects.contains(object),
                Changed::Anything => watch.reads > Reads::Named || !watch.objects.is_empty(),
            };
            if !hit || function.is_some() && function != self.function {
                continue;
            }
            let (error, condition) = (watch.error, watch.condition);
            let (fails, passes) = (self.new_label(span), self.new_label(span));
            self.passes = Some(passes);
            let outer = self.enter(UnitKind::Check);
            self.condition(&condition.expression, fails, passes);
            self.place_label(fails);
            self.emit(Action::Error(error), condition.span.unwrap_or(span));
            self.leave(outer);
            self.passes = None;
            self.place_label(passes);
        }
    }
}

fn changed(action: &Action) -> Changed {
    match (action, writes(action).first()) {
        // It has no value yet.
        (Action::Declare(_), _) | (_, None) => Changed::Nothing,
        (_, Some(Accessed::Place(Place { base: Base::Object(object), .. }))) => Changed::Object(*object),
        (
            _,
            Some(
                Accessed::Place(_)
                | Accessed::Object(_)
                | Accessed::Behind(_)
                | Accessed::Callee(_)
                | Accessed::Outside,
            ),
        ) => Changed::Anything,
    }
}

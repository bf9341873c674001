//! Of which objects there is one at a time, how long they live, and which get a value where they are declared.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::vocabulary::START;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::access::effects_of;
use focuscheck_ir::program::addresses::{named_functions, starts};
use focuscheck_ir::program::graph::{Action, Base, Callee, Graph, NodeId, Place, ProcedureId, TemporaryId};
use focuscheck_rules::points_to::{Object, PointsTo};

use super::pointers::Held;
use super::scope::{depth, is_named_without, names};
use super::uses::Uses;

/// How long an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// As long as any pointer to it.
    Lasts,
    /// Pointers may outlive it.
    Ends,
    /// That is not known, or there may be several of it.
    Unknown,
}

/// Where an object is no more.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Where these nodes begin.
    pub before: BTreeSet<NodeId>,
    /// Behind these, which leave the procedure.
    pub behind: BTreeSet<NodeId>,
}

/// What is known of the objects of a program.
pub(super) struct Lives<'o> {
    original: &'o Original,
    /// The procedures that declare objects, or have them as parameters.
    homes: BTreeMap<ObjectId, ProcedureId>,
    /// Procedures that may be running several times at once.
    recursive: BTreeSet<ProcedureId>,
    /// The procedure that the program begins with, if nothing calls it.
    main: Option<ProcedureId>,
    /// Where temporaries are used.
    uses: BTreeMap<ProcedureId, Uses>,
}

impl<'o> Lives<'o> {
    pub fn of(original: &'o Original) -> Self {
        let (tree, graph) = (original.tree(), original.graph());
        let mut homes = BTreeMap::new();
        for (number, procedure) in graph.procedures.iter().enumerate() {
            let id = ProcedureId(number as u32);
            homes.extend(procedure.parameters.iter().map(|object| (*object, id)));
            for node in graph.nodes_of(id) {
                if let Action::Declare(object) = graph.nodes[node.index()].action {
                    homes.insert(object, id);
                }
            }
        }
        let main = tree.function("main").filter(|main| starts(tree, graph, *main));
        // One that makes what the function to start at gets is called by nothing.
        let main = tree.function(START).or(main);
        let main = main.and_then(|main| graph.bodies[main.index()]);
        let recursive = recursive(original);
        let procedures = (0..graph.procedures.len() as u32).map(ProcedureId);
        let uses = procedures.map(|procedure| (procedure, Uses::of(graph, procedure))).collect();
        Lives { original, homes, recursive, main, uses }
    }

    /// Whether a node runs once at most.
    pub fn happens_once(&self, node: NodeId) -> bool {
        let graph = self.original.graph();
        let own = self.main.is_some_and(|main| {
            let procedure = &graph.procedures[main.index()];
            (procedure.first..=procedure.exit).contains(&node)
        });
        own && !is_repeated(graph, node)
    }

    /// How long an object lives, of which there is one at a time; of others that is unknown.
    pub fn life(&self, object: ObjectId, (holders_of, found): (&[Held], &PointsTo)) -> Life {
        let (tree, graph) = (self.original.tree(), self.original.graph());
        let entry = &graph.objects[object.index()];
        let lasts = |lasts: bool| if lasts { Life::Lasts } else { Life::Unknown };
        let Some(declared) = tree.objects.get(object.index()) else {
            return lasts(graph.literals.iter().any(|(literal, _)| *literal == object));
        };
        if entry.volatile || declared.volatile || tree.types.has_volatile_member(&entry.ty) {
            return Life::Unknown;
        }
        match declared.storage {
            Storage::File { defined, .. } => lasts(!tree.linkage.has_no_cells(&declared.name, defined)),
            Storage::Static => Life::Lasts,
            Storage::Parameter | Storage::Result => Life::Unknown,
            Storage::Automatic => {
                let Some(&home) = self.homes.get(&object) else { return Life::Unknown };
                let own = depth(graph, object);
                let holds = |held: &Held| match *held {
                    Held::Variable(variable) => {
                        self.homes.get(&variable) != Some(&home) || own <= depth(graph, variable)
                    }
                    // One that the graph does not have is no longer there than its node.
                    Held::Temporary(_, TemporaryId(u32::MAX)) => true,
                    Held::Temporary(procedure, temporary) => {
                        procedure != home || self.is_used_within((procedure, temporary), object)
                    }
                    Held::Given(_) => true,
                    Held::Member(..) | Held::Plain(_) => false,
                    Held::Result(function) => graph.bodies[function.index()] != Some(home),
                };
                let mut holders = found.points.iter().filter(|(_, other, _)| *other == Object(object.0));
                if self.recursive.contains(&home) {
                    return Life::Unknown;
                }
                let outer = self.main == Some(home) && own <= 1;
                match outer || holders.all(|(holder, ..)| holds(&holders_of[holder.0 as usize])) {
                    true => Life::Lasts,
                    false if self.ends(object).is_some() => Life::Ends,
                    false => Life::Unknown,
                }
            }
        }
    }

    /// The only node that declares an object, and its procedure.
    fn declared(&self, object: ObjectId) -> Option<(ProcedureId, NodeId)> {
        let graph = self.original.graph();
        let home = *self.homes.get(&object)?;
        let mut nodes = graph.nodes_of(home).filter(
            |node| matches!(graph.nodes[node.index()].action, Action::Declare(other) if other == object),
        );
        let declared = nodes.next()?;
        nodes.next().is_none().then_some((home, declared))
    }

    /// Where an object of a block is no more; `None` if that cannot be told.
    pub fn ends(&self, object: ObjectId) -> Option<Ends> {
        let graph = self.original.graph();
        let (home, declared) = self.declared(object)?;
        let scope = graph.scopes.iter().find(|scope| scope.objects.contains(&object))?;
        // An object of a statement inside of an expression ends somewhere else.
        let nested = graph.nested.contains_key(&object);
        if nested || !scope.contains(declared) || is_named_without(graph, home, declared, object) {
            return None;
        }
        let exit = graph.procedures[home.index()].exit;
        let mut ends = Ends::default();
        for (&(node, next), _) in graph.ends.iter().filter(|(_, objects)| objects.contains(&object)) {
            match (next == exit, graph.nodes[node.index()].successors.len()) {
                (false, _) => _ = ends.before.insert(next),
                (true, 1) => _ = ends.behind.insert(node),
                (true, _) => return None,
            }
        }
        Some(ends)
    }

    /// Whether all uses of a temporary are in the block that declares an object.
    fn is_used_within(&self, temporary: (ProcedureId, TemporaryId), object: ObjectId) -> bool {
        let graph = self.original.graph();
        let Some(scope) = graph.scopes.iter().find(|scope| scope.objects.contains(&object)) else {
            return false;
        };
        // The value of a statement expression is used behind it.
        if graph.nested.contains_key(&object) {
            return false;
        }
        let (procedure, temporary) = temporary;
        let uses = self.uses.get(&procedure);
        uses.is_some_and(|uses| uses.all(temporary).iter().all(|node| scope.contains(*node)))
    }

    /// Whether an object of a block gets a value as a whole where it is declared, and no jump leads past that.
    pub fn is_initialised(&self, object: ObjectId) -> bool {
        let graph = self.original.graph();
        let Some((home, declared)) = self.declared(object) else { return false };
        let mut node = declared;
        let whole = |place: &Place| {
            matches!(place.base, Base::Object(other) if other == object) && place.steps.is_empty()
        };
        loop {
            let [next] = graph.nodes[node.index()].successors[..] else { return false };
            // Whatever else leads there has not passed the declaration.
            if next.0 != node.0 + 1 {
                return false;
            }
            node = next;
            let action = &graph.nodes[node.index()].action;
            if let Action::Clear { place, .. } | Action::Store { place, .. } = action
                && whole(place)
            {
                // It may be initialised with itself.
                let end = graph.initialised.get(&node).map_or(node.0 + 1, |end| end.0);
                let reads = (node.0..end).any(|inner| {
                    let effects = effects_of(&graph.nodes[inner as usize].action);
                    effects.reads.iter().any(|read| read.object() == Some(object))
                });
                return !reads && !is_named_without(graph, home, declared, object);
            }
            // What is copied may have no value itself, but for a literal.
            if let Action::Copy { to, from, .. } = action
                && whole(to)
                && matches!(from.base, Base::Object(literal) if graph.literals.iter().any(|(l, _)| *l == literal))
            {
                return !is_named_without(graph, home, declared, object);
            }
            if names(action, object) {
                return false;
            }
        }
    }
}

/// Whether a node may run again after it has run.
fn is_repeated(graph: &Graph, node: NodeId) -> bool {
    let (mut seen, mut pending) = (BTreeSet::new(), vec![node]);
    while let Some(next) = pending.pop() {
        for &after in &graph.nodes[next.index()].successors {
            if after == node {
                return true;
            }
            if seen.insert(after) {
                pending.push(after);
            }
        }
    }
    false
}

/// The procedures that may be running several times at once: they may call themselves, through what others call as well.
fn recursive(original: &Original) -> BTreeSet<ProcedureId> {
    let graph = original.graph();
    let named: Vec<ProcedureId> =
        named_functions(graph).iter().filter_map(|function| graph.bodies[function.index()]).collect();
    let mut calls: BTreeMap<ProcedureId, BTreeSet<ProcedureId>> = BTreeMap::new();
    for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
        let called = calls.entry(procedure).or_default();
        for node in graph.nodes_of(procedure) {
            let action = &graph.nodes[node.index()].action;
            match action {
                Action::Call { callee: Callee::Procedure(callee), .. } => _ = called.insert(*callee),
                Action::Call { callee: Callee::Missing(_), .. } => {}
                Action::Call { .. } | Action::Unknown { .. } => called.extend(&named),
                _ => {}
            }
        }
    }
    let mut found = BTreeSet::new();
    for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![procedure]);
        while let Some(next) = pending.pop() {
            for callee in calls.get(&next).into_iter().flatten() {
                if *callee == procedure {
                    found.insert(procedure);
                }
                if seen.insert(*callee) {
                    pending.push(*callee);
                }
            }
        }
    }
    found
}

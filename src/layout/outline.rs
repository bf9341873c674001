//! Procedures as a whole: their labels, loops, and what units are.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::assumed::depends_on_globals;
use super::finish;
use focuscheck_base::doubt::Premise;
use focuscheck_cells::facts::cfg::{self, Assumed, Loop, UnitKind};
use focuscheck_check::tree::{FunctionId, Item};
use focuscheck_ir::program::graph::{Action, NodeId, Procedure, ProcedureId};
use focuscheck_ir::program::outline::UnitId;
use focuscheck_ir::program::role::LoopId;
use focuscheck_ir::program::visit::target;

use super::Laid;
use super::build::Stage;
use super::copy::{Copy, Key, Variable};
use super::findings::Owner;
use super::gap::Gap;
use super::region::is_pointer;
use super::scope::is_named_without;
use super::uses::{Uses, each_operand, each_temporary, reads_memory};

/// How much was made at some time.
struct Mark {
    nodes: usize,
    units: usize,
    statements: usize,
    loops: usize,
    obligations: usize,
    labels: usize,
    ends: usize,
    /// For each error how many nodes it had.
    errors: Vec<usize>,
}

impl Stage<'_> {
    /// Lays the program out, once, with what is known of it.
    pub fn lay_out(&mut self) -> Result<(), Gap> {
        self.globals()?;
        self.procedures()
    }

    /// Lays out all procedures.
    fn procedures(&mut self) -> Result<(), Gap> {
        let tree = self.tree;
        for item in &tree.items {
            let Item::Function(function) = item else { continue };
            let Some(origin) = self.graph.bodies[function.index()] else { continue };
            if !self.bases.contains_key(&origin) {
                self.new_copy(origin, *function, Key::default());
            }
        }
        let start = self.original.start().entry.unwrap_or("main");
        let main = tree.function(start).map(|id| tree.resolved(id));
        let number = self.copies.iter().position(|copy| Some(copy.function) == main);
        self.out.main = number.map(|number| cfg::ProcedureId(number as u32));
        for number in 0..self.copies.len() {
            self.current = number;
            self.locals()?;
        }
        self.conditions()?;
        // Calls make copies.
        let mut number = 0;
        while number < self.copies.len() {
            self.current = number;
            self.lay_out_procedure()?;
            number += 1;
        }
        Ok(())
    }

    /// Makes a copy of a procedure.
    pub fn new_copy(&mut self, origin: ProcedureId, function: FunctionId, key: Key) {
        let uses = Uses::of(self.graph, origin);
        let mut modified =
            self.usages.get(&function).map(|usage| Rc::clone(&usage.modified)).unwrap_or_default();
        // What a jump leaves without its initialiser is not always what that says.
        for node in self.graph.nodes_of(origin) {
            if let Action::Declare(object) = self.graph.nodes[node.index()].action
                && is_pointer(&self.graph.objects[object.index()].ty)
                && !modified.contains(&object)
                && is_named_without(self.graph, origin, node, object)
            {
                Rc::make_mut(&mut modified).insert(object);
            }
        }
        self.bases.entry(origin).or_insert(self.copies.len());
        self.copies.push(Copy::new(origin, function, key, modified, uses));
    }

    /// The copies that calls lead to from some of them, with these.
    pub fn called_from(&self, mut pending: Vec<usize>) -> BTreeSet<usize> {
        let calls = self.calls();
        let mut called = BTreeSet::new();
        while let Some(number) = pending.pop() {
            if called.insert(number) {
                let callees = calls.range((number, 0)..=(number, usize::MAX));
                pending.extend(callees.map(|(_, callee)| *callee));
            }
        }
        called
    }

    /// The copies that no run comes to: what they do says nothing of the others. Code that nobody knows may call what it knows of, and
    /// where that is in other files, any function.
    pub fn idle(&self) -> BTreeSet<usize> {
        let Some(main) = self.out.main.filter(|_| self.outside.is_empty()) else { return BTreeSet::new() };
        let mut starts = self.copies_called_back();
        starts.push(main.index());
        let reached = self.called_from(starts);
        (0..self.copies.len()).filter(|number| !reached.contains(number)).collect()
    }

    /// The copies that are never called because others of the same procedure are.
    pub fn replaced(&self) -> BTreeSet<usize> {
        let Some(main) = self.out.main else { return BTreeSet::new() };
        let called = self.called_from(vec![main.index()]);
        let copied: BTreeSet<ProcedureId> =
            self.copies.iter().filter(|copy| !copy.key.is_empty()).map(|copy| copy.origin).collect();
        let in_use: BTreeSet<ProcedureId> =
            called.iter().filter_map(|&number| self.copies.get(number)).map(|copy| copy.origin).collect();
        // What only copies call that are never called themselves is such a one, too.
        let replaced = self.copies.iter().enumerate().filter(|(number, copy)| {
            let others =
                copy.key.is_empty() && copied.contains(&copy.origin) || in_use.contains(&copy.origin);
            others && !called.contains(number)
        });
        replaced.map(|(number, _)| number).collect()
    }

    /// Lays out the current copy; one that others replace does nothing, but what it calls is there.
    fn lay_out_procedure(&mut self) -> Result<(), Gap> {
        if !self.known.replaced.contains(&self.current) {
            return self.lay_out_body();
        }
        let mark = self.mark_made();
        self.lay_out_body()?;
        self.back_to(mark);
        Ok(())
    }

    /// How much is made.
    fn mark_made(&self) -> Mark {
        Mark {
            nodes: self.out.nodes.len(),
            units: self.out.units.len(),
            statements: self.out.statements.len(),
            loops: self.out.outline.loops.len(),
            obligations: self.out.obligations.len(),
            labels: self.marks.labels.len(),
            ends: self.marks.loops.len(),
            errors: self.out.errors.iter().map(|error| error.nodes.len()).collect(),
        }
    }

    /// Takes back what the body of the current copy has made: it only ends.
    fn back_to(&mut self, mark: Mark) {
        self.out.nodes.truncate(mark.nodes);
        self.sources.truncate(mark.nodes);
        self.forget_units(mark.units);
        self.out.statements.truncate(mark.statements);
        self.out.outline.loops.truncate(mark.loops);
        self.out.obligations.truncate(mark.obligations);
        self.marks.labels.truncate(mark.labels);
        self.marks.loops.truncate(mark.ends);
        self.out.errors.truncate(mark.errors.len());
        for (error, nodes) in self.out.errors.iter_mut().zip(mark.errors) {
            error.nodes.truncate(nodes);
        }
        let errors = self.out.errors.len();
        self.errors.retain(|_, error| error.index() < errors);
        self.undefined.retain(|_, error| error.index() < errors);
        self.leaks.forget_errors(errors);
        let Some(mut procedure) = self.out.procedures.pop() else { return };
        let from = cfg::NodeId(self.out.nodes.len() as u32);
        let statement = self.new_statement(procedure.span, None);
        self.silent = self.new_unit(UnitKind::Silent, statement);
        self.unit = None;
        procedure.entry = self.emit(cfg::Action::Skip, procedure.span);
        procedure.exit = self.emit(cfg::Action::Exit, procedure.span);
        self.open.clear();
        self.made_for(self.graph.procedures[self.copy().origin.index()].entry);
        procedure.nodes = (from, cfg::NodeId(self.out.nodes.len() as u32));
        self.out.procedures.push(procedure);
    }

    fn lay_out_body(&mut self) -> Result<(), Gap> {
        let (graph, tree, origin) = (self.graph, self.tree, self.copy().origin);
        let function: FunctionId = self.copy().function;
        let Some(definition) = &tree.functions[function.index()].definition else {
            return Err(Gap::Shape("no definition"));
        };
        let span = definition.span;
        let from = cfg::NodeId(self.out.nodes.len() as u32);
        let statement = self.new_statement(span, None);
        self.silent = self.new_unit(UnitKind::Silent, statement);
        self.loops_of(origin);
        let procedure = &graph.procedures[origin.index()];
        let (mut entry, mut exit) = (from, from);
        let mut checks = self.condition_checks(span);
        let continued = if checks.is_empty() { self.continued(origin) } else { Vec::new() };
        let continues =
            |node: u32| continued.get((node - procedure.first.0) as usize).copied().unwrap_or(false);
        for node in graph.nodes_of(origin) {
            if !continues(node.0) {
                let label = self.new_label(graph.nodes[node.index()].span);
                self.copy_mut().labels.insert(node, label);
                self.open = vec![(label, 0)];
            }
            let entry_of = &graph.nodes[node.index()];
            if !self.is_asked(node, &mut checks)? {
                self.made_for(node);
                let open = std::mem::take(&mut self.open);
                self.copy_mut()
                    .edges
                    .extend(open.into_iter().map(|(from, slot)| (from, slot, procedure.exit)));
                continue;
            }
            let first = cfg::NodeId(self.out.nodes.len() as u32);
            let fused = self.copy().fused.get(&node).copied().filter(|_| !self.copy().called.contains(&node));
            if node == procedure.entry {
                entry = self.emit(cfg::Action::Skip, span);
                self.forget_values(span);
                self.forget_initial_values();
                self.run_constructors();
            } else {
                self.node(node)?;
            }
            if !checks.is_empty()
                && entry_of.without_value.is_none()
                && !matches!(entry_of.action, Action::Skip | Action::Mark(_))
            {
                checks.assigned = self.assigned_since(first);
                checks.assigned.extend(fused);
                checks.last = entry_of.span;
            }
            self.made_for(node);
            if node == procedure.exit {
                exit = cfg::NodeId(self.out.nodes.len() as u32 - 1);
            }
            if continues(node.0 + 1) {
                continue;
            }
            let open = std::mem::take(&mut self.open);
            let next = graph.nodes[node.index()].successors.first().copied().unwrap_or(procedure.exit);
            self.copy_mut().edges.extend(open.into_iter().map(|(from, slot)| (from, slot, next)));
        }
        for (node, slot, to) in std::mem::take(&mut self.copy_mut().edges) {
            let mut to = to;
            while let Some(passes) = self.copy().passed.get(&to) {
                to = *passes;
            }
            self.out.nodes[node.index()].successors[slot] = self.copy().labels[&to];
        }
        self.end_loops(origin);
        self.end_units(origin);
        let flags = self.copy().flags.iter().map(|(_, flag)| *flag);
        let formals = self.copy().formals.iter().copied().chain(flags).collect();
        let results = self.results();
        let name = tree.functions[function.index()].name.clone();
        let nodes = (from, cfg::NodeId(self.out.nodes.len() as u32));
        self.out.procedures.push(cfg::Procedure { name, entry, exit, formals, results, nodes, span });
        Ok(())
    }

    /// What a call of the current copy may give back, with whether that has values.
    fn results(&self) -> Vec<cfg::ScalarId> {
        let copy = self.copy();
        let returned = copy.record.iter().chain(&copy.slots).flat_map(|variable| variable.cells());
        let flags = copy.flags.iter().map(|(_, flag)| *flag);
        let record = copy.record.iter().flat_map(|record| record.cells());
        let shadows = record.filter_map(|cell| self.shadow_of(cell));
        let pointer = copy.returned.iter().flat_map(|pointer| pointer.cells());
        copy.result.into_iter().chain(pointer).chain(returned).chain(flags).chain(shadows).collect()
    }

    /// For each node of a procedure, from its first on, whether only the one before it leads there and nothing refers to it:
    /// it needs no label.
    fn continued(&self, origin: ProcedureId) -> Vec<bool> {
        let graph = self.graph;
        let Procedure { first, exit, .. } = graph.procedures[origin.index()];
        let mut ways = vec![0u32; (exit.0 - first.0) as usize + 1];
        for node in graph.nodes_of(origin) {
            let successors = &graph.nodes[node.index()].successors;
            successors.iter().for_each(|next| ways[(next.0 - first.0) as usize] += 1);
        }
        let continued = graph.nodes_of(origin).zip(ways).map(|(node, ways)| {
            let follows = node != first && graph.nodes[node.index() - 1].successors[..] == [node];
            follows && ways == 1 && !self.named_nodes[node.index()]
        });
        continued.collect()
    }

    /// Says what the nodes were made for of which that is not said yet.
    fn made_for(&mut self, node: NodeId) {
        self.sources.resize(self.out.nodes.len(), node);
    }

    /// The loops whose heads are in a procedure.
    fn loops_of(&mut self, origin: ProcedureId) {
        let graph = self.graph;
        let procedure = self.procedure();
        let Procedure { first, exit, .. } = graph.procedures[origin.index()];
        let own = |head: NodeId| (first..=exit).contains(&head);
        for (number, entry) in graph.loops.iter().enumerate().filter(|(_, entry)| own(entry.head)) {
            let id = LoopId(self.out.outline.loops.len() as u32);
            let (kind, span, annotations) = (entry.kind, entry.span, entry.annotations.clone());
            self.out.outline.loops.push(Loop { kind, procedure, head: None, span, annotations });
            self.copy_mut().loops.insert(LoopId(number as u32), id);
        }
    }

    /// Where the nodes of each loop are.
    fn end_loops(&mut self, origin: ProcedureId) {
        let graph = self.graph;
        let mut last: BTreeMap<LoopId, NodeId> = BTreeMap::new();
        for node in graph.nodes_of(origin) {
            if let Action::Mark(role) = graph.nodes[node.index()].action
                && let Some(id) = role.of_loop()
            {
                last.insert(id, node);
            }
        }
        for &id in self.copy().loops.clone().keys() {
            let first = self.copy().labels[&graph.loops[id.index()].head];
            let after = last.get(&id).map_or(first, |last| self.copy().labels[&NodeId(last.0 + 1)]);
            self.marks.loops.push((first, after));
        }
    }

    /// Where conditions lead, and which are on inputs alone.
    fn end_units(&mut self, origin: ProcedureId) {
        let graph = self.graph;
        let mut nodes: BTreeMap<UnitId, Vec<NodeId>> = BTreeMap::new();
        for node in graph.nodes_of(origin) {
            if let Some(unit) = graph.outline.unit_of[node.index()]
                && graph.outline.units[unit.index()].kind == UnitKind::Condition
            {
                nodes.entry(unit).or_default().push(node);
            }
        }
        for (unit, made) in self.copy().units.clone() {
            let entry = &graph.outline.units[unit.index()];
            let label = |node: NodeId| self.copy().labels[&node];
            let exits = entry.exits.map(|(holds, fails)| (label(holds), label(fails)));
            let star = entry.kind == UnitKind::Condition
                && self.is_star(nodes.get(&unit).map_or(&[], Vec::as_slice));
            let made = &mut self.out.units[made.index()];
            (made.exits, made.star) = (exits, star);
        }
    }

    /// Whether the nodes of a condition read inputs and nothing else.
    fn is_star(&self, nodes: &[NodeId]) -> bool {
        let graph = self.graph;
        let (mut own, mut inputs, mut others) = (BTreeSet::new(), false, false);
        for node in nodes {
            let action = &graph.nodes[node.index()].action;
            match action {
                Action::Input { .. } => inputs = true,
                Action::Skip if graph.ordered.contains_key(node) => {}
                Action::Branch(_) | Action::Assign { .. } => {}
                _ => others = true,
            }
            each_operand(action, &mut |value| {
                others |= reads_memory(value);
                each_temporary(value, &mut |temporary| others |= !own.contains(&temporary));
            });
            own.extend(target(action));
        }
        inputs && !others
    }

    /// Of a branch that is a whole assumption: where it passes, and whether that is where the value is zero.
    pub fn assumption(&self, node: NodeId) -> Option<(NodeId, bool)> {
        let (graph, outline) = (self.graph, &self.graph.outline);
        let unit = outline.unit_of[node.index()]?;
        if outline.units[unit.index()].kind != UnitKind::Assume {
            return None;
        }
        let own = |other: &NodeId| outline.unit_of[other.index()] == Some(unit);
        let branches = graph.nodes_of(self.copy().origin).filter(own);
        let branches =
            branches.filter(|other| matches!(graph.nodes[other.index()].action, Action::Branch(_)));
        if branches.count() > 1 {
            return None;
        }
        let stops = |from: NodeId| {
            let next = graph.nodes[from.index()].successors.first().copied();
            next.is_some_and(|next| {
                own(&next) && matches!(graph.nodes[next.index()].action, Action::Stop(None))
            })
        };
        let [holds, fails] = graph.nodes[node.index()].successors[..] else { return None };
        match (stops(holds), stops(fails)) {
            (false, true) => Some((holds, false)),
            (true, false) => Some((fails, true)),
            _ => None,
        }
    }

    /// Whether a stop is the end of what such an assumption leaves out.
    pub fn ends_assumption(&self, node: NodeId) -> bool {
        let (graph, outline) = (self.graph, &self.graph.outline);
        let unit = outline.unit_of[node.index()];
        let mut branches = graph.nodes_of(self.copy().origin).filter(|other| {
            let own = unit.is_some() && outline.unit_of[other.index()] == unit;
            own && matches!(graph.nodes[other.index()].action, Action::Branch(_))
        });
        branches.any(|branch| self.assumption(branch).is_some())
    }

    /// The graph as it is used.
    pub fn finish(mut self) -> Laid {
        self.out.memory = self.memory();
        let mut named = self.named;
        for owner in &self.known.taken {
            let variable = match owner {
                Owner::Static(object) => self.globals.get(object),
                Owner::Pool(pool) => self.pooled.get(*pool).map(|(cells, _)| cells),
                Owner::Local(copy, object) => self.copies[*copy].locals.get(object),
                Owner::Given(copy, slot) => self.copies[*copy].slots.get(*slot),
                Owner::Result(copy) => self.copies[*copy].record.as_ref(),
            };
            named.extend(variable.into_iter().flat_map(Variable::cells));
        }
        let (mut graph, sources) =
            finish::finish(self.out, &self.sources, &self.marks, |scalar| named.contains(&scalar));
        let mut assumed = Vec::new();
        for (number, copy) in self.copies.iter().enumerate() {
            let definition = self.tree.functions[copy.function.index()].definition.as_ref();
            if definition.is_some_and(|definition| definition.model) {
                let procedure = &graph.procedures[number];
                let premise = Premise::Model { function: procedure.name.clone() };
                assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
            }
            let granted = self.graph.premises.iter().filter(|(function, ..)| *function == copy.function);
            assumed.extend(granted.map(|(_, premise, span)| {
                let node = Some(graph.procedures[number].entry);
                Assumed { node, premise: premise.clone(), span: *span }
            }));
            let procedure = &graph.procedures[number];
            if self.tree.linkage.is_weak(&self.tree.functions[copy.function.index()].name) {
                let premise = Premise::Weak { function: procedure.name.clone() };
                assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
            }
        }
        let mut outside: Vec<_> = self.outside.into_iter().map(|(name, span)| (span, name)).collect();
        outside.sort();
        assumed.extend(outside.into_iter().map(|(span, function)| {
            let premise = Premise::Contained { function };
            Assumed { node: None, premise, span }
        }));
        assumed.extend(self.tree.settled.iter().map(|(name, span)| {
            let premise = Premise::Settled { variable: name.clone() };
            Assumed { node: None, premise, span: *span }
        }));
        let start = self.original.start();
        let initial = start.entry.is_some() && !start.globals_change;
        if let Some(main) = graph.main.filter(|main| initial && depends_on_globals(&graph, *main)) {
            let procedure = &graph.procedures[main.index()];
            let premise = Premise::InitialGlobals { function: procedure.name.clone() };
            assumed.push(Assumed { node: Some(procedure.entry), premise, span: procedure.span });
        }
        assumed.append(&mut graph.assumed);
        graph.assumed = assumed;
        let origins = self.copies.iter().map(|copy| copy.origin).collect();
        Laid { graph, origins, sources, is_whole: !self.unasked.get() }
    }
}

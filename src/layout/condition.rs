//! The user's error conditions: where the graph checks one, it is checked here if what was assigned may change it.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{self, ErrorSite, ScalarId, UnitKind};
use focuscheck_cells::facts::reads::node_assigns;
use focuscheck_check::effects::{Reads, named_objects, reads};
use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, ErrorId, NodeId, Place};
use focuscheck_ir::program::visit::places;

use super::build::Stage;
use super::copy::Variable;
use super::gap::Gap;
use super::region::{Pointer, Row, is_pointer};
use super::target::Target;

/// The checks of conditions in a procedure, while that is laid out.
pub(super) struct Checks {
    /// By where each passes: where it begins, and its error.
    found: BTreeMap<NodeId, (NodeId, Option<ErrorId>)>,
    /// Which ones are made.
    made: BTreeMap<NodeId, bool>,
    /// What the last node that is in none assigns.
    pub assigned: BTreeSet<ScalarId>,
    /// Where that stands.
    pub last: Span,
}

impl Checks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

impl Stage<'_> {
    /// Makes the errors of the conditions.
    pub fn conditions(&mut self) -> Result<(), Gap> {
        let tree = self.tree;
        for (number, condition) in tree.conditions.iter().enumerate() {
            let mut objects = BTreeSet::new();
            named_objects(&condition.expression, &mut |object| _ = objects.insert(object));
            // What is said of a result is asked where that is given.
            let result = |object: &ObjectId| tree.objects[object.index()].storage == Storage::Result;
            if objects.iter().any(result) {
                objects.retain(result);
            }
            let function = condition.function.map(|function| tree.resolved(function));
            let copies = self.copies.iter().position(|copy| Some(copy.function) == function);
            let procedure = copies.map(|copy| cfg::ProcedureId(copy as u32));
            self.out.errors.push(ErrorSite {
                kind: cfg::ErrorKind::Condition,
                procedure,
                text: condition.text.clone(),
                subject: condition.subject.clone(),
                span: condition.span,
                nodes: Vec::new(),
            });
            self.errors.insert(ErrorId(number as u32), cfg::ErrorId(number as u32));
            self.watched.push((objects, reads(&condition.expression)));
        }
        Ok(())
    }

    /// What conditions on the result of the current procedure ask for is what it returns.
    pub fn watch_result(&mut self) {
        let tree = self.tree;
        let function = self.copy().function;
        let first = self.copy().result;
        for condition in &tree.conditions {
            if condition.function.map(|function| tree.resolved(function)) != Some(function) {
                continue;
            }
            named_objects(&condition.expression, &mut |object| {
                if tree.objects[object.index()].storage == Storage::Result
                    && let Some(first) = first
                {
                    self.copy_mut().locals.insert(object, Variable { first, count: 1 });
                }
            });
        }
    }

    /// Whether what the current procedure returns was given to a condition before.
    pub fn is_result_watched(&self) -> bool {
        let result = |object: &ObjectId| {
            self.tree.objects.get(object.index()).is_some_and(|entry| entry.storage == Storage::Result)
        };
        self.copy().result.is_some() && self.copy().locals.keys().any(result)
    }

    /// The checks of conditions in the current procedure.
    pub fn condition_checks(&self, span: Span) -> Checks {
        let graph = self.graph;
        let mut found: BTreeMap<NodeId, (NodeId, Option<ErrorId>)> = BTreeMap::new();
        for node in graph.nodes_of(self.copy().origin) {
            let entry = &graph.nodes[node.index()];
            for &next in &entry.successors {
                if let Some(passes) = graph.nodes[next.index()].without_value
                    && entry.without_value != Some(passes)
                {
                    // The first is what was done before; behind it stands the label of the error.
                    found.entry(passes).or_insert((next, None));
                }
            }
        }
        for node in graph.nodes_of(self.copy().origin) {
            let entry = &graph.nodes[node.index()];
            if let (Some(passes), Action::Error(error)) = (entry.without_value, &entry.action)
                && let Some(check) = found.get_mut(&passes)
            {
                check.1 = Some(*error);
            }
        }
        Checks { found, made: BTreeMap::new(), assigned: BTreeSet::new(), last: span }
    }

    /// The scalars that the nodes from one on assign; not those that are declared.
    pub fn assigned_since(&self, first: cfg::NodeId) -> BTreeSet<ScalarId> {
        let nodes = self.out.nodes[first.index()..].iter();
        let kept = nodes.filter(|node| self.out.units[node.unit.index()].kind != UnitKind::Havoc);
        kept.flat_map(|node| node_assigns(&node.action)).collect()
    }

    /// Whether a node is laid out: it is in no check, or in one that has to be made.
    pub fn is_asked(&mut self, node: NodeId, checks: &mut Checks) -> Result<bool, Gap> {
        self.inside = None;
        let Some(passes) = self.graph.nodes[node.index()].without_value else { return Ok(true) };
        let (begin, error) = checks.found.get(&passes).copied().unwrap_or((node, None));
        let made = match checks.made.get(&passes) {
            Some(made) => *made,
            None => {
                let made = self.is_watched(error, passes, &checks.assigned)?;
                checks.made.insert(passes, made);
                if !made {
                    self.copy_mut().passed.insert(begin, passes);
                }
                made
            }
        };
        if made {
            let place = error.and_then(|error| self.graph.errors[error.index()].span);
            self.inside = Some(place.unwrap_or(checks.last));
        }
        Ok(made)
    }

    /// Whether a check that passes to some node has to be made after some scalars were assigned.
    fn is_watched(
        &self,
        error: Option<ErrorId>,
        passes: NodeId,
        assigned: &BTreeSet<ScalarId>,
    ) -> Result<bool, Gap> {
        let Some((objects, reads)) = error.and_then(|error| self.watched.get(error.index())) else {
            return Err(Gap::Shape("check of a condition"));
        };
        // Of what has no cells nobody knows when it changes.
        if *reads == Reads::Anything || objects.iter().any(|object| !self.has_cells(*object)) {
            return Ok(true);
        }
        let result = |object: &&ObjectId| self.tree.objects[object.index()].storage == Storage::Result;
        let results: Vec<&ObjectId> = objects.iter().filter(result).collect();
        if !results.is_empty() {
            let cells = results.iter().flat_map(|object| self.cells_within(**object));
            return Ok(cells.into_iter().any(|cell| assigned.contains(&cell)));
        }
        let (graph, mut found) = (self.graph, false);
        for node in graph.nodes_of(self.copy().origin) {
            let entry = &graph.nodes[node.index()];
            if entry.without_value == Some(passes) {
                places(&entry.action, &mut |place| {
                    found = found || self.watched_cells(place).iter().any(|cell| assigned.contains(cell));
                });
            }
        }
        Ok(found)
    }

    /// Whether all that may be read by the name of an object lies in cells that are known: what a pointer leads to does if
    /// it is one object.
    fn has_cells(&self, object: ObjectId) -> bool {
        if is_pointer(self.type_of_object(object)) && self.variable(object).is_err() {
            return match self.copy().pointers.get(&object) {
                Some(Pointer::Into { .. } | Pointer::Null) => true,
                Some(Pointer::Harmless | Pointer::Unknown(_)) | None => false,
            };
        }
        self.variable(object).is_ok()
    }

    fn type_of_object(&self, object: ObjectId) -> &Type {
        &self.graph.objects[object.index()].ty
    }

    fn cells_within(&self, object: ObjectId) -> Vec<ScalarId> {
        self.variable(object).map_or_else(|_| Vec::new(), |variable| variable.cells().collect())
    }

    /// The cells that a condition asks for at a place.
    fn watched_cells(&self, place: &Place) -> Vec<ScalarId> {
        let Base::Object(object) = place.base else { return Vec::new() };
        if is_pointer(self.type_of_object(object)) && self.variable(object).is_err() {
            return self.pointed_cells(object);
        }
        match self.fixed(place) {
            Ok(Target::Cell(cell)) => vec![cell],
            Ok(Target::Cells(..) | Target::View(_) | Target::Unknown(..)) | Err(_) => {
                self.cells_within(object)
            }
        }
    }

    /// The offset of a pointer, and the cells that it may lead to.
    fn pointed_cells(&self, object: ObjectId) -> Vec<ScalarId> {
        let moving = self.copy().leads.moving(object);
        let mut cells: Vec<ScalarId> = moving.into_iter().flat_map(|moving| moving.cells()).collect();
        if let Some(Pointer::Into { region, .. }) = self.copy().pointers.get(&object) {
            let reach = |row: &Row| row.length.saturating_sub(1).saturating_mul(row.stride);
            let reach = region.rows.iter().map(reach).fold(0, u32::saturating_add);
            let count = u32::try_from(self.region_size(region)).unwrap_or(u32::MAX).saturating_add(reach);
            cells.extend((region.first.0..region.first.0.saturating_add(count)).map(ScalarId));
        }
        cells
    }
}

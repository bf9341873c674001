//! Declarations and initialisers of objects of blocks.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr, ScalarId, Site, UnitKind};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, ExprKind, NodeId, Place, Step};

use super::build::Stage;
use super::gap::Gap;
use super::target::Target;

/// Why the value of a pointer without an initialiser is not known before it is assigned.
pub(super) const UNSET: &str = "uninitialised pointer";

impl Stage<'_> {
    /// An object is declared; without an initialiser its cells have any value.
    pub fn declare(&mut self, object: ObjectId, span: Span) -> Result<(), Gap> {
        self.begin_object(object, span);
        // What has no name gets its value where it is made.
        if self.unit.is_none() || object.index() >= self.tree.objects.len() {
            return Ok(());
        }
        if let Some(moving) = self.copy().leads.moving(object) {
            // It may point anywhere, not only into the object that it points into later.
            for target in moving.cells() {
                let outer = self.enter(UnitKind::Havoc);
                self.emit(Made::Unsupported { target, reason: UNSET.into() }, span);
                self.leave(outer);
            }
            return Ok(());
        }
        let Ok(variable) = self.variable(object) else { return Ok(()) };
        let place = self.graph.objects[object.index()].span;
        for cell in variable.cells() {
            if self.pointer_cells.contains_key(&cell) {
                // Nobody can choose where it points.
                let outer = self.enter(UnitKind::Havoc);
                self.emit(Made::Unsupported { target: cell, reason: UNSET.into() }, span);
                self.leave(outer);
                continue;
            }
            let scalar = &self.out.scalars[cell.index()];
            let site = Site::new(scalar.name.clone(), scalar.ty, place);
            let site = self.new_site(site);
            let outer = self.enter(UnitKind::Havoc);
            self.emit(Made::Input { target: cell, site }, span);
            self.leave(outer);
        }
        Ok(())
    }

    /// An initialiser of an object with several cells begins: those that it does not mention become zero after the others,
    /// and those of a union behind the member that it gives are not known.
    pub fn clear(&mut self, node: NodeId, place: &Place) -> Result<(), Gap> {
        let Base::Object(object) = &place.base else { return Err(Gap::Shape("initialiser")) };
        if !place.steps.is_empty() {
            return Err(Gap::Shape("initialiser"));
        }
        let Ok(variable) = self.variable(*object) else { return Ok(()) };
        let mut rest: BTreeMap<ScalarId, bool> = variable.cells().map(|cell| (cell, true)).collect();
        let mut unions = BTreeSet::new();
        let graph = self.graph;
        // A macro gives what comes later the place of the initialiser, too.
        let Some(end) = graph.initialised.get(&node) else { return Err(Gap::Shape("initialiser")) };
        let mut last = node;
        for next in (node.0 + 1..end.0).map(NodeId) {
            // The parts that the initialiser mentions stand where the object is declared.
            let part = match &graph.nodes[next.index()].action {
                Action::Store { place: part, .. } | Action::Copy { to: part, .. } => part,
                Action::Clear { place: other, .. } if is_of(other, *object) => break,
                _ => continue,
            };
            if !is_of(part, *object) || part.steps.is_empty() || part.span != place.span {
                continue;
            }
            last = next;
            for (union, number, cells) in self.behind_members(variable.first, &place.ty, &part.steps) {
                if unions.insert((union, number)) {
                    rest.extend(cells.map(|cell| (cell, false)));
                }
            }
            match self.fixed(part) {
                Ok(Target::Cell(first)) => {
                    let count = match part.bits {
                        Some(_) => 1,
                        None => self.shapes.cell_count(&part.ty) as u32,
                    };
                    (first.0..first.0 + count).for_each(|cell| _ = rest.remove(&ScalarId(cell)));
                }
                _ => {
                    let shared = self.fixed_view(part).map(|target| self.shared_cells(&target).0);
                    shared.iter().flatten().for_each(|cell| _ = rest.remove(cell));
                }
            }
        }
        self.copy_mut().rest.insert(last, rest);
        Ok(())
    }

    /// The unions that the way to a part of an object goes through, by their first cells: the number of the member, and the
    /// cells that it does not have. Unions in unions are parts of these.
    pub fn behind_members(
        &self,
        first: ScalarId,
        whole: &Type,
        steps: &[Step],
    ) -> Vec<(ScalarId, usize, impl Iterator<Item = ScalarId> + use<>)> {
        let (mut cell, mut ty, mut found) = (first.0, whole, Vec::new());
        for step in steps {
            match (step, ty) {
                (Step::Element { index, .. }, Type::Array(element, _)) => {
                    let ExprKind::Integer(at) = index.kind else { return found };
                    cell += at as u32 * self.shapes.cell_count(element) as u32;
                    ty = element;
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let record = &self.tree.types.records[*id];
                    let Some(entry) = record.fields.as_deref().unwrap_or_default().get(*field) else {
                        return found;
                    };
                    if record.union {
                        let (own, count) =
                            (self.shapes.covered(*id, *field), self.shapes.cell_count(ty) as u32);
                        let others = (0..count).filter(move |step| !own.contains(step));
                        found.push((ScalarId(cell), *field, others.map(move |step| ScalarId(cell + step))));
                        if !self.shapes.in_cells(*id, *field) {
                            return found;
                        }
                    }
                    cell += self.shapes.start(*id, *field) as u32;
                    ty = &entry.ty;
                }
                _ => return found,
            }
        }
        found
    }

    /// After a node that fills the last part of an object that is mentioned.
    pub fn fill_rest(&mut self, node: NodeId) {
        let Some(rest) = self.copy_mut().rest.remove(&node) else { return };
        let span = self.graph.nodes[node.index()].span;
        for (target, zero) in rest {
            let ty = self.out.scalars[target.index()].ty;
            let outer = self.enter(UnitKind::Assign);
            match zero {
                true => self.assign(target, Expr::Constant(0, ty), span),
                false => _ = self.emit(Made::Unsupported { target, reason: "union member".into() }, span),
            }
            self.leave(outer);
        }
    }
}

fn is_of(place: &Place, object: ObjectId) -> bool {
    matches!(place.base, Base::Object(other) if other == object)
}

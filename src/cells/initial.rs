//! Declarations and initialisers of objects of blocks.

use crate::check::tree::ObjectId;
use crate::facts::cfg::{Action as Made, Expr, ScalarId, Site, UnitKind};
use crate::program::graph::{Action, Base, NodeId, Place};
use crate::source::Span;

use super::build::Stage;
use super::copy::Target;
use super::pending::Pending;

/// Why the value of a pointer without an initialiser is not known before it is assigned.
pub(super) const UNSET: &str = "uninitialised pointer";

impl Stage<'_> {
    /// An object is declared; without an initialiser its cells have any value.
    pub fn declare(&mut self, object: ObjectId, span: Span) -> Result<(), Pending> {
        if self.unit.is_none() {
            return Ok(());
        }
        if let Some(target) = self.copy().leads.offset(object) {
            // It may point anywhere, not only into the object that it points into later.
            let outer = self.enter(UnitKind::Assign);
            self.emit(Made::Unsupported { target, reason: UNSET.into() }, span);
            self.leave(outer);
            return Ok(());
        }
        let Some(variable) = self.copy().locals.get(&object).cloned() else { return Ok(()) };
        let place = self.graph.objects[object.index()].span;
        for cell in variable.cells() {
            let scalar = &self.out.scalars[cell.index()];
            let site = Site::new(scalar.name.clone(), scalar.ty, place);
            let site = self.new_site(site);
            let outer = self.enter(UnitKind::Havoc);
            self.emit(Made::Input { target: cell, site }, span);
            self.leave(outer);
        }
        Ok(())
    }

    /// An initialiser of an object with several cells begins: those that it does not mention become zero after the others.
    pub fn clear(&mut self, node: NodeId, place: &Place) -> Result<(), Pending> {
        let Base::Object(object) = &place.base else { return Err(Pending::Shape("initialiser")) };
        if !place.steps.is_empty() {
            return Err(Pending::Shape("initialiser"));
        }
        let Ok(variable) = self.variable(*object) else { return Ok(()) };
        let mut rest: Vec<ScalarId> = variable.cells().collect();
        let graph = self.graph;
        let end = graph.procedures[self.copy().origin.index()].exit;
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
            if let Ok(Target::Cell(first)) = self.fixed(part) {
                let count = match part.bits {
                    Some(_) => 1,
                    None => self.shapes.cell_count(&part.ty) as u32,
                };
                rest.retain(|cell| !(first.0..first.0 + count).contains(&cell.0));
            }
        }
        self.copy_mut().rest.insert(last, rest);
        Ok(())
    }

    /// After a node that fills the last part of an object that is mentioned.
    pub fn fill_rest(&mut self, node: NodeId) {
        let Some(rest) = self.copy_mut().rest.remove(&node) else { return };
        let span = self.graph.nodes[node.index()].span;
        for cell in rest {
            let ty = self.out.scalars[cell.index()].ty;
            let outer = self.enter(UnitKind::Assign);
            self.assign(cell, Expr::Constant(0, ty), span);
            self.leave(outer);
        }
    }
}

fn is_of(place: &Place, object: ObjectId) -> bool {
    matches!(place.base, Base::Object(other) if other == object)
}

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
        let variable = self.variable(*object)?;
        let mut rest: Vec<ScalarId> = variable.cells().collect();
        let graph = self.graph;
        let end = graph.procedures[self.copy().origin.index()].exit;
        let mut last = node;
        for next in (node.0 + 1..end.0).map(NodeId) {
            match &graph.nodes[next.index()].action {
                Action::Store { place, .. } if is_part(place, *object) => {
                    let Target::Cell(cell) = self.fixed(place)? else {
                        return Err(Pending::Shape("initialiser"));
                    };
                    let before = rest.len();
                    rest.retain(|rest| *rest != cell);
                    if rest.len() == before {
                        break;
                    }
                    last = next;
                }
                Action::Copy { to, .. } if is_part(to, *object) => return Err(Pending::Shape("initialiser")),
                Action::Declare(_) | Action::Clear { .. } => break,
                _ => {}
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

fn is_part(place: &Place, object: ObjectId) -> bool {
    matches!(place.base, Base::Object(other) if other == object)
        && !place.steps.is_empty()
        && place.is_fixed()
}

//! What objects hold before the program starts.

use std::collections::BTreeMap;

use crate::arith;
use crate::check::tree::ObjectId;
use crate::check::types::Type;
use crate::facts::cfg::{ScalarId, Site};
use crate::program::graph::{Action, Base, Expr, ExprKind, Place, TemporaryId};

use super::build::Stage;
use super::copy::Target;
use super::pending::Pending;

impl Stage<'_> {
    /// Runs the part of the graph that initialises static objects.
    pub fn initial_values(&mut self) -> Result<(), Pending> {
        let graph = self.graph;
        let Some(statics) = graph.statics else { return Ok(()) };
        let mut held: BTreeMap<TemporaryId, i128> = BTreeMap::new();
        for node in graph.nodes_of(statics) {
            match &graph.nodes[node.index()].action {
                Action::Declare(object) => self.starts_as_input(*object),
                Action::Clear { place, .. } => {
                    for cell in self.whole(place)? {
                        self.out.scalars[cell.index()].initial = Some(Ok(0));
                    }
                }
                Action::Assign { target, value } => {
                    // A text of the program may be pointed to by what has no cells.
                    if let Some(value) = self.constant(value, &held) {
                        held.insert(*target, value);
                    }
                }
                Action::Store { place, value } => self.starts_with(place, value, &held)?,
                Action::Copy { to, from, .. } => self.starts_as_text(to, from)?,
                Action::Call { .. }
                | Action::Input { .. }
                | Action::Exit
                | Action::Skip
                | Action::Mark(_) => {}
                Action::Load { .. }
                | Action::Branch(_)
                | Action::Library { .. }
                | Action::Return(_)
                | Action::Error(_)
                | Action::Stop(_)
                | Action::Unknown { .. }
                | Action::Forget { .. }
                | Action::Cut(_)
                | Action::Stated(_) => return Err(Pending::InitialValue),
            }
        }
        Ok(())
    }

    fn starts_as_input(&mut self, object: ObjectId) {
        let Some(variable) = self.globals.get(&object).cloned() else { return };
        for cell in variable.cells() {
            let scalar = &self.out.scalars[cell.index()];
            let site = Site::new(scalar.name.clone(), scalar.ty, scalar.span);
            let site = self.new_site(site);
            self.out.scalars[cell.index()].initial = Some(Err(site));
        }
    }

    fn whole(&self, place: &Place) -> Result<Vec<ScalarId>, Pending> {
        match &place.base {
            Base::Object(object) if place.steps.is_empty() => {
                Ok(self.globals.get(object).into_iter().flat_map(|variable| variable.cells()).collect())
            }
            Base::Object(_) | Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => {
                Err(Pending::InitialValue)
            }
        }
    }

    fn starts_with(
        &mut self,
        place: &Place,
        value: &Expr,
        held: &BTreeMap<TemporaryId, i128>,
    ) -> Result<(), Pending> {
        let Base::Object(object) = &place.base else { return Err(Pending::InitialValue) };
        // What has no cells holds nothing; the addresses in it have escaped.
        let pointer = place.ty.is_pointer() && !place.ty.is_function_pointer();
        if pointer || !self.globals.contains_key(object) {
            return Ok(());
        }
        let Target::Cell(cell) = self.fixed(place)? else { return Err(Pending::InitialValue) };
        let value = self.constant(value, held).ok_or(Pending::InitialValue)?;
        let ty = self.out.scalars[cell.index()].ty;
        self.out.scalars[cell.index()].initial = Some(Ok(ty.convert(value)));
        Ok(())
    }

    fn starts_as_text(&mut self, to: &Place, from: &Place) -> Result<(), Pending> {
        let Base::Object(literal) = from.base else { return Err(Pending::InitialValue) };
        let text = self.graph.literals.iter().find(|(object, _)| *object == literal);
        let (Some((_, units)), Type::Array(element, length)) = (text, &to.ty) else {
            return Err(Pending::InitialValue);
        };
        let Type::Integer(ty) = **element else { return Err(Pending::InitialValue) };
        let first = match self.fixed(to)? {
            Target::Cell(first) => first,
            Target::Cells(..) | Target::Unknown(..) => return Err(Pending::InitialValue),
        };
        for number in 0..length.unwrap_or(0) {
            let unit = units.get(number as usize).copied().unwrap_or(0);
            let cell = ScalarId(first.0 + number as u32);
            self.out.scalars[cell.index()].initial = Some(Ok(ty.convert(i128::from(unit))));
        }
        Ok(())
    }

    /// The value of a constant expression; `const` objects with known values count as gcc lets them.
    fn constant(&self, value: &Expr, held: &BTreeMap<TemporaryId, i128>) -> Option<i128> {
        let of = |e: &Expr| self.constant(e, held);
        match &value.kind {
            ExprKind::Integer(number) => matches!(value.ty, Type::Integer(_)).then_some(*number),
            ExprKind::Temporary(temporary) => held.get(temporary).copied(),
            ExprKind::Read(place) => {
                let Base::Object(object) = place.base else { return None };
                let entry = self.tree.objects.get(object.index())?;
                let known = entry.constant && !entry.volatile && place.steps.is_empty();
                let first = self.globals.get(&object).filter(|_| known)?.first;
                self.out.scalars[first.index()].initial?.ok()
            }
            ExprKind::Convert(operand) => Some(value.ty.integer()?.convert(of(operand)?)),
            ExprKind::Unary(operator, ty, operand) => arith::unary(*operator, *ty, of(operand)?).ok(),
            ExprKind::Binary(operator, ty, left, right) => {
                arith::wrapped(*operator, *ty, of(left)?, of(right)?)
            }
            ExprKind::Compare(relation, left, right) => {
                Some(i128::from(relation.holds(of(left)?, of(right)?)))
            }
            ExprKind::Address(..)
            | ExprKind::Function(_)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => None,
        }
    }
}

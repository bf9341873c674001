//! Bytes of objects that are copied into objects of other types: `memcpy(&word, bytes, sizeof word)`.

use std::rc::Rc;

use focuscheck_base::arith::BinaryOperator;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Expr, UnitKind};
use focuscheck_check::types::Type;

use super::build::Stage;
use super::overlay::{Overlay, Slot};
use super::region::Region;
use super::shapes::CODE;
use super::target::{Target, View};
use super::view::unsigned;

/// So many objects of a region, from an offset on.
#[derive(Clone, Copy)]
pub(super) struct Objects<'r> {
    pub region: &'r Region,
    pub offset: &'r Expr,
    pub count: u64,
}

impl Stage<'_> {
    /// Copies the bytes of objects to those of others, which lie apart; whether that is known of all cells.
    pub fn copy_bytes(&mut self, to: Objects<'_>, from: Objects<'_>, span: Span) -> bool {
        let (Some(slots), Some(sources)) = (self.slots_of(to), self.slots_of(from)) else { return false };
        let (Some(target), Some(union)) = (self.first_object(to, span), self.first_object(from, span)) else {
            return false;
        };
        let (target, union) = (self.kept_index(target, span), self.kept_index(union, span));
        let overlay = Overlay { slots: sources, ..Overlay::default() };
        let mut values = Vec::new();
        for slot in &slots {
            let (value, original) = self.bits_of(&overlay, &union, slot, span);
            values.push((self.held_now(value, span), original));
        }
        let name = self.target_text(&union);
        for ((value, original), step) in values.into_iter().zip(0..) {
            let cell = target.moved(step);
            let outer = self.enter(UnitKind::Assign);
            self.store(cell.clone(), value, span);
            if let Some(original) = original {
                self.copy_value(&cell, &original, &name, span);
            }
            self.leave(outer);
        }
        true
    }

    /// Where the cells of some objects lie, if these have nothing else.
    fn slots_of(&self, objects: Objects<'_>) -> Option<Vec<Slot>> {
        let element = &objects.region.element;
        if !self.shapes.is_in_cells(element) {
            return None;
        }
        let mut slots = Vec::new();
        self.shapes.slots(&Type::Array(element.clone().into(), Some(objects.count)), 0, &mut slots)?;
        Some(slots)
    }

    /// The first cell of some objects, all of which are checked.
    fn first_object(&mut self, objects: Objects<'_>, span: Span) -> Option<Target> {
        let Objects { region, offset, count } = objects;
        let targets: Vec<Target> =
            (0..count).map(|number| self.object_behind(region, offset, number, span)).collect();
        targets.into_iter().next()
    }

    /// The value of some bits of objects that begin at a target, and what they are read from.
    fn bits_of(
        &mut self,
        overlay: &Overlay,
        union: &Target,
        slot: &Slot,
        span: Span,
    ) -> (Expr, Option<Target>) {
        let name = self.target_text(union);
        if let Some(leaf) = overlay.leaf(slot) {
            let leaves = Rc::new(vec![leaf]);
            let view = View { union: Box::new(union.clone()), leaves, at: 0, between: Rc::default() };
            let value = self.load_view(&view, &name, span);
            let original = Target::View(view);
            self.check_value(&original, &name, span);
            return (value, Some(original));
        }
        let inside = |outer: &&Slot| {
            outer.ty != CODE && outer.at <= slot.at && slot.at + slot.width <= outer.at + outer.width
        };
        let found = (0..).zip(&overlay.slots).find(|(_, outer)| inside(outer));
        let Some((step, outer)) = found.filter(|_| slot.ty != CODE) else {
            return (self.unknown_of("bytes of an object".into(), slot.ty, span), None);
        };
        let (cell, wide) = (union.moved(step), unsigned(outer.width));
        self.check_value(&cell, &name, span);
        let value = self.load(&cell, &name, outer.ty, span);
        let value = self.convert(unsigned(outer.width), value);
        let by = Expr::Constant(1 << (slot.at - outer.at), wide);
        let value = match slot.at - outer.at {
            0 => value,
            _ => Expr::Binary(BinaryOperator::Divide, wide, Box::new(value), Box::new(by)),
        };
        let value = self.convert(unsigned(slot.width), value);
        let value = match slot.ty.is_bool() && slot.width > 1 {
            true => self.truth_in(value, &name, span),
            false => self.convert(slot.ty, value),
        };
        (value, Some(cell))
    }
}

//! What has to hold for expressions and places to be defined.

use focuscheck_ir::program::access::{Accessed, writes};
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Place, Step};

use super::build::Builder;
use super::demand::{Demand, Demands};
use super::graph::{Access, AssumptionKind, At, BlockId, Fact, FrameId, ProofPremise, Property};

impl<'g> Builder<'g> {
    /// What evaluating an expression needs, in the order of evaluation.
    pub(super) fn check_expression(&mut self, block: BlockId, frame: FrameId, expression: &'g Expr) {
        self.check_demands(block, frame, Demands::default().of_expression(expression), None);
    }

    /// What reading or writing a place needs.
    pub(super) fn check_access(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        self.check_demands(block, frame, Demands::default().of_access(place), None);
    }

    /// What the reads and writes of an action need.
    pub(super) fn check_accesses(&mut self, block: BlockId, frame: FrameId, action: &'g Action) {
        self.check_demands(block, frame, Demands::default().of_action(action), written(action));
    }

    /// `written` is the place that is written.
    fn check_demands(
        &mut self,
        block: BlockId,
        frame: FrameId,
        demands: Demands<'g>,
        written: Option<&'g Place>,
    ) {
        for demand in demands.0 {
            let (property, at, fact) = match demand {
                Demand::NegationFits(whole) => {
                    (Property::Overflow, At::Here(whole.span.start), Fact::Fits(frame, whole))
                }
                Demand::Fits(of) => {
                    (Property::Overflow, At::Behind(of.left.span.end), Fact::Fits(frame, of.whole))
                }
                Demand::Divisible(of) => {
                    (Property::ZeroDiv, At::Behind(of.left.span.end), Fact::Divisible(frame, of.whole))
                }
                Demand::Shiftable(of) => {
                    (Property::Shift, At::Behind(of.left.span.end), Fact::Shiftable(frame, of.whole))
                }
                Demand::Access(place) => {
                    let writes = written.is_some_and(|written| std::ptr::eq(written, place));
                    self.check_place(block, frame, place, writes);
                    continue;
                }
                Demand::Value(place) => {
                    self.check_value(block, frame, place);
                    continue;
                }
            };
            self.require(block, property, at, fact);
        }
    }

    /// What a place that is found needs.
    fn check_place(&mut self, block: BlockId, frame: FrameId, place: &'g Place, writes: bool) {
        if let Base::Pointer(pointer) = &place.base {
            let (at, inside) = match &pointer.kind {
                ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => {
                    (At::Behind(start.span.end), Property::ArrayAccess)
                }
                _ if place.span.start < pointer.span.start => {
                    (At::Here(place.span.start), Property::Dangling)
                }
                _ => (At::Behind(pointer.span.end), Property::Dangling),
            };
            self.require(block, Property::Null, at, Fact::Access(frame, Access::NotNull(place)));
            let access = if writes { Access::Written(place) } else { Access::Inside(place) };
            self.require(block, inside, at, Fact::Access(frame, access));
        }
        for (number, step) in place.steps.iter().enumerate() {
            match step {
                Step::Element { at, .. } => {
                    let fact = Fact::Access(frame, Access::Index(place, number));
                    self.require(block, Property::ArrayAccess, At::Behind(*at), fact);
                }
                Step::Member { .. } => {}
            }
        }
    }

    /// Checks something, or takes it for granted if it is not looked for.
    pub(super) fn require(&mut self, block: BlockId, property: Property, at: At, fact: Fact<'g>) {
        match property.check().filter(|kind| !self.settings.checks.contains(kind)) {
            None => self.assert(block, property, at, 1, fact),
            Some(kind) => {
                self.assume(block, fact, AssumptionKind::Defined);
                self.take(ProofPremise::Unchecked(kind));
            }
        }
    }
}

/// The place that an action writes: what is `const` and string literals nobody may write.
fn written(action: &Action) -> Option<&Place> {
    writes(action).into_iter().find_map(|written| match written {
        Accessed::Place(place) => Some(place),
        Accessed::Object(_) | Accessed::Behind(_) | Accessed::Callee(_) | Accessed::Outside => None,
    })
}

//! What a run needs where it evaluates something, else it fails there.

use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Place, Step as PlaceStep};
use focuscheck_vc::guarded::demand::{Demand, Demands};
use focuscheck_vc::guarded::graph::{Access, BlockId, Fact, FrameId};

use super::copies::Builder;
use super::graph::{Needs, Step};

impl<'g> Builder<'g> {
    /// What evaluating an expression needs, in the order of evaluation.
    pub(super) fn check_expression(&mut self, block: BlockId, frame: FrameId, expression: &'g Expr) {
        self.check_demands(block, frame, Demands::default().of_expression(expression));
    }

    /// What reading or writing a place needs.
    pub(super) fn check_access(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        self.check_demands(block, frame, Demands::default().of_access(place));
    }

    /// What an action needs before it is done.
    pub(super) fn check_action(&mut self, block: BlockId, frame: FrameId, action: &'g Action) {
        self.check_demands(block, frame, Demands::default().of_action(action));
    }

    fn check_demands(&mut self, block: BlockId, frame: FrameId, demands: Demands<'g>) {
        for demand in demands.0 {
            let (kind, fact, needs, at) = match demand {
                Demand::NegationFits(whole) => {
                    let fact = Fact::Fits(frame, whole);
                    (CheckKind::Overflow, fact, Needs::Fits(whole.span), whole.span)
                }
                Demand::Fits(of) => {
                    let fact = Fact::Fits(frame, of.whole);
                    (CheckKind::Overflow, fact, Needs::Fits(of.whole.span), of.whole.span)
                }
                Demand::Divisible(of) => {
                    let fact = Fact::Divisible(frame, of.whole);
                    (CheckKind::Div, fact, Needs::NotZero(of.right.span), of.right.span)
                }
                Demand::Shiftable(of) => {
                    let fact = Fact::Shiftable(frame, of.whole);
                    (CheckKind::Shift, fact, Needs::Shift(of.whole.span), of.right.span)
                }
                Demand::Access(place) => {
                    self.check_place(block, frame, place);
                    continue;
                }
                // A read of a variable without value does not end a run.
                Demand::Value(_) => continue,
            };
            self.check(block, kind, fact, needs, at.start);
        }
    }

    /// What a place that is found needs. An access that leaves an array but not the object around it is no failure:
    /// programs do that.
    fn check_place(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        let pointer = match &place.base {
            Base::Pointer(pointer) => {
                let span = written(pointer, place);
                let fact = Fact::Access(frame, Access::NotNull(place));
                self.check(block, CheckKind::Pointer, fact, Needs::NotNull(span), span.start);
                true
            }
            Base::Object(_) => false,
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => return,
        };
        let moves = place.steps.iter().any(|step| matches!(step, PlaceStep::Element { .. }));
        if pointer || moves {
            let fact = Fact::Access(frame, Access::Inside(place));
            self.check(block, CheckKind::Bounds, fact, Needs::Exists(place.span), place.span.start);
        }
    }

    /// A run that goes on satisfies this, if it is looked for.
    fn check(&mut self, block: BlockId, kind: CheckKind, fact: Fact<'g>, needs: Needs<'g>, at: u32) {
        if self.settings.checks.contains(&kind) {
            self.step(block, Step::Check { fact, needs, at });
        }
    }
}

/// The pointer that a person sees: `a` of `a[i]`.
fn written(pointer: &Expr, place: &Place) -> Span {
    match &pointer.kind {
        ExprKind::Moved { pointer: start, .. } if place.span.start <= start.span.start => start.span,
        _ => pointer.span,
    }
}

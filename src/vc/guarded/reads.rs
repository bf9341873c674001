//! What is read has to have a value.

use focuscheck_base::limit::spend;
use focuscheck_base::options::CheckKind;
use focuscheck_ir::program::graph::{Action, Argument, Base, Expr, ExprKind, NodeId, Place, Step};

use super::build::Builder;
use super::graph::{At, BlockId, Fact, FrameId, Property};

impl<'g> Builder<'g> {
    /// What is read at a place has a value, if that is looked for.
    pub(super) fn check_value(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        // Scalars that live for the whole run always have a value: zero at first.
        let scalar = match &place.base {
            Base::Object(id) => place.steps.is_empty() && self.graph.objects[id.index()].fixed,
            Base::Pointer(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => false,
        };
        if self.settings.checks.contains(&CheckKind::Uninit) && !scalar {
            self.assert(block, Property::Uninit, At::read(place), 1, Fact::HasValue(frame, place));
        }
    }

    /// What has to have a value before a load. Of what one expression reads variables come later than what it loads, although
    /// they may stand before it: they are asked about first.
    pub(super) fn check_before_load(&mut self, block: BlockId, frame: FrameId, place: &'g Place) {
        if self.settings.checks.contains(&CheckKind::Uninit) {
            let mut reads = Vec::new();
            for value in self.consumers() {
                before(value, place.span.start, &mut reads);
            }
            for read in reads {
                self.check_value(block, frame, read);
            }
        }
    }

    /// The expressions that are evaluated after some loads, with nothing in between.
    fn consumers(&self) -> Vec<&'g Expr> {
        let graph = self.graph;
        let next = |node: NodeId| graph.nodes[node.index()].successors.first().copied();
        let mut node = next(self.at);
        while let Some(at) = node {
            spend(1);
            match &graph.nodes[at.index()].action {
                Action::Load { .. } => node = next(at),
                Action::Assign { value, .. } | Action::Store { value, .. } | Action::Branch(value) => {
                    return vec![value];
                }
                Action::Return(Argument::Value(value)) => return vec![value],
                Action::Call { arguments, .. } => {
                    let values = arguments.iter().filter_map(|argument| match argument {
                        Argument::Value(value) => Some(value),
                        Argument::Record(_) => None,
                    });
                    return values.collect();
                }
                Action::Skip
                | Action::Mark(_)
                | Action::Copy { .. }
                | Action::Clear { .. }
                | Action::Declare(_)
                | Action::Input { .. }
                | Action::Library { .. }
                | Action::Return(Argument::Record(_))
                | Action::Exit
                | Action::Error(_)
                | Action::Stop(_)
                | Action::Unknown { .. }
                | Action::Inspect { .. }
                | Action::Forget { .. }
                | Action::Cut(_)
                | Action::Stated(_) => return Vec::new(),
            }
        }
        Vec::new()
    }
}

/// The places that an expression reads in the text before a place, in the order of evaluation.
fn before<'g>(expression: &'g Expr, end: u32, reads: &mut Vec<&'g Place>) {
    spend(1);
    match &expression.kind {
        ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Function(_) | ExprKind::Unmodelled(_) => {}
        ExprKind::Read(place) if place.span.end <= end => reads.push(place),
        ExprKind::Read(place) | ExprKind::Address(place, _) => {
            if let Base::Pointer(pointer) = &place.base {
                before(pointer, end, reads);
            }
            for step in &place.steps {
                match step {
                    Step::Element { index, .. } => before(index, end, reads),
                    Step::Member { .. } => {}
                }
            }
        }
        ExprKind::Unary(_, _, operand) | ExprKind::Convert(operand) => before(operand, end, reads),
        ExprKind::Binary(_, _, left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Distance(left, right, _)
        | ExprKind::Moved { pointer: left, by: right, .. } => {
            before(left, end, reads);
            before(right, end, reads);
        }
    }
}

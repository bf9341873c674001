//! What is not modelled: memory behind pointers that nobody knows, and code that nobody knows.

use crate::check::catalogue::Effect;
use crate::check::types::Type;
use crate::check::vocabulary;
use crate::doubt::Unmodelled;
use crate::facts::cfg::{Action as Made, Expr, UnitKind};
use crate::program::graph::{self, Action, Base, ExprKind, NodeId, Place, TemporaryId};
use crate::source::Span;

use super::build::Stage;
use super::copy::{Bound, Pointer, Target};
use super::pending::Pending;
use super::value::unconverted;

impl Stage<'_> {
    /// Reads where a pointer leads that nobody knows.
    pub fn read_unknown(
        &mut self,
        node: NodeId,
        temporary: TemporaryId,
        place: &Place,
    ) -> Result<(), Pending> {
        let Type::Integer(ty) = place.ty else { return Err(Pending::Pointer) };
        // What an update reads there, it stores there.
        if self.graph.outline.found.contains_key(&node) {
            self.copy_mut().bound.insert(temporary, Bound::Unknown);
            return Ok(());
        }
        let reason: Unmodelled = "pointer dereference".into();
        if !self.copy().uses.is_used(temporary) || self.goes_nowhere(node, temporary)? {
            self.unjudged(&reason, place.span);
            self.copy_mut().bound.insert(temporary, Bound::Unknown);
            return Ok(());
        }
        let next = self.next(node, temporary)?;
        let span = next.as_ref().map_or(place.span, |next| self.graph.nodes[next.node.index()].span);
        self.unjudged(&reason, if next.is_some() { span } else { place.span });
        let value = match next {
            Some(next) => {
                self.emit(Made::Unsupported { target: next.target, reason }, span);
                self.copy_mut().fused.insert(next.node, next.target);
                Expr::Scalar(next.target)
            }
            None => self.unknown_of(reason, ty, place.span),
        };
        self.copy_mut().bound.insert(temporary, Bound::Value(value));
        Ok(())
    }

    /// Whether the next node stores a temporary where nobody knows.
    fn goes_nowhere(&mut self, node: NodeId, temporary: TemporaryId) -> Result<bool, Pending> {
        let graph = self.graph;
        let Action::Store { place, value } = &graph.nodes[node.index() + 1].action else { return Ok(false) };
        let same = matches!(unconverted(value).kind, ExprKind::Temporary(other) if other == temporary);
        let found = graph.outline.found.get(&NodeId(node.0 + 1));
        let target = found.and_then(|found| self.copy().targets.get(found));
        Ok(same && matches!(place.base, Base::Pointer(_)) && matches!(target, Some(Target::Unknown)))
    }

    /// Writes where a pointer leads that nobody knows.
    pub fn write_unknown(&mut self, value: &graph::Expr, span: Span) -> Result<(), Pending> {
        self.used(value)?;
        self.unjudged(&"store through a pointer".into(), span);
        Ok(())
    }

    /// Evaluates a value that goes somewhere that is not modelled.
    pub fn used(&mut self, value: &graph::Expr) -> Result<(), Pending> {
        match &value.kind {
            ExprKind::Convert(operand) => self.used(operand),
            ExprKind::Compare(_, left, right) => {
                self.used(left)?;
                self.used(right)
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) => {
                if self.is_unknown(value) {
                    return Ok(());
                }
                let outer = self.enter(UnitKind::Assign);
                let computed = self.value(value)?;
                let (ty, name) = (self.type_of(&computed), self.text(value));
                let target = self.temporary(ty, name, value.span);
                self.assign(target, computed, value.span);
                self.leave(outer);
                Ok(())
            }
            ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Read(_) | ExprKind::Unmodelled(_) => {
                Ok(())
            }
            ExprKind::Address(..)
            | ExprKind::Function(_)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..) => Err(Pending::Pointer),
        }
    }

    /// Whether a value is computed from what was read where nobody knows.
    fn is_unknown(&self, value: &graph::Expr) -> bool {
        let mut found = false;
        super::uses::each_temporary(value, &mut |temporary| {
            found |= matches!(self.copy().bound.get(&temporary), Some(Bound::Unknown));
        });
        found
    }

    /// Code runs that nobody knows: it gets no address of an object that has cells.
    pub fn unknown_code(
        &mut self,
        reason: &Unmodelled,
        reached: &[graph::Expr],
        (effect, calls_back): (Effect, bool),
        span: Span,
    ) -> Result<(), Pending> {
        for value in reached {
            match self.pointer(value)? {
                Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => {}
                Pointer::Into { .. } => return Err(Pending::Pointer),
            }
        }
        let (Unmodelled::Body { function }, Effect::Calls, true) = (reason, effect, calls_back) else {
            return Err(Pending::UnknownCode);
        };
        let entry = self.tree.function(function).map(|id| &self.tree.functions[id.index()]);
        let Some(entry) = entry.filter(|entry| entry.declared) else { return Err(Pending::UnknownCode) };
        // These have a fixed meaning.
        let fixed = vocabulary::is_standard(function) || function.starts_with("__");
        let foreign = self.tree.linkage.is_foreign(function);
        let plain = matches!(entry.signature.result, Type::Integer(_) | Type::Void);
        if fixed || foreign || !plain {
            return Err(Pending::UnknownCode);
        }
        if !entry.stops {
            let first = self.outside.entry(function.clone()).or_insert(span);
            *first = (*first).min(span);
        }
        Ok(())
    }
}

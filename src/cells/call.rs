//! Calls, results, and values from outside.

use crate::arith::IntegerType;
use crate::check::types::Type;
use crate::facts::cfg::{Action as Made, Expr, ScalarId, Site};
use crate::program::graph::{
    Action, Argument, Base, Callee, ExprKind, NodeId, Receiver, SiteId, TemporaryId,
};
use crate::program::text::ASSIGNMENT;
use crate::source::Span;

use super::build::Stage;
use super::copy::{Bound, Pointer, Target};
use super::pending::Pending;
use super::pointer::OFFSET;

/// The name of a choice, as it is written.
const CHOICE: &str = "*";

/// What gets a value at the node behind the one that makes it.
pub(super) struct Next {
    pub node: NodeId,
    pub target: ScalarId,
    /// Whether that is a variable, which gives the value its name.
    named: bool,
    /// The types that the value is converted to on the way.
    conversions: Vec<IntegerType>,
}

impl Stage<'_> {
    /// What gets the value of a temporary right after it is made.
    pub fn next(&self, node: NodeId, temporary: TemporaryId) -> Result<Option<Next>, Pending> {
        let graph = self.graph;
        let [mut after] = graph.nodes[node.index()].successors[..] else { return Ok(None) };
        // Checks of conditions come between.
        while let Some(passes) = graph.nodes[after.index()].without_value {
            let [next] = graph.nodes[passes.index()].successors[..] else { return Ok(None) };
            after = next;
        }
        let (value, target, named) = match &graph.nodes[after.index()].action {
            Action::Store { place, value } if place.is_fixed() => {
                if place.bits.is_some() {
                    return Ok(None);
                }
                let Target::Cell(cell) = self.fixed(place)? else { return Ok(None) };
                (value, cell, true)
            }
            Action::Store { place, value } if place.steps.is_empty() => {
                let Base::Pointer(pointer) = &place.base else { return Ok(None) };
                let ExprKind::Temporary(held) = pointer.kind else { return Ok(None) };
                let Some(Bound::Pointer(Pointer::Into { region, offset, .. })) = self.copy().bound.get(&held)
                else {
                    return Ok(None);
                };
                if *offset != Expr::Constant(0, OFFSET) || self.shapes.cell_count(&region.element) != 1 {
                    return Ok(None);
                }
                (value, region.first, true)
            }
            Action::Return(Argument::Value(value)) if graph.outline.unit_of[after.index()].is_some() => {
                let Some(result) = self.copy().result else { return Ok(None) };
                (value, result, false)
            }
            _ => return Ok(None),
        };
        let mut conversions = Vec::new();
        let mut inner = value;
        while let ExprKind::Convert(operand) = &inner.kind {
            let Type::Integer(ty) = inner.ty else { return Ok(None) };
            conversions.push(ty);
            inner = operand;
        }
        let same = matches!(inner.kind, ExprKind::Temporary(other) if other == temporary);
        Ok(same.then_some(Next { node: after, target, named, conversions }))
    }

    /// A value from outside.
    pub fn input(
        &mut self,
        node: NodeId,
        temporary: TemporaryId,
        site: SiteId,
        span: Span,
    ) -> Result<(), Pending> {
        let entry = &self.graph.sites[site.index()];
        if entry.name == "volatile" {
            return Err(Pending::Volatile);
        }
        // That in which it is used.
        let ty = self.graph.outline.inputs.get(&node).copied().ok_or(Pending::Pointer)?;
        let choice = entry.name == CHOICE;
        let range = entry.range;
        let next = self.next(node, temporary)?;
        let fits = |ty: &IntegerType| ty.contains(range.0) && ty.contains(range.1);
        let next = next.filter(|next| next.conversions.iter().all(fits));
        let mut name = entry.name.clone();
        if let Some(Next { target, named: true, .. }) = &next
            && !choice
        {
            name = self.out.scalars[target.index()].name.clone();
        }
        let undefined = Some(entry.name.clone()).filter(|name| self.outside.contains_key(name));
        let title = self.title_of(temporary).text;
        let made = Site { star: choice, choice, range, undefined, ..Site::new(name, ty, entry.span) };
        let made = self.new_site(made);
        let (target, span) = match &next {
            Some(next) => (next.target, self.graph.nodes[next.node.index()].span),
            None => (self.temporary(ty, title, entry.span), span),
        };
        self.emit(Made::Input { target, site: made }, span);
        if let Some(next) = next {
            self.copy_mut().fused.insert(next.node, target);
        }
        self.copy_mut().bound.insert(temporary, Bound::Value(Expr::Scalar(target)));
        Ok(())
    }

    /// A call of a procedure.
    pub fn call(
        &mut self,
        node: NodeId,
        (callee, arguments, receiver): (&Callee, &[Argument], Option<&Receiver>),
        span: Span,
    ) -> Result<(), Pending> {
        let Callee::Procedure(origin) = callee else { return Err(Pending::IndirectCall) };
        let (callee, mut values, slots) = self.called(*origin, arguments)?;
        if let Some(Receiver::Temporary(temporary)) = receiver {
            let text = self.call_text(callee, arguments);
            self.copy_mut().names.insert(*temporary, text);
        }
        let given: Vec<ScalarId> = slots.iter().flat_map(|slot| slot.cells()).collect();
        let formals = self.copies[callee].formals.clone();
        let (own, objects) = formals.split_at(formals.len().saturating_sub(given.len()));
        for (number, formal) in own.iter().enumerate() {
            let ty = self.out.scalars[formal.index()].ty;
            match values.get(number).cloned() {
                Some(value) => values[number] = self.convert(ty, value),
                None => {
                    let target = self.temporary(ty, "missing argument".to_owned(), span);
                    self.emit(Made::Unsupported { target, reason: "missing argument".into() }, span);
                    values.push(Expr::Scalar(target));
                }
            }
        }
        let (mut results, mut place) = (Vec::new(), span);
        values.extend(given.iter().map(|cell| Expr::Scalar(*cell)));
        if let Some(Receiver::Temporary(temporary)) = receiver {
            let next = self.next(node, *temporary)?;
            let result = self.copies[callee].result.ok_or(Pending::Structure)?;
            let ty = self.out.scalars[result.index()].ty;
            let same = |next: &Next| {
                self.out.scalars[next.target.index()].ty == ty
                    && next.conversions.iter().all(|other| *other == ty)
                    // `x = f(&x)`: the result comes after what the call copies back.
                    && !self.variables_of(&given).iter().any(|variable| variable.contains(next.target))
            };
            let next = next.filter(same);
            let target = match &next {
                Some(next) => Some(next.target),
                None if !self.copy().uses.is_used(*temporary) => None,
                None => Some(self.temporary(ty, self.title_of(*temporary).text, span)),
            };
            if let (Some(next), Some(target)) = (next, target) {
                place = self.graph.nodes[next.node.index()].span;
                self.copy_mut().called.insert(next.node);
                self.copy_mut().fused.insert(next.node, target);
            }
            results.extend(target.map(|target| (result, target)));
            let bound = target.map_or(Bound::Unused, |target| Bound::Value(Expr::Scalar(target)));
            self.copy_mut().bound.insert(*temporary, bound);
        } else if receiver.is_some() {
            return Err(Pending::Structure);
        }
        results.extend(objects.iter().copied().zip(given));
        let callee = crate::facts::cfg::ProcedureId(callee as u32);
        self.emit(Made::Call { callee, arguments: values, results }, place);
        Ok(())
    }

    /// The text of a call: objects that are passed cell by cell do not look like what is written.
    fn call_text(&self, callee: usize, arguments: &[Argument]) -> String {
        let copy = &self.copies[callee];
        let name = &self.tree.functions[copy.function.index()].name;
        if !copy.slots.is_empty() {
            return format!("{name}(…)");
        }
        let mut texts = Vec::new();
        for argument in arguments {
            if let Argument::Value(value) = argument
                && matches!(value.ty, Type::Integer(_))
            {
                let title = self.title(value);
                let whole = title.level >= ASSIGNMENT;
                texts.push(if whole { title.text } else { format!("({})", title.text) });
            }
        }
        format!("{name}({})", texts.join(", "))
    }
}

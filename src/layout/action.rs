//! Nodes of the graph as nodes over scalars.

use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{self, Action as Made, Expr, ScalarId};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::access::{Accessed, writes};
use focuscheck_ir::program::graph::{self, Action, Argument, Base, ExprKind, NodeId, Place, TemporaryId};
use focuscheck_ir::program::outline::Held;
use focuscheck_ir::program::role::Role;

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::library::Called;
use super::region::{Lead, is_pointer};
use super::target::{Reach, Target, View};
use super::value::unconverted;

impl Stage<'_> {
    /// Lays out a node; what is open then leads to its only successor.
    pub fn node(&mut self, node: NodeId) -> Result<(), Gap> {
        let graph = self.graph;
        let graph::Node { action, span, .. } = &graph.nodes[node.index()];
        self.unit = graph.outline.unit_of[node.index()].map(|unit| self.unit_for(unit));
        self.whole = graph.outline.updates.get(&node).cloned();
        let span = *span;
        self.at = span;
        self.update_begins(node, span);
        let pools = std::rc::Rc::clone(&self.pools);
        for object in pools.ends_before.get(&node).into_iter().flatten() {
            self.end_object(*object, span);
        }
        match action {
            Action::Skip => self.skip(node, span)?,
            Action::Mark(role) => self.mark(*role, span),
            Action::Assign { target, value } => self.hold(node, *target, value)?,
            Action::Load { target, place } => self.read(node, *target, place)?,
            Action::Store { place, value } => self.write(node, place, value, span)?,
            Action::Copy { to, from, .. } => {
                if self.copy_mut().fused.remove(&node).is_none() {
                    self.copy_object(to, from, span)?;
                }
            }
            Action::Clear { place, .. } => self.clear(node, place)?,
            Action::Declare(object) => self.declare(*object, span)?,
            Action::Input { target, site } => self.input(node, *target, *site, span)?,
            Action::Branch(value) => self.decide(node, value)?,
            Action::Call { callee, arguments, result } => {
                self.call(node, (callee, arguments, result.as_ref()), span)?;
            }
            Action::Library { function, arguments, result } => {
                self.library(function, Called { node, arguments, result: *result, span })?;
            }
            Action::Return(argument) => self.give(node, argument, span)?,
            Action::Exit => {
                self.leave_main(span);
                self.emit(Made::Exit, span);
            }
            Action::Error(error) => {
                let error = self.error_of(*error);
                self.emit_error(error, span);
            }
            Action::Stop(status) => self.stop(node, status.as_ref(), span)?,
            Action::Unknown { reason, reached, effect, calls_back } => {
                self.unknown_code(reason, reached, (*effect, *calls_back), span)?;
            }
            Action::Inspect { reason, reached, texts, keeps } => {
                self.inspect(reason, reached, (*texts, *keeps), span)?;
            }
            Action::Forget { place, reason, .. } => self.forget_place(place, reason, span)?,
            Action::Cut(reason) => self.cut(reason, span),
            Action::Stated(_) => {}
        }
        for object in pools.ends_behind.get(&node).into_iter().flatten() {
            self.end_object(*object, span);
        }
        self.fill_rest(node);
        self.unit = None;
        Ok(())
    }

    /// A node that does nothing: the end of a `return`, or where a place is found.
    fn skip(&mut self, node: NodeId, span: Span) -> Result<(), Gap> {
        if self.graph.ordered.contains_key(&node) {
            self.operand_begins(node, span);
            return Ok(());
        }
        if let Some(function) = self.graph.allocators.get(&node) {
            self.allocate_elsewhere(function, span);
            return Ok(());
        }
        if let Some(value) = self.graph.dropped.get(&node) {
            return self.used(value);
        }
        if let Some(place) = self.graph.finds.get(&node) {
            let target = self.written(place)?;
            let target = self.steady(node, target, place.span);
            self.copy_mut().targets.insert(node, target);
        } else if self.unit.is_some() {
            self.emit(Made::Skip, span);
        }
        Ok(())
    }

    /// A place that was found, which nothing changes until it is read or written.
    fn steady(&mut self, node: NodeId, target: Target, span: Span) -> Target {
        let outline = &self.graph.outline;
        let last = outline.found.iter().filter(|(_, found)| **found == node).map(|(user, _)| *user).max();
        match (&target, last) {
            (Target::Cells(_, index), Some(last)) if self.changes(index, node, last) => {
                self.kept_index(target, span)
            }
            (Target::View(_), Some(_)) => self.kept_index(target, span),
            (Target::Unknown(reason, Reach::Shared(union, cells)), Some(_)) => {
                let (reason, cells) = (reason.clone(), cells.clone());
                let union = self.kept_index((**union).clone(), span);
                Target::Unknown(reason, Reach::Shared(Box::new(union), cells))
            }
            _ => target,
        }
    }

    fn mark(&mut self, mut role: Role, span: Span) {
        // What `&&` and `||` leave out is no branch of the source.
        if matches!(role, Role::ShortAnd | Role::ShortOr) {
            return;
        }
        if let Some(id) = role.loop_mut() {
            *id = self.copy().loops.get(id).copied().unwrap_or(*id);
        }
        let label = self.new_label(span);
        self.marks.labels.push((label, (role, span)));
        self.place_label(label);
    }

    /// A value goes into a temporary.
    fn hold(&mut self, node: NodeId, temporary: TemporaryId, value: &graph::Expr) -> Result<(), Gap> {
        // What only says where a place is was evaluated where it was found.
        let outline = &self.graph.outline;
        let held = outline.held[self.copy().origin.index()].get(&temporary).copied();
        let places =
            held == Some(Held::Index) || matches!(value.ty, Type::Pointer(..)) && held == Some(Held::Steady);
        let uses = self.copy().uses.all(temporary);
        if places && !uses.is_empty() && uses.iter().all(|user| outline.found.contains_key(user)) {
            return Ok(());
        }
        if is_pointer(&value.ty) {
            return self.hold_pointer(node, temporary, value);
        }
        if self.copy().uses.definitions(temporary).len() > 1 {
            return self.hold_one_of(temporary, value);
        }
        if self.shapes.scalar(&value.ty).is_none() {
            let reason = self.reason_of(value);
            self.copy_mut().bound.insert(temporary, Bound::Unknown(reason));
            return self.used(value);
        }
        let computed = self.value(value)?;
        let span = value.span;
        let named = |stage: &Self, text: Option<&str>| {
            text.map_or_else(|| stage.title_of(temporary).text, str::to_owned)
        };
        let bound = match held {
            Some(Held::Stored) => computed,
            Some(Held::Compared) if is_simple(&computed) => computed,
            Some(Held::Steady | Held::Index) if !self.is_disturbed(&computed, node, temporary) => computed,
            _ => {
                let ty = self.type_of(&computed);
                let name = named(self, (held == Some(Held::Index)).then_some("index"));
                let target = self.temporary(ty, name, span);
                self.assign(target, computed, span);
                Expr::Scalar(target)
            }
        };
        self.copy_mut().bound.insert(temporary, Bound::Value(bound));
        Ok(())
    }

    /// A value on one of several ways.
    fn hold_one_of(&mut self, temporary: TemporaryId, value: &graph::Expr) -> Result<(), Gap> {
        let Some(ty) = self.shapes.scalar(&value.ty) else {
            let reason = self.reason_of(value);
            self.copy_mut().bound.insert(temporary, Bound::Unknown(reason));
            return self.used(value);
        };
        let computed = self.value(value)?;
        let computed = self.convert(ty, computed);
        let target = match self.copy().bound.get(&temporary) {
            Some(Bound::Scalar(target)) => *target,
            _ => {
                let name = self.title_of(temporary).text;
                let span = self.span_of(temporary).unwrap_or(value.span);
                let target = self.temporary(ty, name, span);
                self.copy_mut().bound.insert(temporary, Bound::Scalar(target));
                target
            }
        };
        self.assign(target, computed, value.span);
        Ok(())
    }

    /// Whether a value may change between a node and the last use of the temporary that holds it.
    pub fn is_disturbed(&self, value: &Expr, from: NodeId, temporary: TemporaryId) -> bool {
        let last = self.copy().uses.last(temporary);
        last.is_some_and(|last| self.changes(value, from, last))
    }

    /// Whether a value may change between two nodes.
    fn changes(&self, value: &Expr, from: NodeId, last: NodeId) -> bool {
        let mut read = Vec::new();
        focuscheck_cells::facts::reads::reads(value, &mut read);
        read.retain(|scalar| self.out.scalars[scalar.index()].kind != cfg::ScalarKind::Temporary);
        if read.is_empty() {
            return false;
        }
        (from.0 + 1..last.0).any(|node| {
            let action = &self.graph.nodes[node as usize].action;
            read.iter().any(|scalar| self.may_change(action, *scalar))
        })
    }

    fn may_change(&self, action: &Action, scalar: ScalarId) -> bool {
        let exposed = self.out.scalars[scalar.index()].procedure.is_none() || self.is_exposed(scalar);
        writes(action).into_iter().any(|written| match written {
            Accessed::Place(place) => match &place.base {
                Base::Object(object) | Base::Within(object, _) => self.is_in(scalar, *object),
                Base::Pointer(_) => match self.region_of(place) {
                    Some(region) => exposed || self.are_together(region.first, scalar),
                    None => exposed || self.may_lead_to_place(place, scalar),
                },
                Base::Outside(_) | Base::Unmodelled(_) => exposed,
            },
            Accessed::Object(object) => self.is_in(scalar, object),
            Accessed::Behind(pointer) => exposed || self.leads_to(pointer, scalar),
            Accessed::Callee(_) | Accessed::Outside => exposed || self.is_passed(action, scalar),
        })
    }

    /// Whether a scalar is of an object, or its offset.
    fn is_in(&self, scalar: ScalarId, object: ObjectId) -> bool {
        let moving = self.copy().leads.moving(object);
        let moving = moving.is_some_and(|moving| moving.cells().any(|cell| cell == scalar));
        moving || self.variable(object).is_ok_and(|variable| variable.contains(scalar))
    }

    /// Whether a call gets the address of the object that a scalar is in.
    fn is_passed(&self, action: &Action, scalar: ScalarId) -> bool {
        let Action::Call { arguments, .. } = action else { return false };
        arguments.iter().any(|argument| match argument {
            Argument::Value(value) => self.leads_to(value, scalar),
            Argument::Record(_) => false,
        })
    }

    /// Whether a pointer may lead to the object that a scalar is in.
    fn leads_to(&self, value: &graph::Expr, scalar: ScalarId) -> bool {
        match self.lead(value) {
            Lead::Into(region, _) => self.are_together(region.first, scalar),
            Lead::Unset | Lead::Null => false,
            Lead::Anywhere => is_pointer(&value.ty) && self.may_lead_to(value, scalar),
        }
    }

    /// Where a place is that a node reads or writes.
    fn found(&mut self, node: NodeId, place: &Place) -> Result<Target, Gap> {
        let found = self.graph.outline.found.get(&node);
        match found.and_then(|found| self.copy().targets.get(found)) {
            Some(target) => Ok(target.clone()),
            None => self.target(place),
        }
    }

    /// The same for a node that writes.
    fn found_for_write(&mut self, node: NodeId, place: &Place) -> Result<Target, Gap> {
        let found = self.graph.outline.found.get(&node);
        match found.and_then(|found| self.copy().targets.get(found)) {
            Some(target) => Ok(target.clone()),
            None => self.written(place),
        }
    }

    pub fn read(&mut self, node: NodeId, temporary: TemporaryId, place: &Place) -> Result<(), Gap> {
        let target = self.found(node, place)?;
        if let Target::Unknown(reason, reach) = target {
            return self.read_unknown(node, temporary, place, (reason, reach));
        }
        if is_pointer(&place.ty) {
            return self.read_pointer(node, temporary, &target, place);
        }
        let Some(ty) = self.shapes.scalar(&place.ty) else { return Err(Gap::Access) };
        let name = match place.base {
            Base::Object(_) => self.title_of(temporary).text,
            Base::Pointer(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => {
                let mut name = self.text_behind(place).unwrap_or_else(|| self.target_text(&target));
                let title = self.title_of(temporary).text;
                let is_update = |update: &&str| title.ends_with(update) && !name.ends_with(update);
                let update = ["++", "--"].into_iter().find(is_update);
                name.extend(update);
                self.copy_mut().names.insert(temporary, name.clone());
                name
            }
        };
        let text = match place.base {
            Base::Object(_) => self.place_text(place),
            Base::Pointer(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => name.clone(),
        };
        self.check_value(&target, &text, place.span);
        let mut value = self.load(&target, &name, ty, place.span);
        if ty.float {
            self.looked_at(value.clone(), &text, place.span);
        }
        if place.bits.is_some() {
            value = self.convert(ty, value);
        }
        // What is read here may change before it is used.
        if self.is_disturbed(&value, node, temporary) {
            let span = self.graph.nodes[node.index()].span;
            let target = self.temporary(self.type_of(&value), self.title_of(temporary).text, span);
            self.assign(target, value, span);
            value = Expr::Scalar(target);
        }
        self.copy_mut().bound.insert(temporary, Bound::Value(value));
        Ok(())
    }

    fn write(&mut self, node: NodeId, place: &Place, value: &graph::Expr, span: Span) -> Result<(), Gap> {
        let stored = match value.kind {
            ExprKind::Temporary(temporary) => Some(temporary),
            _ => None,
        };
        if let Some(cell) = self.copy_mut().fused.remove(&node) {
            return self.stays(node, stored, cell);
        }
        if let (Base::Object(object), true) = (&place.base, is_pointer(&place.ty))
            && place.steps.is_empty()
            && self.variable(*object).is_err()
        {
            return self.point(*object, value, span);
        }
        let target = self.found_for_write(node, place)?;
        if let Target::Unknown(reason, reach) = target {
            return self.write_unknown(value, (reason, reach), span);
        }
        if is_pointer(&place.ty) {
            return self.write_pointer(&target, place, value, span);
        }
        if let (ExprKind::Unmodelled(reason), Target::Cell(cell)) = (&unconverted(value).kind, &target) {
            self.obtained(reason, value.span);
            self.emit(Made::Unsupported { target: *cell, reason: reason.clone() }, span);
            return Ok(());
        }
        let Some(ty) = self.target_type(&target) else { return Err(Gap::Access) };
        let value = self.value(value)?;
        let mut value = self.stored_bits(place, ty, value);
        if let (Target::View(_), Some(temporary)) = (&target, stored) {
            // It may be read from the cells that change.
            value = self.held_now(value, span);
            self.copy_mut().bound.insert(temporary, Bound::Value(value.clone()));
        }
        self.store(target.clone(), value, span);
        match target {
            Target::Cell(cell) => self.stays(node, stored, cell),
            Target::Cells(..) | Target::View(_) | Target::Unknown(..) => Ok(()),
        }
    }

    /// A cell has got the value of a temporary: as long as nothing changes it, it stands for that.
    fn stays(&mut self, node: NodeId, temporary: Option<TemporaryId>, cell: ScalarId) -> Result<(), Gap> {
        let Some(temporary) = temporary else { return Ok(()) };
        let held = self.graph.outline.held[self.copy().origin.index()].get(&temporary);
        let fused = self
            .copy()
            .bound
            .get(&temporary)
            .is_some_and(|bound| matches!(bound, Bound::Value(Expr::Scalar(scalar)) if *scalar == cell));
        if held != Some(&Held::Stored) && !fused {
            return Ok(());
        }
        let value = Expr::Scalar(cell);
        let bound = match self.is_disturbed(&value, node, temporary) {
            false => value,
            true => {
                let (ty, span) = (self.type_of(&value), self.graph.nodes[node.index()].span);
                let target = self.temporary(ty, self.title_of(temporary).text, span);
                self.assign(target, value, span);
                Expr::Scalar(target)
            }
        };
        self.copy_mut().bound.insert(temporary, Bound::Value(bound));
        Ok(())
    }

    pub fn kept_index(&mut self, target: Target, span: Span) -> Target {
        match target {
            Target::Cells(range, index) => {
                let temporary = self.temporary(self.type_of(&index), "index".to_owned(), span);
                self.assign(temporary, index, span);
                Target::Cells(range, Expr::Scalar(temporary))
            }
            Target::View(view) => {
                let union = Box::new(self.kept_index(*view.union, span));
                Target::View(View { union, ..view })
            }
            target => target,
        }
    }

    /// A branch on a value.
    fn decide(&mut self, node: NodeId, value: &graph::Expr) -> Result<(), Gap> {
        let successors = &self.graph.nodes[node.index()].successors;
        let [holds, fails] = successors[..] else { return Err(Gap::Shape("branch")) };
        if let Some((passes, negative)) = self.assumption(node) {
            let mut atom = self.atom(value)?;
            if negative {
                atom.relation = atom.relation.negate();
            }
            let made = self.emit(Made::Assume(atom), value.span);
            self.open.clear();
            self.copy_mut().edges.push((made, 0, passes));
            return Ok(());
        }
        let (yes, no) = (self.new_label(value.span), self.new_label(value.span));
        self.condition(value, yes, no)?;
        self.copy_mut().edges.extend([(yes, 0, holds), (no, 0, fails)]);
        Ok(())
    }

    /// Gives back a value.
    fn give(&mut self, node: NodeId, argument: &Argument, span: Span) -> Result<(), Gap> {
        // What `main` gives where it ends is no statement.
        if self.unit.is_none() || self.copy_mut().fused.remove(&node).is_some() {
            return Ok(());
        }
        // So has what a condition was asked about.
        if self.is_result_watched() {
            return Ok(());
        }
        if let (Argument::Value(value), Some(returned)) = (argument, self.copy().returned.clone()) {
            return self.give_pointer(value, &returned, span);
        }
        let (Argument::Value(value), Some(result)) = (argument, self.copy().result) else {
            return match argument {
                Argument::Value(value) => self.used(value),
                Argument::Record(place) => self.give_record(place, span),
            };
        };
        if let ExprKind::Unmodelled(reason) = &unconverted(value).kind {
            self.obtained(reason, value.span);
            self.emit(Made::Unsupported { target: result, reason: reason.clone() }, span);
            return Ok(());
        }
        let ty = self.out.scalars[result.index()].ty;
        let value = self.value(value)?;
        let value = self.convert(ty, value);
        self.assign(result, value, span);
        Ok(())
    }

    fn stop(&mut self, node: NodeId, status: Option<&graph::Expr>, span: Span) -> Result<(), Gap> {
        if self.ends_assumption(node) {
            return Ok(());
        }
        let unit = self.unit;
        let status = match status {
            Some(status) => Some(self.value(status)?),
            None => None,
        };
        self.exit_program(node, span);
        self.unit = unit;
        self.emit(Made::Stop(status), span);
        Ok(())
    }
}

fn is_simple(value: &Expr) -> bool {
    match value {
        Expr::Constant(..) | Expr::Scalar(_) => true,
        Expr::Convert(_, operand) => matches!(**operand, Expr::Scalar(_)),
        Expr::Unary(..) | Expr::Binary(..) => false,
    }
}

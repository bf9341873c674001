//! Where the pointers of a copy lead at all times, found before it is laid out by what is stored in them anywhere.
//!
//! A pointer that always leads into the same objects is an offset in these, an integer like any other. Of one that leads
//! now here and now there, or whose own address is taken, nothing is known.

use std::collections::BTreeSet;

use focuscheck_cells::facts::cfg::{Expr as Value, Scalar, ScalarId, ScalarKind};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::access::{Accessed, writes};
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_ir::program::graph::{Action, Base, Callee, Expr, ExprKind, NodeId, Place, TemporaryId};

use super::build::Stage;
use super::pools::Into;
use super::region::{
    Holder, Lead, Moving, OFFSET, Pointer, Region, holds, is_pointer, is_void_pointer, points_to,
};
use super::scope::depth;

impl Stage<'_> {
    /// Finds where the pointers of the current copy lead, and makes the scalars of their offsets.
    pub fn find_leads(&mut self) {
        self.note_owners();
        let graph = self.graph;
        let origin = self.copy().origin;
        let mut stores: Vec<(Holder, &Expr)> = Vec::new();
        let (mut objects, mut shared) = (BTreeSet::new(), BTreeSet::new());
        let given = self.copy().pointers.clone();
        objects.extend(given.keys().copied());
        for node in graph.nodes_of(origin) {
            let action = &graph.nodes[node.index()].action;
            match action {
                Action::Declare(object)
                    if is_pointer(&graph.objects[object.index()].ty) && self.variable(*object).is_err() =>
                {
                    objects.insert(*object);
                }
                Action::Store { place: Place { base: Base::Object(object), steps, .. }, value }
                    if steps.is_empty() =>
                {
                    stores.push((Holder::Object(*object), value));
                }
                Action::Assign { target, value }
                    if is_pointer(&value.ty) && self.copy().uses.definitions(*target).len() > 1 =>
                {
                    stores.push((Holder::Choice(*target), value));
                }
                _ => {
                    let written =
                        writes(action).into_iter().filter(|written| matches!(written, Accessed::Place(_)));
                    shared.extend(written.filter_map(|written| written.object()));
                }
            }
            self.addressed_at(node, &mut shared);
        }
        stores.retain(|(holder, _)| match holder {
            Holder::Object(object) => objects.contains(object),
            Holder::Choice(_) => true,
        });
        for &object in &objects {
            let entry = &graph.objects[object.index()];
            let behind = is_void_pointer(&entry.ty)
                || matches!(&entry.ty, Type::Pointer(to, _) if self.shapes.cell_count(to) > 0);
            let first = match given.get(&object) {
                _ if !behind || shared.contains(&object) || entry.volatile => Lead::Anywhere,
                Some(pointer) => self.lead_of(pointer),
                None => Lead::Unset,
            };
            self.copy_mut().leads.known.insert(Holder::Object(object), first);
        }
        loop {
            let mut changed = false;
            for &(holder, value) in &stores {
                let lead = self.stored_lead(holder, value);
                let known = self.copy().leads.known.get(&holder).cloned().unwrap_or(Lead::Unset);
                let joined = known.clone().or(lead);
                changed |= !joined.same(&known);
                self.copy_mut().leads.known.insert(holder, joined);
            }
            if !changed {
                break;
            }
        }
        for object in objects {
            self.settle_lead(object, given.get(&object));
        }
    }

    /// Adds the objects whose addresses a node takes, or the place that it finds.
    fn addressed_at(&self, node: NodeId, shared: &mut BTreeSet<ObjectId>) {
        let mut take = |addressed| {
            if let Addressed::Object(object) = addressed {
                shared.insert(object);
            }
        };
        addresses(&self.graph.nodes[node.index()].action, &mut take);
        if let Some(place) = self.graph.finds.get(&node) {
            addresses_in(place, &mut take);
        }
    }

    /// Where a value leads that is stored in a holder.
    fn stored_lead(&self, holder: Holder, value: &Expr) -> Lead {
        let lead = self.lead(value);
        let Lead::Into(region, known) = lead else { return lead };
        let (ty, modified) = match holder {
            Holder::Object(object) => {
                let fits = self.outlives(&region, object);
                if !fits {
                    return Lead::Anywhere;
                }
                (&self.graph.objects[object.index()].ty, self.copy().modified.contains(&object))
            }
            Holder::Choice(_) => (&value.ty, true),
        };
        match holds(ty, &region) {
            true => {
                let known = known.filter(|_| !modified || region.object().is_some());
                Lead::Into(region, known)
            }
            false => Lead::Anywhere,
        }
    }

    /// What becomes of a pointer of which it is known where it leads.
    fn settle_lead(&mut self, object: ObjectId, given: Option<&Pointer>) {
        let lead = self.copy().leads.known.get(&Holder::Object(object)).cloned().unwrap_or(Lead::Anywhere);
        let modified = self.copy().modified.contains(&object);
        match (lead, given) {
            // What it is initialised with is all that it holds.
            (_, None) if !modified && !self.graph.objects[object.index()].volatile => {}
            (Lead::Into(region, known), None) => self.make_moving(object, region, known),
            (Lead::Into(region, known), Some(given))
                if Self::moving_parameter(&region, known, given).is_some() =>
            {
                let moving = Self::moving_parameter(&region, known, given);
                self.copy_mut().leads.moving.extend(moving.map(|moving| (object, moving)));
            }
            (Lead::Unset | Lead::Null | Lead::Into(..), Some(_)) if !modified => {}
            (_, given) => {
                if let Some(given) = given {
                    self.escape(given);
                }
                let copy = self.copy_mut();
                copy.leads.refused.insert(object);
                let pointer = match given {
                    Some(pointer @ Pointer::Unknown(_)) if !modified => pointer.clone(),
                    _ => Pointer::Unknown("pointer value".into()),
                };
                copy.pointers.insert(object, pointer);
            }
        }
    }

    /// Makes the scalars of a pointer that changes.
    fn make_moving(&mut self, object: ObjectId, region: Region, known: Option<i128>) {
        let (name, span) = {
            let entry = &self.graph.objects[object.index()];
            (entry.name.clone(), entry.span)
        };
        let scalar = |stage: &mut Self, name: String| {
            let (kind, procedure) = (ScalarKind::Local, Some(stage.procedure()));
            stage.out.scalars.push(Scalar { name, ty: OFFSET, kind, procedure, initial: None, span });
            ScalarId(stage.out.scalars.len() as u32 - 1)
        };
        let pooled = region.object().is_some();
        let number = region.is_in_some_object().then(|| scalar(self, name.clone()));
        let moves = !pooled || known.is_none();
        let offset = moves.then(|| {
            let name = if pooled { format!("{name} offset") } else { self.offset_name(&name, &region) };
            scalar(self, name)
        });
        let region = match number {
            Some(number) => region.in_object(Value::Scalar(number)),
            None => region,
        };
        let at = match (offset, known) {
            (Some(offset), _) => Value::Scalar(offset),
            (None, known) => Value::Constant(known.unwrap_or(0), OFFSET),
        };
        let copy = self.copy_mut();
        copy.leads.moving.insert(object, Moving { number, offset });
        copy.pointers.insert(object, Pointer::Into { region, offset: at, variable: !pooled });
    }

    /// What holds where a parameter leads that changes and always leads into a region; nothing if what it gets does not say
    /// that.
    fn moving_parameter(region: &Region, known: Option<i128>, given: &Pointer) -> Option<Moving> {
        let Pointer::Into { region: own, offset, variable } = given else { return None };
        let held = |value: &Value| match value {
            Value::Scalar(scalar) => Some(*scalar),
            _ => None,
        };
        if own.object().is_none() {
            return held(offset)
                .filter(|_| *variable)
                .map(|offset| Moving { number: None, offset: Some(offset) });
        }
        let number = held(&own.object()?.number());
        let fits = own.is_like(region) && own.rows.len() == 1 && (number.is_some() || own.is(region));
        match known {
            Some(_) => fits.then_some(Moving { number, offset: None }),
            None => held(offset).filter(|_| fits).map(|offset| Moving { number, offset: Some(offset) }),
        }
    }

    /// Where the pointers lead that a holder in memory, or a result, may hold.
    pub fn lead_into(&self, into: &Into) -> Lead {
        let region = self.region_into(into, Value::Constant(0, OFFSET));
        Lead::Into(region, None).or(Lead::Null).at(if into.offset { None } else { Some(0) })
    }

    /// Whether objects live as long as a pointer.
    pub fn outlives(&self, region: &Region, pointer: ObjectId) -> bool {
        let own = self.copy().locals.iter().find(|(_, variable)| variable.contains(region.first));
        own.is_none_or(|(object, _)| depth(self.graph, *object) <= depth(self.graph, pointer))
    }

    /// Where a pointer leads that is known.
    fn lead_of(&self, pointer: &Pointer) -> Lead {
        match pointer {
            Pointer::Null => Lead::Null,
            Pointer::Into { region, offset, .. } => Lead::Into(
                region.clone(),
                match offset {
                    Value::Constant(offset, _) => Some(*offset),
                    _ => None,
                },
            ),
            Pointer::Harmless | Pointer::Unknown(_) => Lead::Anywhere,
        }
    }

    /// Where a value leads.
    pub fn lead(&self, value: &Expr) -> Lead {
        match &value.kind {
            ExprKind::Integer(0) => Lead::Null,
            ExprKind::Temporary(temporary) => self.lead_of_temporary(*temporary),
            ExprKind::Read(place) => self.lead_of_object(place),
            ExprKind::Address(place, array) => {
                let constant = matches!(value.ty, Type::Pointer(_, true));
                match self.fixed_address(place, array.is_some(), constant) {
                    Some((region, offset)) => Lead::Into(region, offset),
                    None => Lead::Anywhere,
                }
            }
            ExprKind::Convert(operand) if is_pointer(&operand.ty) => match self.lead(operand) {
                // No run comes here.
                Lead::Into(region, _) if self.is_reclaimed(&operand.ty, &value.ty, &region) => Lead::Unset,
                Lead::Into(region, Some(at)) => match self.first_member(&region, at, &value.ty) {
                    Some(member) => Lead::Into(member, Some(0)),
                    None => Lead::Into(region, Some(at)),
                },
                lead => lead,
            },
            ExprKind::Convert(operand) if matches!(operand.kind, ExprKind::Integer(0)) => Lead::Null,
            ExprKind::Moved { pointer, by, back, .. } => match self.lead(pointer) {
                Lead::Into(region, known) if points_to(&value.ty, &region) => {
                    let by = match by.kind {
                        ExprKind::Integer(by) => Some(if *back { -by } else { by }),
                        _ => None,
                    };
                    Lead::Into(region, known.zip(by).map(|(known, by)| known.saturating_add(by)))
                }
                _ => Lead::Anywhere,
            },
            ExprKind::Integer(_)
            | ExprKind::Convert(_)
            | ExprKind::Function(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => Lead::Anywhere,
        }
    }

    fn lead_of_temporary(&self, temporary: TemporaryId) -> Lead {
        let [node] = self.copy().uses.definitions(temporary) else {
            let known = self.copy().leads.known.get(&Holder::Choice(temporary));
            return known.cloned().unwrap_or(Lead::Unset);
        };
        match &self.graph.nodes[node.index()].action {
            Action::Assign { value, .. } => self.lead(value),
            Action::Load { place, .. } => self.lead_of_object(place),
            Action::Library { .. } => match self.pools.allocated(*node) {
                // Of one block the number is known, but it is not the first one that is told.
                Some((site, pool, _)) => {
                    let region = self.region_of_block(site, pool, Value::Constant(0, OFFSET));
                    Lead::Into(region, Some(0)).or(Lead::Null)
                }
                None => Lead::Anywhere,
            },
            Action::Call { callee: Callee::Procedure(called), .. } => {
                let into =
                    self.bases.get(called).and_then(|base| self.pools.result(self.copies[*base].function));
                into.map_or(Lead::Anywhere, |into| self.lead_into(into))
            }
            _ => Lead::Anywhere,
        }
    }

    fn lead_of_object(&self, place: &Place) -> Lead {
        if let Base::Object(object) = place.base
            && place.steps.is_empty()
            && let Some(known) = self.copy().leads.known.get(&Holder::Object(object))
        {
            return known.clone();
        }
        let into = self.pools.held_at(self.tree, place);
        into.map_or(Lead::Anywhere, |into| self.lead_into(into))
    }

    /// The objects that a place may be in; `None` if that is not known.
    pub fn region_of(&self, place: &Place) -> Option<Region> {
        let Base::Pointer(pointer) = &place.base else { return None };
        match self.lead(pointer) {
            Lead::Into(region, _) => Some(region),
            Lead::Unset | Lead::Null | Lead::Anywhere => None,
        }
    }
}

/// Tells of what a place takes the address.
fn addresses_in(place: &Place, tell: &mut dyn FnMut(Addressed)) {
    use focuscheck_ir::program::visit::{Part, within};
    within(Part::Place(place), &mut |part| {
        if let Part::Value(Expr { kind: ExprKind::Address(inner, _), .. }) = part
            && let Base::Object(object) = inner.base
        {
            tell(Addressed::Object(object));
        }
    });
}

//! What nodes touch: the cells that they read and write, and the procedures that they call.

use std::collections::BTreeSet;

use focuscheck_base::arith::BinaryOperator;
use focuscheck_base::limit::spend;
use focuscheck_check::types::Type;
use focuscheck_ir::program::access::{Accessed, effects_of, read_in};
use focuscheck_ir::program::graph::{
    Action, Argument, Base, Callee, Expr, ExprKind, NodeId, Place, ProcedureId, Step,
};
use focuscheck_ir::program::visit::Part as Visited;

use super::build::Stage;
use super::findings::{Owner, Part, WHOLE, is_static};
use super::region::{Lead, Pointer, Region, points_to};
use super::value::unconverted;

/// Objects with more cells than this are not told apart.
const MOST_CELLS: usize = 1024;

/// What nodes touch.
#[derive(Clone, Debug, Default)]
pub(super) struct Touch {
    pub reads: BTreeSet<Part>,
    pub writes: BTreeSet<Part>,
    /// Static objects to which only constants are added, and whether they are raised.
    pub adds: BTreeSet<(Owner, bool)>,
    pub calls: BTreeSet<ProcedureId>,
    /// What calls get the addresses of.
    pub given: BTreeSet<(ProcedureId, Part)>,
    /// They change whatever has escaped.
    pub outside: bool,
}

impl Touch {
    pub fn and(&mut self, other: Touch) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.adds.extend(other.adds);
        self.calls.extend(other.calls);
        self.given.extend(other.given);
        self.outside |= other.outside;
    }

    pub fn changes(&self) -> bool {
        !self.writes.is_empty() || !self.adds.is_empty() || !self.calls.is_empty() || self.outside
    }
}

impl Stage<'_> {
    /// What a node of the current copy touches.
    pub fn touched(&self, node: NodeId) -> Touch {
        spend(1);
        let mut touch = Touch::default();
        let action = &self.graph.nodes[node.index()].action;
        if let Some(add) = self.added(action) {
            touch.adds.insert(add);
            return touch;
        }
        if let Action::Call { callee, arguments, .. } = action {
            self.given_to(callee, arguments, &mut touch);
        }
        let effects = effects_of(action);
        for read in effects.reads {
            match read {
                Accessed::Place(place) => touch.reads.extend(self.parts_of(place).unwrap_or_default()),
                Accessed::Behind(pointer) => {
                    if let Some((region, _)) = self.region_behind(pointer) {
                        touch.reads.extend(self.parts_of_region(&region, None));
                    }
                }
                // What is called by a pointer, and code that is not there, change what has escaped, which says it all.
                Accessed::Object(_) | Accessed::Callee(_) | Accessed::Outside => {}
            }
        }
        for written in effects.writes {
            match written {
                Accessed::Place(place) => self.writes(place, &mut touch),
                Accessed::Behind(pointer) => match self.region_behind(pointer) {
                    Some((region, _)) => touch.writes.extend(self.parts_of_region(&region, None)),
                    None => touch.outside = true,
                },
                // A new life changes nothing of an earlier one.
                Accessed::Object(_) => {}
                Accessed::Callee(callee) => self.touched_by_call(callee, &mut touch),
                Accessed::Outside => touch.outside = true,
            }
        }
        if let Some(place) = effects.input.and_then(|site| self.graph.sites[site.index()].place.as_ref()) {
            self.reads_in(Visited::Place(place), &mut touch);
            touch.reads.extend(self.parts_of(place).unwrap_or_default());
        }
        touch
    }

    fn touched_by_call(&self, callee: &Callee, touch: &mut Touch) {
        match callee {
            Callee::Procedure(procedure) => _ = touch.calls.insert(*procedure),
            Callee::Declared(_) | Callee::Pointer(_) => touch.outside = true,
            Callee::Missing(_) => {}
        }
    }

    /// What a call gets the addresses of.
    fn given_to(&self, callee: &Callee, arguments: &[Argument], touch: &mut Touch) {
        for argument in arguments {
            let Argument::Value(value) = argument else { continue };
            if !matches!(value.ty, Type::Pointer(..)) {
                continue;
            }
            let Some((region, _)) = self.region_behind(value) else { continue };
            let parts = self.parts_of_region(&region, None);
            touch.reads.extend(parts.iter().copied().filter(|part| !is_static(part)));
            if let Callee::Procedure(called) = callee {
                touch.given.extend(parts.into_iter().map(|part| (*called, part)));
            }
        }
    }

    /// The static object to which a node only adds a constant, and whether that raises it.
    fn added(&self, action: &Action) -> Option<(Owner, bool)> {
        let Action::Store { place, value } = action else { return None };
        let Base::Object(object) = place.base else { return None };
        let ExprKind::Binary(operator, _, left, right) = &unconverted(value).kind else { return None };
        let (ExprKind::Read(read), ExprKind::Integer(by)) =
            (&unconverted(left).kind, &unconverted(right).kind)
        else {
            return None;
        };
        let same = matches!(read.base, Base::Object(other) if other == object);
        let alone = self.globals.contains_key(&object) && self.pools.member(object).is_none();
        let whole = place.steps.is_empty() && read.steps.is_empty() && alone;
        let raises = match operator {
            BinaryOperator::Add => *by > 0,
            BinaryOperator::Subtract => *by < 0,
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor => return None,
        };
        (same && whole).then_some((Owner::Static(object), raises))
    }

    fn writes(&self, place: &Place, touch: &mut Touch) {
        match self.parts_of(place) {
            Some(parts) => touch.writes.extend(parts),
            None => touch.outside = true,
        }
    }

    /// What computing a value reads.
    pub fn reads_of(&self, value: &Expr, touch: &mut Touch) {
        self.reads_in(Visited::Value(value), touch);
    }

    /// What computing a value, or finding a place, reads.
    fn reads_in(&self, part: Visited<'_>, touch: &mut Touch) {
        read_in(part, &mut |place| touch.reads.extend(self.parts_of(place).unwrap_or_default()));
    }

    /// The objects that a pointer leads to, and which one if that is known.
    fn region_behind(&self, pointer: &Expr) -> Option<(Region, Option<i128>)> {
        if let Lead::Into(region, known) = self.lead(pointer) {
            return Some((region, known));
        }
        match &unconverted(pointer).kind {
            ExprKind::Read(place) => match place.base {
                Base::Object(object) if place.steps.is_empty() => match self.copy().pointers.get(&object)? {
                    Pointer::Into { region, .. } => Some((region.clone(), None)),
                    Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => None,
                },
                _ => None,
            },
            ExprKind::Moved { pointer, .. } => Some((self.region_behind(pointer)?.0, None)),
            // One of its objects, or a part of one.
            ExprKind::Address(place, _) => match &place.base {
                Base::Object(object) => {
                    let (first, rows) = (self.variable(*object).ok()?.first, Vec::new());
                    let element = self.graph.objects[object.index()].ty.clone();
                    Some((Region { first, rows, constant: false, element, length: 1 }, None))
                }
                Base::Pointer(pointer) => Some((self.region_behind(pointer)?.0, None)),
                Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => None,
            },
            _ => None,
        }
    }

    /// The cells of a region, or of one of its objects.
    fn parts_of_region(&self, region: &Region, known: Option<i128>) -> Vec<Part> {
        let Some((owner, mut offsets)) = self.starts(region, known) else { return Vec::new() };
        let count = self.shapes.cell_count(&region.element);
        expand(&mut offsets, count, 1);
        named(owner, offsets)
    }

    /// The first cells of the objects of a region.
    fn starts(&self, region: &Region, known: Option<i128>) -> Option<(Owner, Option<Vec<u32>>)> {
        let owner = self.owner(region.first)?;
        let start = region.first.0 - self.first_of(owner)?.0;
        let mut offsets = Some(vec![start]);
        for row in &region.rows {
            expand(&mut offsets, u64::from(row.length), row.stride);
        }
        let stride = self.shapes.cell_count(&region.element) as u32;
        match known.filter(|known| (0..i128::from(region.length)).contains(known)) {
            Some(known) => {
                let by = known as u32 * stride;
                offsets.iter_mut().flatten().for_each(|offset| *offset += by);
            }
            None => expand(&mut offsets, region.length, stride),
        }
        Some((owner, offsets))
    }

    /// The cells that a place may be; `None` if they may be anywhere.
    pub fn parts_of(&self, place: &Place) -> Option<Vec<Part>> {
        let (owner, mut offsets, mut ty) = match &place.base {
            Base::Object(object) => {
                if self.copy().leads.moving(*object).is_some() {
                    return Some(vec![(Owner::Local(self.current, *object), WHOLE)]);
                }
                // What has no cells touches nothing.
                let Ok(variable) = self.variable(*object) else { return Some(Vec::new()) };
                let Some(owner) = self.owner(variable.first) else { return Some(Vec::new()) };
                let start = self.first_of(owner).map_or(0, |first| variable.first.0 - first.0);
                (owner, Some(vec![start]), self.graph.objects[object.index()].ty.clone())
            }
            Base::Pointer(pointer) => {
                let (region, known) = self.region_behind(pointer)?;
                if !points_to(&pointer.ty, &region) {
                    return Some(self.parts_of_region(&region, None));
                }
                let (owner, offsets) = self.starts(&region, known)?;
                (owner, offsets, region.element)
            }
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => return None,
        };
        for step in &place.steps {
            ty = match (step, &ty) {
                (Step::Element { index, .. }, Type::Array(element, Some(length))) => {
                    let stride = self.shapes.cell_count(element) as u32;
                    match index.kind {
                        ExprKind::Integer(at) if (0..i128::from(*length)).contains(&at) => {
                            let by = at as u32 * stride;
                            offsets.iter_mut().flatten().for_each(|offset| *offset += by);
                        }
                        _ => expand(&mut offsets, *length, stride),
                    }
                    (**element).clone()
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let record = &self.tree.types.records[*id];
                    let Some(entry) = record.fields.as_deref().unwrap_or_default().get(*field) else {
                        return Some(vec![(owner, WHOLE)]);
                    };
                    if record.union {
                        return Some(vec![(owner, WHOLE)]);
                    }
                    let start = self.shapes.start(*id, *field) as u32;
                    offsets.iter_mut().flatten().for_each(|offset| *offset += start);
                    entry.ty.clone()
                }
                _ => return Some(vec![(owner, WHOLE)]),
            };
        }
        let scalar = place.bits.is_some() || self.shapes.bits(&ty).is_some();
        let count = if scalar { 1 } else { self.shapes.cell_count(&ty) };
        expand(&mut offsets, count, 1);
        Some(named(owner, offsets))
    }
}

/// The same positions, each so many times a stride further; none if these are too many.
fn expand(offsets: &mut Option<Vec<u32>>, count: u64, stride: u32) {
    let Some(known) = offsets else { return };
    if count.saturating_mul(known.len() as u64) > MOST_CELLS as u64 {
        *offsets = None;
        return;
    }
    let moved = |step: u32| {
        let by = step.saturating_mul(stride);
        known.iter().map(move |offset| offset.saturating_add(by)).collect::<Vec<_>>()
    };
    *offsets = Some((0..count as u32).flat_map(moved).collect());
}

fn named(owner: Owner, offsets: Option<Vec<u32>>) -> Vec<Part> {
    match offsets {
        Some(offsets) => offsets.into_iter().map(|offset| (owner, offset)).collect(),
        None => vec![(owner, WHOLE)],
    }
}

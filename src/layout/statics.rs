//! What objects hold before the program starts.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{self, IntegerType};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr as Stored, ScalarId, Site, UnitKind};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Library, NodeId, Place, TemporaryId};
use focuscheck_ir::program::visit::target;

use super::build::Stage;
use super::gap::Gap;
use super::region::{Pointer, is_pointer};
use super::target::Target;
use super::uses::Uses;

/// A type for every value.
const WIDE: IntegerType = IntegerType { width: 64, signed: true, float: false };

/// What is known while static objects are initialised.
#[derive(Default)]
struct Known {
    temporaries: BTreeMap<TemporaryId, i128>,
    /// Scalars without a name.
    objects: BTreeMap<ObjectId, i128>,
    /// Temporaries of which it is not known on which way they get their values.
    several: BTreeSet<TemporaryId>,
}

impl Stage<'_> {
    /// Runs the part of the graph that initialises static objects.
    pub fn initial_values(&mut self) -> Result<(), Gap> {
        let graph = self.graph;
        let Some(statics) = graph.statics else { return Ok(()) };
        let uses = Uses::of(graph, statics);
        let (mut known, mut seen) = (Known::default(), BTreeSet::new());
        let mut next = Some(graph.procedures[statics.index()].entry);
        while let Some(node) = next.filter(|node| seen.insert(*node)) {
            let entry = &graph.nodes[node.index()];
            next = entry.successors.first().copied();
            match &entry.action {
                Action::Declare(object) => self.starts_as_input(*object),
                Action::Clear { place, .. } => {
                    for cell in self.whole(place)? {
                        self.out.scalars[cell.index()].initial = Some(Ok(0));
                    }
                }
                Action::Assign { target, value } => {
                    // A text of the program may be pointed to by what has no cells.
                    let value = self.constant(value, &known);
                    known.set(*target, value);
                }
                Action::Load { target, place } => {
                    let value = self.constant_at(place, &known);
                    known.set(*target, value);
                }
                Action::Store { place, value } => self.starts_with(place, value, &mut known, entry.span),
                Action::Copy { to, from, .. } => self.starts_as_copy(to, from, entry.span),
                Action::Forget { place, .. } => self.starts_unknown(place, entry.span),
                Action::Branch(value) => match (self.known_truth(value, &known), &entry.successors[..]) {
                    (Some(value), [holds, fails]) => next = Some(if value != 0 { *holds } else { *fails }),
                    // Either way is gone: only values of temporaries depend on it.
                    _ => {
                        let joined = graph
                            .nodes_of(statics)
                            .filter_map(|node| target(&graph.nodes[node.index()].action));
                        known.several.extend(joined.filter(|made| uses.definitions(*made).len() > 1));
                        let several = std::mem::take(&mut known.several);
                        known.temporaries.retain(|made, _| !several.contains(made));
                        known.several = several;
                    }
                },
                // What it is about has no cells: the rest of the initialisers follows.
                Action::Cut(_) => next = Some(NodeId(node.0 + 1)),
                Action::Library { function: Library::Computed(..), .. } => {}
                Action::Call { .. }
                | Action::Input { .. }
                | Action::Exit
                | Action::Skip
                | Action::Mark(_)
                | Action::Return(_)
                | Action::Inspect { .. }
                | Action::Stated(_) => {}
                Action::Library { .. } | Action::Error(_) | Action::Stop(_) | Action::Unknown { .. } => {
                    return Err(Gap::InitialValue);
                }
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

    fn whole(&self, place: &Place) -> Result<Vec<ScalarId>, Gap> {
        match &place.base {
            Base::Object(object) if place.steps.is_empty() => {
                Ok(self.globals.get(object).into_iter().flat_map(|variable| variable.cells()).collect())
            }
            Base::Object(_)
            | Base::Pointer(_)
            | Base::Outside(_)
            | Base::Within(..)
            | Base::Unmodelled(_) => Err(Gap::InitialValue),
        }
    }

    fn starts_with(&mut self, place: &Place, value: &Expr, known: &mut Known, span: Span) {
        let Base::Object(object) = place.base else { return };
        let computed = self.constant(value, known);
        if !self.globals.contains_key(&object) {
            // What has no cells holds nothing; the addresses in it have escaped.
            match computed.filter(|_| place.steps.is_empty()) {
                Some(value) => _ = known.objects.insert(object, value),
                None => _ = known.objects.remove(&object),
            }
            return;
        }
        self.forget_behind(place, object, span);
        let Ok(Target::Cell(cell)) = self.fixed(place) else {
            return self.starts_in_union(place, computed, span);
        };
        if is_pointer(&place.ty) {
            return self.starts_as_pointer((place, cell), value, span);
        }
        let ty = self.out.scalars[cell.index()].ty;
        let value = computed.map(|value| match self.stored_bits(place, ty, Stored::Constant(value, WIDE)) {
            Stored::Constant(value, _) => value,
            _ => value,
        });
        self.starts_at(cell, value, span);
    }

    /// A part of a union that has no cells of its own has a value before the program starts; `None` if it is not known.
    fn starts_in_union(&mut self, place: &Place, value: Option<i128>, span: Span) {
        let Some(target) = self.fixed_view(place) else { return };
        let (cells, spoilt) = self.shared_cells(&target);
        cells.into_iter().chain(spoilt).for_each(|cell| self.starts_at(cell, None, span));
        let (Target::View(view), Some(value)) = (target, value) else { return };
        let (Some(leaf), pieces) = (view.leaf(), view.pieces()) else { return };
        let Stored::Constant(value, _) = self.stored_bits(place, leaf.ty, Stored::Constant(value, WIDE))
        else {
            return;
        };
        let mut rest = value;
        for ((_, width), cell) in leaf.pieces.iter().zip(pieces) {
            let low = rest & ((1 << width) - 1);
            rest >>= width;
            if let Some(cell) = cell.first() {
                self.starts_at(cell, Some(low), span);
            }
        }
    }

    /// A pointer in memory has a value before the program starts.
    fn starts_as_pointer(&mut self, (place, cell): (&Place, ScalarId), value: &Expr, span: Span) {
        let into = self.pools.held_at(self.tree, place).cloned();
        let parts = into.as_ref().and_then(|into| self.parts_in(&self.constant_pointer(value)?, into));
        match (parts, into) {
            (Some((Stored::Constant(number, _), Stored::Constant(offset, _))), Some(into)) => {
                self.starts_at(cell, Some(number), span);
                if into.offset {
                    self.starts_at(ScalarId(cell.0 + 1), Some(offset), span);
                }
            }
            _ => {
                self.starts_at(cell, None, span);
                self.refuse_cell(cell);
            }
        }
    }

    /// The pointer that a constant expression is.
    fn constant_pointer(&self, value: &Expr) -> Option<Pointer> {
        match &value.kind {
            ExprKind::Integer(0) => Some(Pointer::Null),
            ExprKind::Convert(operand) if is_pointer(&operand.ty) => self.constant_pointer(operand),
            ExprKind::Convert(operand) => {
                matches!(operand.kind, ExprKind::Integer(0)).then_some(Pointer::Null)
            }
            ExprKind::Address(place, array) => {
                let constant = matches!(value.ty, Type::Pointer(_, true));
                let (region, offset) = self.fixed_address(place, array.is_some(), constant)?;
                Some(Pointer::Into { region, offset: Stored::Constant(offset?, WIDE), variable: false })
            }
            ExprKind::Temporary(temporary) => {
                let statics = self.graph.statics?;
                let mut made = None;
                for node in self.graph.nodes_of(statics) {
                    let action = &self.graph.nodes[node.index()].action;
                    if target(action) == Some(*temporary) {
                        let Action::Assign { value, .. } = action else { return None };
                        if made.replace(value).is_some() {
                            return None;
                        }
                    }
                }
                self.constant_pointer(made?)
            }
            ExprKind::Integer(_)
            | ExprKind::Read(_)
            | ExprKind::Function(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => None,
        }
    }

    /// What the members of unions do not have that an initialiser gives is not known.
    fn forget_behind(&mut self, place: &Place, object: ObjectId, span: Span) {
        let Some(variable) = self.globals.get(&object).cloned() else { return };
        let whole = &self.graph.objects[object.index()].ty;
        for (_, _, cells) in self.behind_members(variable.first, whole, &place.steps) {
            // A part of the member may be there already.
            cells.for_each(|cell| self.starts_at(cell, None, span));
        }
    }

    /// A cell has a value before the program starts; one that is not known nobody can choose.
    fn starts_at(&mut self, cell: ScalarId, value: Option<i128>, span: Span) {
        let scalar = &mut self.out.scalars[cell.index()];
        scalar.initial = Some(Ok(value.map_or(0, |value| scalar.ty.convert(value))));
        match value {
            Some(_) => _ = self.unknown_initial.remove(&cell),
            None => _ = self.unknown_initial.insert(cell, span),
        }
    }

    fn starts_unknown(&mut self, place: &Place, span: Span) {
        let Ok(Target::Cell(first)) = self.fixed(place) else {
            if let Base::Object(object) = place.base
                && self.globals.contains_key(&object)
            {
                self.starts_in_union(place, None, span);
            }
            return;
        };
        if self.out.scalars[first.index()].procedure.is_some() {
            return;
        }
        let count = self.shapes.cell_count(&place.ty) as u32;
        for cell in first.0..first.0 + count {
            self.starts_at(ScalarId(cell), None, span);
        }
    }

    fn starts_as_copy(&mut self, to: &Place, from: &Place, span: Span) {
        let Base::Object(object) = to.base else { return };
        if !self.globals.contains_key(&object) {
            return;
        }
        self.forget_behind(to, object, span);
        let (Some(units), Type::Array(element, length)) =
            (self.literal_at(from).map(<[u32]>::to_vec), &to.ty)
        else {
            return self.starts_unknown(to, span);
        };
        let (Type::Integer(ty), Ok(Target::Cell(first))) = (&**element, self.fixed(to)) else {
            return self.starts_in_union(to, None, span);
        };
        for number in 0..length.unwrap_or(0) {
            let unit = units.get(number as usize).copied().unwrap_or(0);
            self.starts_at(ScalarId(first.0 + number as u32), Some(ty.convert(i128::from(unit))), span);
        }
    }

    /// At the start of `main`: what is initialised with something that is not modelled has no known value. It is no input
    /// either: nobody can choose it.
    pub fn forget_initial_values(&mut self) {
        if self.out.main != Some(self.procedure()) {
            return;
        }
        for (target, span) in self.unknown_initial.clone() {
            let statement = self.new_statement(span, None);
            let unit = self.new_unit(UnitKind::Assign, statement);
            let outer = self.unit.replace(unit);
            self.emit(Made::Unsupported { target, reason: "initial value".into() }, span);
            self.unit = outer;
        }
    }

    /// The value of a scalar that is read; `const` objects with known values count as gcc lets them.
    fn constant_at(&self, place: &Place, known: &Known) -> Option<i128> {
        let Base::Object(object) = place.base else { return None };
        if !place.steps.is_empty() {
            return None;
        }
        let Some(variable) = self.globals.get(&object) else { return known.objects.get(&object).copied() };
        let entry = self.tree.objects.get(object.index())?;
        let first = variable.first;
        if !entry.constant || entry.volatile || self.unknown_initial.contains_key(&first) {
            return None;
        }
        self.out.scalars[first.index()].initial?.ok()
    }

    /// The value of a constant condition.
    fn known_truth(&self, value: &Expr, known: &Known) -> Option<i128> {
        // There are two zeros.
        let whole = !matches!(value.ty, Type::Float(_));
        self.constant(value, known).filter(|_| whole)
    }

    /// The value of a constant expression.
    fn constant(&self, value: &Expr, known: &Known) -> Option<i128> {
        let of = |e: &Expr| self.constant(e, known);
        match &value.kind {
            ExprKind::Integer(number) => self.shapes.scalar(&value.ty).map(|_| *number),
            ExprKind::Temporary(temporary) => known.temporaries.get(temporary).copied(),
            ExprKind::Read(place) => self.constant_at(place, known),
            ExprKind::Convert(operand) if value.ty.is_function_pointer() => {
                of(operand).filter(|number| *number == 0 || operand.ty.is_function_pointer())
            }
            ExprKind::Convert(operand)
                if operand.ty.is_function_pointer() || matches!(operand.ty, Type::Float(_)) =>
            {
                None
            }
            ExprKind::Convert(operand) => Some(value.ty.integer()?.convert(of(operand)?)),
            ExprKind::Function(function) => Some(self.function_number(*function)),
            ExprKind::Unary(_, ty, operand) if ty.float => Some(of(operand)? ^ (((*ty).max() >> 1) + 1)),
            ExprKind::Unary(operator, ty, operand) => arith::unary(*operator, *ty, of(operand)?).ok(),
            ExprKind::Binary(operator, ty, left, right) => {
                arith::wrapped(*operator, *ty, of(left)?, of(right)?)
            }
            // There are two zeros.
            ExprKind::Compare(_, left, _) if matches!(left.ty, Type::Float(_)) => None,
            ExprKind::Compare(relation, left, right) => {
                Some(i128::from(relation.holds(of(left)?, of(right)?)))
            }
            ExprKind::Address(..)
            | ExprKind::Moved { .. }
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => None,
        }
    }
}

impl Known {
    /// A temporary gets a value, or one that is not known.
    fn set(&mut self, target: TemporaryId, value: Option<i128>) {
        match value.filter(|_| !self.several.contains(&target)) {
            Some(value) => _ = self.temporaries.insert(target, value),
            None => _ = self.temporaries.remove(&target),
        }
    }
}

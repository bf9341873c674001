//! Places in unions that are no cells of their own: a scalar there is joined of the cells that its bits are in.

use std::rc::Rc;

use focuscheck_base::arith::BinaryOperator::{Add, Divide, Multiply, Subtract};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, Condition, Expr, ScalarId, UnitKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Base, ExprKind, Place, Step};

use super::build::Stage;
use super::overlay::{Leaf, Slot};
use super::shapes::{Shapes, bit_cell, stored_type};
use super::target::{Reach, Target, View};

/// Why nobody knows what is in a part of a union.
const MEMBER: &str = "union member";

/// The way from a union to a place in it.
#[derive(Clone, Debug)]
pub(super) struct Within {
    /// The union.
    id: usize,
    /// How many bits lie before the place.
    bit: u64,
    /// Of a bit-field its bits, and the type of its cell if it is modelled.
    bits: Option<(u64, Option<IntegerType>)>,
    /// Whether nobody knows where in the union that is.
    lost: bool,
}

impl Within {
    /// A union as a whole.
    pub fn new(id: usize) -> Self {
        Within { id, bit: 0, bits: None, lost: false }
    }

    /// Goes on to a member of a structure or union; gives its type, if there is that member.
    pub fn member(&mut self, shapes: &Shapes<'_>, id: usize, field: usize) -> Option<Type> {
        let record = &shapes.types().records[id];
        let entry = record.fields.as_deref().unwrap_or_default().get(field)?;
        match shapes.positions(id).and_then(|places| places.get(field).copied()) {
            Some((first, end)) => {
                self.bit += first;
                self.bits = entry.bits.map(|_| (end - first, bit_cell(entry)));
            }
            None => self.lost = true,
        }
        Some(stored_type(entry).unwrap_or_else(|| entry.ty.clone()))
    }

    /// Goes on to an element of an array.
    pub fn element(&mut self, shapes: &Shapes<'_>, element: &Type, at: u64) {
        match shapes.layout(element) {
            Some((size, _)) => self.bit += at * size * 8,
            None => self.lost = true,
        }
    }

    /// Goes on to one of the elements of an array that a subscript chooses: gives how many cells lie between two of them, if
    /// all are alike.
    pub fn some_element(&mut self, shapes: &Shapes<'_>, element: &Type, length: u64) -> Option<u32> {
        let stride = match (shapes.layout(element), shapes.overlay_of(self.id), self.lost) {
            (Some((size, _)), Some(overlay), false) => overlay.stride(self.bit, size * 8, length),
            _ => None,
        };
        self.lost |= stride.is_none();
        stride
    }

    /// The place, of a type, in the union that begins at a target.
    pub fn target(&self, shapes: &Shapes<'_>, union: Target, ty: &Type) -> Target {
        let Some(overlay) = shapes.overlay_of(self.id) else {
            return Target::Unknown(MEMBER.into(), Reach::Escaped);
        };
        let unknown = |union: Target, cells: Vec<u32>, reason: String| {
            Target::Unknown(reason.as_str().into(), Reach::Shared(Box::new(union), cells))
        };
        if self.lost {
            return unknown(union, (0..overlay.slots.len() as u32).collect(), MEMBER.to_owned());
        }
        let size = match self.bits {
            Some((width, _)) => Some(width),
            None => shapes.layout(ty).map(|(size, _)| size * 8),
        };
        let mut slots = Vec::new();
        let known = match self.bits {
            Some((width, ty)) => ty.map(|ty| slots.push(Slot { at: self.bit, width, ty })),
            None => shapes.slots(ty, self.bit, &mut slots),
        };
        let leaves: Option<Vec<Leaf>> = slots.iter().map(|slot| overlay.leaf(slot)).collect();
        let end = size.map_or(u64::MAX, |size| self.bit + size);
        let mut cells = overlay.among(self.bit, end);
        match leaves.filter(|leaves| known.is_some() && !leaves.is_empty()) {
            Some(leaves) => {
                let of = |leaf: &Leaf, cell: &u32| {
                    leaf.pieces.iter().any(|(piece, _)| piece == cell) || leaf.spoilt.contains(cell)
                };
                cells.retain(|cell| !leaves.iter().any(|leaf| of(leaf, cell)));
                let (leaves, between) = (Rc::new(leaves), Rc::new(cells));
                Target::View(View { union: Box::new(union), leaves, at: 0, between })
            }
            None => unknown(union, cells, shapes.unmodelled(ty).unwrap_or_else(|| MEMBER.to_owned())),
        }
    }
}

impl Stage<'_> {
    /// A place in a union whose subscripts are constants, if it has no cells of its own there.
    pub fn fixed_view(&self, place: &Place) -> Option<Target> {
        let Base::Object(object) = place.base else { return None };
        let mut first = self.variable(object).ok()?.first;
        let mut ty = self.graph.objects[object.index()].ty.clone();
        let mut within: Option<Within> = None;
        for step in &place.steps {
            ty = match (step, &ty) {
                (Step::Element { index, .. }, Type::Array(element, Some(length))) => {
                    let ExprKind::Integer(at) = index.kind else { return None };
                    let at = u64::try_from(at).ok().filter(|at| at < length)?;
                    match &mut within {
                        Some(within) => within.element(&self.shapes, element, at),
                        None => first.0 += (at * self.shapes.cell_count(element)) as u32,
                    }
                    (**element).clone()
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let (id, union) = (*id, self.tree.types.records[*id].union);
                    if union && within.is_none() && !self.shapes.in_cells(id, *field) {
                        within = Some(Within::new(id));
                    }
                    match &mut within {
                        Some(within) => within.member(&self.shapes, id, *field)?,
                        None => {
                            first.0 += self.shapes.start(id, *field) as u32;
                            let entry = self.tree.types.records[id].fields.as_deref()?.get(*field)?;
                            stored_type(entry).unwrap_or_else(|| entry.ty.clone())
                        }
                    }
                }
                _ => return None,
            };
        }
        Some(within?.target(&self.shapes, Target::Cell(first), &ty))
    }

    /// The scalars that a place in a union with fixed subscripts consists of, and those that are not known after a store to it.
    pub fn shared_cells(&self, target: &Target) -> (Vec<ScalarId>, Vec<ScalarId>) {
        let cell = |union: &Target, cells: &mut dyn Iterator<Item = u32>| {
            cells.filter_map(|step| union.moved(step).first()).collect()
        };
        match target {
            Target::View(view) => {
                (cell(&view.union, &mut view.cells()), cell(&view.union, &mut view.spoilt()))
            }
            Target::Unknown(_, Reach::Shared(union, cells)) => {
                (Vec::new(), cell(union, &mut cells.iter().copied()))
            }
            Target::Unknown(..) | Target::Cell(_) | Target::Cells(..) => (Vec::new(), Vec::new()),
        }
    }

    /// The type in which a place keeps what is stored there.
    pub fn target_type(&self, target: &Target) -> Option<IntegerType> {
        match target {
            Target::View(view) => view.leaf().map(|leaf| leaf.ty),
            target => target.first().map(|first| self.out.scalars[first.index()].ty),
        }
    }

    /// Reads a scalar of a union: its cells one after the other, the lowest first.
    pub fn load_view(&mut self, view: &View, name: &str, span: Span) -> Expr {
        let Some(leaf) = view.leaf().cloned() else {
            return self.unknown_of(MEMBER.into(), IntegerType::INT, span);
        };
        let wide = unsigned(leaf.width);
        let (mut whole, mut at) = (None, 0);
        for (cell, width) in &leaf.pieces {
            let cell = view.union.moved(*cell);
            let Some(ty) = self.target_type(&cell) else { continue };
            let value = self.load(&cell, name, ty, span);
            if leaf.pieces.len() == 1 {
                return match leaf.ty.is_bool() && !ty.is_bool() {
                    true => self.truth_in(value, name, span),
                    false => self.convert(leaf.ty, value),
                };
            }
            let bits = self.convert(unsigned(*width), value);
            let bits = self.convert(wide, bits);
            let term = match at {
                0 => bits,
                at => binary(Multiply, wide, bits, Expr::Constant(1 << at, wide)),
            };
            whole = Some(match whole {
                None => term,
                Some(whole) => binary(Add, wide, whole, term),
            });
            at += width;
        }
        let whole = whole.unwrap_or(Expr::Constant(0, wide));
        if leaf.ty.is_bool() {
            return self.truth_in(whole, name, span);
        }
        let (target, value) = (self.temporary(leaf.ty, name.to_owned(), span), self.convert(leaf.ty, whole));
        self.assign(target, value, span);
        Expr::Scalar(target)
    }

    /// What the byte of a `_Bool` holds: other members may have put there what is no truth value.
    pub fn truth_in(&mut self, byte: Expr, name: &str, span: Span) -> Expr {
        let target = self.temporary(IntegerType::BOOL, name.to_owned(), span);
        let [valid, other, join] = [(); 3].map(|()| self.new_label(span));
        let right = Expr::Constant(1, self.type_of(&byte));
        let test = Condition { relation: Relation::LessEqual, left: byte.clone(), right };
        self.branch(test, span, valid, other);
        self.place_label(valid);
        let value = self.convert(IntegerType::BOOL, byte);
        self.assign(target, value, span);
        self.jump(join);
        self.place_label(other);
        self.emit(Action::Unsupported { target, reason: MEMBER.into() }, span);
        self.jump(join);
        self.place_label(join);
        Expr::Scalar(target)
    }

    /// Writes a scalar of a union.
    pub fn store_view(&mut self, view: &View, value: Expr, span: Span) {
        let Some(leaf) = view.leaf().cloned() else { return };
        let value = self.convert(leaf.ty, value);
        let union = match leaf.pieces.len() + leaf.spoilt.len() {
            1 => (*view.union).clone(),
            _ => self.kept_index((*view.union).clone(), span),
        };
        if let [(cell, _)] = leaf.pieces[..] {
            self.store_piece(union.moved(cell), value, span);
        } else {
            let wide = unsigned(leaf.width);
            let mut value = self.convert(wide, value);
            let mut pieces = leaf.pieces.iter().peekable();
            while let Some((cell, width)) = pieces.next() {
                let by = Expr::Constant(1 << width, wide);
                let (piece, rest) = match (value, pieces.peek()) {
                    (value, None) => (value.clone(), value),
                    (Expr::Constant(number, _), _) => {
                        let low = number & ((1 << width) - 1);
                        (Expr::Constant(low, wide), Expr::Constant(number >> width, wide))
                    }
                    (value, Some(_)) => {
                        let value = self.held_now(value, span);
                        let rest = binary(Divide, wide, value.clone(), by.clone());
                        let rest = self.held_now(rest, span);
                        let higher = binary(Multiply, wide, rest.clone(), by);
                        (binary(Subtract, wide, value, higher), rest)
                    }
                };
                self.store_piece(union.moved(*cell), piece, span);
                value = rest;
            }
        }
        self.spoil(&union, &leaf.spoilt, &MEMBER.into(), span);
    }

    fn store_piece(&mut self, cell: Target, value: Expr, span: Span) {
        let Some(ty) = self.target_type(&cell) else { return };
        let value = self.convert(ty, value);
        let outer = self.enter(UnitKind::Assign);
        self.store(cell, value, span);
        self.leave(outer);
    }

    /// A value in a temporary.
    pub fn held_now(&mut self, value: Expr, span: Span) -> Expr {
        if let Expr::Scalar(scalar) = value
            && self.out.scalars[scalar.index()].kind == focuscheck_cells::facts::cfg::ScalarKind::Temporary
        {
            return value;
        }
        let target = self.temporary(self.type_of(&value), self.scalar_text(&value), span);
        self.assign(target, value, span);
        Expr::Scalar(target)
    }

    /// Cells of a union are not known any more.
    pub fn spoil(&mut self, union: &Target, cells: &[u32], reason: &Unmodelled, span: Span) {
        for cell in cells {
            let cell = union.moved(*cell);
            let Some(ty) = self.target_type(&cell) else { continue };
            let outer = self.enter(UnitKind::Assign);
            match cell {
                Target::Cell(target) => {
                    _ = self.emit(Action::Unsupported { target, reason: reason.clone() }, span);
                }
                cell => {
                    let value = self.unknown_of(reason.clone(), ty, span);
                    self.store(cell, value, span);
                }
            }
            self.leave(outer);
        }
    }

    /// A place in a union was stored as a whole: what lies between its scalars is not known any more.
    pub fn spoil_between(&mut self, target: &Target, span: Span) {
        if let Target::View(view) = target {
            self.spoil(&view.union, &view.between, &MEMBER.into(), span);
        }
    }
}

/// The unsigned type of so many bits.
pub(super) fn unsigned(width: u64) -> IntegerType {
    IntegerType { width: width as u8, signed: false, float: false }
}

fn binary(
    operator: focuscheck_base::arith::BinaryOperator,
    ty: IntegerType,
    left: Expr,
    right: Expr,
) -> Expr {
    Expr::Binary(operator, ty, Box::new(left), Box::new(right))
}

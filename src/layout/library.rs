//! Library functions of which it is known what they do: on modelled objects they become assignments of cells.
//!
//! A copy is modelled where its size is a constant number of whole objects of both pointers (`reinterpret.rs` has those of
//! different types);
//! whatever else is asked keeps the worst effect.

use super::shapes::{Cell, filled};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Expr, UnitKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, ExprKind, Library, NodeId, TemporaryId};

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::region::{OFFSET, Pointer, Region, Row, RowKind};
use super::reinterpret::Objects;
use super::target::{Reach, Target};

/// More objects than this are not copied one by one.
const MAX_OBJECTS: u64 = 256;

/// An argument.
#[derive(Clone, Debug)]
pub(super) enum LibraryArgument {
    /// A pointer, with how it is written and where.
    Pointer(Pointer, String, Span),
    /// A number.
    Value(Expr),
    /// A value that has no cells.
    Other,
}

/// A call of a library function.
#[derive(Clone, Copy)]
pub(super) struct Called<'c> {
    pub node: NodeId,
    pub arguments: &'c [graph::Expr],
    /// What gets the result.
    pub result: Option<TemporaryId>,
    pub span: Span,
}

impl Stage<'_> {
    /// Lays out a call of a library function.
    pub fn library(&mut self, function: &Library, called: Called<'_>) -> Result<(), Gap> {
        let Called { arguments, span, .. } = called;
        let name = function.name();
        self.note_allocation(called.node, function, arguments);
        let done = match function {
            Library::Computed(name, ty) => return self.computed(name, *ty, called),
            Library::Overflowing(operator, stored) => return self.overflowing((*operator, *stored), called),
            Library::Parse(site, ty) => return self.parsed(*site, *ty, called),
            Library::Allocate | Library::Open | Library::AllocateCleared | Library::Given(_) => {
                self.allocate(function, called)?
            }
            Library::Sized => self.sized(called)?,
            Library::Choose => self.choose_argument(called)?,
            Library::Reallocate => self.reallocate(function, called)?,
            Library::Copy { .. }
            | Library::Fill
            | Library::CopyText
            | Library::Length
            | Library::CompareText
            | Library::AllocateLocal
            | Library::Free => false,
        };
        if done {
            return Ok(());
        }
        let outer = self.enter(UnitKind::Assign);
        self.allocate_unfollowed(called.node, span);
        let literal = arguments.last().and_then(|text| self.literal_behind(text)).map(<[u32]>::to_vec);
        let mut given = Vec::new();
        for argument in arguments {
            given.push(self.given_argument(argument)?);
        }
        let reason: Unmodelled = format!("call of '{name}'").into();
        let mut gives = None;
        if let (Library::Free, [block]) = (function, &given[..])
            && self.release(block, None, span)?
        {
            self.leave(outer);
            return self.library_result(called, Pointer::Unknown(reason.clone()), &reason);
        }
        match (function, &given[..]) {
            (
                Library::Copy { behind, .. },
                [
                    LibraryArgument::Pointer(to, ..),
                    LibraryArgument::Pointer(from, ..),
                    LibraryArgument::Value(size),
                ],
            ) => {
                gives = self.copy_memory((to, from, size), *behind, span)?;
            }
            (
                Library::Fill,
                [
                    LibraryArgument::Pointer(to, ..),
                    LibraryArgument::Value(byte),
                    LibraryArgument::Value(size),
                ],
            ) => {
                gives = self.fill_memory(to, (byte, size), span);
            }
            (Library::CopyText, [LibraryArgument::Pointer(to, ..), _]) => {
                gives = literal.as_deref().and_then(|units| self.copy_text_to(to, units, span));
            }
            (Library::Length, _) => {
                if let Some(units) = literal {
                    self.leave(outer);
                    return self.known_length(&units, called);
                }
            }
            _ => {}
        }
        if gives.is_none() {
            self.library_unmodelled(function, &reason, &given, span);
        }
        self.leave(outer);
        let reason = if function.allocates() { "allocated memory".into() } else { reason };
        self.library_result(called, gives.unwrap_or(Pointer::Unknown(reason.clone())), &reason)
    }

    /// Evaluates an argument.
    pub fn given_argument(&mut self, argument: &graph::Expr) -> Result<LibraryArgument, Gap> {
        Ok(match &argument.ty {
            Type::Pointer(..) => {
                let text = self.text(argument);
                let pointer = self.pointer(argument)?;
                // What is done to the objects may change where it points.
                let name = text.clone();
                let kind = focuscheck_cells::facts::cfg::ScalarKind::Temporary;
                LibraryArgument::Pointer(
                    self.frozen(pointer, (&name, kind), argument.span),
                    text,
                    argument.span,
                )
            }
            Type::Integer(_) => LibraryArgument::Value(self.value(argument)?),
            _ => {
                self.used(argument)?;
                LibraryArgument::Other
            }
        })
    }

    /// The text of the program that a value points to the begin of.
    pub fn literal_behind(&self, value: &graph::Expr) -> Option<&[u32]> {
        match &value.kind {
            ExprKind::Convert(operand) => self.literal_behind(operand),
            ExprKind::Address(place, Some(_)) if place.steps.is_empty() => self.literal_at(place),
            ExprKind::Temporary(temporary) => match self.copy().uses.definitions(*temporary) {
                [node] => match &self.graph.nodes[node.index()].action {
                    graph::Action::Assign { value, .. } => self.literal_behind(value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The worst that a function may do with what it gets; the first ones are not null where it reads or writes there.
    fn library_unmodelled(
        &mut self,
        function: &Library,
        reason: &Unmodelled,
        given: &[LibraryArgument],
        span: Span,
    ) {
        // Of zero bytes nothing is read or written.
        let some = !matches!(given.last(), Some(LibraryArgument::Value(Expr::Constant(0, _))));
        let (texts, writes, keeps) = match function {
            Library::Copy { .. } => (if some { 2 } else { 0 }, true, true),
            Library::Fill => (usize::from(some), true, true),
            Library::CopyText => (2, true, true),
            Library::Length => (1, false, false),
            Library::CompareText => (2, false, false),
            Library::Free => (0, false, false),
            Library::Reallocate => (0, true, true),
            Library::Computed(..) | Library::Overflowing(..) | Library::Parse(..) => (0, true, true),
            Library::Allocate | Library::Open | Library::AllocateLocal | Library::AllocateCleared => {
                return;
            }
            Library::Given(_) | Library::Sized | Library::Choose => return,
        };
        self.worst(reason, given, (texts, writes, keeps), span);
    }

    /// Memory is accessed through pointers in a way that is not modelled: the first ones may not be null.
    pub fn worst(
        &mut self,
        reason: &Unmodelled,
        given: &[LibraryArgument],
        (texts, writes, keeps): (usize, bool, bool),
        span: Span,
    ) {
        let mut memory = false;
        for (number, argument) in given.iter().enumerate() {
            let LibraryArgument::Pointer(pointer, name, place) = argument else { continue };
            if matches!(pointer, Pointer::Null) && number < texts {
                self.accessed(reason, &Reach::Null { pointer: *place, name: name.clone() }, *place);
            }
            memory |= !matches!(pointer, Pointer::Null | Pointer::Harmless);
            if keeps {
                self.escape(pointer);
            }
        }
        if memory {
            self.unjudged(reason, span);
        }
        if writes {
            self.clobber(true, span);
        }
    }

    /// What a call gives that computes no number of the program's.
    pub fn library_result(
        &mut self,
        called: Called<'_>,
        pointer: Pointer,
        reason: &Unmodelled,
    ) -> Result<(), Gap> {
        let Some(temporary) = called.result else { return Ok(()) };
        let bound = match self.type_of_result(called.node) {
            Type::Pointer(..) => Bound::Pointer(pointer),
            Type::Integer(ty) if self.copy().uses.is_used(temporary) => {
                Bound::Value(self.unknown_of(reason.clone(), ty, called.span))
            }
            _ => Bound::Unknown(reason.clone()),
        };
        self.copy_mut().bound.insert(temporary, bound);
        Ok(())
    }

    /// How many objects of a region so many bytes are, if they lie in it for certain.
    fn whole_objects(&self, region: &Region, offset: &Expr, size: &Expr) -> Option<u64> {
        let Expr::Constant(bytes, _) = size else { return None };
        let bytes = u64::try_from(*bytes).ok()?;
        let (each, _) = self.shapes.layout(&region.element)?;
        let count = bytes.checked_div(each).filter(|count| count * each == bytes && *count <= MAX_OBJECTS)?;
        match offset {
            Expr::Constant(first, _) => {
                let end = u64::try_from(*first).ok()?.checked_add(count)?;
                (end <= self.sure_length(region)).then_some(count)
            }
            // The one object that is meant is checked like any other subscript.
            _ => (count == 1).then_some(count),
        }
    }

    /// The cells of the object so many objects behind a pointer.
    pub fn object_behind(&mut self, region: &Region, offset: &Expr, number: u64, span: Span) -> Target {
        let stride = self.shapes.cell_count(&region.element) as u32;
        let mut one = Region { length: 1, ..region.clone() };
        match offset {
            Expr::Constant(first, _) => one.first.0 += (*first as u64 + number) as u32 * stride,
            value => {
                let (value, length) = (value.clone(), region.length as u32);
                one.rows.push(Row { value, length, stride, kind: RowKind::Subscript, from: 0 });
            }
        }
        self.check_rows(&one, span);
        self.region_target(&one, span)
    }

    fn copy_memory(
        &mut self,
        (to, from, size): (&Pointer, &Pointer, &Expr),
        behind: bool,
        span: Span,
    ) -> Result<Option<Pointer>, Gap> {
        let (
            Pointer::Into { region: to, offset: at, variable },
            Pointer::Into { region: from, offset: source, .. },
        ) = (to, from)
        else {
            return Ok(None);
        };
        if to.element != from.element && !to.constant {
            return Ok(self.copy_other((to, at, *variable), (from, source), size, behind, span));
        }
        let same = !to.constant;
        let count = self.whole_objects(to, at, size).filter(|_| same && self.shapes.is_in_cells(&to.element));
        let Some(count) = count.filter(|count| self.whole_objects(from, source, size) == Some(*count)) else {
            return Ok(None);
        };
        // Objects of one variable may overlap: the order of the copies would matter.
        if count > 1 && self.are_together(to.first, from.first) {
            return Ok(None);
        }
        let cells = self.shapes.cell_count(&to.element) as u32;
        for number in 0..count {
            let original = self.object_behind(from, source, number, span);
            let target = self.object_behind(to, at, number, span);
            let name = self.target_text(&original);
            if self.shapes.bits(&to.element).is_some() {
                self.check_value(&original, &name, span);
            }
            self.copy_cells(&target, &original, (cells, &name), span)?;
        }
        Ok(Some(self.pointer_behind((to, at, *variable), if behind { count } else { 0 })))
    }

    /// The same for objects of another type.
    fn copy_other(
        &mut self,
        (to, at, variable): (&Region, &Expr, bool),
        (from, source): (&Region, &Expr),
        size: &Expr,
        behind: bool,
        span: Span,
    ) -> Option<Pointer> {
        if self.are_together(to.first, from.first) {
            return None;
        }
        let count = self.whole_objects(to, at, size)?;
        let number = self.whole_objects(from, source, size)?;
        let original = Objects { region: from, offset: source, count: number };
        let copied = self.copy_bytes(Objects { region: to, offset: at, count }, original, span);
        copied.then(|| self.pointer_behind((to, at, variable), if behind { count } else { 0 }))
    }

    /// The pointer that such a function gives, so many objects behind its first argument.
    fn pointer_behind(&self, (region, offset, variable): (&Region, &Expr, bool), by: u64) -> Pointer {
        let offset = match (offset, by) {
            (offset, 0) => offset.clone(),
            (Expr::Constant(first, ty), by) => Expr::Constant(first + i128::from(by), *ty),
            (offset, by) => {
                let by = Box::new(Expr::Constant(i128::from(by), OFFSET));
                Expr::Binary(
                    focuscheck_base::arith::BinaryOperator::Add,
                    OFFSET,
                    Box::new(offset.clone()),
                    by,
                )
            }
        };
        Pointer::Into { region: region.clone(), offset, variable }
    }

    fn fill_memory(&mut self, to: &Pointer, (byte, size): (&Expr, &Expr), span: Span) -> Option<Pointer> {
        let Pointer::Into { region, offset, variable } = to else { return None };
        let Expr::Constant(byte, _) = byte else { return None };
        let count = self.whole_objects(region, offset, size)?;
        let mut cells = Vec::new();
        self.shapes.cells(&region.element, "", &mut cells);
        let value =
            |cell: &Cell| filled(cell.ty, *byte as u8).filter(|value| cell.to.is_none() || *value == 0);
        // What one byte is in each of the bit-fields that share it is not asked.
        let alike = [0, 255].contains(&(*byte as u8)) || !self.shapes.has_bits(&region.element);
        let values: Option<Vec<i128>> = cells.iter().map(value).collect::<Option<_>>().filter(|_| alike);
        let values = values.filter(|_| !region.constant && self.shapes.is_in_cells(&region.element))?;
        for number in 0..count {
            let first = self.object_behind(region, offset, number, span);
            for (step, (cell, value)) in cells.iter().zip(&values).enumerate() {
                let outer = self.enter(UnitKind::Assign);
                self.store(first.moved(step as u32), Expr::Constant(*value, cell.ty), span);
                self.leave(outer);
            }
        }
        Some(self.pointer_behind((region, offset, *variable), 0))
    }

    /// `strcpy(a, "text")`
    fn copy_text_to(&mut self, to: &Pointer, units: &[u32], span: Span) -> Option<Pointer> {
        let Pointer::Into { region, offset, variable } = to else { return None };
        let Type::Integer(ty) = region.element else { return None };
        let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len()) as u64;
        let Expr::Constant(first, _) = offset else { return None };
        let first = u64::try_from(*first).ok()?;
        if ty.width != 8
            || first + length >= self.sure_length(region)
            || length >= MAX_OBJECTS
            || region.constant
        {
            return None;
        }
        for number in 0..=length {
            let unit = units.get(number as usize).copied().filter(|_| number < length).unwrap_or(0);
            let target = self.object_behind(region, offset, number, span);
            let outer = self.enter(UnitKind::Assign);
            self.store(target, Expr::Constant(ty.convert(i128::from(unit)), ty), span);
            self.leave(outer);
        }
        Some(self.pointer_behind((region, offset, *variable), 0))
    }

    fn known_length(&mut self, units: &[u32], called: Called<'_>) -> Result<(), Gap> {
        let length = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
        let value = Expr::Constant(length as i128, self.shapes.size_type());
        self.give_number(called, value);
        Ok(())
    }

    /// The type in which what a call of a library function gives is used; of one that is no number a pointer's.
    pub fn type_of_result(&self, node: NodeId) -> Type {
        let integer = self.graph.outline.inputs.get(&node).copied();
        integer.map_or_else(|| Type::Void.pointer_to(), Type::Integer)
    }
}

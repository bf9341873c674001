//! Pointers: an object and an offset in it, or something that is not modelled.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::NULL_OFFSET;
use focuscheck_cells::facts::cfg::{
    Action as Made, Condition, ErrorKind, Expr, Obligation, ObligationKind, ScalarId, ScalarKind, UnitKind,
};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary;
use focuscheck_ir::program::graph::{self, Base, ExprKind, Place, Step};
use focuscheck_ir::program::text::{PRIMARY, Title};

use super::build::Stage;
use super::check::decided;
use super::copy::Bound;
use super::gap::Gap;
use super::initial::UNSET;
use super::place::Behind;
use super::region::{Lead, Moving, OFFSET, Pointer, Region, Row, RowKind, holds, is_void_pointer, points_to};
use super::target::{Reach, Target};

impl Stage<'_> {
    /// Where a pointer points.
    pub fn pointer(&mut self, value: &graph::Expr) -> Result<Pointer, Gap> {
        if value.ty.is_function_pointer() {
            return self.pointer_of_code(value);
        }
        Ok(match &value.kind {
            ExprKind::Integer(0) => Pointer::Null,
            ExprKind::Integer(_) => Pointer::Unknown("pointer value".into()),
            ExprKind::Temporary(temporary) => match self.copy().bound.get(temporary) {
                Some(Bound::Pointer(pointer)) => pointer.clone(),
                Some(Bound::Unknown(reason)) => Pointer::Unknown(reason.clone()),
                Some(Bound::Value(_) | Bound::Scalar(_)) => Pointer::Unknown("pointer value".into()),
                Some(Bound::Unused) | None => return Err(Gap::Shape("pointer in a temporary")),
            },
            ExprKind::Read(place) => self.stored_pointer(place)?,
            ExprKind::Address(place, array) => {
                let constant = matches!(value.ty, Type::Pointer(_, true));
                self.address(place, array.is_some(), constant)?
            }
            ExprKind::Convert(operand) => match operand.ty {
                Type::Pointer(..) => {
                    let pointer = self.pointer(operand)?;
                    self.converted_pointer(pointer, operand, value)
                }
                Type::Integer(_) => match self.value(operand)? {
                    Expr::Constant(0, _) => Pointer::Null,
                    _ => Pointer::Unknown("pointer value".into()),
                },
                _ => {
                    self.used(operand)?;
                    Pointer::Unknown("pointer value".into())
                }
            },
            ExprKind::Moved { pointer, by, back, .. } => self.moved(pointer, (by, *back), value)?,
            ExprKind::Unmodelled(reason) => {
                self.obtained(reason, value.span);
                Pointer::Unknown(reason.clone())
            }
            ExprKind::Function(_) => Pointer::Unknown("function pointer".into()),
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Compare(..) | ExprKind::Distance(..) => {
                return Err(Gap::Shape("pointer"));
            }
        })
    }

    /// A pointer of another type. One to a structure becomes one to its first member. A `void *` that becomes one to objects of
    /// a type that these cannot be accessed by is not followed (C11 6.5p7): no run goes on behind it, so it may lead anywhere.
    fn converted_pointer(&mut self, pointer: Pointer, operand: &graph::Expr, value: &graph::Expr) -> Pointer {
        match pointer {
            Pointer::Into { region, .. } if self.is_reclaimed(&operand.ty, &value.ty, &region) => {
                let reason = "access to an object of another type".into();
                self.cut_for(ObligationKind::Limit, &reason, value.span);
                Pointer::Null
            }
            Pointer::Into { region, offset: Expr::Constant(at, ty), variable } => {
                match self.first_member(&region, at, &value.ty) {
                    Some(member) => {
                        Pointer::Into { region: member, offset: Expr::Constant(0, OFFSET), variable }
                    }
                    None => Pointer::Into { region, offset: Expr::Constant(at, ty), variable },
                }
            }
            pointer => pointer,
        }
    }

    /// The first member of an object of a region that a pointer of a type leads to; `None` if it leads to no such member.
    pub fn first_member(&self, region: &Region, offset: i128, to: &Type) -> Option<Region> {
        let Type::Pointer(to, _) = to else { return None };
        let at = u32::try_from(offset).ok().filter(|at| u64::from(*at) < self.sure_length(region))?;
        let mut first = region.first.0 + at * self.shapes.cell_count(&region.element) as u32;
        let mut ty = region.element.clone();
        if ty == **to {
            return None;
        }
        while ty != **to {
            let Type::Record(id) = ty else { return None };
            let record = &self.tree.types.records[id];
            if record.union || !self.shapes.in_cells(id, 0) {
                return None;
            }
            first += self.shapes.start(id, 0) as u32;
            let field = record.fields.as_deref()?.first().filter(|field| field.bits.is_none())?;
            ty = field.ty.clone();
        }
        let (rows, constant) = (region.rows.clone(), region.constant);
        Some(Region { first: ScalarId(first), rows, constant, element: ty, length: 1 })
    }

    /// Whether a conversion from `void *` gives a pointer to what is no part of the objects of a region; bytes may be anything.
    pub fn is_reclaimed(&self, from: &Type, to: &Type, region: &Region) -> bool {
        let Type::Pointer(to, _) = to else { return false };
        is_void_pointer(from)
            && self.shapes.cell_count(to) > 0
            && !self.is_part(to, &region.element)
            && !matches!(region.element, Type::Integer(IntegerType { width: 8, .. }))
    }

    /// Whether objects of a type may be parts of those of another one; bytes are parts of everything.
    fn is_part(&self, part: &Type, whole: &Type) -> bool {
        if let (Type::Integer(part), Type::Integer(whole)) = (part, whole) {
            return part.width == whole.width || part.width == 8;
        }
        match whole {
            _ if part == whole => true,
            Type::Array(element, _) | Type::VariableArray(element) => self.is_part(part, element),
            Type::Record(id) => {
                let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
                fields.iter().any(|field| self.is_part(part, &field.ty))
            }
            Type::Pointer(..) => matches!(part, Type::Pointer(..) | Type::Integer(_)),
            Type::Integer(_) => false,
            Type::Float(_) if self.shapes.float_bits(whole).is_some() => {
                matches!(part, Type::Integer(IntegerType { width: 8, .. }))
            }
            Type::Void | Type::Float(_) | Type::Function(_) | Type::Opaque(_) => true,
        }
    }

    /// The pointer that a place holds.
    fn stored_pointer(&mut self, place: &Place) -> Result<Pointer, Gap> {
        if let Base::Object(object) = place.base
            && place.steps.is_empty()
        {
            if let Some(known) = self.copy().pointers.get(&object).cloned() {
                let first = self.copy().leads.moving(object).and_then(|moving| moving.cells().next());
                if let Some(first) = first {
                    let name = self.graph.objects[object.index()].name.clone();
                    self.check_value(&Target::Cell(first), &name, place.span);
                }
                return Ok(known);
            }
            if self.copy().leads.is_own(object) {
                self.check_never_set(object, place.span);
                return Ok(Pointer::Unknown(UNSET.into()));
            }
        }
        if let Base::Outside(name) = &place.base
            && vocabulary::is_stream_or_text(name)
        {
            return Ok(Pointer::Harmless);
        }
        let target = self.target(place)?;
        Ok(match target {
            Target::Unknown(reason, reach) => {
                self.accessed(&reason, &reach, place.span);
                Pointer::Unknown(reason)
            }
            target => self.pointer_at(&target, place),
        })
    }

    /// The address of a place; of an array that of its first element.
    fn address(&mut self, place: &Place, decays: bool, constant: bool) -> Result<Pointer, Gap> {
        if let Base::Object(object) = &place.base
            && self.variable(*object).is_err()
        {
            for step in &place.steps {
                if let Step::Element { index, .. } = step {
                    self.used(index)?;
                }
            }
            return Ok(match self.reach_of(*object) {
                Reach::Own | Reach::Element => Pointer::Harmless,
                Reach::Shared(..) | Reach::Null { .. } | Reach::Escaped => {
                    Pointer::Unknown("pointer value".into())
                }
            });
        }
        let mut outer = place.clone();
        let last = match outer.steps.pop() {
            Some(Step::Element { index, length: Some(count), .. }) if !decays => Some((index, count)),
            _ => {
                outer = place.clone();
                None
            }
        };
        let Some(found) = self.behind(&outer)? else {
            if let (Base::Pointer(pointer), false) = (&place.base, place.steps.is_empty()) {
                self.check_null_base(pointer, None)?;
            }
            return Ok(Pointer::Unknown("pointer value".into()));
        };
        let Behind { first, rows, ty, constant: within } = found;
        let (element, length) = match (ty, decays || last.is_some()) {
            (Type::Array(element, count), true) => {
                ((*element).clone(), count.or(last.as_ref().map(|last| last.1)).unwrap_or(1))
            }
            (ty, false) => (ty, 1),
            (_, true) => return Ok(Pointer::Unknown("pointer value".into())),
        };
        let offset = match &last {
            Some((index, _)) => {
                let value = self.value(index)?;
                self.convert(OFFSET, value)
            }
            None => Expr::Constant(0, OFFSET),
        };
        if self.shapes.cell_count(&element) == 0 {
            return Ok(Pointer::Harmless);
        }
        let region = Region { first, rows, element, length, constant: constant || within };
        if let (Base::Pointer(pointer), false) = (&place.base, place.steps.is_empty()) {
            self.check_moved(&region, None, pointer);
            self.check_outer(pointer)?;
        }
        let (region, offset) = self.in_pool(region, offset, place.span);
        Ok(Pointer::Into { region, offset, variable: false })
    }

    /// A pointer that is moved by some objects.
    fn moved(
        &mut self,
        pointer: &graph::Expr,
        (by, back): (&graph::Expr, bool),
        value: &graph::Expr,
    ) -> Result<Pointer, Gap> {
        let whole = self.whole.take();
        let at = self.pointer(pointer)?;
        let Pointer::Into { region, offset, variable } = at else {
            if matches!(at, Pointer::Null) {
                let operand = self.value(by)?;
                let number = self.convert(OFFSET, operand);
                self.check_null_base(pointer, Some(number))?;
            } else {
                self.used(by)?;
            }
            return Ok(Pointer::Unknown("pointer arithmetic".into()));
        };
        if !points_to(&value.ty, &region) {
            self.used(by)?;
            self.escape(&Pointer::Into { region, offset, variable });
            return Ok(Pointer::Unknown("pointer arithmetic".into()));
        }
        let operand = self.value(by)?;
        let number = self.convert(OFFSET, operand);
        if number != Expr::Constant(0, OFFSET) && self.is_alone(&region) {
            self.escape(&Pointer::Into { region, offset, variable });
            return Ok(Pointer::Unknown("pointer arithmetic".into()));
        }
        self.check_moved(&region, Some(&number), pointer);
        let operator = if back { BinaryOperator::Subtract } else { BinaryOperator::Add };
        if let (Expr::Constant(a, _), Expr::Constant(b, _)) = (&offset, &number)
            && let Ok(folded) = focuscheck_base::arith::binary(operator, OFFSET, *a, *b)
        {
            let offset = Expr::Constant(folded, OFFSET);
            return Ok(Pointer::Into { region, offset, variable });
        }
        let sum = Expr::Binary(operator, OFFSET, Box::new(offset.clone()), Box::new(number.clone()));
        let whole = whole.unwrap_or_else(|| Title { text: self.scalar_text(&sum), level: PRIMARY });
        self.check_binary((operator, OFFSET), (&offset, &number), Some(whole), (value, by));
        Ok(Pointer::Into { region, offset: sum, variable })
    }

    /// The check of a pointer in one object of whose member the address is taken.
    fn check_outer(&mut self, pointer: &graph::Expr) -> Result<(), Gap> {
        if !matches!(pointer.kind, ExprKind::Temporary(_) | ExprKind::Read(_)) {
            return Ok(());
        }
        if let Pointer::Into { region, offset, variable: true } = self.pointer(pointer)?
            && region.object().is_none()
            && !matches!(offset, Expr::Constant(..))
            && self.asks(CheckKind::Pointer)
        {
            let name = self.text(pointer);
            self.check_null(&offset, &name, pointer.span);
        }
        Ok(())
    }

    /// The check of a pointer that is null at all times and moved, or of whose member the address is taken. Of a constant, as in
    /// `offsetof` by hand, all compilers know the address of a member.
    fn check_null_base(&mut self, pointer: &graph::Expr, by: Option<Expr>) -> Result<(), Gap> {
        if !matches!(pointer.kind, ExprKind::Temporary(_) | ExprKind::Read(_))
            || !self.asks(CheckKind::Pointer)
            || !matches!(self.pointer(pointer)?, Pointer::Null)
        {
            return Ok(());
        }
        let zero = Expr::Constant(0, OFFSET);
        let (relation, left) = match by {
            Some(by) => (Relation::NotEqual, by),
            None => (Relation::Equal, zero.clone()),
        };
        let test = Condition { relation, left, right: zero };
        if decided(&test) != Some(false) {
            let name = self.text(pointer);
            let text = self.pointer_text(&name, "not null");
            self.check_pointer(vec![test], text, pointer.span);
        }
        Ok(())
    }

    /// The check of a pointer into a pool that is moved by some objects, or to a member: null has no place besides it (C11
    /// 6.5.6p8).
    fn check_moved(&mut self, region: &Region, by: Option<&Expr>, pointer: &graph::Expr) {
        let Some(row) = region.object().filter(|_| self.asks(CheckKind::Pointer)) else { return };
        let zero = Expr::Constant(0, OFFSET);
        let mut tests =
            vec![Condition { relation: Relation::Equal, left: row.number(), right: zero.clone() }];
        if decided(&tests[0]) == Some(false) {
            return;
        }
        let moves = by.map(|by| Condition { relation: Relation::NotEqual, left: by.clone(), right: zero });
        if moves.as_ref().is_some_and(|moves| decided(moves) == Some(false)) {
            return;
        }
        tests.extend(moves.filter(|moves| decided(moves).is_none()));
        let name = self.text(pointer);
        let text = self.pointer_text(&name, "not null");
        self.check(ErrorKind::Check(CheckKind::Pointer), text, pointer.span, tests, true);
    }

    /// Gives a pointer object its value.
    pub fn point(&mut self, object: ObjectId, value: &graph::Expr, span: Span) -> Result<(), Gap> {
        let moving = self.copy().leads.moving(object);
        let alone = moving.filter(|moving| moving.number.is_none()).and_then(|moving| moving.offset);
        if let (Some(scalar), Some(whole)) = (alone, &mut self.whole) {
            // The update is written with the name of the offset.
            let end = whole.text.find(['+', '-']).unwrap_or(whole.text.len());
            let rest = whole.text[end..].to_owned();
            let space = if rest.starts_with("+=") || rest.starts_with("-=") { " " } else { "" };
            whole.text = format!("{}{space}{rest}", self.out.scalars[scalar.index()].name);
        }
        let pointer = self.pointer(value)?;
        if let Some(moving) = moving {
            return self.point_moving(object, moving, &pointer, span);
        }
        if self.copy().leads.is_refused(object) || !self.copy().leads.is_own(object) {
            self.escape(&pointer);
            return self.computed_offset(&pointer, value.span);
        }
        let pointer = match pointer {
            Pointer::Into { region, offset, variable }
                if holds(&self.graph.objects[object.index()].ty, &region)
                    && self.outlives(&region, object) =>
            {
                let own = &self.graph.objects[object.index()].name;
                let name = match region.object() {
                    Some(_) => own.clone(),
                    None => self.offset_name(own, &region),
                };
                self.frozen(Pointer::Into { region, offset, variable }, (&name, ScalarKind::Local), span)
            }
            Pointer::Into { .. } => {
                self.escape(&pointer);
                Pointer::Unknown("pointer value".into())
            }
            Pointer::Harmless | Pointer::Unknown(_) => Pointer::Unknown("pointer value".into()),
            Pointer::Null => Pointer::Null,
        };
        self.copy_mut().pointers.insert(object, pointer);
        Ok(())
    }

    /// Gives a pointer that changes its value.
    fn point_moving(
        &mut self,
        object: ObjectId,
        moving: Moving,
        pointer: &Pointer,
        span: Span,
    ) -> Result<(), Gap> {
        let Some(Pointer::Into { region: own, offset: at, .. }) = self.copy().pointers.get(&object).cloned()
        else {
            return Err(Gap::Shape("pointer that leads elsewhere"));
        };
        let Some(parts) = self.moving_parts(&own, moving.offset.map_or(Some(&at), |_| None), pointer) else {
            self.leads_elsewhere(&self.graph.objects[object.index()].ty, &own, pointer)?;
            return self.forget_pointer(moving.cells(), span);
        };
        let (number, offset) = parts;
        if let (Some(target), Some(number)) = (moving.number, number) {
            self.assign(target, number, span);
        }
        if let Some(target) = moving.offset {
            self.assign(target, offset, span);
        }
        Ok(())
    }

    /// The number of the object, if it is in a pool, and the offset of a pointer that leads into a region; nothing if it leads
    /// elsewhere. The offset may be known.
    fn moving_parts(
        &self,
        own: &Region,
        known: Option<&Expr>,
        pointer: &Pointer,
    ) -> Option<(Option<Expr>, Expr)> {
        let (number, offset) = match (own.object(), pointer) {
            (Some(_), pointer) => {
                let (number, offset) = self.parts_of_pointer(pointer, own, true)?;
                (Some(number), offset)
            }
            (None, Pointer::Null) => (None, Expr::Constant(NULL_OFFSET, OFFSET)),
            (None, Pointer::Into { region, offset, .. }) if region.is(own) => (None, offset.clone()),
            (None, Pointer::Into { .. } | Pointer::Harmless | Pointer::Unknown(_)) => return None,
        };
        known.is_none_or(|known| *known == offset).then_some((number, offset))
    }

    /// Where a pointer leads is not known any more that is held in some scalars.
    fn forget_pointer(&mut self, cells: impl Iterator<Item = ScalarId>, span: Span) -> Result<(), Gap> {
        let mut held = false;
        for target in cells {
            held = true;
            let outer = self.enter(UnitKind::Assign);
            self.emit(Made::Unsupported { target, reason: "pointer value".into() }, span);
            self.leave(outer);
        }
        if held { Ok(()) } else { Err(Gap::Shape("pointer that leads elsewhere")) }
    }

    /// A pointer leads elsewhere than it was found to: what memory holds is not followed any more.
    fn leads_elsewhere(&mut self, ty: &Type, own: &Region, pointer: &Pointer) -> Result<(), Gap> {
        if own.object().is_none() {
            return Err(Gap::Shape("pointer that leads elsewhere"));
        }
        self.escape(pointer);
        self.refuse(&own.element.clone());
        if is_void_pointer(ty) {
            self.refuse(&Type::Void);
        }
        Ok(())
    }

    /// A pointer goes into a temporary.
    pub fn hold_pointer(
        &mut self,
        node: graph::NodeId,
        temporary: graph::TemporaryId,
        value: &graph::Expr,
    ) -> Result<(), Gap> {
        let pointer = self.pointer(value)?;
        let uses = &self.copy().uses;
        let (several, used) = (uses.definitions(temporary).len() > 1, uses.is_used(temporary));
        let pointer = match several {
            true => self.choose(temporary, pointer, value)?,
            false => {
                // Nobody can tell where it goes.
                if !used {
                    self.escape(&pointer);
                }
                let name = self.title_of(temporary).text;
                self.kept_pointer(pointer, (node, temporary), &name, value.span)
            }
        };
        self.copy_mut().bound.insert(temporary, Bound::Pointer(pointer));
        Ok(())
    }

    /// A pointer that a temporary gets on one of several ways.
    fn choose(
        &mut self,
        temporary: graph::TemporaryId,
        pointer: Pointer,
        value: &graph::Expr,
    ) -> Result<Pointer, Gap> {
        let lead = self.copy().leads.choice(temporary);
        let Lead::Into(region, at) = lead else {
            self.escape(&pointer);
            self.computed_offset(&pointer, value.span)?;
            return Ok(match (lead, pointer) {
                (Lead::Null, _) => Pointer::Null,
                (_, Pointer::Unknown(reason)) => Pointer::Unknown(reason),
                _ => Pointer::Unknown("pointer value".into()),
            });
        };
        if region.object().is_some() {
            return self.choose_in_pool(temporary, (region, at), &pointer, value);
        }
        let offset = match pointer {
            Pointer::Into { region: own, offset, .. } if own.is(&region) => offset,
            Pointer::Null => Expr::Constant(NULL_OFFSET, OFFSET),
            _ => return Err(Gap::Shape("choice that leads elsewhere")),
        };
        let known = match self.copy().bound.get(&temporary) {
            Some(Bound::Pointer(Pointer::Into { offset: Expr::Scalar(target), .. })) => Some(*target),
            _ => None,
        };
        let target = known.unwrap_or_else(|| {
            let name = self.title_of(temporary).text;
            let span = self.span_of(temporary).unwrap_or(value.span);
            self.temporary(OFFSET, name, span)
        });
        self.assign(target, offset, value.span);
        Ok(Pointer::Into { region, offset: Expr::Scalar(target), variable: true })
    }

    /// A pointer into a pool that a temporary gets on one of several ways.
    fn choose_in_pool(
        &mut self,
        temporary: graph::TemporaryId,
        (region, at): (Region, Option<i128>),
        pointer: &Pointer,
        value: &graph::Expr,
    ) -> Result<Pointer, Gap> {
        let span = value.span;
        let known = at.map(|at| Expr::Constant(at, OFFSET));
        let parts = self.moving_parts(&region, known.as_ref(), pointer);
        let mut own = match self.copy().bound.get(&temporary) {
            Some(Bound::Pointer(own @ Pointer::Into { .. })) => Some(own.clone()),
            _ => None,
        };
        if own.is_none() {
            let name = self.title_of(temporary).text;
            let place = self.span_of(temporary).unwrap_or(span);
            let region = match region.is_in_some_object() {
                true => {
                    let number = self.temporary(OFFSET, name.clone(), place);
                    region.in_object(Expr::Scalar(number))
                }
                false => region.clone(),
            };
            let offset = match known {
                Some(known) => known,
                None => Expr::Scalar(self.temporary(OFFSET, format!("{name} offset"), place)),
            };
            own = Some(Pointer::Into { region, offset, variable: false });
        }
        let Some(Pointer::Into { region: own, offset: at, variable }) = own else {
            return Err(Gap::Shape("choice"));
        };
        let Some((number, offset)) = parts else {
            self.leads_elsewhere(&value.ty, &region, pointer)?;
            let cells = [own.object().map(Row::number), Some(at.clone())];
            let cells: Vec<ScalarId> = cells.into_iter().flatten().filter_map(scalar).collect();
            self.forget_pointer(cells.into_iter(), span)?;
            return Ok(Pointer::Into { region: own, offset: at, variable });
        };
        let region = own;
        if let (Some(Expr::Scalar(target)), Some(number)) = (region.object().map(Row::number), number) {
            self.assign(target, number, span);
        }
        if let Expr::Scalar(target) = at {
            self.assign(target, offset, span);
        }
        Ok(Pointer::Into { region, offset: at, variable })
    }

    /// A pointer that nothing changes until it is used.
    pub fn kept_pointer(
        &mut self,
        pointer: Pointer,
        (node, temporary): (graph::NodeId, graph::TemporaryId),
        name: &str,
        span: Span,
    ) -> Pointer {
        let Pointer::Into { mut region, offset, variable } = pointer else { return pointer };
        for row in &mut region.rows {
            if self.is_disturbed(&row.value, node, temporary) {
                *row = self.frozen_row(row, (name, "index"), ScalarKind::Temporary, span);
            }
        }
        let offset = match self.is_disturbed(&offset, node, temporary) {
            true => self.freeze(offset, name, ScalarKind::Temporary, span),
            false => offset,
        };
        Pointer::Into { region, offset, variable }
    }

    /// A pointer whose offset and rows nothing changes.
    pub fn frozen(&mut self, pointer: Pointer, (name, kind): (&str, ScalarKind), span: Span) -> Pointer {
        let Pointer::Into { mut region, offset, variable } = pointer else { return pointer };
        let pooled = region.object().is_some();
        for row in &mut region.rows {
            let title = self.scalar_text(&row.value);
            *row = self.frozen_row(row, (name, &title), kind, span);
        }
        let offset_title = if pooled { format!("{name} offset") } else { name.to_owned() };
        let name = &offset_title;
        let offset = self.freeze(offset, name, kind, span);
        Pointer::Into { region, offset, variable }
    }

    /// A row that nothing changes; what the number of an object is called, and what another subscript is.
    fn frozen_row(&mut self, row: &Row, (object, other): (&str, &str), kind: ScalarKind, span: Span) -> Row {
        match row.kind {
            RowKind::Object(_) => {
                let number = self.freeze(row.number(), object, kind, span);
                row.with_number(number)
            }
            RowKind::Subscript | RowKind::Passed => {
                Row { value: self.freeze(row.value.clone(), other, kind, span), ..row.clone() }
            }
        }
    }

    fn freeze(&mut self, value: Expr, name: &str, kind: ScalarKind, span: Span) -> Expr {
        if matches!(value, Expr::Constant(..)) {
            return value;
        }
        let ty = self.type_of(&value);
        let target = self.temporary(ty, name.to_owned(), span);
        self.out.scalars[target.index()].kind = kind;
        self.assign(target, value, span);
        Expr::Scalar(target)
    }

    /// Computes the offset of a pointer that is not used: that may be undefined.
    pub fn computed_offset(&mut self, pointer: &Pointer, span: Span) -> Result<(), Gap> {
        if let Pointer::Into { offset: offset @ (Expr::Binary(..) | Expr::Unary(..)), .. } = pointer {
            let outer = self.enter(UnitKind::Assign);
            let name = self.scalar_text(offset);
            let target = self.temporary(self.type_of(offset), name, span);
            self.assign(target, offset.clone(), span);
            self.leave(outer);
        }
        Ok(())
    }

    /// Something is accessed that is not modelled.
    pub fn accessed(&mut self, reason: &Unmodelled, reach: &Reach, span: Span) {
        match reach {
            Reach::Own | Reach::Shared(..) => {}
            Reach::Null { pointer, name } => self.null_access(*pointer, name),
            Reach::Element | Reach::Escaped => self.unjudged(reason, span),
        }
    }

    /// An access through a pointer that is null.
    fn null_access(&mut self, pointer: Span, name: &str) {
        let index = Expr::Constant(NULL_OFFSET, OFFSET);
        if self.asks(CheckKind::Pointer) {
            self.check_null(&index, name, pointer);
        }
        self.emit(Made::Bounds { index, length: 1 }, pointer);
    }

    /// Memory is accessed of which no check can tell whether it may be.
    pub fn unjudged(&mut self, reason: &Unmodelled, span: Span) {
        let outer = self.enter(UnitKind::Check);
        let node = self.emit(Made::Skip, span);
        self.leave(outer);
        let kind = ObligationKind::Access;
        self.out.obligations.push(Obligation { kind, node, span, reason: reason.clone() });
    }
}

/// The scalar that a value is.
fn scalar(value: Expr) -> Option<ScalarId> {
    match value {
        Expr::Scalar(scalar) => Some(scalar),
        Expr::Constant(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::Convert(..) => None,
    }
}

//! Places: one cell, or cells chosen by an index.

use super::shapes::{MAX_CELLS, stored_type};
use focuscheck_base::arith::BinaryOperator::{Add, Multiply};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, CellRange, Expr, ScalarId, Site};
use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, Base, ExprKind, Place, Step};

use super::build::Stage;
use super::findings::Owner;
use super::gap::Gap;
use super::region::{Lead, Pointer, Region, Row, RowKind, points_to};
use super::target::{Reach, Target};
use super::variables::quoted;
use super::view::Within;
use super::whichever::Accessed;

/// A place as a target, whether it may be in objects that are `const`, and the row of the objects of a pool that it is in, with
/// that pool.
type Found = (Target, bool, Option<(Row, usize)>);

/// The type in which several subscripts are combined: wide enough for every array.
const COMBINED: IntegerType = IntegerType { width: 64, signed: true, float: false };

/// What a subscript of a place comes from.
enum Origin<'p> {
    /// The step of the place with this number.
    Step(usize, &'p graph::Expr),
    /// The offset of a pointer into a region, which may be null if it comes from a variable.
    Offset(Region, bool),
    /// A row of the region of a pointer.
    Row(ScalarId),
    /// The object in a pool that a pointer leads to, which is written so.
    Object(String, Span),
}

/// A subscript whose value is known.
struct Open<'p> {
    row: Row,
    origin: Origin<'p>,
}

/// The way to a place: the first cell, what chooses among others, and the type of what is there.
struct Way<'p> {
    first: ScalarId,
    open: Vec<Open<'p>>,
    ty: Type,
    constant: bool,
    /// Where it leads in a union whose member has no cells of its own there.
    within: Option<Shared<'p>>,
}

/// Where a way leads in a union.
struct Shared<'p> {
    place: Within,
    /// How many subscripts choose among unions.
    outer: usize,
    /// Subscripts that choose among cells that are not alike.
    lost: Vec<Open<'p>>,
}

/// Where a way ends that leads to nothing that has cells.
struct Missing<'p> {
    reason: Unmodelled,
    reach: Reach,
    /// The subscripts on the way.
    open: Vec<Open<'p>>,
}

/// The cells that a place may be.
pub(super) struct Behind {
    /// The first one.
    pub first: ScalarId,
    /// What chooses among others.
    pub rows: Vec<Row>,
    /// The type of what is there.
    pub ty: Type,
    /// Whether it is `const`.
    pub constant: bool,
}

impl Stage<'_> {
    /// Whether nobody may write to an object.
    fn is_const(&self, object: ObjectId) -> bool {
        match self.tree.objects.get(object.index()) {
            Some(entry) => entry.constant,
            None => self.is_literal(Owner::Static(object)),
        }
    }

    /// The way to a place, with the values of its subscripts.
    fn way<'p>(&mut self, place: &'p Place) -> Result<Result<Way<'p>, Missing<'p>>, Gap> {
        let start = match &place.base {
            Base::Object(object) | Base::Within(object, _) => match self.variable(*object) {
                Ok(variable) => {
                    let constant = self.is_const(*object);
                    let ty = self.graph.objects[object.index()].ty.clone();
                    Ok(Way { first: variable.first, open: Vec::new(), ty, constant, within: None })
                }
                Err(_) => {
                    let ty = &self.graph.objects[object.index()].ty;
                    let reason = self.shapes.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
                    Err((reason.into(), self.reach_of(*object)))
                }
            },
            Base::Pointer(pointer) => {
                let at = match (self.pointer(pointer)?, &pointer.kind) {
                    // Where null is moved to there is nothing either.
                    (Pointer::Unknown(_), ExprKind::Moved { pointer, .. })
                        if matches!(self.lead(pointer), Lead::Null) =>
                    {
                        Pointer::Null
                    }
                    (at, _) => at,
                };
                self.start_behind(pointer, at)
            }
            Base::Outside(name) => Err((format!("'{name}'").into(), Reach::Escaped)),
            Base::Unmodelled(reason) => Err((reason.clone(), Reach::Escaped)),
        };
        let found = match start {
            Ok(way) => self.follow(way, place)?,
            Err((reason, mut reach)) => {
                for step in &place.steps {
                    if let Step::Element { index, length, .. } = step {
                        self.used(index)?;
                        if reach == Reach::Own && !is_inside(index, *length) {
                            reach = Reach::Element;
                        }
                    }
                }
                Err(Missing { reason, reach, open: Vec::new() })
            }
        };
        Ok(match (&place.base, found) {
            (Base::Within(_, reason), Ok(way)) => {
                Err(Missing { reason: reason.clone(), reach: Reach::Escaped, open: way.open })
            }
            (Base::Within(_, reason), Err(missing)) => Err(Missing { reason: reason.clone(), ..missing }),
            (Base::Object(_) | Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_), found) => found,
        })
    }

    /// Where the way to what a pointer leads to begins.
    fn start_behind<'p>(
        &mut self,
        pointer: &graph::Expr,
        at: Pointer,
    ) -> Result<Way<'p>, (Unmodelled, Reach)> {
        match at {
            Pointer::Into { region, offset, variable } if points_to(&pointer.ty, &region) => {
                if region.rows.len() > 1 {
                    self.cut_where_arguments(&region, pointer.span);
                }
                let mut open: Vec<Open> = Vec::new();
                for row in &region.rows {
                    let origin = match row.kind {
                        RowKind::Object(_) if row.is_null() => {
                            let name = self.pointer_name(pointer);
                            return Err((
                                Unmodelled::NullPointer,
                                Reach::Null { pointer: pointer.span, name },
                            ));
                        }
                        RowKind::Object(_) => Origin::Object(self.pointer_name(pointer), pointer.span),
                        RowKind::Subscript | RowKind::Passed => Origin::Row(region.first),
                    };
                    open.push(Open { row: row.clone(), origin });
                }
                let stride = self.shapes.cell_count(&region.element) as u32;
                let mut first = region.first;
                match offset {
                    Expr::Constant(number, _)
                        if (0..i128::from(self.sure_length(&region))).contains(&number) =>
                    {
                        first.0 += number as u32 * stride;
                    }
                    value => {
                        let length = region.length as u32;
                        let row = Row { value, length, stride, kind: RowKind::Subscript, from: 0 };
                        open.push(Open { row, origin: Origin::Offset(region.clone(), variable) });
                    }
                }
                Ok(Way { first, open, ty: region.element, constant: region.constant, within: None })
            }
            Pointer::Null => {
                let name = self.pointer_name(pointer);
                Err((Unmodelled::NullPointer, Reach::Null { pointer: pointer.span, name }))
            }
            at => {
                self.escape(&at);
                let passed =
                    |why: &Unmodelled| matches!(why, Unmodelled::Overlapping | Unmodelled::ManyElements);
                let reason = match at {
                    Pointer::Unknown(reason) if passed(&reason) => reason,
                    _ => "pointer dereference".into(),
                };
                Err((reason, Reach::Escaped))
            }
        }
    }

    /// Follows the steps of a place.
    fn follow<'p>(
        &mut self,
        mut way: Way<'p>,
        place: &'p Place,
    ) -> Result<Result<Way<'p>, Missing<'p>>, Gap> {
        let (mut missing, mut reach): (Option<String>, Reach) = (None, Reach::Own);
        for (number, step) in place.steps.iter().enumerate() {
            if missing.is_none() {
                self.enter_union(&mut way, step);
            }
            if way.within.is_some() {
                if !self.follow_within(&mut way, step, number)? {
                    (missing, reach) = (Some("array element".to_owned()), Reach::Escaped);
                    way.within = None;
                }
                continue;
            }
            let (next, reason) = match (step, &way.ty) {
                (Step::Element { index, .. }, Type::Array(element, length)) => {
                    let (element, stride) = ((**element).clone(), self.shapes.cell_count(element) as u32);
                    let (value, unbounded) = (self.value(index)?, length.is_none());
                    let length =
                        length.filter(|length| *length <= MAX_CELLS).map_or(0, |length| length as u32);
                    match value {
                        Expr::Constant(at, _) if (0..i128::from(length)).contains(&at) => {
                            way.first.0 += at as u32 * stride;
                        }
                        _ if length == 0 || stride == 0 => {
                            missing = Some("array element".to_owned());
                            // Memory behind an object is nobody's own.
                            reach = if unbounded { Reach::Escaped } else { Reach::Element };
                        }
                        value => {
                            let row = Row { value, length, stride, kind: RowKind::Subscript, from: 0 };
                            way.open.push(Open { row, origin: Origin::Step(number, index) });
                        }
                    }
                    let reason = self.shapes.unmodelled(&element);
                    (element, reason)
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let (id, record) = (*id, &self.tree.types.records[*id]);
                    let entry = record.fields.as_deref().unwrap_or_default().get(*field);
                    let Some(entry) = entry else { return Err(Gap::Shape("step")) };
                    let stored = stored_type(entry).filter(|_| self.shapes.in_cells(id, *field));
                    way.first.0 += self.shapes.start(id, *field) as u32;
                    let reason = match (&stored, entry.bits) {
                        (Some(_), _) => None,
                        (None, Some(_)) => Some("bit-field".to_owned()),
                        (None, None) => self.shapes.unmodelled(&entry.ty),
                    };
                    (stored.unwrap_or_else(|| entry.ty.clone()), reason)
                }
                (Step::Element { index, .. }, _) => {
                    self.used(index)?;
                    reach = Reach::Element;
                    (Type::Void, Some("element of a variable-length array".to_owned()))
                }
                (Step::Member { .. }, _) => return Err(Gap::Shape("step")),
            };
            way.ty = next;
            missing = missing.or(reason);
        }
        let whole = way.within.is_none();
        Ok(match missing.or_else(|| self.shapes.unmodelled(&way.ty).filter(|_| whole)) {
            None => Ok(way),
            Some(reason) => Err(Missing { reason: reason.into(), reach, open: way.open }),
        })
    }

    /// A way comes to a member of a union that has no cells of its own there, but shares those of others.
    fn enter_union(&self, way: &mut Way<'_>, step: &Step) {
        if let (Step::Member { field, .. }, Type::Record(id), None) = (step, &way.ty, &way.within)
            && self.tree.types.records[*id].union
            && !self.shapes.in_cells(*id, *field)
            && self.shapes.cell_count(&way.ty) > 0
        {
            let (place, outer) = (Within::new(*id), way.open.len());
            way.within = Some(Shared { place, outer, lost: Vec::new() });
        }
    }

    /// Follows a step in a union; whether it stays in it for certain, as far as its subscripts are in bounds.
    fn follow_within<'p>(&mut self, way: &mut Way<'p>, step: &'p Step, number: usize) -> Result<bool, Gap> {
        match (step, way.ty.clone()) {
            (Step::Element { index, .. }, Type::Array(element, length)) => {
                let value = self.value(index)?;
                let length = length.filter(|length| (1..=MAX_CELLS).contains(length));
                let (Some(length), Some(within)) = (length, &mut way.within) else { return Ok(false) };
                match value {
                    Expr::Constant(at, _) if (0..i128::from(length)).contains(&at) => {
                        within.place.element(&self.shapes, &element, at as u64);
                    }
                    value => {
                        let stride = within.place.some_element(&self.shapes, &element, length);
                        let kind = RowKind::Subscript;
                        let row =
                            Row { value, length: length as u32, stride: stride.unwrap_or(1), kind, from: 0 };
                        let open = Open { row, origin: Origin::Step(number, index) };
                        if stride.is_some() { &mut way.open } else { &mut within.lost }.push(open);
                    }
                }
                way.ty = (*element).clone();
                Ok(true)
            }
            (Step::Member { field, .. }, Type::Record(id)) => {
                let Some(within) = &mut way.within else { return Ok(false) };
                let next = within.place.member(&self.shapes, id, *field);
                way.ty = next.ok_or(Gap::Shape("step"))?;
                Ok(true)
            }
            (Step::Element { index, .. }, _) => {
                self.used(index)?;
                Ok(false)
            }
            (Step::Member { .. }, _) => Err(Gap::Shape("step")),
        }
    }

    /// Where an object is that has no cells.
    pub fn reach_of(&self, object: ObjectId) -> Reach {
        let Some(entry) = self.tree.objects.get(object.index()) else { return Reach::Own };
        match entry.storage {
            Storage::File { defined, .. } if self.tree.linkage.is_shared(&entry.name, defined) => {
                Reach::Escaped
            }
            Storage::File { .. }
            | Storage::Static
            | Storage::Automatic
            | Storage::Parameter
            | Storage::Result => Reach::Own,
        }
    }

    /// The cells that a place may be, of which nothing is accessed; `None` if it has none.
    pub fn behind(&mut self, place: &Place) -> Result<Option<Behind>, Gap> {
        let Ok(Way { first, open, ty, constant, within }) = self.way(place)? else { return Ok(None) };
        if within.is_some() {
            // What is stored through its address changes the cells of other members.
            self.escape_cell(first);
            return Ok(None);
        }
        let rows = open.into_iter().map(|open| open.row).collect();
        Ok(Some(Behind { first, rows, ty, constant }))
    }

    /// The objects whose address this is, and the offset in them, if that is the same at all times.
    pub fn fixed_address(
        &self,
        place: &Place,
        decays: bool,
        constant: bool,
    ) -> Option<(Region, Option<i128>)> {
        let (mut first, mut ty, mut rows, mut within) = match &place.base {
            Base::Object(object) => {
                let first = self.variable(*object).ok()?.first;
                let constant = self.is_const(*object);
                (first, self.graph.objects[object.index()].ty.clone(), Vec::new(), constant)
            }
            Base::Pointer(pointer) => {
                let Lead::Into(region, Some(offset)) = self.lead(pointer) else { return None };
                let inside = (0..i128::from(self.sure_length(&region))).contains(&offset);
                if !points_to(&pointer.ty, &region) || !inside {
                    return None;
                }
                let stride = self.shapes.cell_count(&region.element) as u32;
                let first = ScalarId(region.first.0 + offset as u32 * stride);
                (first, region.element, region.rows, region.constant)
            }
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => return None,
        };
        let mut region = None;
        let mut some = false;
        for (number, step) in place.steps.iter().enumerate() {
            match (step, ty) {
                (Step::Element { index, .. }, Type::Array(element, Some(length))) => {
                    let stride = self.shapes.cell_count(&element) as u32;
                    let at = match index.kind {
                        ExprKind::Integer(at) => Some(at),
                        _ => None,
                    };
                    if number + 1 == place.steps.len() && !decays {
                        let rows = std::mem::take(&mut rows);
                        let element = (*element).clone();
                        region = Some((Region { first, rows, element, length, constant }, at));
                    }
                    match at.filter(|at| (0..i128::from(length)).contains(at)) {
                        Some(at) => first.0 += at as u32 * stride,
                        None if region.is_some() => {}
                        // Which element that is, the number of an object in a pool says.
                        None if number == 0 && self.is_apart(first) => some = true,
                        None => return None,
                    }
                    ty = (*element).clone();
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let fields = self.tree.types.records[id].fields.as_deref()?;
                    first.0 += self.shapes.start(id, *field) as u32;
                    ty = stored_type(fields.get(*field)?).filter(|_| self.shapes.in_cells(id, *field))?;
                }
                _ => return None,
            }
        }
        within |= constant;
        if let Some((region, offset)) = region {
            let modelled = self.shapes.cell_count(&region.element) > 0;
            let (region, offset) = self.fixed_in_pool(Region { constant: within, ..region }, offset);
            return modelled.then(|| (if some { region.in_some_object() } else { region }, offset));
        }
        let (element, length) = match (ty, decays) {
            (Type::Array(element, length), true) => ((*element).clone(), length.unwrap_or(1)),
            (ty, false) => (ty, 1),
            (_, true) => return None,
        };
        let modelled = self.shapes.cell_count(&element) > 0;
        let region = Region { first, rows, element, length, constant: within };
        let (region, offset) = self.fixed_in_pool(region, Some(0));
        modelled.then(|| (if some { region.in_some_object() } else { region }, offset))
    }

    /// A place whose subscripts are constants.
    pub fn fixed(&self, place: &Place) -> Result<Target, Gap> {
        match self.fixed_address(place, false, false) {
            Some((region, Some(offset))) if (0..i128::from(self.sure_length(&region))).contains(&offset) => {
                let mut first = region.first.0;
                for row in &region.rows {
                    let Expr::Constant(at, _) = row.value else { return Err(Gap::Shape("fixed place")) };
                    first += u32::try_from(at).map_err(|_| Gap::Shape("fixed place"))? * row.stride;
                }
                let stride = self.shapes.cell_count(&region.element) as u32;
                Ok(Target::Cell(ScalarId(first + offset as u32 * stride)))
            }
            _ => Err(Gap::Shape("fixed place")),
        }
    }

    /// Evaluates the subscripts of a place, and checks them.
    pub fn target(&mut self, place: &Place) -> Result<Target, Gap> {
        Ok(self.target_with(place, false)?.0)
    }

    /// The same for a place that is written: storing into a string literal, or into a `const` object through a pointer that
    /// hides it, is undefined. That it is a literal is checked; of several objects some may be `const`, and a run that writes
    /// one of these is not followed.
    pub fn written(&mut self, place: &Place) -> Result<Target, Gap> {
        let (target, constant, object) = self.target_with(place, true)?;
        let pointer = match &place.base {
            Base::Pointer(pointer) if constant => pointer,
            Base::Object(object) if self.is_literal(Owner::Static(*object)) => {
                let text = format!("no write to {}", quoted(self.literal_at(place).unwrap_or_default()));
                self.check_always_fails(text, place.span);
                return Ok(Target::Unknown(Unmodelled::ConstantObject, Reach::Escaped));
            }
            Base::Pointer(_)
            | Base::Object(_)
            | Base::Outside(_)
            | Base::Within(..)
            | Base::Unmodelled(_) => return Ok(target),
        };
        let name = self.pointer_name(pointer);
        match object {
            Some((row, pool)) if self.has_others(pool) => {
                self.check_no_literal(&row, pool, &name, place.span);
                self.cut_where_constant(&row, pool, place.span);
                Ok(target)
            }
            _ => {
                let owner = target.first().and_then(|cell| self.owner(cell));
                if owner.is_some_and(|owner| self.is_literal(owner)) {
                    let text = self.pointer_text(&name, "not to a string literal");
                    self.check_always_fails(text, place.span);
                }
                Ok(Target::Unknown(Unmodelled::ConstantObject, Reach::Escaped))
            }
        }
    }

    /// A place as a target, with what is known of the objects that it is in.
    fn target_with(&mut self, place: &Place, writes: bool) -> Result<Found, Gap> {
        let way = match self.way(place)? {
            Ok(way) => way,
            Err(Missing { reason, reach, open }) => {
                // The object is there whose part has no cells.
                let mut rows = Vec::new();
                for Open { row, origin } in open {
                    let (index, length) = (row.value.clone(), row.length);
                    rows.push(row);
                    self.check_row(place, (&rows, None), origin, writes);
                    self.emit(Action::Bounds { index, length }, place.span);
                }
                return Ok((Target::Unknown(reason, reach), false, None));
            }
        };
        let (first, constant) = (way.first, way.constant);
        let object = way.open.iter().find_map(|open| {
            let RowKind::Object(pool) = open.row.kind else { return None };
            Some((open.row.clone(), pool))
        });
        let outer = way.within.as_ref().map_or(way.open.len(), |within| within.outer);
        let mut rows: Vec<Row> = Vec::new();
        for Open { row, origin } in way.open {
            rows.push(row);
            let named = (rows.len() <= outer).then_some(first);
            match (self.check_row(place, (&rows, named), origin, writes), rows.last_mut()) {
                (Some(Accessed::Offset(value)), Some(row)) => row.value = value,
                (Some(Accessed::Held(cell)), _) => return Ok((Target::Cell(cell), constant, object)),
                (Some(Accessed::Offset(_)), None) | (None, _) => {}
            }
        }
        let Some(Shared { place: within, lost, .. }) = way.within else {
            return Ok((self.chosen_cells(first, rows, place.span), constant, object));
        };
        for Open { row, origin } in lost {
            let (index, length) = (row.value.clone(), row.length);
            self.check_row(place, (&[row], None), origin, writes);
            self.emit(Action::Bounds { index, length }, place.span);
        }
        let union = self.chosen_cells(first, rows, place.span);
        Ok((within.target(&self.shapes, union, &way.ty), constant, object))
    }

    /// The cells that some subscripts choose.
    pub fn chosen_cells(&mut self, first: ScalarId, mut rows: Vec<Row>, span: Span) -> Target {
        let mut first = first;
        // An object whose number is known is found.
        rows.retain(|row| match row.value {
            Expr::Constant(at, _)
                if matches!(row.kind, RowKind::Object(_)) && (0..i128::from(row.length)).contains(&at) =>
            {
                first.0 += at as u32 * row.stride;
                false
            }
            _ => true,
        });
        if rows.len() > 1 {
            return self.combine(span, first, rows);
        }
        match rows.pop() {
            None => Target::Cell(first),
            Some(Row { value, length, stride, .. }) => {
                Target::Cells(CellRange { first, length, stride }, value)
            }
        }
    }

    /// The check of the last of the rows on the way to a place; where the access goes that it leads to, if that is elsewhere.
    fn check_row(
        &mut self,
        place: &Place,
        (rows, first): (&[Row], Option<ScalarId>),
        origin: Origin<'_>,
        writes: bool,
    ) -> Option<Accessed> {
        match (origin, rows.last()) {
            (Origin::Step(step, index), _) => self.check_subscript(place, (step, index), rows, first),
            (Origin::Offset(region, variable), Some(row)) => {
                if let Some(object) = region.object().filter(|_| region.rows.len() == 1).cloned() {
                    self.cut_untold(&object, &row.value, place.span);
                }
                self.before_argument(&region, &row.value, place.span);
                self.check_offset(place, (&region, variable), &row.value);
                return self.access_argument(&region, (rows, first), writes, place.span);
            }
            (Origin::Row(first), _) => self.check_row_of(first, rows, place.span),
            (Origin::Object(name, span), Some(row)) => self.check_object(row, &name, span),
            (Origin::Offset(..) | Origin::Object(..), None) => {}
        }
        None
    }

    /// The cells of objects that a pointer leads to, as a target.
    pub fn region_target(&mut self, region: &Region, span: Span) -> Target {
        self.cut_where_arguments(region, span);
        self.chosen_cells(region.first, region.rows.clone(), span)
    }

    /// Makes one index out of several subscripts, each of which has to be in its bounds.
    fn combine(&mut self, span: Span, first: ScalarId, subscripts: Vec<Row>) -> Target {
        let stride = subscripts.iter().fold(0, |gcd, s| greatest_common_divisor(gcd, s.stride)).max(1);
        let mut length = 1;
        let mut sum = None;
        for Row { value, length: count, stride: distance, .. } in subscripts {
            self.emit(Action::Bounds { index: value.clone(), length: count }, span);
            let factor = distance / stride;
            length += count.saturating_sub(1) * factor;
            let mut term = self.convert(COMBINED, value);
            if factor != 1 {
                let factor = Expr::Constant(i128::from(factor), COMBINED);
                term = Expr::Binary(Multiply, COMBINED, Box::new(term), Box::new(factor));
            }
            sum = Some(match sum {
                None => term,
                Some(sum) => Expr::Binary(Add, COMBINED, Box::new(sum), Box::new(term)),
            });
        }
        let index = sum.unwrap_or(Expr::Constant(0, COMBINED));
        Target::Cells(CellRange { first, length, stride }, index)
    }

    /// Reads a place; a temporary for what is chosen by an index has this name. One that is `volatile` has any value.
    pub fn load(&mut self, target: &Target, name: &str, ty: IntegerType, span: Span) -> Expr {
        if let Target::View(view) = target {
            return self.load_view(view, name, span);
        }
        let volatile = target.first().filter(|first| self.volatile.contains(first));
        let Some(first) = volatile else { return self.load_plain(target, name, ty, span) };
        if let Target::Cells(range, index) = target {
            self.emit(Action::Bounds { index: index.clone(), length: range.length }, span);
        }
        let ty = self.out.scalars[first.index()].ty;
        let temporary = self.temporary(ty, name.to_owned(), span);
        let site = self.new_site(Site { volatile: true, ..Site::new(name.to_owned(), ty, span) });
        self.emit(Action::Input { target: temporary, site }, span);
        Expr::Scalar(temporary)
    }

    /// Takes what was stored in a place.
    pub fn load_plain(&mut self, target: &Target, name: &str, ty: IntegerType, span: Span) -> Expr {
        match target {
            Target::Unknown(reason, reach) => {
                let (reason, reach) = (reason.clone(), reach.clone());
                self.load_unknown(reason, &reach, ty, span)
            }
            Target::Cell(cell) => Expr::Scalar(*cell),
            Target::View(view) => self.load_view(view, name, span),
            Target::Cells(range, index) => {
                let ty = self.out.scalars[range.first.index()].ty;
                let temporary = self.temporary(ty, name.to_owned(), span);
                let (range, index) = (range.clone(), index.clone());
                self.emit(Action::Load { target: temporary, range, index }, span);
                Expr::Scalar(temporary)
            }
        }
    }

    /// Writes a place.
    pub fn store(&mut self, target: Target, value: Expr, span: Span) {
        match target {
            Target::Cell(cell) => self.assign(cell, value, span),
            Target::Cells(range, index) => _ = self.emit(Action::Store { range, index, value }, span),
            Target::View(view) => self.store_view(&view, value, span),
            Target::Unknown(..) => {}
        }
    }
}

/// Whether an array of this length has an element for certain.
fn is_inside(index: &graph::Expr, length: Option<u64>) -> bool {
    match (&index.kind, length) {
        (ExprKind::Integer(at), Some(length)) => (0..i128::from(length)).contains(at),
        _ => false,
    }
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

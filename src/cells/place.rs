//! Places: one cell, or cells chosen by an index.

use crate::arith::BinaryOperator::{Add, Multiply};
use crate::arith::IntegerType;
use crate::check::types::Type;
use crate::facts::cfg::{Action, CellRange, Expr, ScalarId};
use crate::layout::cells::stored_type;
use crate::program::graph::{self, Base, ExprKind, Place, Step};
use crate::source::Span;

use super::build::Stage;
use super::copy::{Pointer, Region, Target};
use super::pending::Pending;

/// The type in which several subscripts are combined: wide enough for every array.
const COMBINED: IntegerType = IntegerType { width: 64, signed: true };

/// A step into an array.
struct Subscript<'p> {
    /// Its position among the steps.
    step: usize,
    index: &'p graph::Expr,
    length: u32,
    stride: u32,
}

/// A subscript after its value is known.
struct Open {
    value: Expr,
    length: u32,
    stride: u32,
}

impl Stage<'_> {
    /// The first cell of an object that a place is in, and the way from there.
    fn path<'p>(&self, place: &'p Place) -> Result<(ScalarId, Vec<Subscript<'p>>), Pending> {
        let object = match &place.base {
            Base::Object(object) => *object,
            Base::Pointer(_) => return Err(Pending::Access),
            Base::Outside(name) => return Err(Pending::NoCells(name.clone())),
            Base::Unmodelled(reason) => return Err(Pending::Unmodelled(reason.clone())),
        };
        let variable = self.variable(object)?;
        self.steps(variable.first, &self.graph.objects[object.index()].ty, place)
    }

    /// The type of what the steps of a place lead to.
    pub fn type_at(&self, place: &Place) -> Result<Type, Pending> {
        let Base::Object(object) = &place.base else { return Err(Pending::Access) };
        let mut ty = self.graph.objects[object.index()].ty.clone();
        for step in &place.steps {
            ty = match (step, &ty) {
                (Step::Element { .. }, Type::Array(element, _)) => (**element).clone(),
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
                    fields.get(*field).map(|field| field.ty.clone()).ok_or(Pending::Shape("step"))?
                }
                _ => return Err(Pending::Shape("step")),
            };
        }
        Ok(ty)
    }

    /// The first cell of an object that a place is in, and whether subscripts choose among others.
    pub fn start_of(&self, place: &Place) -> Result<(ScalarId, bool), Pending> {
        let (mut first, subscripts) = self.path(place)?;
        for subscript in subscripts {
            match subscript.index.kind {
                ExprKind::Integer(index) if (0..i128::from(subscript.length)).contains(&index) => {
                    first.0 += index as u32 * subscript.stride;
                }
                _ => return Ok((first, true)),
            }
        }
        Ok((first, false))
    }

    /// The way from the first cell of an object of a type.
    fn steps<'p>(
        &self,
        first: ScalarId,
        ty: &Type,
        place: &'p Place,
    ) -> Result<(ScalarId, Vec<Subscript<'p>>), Pending> {
        let (mut first, mut ty) = (u64::from(first.0), ty.clone());
        let mut subscripts = Vec::new();
        for (number, step) in place.steps.iter().enumerate() {
            ty = match (step, &ty) {
                (Step::Element { index, .. }, Type::Array(element, Some(length))) => {
                    let stride = self.shapes.cell_count(element);
                    if stride == 0 {
                        return Err(Pending::NoCells(self.place_text(place)));
                    }
                    let (length, stride) = (*length as u32, stride as u32);
                    subscripts.push(Subscript { step: number, index, length, stride });
                    (**element).clone()
                }
                (Step::Member { field, .. }, Type::Record(id)) => {
                    let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
                    let stored = fields.get(*field).and_then(stored_type);
                    let stored = stored.filter(|_| self.shapes.in_cells(*id, *field));
                    first += self.shapes.start(*id, *field);
                    stored.ok_or_else(|| Pending::NoCells(self.place_text(place)))?
                }
                _ => return Err(Pending::Shape("step")),
            };
        }
        Ok((ScalarId(first as u32), subscripts))
    }

    /// A place whose subscripts are constants.
    pub fn fixed(&self, place: &Place) -> Result<Target, Pending> {
        let (mut first, subscripts) = self.path(place)?;
        for subscript in subscripts {
            match subscript.index.kind {
                ExprKind::Integer(index) if (0..i128::from(subscript.length)).contains(&index) => {
                    first.0 += index as u32 * subscript.stride;
                }
                _ => return Err(Pending::Shape("fixed place")),
            }
        }
        Ok(Target::Cell(first))
    }

    /// Evaluates the subscripts of a place, and checks them.
    pub fn target(&mut self, place: &Place) -> Result<Target, Pending> {
        let mut open = Vec::new();
        let (mut first, subscripts) = match &place.base {
            Base::Pointer(pointer) => match self.pointer(pointer)? {
                Pointer::Into { region, offset, variable } => {
                    let fits = matches!(&pointer.ty, Type::Pointer(to, _) if **to == region.element);
                    if !fits {
                        return Err(Pending::Access);
                    }
                    let first = self.element(&region, offset, (place, variable), &mut open);
                    self.steps(first, &region.element, place)?
                }
                Pointer::Unknown(_) if place.steps.iter().all(|step| matches!(step, Step::Member { .. })) => {
                    return Ok(Target::Unknown);
                }
                Pointer::Unknown(_) | Pointer::Null | Pointer::Harmless => return Err(Pending::Access),
            },
            Base::Object(_) | Base::Outside(_) | Base::Unmodelled(_) => self.path(place)?,
        };
        let mut values = Vec::new();
        for subscript in &subscripts {
            values.push(self.value(subscript.index)?);
        }
        for (subscript, value) in subscripts.into_iter().zip(values) {
            let Subscript { step, index, length, stride } = subscript;
            if let Expr::Constant(number, _) = value
                && (0..i128::from(length)).contains(&number)
            {
                first.0 += number as u32 * stride;
                continue;
            }
            self.check_subscript(place, (step, index), length, &value);
            open.push(Open { value, length, stride });
        }
        if open.len() > 1 {
            return Ok(self.combine(place.span, first, open));
        }
        Ok(match open.pop() {
            None => Target::Cell(first),
            Some(Open { value, length, stride }) => Target::Cells(CellRange { first, length, stride }, value),
        })
    }

    /// The first cell of the object of a region that an offset tells, or of the region if that has to be seen.
    fn element(
        &mut self,
        region: &Region,
        offset: Expr,
        (place, variable): (&Place, bool),
        open: &mut Vec<Open>,
    ) -> ScalarId {
        let stride = self.shapes.cell_count(&region.element) as u32;
        if let Expr::Constant(number, _) = offset
            && (0..i128::from(region.length)).contains(&number)
        {
            return ScalarId(region.first.0 + number as u32 * stride);
        }
        let length = region.length as u32;
        self.check_offset(place, (region, variable), &offset);
        open.push(Open { value: offset, length, stride });
        region.first
    }

    /// Checks each subscript by itself and makes one index out of all.
    fn combine(&mut self, span: Span, first: ScalarId, subscripts: Vec<Open>) -> Target {
        let stride = subscripts.iter().fold(0, |gcd, s| greatest_common_divisor(gcd, s.stride)).max(1);
        let mut length = 1;
        let mut sum = None;
        for Open { value, length: count, stride: distance } in subscripts {
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

    /// Reads a place; a temporary for what is chosen by an index has this name.
    pub fn load(&mut self, target: &Target, name: &str, span: Span) -> Result<Expr, Pending> {
        Ok(match target {
            Target::Unknown => return Err(Pending::Access),
            Target::Cell(cell) => Expr::Scalar(*cell),
            Target::Cells(range, index) => {
                let ty = self.out.scalars[range.first.index()].ty;
                let temporary = self.temporary(ty, name.to_owned(), span);
                let (range, index) = (range.clone(), index.clone());
                self.emit(Action::Load { target: temporary, range, index }, span);
                Expr::Scalar(temporary)
            }
        })
    }

    /// Writes a place.
    pub fn store(&mut self, target: Target, value: Expr, span: Span) {
        match target {
            Target::Cell(cell) => self.assign(cell, value, span),
            Target::Cells(range, index) => _ = self.emit(Action::Store { range, index, value }, span),
            Target::Unknown => {}
        }
    }
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

//! Copies of objects: structures cell by cell, and texts into arrays.

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr, UnitKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Base, Place};

use super::build::Stage;
use super::gap::Gap;
use super::target::{Reach, Target};

impl Stage<'_> {
    /// The characters of a literal that a place is, without the final zero.
    pub fn literal_at(&self, place: &Place) -> Option<&[u32]> {
        let Base::Object(object) = place.base else { return None };
        let mut literals = self.graph.literals.iter();
        literals.find(|(literal, _)| *literal == object).map(|(_, units)| &units[..])
    }

    /// Copies an object as a whole.
    pub fn copy_object(&mut self, to: &Place, from: &Place, span: Span) -> Result<(), Gap> {
        if let (Some(units), Type::Array(element, Some(length))) = (self.literal_at(from), &to.ty) {
            let units = units.to_vec();
            return self.copy_text(to, (element, *length), &units, span);
        }
        let Type::Record(_) = to.ty else { return Err(Gap::Structure) };
        let count = self.shapes.cell_count(&to.ty) as u32;
        let (target, source) = (self.written(to)?, self.target(from)?);
        if let Target::Unknown(reason, reach) = target {
            if let Target::Unknown(reason, reach) = source {
                self.accessed(&reason, &reach, span);
            }
            self.stored_unknown(reason, &reach, span);
            return Ok(());
        }
        if let Target::Unknown(reason, reach) = source {
            return self.forget_cells(&target, count, (reason, reach), span);
        }
        let target = self.kept_index(target, to.span);
        let source = self.kept_index(source, from.span);
        self.copy_cells(&target, &source, (count, &self.place_text(from)), span)
    }

    /// Copies a structure cell by cell.
    pub fn copy_cells(
        &mut self,
        target: &Target,
        source: &Target,
        (count, name): (u32, &str),
        span: Span,
    ) -> Result<(), Gap> {
        for step in 0..count {
            let (to, from) = (target.moved(step), source.moved(step));
            let Some(ty) = self.target_type(&to) else { return Err(Gap::Access) };
            let outer = self.enter(UnitKind::Assign);
            if matches!(from, Target::View(_)) || matches!(to, Target::View(_)) {
                // Whether it has a value is not known of what is joined of several cells.
                self.check_value(&from, name, span);
            }
            let value = self.load(&from, name, ty, span);
            let value = self.convert(ty, value);
            self.store(to.clone(), value, span);
            self.copy_value(&to, &from, name, span);
            self.leave(outer);
        }
        self.spoil_between(target, span);
        Ok(())
    }

    /// The value of a place is not known any more.
    pub fn forget_place(&mut self, place: &Place, reason: &Unmodelled, span: Span) -> Result<(), Gap> {
        let outer = self.enter(UnitKind::Assign);
        match self.written(place)? {
            Target::Unknown(why, reach) => self.stored_unknown(why, &reach, span),
            target => {
                let count = match place.bits {
                    Some(_) => 1,
                    None => self.shapes.cell_count(&place.ty) as u32,
                };
                self.forget_cells(&target, count, (reason.clone(), Reach::Own), span)?;
            }
        }
        self.leave(outer);
        Ok(())
    }

    /// Some cells get values that are not modelled.
    pub fn forget_cells(
        &mut self,
        target: &Target,
        count: u32,
        (reason, reach): (Unmodelled, Reach),
        span: Span,
    ) -> Result<(), Gap> {
        self.accessed(&reason, &reach, span);
        let target = self.kept_index(target.clone(), span);
        (0..count).filter_map(|step| target.moved(step).first()).for_each(|cell| self.refuse_cell(cell));
        for step in 0..count {
            let to = target.moved(step);
            let Some(ty) = self.target_type(&to) else { return Err(Gap::Access) };
            let outer = self.enter(UnitKind::Assign);
            match to {
                Target::Cell(target) => {
                    _ = self.emit(Made::Unsupported { target, reason: reason.clone() }, span);
                }
                to => {
                    let value = self.unknown_of(reason.clone(), ty, span);
                    self.store(to, value, span);
                }
            }
            self.leave(outer);
        }
        self.spoil_between(&target, span);
        Ok(())
    }

    /// Fills an array with the characters of a text and zeros.
    fn copy_text(
        &mut self,
        to: &Place,
        (element, length): (&Type, u64),
        units: &[u32],
        span: Span,
    ) -> Result<(), Gap> {
        let Type::Integer(ty) = *element else { return Err(Gap::Structure) };
        let target = match self.target(to)? {
            Target::Unknown(reason, reach) => {
                self.stored_unknown(reason, &reach, span);
                return Ok(());
            }
            target => self.kept_index(target, to.span),
        };
        for number in 0..length {
            let unit = units.get(number as usize).copied().unwrap_or(0);
            let outer = self.enter(UnitKind::Assign);
            let value = Expr::Constant(ty.convert(i128::from(unit)), ty);
            self.store(target.moved(number as u32), value, span);
            self.leave(outer);
        }
        Ok(())
    }
}

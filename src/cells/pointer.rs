//! Pointers: an object and an offset in it, or something that is not modelled.

use crate::arith::{BinaryOperator, IntegerType, Relation};
use crate::check::tree::ObjectId;
use crate::check::types::Type;
use crate::doubt::Unmodelled;
use crate::facts::cfg::{Action as Made, Condition, Expr, Obligation, ObligationKind, ScalarId, UnitKind};
use crate::layout::program::NULL_OFFSET;
use crate::program::graph::{self, Base, ExprKind, Place, Step};
use crate::program::text::Title;
use crate::source::Span;

use super::build::Stage;
use super::copy::{Bound, Pointer, Region};
use super::pending::Pending;

/// The type of offsets.
pub(super) const OFFSET: IntegerType = IntegerType { width: 64, signed: true };

impl Stage<'_> {
    /// Where a pointer points.
    pub fn pointer(&mut self, value: &graph::Expr) -> Result<Pointer, Pending> {
        Ok(match &value.kind {
            ExprKind::Integer(0) => Pointer::Null,
            ExprKind::Integer(_) | ExprKind::Distance(..) => return Err(Pending::Pointer),
            ExprKind::Temporary(temporary) => match self.copy().bound.get(temporary) {
                Some(Bound::Pointer(pointer)) => pointer.clone(),
                _ => return Err(Pending::Pointer),
            },
            ExprKind::Read(place) => self.stored_pointer(place)?,
            ExprKind::Address(place, array) => self.address(place, array.is_some())?,
            ExprKind::Convert(operand) if matches!(operand.ty, Type::Pointer(..)) => self.pointer(operand)?,
            ExprKind::Moved { pointer, by, back, .. } => self.moved(pointer, by, *back)?,
            ExprKind::Unmodelled(reason) => Pointer::Unknown(reason.clone()),
            ExprKind::Function(_) => return Err(Pending::IndirectCall),
            ExprKind::Convert(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Compare(..) => {
                return Err(Pending::Pointer);
            }
        })
    }

    /// The pointer that an object holds.
    fn stored_pointer(&self, place: &Place) -> Result<Pointer, Pending> {
        match place.base {
            Base::Object(object) if place.steps.is_empty() => {
                let known = self.copy().pointers.get(&object).cloned();
                known.ok_or(Pending::Pointer)
            }
            _ => Err(Pending::Pointer),
        }
    }

    fn address(&mut self, place: &Place, decays: bool) -> Result<Pointer, Pending> {
        let object = match &place.base {
            Base::Object(object) => *object,
            Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => return Err(Pending::Pointer),
        };
        if self.graph.literals.iter().any(|(literal, _)| *literal == object) {
            return Ok(Pointer::Harmless);
        }
        let (mut whole, mut index) = (place.clone(), None);
        let mut ty = self.type_at(place)?;
        let mut length = 1;
        if decays {
            let Type::Array(element, Some(count)) = ty else { return Err(Pending::Pointer) };
            (ty, length) = ((*element).clone(), count);
        } else if let Some(Step::Element { index: last, length: Some(count), .. }) = place.steps.last() {
            whole.steps.pop();
            (index, length) = (Some(last), *count);
        }
        let (first, subscripts) = self.start_of(&whole)?;
        if subscripts {
            return Err(Pending::Pointer);
        }
        let offset = match index {
            Some(index) => {
                let value = self.value(index)?;
                self.convert(OFFSET, value)
            }
            None => Expr::Constant(0, OFFSET),
        };
        Ok(Pointer::Into { region: Region { first, element: ty, length }, offset, variable: false })
    }

    fn moved(&mut self, pointer: &graph::Expr, by: &graph::Expr, back: bool) -> Result<Pointer, Pending> {
        let pointer = self.pointer(pointer)?;
        if let Pointer::Unknown(_) = pointer {
            self.used(by)?;
            return Ok(Pointer::Unknown("pointer arithmetic".into()));
        }
        let by = self.value(by)?;
        Ok(match pointer {
            Pointer::Into { region, offset, variable } => {
                let by = self.convert(OFFSET, by);
                let operator = if back { BinaryOperator::Subtract } else { BinaryOperator::Add };
                let offset = match (&offset, &by) {
                    (Expr::Constant(a, _), Expr::Constant(b, _)) => {
                        let folded =
                            crate::arith::binary(operator, OFFSET, *a, *b).map_err(|_| Pending::Pointer)?;
                        Expr::Constant(folded, OFFSET)
                    }
                    _ => Expr::Binary(operator, OFFSET, Box::new(offset), Box::new(by)),
                };
                Pointer::Into { region, offset, variable }
            }
            Pointer::Unknown(_) | Pointer::Null | Pointer::Harmless => return Err(Pending::Pointer),
        })
    }

    /// Gives a pointer object of a block its value, where that is its only one.
    pub fn point(&mut self, object: ObjectId, value: &graph::Expr) -> Result<(), Pending> {
        let known = self.copy().pointers.get(&object).cloned();
        let pointer = self.pointer(value)?;
        if let Some(Pointer::Into { region, offset: Expr::Scalar(target), variable: true }) = known {
            return self.step(target, &region, pointer, value);
        }
        if self.copy().modified.contains(&object) {
            return Err(Pending::Pointer);
        }
        let fits = match (&self.graph.objects[object.index()].ty, &pointer) {
            (Type::Pointer(pointee, _), Pointer::Into { region, offset: Expr::Constant(..), .. }) => {
                region.element == **pointee
            }
            (_, Pointer::Into { .. } | Pointer::Harmless) => false,
            (_, Pointer::Null | Pointer::Unknown(_)) => true,
        };
        if !fits {
            return Err(Pending::Pointer);
        }
        let pointer = match pointer {
            Pointer::Unknown(_) => Pointer::Unknown("pointer value".into()),
            pointer => pointer,
        };
        self.copy_mut().pointers.insert(object, pointer);
        Ok(())
    }

    /// Moves a pointer object whose offset a scalar holds.
    fn step(
        &mut self,
        target: ScalarId,
        own: &Region,
        pointer: Pointer,
        value: &graph::Expr,
    ) -> Result<(), Pending> {
        let offset = match pointer {
            Pointer::Into { region, offset, .. } if region == *own => offset,
            Pointer::Null => Expr::Constant(NULL_OFFSET, OFFSET),
            Pointer::Into { .. } | Pointer::Harmless | Pointer::Unknown(_) => return Err(Pending::Pointer),
        };
        if let Expr::Binary(operator, ty, left, right) = &offset {
            let ExprKind::Moved { by, .. } = &value.kind else { return Err(Pending::Pointer) };
            let Some(whole) = self.whole.take() else { return Err(Pending::Pointer) };
            // The update is written with the name of the offset.
            let end = whole.text.find(['+', '-']).unwrap_or(whole.text.len());
            let rest = whole.text[end..].to_owned();
            let space = if rest.starts_with("+=") || rest.starts_with("-=") { " " } else { "" };
            let text = format!("{}{space}{rest}", self.out.scalars[target.index()].name);
            let whole = Some(Title { text, ..whole });
            self.check_binary((*operator, *ty), (left, right), whole, (value, by));
        }
        self.assign(target, offset, value.span);
        Ok(())
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

impl Stage<'_> {
    /// Whether a pointer is not null, as a condition.
    pub fn null_test(&mut self, value: &graph::Expr) -> Result<Condition, Pending> {
        let is = |value: i128| {
            let zero = Expr::Constant(0, IntegerType::INT);
            Condition {
                relation: Relation::NotEqual,
                left: Expr::Constant(value, IntegerType::INT),
                right: zero,
            }
        };
        Ok(match self.pointer(value)? {
            Pointer::Null => is(0),
            Pointer::Harmless | Pointer::Into { variable: false, .. } => is(1),
            Pointer::Into { offset, .. } => Condition {
                relation: Relation::NotEqual,
                left: offset,
                right: Expr::Constant(NULL_OFFSET, OFFSET),
            },
            Pointer::Unknown(reason) => {
                let left = self.unknown_of(reason, IntegerType::INT, value.span);
                let right = Expr::Constant(0, IntegerType::INT);
                Condition { relation: Relation::NotEqual, left, right }
            }
        })
    }

    /// A comparison of two pointers as a condition.
    pub fn pointer_test(
        &mut self,
        relation: Relation,
        (left, right): (&graph::Expr, &graph::Expr),
        value: &graph::Expr,
    ) -> Result<Condition, Pending> {
        let (one, other) = (self.pointer(left)?, self.pointer(right)?);
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        match (&one, &other) {
            (
                Pointer::Into { region: a, offset: left, .. },
                Pointer::Into { region: b, offset: right, .. },
            ) if a == b => Ok(Condition { relation, left: left.clone(), right: right.clone() }),
            (_, Pointer::Null) if equality && !matches!(one, Pointer::Unknown(_)) => {
                let mut test = self.null_test(left)?;
                if relation == Relation::Equal {
                    test.relation = test.relation.negate();
                }
                Ok(test)
            }
            (Pointer::Unknown(_), _) | (_, Pointer::Unknown(_)) => {
                let left = self.unknown_of("pointer comparison".into(), IntegerType::INT, value.span);
                let right = Expr::Constant(0, IntegerType::INT);
                Ok(Condition { relation: Relation::NotEqual, left, right })
            }
            _ => Err(Pending::Pointer),
        }
    }
}

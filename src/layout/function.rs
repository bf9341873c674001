//! Pointers to functions as numbers: each function has one, null is 0. They are stored, passed, compared and chosen like
//! other scalars; a call through one asks which function it is.

use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_cells::facts::cfg::{Condition, Expr};
use focuscheck_check::tree::FunctionId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, ExprKind};

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::region::Pointer;
use super::target::Target;

/// The type of the numbers.
pub(super) const CODE: IntegerType = IntegerType::FUNCTION;

/// Why a pointer to a function is not known that is computed from something else.
const OTHER: &str = "function pointer";

impl Stage<'_> {
    /// The number of a function; a second name of a function is that function.
    pub fn function_number(&self, id: FunctionId) -> i128 {
        i128::from(self.tree.resolved(id).0) + 1
    }

    /// The number of a pointer to a function.
    pub fn code(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        let span = value.span;
        let reason: Unmodelled = match &value.kind {
            ExprKind::Integer(0) => return Ok(Expr::Constant(0, CODE)),
            ExprKind::Function(function) => return Ok(Expr::Constant(self.function_number(*function), CODE)),
            ExprKind::Temporary(temporary) => match self.copy().bound.get(temporary) {
                Some(Bound::Value(number)) if self.type_of(number) == CODE => return Ok(number.clone()),
                Some(Bound::Scalar(scalar)) if self.out.scalars[scalar.index()].ty == CODE => {
                    return Ok(Expr::Scalar(*scalar));
                }
                Some(Bound::Pointer(Pointer::Null)) => return Ok(Expr::Constant(0, CODE)),
                Some(Bound::Pointer(Pointer::Unknown(reason))) => reason.clone(),
                _ => OTHER.into(),
            },
            ExprKind::Read(place) => {
                let target = self.target(place)?;
                if let Target::Unknown(reason, reach) = target {
                    return Ok(self.load_unknown(reason, &reach, CODE, span));
                }
                let name = self.place_text(place);
                self.check_value(&target, &name, place.span);
                return Ok(self.load(&target, &name, CODE, place.span));
            }
            ExprKind::Convert(operand) => match &operand.ty {
                ty if ty.is_function_pointer() => return self.code(operand),
                Type::Integer(_) => match self.value(operand)? {
                    Expr::Constant(0, _) => return Ok(Expr::Constant(0, CODE)),
                    _ => OTHER.into(),
                },
                Type::Pointer(..) => match self.pointer(operand)? {
                    Pointer::Null => return Ok(Expr::Constant(0, CODE)),
                    pointer => {
                        self.escape(&pointer);
                        OTHER.into()
                    }
                },
                _ => {
                    self.used(operand)?;
                    OTHER.into()
                }
            },
            ExprKind::Unmodelled(reason) => {
                self.obtained(reason, span);
                reason.clone()
            }
            ExprKind::Moved { pointer, by, .. } => {
                self.used(pointer)?;
                self.used(by)?;
                "pointer arithmetic".into()
            }
            ExprKind::Integer(_)
            | ExprKind::Address(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..) => OTHER.into(),
        };
        Ok(self.unknown_of(reason, CODE, span))
    }

    /// Where such a pointer points, as far as it is a pointer like others: nowhere, or nobody knows.
    pub fn pointer_of_code(&mut self, value: &graph::Expr) -> Result<Pointer, Gap> {
        Ok(match self.code(value)? {
            Expr::Constant(0, _) => Pointer::Null,
            _ => Pointer::Unknown(OTHER.into()),
        })
    }

    /// `p == f` and `p != f`; `None` if that is about something else.
    pub fn function_test(
        &mut self,
        relation: Relation,
        (left, right): (&graph::Expr, &graph::Expr),
    ) -> Result<Option<Condition>, Gap> {
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        if !equality || !(left.ty.is_function_pointer() || right.ty.is_function_pointer()) {
            return Ok(None);
        }
        let (left, right) = (self.number_or_null(left)?, self.number_or_null(right)?);
        Ok(Some(Condition { relation, left, right }))
    }

    fn number_or_null(&mut self, value: &graph::Expr) -> Result<Expr, Gap> {
        if value.ty.is_function_pointer() {
            return self.code(value);
        }
        Ok(match self.pointer(value)? {
            Pointer::Null => Expr::Constant(0, CODE),
            pointer => {
                self.escape(&pointer);
                self.unknown_of(OTHER.into(), CODE, value.span)
            }
        })
    }
}

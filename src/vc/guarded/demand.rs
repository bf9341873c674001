//! What evaluating an expression, finding a place and doing an action need, else the run fails there: one walk for all who
//! check that.

use focuscheck_base::arith::{BinaryOperator, UnaryOperator};
use focuscheck_ir::program::graph::{Action, Argument, Base, Expr, ExprKind, Place, Step};

/// Something that is needed.
#[derive(Clone, Copy, Debug)]
pub enum Demand<'g> {
    /// The result of this negation fits its type.
    NegationFits(&'g Expr),
    /// The result of this operation fits its type.
    Fits(Operation<'g>),
    /// The divisor is not zero.
    Divisible(Operation<'g>),
    /// The shift is by less than the width.
    Shiftable(Operation<'g>),
    /// The place can be read or written.
    Access(&'g Place),
    /// What is read at the place has a value.
    Value(&'g Place),
}

/// An operation with its operands.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'g> {
    /// All of it.
    pub whole: &'g Expr,
    /// The left operand.
    pub left: &'g Expr,
    /// The right operand.
    pub right: &'g Expr,
}

/// What is needed, in the order of evaluation.
#[derive(Debug, Default)]
pub struct Demands<'g>(pub Vec<Demand<'g>>);

impl<'g> Demands<'g> {
    /// What evaluating an expression needs.
    pub fn of_expression(mut self, expression: &'g Expr) -> Self {
        self.expression(expression);
        self
    }

    /// What reading or writing a place needs.
    pub fn of_access(mut self, place: &'g Place) -> Self {
        self.access(place);
        self
    }

    /// What is read and written by an action needs; control and calls need nothing by themselves.
    pub fn of_action(mut self, action: &'g Action) -> Self {
        match action {
            Action::Assign { value, .. } | Action::Return(Argument::Value(value)) => self.expression(value),
            Action::Load { place, .. } => self.read(place),
            Action::Clear { place, .. }
            | Action::Forget { place, .. }
            | Action::Return(Argument::Record(place)) => self.access(place),
            Action::Store { place, value } => {
                self.expression(value);
                self.access(place);
            }
            Action::Copy { to, from, .. } => {
                self.access(from);
                self.access(to);
            }
            Action::Library { arguments: values, .. }
            | Action::Unknown { reached: values, .. }
            | Action::Inspect { reached: values, .. } => {
                values.iter().for_each(|value| self.expression(value));
            }
            Action::Skip
            | Action::Mark(_)
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
        self
    }

    fn expression(&mut self, expression: &'g Expr) {
        match &expression.kind {
            ExprKind::Integer(_)
            | ExprKind::Temporary(_)
            | ExprKind::Function(_)
            | ExprKind::Unmodelled(_) => {}
            ExprKind::Read(place) => self.read(place),
            ExprKind::Address(place, _) => self.parts(place),
            ExprKind::Unary(operator, ty, operand) => {
                self.expression(operand);
                if *operator == UnaryOperator::Negate && ty.signed {
                    self.0.push(Demand::NegationFits(expression));
                }
            }
            ExprKind::Binary(operator, ty, left, right) => {
                self.expression(left);
                self.expression(right);
                let operation = Operation { whole: expression, left, right };
                let arithmetic = match operator {
                    BinaryOperator::Divide | BinaryOperator::Remainder => {
                        self.0.push(Demand::Divisible(operation));
                        true
                    }
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                        self.0.push(Demand::Shiftable(operation));
                        *operator == BinaryOperator::ShiftLeft
                    }
                    BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => true,
                    BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor => false,
                };
                if ty.signed && arithmetic {
                    self.0.push(Demand::Fits(operation));
                }
            }
            ExprKind::Compare(_, left, right) | ExprKind::Distance(left, right, _) => {
                self.expression(left);
                self.expression(right);
            }
            ExprKind::Moved { pointer, by, .. } => {
                self.expression(pointer);
                self.expression(by);
            }
            ExprKind::Convert(operand) => self.expression(operand),
        }
    }

    fn read(&mut self, place: &'g Place) {
        self.access(place);
        self.0.push(Demand::Value(place));
    }

    fn access(&mut self, place: &'g Place) {
        self.parts(place);
        self.0.push(Demand::Access(place));
    }

    /// What finding a place needs.
    fn parts(&mut self, place: &'g Place) {
        if let Base::Pointer(pointer) = &place.base {
            self.expression(pointer);
        }
        for step in &place.steps {
            match step {
                Step::Element { index, .. } => self.expression(index),
                Step::Member { .. } => {}
            }
        }
    }
}

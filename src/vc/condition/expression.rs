//! Expressions of the program as terms.

use crate::guarded::graph::FrameId;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Expr, ExprKind};
use focuscheck_lia::problem::Operation;
use focuscheck_smt::term::{FormulaId, FormulaNode, TermId, TermNode};

use super::encoder::{Encoder, MemoryModel};
use super::memory::Located;
use super::state::{Cell, State, Value};

/// Whether the result of arithmetic in a type fits where its operands do.
fn always_fits(operator: BinaryOperator, ty: IntegerType) -> bool {
    match operator {
        BinaryOperator::Divide => !ty.signed,
        BinaryOperator::Remainder
        | BinaryOperator::ShiftRight
        | BinaryOperator::BitAnd
        | BinaryOperator::BitOr
        | BinaryOperator::BitXor => true,
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::ShiftLeft => false,
    }
}

impl Encoder<'_> {
    /// The value of an expression that is defined.
    pub fn value(&mut self, state: &State, frame: FrameId, expression: &Expr) -> Value {
        let outer = std::mem::replace(&mut self.at, expression.span);
        let value = self.evaluated(state, frame, expression);
        self.at = outer;
        value
    }

    fn evaluated(&mut self, state: &State, frame: FrameId, expression: &Expr) -> Value {
        let (span, ty) = (expression.span, &expression.ty);
        match &expression.kind {
            ExprKind::Integer(number) if matches!(ty, Type::Pointer(..)) => match number {
                0 => self.null(),
                _ => self.not_modelled("address that is a number", ty, span),
            },
            ExprKind::Integer(_) | ExprKind::Temporary(_) | ExprKind::Unary(..)
                if matches!(ty, Type::Float(_)) =>
            {
                self.not_modelled("floating-point value", ty, span)
            }
            ExprKind::Integer(number) => Value::Integer(self.terms.integer(*number)),
            ExprKind::Temporary(id) => self.read_cell(state, Cell::Temporary(frame, *id), ty, span),
            ExprKind::Read(place) => self.read(state, frame, place),
            ExprKind::Address(place, _) => match self.locate(state, frame, place) {
                Located::Memory { block, offset, .. } => Value::Pointer { block, offset },
                Located::Cell(_) => self.not_modelled("address of a variable", ty, span),
                Located::Nowhere(why) => self.not_modelled(why, ty, span),
            },
            ExprKind::Function(id) => Value::Pointer {
                block: self.terms.integer(-1 - i128::from(id.0)),
                offset: self.terms.integer(0),
            },
            ExprKind::Unary(operator, wide, operand) => match self.value(state, frame, operand) {
                Value::Integer(value) => {
                    let exact = match operator {
                        UnaryOperator::Negate => self.terms.sum(&[(-1, value)], 0),
                        UnaryOperator::BitNot => self.terms.sum(&[(-1, value)], -1),
                    };
                    Value::Integer(self.result(exact, *wide))
                }
                Value::Pointer { .. } => self.not_modelled("arithmetic on an address", ty, span),
            },
            ExprKind::Binary(operator, wide, left, right) => {
                match (self.value(state, frame, left), self.value(state, frame, right)) {
                    (Value::Integer(left), Value::Integer(right)) => {
                        let exact = self.exact(*operator, *wide, left, right);
                        match always_fits(*operator, *wide) {
                            true => Value::Integer(exact),
                            false => Value::Integer(self.result(exact, *wide)),
                        }
                    }
                    _ => self.not_modelled("arithmetic on an address", ty, span),
                }
            }
            ExprKind::Compare(..) => {
                let truth = self.truth(state, frame, expression);
                let (one, zero) = (self.terms.integer(1), self.terms.integer(0));
                Value::Integer(self.terms.conditional(truth, one, zero))
            }
            ExprKind::Moved { pointer, by, back, size } => {
                let (pointer, by) = (self.value(state, frame, pointer), self.value(state, frame, by));
                match (pointer, by, size) {
                    (Value::Pointer { block, offset }, Value::Integer(by), Some(size)) => {
                        let factor = if *back { -i128::from(*size) } else { i128::from(*size) };
                        Value::Pointer { block, offset: self.terms.sum(&[(1, offset), (factor, by)], 0) }
                    }
                    _ => self.not_modelled("pointer moved by a size that is not known", ty, span),
                }
            }
            ExprKind::Distance(left, right, size) => {
                let (left, right) = (self.value(state, frame, left), self.value(state, frame, right));
                self.distance((left, right), *size, ty, span)
            }
            ExprKind::Convert(operand) => self.conversion(state, frame, expression, operand),
            ExprKind::Unmodelled(what) => self.not_modelled(what.clone(), ty, span),
        }
    }

    /// How many objects of a size lie between two pointers.
    fn distance(&mut self, (left, right): (Value, Value), size: Option<u64>, ty: &Type, span: Span) -> Value {
        match (left, right, size) {
            (
                Value::Pointer { block: one, offset: left },
                Value::Pointer { block: other, offset: right },
                Some(size),
            ) if size > 0 => {
                let bytes = self.terms.minus(left, right);
                let within = self.divided(bytes, i128::from(size));
                let same = self.terms.equal(one, other);
                if *self.terms.formula(same) == FormulaNode::Constant(true) {
                    return Value::Integer(within);
                }
                // Between two blocks C defines none.
                let range = ty.integer().map(|ty| (ty.min(), ty.max()));
                let any = self.any_integer("distance of blocks", range);
                Value::Integer(self.terms.conditional(same, within, any))
            }
            _ => self.not_modelled("distance of pointers", ty, span),
        }
    }

    /// A value converted to the type of an expression.
    fn conversion(&mut self, state: &State, frame: FrameId, expression: &Expr, operand: &Expr) -> Value {
        let (span, ty) = (expression.span, &expression.ty);
        let value = self.value(state, frame, operand);
        let within = operand
            .ty
            .integer()
            .zip(ty.integer())
            .is_some_and(|(from, to)| to.min() <= from.min() && from.max() <= to.max());
        self.retyped(&operand.ty, ty, span);
        let floating = |ty: &Type| matches!(ty, Type::Float(_));
        if floating(ty) || floating(&operand.ty) {
            return self.not_modelled("floating-point value", ty, span);
        }
        if within { value } else { self.converted(value, expression) }
    }

    fn converted(&mut self, value: Value, expression: &Expr) -> Value {
        let (ty, span) = (&expression.ty, expression.span);
        match (value, ty) {
            (Value::Integer(value), Type::Integer(to)) => Value::Integer(self.wrapped(value, *to)),
            (Value::Pointer { .. }, Type::Pointer(..)) => value,
            (Value::Integer(number), Type::Pointer(..)) if self.terms.as_integer(number) == Some(0) => {
                self.null()
            }
            (Value::Pointer { block, .. }, Type::Integer(to)) if to.is_bool() => {
                let (zero, one) = (self.terms.integer(0), self.terms.integer(1));
                let null = self.terms.equal(block, zero);
                Value::Integer(self.terms.conditional(null, zero, one))
            }
            _ => self.not_modelled("conversion between addresses and numbers", ty, span),
        }
    }

    /// The result of arithmetic in a type. Signed arithmetic that does not fit is undefined, which is asked elsewhere, so that
    /// the exact value stands for it.
    fn result(&mut self, exact: TermId, ty: IntegerType) -> TermId {
        match (ty.signed, self.caution) {
            (false, _) => self.wrapped(exact, ty),
            (true, MemoryModel::Typed) => exact,
            (true, MemoryModel::Untyped | MemoryModel::UnknownReads) => self.cautious(exact, ty),
        }
    }

    /// The exact result of signed arithmetic, or any value if that does not fit.
    fn cautious(&mut self, exact: TermId, ty: IntegerType) -> TermId {
        if self.terms.range(exact).is_some_and(|(low, high)| ty.min() <= low && high <= ty.max()) {
            return exact;
        }
        if let Some(&known) = self.overflowed.get(&(exact, ty)) {
            return known;
        }
        let any = self.terms.variable("overflow", Some((ty.min(), ty.max())));
        let any = self.terms.variable_term(any);
        let fits = self.within(exact, ty.min(), ty.max());
        if *self.terms.formula(fits) != FormulaNode::Constant(false) {
            self.fitting.push(fits);
        }
        let result = self.terms.conditional(fits, exact, any);
        self.overflowed.insert((exact, ty), result);
        result
    }

    /// A value converted to a type.
    pub fn wrapped(&mut self, value: TermId, ty: IntegerType) -> TermId {
        let fits = self.terms.range(value).is_some_and(|(low, high)| ty.min() <= low && high <= ty.max());
        if fits {
            return value;
        }
        if let Some(ideal) = self.ideally_wrapped(value, ty) {
            return ideal;
        }
        self.terms.operation(Operation::Wrap, ty.width, ty.signed, value, value)
    }

    /// The exact result of an operator in a type.
    pub fn exact(
        &mut self,
        operator: BinaryOperator,
        ty: IntegerType,
        left: TermId,
        right: TermId,
    ) -> TermId {
        if let Some(bit) = self.logical(operator, left, right) {
            return bit;
        }
        if let Some(ideal) = self.ideally(operator, ty, left, right) {
            return ideal;
        }
        // By a known divisor all types divide alike, and what is alike is one term.
        let known = self.terms.as_integer(right).is_some_and(|by| !matches!(by, 0 | -1));
        let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let ty = if known && divides { IntegerType { width: 64, signed: true, float: false } } else { ty };
        let mut apply = |operation| self.terms.operation(operation, ty.width, ty.signed, left, right);
        match operator {
            BinaryOperator::Add => self.terms.plus(left, right),
            BinaryOperator::Subtract => self.terms.minus(left, right),
            BinaryOperator::Multiply => self.terms.times(left, right),
            BinaryOperator::Divide => apply(Operation::Divide),
            BinaryOperator::Remainder => apply(Operation::Remainder),
            BinaryOperator::ShiftLeft => apply(Operation::ShiftLeft),
            BinaryOperator::ShiftRight => apply(Operation::ShiftRight),
            BinaryOperator::BitAnd => apply(Operation::BitAnd),
            BinaryOperator::BitOr => apply(Operation::BitOr),
            BinaryOperator::BitXor => apply(Operation::BitXor),
        }
    }

    /// Bitwise operations between truth values are logic.
    fn logical(&mut self, operator: BinaryOperator, left: TermId, right: TermId) -> Option<TermId> {
        if !self.is_truth_value(left) || !self.is_truth_value(right) {
            return None;
        }
        let zero = self.terms.integer(0);
        let left = self.terms.compare(Relation::NotEqual, left, zero);
        let right = self.terms.compare(Relation::NotEqual, right, zero);
        let holds = match operator {
            BinaryOperator::BitAnd => self.terms.and([left, right]),
            BinaryOperator::BitOr => self.terms.or([left, right]),
            BinaryOperator::BitXor => {
                let same = self.terms.iff(left, right);
                self.terms.not(same)
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => return None,
        };
        let one = self.terms.integer(1);
        Some(self.terms.conditional(holds, one, zero))
    }

    /// Whether a term is 0 or 1.
    fn is_truth_value(&self, term: TermId) -> bool {
        match self.terms.term(term) {
            TermNode::Conditional(_, yes, no) => self.is_truth_value(*yes) && self.is_truth_value(*no),
            _ => self.terms.range(term).is_some_and(|(low, high)| 0 <= low && high <= 1),
        }
    }

    /// A sum that is divided by a number: exactly where all coefficients are multiples.
    pub fn divided(&mut self, value: TermId, by: i128) -> TermId {
        let sum = self.terms.linear(value);
        let whole = sum.constant % by == 0 && sum.terms.iter().all(|(_, factor)| factor % by == 0);
        if whole {
            let mut sum = sum;
            sum.constant /= by;
            sum.terms.iter_mut().for_each(|(_, factor)| *factor /= by);
            return self.terms.term_of(&sum);
        }
        let by = self.terms.integer(by);
        self.terms.operation(Operation::Divide, 64, true, value, by)
    }

    /// Whether an expression is not zero.
    pub fn truth(&mut self, state: &State, frame: FrameId, expression: &Expr) -> FormulaId {
        let floating = |value: &Expr| matches!(value.ty, Type::Float(_));
        let compares = match &expression.kind {
            ExprKind::Compare(_, left, right) => floating(left) || floating(right),
            _ => floating(expression),
        };
        if compares {
            let int = Type::Integer(IntegerType::INT);
            self.not_modelled("floating-point comparison", &int, expression.span);
            return self.any_truth("floating-point comparison");
        }
        if let ExprKind::Compare(relation, left, right) = &expression.kind {
            let (left_value, right_value) = (self.value(state, frame, left), self.value(state, frame, right));
            return self.compared_in(state, *relation, left_value, right_value);
        }
        match self.value(state, frame, expression) {
            Value::Integer(value) => {
                let zero = self.terms.integer(0);
                self.terms.compare(Relation::NotEqual, value, zero)
            }
            Value::Pointer { block, .. } => {
                let zero = self.terms.integer(0);
                self.terms.compare(Relation::NotEqual, block, zero)
            }
        }
    }

    /// A comparison of two scalars in a state: how a pointer to what was freed compares nobody knows.
    pub fn compared_in(&mut self, state: &State, relation: Relation, left: Value, right: Value) -> FormulaId {
        let compared = self.compared(state, relation, left, right);
        // Null it is not, at any rate.
        let null = |value: &Value| match value {
            Value::Pointer { block, .. } => self.terms.as_integer(*block) == Some(0),
            Value::Integer(_) => true,
        };
        if null(&left) || null(&right) {
            return compared;
        }
        let dangling: Vec<FormulaId> =
            [left, right].into_iter().filter_map(|value| self.is_dangling(state, value)).collect();
        if dangling.is_empty() {
            return compared;
        }
        let dangling = self.terms.or(dangling);
        let any = self.any_truth("comparison of what was freed");
        let lives = self.terms.not(dangling);
        let (known, unknown) = (self.terms.and([lives, compared]), self.terms.and([dangling, any]));
        self.terms.or([known, unknown])
    }

    /// A comparison of two scalars. Of pointers to one block the offsets are compared; null is one value.
    fn compared(&mut self, state: &State, relation: Relation, left: Value, right: Value) -> FormulaId {
        match (left, right) {
            (Value::Integer(left), Value::Integer(right)) => self.terms.compare(relation, left, right),
            (
                Value::Pointer { block: left_block, offset: left },
                Value::Pointer { block: right_block, offset: right },
            ) => {
                let same = self.terms.equal(left_block, right_block);
                match relation {
                    Relation::Equal | Relation::NotEqual => {
                        let zero = self.terms.integer(0);
                        let null = self.terms.equal(left_block, zero);
                        let there = self.terms.equal(left, right);
                        let there = self.terms.or([null, there]);
                        let inside = self.terms.and([same, there]);
                        let touch = self.touch(state, (left_block, left), (right_block, right));
                        let equal = self.terms.or([inside, touch]);
                        if relation == Relation::Equal { equal } else { self.terms.not(equal) }
                    }
                    Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => {
                        let order = self.terms.compare(relation, left, right);
                        let other = self.any_truth("order of blocks");
                        let within = self.terms.and([same, order]);
                        let apart = self.terms.not(same);
                        let apart = self.terms.and([apart, other]);
                        self.terms.or([within, apart])
                    }
                }
            }
            (Value::Integer(number), Value::Pointer { block, .. })
            | (Value::Pointer { block, .. }, Value::Integer(number))
                if self.terms.as_integer(number) == Some(0)
                    && matches!(relation, Relation::Equal | Relation::NotEqual) =>
            {
                let zero = self.terms.integer(0);
                self.terms.compare(relation, block, zero)
            }
            _ => {
                let span = focuscheck_base::source::Span::default();
                self.unmodelled.push(("comparison of an address with a number".into(), span));
                self.any_truth("comparison")
            }
        }
    }
}

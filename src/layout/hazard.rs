//! When an operation is undefined: conditions on its operands. What the intervals of the types rule out is not asked.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation, UnaryOperator};
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{Condition, Expr, Graph};

use super::conversion::{convert, type_of};
use super::interval::interval;

/// What must not be the case.
pub(super) enum Subject {
    /// The divisor is zero.
    Divisor,
    /// The amount of a shift is not in `0..=` this.
    Amount(u8),
    /// The result does not fit.
    Overflow,
}

/// A way in which an operation is undefined.
pub(super) struct Hazard {
    /// The check that looks for it.
    pub kind: CheckKind,
    /// What it is about.
    pub subject: Subject,
    /// When that is so.
    pub tests: Vec<Condition>,
    /// Whether all of these have to hold, and not one of them.
    pub all: bool,
}

impl Hazard {
    fn overflow(tests: Vec<Condition>, all: bool) -> Self {
        Hazard { kind: CheckKind::Overflow, subject: Subject::Overflow, tests, all }
    }
}

fn is(relation: Relation, left: &Expr, right: Expr) -> Condition {
    Condition { relation, left: left.clone(), right }
}

/// The ways in which `left OP right` is undefined that checks look for; which these are is asked only where there is one.
pub(super) fn of_binary(
    graph: &Graph,
    operator: BinaryOperator,
    ty: IntegerType,
    (left, right): (&Expr, &Expr),
    asked: impl Fn(CheckKind) -> bool,
) -> Vec<Hazard> {
    use BinaryOperator::*;
    let (a, b) = (interval(graph, left), interval(graph, right));
    let right_type = type_of(graph, right);
    let number = |value| Expr::Constant(value, right_type);
    let mut found = Vec::new();
    match operator {
        Divide | Remainder => {
            if b.contains(0) && asked(CheckKind::Div) {
                let tests = vec![is(Relation::Equal, right, number(0))];
                found.push(Hazard { kind: CheckKind::Div, subject: Subject::Divisor, tests, all: false });
            }
            let overflows = ty.signed && a.low <= ty.min() && b.contains(-1);
            if overflows && asked(CheckKind::Overflow) {
                let least = is(Relation::Equal, left, Expr::Constant(ty.min(), ty));
                let minus_one = is(Relation::Equal, right, number(-1));
                found.push(Hazard::overflow(vec![least, minus_one], true));
            }
        }
        ShiftLeft | ShiftRight => {
            let width = i128::from(ty.width);
            if (b.low < 0 || b.high >= width) && asked(CheckKind::Shift) {
                let mut tests = Vec::new();
                if b.low < 0 {
                    tests.push(is(Relation::Less, right, number(0)));
                }
                if b.high >= width {
                    tests.push(is(Relation::GreaterEqual, right, number(width)));
                }
                let subject = Subject::Amount(ty.width - 1);
                found.push(Hazard { kind: CheckKind::Shift, subject, tests, all: false });
            }
            if operator == ShiftLeft && ty.signed {
                let hazard = of_left_shift(graph, ty, (left, a), (right, b));
                found.extend(hazard.filter(|hazard| asked(hazard.kind)));
            }
        }
        Add | Subtract | Multiply if ty.signed => {
            let Some(Interval { low, high }) = a.linear(operator, b) else { return found };
            // What is wider than the types of C computes with their values, so that it always fits.
            let fits = ty.contains(low) && ty.contains(high) || ty.width > 64;
            if fits || !asked(CheckKind::Overflow) {
                return found;
            }
            // Wide enough for the exact result.
            let wide = IntegerType { width: 2 * ty.width, signed: true, float: false };
            let [left, right] = [left, right].map(|side| Box::new(convert(graph, wide, side.clone())));
            let exact = Expr::Binary(operator, wide, left, right);
            let mut tests = Vec::new();
            if high > ty.max() {
                tests.push(is(Relation::Greater, &exact, Expr::Constant(ty.max(), wide)));
            }
            if low < ty.min() {
                tests.push(is(Relation::Less, &exact, Expr::Constant(ty.min(), wide)));
            }
            if !tests.is_empty() {
                found.push(Hazard::overflow(tests, false));
            }
        }
        Add | Subtract | Multiply | BitAnd | BitOr | BitXor => {}
    }
    found
}

/// A signed left shift must not shift a negative value, and its result must fit.
fn of_left_shift(
    graph: &Graph,
    ty: IntegerType,
    (left, a): (&Expr, Interval),
    (right, b): (&Expr, Interval),
) -> Option<Hazard> {
    if let &Expr::Constant(value, _) = left
        && value > 0
    {
        // `1 << n`: what n must not be says more than which values fit.
        let (most, width) = (i128::from((ty.max() / value).ilog2()), i128::from(ty.width));
        let amount_type = type_of(graph, right);
        let test = |relation, bound| is(relation, right, Expr::Constant(bound, amount_type));
        let tests = vec![test(Relation::Greater, most), test(Relation::Less, width)];
        return (b.high > most).then(|| Hazard::overflow(tests, true));
    }
    let amount = b.high.min(i128::from(ty.width) - 1);
    let most = if amount < 0 { ty.max() } else { ty.max() >> amount };
    let mut tests = Vec::new();
    if a.low < 0 {
        tests.push(is(Relation::Less, left, Expr::Constant(0, ty)));
    }
    if a.high > most {
        // The largest value that still fits; an amount out of range is undefined in this test, too.
        let largest = match right {
            Expr::Constant(amount, _) if (0..i128::from(ty.width)).contains(amount) => {
                Expr::Constant(ty.max() >> amount, ty)
            }
            _ => Expr::Binary(
                BinaryOperator::ShiftRight,
                ty,
                Box::new(Expr::Constant(ty.max(), ty)),
                Box::new(right.clone()),
            ),
        };
        tests.push(is(Relation::Greater, left, largest));
    }
    (!tests.is_empty()).then(|| Hazard::overflow(tests, false))
}

/// How `-operand` is undefined.
pub(super) fn of_unary(
    graph: &Graph,
    operator: UnaryOperator,
    ty: IntegerType,
    operand: &Expr,
) -> Option<Hazard> {
    if operator != UnaryOperator::Negate || !ty.signed || interval(graph, operand).low > ty.min() {
        return None;
    }
    Some(Hazard::overflow(vec![is(Relation::Equal, operand, Expr::Constant(ty.min(), ty))], false))
}

/// The unsigned number that an index is, in the type of differences of pointers: such an index is out of bounds where the number is
/// not less than the length, since what turns negative by the conversion is greater than every length.
pub(super) fn unsigned<'e>(graph: &Graph, index: &'e Expr) -> Option<&'e Expr> {
    match index {
        Expr::Convert(to, plain) => {
            let from = type_of(graph, plain);
            (to.signed && !from.signed && !from.float && from.width == to.width).then_some(plain)
        }
        Expr::Binary(BinaryOperator::Add, _, zero, index) if matches!(**zero, Expr::Constant(0, _)) => {
            unsigned(graph, index)
        }
        Expr::Constant(..) | Expr::Scalar(_) | Expr::Unary(..) | Expr::Binary(..) => None,
    }
}

/// When an index is out of bounds.
pub(super) fn out_of_bounds(graph: &Graph, index: &Expr, length: u32) -> Vec<Condition> {
    let Interval { low, high } = interval(graph, index);
    let ty = type_of(graph, index);
    let mut tests = Vec::new();
    if let Some(plain) = unsigned(graph, index).filter(|_| low < 0) {
        let ty = type_of(graph, plain);
        return vec![is(Relation::GreaterEqual, plain, Expr::Constant(i128::from(length), ty))];
    }
    if low < 0 {
        tests.push(is(Relation::Less, index, Expr::Constant(0, ty)));
    }
    if high >= i128::from(length) {
        tests.push(is(Relation::GreaterEqual, index, Expr::Constant(i128::from(length), ty)));
    }
    tests
}

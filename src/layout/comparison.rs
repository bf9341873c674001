//! Comparisons of pointers, and how far they lie apart.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Condition, Expr, NULL_OFFSET, ObligationKind, UnitKind};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph;
use focuscheck_ir::program::text::{PRIMARY, Title};

use super::build::Stage;
use super::check::decided;
use super::findings::Owner;
use super::gap::Gap;
use super::interval::interval;
use super::pools::Thing;
use super::region::{OFFSET, Pointer, Region, Row, points_to};

impl Stage<'_> {
    /// Whether a pointer is not null, as a condition.
    pub fn null_test(&mut self, value: &graph::Expr) -> Result<Condition, Gap> {
        Ok(match self.pointer(value)? {
            Pointer::Unknown(reason) => {
                let left = self.unknown_of(reason, IntegerType::INT, value.span);
                let right = Expr::Constant(0, IntegerType::INT);
                Condition { relation: Relation::NotEqual, left, right }
            }
            pointer => Self::is_set(&pointer),
        })
    }

    /// A comparison of two pointers as a condition.
    pub fn pointer_test(
        &mut self,
        relation: Relation,
        (left, right): (&graph::Expr, &graph::Expr),
        value: &graph::Expr,
    ) -> Result<Condition, Gap> {
        let (one, other) = (self.pointer(left)?, self.pointer(right)?);
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        let known = |holds: bool| {
            let constant = |value: bool| Expr::Constant(i128::from(value), IntegerType::INT);
            Condition { relation: Relation::NotEqual, left: constant(holds), right: constant(false) }
        };
        match (&one, &other) {
            (
                Pointer::Into { region: a, offset: left, .. },
                Pointer::Into { region: b, offset: right, .. },
            ) if a.is(b) => return Ok(Condition { relation, left: left.clone(), right: right.clone() }),
            (Pointer::Into { region: a, offset, .. }, Pointer::Into { region: b, offset: at, .. })
                if equality && a.is_like(b) && !self.may_be_literals(a) =>
            {
                return Ok(self.same_pointer(relation, (a, offset), (b, at), value.span));
            }
            (Pointer::Into { region: a, offset, .. }, Pointer::Into { region: b, offset: at, .. })
                if !equality && a.is_like(b) =>
            {
                self.in_one_object(a, b, value.span);
                return Ok(Condition { relation, left: offset.clone(), right: at.clone() });
            }
            (Pointer::Into { region: a, .. }, Pointer::Into { region: b, .. })
                if equality && self.are_apart(&one, &other) =>
            {
                let rows = [a, b].map(|region| region.object().cloned());
                let rows = rows.into_iter().flatten().filter(|row| self.may_be_freed(row));
                for row in rows.collect::<Vec<Row>>() {
                    self.cut_where_freed(&row, value.span);
                }
                return Ok(known(relation == Relation::NotEqual));
            }
            (Pointer::Null, Pointer::Null) if equality => return Ok(known(relation == Relation::Equal)),
            (pointer @ Pointer::Into { .. }, Pointer::Null)
            | (Pointer::Null, pointer @ Pointer::Into { .. })
                if equality =>
            {
                let mut test = Self::is_set(pointer);
                if relation == Relation::Equal {
                    test.relation = test.relation.negate();
                }
                return Ok(test);
            }
            _ => {}
        }
        // Where a pointer from anywhere is found to be equal, it may be used for the other one.
        self.escape(&one);
        self.escape(&other);
        let left = self.unknown_of("pointer comparison".into(), IntegerType::INT, value.span);
        let right = Expr::Constant(0, IntegerType::INT);
        Ok(Condition { relation: Relation::NotEqual, left, right })
    }

    /// Whether objects may be string literals, of which several may be one object.
    fn may_be_literals(&self, region: &Region) -> bool {
        match self.owner(region.first) {
            Some(Owner::Pool(pool)) => {
                let literals = &self.graph.literals;
                let things = self.pools.pools[pool].things.iter();
                let is_literal = |thing: &&Thing| {
                    let object = thing.object();
                    object.is_some_and(|object| literals.iter().any(|(literal, _)| *literal == object))
                };
                things.filter(is_literal).count() > 1
            }
            _ => false,
        }
    }

    /// One past the end of an array may be where another object begins: a run in which a pointer is that is compared is not
    /// followed.
    fn cut_where_missing(&mut self, row: &Row, span: Span) {
        let Some(missing) = self.missing_element(row).filter(|missing| decided(missing) != Some(false))
        else {
            return;
        };
        let (ends, there, outer) = (self.new_label(span), self.new_label(span), self.enter(UnitKind::Check));
        self.branch(missing, span, ends, there);
        self.place_label(ends);
        self.leave(outer);
        self.cut_for(ObligationKind::Limit, &"comparison of pointers to two objects".into(), span);
        self.place_label(there);
    }

    /// Two pointers into a pool lead into one of its objects: a run in which they do not is not followed.
    fn in_one_object(&mut self, one: &Region, other: &Region, span: Span) {
        let number = |region: &Region| region.object().map_or(Expr::Constant(0, OFFSET), Row::number);
        let equal = Condition { relation: Relation::Equal, left: number(one), right: number(other) };
        if equal.left == equal.right {
            return;
        }
        let (same, apart, outer) = (self.new_label(span), self.new_label(span), self.enter(UnitKind::Check));
        self.branch(equal, span, same, apart);
        self.place_label(apart);
        self.leave(outer);
        self.cut_for(ObligationKind::Limit, &"comparison of pointers to two objects".into(), span);
        self.place_label(same);
    }

    /// Whether two pointers into a pool are equal. One past the end of an object may be where another one begins: such a run is
    /// not followed.
    fn same_pointer(
        &mut self,
        relation: Relation,
        (one, left): (&Region, &Expr),
        (other, right): (&Region, &Expr),
        span: Span,
    ) -> Condition {
        self.cut_where_others(one, other, span);
        let number = |region: &Region| region.object().map_or(Expr::Constant(0, OFFSET), Row::number);
        let (a, b) = (number(one), number(other));
        let constant = |value: i128| Expr::Constant(value, OFFSET);
        let steady = matches!((left, right), (Expr::Constant(..), Expr::Constant(..))) && left == right;
        let rows = [one, other].map(|region| region.object().cloned());
        for row in rows.iter().flatten() {
            self.cut_where_missing(row, span);
        }
        let freed: Vec<&Row> = rows.iter().flatten().filter(|row| self.may_be_freed(row)).collect();
        if steady && freed.is_empty() {
            return Condition { relation, left: a, right: b };
        }
        let (same, apart, outer) = (self.new_label(span), self.new_label(span), self.enter(UnitKind::Check));
        let equal = Condition { relation: Relation::Equal, left: a.clone(), right: b.clone() };
        self.branch(equal, span, same, apart);
        self.place_label(apart);
        for row in freed {
            self.cut_where_freed(row, span);
        }
        let ends = [(left, right, other.length), (right, left, one.length)];
        let apart = steady || self.is_spread(one);
        for (start, end, length) in ends.into_iter().filter(|_| !apart) {
            let (begins, next) = (self.new_label(span), self.new_label(span));
            let zero = Condition { relation: Relation::Equal, left: start.clone(), right: constant(0) };
            self.branch(zero, span, begins, next);
            self.place_label(begins);
            let (far, near) = (self.new_label(span), self.new_label(span));
            let (low, high) = (constant(1), constant(i128::from(length)));
            let beyond = Condition { relation: Relation::GreaterEqual, left: end.clone(), right: low };
            self.branch(beyond, span, far, near);
            self.place_label(far);
            let within = Condition { relation: Relation::LessEqual, left: end.clone(), right: high };
            let (may, never) = (self.new_label(span), self.new_label(span));
            self.branch(within, span, may, never);
            self.place_label(may);
            self.cut_for(ObligationKind::Limit, &"comparison of pointers to two objects".into(), span);
            self.place_label(never);
            self.jump(near);
            self.place_label(near);
            self.jump(next);
            self.place_label(next);
        }
        self.jump(same);
        self.leave(outer);
        self.place_label(same);
        // No offset comes near to this.
        let together = |number: Expr, offset: &Expr| {
            let far = Box::new(Expr::Constant(1 << 36, OFFSET));
            let number = Expr::Binary(BinaryOperator::Multiply, OFFSET, Box::new(number), far);
            Expr::Binary(BinaryOperator::Add, OFFSET, Box::new(number), Box::new(offset.clone()))
        };
        Condition { relation, left: together(a, left), right: together(b, right) }
    }

    /// Whether two pointers lead to different objects for certain: one past the end of an object may be where another
    /// one begins (C11 6.5.9p6).
    fn are_apart(&self, one: &Pointer, other: &Pointer) -> bool {
        let within = |index: &Expr, length: u64| {
            let Interval { low, high } = interval(&self.out, index);
            0 <= low && high < i128::from(length)
        };
        let inside = |pointer: &Pointer| match pointer {
            Pointer::Into { region, offset, .. } => {
                let all = within(offset, self.sure_length(region))
                    && region.rows.iter().all(|row| within(&row.value, row.length.into()));
                all.then_some(region.first)
            }
            Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => None,
        };
        match (inside(one), inside(other)) {
            (Some(one), Some(other)) => {
                let (one, other) = (self.owner(one), self.owner(other));
                // Two string literals may share their characters (C11 6.4.5p7).
                let both = [one, other].iter().all(|owner| owner.is_some_and(|owner| self.is_literal(owner)));
                one != other && !both
            }
            _ => false,
        }
    }

    /// How many objects lie between two pointers.
    pub fn distance(
        &mut self,
        (left, right): (&graph::Expr, &graph::Expr),
        value: &graph::Expr,
    ) -> Result<Expr, Gap> {
        let Type::Integer(ty) = value.ty else { return Err(Gap::Shape("distance")) };
        let (one, other) = (self.pointer(left)?, self.pointer(right)?);
        match (&one, &other) {
            (Pointer::Into { region: a, offset: x, .. }, Pointer::Into { region: b, offset: y, .. })
                if a.is_like(b) && points_to(&left.ty, a) && points_to(&right.ty, b) =>
            {
                self.in_one_object(a, b, value.span);
                let operator = BinaryOperator::Subtract;
                if let (Expr::Constant(x, _), Expr::Constant(y, _)) = (x, y)
                    && let Ok(known) = focuscheck_base::arith::binary(operator, OFFSET, *x, *y)
                {
                    return Ok(self.convert(ty, Expr::Constant(known, OFFSET)));
                }
                let whole = Expr::Binary(operator, OFFSET, Box::new(x.clone()), Box::new(y.clone()));
                let title = Title { text: self.scalar_text(&whole), level: PRIMARY };
                self.check_binary((operator, OFFSET), (x, y), Some(title), (value, right));
                Ok(self.convert(ty, whole))
            }
            _ => {
                self.escape(&one);
                self.escape(&other);
                Ok(self.unknown_of("pointer arithmetic".into(), ty, value.span))
            }
        }
    }

    /// Whether a pointer into objects is not null.
    fn is_set(pointer: &Pointer) -> Condition {
        let known = match pointer {
            Pointer::Into { region, .. } => region.object().map(Row::number),
            Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => None,
        };
        if let Some(number) = known {
            let zero = Expr::Constant(0, OFFSET);
            return Condition { relation: Relation::NotEqual, left: number, right: zero };
        }
        match pointer {
            Pointer::Into { offset, variable: true, .. } => Condition {
                relation: Relation::NotEqual,
                left: offset.clone(),
                right: Expr::Constant(NULL_OFFSET, OFFSET),
            },
            Pointer::Into { .. } | Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => {
                let set = !matches!(pointer, Pointer::Null);
                let constant = |value: bool| Expr::Constant(i128::from(value), IntegerType::INT);
                Condition { relation: Relation::NotEqual, left: constant(set), right: constant(false) }
            }
        }
    }
}

//! Library functions whose values are computed from their arguments, or come from the command line.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Condition, Expr, ScalarId};
use focuscheck_check::library::Model;
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::{self, ARGUMENTS};
use focuscheck_ir::program::graph::{self, Action, Base, ExprKind, NodeId, Place, SiteId};

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::library::{Called, LibraryArgument};
use super::region::{Pointer, points_to};

/// Why a number in a text of the command line is not known.
const READ_AGAIN: &str = "text of the command line that is read again";

impl Stage<'_> {
    /// A function of one integer, computed in a type.
    pub fn computed(&mut self, name: &str, ty: IntegerType, called: Called<'_>) -> Result<(), Gap> {
        let Some(argument) = called.arguments.first() else { return Err(Gap::Shape("library call")) };
        let operand = self.value(argument)?;
        let operand = self.convert(ty, operand);
        let span = called.span;
        let known = match operand {
            Expr::Constant(value, _) => vocabulary::folded(name, value, ty),
            _ => None,
        };
        let model = vocabulary::model(name);
        let value = match (known, model) {
            (Some(known), _) => Some(Expr::Constant(known, ty)),
            (None, Some(Model::Expect)) => Some(operand),
            (None, Some(Model::Swap(bytes))) => Some(swapped(bytes, operand, ty)),
            (None, Some(Model::Absolute)) => Some(self.absolute(operand, ty, called)),
            (None, Some(Model::Character(class))) => {
                let (ranges, result) = class.ranges();
                let (inside, outside) = (Expr::Constant(result, ty), Expr::Constant(0, ty));
                Some(self.in_ranges(&operand, ranges, (inside, outside), called))
            }
            (None, Some(Model::Case(low, high, distance))) => {
                let by = Box::new(Expr::Constant(distance.into(), ty));
                let moved = Expr::Binary(BinaryOperator::Add, ty, Box::new(operand.clone()), by);
                let ranges = [(i128::from(low), i128::from(high))];
                Some(self.in_ranges(&operand, &ranges, (moved, operand.clone()), called))
            }
            _ => None,
        };
        let value = match value {
            Some(value) => value,
            None => self.unknown_of(format!("call of '{name}'").into(), ty, span),
        };
        self.give_number(called, value);
        Ok(())
    }

    /// The number that a call gives, in the type in which it is used.
    pub fn give_number(&mut self, called: Called<'_>, value: Expr) {
        let Some(temporary) = called.result else { return };
        let value = match self.type_of_result(called.node) {
            Type::Integer(ty) => self.convert(ty, value),
            _ => value,
        };
        let value = match value {
            value @ (Expr::Constant(..) | Expr::Scalar(_))
                if !self.is_disturbed(&value, called.node, temporary) =>
            {
                value
            }
            value => {
                let (ty, name) = (self.type_of(&value), self.title_of(temporary).text);
                let target = self.temporary(ty, name, called.span);
                self.assign(target, value, called.span);
                Expr::Scalar(target)
            }
        };
        self.copy_mut().bound.insert(temporary, Bound::Value(value));
    }

    /// A temporary that gets one value or another.
    fn one_of(
        &mut self,
        tests: &[Vec<Condition>],
        (then, otherwise): (Expr, Expr),
        called: Called<'_>,
    ) -> Expr {
        let span = called.span;
        let name = called.result.map_or_else(String::new, |temporary| self.title_of(temporary).text);
        let target = self.temporary(self.type_of(&then), name, span);
        let (holds, join) = (self.new_label(span), self.new_label(span));
        for test in tests {
            let fails = self.new_label(span);
            for (number, condition) in test.iter().enumerate() {
                let next = match number + 1 == test.len() {
                    true => holds,
                    false => self.new_label(span),
                };
                self.branch(condition.clone(), span, next, fails);
                if next != holds {
                    self.place_label(next);
                }
            }
            self.place_label(fails);
        }
        self.assign(target, otherwise, span);
        self.jump(join);
        self.place_label(holds);
        self.assign(target, then, span);
        self.jump(join);
        self.place_label(join);
        Expr::Scalar(target)
    }

    /// `abs`
    fn absolute(&mut self, operand: Expr, ty: IntegerType, called: Called<'_>) -> Expr {
        let Some(argument) = called.arguments.first() else { return operand };
        let negative =
            Condition { relation: Relation::Less, left: operand.clone(), right: Expr::Constant(0, ty) };
        let span = called.span;
        let name = called.result.map_or_else(String::new, |temporary| self.title_of(temporary).text);
        let target = self.temporary(ty, name, span);
        let (holds, fails, join) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.branch(negative, span, holds, fails);
        self.place_label(holds);
        // Where it is not negative, nothing is negated.
        self.check_unary(UnaryOperator::Negate, ty, &operand, argument);
        let negated = Expr::Unary(UnaryOperator::Negate, ty, Box::new(operand.clone()));
        self.assign(target, negated, span);
        self.jump(join);
        self.place_label(fails);
        self.assign(target, operand, span);
        self.jump(join);
        self.place_label(join);
        Expr::Scalar(target)
    }

    /// One value where a number is in one of some ranges, another one where it is not.
    fn in_ranges(
        &mut self,
        operand: &Expr,
        ranges: &[(i128, i128)],
        values: (Expr, Expr),
        called: Called<'_>,
    ) -> Expr {
        let ty = self.type_of(operand);
        let condition = |relation, number| {
            let (left, right) = (operand.clone(), Expr::Constant(number, ty));
            Condition { relation, left, right }
        };
        let tests: Vec<Vec<Condition>> = ranges
            .iter()
            .map(|&(low, high)| {
                vec![condition(Relation::GreaterEqual, low), condition(Relation::LessEqual, high)]
            })
            .collect();
        self.one_of(&tests, values, called)
    }

    /// `__builtin_add_overflow(a, b, &r)`: computes in a type that holds the exact result.
    pub fn overflowing(
        &mut self,
        (operator, stored): (BinaryOperator, IntegerType),
        called: Called<'_>,
    ) -> Result<(), Gap> {
        let [left, right, result] = called.arguments else {
            return Err(Gap::Shape("library call"));
        };
        let span = called.span;
        let given = [self.given_argument(left)?, self.given_argument(right)?, self.given_argument(result)?];
        if let [
            LibraryArgument::Value(left),
            LibraryArgument::Value(right),
            LibraryArgument::Pointer(pointer, ..),
        ] = &given
        {
            let (left, right) = (left.clone(), right.clone());
            let (one, other) = (self.type_of(&left), self.type_of(&right));
            let width = match operator {
                BinaryOperator::Multiply => one.width + other.width + 1,
                _ => one.width.max(other.width) + 2,
            };
            // Two unsigned 64-bit factors are too much.
            let wide = IntegerType { width: width.min(128), signed: true, float: false };
            let fits = width < 129 || width == 129 && (one.signed || other.signed);
            if let (Some(target), true) = (self.object_of(pointer, result, span), fits) {
                let (left, right) = (self.convert(wide, left), self.convert(wide, right));
                let exact = Expr::Binary(operator, wide, Box::new(left), Box::new(right));
                let kept = self.temporary(wide, overflowing_name(operator).to_owned(), span);
                self.assign(kept, exact, span);
                let value = self.convert(stored, Expr::Scalar(kept));
                self.store(target, value.clone(), span);
                let changed = self.convert(wide, value);
                let differs =
                    Condition { relation: Relation::NotEqual, left: changed, right: Expr::Scalar(kept) };
                let ty = IntegerType::BOOL;
                let values = (Expr::Constant(1, ty), Expr::Constant(0, ty));
                let value = self.one_of(&[vec![differs]], values, called);
                self.give_number(called, value);
                return Ok(());
            }
        }
        let reason = format!("call of '{}'", overflowing_name(operator)).into();
        self.worst(&reason, &given, (0, true, true), span);
        self.library_result(called, Pointer::Unknown(reason.clone()), &reason)
    }

    /// The one integer that a pointer leads to, as a target.
    fn object_of(
        &mut self,
        pointer: &Pointer,
        written: &graph::Expr,
        span: Span,
    ) -> Option<super::target::Target> {
        let Pointer::Into { region, offset, .. } = pointer else { return None };
        let integer = matches!(region.element, Type::Integer(_));
        if !integer || region.constant || !points_to(&written.ty, region) {
            return None;
        }
        if let Expr::Constant(at, _) = offset
            && !(0..i128::from(self.sure_length(region))).contains(at)
        {
            return None;
        }
        Some(self.object_behind(region, offset, 0, span))
    }

    /// A number that is read from a text: of the command line it comes from outside.
    pub fn parsed(&mut self, site: SiteId, ty: IntegerType, called: Called<'_>) -> Result<(), Gap> {
        let (name, range) = {
            let site = &self.graph.sites[site.index()];
            (site.name.clone(), site.range)
        };
        let (span, argument) = (called.span, called.arguments.first());
        let literal = argument.filter(|_| name.starts_with("ato"));
        let text: Option<String> = literal
            .and_then(|argument| self.literal_behind(argument))
            .and_then(|units| units.iter().map(|&unit| char::from_u32(unit)).collect());
        let known = text.and_then(|text| vocabulary::leading_number(&text)).filter(|&n| ty.contains(n));
        if let Some(known) = known {
            self.give_number(called, Expr::Constant(known, ty));
            return Ok(());
        }
        if let Some(&is_one) = self.graph.numbers.get(&site) {
            for argument in called.arguments {
                self.parsed_text(argument)?;
            }
            if is_one && self.comes_again(called.node) {
                let value = self.unknown_of(READ_AGAIN.into(), ty, span);
                self.give_number(called, value);
                return Ok(());
            }
        } else {
            for argument in called.arguments {
                self.used_only(argument)?;
            }
            let from_outside = argument.and_then(|argument| self.command_line_text(argument));
            let reason = match from_outside {
                None => Some(format!("call of '{name}'")),
                Some(_) if self.tree.function(ARGUMENTS).is_some() => Some(READ_AGAIN.to_owned()),
                Some(element) if self.is_read_again(called.node, element) => Some(READ_AGAIN.to_owned()),
                Some(_) => None,
            };
            if let Some(reason) = reason {
                let value = self.unknown_of(reason.into(), ty, span);
                self.give_number(called, value);
                return Ok(());
            }
        }
        let Some(temporary) = called.result else { return Ok(()) };
        let name = self.title_of(temporary).text;
        self.input_of(called.node, temporary, (name, ty, range), span)
    }

    /// Evaluates a text of the command line that a number is read of: it has to be there.
    fn parsed_text(&mut self, argument: &graph::Expr) -> Result<(), Gap> {
        if !matches!(argument.ty, Type::Pointer(..)) {
            return self.used(argument);
        }
        let pointer = self.pointer(argument)?;
        if let Pointer::Into { region, .. } = &pointer {
            self.check_rows(region, argument.span);
        }
        self.computed_offset(&pointer, argument.span)
    }

    /// Evaluates an argument that goes nowhere.
    fn used_only(&mut self, argument: &graph::Expr) -> Result<(), Gap> {
        match argument.ty {
            Type::Pointer(..) => {
                let pointer = self.pointer(argument)?;
                self.computed_offset(&pointer, argument.span)
            }
            _ => self.used(argument),
        }
    }

    /// The element of the list of the command line's texts that a value is a part of, if that is known.
    fn command_line_text(&self, value: &graph::Expr) -> Option<Option<i128>> {
        match &value.kind {
            ExprKind::Read(place) => self.command_line_element(place),
            ExprKind::Convert(operand) => self.command_line_text(operand),
            ExprKind::Moved { pointer, .. } => self.command_line_text(pointer),
            ExprKind::Temporary(temporary) => match self.copy().uses.definitions(*temporary) {
                [node] => match &self.graph.nodes[node.index()].action {
                    Action::Load { place, .. } => self.command_line_element(place),
                    Action::Assign { value, .. } => self.command_line_text(value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn command_line_element(&self, place: &Place) -> Option<Option<i128>> {
        let Base::Pointer(pointer) = &place.base else { return None };
        let list = self.command_line_list(pointer)?;
        let index = match &place.steps[..] {
            [] => Some(0),
            [graph::Step::Element { index, .. }] => match index.kind {
                ExprKind::Integer(at) => Some(at),
                _ => None,
            },
            _ => None,
        };
        Some(list.zip(index).map(|(list, index)| list + index))
    }

    /// How far a pointer into the list of texts is behind its begin, if that is known.
    fn command_line_list(&self, pointer: &graph::Expr) -> Option<Option<i128>> {
        match &pointer.kind {
            ExprKind::Read(place) => {
                let function = &self.tree.functions[self.copy().function.index()];
                let list = function.definition.as_ref()?.parameters.get(1)?;
                let main = self.out.main == Some(self.procedure());
                let entered = self.original.start().entry.is_some();
                let own = matches!(place.base, Base::Object(object) if object == *list);
                (own && main && !entered && place.steps.is_empty()).then(|| {
                    let modified = self.copy().modified.contains(list);
                    (!modified).then_some(0)
                })
            }
            ExprKind::Convert(operand) => self.command_line_list(operand),
            ExprKind::Moved { pointer, by, back, .. } => {
                let list = self.command_line_list(pointer)?;
                let by = match by.kind {
                    ExprKind::Integer(by) => Some(if *back { -by } else { by }),
                    _ => None,
                };
                Some(list.zip(by).map(|(list, by)| list + by))
            }
            ExprKind::Temporary(temporary) => match self.copy().uses.definitions(*temporary) {
                [node] => match &self.graph.nodes[node.index()].action {
                    Action::Assign { value, .. } => self.command_line_list(value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the text of the command line that is read at a node may be read somewhere else, or there again: two inputs
    /// would have two values.
    fn is_read_again(&mut self, node: NodeId, element: Option<i128>) -> bool {
        let reads: Vec<NodeId> = self
            .graph
            .nodes_of(self.copy().origin)
            .filter(|other| matches!(self.graph.nodes[other.index()].action, Action::Library { .. }))
            .filter(|other| *other < node)
            .collect();
        let same = |other: NodeId| {
            let Action::Library { function: graph::Library::Parse(..), arguments, .. } =
                &self.graph.nodes[other.index()].action
            else {
                return false;
            };
            let read = arguments.first().and_then(|argument| self.command_line_text(argument));
            read.is_some_and(|read| read.is_none() || element.is_none() || read == element)
        };
        reads.into_iter().any(same) || element.is_some() && self.comes_again(node)
    }

    /// Whether a node may run twice in one run of its procedure.
    pub fn comes_again(&self, node: NodeId) -> bool {
        let (mut seen, mut pending) = (std::collections::BTreeSet::new(), vec![node]);
        while let Some(next) = pending.pop() {
            for &successor in &self.graph.nodes[next.index()].successors {
                if successor == node {
                    return true;
                }
                if seen.insert(successor) {
                    pending.push(successor);
                }
            }
        }
        false
    }

    /// A scalar's value from outside, for a temporary of the graph.
    fn input_of(
        &mut self,
        node: NodeId,
        temporary: graph::TemporaryId,
        (name, ty, range): (String, IntegerType, (i128, i128)),
        span: Span,
    ) -> Result<(), Gap> {
        let site = focuscheck_cells::facts::cfg::Site {
            range,
            ..focuscheck_cells::facts::cfg::Site::new(name.clone(), ty, span)
        };
        let site = self.new_site(site);
        let target: ScalarId = self.temporary(ty, name, span);
        self.emit(focuscheck_cells::facts::cfg::Action::Input { target, site }, span);
        let called = Called { node, arguments: &[], result: Some(temporary), span };
        self.give_number(called, Expr::Scalar(target));
        Ok(())
    }
}

/// The bytes of an integer in reverse order.
fn swapped(bytes: u8, operand: Expr, ty: IntegerType) -> Expr {
    let number = |n: i128| Expr::Constant(n, ty);
    let apply = |operator, left, right| Expr::Binary(operator, ty, Box::new(left), Box::new(right));
    let mut swapped = number(0);
    for byte in 0..i128::from(bytes) {
        let low = apply(BinaryOperator::ShiftRight, operand.clone(), number(8 * byte));
        let low = apply(BinaryOperator::BitAnd, low, number(255));
        let high = number(8 * (i128::from(bytes) - 1 - byte));
        let moved = apply(BinaryOperator::ShiftLeft, low, high);
        swapped = apply(BinaryOperator::BitOr, swapped, moved);
    }
    swapped
}

fn overflowing_name(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Subtract => "__builtin_sub_overflow",
        BinaryOperator::Multiply => "__builtin_mul_overflow",
        _ => "__builtin_add_overflow",
    }
}

//! Expressions: what value they have, and what evaluating them does.

use crate::program::graph::{Action, Expr, ExprKind, NodeId, Place};
use crate::program::outline::{Held, UnitKind};
use crate::program::text::{self, Title, title};
use focuscheck_base::arith::{IntegerType, Relation, UnaryOperator};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::options::DataModel;
use focuscheck_base::source::Span;
use focuscheck_check::effects::{has_effects, place_has_effects};
use focuscheck_check::floating;
use focuscheck_check::scalar::{arithmetic, relation};
use focuscheck_check::tree::{
    Binary, Expression, ExpressionKind as Kind, FunctionId, InitialPart, InitialValue, Place as Lvalue,
    PlaceKind, Statement,
};
use focuscheck_check::types::{Type, promote};

use super::build::Lowering;
use super::call::Outcome;
use super::outline::{is_no_scalar, no_scalar};

impl<'t> Lowering<'t> {
    /// A value that is not modelled.
    pub(super) fn unmodelled(reason: impl Into<Unmodelled>, ty: &Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Unmodelled(reason.into()), ty: ty.clone(), span }
    }

    /// A value converted to a type; to one of which nothing is known it is not.
    pub(super) fn converted(value: Expr, ty: &Type) -> Expr {
        if value.ty == *ty || matches!(ty, Type::Opaque(_)) {
            return value;
        }
        let span = value.span;
        Expr { kind: ExprKind::Convert(Box::new(value)), ty: ty.clone(), span }
    }

    /// The value of a scalar expression. Computing it changes nothing: what the expression changes has changed.
    pub(super) fn value(&mut self, expression: &'t Expression) -> Expr {
        let value = self.value_of(expression);
        self.entitle(&value, expression);
        value
    }

    fn value_of(&mut self, expression: &'t Expression) -> Expr {
        spend(1);
        let (span, ty) = (expression.span, &expression.ty);
        if let (Some(value), Type::Integer(_) | Type::Pointer(..)) = (expression.constant, ty)
            && !has_effects(expression)
        {
            return Expr { kind: ExprKind::Integer(value), ty: ty.clone(), span };
        }
        let plain = |kind| Expr { kind, ty: ty.clone(), span };
        if self.types.float_bits(ty).is_some()
            && let Some(bits) = floating::bits(expression)
        {
            return plain(ExprKind::Integer(bits));
        }
        match &expression.kind {
            Kind::Integer(value) => plain(ExprKind::Integer(*value)),
            Kind::Float(_) => Self::unmodelled("floating-point value", ty, span),
            Kind::Any => self.input("*", (0, 1), ty, span),
            Kind::Function(id) => self.function(*id, ty, span),
            Kind::Undeclared(name) if name == "NULL" => plain(ExprKind::Integer(0)),
            Kind::Undeclared(name) => Self::unmodelled(format!("'{name}'"), ty, span),
            Kind::Load(place) => self.load(place, ty, span),
            Kind::Decay(place) => {
                let array = self.size(&place.ty);
                self.address_of(place, array, ty, span)
            }
            Kind::AddressOf(place) => match &place.kind {
                // Of `*p` it is the pointer, with all that it may lead to.
                PlaceKind::Dereference(pointer) if pointer.ty == *ty => Expr { span, ..self.value(pointer) },
                _ => self.address_of(place, None, ty, span),
            },
            Kind::LabelAddress(_) => Self::unmodelled("address of a label", ty, span),
            Kind::Unary(operator, operand) => self.unary(*operator, operand, ty, span),
            Kind::Not(operand) => {
                let value = self.value(operand);
                let zero = Expr { kind: ExprKind::Integer(0), ty: value.ty.clone(), span };
                plain(ExprKind::Compare(Relation::Equal, Box::new(value), Box::new(zero)))
            }
            Kind::ComplexPart(operand) => {
                self.effect(operand);
                Self::unmodelled("complex value", ty, span)
            }
            Kind::Binary(operator, left, right) => self.operation(*operator, [left, right], ty, span),
            Kind::And(..) | Kind::Or(..) => self.truth(expression),
            Kind::Conditional(condition, then, otherwise) => {
                self.choice(expression, condition, then.as_deref(), otherwise)
            }
            Kind::Comma(first, second) => {
                self.effect(first);
                self.value(second)
            }
            Kind::Cast(operand) | Kind::Convert(operand) => self.conversion(operand, ty, span),
            Kind::Assign(place, value) => self.assignment(place, value, true, span),
            Kind::Update { .. } => self.update(expression, true),
            Kind::Call(callee, arguments) => match self.call(callee, arguments, true, ty, span) {
                Outcome::Scalar(value) => value,
                Outcome::Nothing | Outcome::Record(_) => Self::unmodelled("value of a call", ty, span),
            },
            Kind::Statement(statements, Some(value), Some(function)) => {
                self.library_value(expression, *function, (statements, value))
            }
            Kind::Statement(statements, value, _) => {
                self.nested_statements(statements);
                match value {
                    Some(value) => self.value(value),
                    None => Self::unmodelled("statement without a value", ty, span),
                }
            }
            Kind::VariableArgument(list) => {
                self.effect(list);
                Self::unmodelled("variable argument", ty, span)
            }
            Kind::OneOf(candidates) => self.one_of(candidates, ty, span),
            Kind::Unknown(reason, operands) => {
                operands.iter().for_each(|operand| self.given_away(operand, None));
                Self::unmodelled(reason.clone(), ty, span)
            }
        }
    }

    /// The value that what a library function does has in the place of its call.
    fn library_value(
        &mut self,
        call: &'t Expression,
        function: FunctionId,
        (statements, value): (&'t [Statement], &'t Expression),
    ) -> Expr {
        let outer = self.begin_model(function);
        statements.iter().for_each(|statement| self.statement(statement));
        let unit = self.enter(UnitKind::Assign);
        let value = self.value(value);
        let value = self.computed(value, call);
        self.leave(unit);
        self.end_model(function, outer, call.span);
        value
    }

    fn address_of(&mut self, place: &'t Lvalue, array: Option<u64>, ty: &Type, span: Span) -> Expr {
        let place = self.place(place);
        let address = Expr { ty: ty.clone(), span, ..Self::address(place) };
        match address.kind {
            ExprKind::Address(place, _) => Expr { kind: ExprKind::Address(place, array), ..address },
            _ => address,
        }
    }

    fn operation(
        &mut self,
        operator: Binary,
        [left, right]: [&'t Expression; 2],
        ty: &Type,
        span: Span,
    ) -> Expr {
        let mut values = self.operands(&[left, right]).into_iter();
        match (values.next(), values.next()) {
            (Some(l), Some(r)) if is_no_scalar(&l) || is_no_scalar(&r) => {
                let compared =
                    relation(operator).and_then(|relation| self.compared(relation, (&l, &r), ty, span));
                if let Some(compared) = compared {
                    return compared;
                }
                let reason = no_scalar(operator, &l, &r);
                self.discarded(l, left);
                self.discarded(r, right);
                Self::unmodelled(reason, ty, span)
            }
            (Some(l), Some(r)) => Self::binary(operator, l, r, ty, span, |ty| self.size(ty)),
            _ => Self::unmodelled("operation", ty, span),
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &'t Expression, ty: &Type, span: Span) -> Expr {
        let value = self.value(operand);
        match ty {
            Type::Integer(integer) => {
                let value = Box::new(Self::converted(value, ty));
                Expr { kind: ExprKind::Unary(operator, *integer, value), ty: ty.clone(), span }
            }
            _ => {
                let negates = matches!(operator, UnaryOperator::Negate);
                if let Some(opposite) = self.opposite(&value, ty, span).filter(|_| negates) {
                    return opposite;
                }
                self.discarded(value, operand);
                Self::unmodelled("floating-point arithmetic", ty, span)
            }
        }
    }

    fn conversion(&mut self, operand: &'t Expression, ty: &Type, span: Span) -> Expr {
        match (&operand.ty, ty) {
            (Type::Record(_) | Type::Void, _) | (_, Type::Record(_) | Type::Void) => {
                self.effect(operand);
                Self::unmodelled("conversion", ty, span)
            }
            (Type::Float(_), Type::Integer(integer))
                if self.types.model != DataModel::Ilp32
                    && let Some(number) = floating::converted(operand, *integer) =>
            {
                Expr { kind: ExprKind::Integer(number), ty: ty.clone(), span }
            }
            _ => {
                let value = self.value(operand);
                match value.ty {
                    Type::Opaque(_) => {
                        self.discarded(value, operand);
                        Self::unmodelled("conversion", ty, span)
                    }
                    _ => Expr { span, ..Self::converted(value, ty) },
                }
            }
        }
    }

    fn one_of(&mut self, candidates: &'t [Expression], ty: &Type, span: Span) -> Expr {
        if candidates.iter().any(has_effects) {
            self.cut("one of several expressions", span);
        }
        Self::unmodelled("one of several expressions", ty, span)
    }

    /// A value from outside.
    pub(super) fn input(&mut self, name: &str, range: (i128, i128), ty: &Type, span: Span) -> Expr {
        let site = self.new_site(name, range, span);
        let target = self.temporary();
        let outer = self.unit;
        if outer.is_none() {
            self.enter(UnitKind::Assign);
        }
        let node = self.emit(Action::Input { target, site }, span);
        if let Some(bits) = self.types.bits(ty) {
            self.graph.outline.inputs.insert(node, bits);
        }
        self.leave(outer);
        Self::held(target, ty, span)
    }

    /// The address of a function; one that is weak may be missing.
    fn function(&mut self, id: FunctionId, ty: &Type, span: Span) -> Expr {
        let id = self.tree.resolved(id);
        let entry = &self.tree.functions[id.index()];
        self.graph.draws_unseen |= entry.definition.is_none() && self.may_draw(id);
        if entry.definition.is_none() && self.tree.linkage.is_weak(&entry.name) {
            return Self::unmodelled("weak function", ty, span);
        }
        Expr { kind: ExprKind::Function(id), ty: ty.clone(), span }
    }

    /// The values of operands, from left to right, but for those that another one keeps from being evaluated: what a later one
    /// may change of an earlier one is kept before.
    pub(super) fn operands(&mut self, operands: &[&'t Expression]) -> Vec<Expr> {
        if self.quiet {
            return self.operands_in_order(operands);
        }
        let sequence = self.ending.sequence(self.tree, operands);
        let turned: Vec<&'t Expression> = sequence.iter().map(|number| operands[*number]).collect();
        self.order_of_failing(&turned);
        let mut values: Vec<_> = sequence.into_iter().zip(self.operands_in_order(&turned)).collect();
        values.sort_by_key(|(number, _)| *number);
        values.into_iter().map(|(_, value)| value).collect()
    }

    fn operands_in_order(&mut self, operands: &[&'t Expression]) -> Vec<Expr> {
        // What the first one changes comes before all: it is not asked, since it may be a long chain.
        let later = operands.get(1..).unwrap_or_default();
        let last = later.iter().rposition(|operand| has_effects(operand)).map_or(0, |number| number + 1);
        let quiet = self.quiet;
        self.quiet = quiet || last == 0 && !operands.iter().any(|operand| has_effects(operand));
        let order = self.begin_order(!self.quiet && operands.len() > 1);
        let mut values = Vec::with_capacity(operands.len());
        for (number, operand) in operands.iter().enumerate() {
            self.next_operand(order, operand.span);
            let value = self.value(operand);
            // Who keeps what every operand of a long sum gives, copies with the square of its length.
            if order.is_some() {
                self.gives(order, vec![value.clone()], None);
            }
            values.push(if number < last { self.held_as(value, Held::Steady) } else { value });
        }
        if let Some(operand) = operands.last() {
            self.next_operand(order, operand.span);
        }
        self.quiet = quiet;
        values
    }

    /// An operation on two scalars.
    fn binary(
        operator: Binary,
        left: Expr,
        right: Expr,
        ty: &Type,
        span: Span,
        size: impl Fn(&Type) -> Option<u64>,
    ) -> Expr {
        let plain = |kind| Expr { kind, ty: ty.clone(), span };
        if is_no_scalar(&left) || is_no_scalar(&right) {
            return Self::unmodelled(no_scalar(operator, &left, &right), ty, span);
        }
        if let Some(relation) = relation(operator) {
            return plain(ExprKind::Compare(relation, Box::new(left), Box::new(right)));
        }
        let behind = |pointer: &Expr| match &pointer.ty {
            Type::Pointer(inner, _) => size(inner),
            _ => None,
        };
        match (&left.ty, &right.ty, ty) {
            (Type::Integer(_), Type::Integer(_), Type::Integer(integer)) => match arithmetic(operator) {
                Some(operator) => {
                    let left = Self::converted(left, ty);
                    plain(ExprKind::Binary(operator, *integer, Box::new(left), Box::new(right)))
                }
                None => Self::unmodelled("operation", ty, span),
            },
            (Type::Pointer(..), Type::Pointer(..), _) if operator == Binary::Subtract => {
                let size = behind(&left);
                plain(ExprKind::Distance(Box::new(left), Box::new(right), size))
            }
            (Type::Pointer(..), Type::Integer(_), _) => {
                let size = behind(&left);
                let back = operator == Binary::Subtract;
                plain(ExprKind::Moved { pointer: Box::new(left), by: Box::new(right), back, size })
            }
            (Type::Integer(_), Type::Pointer(..), _) => {
                let size = behind(&right);
                plain(ExprKind::Moved { pointer: Box::new(right), by: Box::new(left), back: false, size })
            }
            _ => Self::unmodelled("operation", ty, span),
        }
    }

    /// Reads an lvalue.
    fn load(&mut self, place: &'t Lvalue, ty: &Type, span: Span) -> Expr {
        let volatile = self.is_volatile(place);
        if let Some(value) = Self::literal_value(place).filter(|_| !volatile) {
            let value = self.value(value);
            return Self::converted(value, ty);
        }
        let place = self.place(place);
        self.read(place, volatile, ty, span)
    }

    /// Reads a place.
    pub(super) fn read(&mut self, place: Place, volatile: bool, ty: &Type, span: Span) -> Expr {
        if let (true, Some(bits)) = (volatile, self.types.bits(&place.ty)) {
            let range = (bits.min(), bits.max());
            let value = self.input("volatile", range, &place.ty, place.span);
            if let Some(site) = self.graph.sites.last_mut() {
                site.place = Some(place);
            }
            return Self::converted(value, ty);
        }
        let stored = place.ty.clone();
        let value = if place.is_fixed() {
            Expr { kind: ExprKind::Read(Box::new(place)), ty: stored, span }
        } else {
            let target = self.temporary();
            self.emit(Action::Load { target, place }, span);
            Self::held(target, &stored, span)
        };
        Self::converted(value, ty)
    }

    /// `place = value` of scalars; gives the value if it is used.
    fn assignment(&mut self, target: &'t Lvalue, value: &'t Expression, used: bool, span: Span) -> Expr {
        let outer = self.enter(UnitKind::Assign);
        let effects = has_effects(value);
        self.order_of_place(target, value);
        let order = self.order_of_assignment(target, value, effects);
        self.next_operand(order, target.span);
        let mut place = self.place(target);
        self.gives(order, Self::values_of(&place), None);
        let found = self.find(&place);
        if effects {
            place = self.steady(place);
        }
        let expression = value;
        self.next_operand(order, expression.span);
        let value = self.value(value);
        self.gives(order, vec![value.clone()], None);
        self.assigned(order, &place, expression);
        let value = self.stored_as(place, value, &target.ty, used.then_some(expression), (found, None), span);
        self.next_operand(order, span);
        self.leave(outer);
        value
    }

    /// Stores a value; gives what the place has then, if it is used.
    pub(super) fn stored(&mut self, place: Place, value: Expr, ty: &Type, span: Span) -> Expr {
        self.stored_as(place, value, ty, None, (None, None), span)
    }

    /// The same, where an expression gives the value if it is used, and it is known where the place was found, and which
    /// update computes the value.
    fn stored_as(
        &mut self,
        place: Place,
        value: Expr,
        ty: &Type,
        used_as: Option<&Expression>,
        (found, update): (Option<NodeId>, Option<&Expression>),
        span: Span,
    ) -> Expr {
        let used = used_as.is_some();
        let narrow = place.bits.is_some();
        let (place, mut value) = (if used { self.steady(place) } else { place }, value);
        let stored = place.ty.clone();
        value = Self::converted(value, &stored);
        let first = NodeId(self.graph.nodes.len() as u32);
        match used_as.filter(|_| !narrow) {
            Some(_) if place.is_fixed() => value = self.held_as(value, Held::Stored),
            Some(expression) => value = self.computed(value, expression),
            None => {}
        }
        let node = self.emit(Action::Store { place: place.clone(), value: value.clone() }, span);
        self.uses(node, found);
        if let Some(whole) = update {
            let title = title(self.tree, whole);
            self.graph.outline.updates.insert(first, title);
        }
        match (used, narrow) {
            (false, _) => value,
            (true, false) => Self::converted(value, ty),
            // A bit-field keeps the lowest bits.
            (true, true) => {
                let value = self.read(place, false, ty, span);
                self.kept(value)
            }
        }
    }

    /// `place op= value`, `++`, `--`; gives the value if it is used.
    fn update(&mut self, expression: &'t Expression, used: bool) -> Expr {
        let (span, ty) = (expression.span, &expression.ty);
        let Kind::Update { place: target, operator, value, postfix } = &expression.kind else {
            return Self::unmodelled("update", ty, span);
        };
        let volatile = self.is_volatile(target);
        let outer = self.enter(UnitKind::Assign);
        self.order_of_place(target, value);
        let order = self.begin_order(!self.quiet && (has_effects(value) || place_has_effects(target)));
        self.next_operand(order, target.span);
        let place = self.place(target);
        self.gives(order, Self::values_of(&place), Some(&place));
        let found = self.find(&place);
        let place = self.steady(place);
        // As in gcc the right operand comes before the old value.
        self.next_operand(order, value.span);
        let right = self.value(value);
        self.gives(order, vec![right.clone()], None);
        self.assigned(order, &place, value);
        let next = NodeId(self.graph.nodes.len() as u32);
        let old = self.read(place.clone(), volatile, &target.ty, span);
        self.uses(next, found);
        if let ExprKind::Temporary(temporary) = old.kind {
            let text = text::place(self.tree, target);
            self.titles.entry(temporary).or_insert((Title { text, level: text::PRIMARY }, target.span));
        }
        let old = if used && *postfix { self.computed(old, expression) } else { old };
        let operation = match (&target.ty, &right.ty, operator) {
            (Type::Integer(left), _, Binary::ShiftLeft | Binary::ShiftRight) => Type::Integer(promote(*left)),
            (Type::Integer(_), right, _) => right.clone(),
            (left, _, _) => left.clone(),
        };
        let left = match &target.ty {
            Type::Integer(_) => Self::converted(old.clone(), &operation),
            _ => old.clone(),
        };
        if is_no_scalar(&left) || is_no_scalar(&right) {
            self.discarded(left.clone(), value);
            self.discarded(right.clone(), value);
        }
        let new = Self::binary(*operator, left, right, &operation, span, |ty| self.size(ty));
        let used_as = (used && !*postfix).then_some(expression);
        let new = self.stored_as(place, new, &target.ty, used_as, (found, Some(expression)), span);
        self.next_operand(order, span);
        self.leave(outer);
        if *postfix { Self::converted(old, ty) } else { new }
    }

    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, expression: &'t Expression) {
        let (span, ty) = (expression.span, &expression.ty);
        match &expression.kind {
            Kind::Conditional(condition, then, otherwise) if then.is_some() => {
                self.either(condition, then.as_deref(), Some(otherwise));
            }
            Kind::And(condition, then) => self.either(condition, Some(then), None),
            Kind::Or(condition, otherwise) => self.either(condition, None, Some(otherwise)),
            Kind::Comma(first, second) => {
                self.effect(first);
                self.effect(second);
            }
            Kind::Cast(operand) | Kind::Convert(operand) | Kind::Not(operand) => self.effect(operand),
            Kind::Assign(..) if matches!(ty, Type::Record(_)) => _ = self.record(expression),
            Kind::Assign(place, value) => _ = self.assignment(place, value, false, span),
            Kind::Update { .. } => _ = self.update(expression, false),
            Kind::Call(callee, arguments) => _ = self.call(callee, arguments, false, ty, span),
            Kind::Statement(statements, value, function) => {
                let outer = self.model;
                if let Some(function) = function {
                    self.begin_model(*function);
                }
                self.nested_statements(statements);
                if let Some(function) = function {
                    self.end_model(*function, outer, span);
                }
                value.iter().for_each(|value| self.effect(value));
            }
            // Of an object with a name nothing is read: `(void)x` only says that it is not used.
            Kind::Load(place) if !place_has_effects(place) && is_named(place) => {
                let place = self.place(place);
                let _ = self.steady(place);
            }
            Kind::Decay(place) | Kind::AddressOf(place) if !place_has_effects(place) => {
                let place = self.place(place);
                let _ = self.steady(place);
            }
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Any
            | Kind::Function(_)
            | Kind::Undeclared(_)
            | Kind::Load(_)
            | Kind::Decay(_)
            | Kind::AddressOf(_)
            | Kind::LabelAddress(_)
            | Kind::Unary(..)
            | Kind::ComplexPart(_)
            | Kind::Binary(..)
            | Kind::Conditional(..)
            | Kind::VariableArgument(_)
            | Kind::OneOf(_)
            | Kind::Unknown(..) => {
                if matches!(ty, Type::Record(_)) {
                    self.record(expression);
                    return;
                }
                let outer = self.enter(UnitKind::Assign);
                let value = self.value(expression);
                self.discarded(value, expression);
                self.leave(outer);
            }
        }
    }

    /// The value of a compound literal of an integer type, of which nothing else is needed.
    fn literal_value(place: &Lvalue) -> Option<&Expression> {
        let (PlaceKind::Compound(initializer), Type::Integer(_)) = (&place.kind, &place.ty) else {
            return None;
        };
        match &initializer.parts[..] {
            [InitialPart { path: Some(path), value: InitialValue::Expression(value), .. }]
                if path.is_empty() =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// A number of type `int`.
    pub(super) fn number(value: i128, span: Span) -> Expr {
        Expr::integer(value, IntegerType::INT, span)
    }
}

/// Whether a place is an object that is named, or a member of one: nothing has to be found out to read it.
fn is_named(place: &Lvalue) -> bool {
    match &place.kind {
        PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Compound(_) | PlaceKind::Undeclared(_) => true,
        PlaceKind::Member(whole, ..) => is_named(whole),
        PlaceKind::Dereference(_) | PlaceKind::Behind(..) | PlaceKind::Element(..) | PlaceKind::Value(_) => {
            false
        }
    }
}

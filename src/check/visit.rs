//! The one way through the typed tree: what statements, expressions and places consist of, in the order in which it stands.
//!
//! A visitor says what it does at some kinds and goes on inside of all others ([`Visit`], [`VisitMut`]). What is not evaluated
//! is no part of the tree, so it is not visited.

use focuscheck_base::limit::spend;

use super::tree::{
    Callee, Declaration, Expression, ExpressionKind, InitialValue, Initializer, Item, Operand, Place,
    PlaceKind, Program, Statement, StatementKind,
};

/// A visitor, with the functions that go on inside of each kind of part. `$iter` is how lists are gone through.
macro_rules! visitor {
    (
        $(#[$about:meta])* $name:ident, $iter:ident, ($($lifetime:lifetime)?), ($($mutable:tt)?),
        $in_statement:ident, $in_expression:ident, $in_place:ident, $in_initializer:ident
    ) => {
        $(#[$about])*
        pub trait $name $(<$lifetime>)?: Sized {
            /// A statement.
            fn statement(&mut self, statement: & $($lifetime)? $($mutable)? Statement) {
                $in_statement(self, statement);
            }

            /// An expression.
            fn expression(&mut self, expression: & $($lifetime)? $($mutable)? Expression) {
                $in_expression(self, expression);
            }

            /// A place.
            fn place(&mut self, place: & $($lifetime)? $($mutable)? Place) {
                $in_place(self, place);
            }
        }

        /// Visits the parts of a statement.
        pub fn $in_statement $(<$lifetime>)? (
            visitor: &mut impl $name $(<$lifetime>)?,
            statement: & $($lifetime)? $($mutable)? Statement,
        ) {
            spend(1);
            match & $($mutable)? statement.kind {
                StatementKind::Empty
                | StatementKind::NestedFunction
                | StatementKind::Break
                | StatementKind::Continue
                | StatementKind::Return(None)
                | StatementKind::Goto(_)
                | StatementKind::Stated(_) => {}
                StatementKind::Expression(expression)
                | StatementKind::Return(Some(expression))
                | StatementKind::GotoComputed(expression) => visitor.expression(expression),
                StatementKind::Declaration(made) => {
                    for declaration in made {
                        match declaration {
                            Declaration::Sizes(sizes) => sizes.$iter().for_each(|size| visitor.expression(size)),
                            Declaration::Object { initializer, .. } => {
                                initializer.$iter().for_each(|value| $in_initializer(visitor, value));
                            }
                        }
                    }
                }
                StatementKind::Block(statements) => statements.$iter().for_each(|s| visitor.statement(s)),
                StatementKind::If(arms, otherwise) => {
                    for arm in arms {
                        visitor.expression(& $($mutable)? arm.condition);
                        visitor.statement(& $($mutable)? arm.then);
                    }
                    otherwise.$iter().for_each(|s| visitor.statement(s));
                }
                StatementKind::While(condition, body) => {
                    visitor.expression(condition);
                    visitor.statement(body);
                }
                StatementKind::DoWhile(body, condition) => {
                    visitor.statement(body);
                    visitor.expression(condition);
                }
                StatementKind::For { init, condition, step, body } => {
                    init.$iter().for_each(|s| visitor.statement(s));
                    condition.$iter().chain(step.$iter()).for_each(|e| visitor.expression(e));
                    visitor.statement(body);
                }
                StatementKind::Switch(value, body) => {
                    visitor.expression(value);
                    visitor.statement(body);
                }
                StatementKind::Labelled(_, body) => visitor.statement(body),
                StatementKind::Assembler(assembler) => {
                    for input in assembler.inputs.$iter() {
                        match input {
                            Operand::Place(place) => visitor.place(place),
                            Operand::Value(value) => visitor.expression(value),
                        }
                    }
                    assembler.outputs.$iter().for_each(|place| visitor.place(place));
                }
            }
        }

        /// Visits the parts of an expression.
        pub fn $in_expression $(<$lifetime>)? (
            visitor: &mut impl $name $(<$lifetime>)?,
            expression: & $($lifetime)? $($mutable)? Expression,
        ) {
            spend(1);
            match & $($mutable)? expression.kind {
                ExpressionKind::Integer(_)
                | ExpressionKind::Float(_)
                | ExpressionKind::Any
                | ExpressionKind::Function(_)
                | ExpressionKind::Undeclared(_)
                | ExpressionKind::LabelAddress(_) => {}
                ExpressionKind::Load(place) | ExpressionKind::Decay(place) | ExpressionKind::AddressOf(place) => {
                    visitor.place(place);
                }
                ExpressionKind::Unary(_, operand)
                | ExpressionKind::Not(operand)
                | ExpressionKind::ComplexPart(operand)
                | ExpressionKind::Cast(operand)
                | ExpressionKind::Convert(operand)
                | ExpressionKind::VariableArgument(operand) => visitor.expression(operand),
                ExpressionKind::Binary(_, left, right)
                | ExpressionKind::And(left, right)
                | ExpressionKind::Or(left, right)
                | ExpressionKind::Comma(left, right) => {
                    visitor.expression(left);
                    visitor.expression(right);
                }
                ExpressionKind::Conditional(condition, then, otherwise) => {
                    visitor.expression(condition);
                    then.$iter().for_each(|e| visitor.expression(e));
                    visitor.expression(otherwise);
                }
                ExpressionKind::Assign(place, value) | ExpressionKind::Update { place, value, .. } => {
                    visitor.place(place);
                    visitor.expression(value);
                }
                ExpressionKind::Call(callee, arguments) => {
                    match callee {
                        Callee::Pointer(pointer) => visitor.expression(pointer),
                        Callee::Named(_) => {}
                    }
                    arguments.$iter().for_each(|e| visitor.expression(e));
                }
                ExpressionKind::Statement(statements, value, _) => {
                    statements.$iter().for_each(|s| visitor.statement(s));
                    value.$iter().for_each(|e| visitor.expression(e));
                }
                ExpressionKind::OneOf(operands) | ExpressionKind::Unknown(_, operands) => {
                    operands.$iter().for_each(|e| visitor.expression(e));
                }
            }
        }

        /// Visits the parts of a place.
        pub fn $in_place $(<$lifetime>)? (
            visitor: &mut impl $name $(<$lifetime>)?,
            place: & $($lifetime)? $($mutable)? Place,
        ) {
            spend(1);
            match & $($mutable)? place.kind {
                PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Undeclared(_) => {}
                PlaceKind::Dereference(pointer) | PlaceKind::Value(pointer) => visitor.expression(pointer),
                PlaceKind::Behind(pointer, index) => {
                    visitor.expression(pointer);
                    visitor.expression(index);
                }
                PlaceKind::Element(array, index) => {
                    visitor.place(array);
                    visitor.expression(index);
                }
                PlaceKind::Member(whole, _, _) => visitor.place(whole),
                PlaceKind::Compound(initializer) => $in_initializer(visitor, initializer),
            }
        }

        /// Visits the values of an initialiser.
        pub fn $in_initializer $(<$lifetime>)? (
            visitor: &mut impl $name $(<$lifetime>)?,
            initializer: & $($lifetime)? $($mutable)? Initializer,
        ) {
            for part in initializer.parts.$iter() {
                match & $($mutable)? part.value {
                    InitialValue::Expression(value) => visitor.expression(value),
                    InitialValue::Text(..) => {}
                }
            }
        }
    };
}

visitor! {
    /// Somebody who reads a tree. Each method is called for a part, and may go on inside of it.
    Visit, iter, ('t), (), in_statement, in_expression, in_place, in_initializer
}

visitor! {
    /// Somebody who changes a tree. Each method is called for a part, and may go on inside of it.
    VisitMut, iter_mut, (), (mut), in_statement_mut, in_expression_mut, in_place_mut, in_initializer_mut
}

/// Tells of expressions, and goes no further.
struct Outermost<'a, 't>(&'a mut dyn FnMut(&'t Expression));

impl<'t> Visit<'t> for Outermost<'_, 't> {
    fn statement(&mut self, _: &'t Statement) {}

    fn expression(&mut self, expression: &'t Expression) {
        (self.0)(expression);
    }
}

/// Tells of each expression that is evaluated directly inside another: not of those inside these, nor of those in statements.
pub fn operands<'t>(expression: &'t Expression, tell: &mut dyn FnMut(&'t Expression)) {
    in_expression(&mut Outermost(tell), expression);
}

/// Tells of each expression that is evaluated directly to find a place.
pub fn operands_of_place<'t>(place: &'t Place, tell: &mut dyn FnMut(&'t Expression)) {
    in_place(&mut Outermost(tell), place);
}

/// Tells of each expression that is evaluated directly in a statement: not of those in statements inside it.
pub fn evaluated<'t>(statement: &'t Statement, tell: &mut dyn FnMut(&'t Expression)) {
    in_statement(&mut Outermost(tell), statement);
}

/// Tells of each statement directly inside another: not of those inside these, nor of those in expressions.
pub fn statements_inside<'t>(statement: &'t Statement, tell: &mut dyn FnMut(&'t Statement)) {
    struct Statements<'a, 't>(&'a mut dyn FnMut(&'t Statement));
    impl<'t> Visit<'t> for Statements<'_, 't> {
        fn statement(&mut self, statement: &'t Statement) {
            (self.0)(statement);
        }
        fn expression(&mut self, _: &'t Expression) {}
        fn place(&mut self, _: &'t Place) {}
    }
    in_statement(&mut Statements(tell), statement);
}

/// A part of a tree that is evaluated or found.
#[derive(Clone, Copy, Debug)]
pub enum Part<'t> {
    /// An expression.
    Expression(&'t Expression),
    /// A place.
    Place(&'t Place),
}

/// Whether a part, or something inside of it, is what is looked for.
pub fn has<'t>(part: Part<'t>, is_wanted: &mut dyn FnMut(Part<'t>) -> bool) -> bool {
    struct Search<'a, 't> {
        is_wanted: &'a mut dyn FnMut(Part<'t>) -> bool,
        found: bool,
    }
    impl<'t> Visit<'t> for Search<'_, 't> {
        fn expression(&mut self, expression: &'t Expression) {
            self.found = self.found || (self.is_wanted)(Part::Expression(expression));
            if !self.found {
                in_expression(self, expression);
            }
        }
        fn place(&mut self, place: &'t Place) {
            self.found = self.found || (self.is_wanted)(Part::Place(place));
            if !self.found {
                in_place(self, place);
            }
        }
    }
    let mut search = Search { is_wanted, found: false };
    match part {
        Part::Expression(expression) => search.expression(expression),
        Part::Place(place) => search.place(place),
    }
    search.found
}

/// Visits all bodies of functions, with the sizes of their parameters, and what variables are initialised with.
pub fn in_program<'t>(visitor: &mut impl Visit<'t>, program: &'t Program) {
    for definition in program.functions.iter().filter_map(|function| function.definition.as_ref()) {
        definition.sizes.iter().for_each(|size| visitor.expression(size));
        definition.body.iter().for_each(|statement| visitor.statement(statement));
    }
    for item in &program.items {
        match item {
            Item::Initializer(_, initializer) => in_initializer(visitor, initializer),
            Item::Object(_) | Item::Function(_) | Item::Assembler => {}
        }
    }
}

//! What may be converted to what without a cast, and constants that such a conversion changes.

use super::Checker;
use super::constants;
use super::tree::Expression;
use super::types::Type;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

/// What a value is converted for.
#[derive(Clone, Copy)]
pub(super) enum Purpose<'a> {
    Assignment,
    Initialization,
    Return,
    /// Argument number (from 0) of a function.
    Argument(usize, &'a str),
}

impl Checker<'_> {
    /// The value converted to a type; where that is wrong, an error has been reported.
    pub fn converted(&mut self, to: &Type, value: Expression, at: Span, purpose: Purpose<'_>) -> Expression {
        self.check_conversion(to, &value, at, purpose);
        if self.convertible(to, &value.ty) { constants::convert(value, to) } else { self.poison(value.span) }
    }

    fn check_conversion(&mut self, to: &Type, value: &Expression, at: Span, purpose: Purpose<'_>) {
        if value.ty == Type::Void {
            let message = match purpose {
                Purpose::Argument(..) => "invalid use of void expression",
                _ => "void value not ignored as it ought to be",
            };
            return self.error(at, message);
        }
        if !self.convertible(to, &value.ty) {
            let (to_name, from) = (self.types.name(to), self.types.name(&value.ty));
            let message = match purpose {
                Purpose::Assignment => {
                    format!("incompatible types when assigning to type '{to_name}' from type '{from}'")
                }
                Purpose::Initialization if matches!(to, Type::Record(_)) => "invalid initializer".to_owned(),
                Purpose::Initialization => {
                    format!("incompatible types when initializing type '{to_name}' using type '{from}'")
                }
                Purpose::Return => {
                    format!("incompatible types when returning type '{from}' but '{to_name}' was expected")
                }
                Purpose::Argument(position, name) => {
                    format!("incompatible type for argument {} of '{name}'", position + 1)
                }
            };
            return self.error(at, message);
        }
        if let (Type::Integer(ty), Type::Integer(own), Some(constant)) = (to, &value.ty, value.constant) {
            self.check_constant(constant, *own, *ty, at);
        }
    }

    pub fn convertible(&self, to: &Type, from: &Type) -> bool {
        match (to, from) {
            (_, Type::Void) => false,
            (Type::Opaque(_), _) | (_, Type::Opaque(_)) => true,
            (Type::Record(_), _) | (_, Type::Record(_)) => self.types.compatible(to, from),
            (Type::Float(_), from) => !from.is_pointer(),
            (Type::Pointer(..), from) => !matches!(from, Type::Float(_)),
            _ => true,
        }
    }

    /// Warns of a constant that has another value in the type it is converted to. As in gcc, one that only
    /// changes its sign is fine.
    fn check_constant(&mut self, value: i128, from: IntegerType, to: IntegerType, at: Span) {
        let other_sign = IntegerType { signed: !to.signed, ..to };
        // What a bit-field takes, it takes without a word.
        let field = ![8, 16, 32, 64].contains(&to.width);
        if field || to.contains(value) || other_sign.contains(value) {
            return;
        }
        let what = if to.signed { "overflow in conversion" } else { "unsigned conversion" };
        let (from, result) = (Type::Integer(from), to.convert(value));
        let (from, to) = (self.types.name(&from), self.types.name(&Type::Integer(to)));
        self.warning(
            at,
            format!("{what} from '{from}' to '{to}' changes value from '{value}' to '{result}'"),
        );
    }
}

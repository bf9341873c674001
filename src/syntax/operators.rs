//! The operators of expressions.

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
    Dereference,
    AddressOf,
    Increment,
    Decrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imaginary,
}

impl Unary {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Unary::Plus => "+",
            Unary::Minus => "-",
            Unary::Complement => "~",
            Unary::Not => "!",
            Unary::Dereference => "*",
            Unary::AddressOf => "&",
            Unary::Increment => "++",
            Unary::Decrement => "--",
            Unary::Real => "__real__ ",
            Unary::Imaginary => "__imag__ ",
        }
    }
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl Binary {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::Greater => ">",
            Binary::GreaterEqual => ">=",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::BitAnd => "&",
            Binary::BitXor => "^",
            Binary::BitOr => "|",
            Binary::And => "&&",
            Binary::Or => "||",
        }
    }

    /// Higher binds tighter; all associate to the left.
    pub fn precedence(self) -> u8 {
        match self {
            Binary::Multiply | Binary::Divide | Binary::Remainder => 10,
            Binary::Add | Binary::Subtract => 9,
            Binary::ShiftLeft | Binary::ShiftRight => 8,
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => 7,
            Binary::Equal | Binary::NotEqual => 6,
            Binary::BitAnd => 5,
            Binary::BitXor => 4,
            Binary::BitOr => 3,
            Binary::And => 2,
            Binary::Or => 1,
        }
    }

    /// The operator written so.
    pub fn from_symbol(symbol: &str) -> Option<Self> {
        Some(match symbol.as_bytes() {
            [b'*'] => Binary::Multiply,
            [b'/'] => Binary::Divide,
            [b'%'] => Binary::Remainder,
            [b'+'] => Binary::Add,
            [b'-'] => Binary::Subtract,
            [b'<', b'<'] => Binary::ShiftLeft,
            [b'>', b'>'] => Binary::ShiftRight,
            [b'<'] => Binary::Less,
            [b'<', b'='] => Binary::LessEqual,
            [b'>'] => Binary::Greater,
            [b'>', b'='] => Binary::GreaterEqual,
            [b'=', b'='] => Binary::Equal,
            [b'!', b'='] => Binary::NotEqual,
            [b'&'] => Binary::BitAnd,
            [b'^'] => Binary::BitXor,
            [b'|'] => Binary::BitOr,
            [b'&', b'&'] => Binary::And,
            [b'|', b'|'] => Binary::Or,
            _ => return None,
        })
    }
}

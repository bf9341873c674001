//! The leaves of the tree: names, words for types, integers, headers.

use focuscheck_base::source::Span;

/// An `#include`.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name between the quotes or angle brackets.
    pub name: String,
    /// Whether it is in angle brackets.
    pub system: bool,
    /// Whether it is a standard header whose contents are known completely.
    pub known: bool,
    /// The directive.
    pub span: Span,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A storage class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Automatic,
    Register,
}

/// A built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Basic {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    /// `_Float16`, `_Decimal64` and other floating types that are not modelled at all.
    OtherFloat,
    Complex,
}

/// An integer constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Its value.
    pub value: u64,
    /// Whether it is written in decimal (others may be unsigned without a suffix).
    pub decimal: bool,
    /// Whether it has a `u` suffix.
    pub unsigned: bool,
    /// How many `l` its suffix has.
    pub longs: u8,
    /// As written.
    pub text: String,
}

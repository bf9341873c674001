//! Integer types as the generator knows them, and intervals of values.

/// Which widths `long` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// 32 bits.
    Ilp32,
    /// 64 bits.
    Lp64,
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    /// Width in bits; 1 is `_Bool`.
    pub width: u32,
    /// Whether it has negative values.
    pub signed: bool,
    /// The conversion rank: `_Bool` 0, `char` 1, … `long long` 5.
    pub rank: u8,
}

/// `int`.
pub const INT: Ty = Ty { width: 32, signed: true, rank: 3 };
/// `unsigned`.
pub const UNSIGNED: Ty = Ty { width: 32, signed: false, rank: 3 };
/// `unsigned long long`.
pub const WIDEST: Ty = Ty { width: 64, signed: false, rank: 5 };

impl Ty {
    /// The smallest value.
    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.width - 1)) } else { 0 }
    }

    /// The largest value.
    pub fn max(self) -> i128 {
        (1 << (self.width - self.signed as u32)) - 1
    }

    /// Whether the interval fits.
    pub fn holds(self, (low, high): (i128, i128)) -> bool {
        self.min() <= low && high <= self.max()
    }

    /// The type after integer promotion.
    pub fn promoted(self) -> Ty {
        if self.rank < INT.rank { INT } else { self }
    }

    /// The type of arithmetic with another type.
    pub fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        if a.signed == b.signed {
            return if a.rank >= b.rank { a } else { b };
        }
        let (signed, unsigned) = if a.signed { (a, b) } else { (b, a) };
        match () {
            () if unsigned.rank >= signed.rank => unsigned,
            () if signed.width > unsigned.width => signed,
            () => Ty { signed: false, ..signed },
        }
    }

    /// The interval of values after conversion.
    pub fn convert(self, interval: (i128, i128)) -> (i128, i128) {
        match () {
            () if self.holds(interval) => interval,
            () if self.width == 1 => (0, 1),
            () => (self.min(), self.max()),
        }
    }
}

/// A type with the way it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// `unsigned long`, or the name of a typedef or enumeration.
    pub name: String,
    /// What it is.
    pub ty: Ty,
}

/// The basic types; some can be written in several ways.
pub fn basic(model: Model) -> Vec<Named> {
    let long = if model == Model::Lp64 { 64 } else { 32 };
    let types = [
        ("_Bool", 1, false, 0),
        ("char", 8, true, 1),
        ("signed char", 8, true, 1),
        ("unsigned char", 8, false, 1),
        ("short", 16, true, 2),
        ("unsigned short", 16, false, 2),
        ("short int", 16, true, 2),
        ("int", 32, true, 3),
        ("signed", 32, true, 3),
        ("unsigned", 32, false, 3),
        ("unsigned int", 32, false, 3),
        ("long", long, true, 4),
        ("unsigned long", long, false, 4),
        ("long int", long, true, 4),
        ("long long", 64, true, 5),
        ("unsigned long long", 64, false, 5),
    ];
    types
        .into_iter()
        .map(|(name, width, signed, rank)| Named { name: name.to_owned(), ty: Ty { width, signed, rank } })
        .collect()
}

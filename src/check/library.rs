//! The one table of functions that programs need not define: `library.toml`, which the build reads (`build.rs`).
//!
//! What is not in it counts as a function that nobody defines: it may do anything that one can do with what it gets.

use focuscheck_base::arith::{BinaryOperator, IntegerType};
use focuscheck_base::reading::TextPart;

use super::types::{Type, Types};

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// What is known of a function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The type of its result, where that stands with `memory`.
    pub result: Option<ResultType>,
    /// What it does to memory, if that is not modelled.
    pub memory: Option<Effect>,
    /// So many of its first arguments are texts that it reads, whatever the others are.
    pub texts: usize,
    /// What it does to memory where that is modelled, and the arguments of that by their positions in a call.
    pub does: Option<(Does, &'static [usize])>,
    /// What a call of it means besides.
    pub is: Option<Model>,
    /// The type that it computes in.
    pub ty: Option<ResultType>,
    /// Whether it is known to be one of the library's, though nothing else is said of it.
    pub standard: bool,
    /// Whether runs may come back from it twice.
    pub returns_twice: bool,
    /// How a compiled run is given what it reads.
    pub replay: Option<Replay>,
    /// Whether a program that defines it has memory of its own.
    pub allocator: bool,
    /// Whether, where what it does is not modelled, callers get memory from it that they have to free or give back.
    pub gives_memory: bool,
    /// Whether the system gives its result, which a program may well hand back to it.
    pub of_system: bool,
    /// Whether a number that nobody has chosen with care makes it harm other programs, or a program that calls it can go on
    /// when it is stopped.
    pub dangerous: bool,
    /// What is known of what it does to `errno`.
    pub errno: Option<Errno>,
    /// Where its input comes from, if calls share that.
    pub from: Option<Stream>,
    /// What begins anew if it is called again.
    pub seeds: Option<Stream>,
    /// What may come again after a call.
    pub rewinds: Option<Stream>,
    /// Whether it may take letters of the standard input, or make an end of it be forgotten, which is not followed.
    pub draws: bool,
    /// Of one that writes: it changes the array that this argument points to, no more of its bytes than that one says, and
    /// nothing else.
    pub fills: Option<[usize; 2]>,
    /// Of output: it reads the array that the first of these arguments points to: as many bytes as the others say, multiplied.
    pub shows: Option<(usize, &'static [usize])>,
    /// The argument that is a stream, which is not null and not closed.
    pub stream: Option<usize>,
    /// Whether that is closed.
    pub closes: bool,
    /// Whether it gives a stream that it opens, or null.
    pub opens: bool,
    /// Of one whose body is written in `library.c`: what is known of its result.
    pub body: Option<Body>,
    /// Of one with a body: the argument that is a size in bytes, of arrays whose type the pointers say.
    pub counts: Option<usize>,
}

/// What a library function does to `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errno {
    /// Nothing.
    Keeps,
    /// What its body says.
    Sets,
}

/// What the body of a library function says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Its value.
    Value,
    /// Its sign.
    Sign,
}

/// What a library function does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It reads what it gets pointers to and keeps none of them.
    Reads,
    /// It reads; its result may point into an argument.
    Into,
    /// It changes what it gets pointers to; its result may point into an argument.
    Writes,
    /// It calls functions that it gets, and changes what it gets pointers to.
    Calls,
    /// It keeps what it gets: that is called or changed at some later time, which is not followed.
    Later,
    /// The run does not come back from it, or goes on somewhere else.
    Leaves,
    /// The run ends in it.
    Ends,
}

/// What a modelled function does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// Copies bytes to another place.
    Copy,
    /// Copies bytes to a place that may overlap.
    Move,
    /// Copies bytes, and gives the place behind the last one.
    CopyEnd,
    /// Sets bytes; without a second argument to zero.
    Fill,
    /// Copies a text.
    CopyText,
    /// Gives the length of a text.
    Length,
    /// Compares two texts.
    CompareTexts,
    /// Allocates bytes without values.
    Allocate,
    /// Allocates bytes that are zero.
    AllocateCleared,
    /// Allocates bytes that end with the function.
    AllocateInFrame,
    /// Moves a block to one of another size.
    Reallocate,
    /// Frees.
    Free,
}

/// What a call means, besides what it does to memory.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// The run fails if its argument is zero.
    Assert,
    /// What an annotation states.
    State,
    /// Only runs in which its argument is not zero count.
    Assume,
    /// A run that calls it fails.
    Error,
    /// The process ends abnormally.
    Stop,
    /// Ends the process with the status that it gets.
    Exit,
    /// It ends the run if its first argument is not zero.
    ErrorExit,
    /// It is never called by a defined run.
    Unreachable,
    /// Writes somewhere outside; the argument that says what, if there is one.
    Output(Option<usize>),
    /// Reads into what its arguments from this one on point to.
    Scan(usize),
    /// A value from outside in this range of `int`.
    Input(i64, i64),
    /// Zero or one, whichever the library likes: called in bodies only.
    Choose,
    /// A stream that is opened, or null: called in bodies only.
    Open,
    /// The places that a library function writes and reads do not overlap, which is taken for granted: called in bodies only.
    Apart,
    /// What is read of a text from outside: called in bodies only.
    Read(TextPart),
    /// The list of the arguments that the program is started with.
    Arguments,
    /// What a pointer parameter of the function to start at leads to.
    Given,
    /// A number read from a text, or from outside.
    Parse,
    /// What its first argument points to becomes a value from outside.
    Symbolic,
    /// It gives zero, and only evaluates its arguments.
    Zero,
    /// It gives memory back.
    Free,
    /// The length of a text, computed where that is a literal.
    Length,
    /// A function of floating-point values: the value is not modelled, and pointers are for further results.
    Floating,
    /// The absolute value of its argument.
    Absolute,
    /// Whether its argument is a character of this class.
    Character(CharacterClass),
    /// A letter in this range moves by so much.
    Case(i64, i64, i64),
    /// Its first argument.
    Expect,
    /// The bytes of an unsigned integer of so many in reverse order.
    Swap(u8),
    /// The exact result of an operation, converted, and whether that changed it.
    Overflowing(BinaryOperator),
    /// A count of bits, computed where its argument is a constant.
    Bits(Bits),
    /// A question that is not modelled; it changes nothing.
    Question,
    /// What is not modelled, for this reason.
    Unsupported(&'static str),
}

/// What is counted of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// The place of the first bit that is set, from 1; 0 if none is.
    FirstSet,
    /// The zeros behind the last bit that is set; of zero nothing.
    TrailingZeros,
    /// The zeros before the first bit that is set; of zero nothing.
    LeadingZeros,
    /// The bits that are set.
    Ones,
    /// Whether the bits that are set are odd in number.
    Parity,
}

/// What a test of `ctype.h` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterClass {
    /// `isdigit`.
    Digit,
    /// `isalpha`.
    Alphabetic,
    /// `isupper`.
    Upper,
    /// `islower`.
    Lower,
    /// `isalnum`.
    AlphaNumeric,
    /// `isspace`.
    Space,
    /// `isxdigit`.
    Hexadecimal,
    /// `ispunct`.
    Punctuation,
    /// `isprint`.
    Printable,
    /// `isgraph`.
    Graphic,
    /// `iscntrl`.
    Control,
    /// `isblank`.
    Blank,
}

/// How a compiled run is given what a function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The result is an input.
    Input,
    /// The result is an input, which may be stored through the argument, too.
    Time,
    /// A line that it reads is an input; its first argument says where it goes.
    Line,
    /// What it reads is an input; the arguments say where it goes.
    Scan,
    /// What it reads from a text; an input if the text is an argument of the program.
    ScanText,
    /// A number that a text begins with; an input if the text is an argument of the program.
    Number,
}

/// What several functions read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The random numbers.
    Numbers,
    /// A text from outside.
    Text,
}

/// A type of C that a function computes in, or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// `void`.
    Nothing,
    /// `int`.
    Int,
    /// `unsigned`.
    Unsigned,
    /// `long`.
    Long,
    /// `unsigned long`.
    UnsignedLong,
    /// `long long`.
    LongLong,
    /// `unsigned long long`.
    UnsignedLongLong,
    /// `size_t`.
    Size,
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// `char *`.
    Text,
    /// `void *`.
    Pointer,
    /// `FILE *`.
    File,
    /// A structure of this name.
    Record(&'static str),
}

impl ResultType {
    /// The type of C.
    pub fn ty(self, types: &Types) -> Type {
        match self {
            ResultType::Nothing => Type::Void,
            ResultType::Size => Type::Integer(types.size_type()),
            ResultType::Double => Type::Float(8),
            ResultType::Float => Type::Float(4),
            ResultType::Text => {
                Type::Integer(IntegerType { width: 8, signed: true, float: false }).pointer_to()
            }
            ResultType::Pointer => Type::Void.pointer_to(),
            ResultType::File => {
                types.stream.map_or_else(|| Type::Opaque("FILE".to_owned()), Type::Record).pointer_to()
            }
            ResultType::Record(name) => Type::Opaque(name.to_owned()),
            ResultType::Int
            | ResultType::Unsigned
            | ResultType::Long
            | ResultType::UnsignedLong
            | ResultType::LongLong
            | ResultType::UnsignedLongLong => self.integer(types.long()).map_or(Type::Void, Type::Integer),
        }
    }

    /// The type, if it is one of the plain integer types.
    pub fn integer(self, long: IntegerType) -> Option<IntegerType> {
        match self {
            ResultType::Int => Some(IntegerType::INT),
            ResultType::Unsigned => Some(IntegerType::UNSIGNED),
            ResultType::Long => Some(long),
            ResultType::UnsignedLong => Some(IntegerType { signed: false, ..long }),
            ResultType::LongLong => Some(IntegerType { width: 64, signed: true, float: false }),
            ResultType::UnsignedLongLong => Some(IntegerType { width: 64, signed: false, float: false }),
            ResultType::Nothing
            | ResultType::Size
            | ResultType::Double
            | ResultType::Float
            | ResultType::Text
            | ResultType::Pointer
            | ResultType::File
            | ResultType::Record(_) => None,
        }
    }
}

impl CharacterClass {
    /// The ranges of characters in it and what the C library's test gives for them.
    pub fn ranges(self) -> (&'static [(i128, i128)], i128) {
        match self {
            CharacterClass::Digit => (&[(48, 57)], 2048),
            CharacterClass::Alphabetic => (&[(65, 90), (97, 122)], 1024),
            CharacterClass::Upper => (&[(65, 90)], 256),
            CharacterClass::Lower => (&[(97, 122)], 512),
            CharacterClass::AlphaNumeric => (&[(48, 57), (65, 90), (97, 122)], 8),
            CharacterClass::Space => (&[(9, 13), (32, 32)], 8192),
            CharacterClass::Hexadecimal => (&[(48, 57), (65, 70), (97, 102)], 4096),
            CharacterClass::Punctuation => (&[(33, 47), (58, 64), (91, 96), (123, 126)], 4),
            CharacterClass::Printable => (&[(32, 126)], 16384),
            CharacterClass::Graphic => (&[(33, 126)], 32768),
            CharacterClass::Control => (&[(0, 31), (127, 127)], 2),
            CharacterClass::Blank => (&[(9, 9), (32, 32)], 1),
        }
    }
}

impl Bits {
    /// The count of a number in a type of so many bits; `None` where C says nothing.
    pub fn count(self, value: i64, width: u8) -> Option<u32> {
        let bits = if width > 32 { value as u64 } else { value as u32 as u64 };
        match self {
            Bits::FirstSet => Some(if bits == 0 { 0 } else { bits.trailing_zeros() + 1 }),
            Bits::TrailingZeros => (bits != 0).then(|| bits.trailing_zeros()),
            Bits::LeadingZeros => (bits != 0).then(|| bits.leading_zeros() - (64 - u32::from(width))),
            Bits::Ones => Some(bits.count_ones()),
            Bits::Parity => Some(bits.count_ones() % 2),
        }
    }
}

/// What is known of a function by its name.
pub fn function(name: &str) -> Option<&'static Function> {
    let found = FUNCTIONS.binary_search_by(|(known, _)| known.cmp(&name)).ok()?;
    Some(&FUNCTIONS[found].1)
}

/// What a function does to memory, and the type of its result, where the table says both.
pub fn effect(name: &str) -> Option<(Effect, ResultType)> {
    function(name).and_then(|function| function.memory.zip(function.result))
}

/// How a compiled run is given what a function reads; `None` if the function itself is called.
pub fn replay(name: &str) -> Option<Replay> {
    function(name).and_then(|function| function.replay)
}

/// The name of a library function without what gcc's own names for it add: `__builtin_memcpy`, `__builtin___memcpy_chk`.
pub fn plain(name: &str) -> &str {
    let Some(inner) = name.strip_prefix("__builtin_") else { return name };
    inner.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")).unwrap_or(inner)
}

/// Whether control may go on somewhere else from a call of the function, now or later.
pub fn leaves(name: &str) -> bool {
    matches!(effect(plain(name)), Some((Effect::Leaves | Effect::Later, _)))
}

/// The names of the functions for which something holds, in order.
pub fn names(holds: impl Fn(&Function) -> bool) -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().filter(move |(_, function)| holds(function)).map(|(name, _)| *name)
}

/// The size of what a function of floating-point numbers gives; 0 for one that gives an integer.
pub fn floating(name: &str) -> Option<u64> {
    if FLOATING.contains(&name) {
        return Some(8);
    }
    for (suffix, size) in [('f', 4), ('l', 16)] {
        if name.strip_suffix(suffix).is_some_and(|name| FLOATING.contains(&name)) {
            return Some(size);
        }
    }
    let plain = name.trim_start_matches("__");
    let bare = plain.strip_suffix(['f', 'l', 'd']).unwrap_or(plain);
    (FLOATING_TESTS.contains(&plain) || FLOATING_TESTS.contains(&bare)).then_some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_their_names() {
        assert!(FUNCTIONS.is_sorted_by_key(|(name, _)| *name));
        let (does, takes) = function("bcopy").and_then(|function| function.does).expect("an entry");
        assert_eq!((does, takes), (Does::Move, &[1, 0, 2][..]));
        assert_eq!(effect("strchr"), Some((Effect::Into, ResultType::Text)));
        assert!(function("no_such_function").is_none());
        assert_eq!(plain("__builtin___memcpy_chk"), "memcpy");
        assert_eq!([floating("sinf"), floating("__isnanl"), floating("sink")], [Some(4), Some(0), None]);
    }

    #[test]
    fn bits_are_counted_in_the_type_of_the_function() {
        assert_eq!(Bits::LeadingZeros.count(1, 32), Some(31));
        assert_eq!(Bits::LeadingZeros.count(1, 64), Some(63));
        assert_eq!(Bits::Ones.count(-1, 32), Some(32));
        assert_eq!(Bits::TrailingZeros.count(0, 32), None);
        assert_eq!(Bits::FirstSet.count(8, 64), Some(4));
        assert_eq!(Bits::Parity.count(7, 32), Some(1));
    }
}

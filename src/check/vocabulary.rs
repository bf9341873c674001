//! What names of functions and of objects mean.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::reading::TextPart;

use super::library::{self, Errno, Model, ResultType};

/// The name by which what an annotation states is put into a program, and the one for what it assumes: none of C's.
pub const STATED: &str = "\\stated";
/// See [`STATED`].
pub const ASSUMED: &str = "\\assumed";
/// What gives how many letters a library function reads of a text, and what gives each of them: called in bodies only
/// (`library.c`). Their first argument is a literal, what the text is called.
pub const LETTERS: &str = "\\letters";
/// See [`LETTERS`].
pub const LETTER: &str = "\\letter";
/// What makes the list of the arguments that a program is started with: from what it is called and how many these are.
pub const ARGUMENTS: &str = "\\arguments";

/// What gives a pointer that the function to start at gets, which leads to objects of its own: from what it is called.
pub const GIVEN: &str = "\\given";

/// The function that makes what pointer parameters of the function to start at lead to, and calls that.
pub const START: &str = "\\start";

/// What gives zero or one, where C does not say what a library function does: called in bodies only.
pub const EITHER: &str = "\\either";

/// What gives a stream that is opened, or null: called in bodies only.
pub const OPEN: &str = "\\open";

/// What says that the places that a library function writes and reads do not overlap: called in bodies only.
pub const APART: &str = "\\apart";

/// What calling a function means for a run, as far as that is known from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Its argument must not be zero.
    Assertion,
    /// The path ends when its argument is zero.
    Assumption,
    /// A run that calls it fails.
    Error,
    /// It is one of C's or POSIX's library.
    Standard,
}

/// Whether a function is one that CBMC takes for any function of its arguments: its declarations need not agree there.
pub fn is_uninterpreted(name: &str) -> bool {
    name.starts_with("__CPROVER_uninterpreted_")
}

/// The role of a function that the program does not define, if it has one.
pub fn role(name: &str) -> Option<Role> {
    if is_error_call(name) {
        return Some(Role::Error);
    }
    let own = ["__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SMACK_", "klee_", "__llbmc_"];
    match model(name) {
        Some(Model::Assert) => Some(Role::Assertion),
        Some(Model::Assume) => Some(Role::Assumption),
        Some(Model::Error) => Some(Role::Error),
        _ if own.iter().any(|prefix| name.starts_with(prefix)) || nondet_kind(name).is_some() => None,
        _ => is_standard(name).then_some(Role::Standard),
    }
}

/// What a call of a function means, by its name.
pub fn model(name: &str) -> Option<Model> {
    match name {
        STATED => Some(Model::State),
        ASSUMED => Some(Model::Assume),
        EITHER => Some(Model::Choose),
        OPEN => Some(Model::Open),
        APART => Some(Model::Apart),
        LETTERS => Some(Model::Read(TextPart::Count)),
        LETTER => Some(Model::Read(TextPart::Letter)),
        ARGUMENTS => Some(Model::Arguments),
        GIVEN => Some(Model::Given),
        _ => library::function(name)
            .and_then(|function| function.is)
            .or_else(|| library::floating(name).map(|_| Model::Floating)),
    }
}

/// Whether a function that the program does not define leaves `errno` as it is.
pub fn keeps_errno(name: &str) -> bool {
    let is_kept =
        library::function(library::plain(name)).is_some_and(|known| known.errno == Some(Errno::Keeps));
    let is_pure = |model: Model| match model {
        Model::Assert
        | Model::State
        | Model::Assume
        | Model::Error
        | Model::Stop
        | Model::Exit
        | Model::Unreachable
        | Model::Choose
        | Model::Apart
        | Model::Arguments
        | Model::Given
        | Model::Read(_)
        | Model::Symbolic
        | Model::Length
        | Model::Absolute
        | Model::Character(_)
        | Model::Case(..)
        | Model::Expect
        | Model::Swap(_)
        | Model::Overflowing(_)
        | Model::Bits(_)
        | Model::Question => true,
        Model::ErrorExit
        | Model::Open
        | Model::Output(_)
        | Model::Scan(_)
        | Model::Input(..)
        | Model::Parse
        | Model::Zero
        | Model::Free
        | Model::Floating
        | Model::Unsupported(_) => false,
    };
    is_kept || model(library::plain(name)).is_some_and(is_pure) || nondet_kind(name).is_some()
}

/// Whether a call of the function is an error, whatever it does: a verifier's own.
pub fn is_error_call(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Whether the function needs no declaration.
pub fn is_known(name: &str) -> bool {
    model(name).is_some()
        || name.starts_with("__builtin_")
        || name.starts_with("__VERIFIER_")
        || nondet_kind(name).is_some_and(|kind| kind.is_empty() || nondet(kind, IntegerType::INT).is_some())
}

/// Whether it is a function of C's library or of POSIX, or known for another reason.
pub fn is_standard(name: &str) -> bool {
    is_known(name)
        || library::function(name).is_some_and(|function| function.memory.is_some() || function.standard)
}

/// Whether compilers know the type of a function of memory or texts without a declaration, also where the program defines it itself. Of
/// others, such as `strsep`, they take it that the result is an `int`.
pub fn is_compilers_own(name: &str) -> bool {
    const KNOWN: [&str; 22] = [
        "bzero", "memchr", "memcmp", "memcpy", "memmove", "memset", "stpcpy", "strcat", "strchr", "strcmp",
        "strcpy", "strcspn", "strdup", "strlen", "strncat", "strncmp", "strncpy", "strndup", "strpbrk",
        "strrchr", "strspn", "strstr",
    ];
    KNOWN.contains(&name)
}

/// What follows `nondet_` in the name of a function that gives any value; empty for one that gives an `int`.
pub fn nondet_kind(name: &str) -> Option<&str> {
    if matches!(name, "nondet" | "__VERIFIER_nondet" | "__SMACK_nondet" | "__CPROVER_nondet") {
        return Some("");
    }
    ["__VERIFIER_nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_", "__SMACK_nondet_", "nondet_"]
        .into_iter()
        .find_map(|prefix| name.strip_prefix(prefix))
}

/// What follows `nondet_` in the name of a function that gives any value and that nobody has to define.
pub fn any_value(name: &str, long: IntegerType) -> Option<&str> {
    let kind = nondet_kind(name)?;
    let kind = if kind.is_empty() { "int" } else { kind };
    // `nondet_state()` may be a function of the program's own that it does not define.
    let reserved = name.starts_with("__") && kind != "memory";
    (reserved || nondet(kind, long).is_some()).then_some(kind)
}

/// The type and range of `__VERIFIER_nondet_…`.
pub fn nondet(name: &str, long: IntegerType) -> Option<IntegerType> {
    let integer = |width, signed| IntegerType { width, signed, float: false };
    // `uint8_t` is `uint8`.
    let plain = name.strip_suffix("_t").filter(|plain| plain.contains("int"));
    Some(match plain.unwrap_or(name) {
        "bool" | "_Bool" => IntegerType::BOOL,
        "char" | "schar" | "int8" | "s8" => integer(8, true),
        "uchar" | "unsigned_char" | "uint8" | "u8" => integer(8, false),
        "short" | "int16" | "s16" => integer(16, true),
        "ushort" | "unsigned_short" | "uint16" | "u16" => integer(16, false),
        "int" | "int32" | "s32" => integer(32, true),
        "uint" | "unsigned" | "unsigned_int" | "uint32" | "u32" => integer(32, false),
        "long" | "loff_t" | "ptrdiff_t" | "intptr" => long,
        "ulong" | "unsigned_long" | "size_t" | "sector_t" | "uintptr" => integer(long.width, false),
        "longlong" | "long_long" | "int64" | "s64" => integer(64, true),
        "ulonglong" | "unsigned_long_long" | "uint64" | "u64" => integer(64, false),
        _ => return None,
    })
}

/// Whether a name that nobody declares stands for something with an address: a stream, or the name of a function.
pub fn is_stream_or_text(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr" | "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
}

/// Whether a name that nobody declares is an object of the library, which can be assigned.
pub fn is_library_object(name: &str) -> bool {
    matches!(
        name,
        "errno" | "optarg" | "optind" | "opterr" | "optopt" | "environ" | "stdin" | "stdout" | "stderr"
    )
}

/// Whether the value of a function that the program does not define comes from outside.
pub fn gives_any_value(name: &str) -> bool {
    let input = matches!(
        model(name),
        Some(Model::Scan(_) | Model::Input(..) | Model::Choose | Model::Read(_) | Model::Parse)
    );
    input || nondet_kind(name).is_some() || !(is_standard(name) || name.starts_with("__"))
}

/// The type that a function computes in, if the table says so.
pub fn computed_type(name: &str, long: IntegerType) -> Option<IntegerType> {
    library::function(name).and_then(|function| function.ty).and_then(|ty| ty.integer(long))
}

/// The number that a text begins with, as `atoi` reads it.
pub fn leading_number(text: &str) -> Option<i128> {
    let text = text.trim_start_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c));
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i128 = if end == 0 { 0 } else { digits[..end].parse().ok()? };
    Some(if negative { -number } else { number })
}

/// The value of a function of one integer for a constant; its result has the type.
pub fn folded(name: &str, value: i128, ty: IntegerType) -> Option<i128> {
    let int = IntegerType::INT.convert(value);
    match model(name)? {
        Model::Bits(bits) => {
            let function = library::function(name)?;
            let width = if function.ty == Some(ResultType::Unsigned) { 32 } else { 64 };
            bits.count(i64::try_from(value).ok()?, width).map(|count| ty.convert(count.into()))
        }
        Model::Expect => Some(value),
        Model::Absolute => Some(ty.convert(value).abs()).filter(|&n| ty.contains(n)),
        Model::Character(class) => {
            let (ranges, result) = class.ranges();
            let inside = ranges.iter().any(|&(low, high)| low <= int && int <= high);
            Some(if inside { result } else { 0 })
        }
        Model::Case(low, high, distance) => {
            let inside = i128::from(low) <= int && int <= i128::from(high);
            Some(if inside { int + i128::from(distance) } else { int })
        }
        Model::Swap(bytes) => {
            let value = ty.convert(value) as u64;
            Some(i128::from(value.swap_bytes() >> (64 - 8 * u32::from(bytes))))
        }
        Model::Zero
        | Model::Assert
        | Model::State
        | Model::Assume
        | Model::Error
        | Model::Stop
        | Model::Exit
        | Model::Output(_)
        | Model::Scan(_)
        | Model::Input(..)
        | Model::Choose
        | Model::Open
        | Model::Apart
        | Model::Read(_)
        | Model::Arguments
        | Model::Given
        | Model::Parse
        | Model::Floating
        | Model::Overflowing(_)
        | Model::Symbolic
        | Model::ErrorExit
        | Model::Free
        | Model::Unreachable
        | Model::Length
        | Model::Question
        | Model::Unsupported(_) => None,
    }
}

/// Whether the value of a function depends on its arguments alone, and calling it does nothing.
pub fn is_pure(name: &str) -> bool {
    matches!(
        model(name),
        Some(
            Model::Absolute
                | Model::Character(_)
                | Model::Case(..)
                | Model::Expect
                | Model::Swap(_)
                | Model::Bits(_)
                | Model::Length
        )
    )
}

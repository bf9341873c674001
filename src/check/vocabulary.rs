//! The names of known functions, and which model each has.

use focuscheck_base::arith::{BinaryOperator, IntegerType};

/// The name by which what an annotation states is put into a program, and the one for what it assumes: none of C's.
pub const STATED: &str = "\\stated";
/// See [`STATED`].
pub const ASSUMED: &str = "\\assumed";

/// What calling a function means for a run, as far as that is known from its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Its argument must not be zero.
    Assertion,
    /// The path ends when its argument is zero.
    Assumption,
    /// Calling it is an error.
    /// A run that calls it fails.
    Error,
    /// It is one of C's or POSIX's library.
    Standard,
}

/// The role of a function that the program does not define, if it has one.
pub fn role(name: &str) -> Option<Role> {
    if matches!(name, "reach_error" | "__VERIFIER_error") {
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

/// How a library function behaves.
#[derive(Clone, Copy)]
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
    /// Writes somewhere outside.
    Output,
    /// Reads into what its arguments from this one on point to.
    Scan(usize),
    /// A value from outside in this range of `int`.
    Input(i64, i64),
    /// A number read from a text.
    Parse,
    /// A function of floating point values: the value is not modelled, and pointers are for further results.
    Reads,
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
    /// `__builtin_add_overflow` and the like: the exact result, converted, and whether that changed it.
    Overflowing(BinaryOperator),
    /// What its first argument points to becomes a value from outside.
    Symbolic,
    /// It gives zero, and only evaluates its arguments.
    Zero,
    /// It ends the run if its first argument is not zero.
    ErrorExit,
    /// It gives memory back.
    Free,
    /// It is never called by a defined run.
    Unreachable,
    /// A function of an integer, computed where that is a constant.
    Constant(fn(i64) -> i128),
    /// The length of a text, computed where that is a literal.
    Length,
    /// A jump or call that cannot be followed.
    Unsupported(&'static str),
}

/// What a test of `ctype.h` asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// The model of a function.
pub fn model(name: &str) -> Option<Model> {
    let known =
        judging(name).or_else(|| outside(name)).or_else(|| computed(name)).or_else(|| overflowing(name));
    known.or_else(|| float_function(name).map(|_| Model::Reads))
}

/// The models of functions that end runs or judge them.
fn judging(name: &str) -> Option<Model> {
    Some(match name {
        STATED => Model::State,
        ASSUMED => Model::Assume,
        "assert" | "__VERIFIER_assert" | "static_assert" | "__CPROVER_assert" | "__ESBMC_assert"
        | "klee_assert" | "__llbmc_assert" => Model::Assert,
        "assume" | "__VERIFIER_assume" | "__builtin_assume" | "__CPROVER_assume" | "__ESBMC_assume"
        | "klee_assume" | "__llbmc_assume" => Model::Assume,
        "__assert_fail"
        | "__assert_perror_fail"
        | "__assert"
        | "__assert_rtn"
        | "__assert_func"
        | "klee_report_error" => Model::Error,
        "abort" | "__builtin_trap" | "__builtin_abort" => Model::Stop,
        "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "klee_silent_exit"
        | "__VERIFIER_silent_exit"
        | "__builtin_exit" => Model::Exit,
        // The first return; the others come by jumps that are not followed.
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "__builtin_setjmp" => Model::Zero,
        "error" | "error_at_line" => Model::ErrorExit,
        "__builtin_unreachable" => Model::Unreachable,
        _ => return None,
    })
}

/// The models of functions that speak with the world outside, of which memory is a part.
fn outside(name: &str) -> Option<Model> {
    Some(match name {
        "printf"
        | "puts"
        | "putchar"
        | "fprintf"
        | "fputs"
        | "fputc"
        | "putc"
        | "fflush"
        | "fclose"
        | "perror"
        | "vprintf"
        | "vfprintf"
        | "srand"
        | "srandom"
        | "putchar_unlocked"
        | "__builtin_printf"
        | "__builtin_puts"
        | "__builtin_putchar"
        | "__builtin_va_start"
        | "__builtin_va_end"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__builtin_prefetch"
        | "fwrite"
        | "ungetc"
        | "sleep"
        | "usleep" => Model::Output,
        "scanf" | "__isoc99_scanf" => Model::Scan(1),
        "fscanf" | "sscanf" | "__isoc99_fscanf" | "__isoc99_sscanf" => Model::Scan(2),
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" => Model::Input(-1, 255),
        "rand" => Model::Input(0, 2_147_483_647),
        "klee_int" => Model::Input(-2_147_483_648, 2_147_483_647),
        "atoi" | "atol" | "atoll" | "strtol" | "strtoul" | "strtoll" | "strtoull" | "random" | "lrand48"
        | "time" => Model::Parse,
        "klee_make_symbolic" => Model::Symbolic,
        "malloc" | "calloc" | "realloc" | "alloca" | "__builtin_alloca" | "aligned_alloc" | "valloc" => {
            Model::Unsupported("allocated memory")
        }
        "free" | "cfree" | "__builtin_free" => Model::Free,
        "__VERIFIER_nondet_memory" => Model::Symbolic,
        _ => return None,
    })
}

/// The models of functions whose results depend on their arguments alone.
fn computed(name: &str) -> Option<Model> {
    Some(match name {
        "abs" | "labs" | "llabs" | "imaxabs" | "__builtin_abs" | "__builtin_labs" | "__builtin_llabs" => {
            Model::Absolute
        }
        "isdigit" => Model::Character(CharacterClass::Digit),
        "isalpha" => Model::Character(CharacterClass::Alphabetic),
        "isupper" => Model::Character(CharacterClass::Upper),
        "islower" => Model::Character(CharacterClass::Lower),
        "isalnum" => Model::Character(CharacterClass::AlphaNumeric),
        "isspace" => Model::Character(CharacterClass::Space),
        "isxdigit" => Model::Character(CharacterClass::Hexadecimal),
        "ispunct" => Model::Character(CharacterClass::Punctuation),
        "isprint" => Model::Character(CharacterClass::Printable),
        "isgraph" => Model::Character(CharacterClass::Graphic),
        "iscntrl" => Model::Character(CharacterClass::Control),
        "isblank" => Model::Character(CharacterClass::Blank),
        "toupper" => Model::Case(97, 122, -32),
        "tolower" => Model::Case(65, 90, 32),
        "__builtin_bswap16" | "bswap_16" | "htons" | "ntohs" => Model::Swap(2),
        "__builtin_bswap32" | "bswap_32" | "htonl" | "ntohl" => Model::Swap(4),
        "__builtin_bswap64" | "bswap_64" | "htobe64" | "be64toh" => Model::Swap(8),
        "__builtin_expect" | "__builtin_expect_with_probability" => Model::Expect,
        "ffs" | "ffsl" | "ffsll" | "__builtin_ffs" | "__builtin_ffsl" | "__builtin_ffsll" => {
            Model::Constant(|value| i128::from(value.trailing_zeros() + 1) * i128::from(value != 0))
        }
        "__builtin_ctz" | "__builtin_ctzl" | "__builtin_ctzll" => {
            Model::Constant(|value| value.trailing_zeros().into())
        }
        "__builtin_popcount" => Model::Constant(|value| (value as u32).count_ones().into()),
        "__builtin_parity" => Model::Constant(|value| i128::from((value as u32).count_ones() % 2)),
        "__builtin_clz" => Model::Constant(|value| (value as u32).leading_zeros().into()),
        "__builtin_clzll" => Model::Constant(|value| (value as u64).leading_zeros().into()),
        "strlen" | "__builtin_strlen" => Model::Length,
        _ => return None,
    })
}

/// The models of functions that tell whether an operation overflows.
fn overflowing(name: &str) -> Option<Model> {
    Some(match name {
        "__builtin_add_overflow"
        | "__builtin_sadd_overflow"
        | "__builtin_saddl_overflow"
        | "__builtin_saddll_overflow"
        | "__builtin_uadd_overflow"
        | "__builtin_uaddl_overflow"
        | "__builtin_uaddll_overflow" => Model::Overflowing(BinaryOperator::Add),
        "__builtin_sub_overflow"
        | "__builtin_ssub_overflow"
        | "__builtin_ssubl_overflow"
        | "__builtin_ssubll_overflow"
        | "__builtin_usub_overflow"
        | "__builtin_usubl_overflow"
        | "__builtin_usubll_overflow" => Model::Overflowing(BinaryOperator::Subtract),
        "__builtin_mul_overflow"
        | "__builtin_smul_overflow"
        | "__builtin_smull_overflow"
        | "__builtin_smulll_overflow"
        | "__builtin_umul_overflow"
        | "__builtin_umull_overflow"
        | "__builtin_umulll_overflow" => Model::Overflowing(BinaryOperator::Multiply),
        _ => return None,
    })
}

/// The size of what a function of `math.h` gives; 0 for one that gives an integer.
pub fn float_function(name: &str) -> Option<u64> {
    const FUNCTIONS: &str = "
        acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 log log10 log1p
        log2 logb pow sqrt cbrt hypot erf erfc lgamma tgamma ceil floor trunc round rint nearbyint fabs
        fmod remainder copysign nextafter fdim fmax fmin fma ldexp scalbn frexp modf difftime
    ";
    const TESTS: &str = "
        isnan isinf isfinite isnormal signbit fpclassify finite ilogb lrint llrint lround llround
    ";
    let plain = name.trim_start_matches("__");
    let is = |list: &str, name: &str| list.split_ascii_whitespace().any(|known| known == name);
    if is(FUNCTIONS, name) {
        return Some(8);
    }
    if name.strip_suffix('f').is_some_and(|n| is(FUNCTIONS, n)) {
        return Some(4);
    }
    if name.strip_suffix('l').is_some_and(|n| is(FUNCTIONS, n)) {
        return Some(16);
    }
    let bare = plain.strip_suffix(['f', 'l', 'd']).unwrap_or(plain);
    (is(TESTS, plain) || is(TESTS, bare)).then_some(0)
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
        || super::catalogue::entry(name).is_some()
        || STANDARD.split_ascii_whitespace().any(|word| word == name)
}

/// Functions of the headers that are taken to be known completely, apart from those with a model.
const STANDARD: &str = "
    abs atexit at_quick_exit bsearch calloc div labs ldiv llabs lldiv mblen mbstowcs mbtowc qsort random
    realloc setenv putenv unsetenv strtod strtof strtol strtold strtoll strtoul strtoull system wcstombs wctomb
    mkstemp mkdtemp mktemp drand48 erand48 lrand48 nrand48 mrand48 srand48 rand_r realpath posix_memalign
    clearerr fdopen fileno fgetpos fgets fopen fputs fread freopen fseek fseeko fsetpos ftell ftello fwrite
    getdelim getline gets getw open_memstream pclose popen putw remove rename rewind snprintf sprintf tmpfile
    tmpnam vfscanf vscanf vsnprintf vsprintf vsscanf vdprintf dprintf asprintf vasprintf putc_unlocked
    getc_unlocked ctermid tempnam flockfile funlockfile fmemopen
    memccpy memchr memcpy memmove memset mempcpy memmem memrchr rawmemchr bcmp bcopy bzero index rindex ffs
    stpcpy stpncpy strcat strcoll strcpy strdup strndup strerror strerror_r strlcat strlcpy strncat strncpy
    strnlen strsep strsignal strtok strtok_r strxfrm strcasestr strchrnul strverscmp basename
    isblank iscntrl isgraph isprint ispunct isxdigit isascii toascii tolower toupper
    imaxabs imaxdiv strtoimax strtoumax malloc free mallinfo mallopt memalign malloc_usable_size
";

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
    let integer = |width, signed| IntegerType { width, signed };
    Some(match name {
        "bool" | "_Bool" => IntegerType::BOOL,
        "char" | "schar" | "int8" | "s8" => integer(8, true),
        "uchar" | "unsigned_char" | "uint8" | "u8" => integer(8, false),
        "short" | "int16" | "s16" => integer(16, true),
        "ushort" | "unsigned_short" | "uint16" | "u16" => integer(16, false),
        "int" | "int32" | "s32" => integer(32, true),
        "uint" | "unsigned" | "unsigned_int" | "uint32" | "u32" => integer(32, false),
        "long" | "loff_t" | "ptrdiff_t" => long,
        "ulong" | "unsigned_long" | "size_t" | "sector_t" => integer(long.width, false),
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
    let input = matches!(model(name), Some(Model::Scan(_) | Model::Input(..) | Model::Parse));
    input || nondet_kind(name).is_some() || !(is_standard(name) || name.starts_with("__"))
}

/// The type of a number that a function reads from a text or gives.
pub fn parsed_type(name: &str, long: IntegerType) -> IntegerType {
    match name {
        "atoi" => IntegerType::INT,
        "atol" | "strtol" | "time" | "random" | "lrand48" => long,
        "strtoul" => IntegerType { signed: false, ..long },
        "strtoull" => IntegerType { width: 64, signed: false },
        _ => IntegerType { width: 64, signed: true },
    }
}

/// The type of `abs` and its like.
pub fn absolute_type(name: &str, long: IntegerType) -> IntegerType {
    match name {
        "labs" | "__builtin_labs" => long,
        "llabs" | "imaxabs" | "__builtin_llabs" => IntegerType { width: 64, signed: true },
        _ => IntegerType::INT,
    }
}

/// The type of the operands of `__builtin_saddl_overflow` and the like; `None` of the generic ones.
pub fn overflowing_type(name: &str, long: IntegerType) -> Option<IntegerType> {
    let inner = name.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    let signed = match inner.as_bytes().first()? {
        b's' if !inner.starts_with("sub") => true,
        b'u' => false,
        _ => return None,
    };
    let width = match inner.len() - inner.trim_end_matches('l').len() {
        // `mul` ends in the same letter.
        count if inner.contains("mul") && count <= 1 => 32,
        2 if inner.contains("mul") => long.width,
        0 => 32,
        1 => long.width,
        _ => 64,
    };
    Some(IntegerType { width, signed })
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
        Model::Constant(compute) => Some(ty.convert(compute(i64::try_from(value).ok()?))),
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
        | Model::Output
        | Model::Scan(_)
        | Model::Input(..)
        | Model::Parse
        | Model::Reads
        | Model::Overflowing(_)
        | Model::Symbolic
        | Model::ErrorExit
        | Model::Free
        | Model::Unreachable
        | Model::Length
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
                | Model::Constant(_)
                | Model::Length
        )
    )
}

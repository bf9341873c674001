//! The functions of C's library and of verifiers that are known without a definition.

use super::Checker;
use super::call::{Usage, input};
use super::constants;
use super::resolve::FunctionEntry;
use super::typed::{Expression, ExpressionKind, IntegerType, Relation};
use super::types::Type;
use super::unsupported::{Target, Value, ValueKind, has_effects, only_effects, sequence};
use crate::source::Span;
use crate::syntax::ast;

/// How a library function behaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Model {
    Assert,
    Assume,
    Error,
    Stop,
    /// Writes somewhere outside.
    Output,
    /// Reads into what its arguments from this one on point to.
    Scan(usize),
    /// A value from outside in this range of `int`.
    Input(i64, i64),
    /// A number read from a text.
    Parse,
    /// Reads through its pointers; the value is not modelled.
    Reads,
    Absolute,
    Character(CharacterClass),
    Expect,
    /// A jump or call that cannot be followed.
    Unsupported(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterClass {
    Digit,
    Alphabetic,
    Upper,
    Lower,
    AlphaNumeric,
    Space,
}

impl CharacterClass {
    /// The ranges of characters in it and what the C library's test gives for them.
    fn ranges(self) -> (&'static [(i128, i128)], i128) {
        match self {
            CharacterClass::Digit => (&[(48, 57)], 2048),
            CharacterClass::Alphabetic => (&[(65, 90), (97, 122)], 1024),
            CharacterClass::Upper => (&[(65, 90)], 256),
            CharacterClass::Lower => (&[(97, 122)], 512),
            CharacterClass::AlphaNumeric => (&[(48, 57), (65, 90), (97, 122)], 8),
            CharacterClass::Space => (&[(9, 13), (32, 32)], 8192),
        }
    }
}

fn model(name: &str) -> Option<Model> {
    Some(match name {
        "assert" | "__VERIFIER_assert" | "static_assert" => Model::Assert,
        "assume" | "__VERIFIER_assume" | "__builtin_assume" => Model::Assume,
        "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_rtn" => Model::Error,
        "abort"
        | "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "__builtin_unreachable"
        | "__builtin_trap"
        | "__builtin_abort"
        | "__builtin_exit" => Model::Stop,
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
        | "free"
        | "putchar_unlocked"
        | "__builtin_printf"
        | "__builtin_puts"
        | "__builtin_putchar"
        | "setbuf"
        | "setvbuf"
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
        "atoi" | "atol" | "atoll" => Model::Parse,
        "strlen" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "memcmp" | "strspn" | "strcspn"
        | "strchr" | "strrchr" | "strstr" | "memchr" | "strpbrk" | "atof" | "feof" | "ferror" | "strdup"
        | "fopen" | "getenv" | "access" => Model::Reads,
        "abs" | "labs" | "llabs" | "__builtin_abs" => Model::Absolute,
        "isdigit" => Model::Character(CharacterClass::Digit),
        "isalpha" => Model::Character(CharacterClass::Alphabetic),
        "isupper" => Model::Character(CharacterClass::Upper),
        "islower" => Model::Character(CharacterClass::Lower),
        "isalnum" => Model::Character(CharacterClass::AlphaNumeric),
        "isspace" => Model::Character(CharacterClass::Space),
        "__builtin_expect" => Model::Expect,
        "malloc" | "calloc" | "realloc" | "alloca" | "__builtin_alloca" | "aligned_alloc" | "valloc" => {
            Model::Unsupported("allocated memory")
        }
        "setjmp" | "_setjmp" | "sigsetjmp" | "__builtin_setjmp" => Model::Unsupported("setjmp"),
        "longjmp" | "siglongjmp" | "__builtin_longjmp" => Model::Unsupported("longjmp"),
        _ => return None,
    })
}

/// Whether the function needs no declaration.
pub(super) fn is_known(name: &str) -> bool {
    let prefixes = ["__builtin_", "__VERIFIER_", "__atomic_", "__sync_"];
    model(name).is_some() || prefixes.iter().any(|p| name.starts_with(p))
}

/// Whether it is a function of C's library or of POSIX, or known for another reason.
pub(super) fn is_standard(name: &str) -> bool {
    is_known(name) || STANDARD.split_ascii_whitespace().any(|word| word == name)
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

/// The type and range of `__VERIFIER_nondet_…`.
fn nondet(name: &str, long: IntegerType) -> Option<IntegerType> {
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

impl Checker<'_> {
    /// A call of a known function that the program does not define.
    pub fn library_call(
        &mut self,
        name: &str,
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
        usage: Usage,
    ) -> Option<Value> {
        if let Some(kind) = name.strip_prefix("__VERIFIER_nondet_") {
            return Some(self.nondet_call(name, kind, entry, arguments, span));
        }
        let simple = |kind| Expression { kind, ty: IntegerType::INT, span };
        let declared = entry.map(|e| e.signature.result.clone());
        Some(match model(name)? {
            Model::Assert | Model::Assume if arguments.is_empty() => return None,
            Model::Assert => {
                let condition = self.truth(&arguments[0]);
                Value::void(simple(ExpressionKind::Assert(Box::new(condition))))
            }
            Model::Assume => {
                let condition = self.truth(&arguments[0]);
                Value::void(simple(ExpressionKind::Assume(Box::new(condition))))
            }
            Model::Error => {
                let effects = self.argument_effects(arguments);
                Value::void(sequence(effects, simple(ExpressionKind::Error(name.to_owned()))))
            }
            Model::Stop => {
                let effects = self.argument_effects(arguments);
                Value::void(simple(ExpressionKind::Stop(effects)))
            }
            Model::Output => {
                let effects = self.argument_effects(arguments);
                Value::integer(simple(ExpressionKind::NoOperation(effects)))
            }
            Model::Scan(first) => self.scan(name, arguments, first, span, usage),
            Model::Input(low, high) => {
                let effects = self.argument_effects(arguments);
                let range = (i128::from(low), i128::from(high));
                Value::integer(input(name, IntegerType::INT, range, effects, span))
            }
            Model::Parse => {
                let effects = self.argument_effects(arguments);
                let ty = match name {
                    "atoi" => IntegerType::INT,
                    "atol" => self.types.long(),
                    _ => IntegerType { width: 64, signed: true },
                };
                let text = self.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
                Value::integer(input(&text, ty, (ty.min(), ty.max()), effects, span))
            }
            Model::Reads => {
                let effects = self.argument_effects(arguments);
                let character = Type::Integer(IntegerType { width: 8, signed: true });
                let ty = declared.unwrap_or_else(|| match name {
                    "strchr" | "strrchr" | "strstr" | "memchr" | "strpbrk" | "strdup" | "getenv" => {
                        character.pointer_to()
                    }
                    "fopen" => Type::Opaque("FILE".to_owned()).pointer_to(),
                    "strlen" | "strspn" | "strcspn" => Type::Integer(self.types.size_type()),
                    "atof" => Type::Float(8),
                    _ => Type::Integer(IntegerType::INT),
                });
                Value::other(ty, format!("call of '{name}'"), effects, false, span)
            }
            Model::Absolute => {
                let value = self.value(arguments.first()?);
                let ty = match name {
                    "labs" => self.types.long(),
                    "llabs" => IntegerType { width: 64, signed: true },
                    _ => IntegerType::INT,
                };
                let operand = self.cast_integer(value, ty);
                if has_effects(&operand) {
                    return Some(Value::other(
                        Type::Integer(ty),
                        format!("call of '{name}'"),
                        vec![operand],
                        false,
                        span,
                    ));
                }
                let negative = constants::compare(
                    Relation::Less,
                    operand.clone(),
                    constants::constant(0, ty, span),
                    span,
                );
                let negated = constants::unary(super::typed::UnaryOperator::Negate, operand.clone(), span);
                Value::integer(choose(negative, negated, operand, span))
            }
            Model::Character(class) => {
                let value = self.value(arguments.first()?);
                let operand = self.cast_integer(value, IntegerType::INT);
                let (ranges, result) = class.ranges();
                if has_effects(&operand) {
                    let ty = Type::Integer(IntegerType::INT);
                    return Some(Value::other(ty, format!("call of '{name}'"), vec![operand], false, span));
                }
                let number = |n| constants::integer(n, span);
                let mut test: Option<Expression> = None;
                for &(low, high) in ranges {
                    let from = constants::compare(Relation::GreaterEqual, operand.clone(), number(low), span);
                    let to = constants::compare(Relation::LessEqual, operand.clone(), number(high), span);
                    let inside = simple(ExpressionKind::And(Box::new(from), Box::new(to)));
                    test = Some(match test {
                        None => inside,
                        Some(test) => simple(ExpressionKind::Or(Box::new(test), Box::new(inside))),
                    });
                }
                Value::integer(choose(test?, number(result), number(0), span))
            }
            Model::Expect => {
                let value = self.value(arguments.first()?);
                Value { span, ..value }
            }
            Model::Unsupported(reason) => {
                let effects = self.argument_effects(arguments);
                let ty = declared.unwrap_or_else(|| match reason {
                    "allocated memory" => Type::Void.pointer_to(),
                    "longjmp" => Type::Void,
                    _ => Type::Integer(IntegerType::INT),
                });
                Value::other(ty, reason, effects, reason == "longjmp", span)
            }
        })
    }

    /// The effects of arguments whose values go nowhere.
    fn argument_effects(&mut self, arguments: &[ast::Expression]) -> Vec<Expression> {
        let mut effects = Vec::new();
        for argument in arguments {
            let value = self.value(argument);
            effects.extend(value.into_effects());
        }
        effects
    }

    fn nondet_call(
        &mut self,
        name: &str,
        kind: &str,
        entry: Option<&FunctionEntry>,
        arguments: &[ast::Expression],
        span: Span,
    ) -> Value {
        let effects = self.argument_effects(arguments);
        let declared = entry.map(|e| e.signature.result.clone());
        let by_name = nondet(kind, self.types.long());
        let ty = match (&declared, kind) {
            (Some(Type::Integer(ty)), _) => Some(*ty),
            (Some(_), _) => None,
            (None, _) => by_name,
        };
        let Some(ty) = ty else {
            let ty = declared.unwrap_or_else(|| match kind {
                "float" => Type::Float(4),
                "double" => Type::Float(8),
                _ => Type::Void.pointer_to(),
            });
            return self.input_of_type(name, ty, effects, span);
        };
        let range = if by_name == Some(IntegerType::BOOL) { (0, 1) } else { (ty.min(), ty.max()) };
        Value::integer(input(name, ty, range, effects, span))
    }

    /// `scanf`: what the arguments from `first` on point to becomes an input, named by the variable.
    fn scan(
        &mut self,
        name: &str,
        arguments: &[ast::Expression],
        first: usize,
        span: Span,
        usage: Usage,
    ) -> Value {
        let (mut effects, mut clobbers, mut count) = (Vec::new(), false, 0);
        let string_conversion = arguments.get(first - 1).is_some_and(|format| {
            let ast::ExpressionKind::String(parts) = &format.kind else { return true };
            let text = parts.concat();
            text.contains("%s")
                || text.contains("%[")
                || text.bytes().zip(text.bytes().skip(1)).any(|(a, b)| {
                    // A width makes `%c` and `%s` fill several cells.
                    a == b'%' && b.is_ascii_digit()
                }) && (text.contains('s') || text.contains('c'))
        });
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            if i < first {
                effects.extend(value.into_effects());
                continue;
            }
            count += 1;
            match value.kind {
                ValueKind::Address { place, effects: before } if !string_conversion => {
                    effects.extend(before);
                    let Target { ty, kind, span: place_span, read_only } = *place;
                    let Some(integer) = ty.integer() else {
                        self.escape(&Value {
                            ty: ty.clone(),
                            kind: ValueKind::Address {
                                place: Box::new(Target { ty, kind, span: place_span, read_only }),
                                effects: Vec::new(),
                            },
                            span,
                        });
                        clobbers = true;
                        continue;
                    };
                    let text = self.source.slice(place_span).to_owned();
                    let range = (integer.min(), integer.max());
                    let read = Value::integer(input(&text, integer, range, Vec::new(), argument.span));
                    let target = Target { ty, kind, span: place_span, read_only };
                    let stored = self.store(target, read, argument.span);
                    effects.extend(stored.into_effects());
                }
                // The address of something that is not modelled: only that thing changes.
                ValueKind::Other { ref reason, .. } if reason == "address of a variable" => {
                    effects.extend(value.into_effects());
                }
                _ => {
                    clobbers = true;
                    effects.extend(self.escaping_effects(value));
                }
            }
        }
        if clobbers {
            let reason = format!("'{name}' into something that is not modelled");
            return Value::other(Type::Integer(IntegerType::INT), reason, effects, true, span);
        }
        if usage == Usage::Effect {
            let last = effects.pop();
            let nothing = || constants::integer(0, span);
            return Value::integer(sequence(only_effects(effects), last.unwrap_or_else(nothing)));
        }
        let result = input(name, IntegerType::INT, (-1, count), Vec::new(), span);
        Value::integer(sequence(effects, result))
    }
}

/// `condition ? then : otherwise`, folded.
fn choose(condition: Expression, then: Expression, otherwise: Expression, span: Span) -> Expression {
    match constants::value(&condition) {
        Some(0) => otherwise,
        Some(_) => then,
        None => {
            let ty = then.ty;
            let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
            Expression { kind, ty, span }
        }
    }
}

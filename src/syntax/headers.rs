//! What the standard headers define as macros, and which type names are known without a declaration.

/// The errors of `<errno.h>`.
const ERRORS: &str = include_str!("predefined/errno.h");
/// The signals of `<signal.h>`.
const SIGNALS: &str = include_str!("predefined/signal.h");
/// The formats of `<inttypes.h>`.
const FORMATS: &str = include_str!("predefined/inttypes.h");

/// The macros of a standard header, as text; `None` if the header is not a standard one.
///
/// Limits that depend on the data model are those of the compiler (`__LONG_MAX__`).
pub(super) fn macros_of(header: &str) -> Option<String> {
    let null = "#define NULL ((void *)0)\n";
    Some(match header {
        "limits.h" => LIMITS.to_owned(),
        "stdint.h" => STDINT.to_owned(),
        "inttypes.h" => format!("{STDINT}{FORMATS}"),
        "stdlib.h" => format!("{null}{STDLIB}"),
        "stdio.h" => format!("{null}{STDIO}"),
        "stddef.h" => format!("{null}#define offsetof(t, m) __builtin_offsetof(t, m)\n"),
        "string.h" | "time.h" | "locale.h" | "wchar.h" | "unistd.h" => null.to_owned(),
        "stdarg.h" => STDARG.to_owned(),
        "stdbool.h" => "#define __bool_true_false_are_defined 1\n".to_owned(),
        "errno.h" => ERRORS.to_owned(),
        "signal.h" => SIGNALS.to_owned(),
        "endian.h" => ENDIAN.to_owned(),
        "assert.h" => "#define static_assert _Static_assert\n".to_owned(),
        "float.h" => FLOAT.to_owned(),
        "math.h" => MATH.to_owned(),
        "iso646.h" => "#define and &&\n#define or ||\n#define not !\n#define xor ^\n".to_owned(),
        "ctype.h" => String::new(),
        "setjmp.h" | "threads.h" | "stdatomic.h" | "stdalign.h" | "stdnoreturn.h" | "fenv.h"
        | "complex.h" | "tgmath.h" | "uchar.h" | "wctype.h" | "pthread.h" | "fcntl.h" | "malloc.h"
        | "memory.h" | "strings.h" | "alloca.h" | "sched.h" | "semaphore.h" => String::new(),
        other if other.starts_with("sys/") => null.to_owned(),
        _ => return None,
    })
}

/// Whether all that programs use of the header is known: names that are unknown all the same are errors.
pub(super) fn is_complete(header: &str) -> bool {
    matches!(
        header,
        "limits.h"
            | "stdint.h"
            | "inttypes.h"
            | "stdlib.h"
            | "stdio.h"
            | "stddef.h"
            | "string.h"
            | "stdarg.h"
            | "stdbool.h"
            | "assert.h"
            | "ctype.h"
            | "iso646.h"
            | "memory.h"
            | "malloc.h"
            | "strings.h"
    )
}

/// The macros that most headers of a project bring with them.
pub(super) fn macros_of_unread() -> String {
    format!("#define NULL ((void *)0)\n{LIMITS}")
}

const LIMITS: &str = "\
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX (2147483647 * 2U + 1U)
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX (9223372036854775807LL * 2ULL + 1ULL)
#define PATH_MAX 4096
#define NAME_MAX 255
#define MB_LEN_MAX 16
#define SSIZE_MAX __LONG_MAX__
";

const STDINT: &str = "\
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807LL - 1LL)
#define INT64_MAX 9223372036854775807LL
#define UINT64_MAX (9223372036854775807LL * 2ULL + 1ULL)
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define INTPTR_MAX __LONG_MAX__
#define UINTPTR_MAX (__LONG_MAX__ * 2UL + 1UL)
#define SIZE_MAX (__LONG_MAX__ * 2UL + 1UL)
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) c ## LL
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c ## U
#define UINT64_C(c) c ## ULL
#define INTMAX_C(c) c ## LL
#define UINTMAX_C(c) c ## ULL
#define INTPTR_MIN (-__LONG_MAX__ - 1L)
#define PTRDIFF_MAX __LONG_MAX__
#define PTRDIFF_MIN (-__LONG_MAX__ - 1L)
#define INT_LEAST8_MIN (-128)
#define INT_LEAST8_MAX 127
#define UINT_LEAST8_MAX 255
#define INT_LEAST16_MIN (-32768)
#define INT_LEAST16_MAX 32767
#define UINT_LEAST16_MAX 65535
#define INT_LEAST32_MIN (-2147483647 - 1)
#define INT_LEAST32_MAX 2147483647
#define UINT_LEAST32_MAX 4294967295U
#define INT_LEAST64_MIN (-9223372036854775807LL - 1LL)
#define INT_LEAST64_MAX 9223372036854775807LL
#define UINT_LEAST64_MAX (9223372036854775807LL * 2ULL + 1ULL)
#define INT_FAST8_MIN (-128)
#define INT_FAST8_MAX 127
#define UINT_FAST8_MAX 255
#define INT_FAST16_MIN (-__INT_FAST16_MAX__ - 1)
#define INT_FAST16_MAX __INT_FAST16_MAX__
#define UINT_FAST16_MAX __UINT_FAST16_MAX__
#define INT_FAST32_MIN (-__INT_FAST32_MAX__ - 1)
#define INT_FAST32_MAX __INT_FAST32_MAX__
#define UINT_FAST32_MAX __UINT_FAST32_MAX__
#define INT_FAST64_MIN (-9223372036854775807LL - 1LL)
#define INT_FAST64_MAX 9223372036854775807LL
#define UINT_FAST64_MAX (9223372036854775807LL * 2ULL + 1ULL)
#define SIG_ATOMIC_MIN (-2147483647 - 1)
#define SIG_ATOMIC_MAX 2147483647
#define WCHAR_MIN __WCHAR_MIN__
#define WCHAR_MAX __WCHAR_MAX__
#define WINT_MIN 0U
#define WINT_MAX 4294967295U
";

const ENDIAN: &str = "\
#define LITTLE_ENDIAN 1234
#define BIG_ENDIAN 4321
#define PDP_ENDIAN 3412
#define BYTE_ORDER 1234
#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER 1234
";

const STDLIB: &str = "\
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
";

const STDIO: &str = "\
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
";

const FLOAT: &str = "\
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_DECIMAL_DIG 9
#define FLT_MIN_EXP (-125)
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MAX_10_EXP 38
#define FLT_MAX 3.40282347e38F
#define FLT_MIN 1.17549435e-38F
#define FLT_TRUE_MIN 1.40129846e-45F
#define FLT_EPSILON 1.19209290e-7F
#define FLT_EVAL_METHOD 0
#define FLT_ROUNDS 1
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_DECIMAL_DIG 17
#define DBL_MIN_EXP (-1021)
#define DBL_MAX_EXP 1024
#define DBL_MIN_10_EXP (-307)
#define DBL_MAX_10_EXP 308
#define DBL_MAX 1.7976931348623157e308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_TRUE_MIN 4.9406564584124654e-324
#define DBL_EPSILON 2.2204460492503131e-16
#define LDBL_MANT_DIG 64
#define LDBL_DIG 18
#define LDBL_DECIMAL_DIG 21
#define LDBL_MIN_EXP (-16381)
#define LDBL_MAX_EXP 16384
#define LDBL_MIN_10_EXP (-4931)
#define LDBL_MAX_10_EXP 4932
#define LDBL_MAX 1.18973149535723176502e4932L
#define LDBL_MIN 3.36210314311209350626e-4932L
#define LDBL_EPSILON 1.08420217248550443401e-19L
#define DECIMAL_DIG 21
";

const MATH: &str = "\
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(\"\"))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
";

const STDARG: &str = "\
#define va_start(v, l) __builtin_va_start(v, l)
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, t) __builtin_va_arg(v, t)
#define va_copy(d, s) __builtin_va_copy(d, s)
";

/// Type names that count as declared when the program does not declare them, because headers are not
/// read.
pub const KNOWN_TYPES: &[&str] = &[
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "wchar_t",
    "wint_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "int_fast8_t",
    "int_fast16_t",
    "int_fast32_t",
    "int_fast64_t",
    "uint_fast8_t",
    "uint_fast16_t",
    "uint_fast32_t",
    "uint_fast64_t",
    "int_least8_t",
    "int_least16_t",
    "int_least32_t",
    "int_least64_t",
    "uint_least8_t",
    "uint_least16_t",
    "uint_least32_t",
    "uint_least64_t",
    "bool",
    "FILE",
    "va_list",
    "time_t",
    "clock_t",
    "off_t",
    "pid_t",
    "uid_t",
    "gid_t",
    "mode_t",
    "dev_t",
    "ino_t",
    "pthread_t",
    "pthread_mutex_t",
    "pthread_cond_t",
    "pthread_attr_t",
    "pthread_mutexattr_t",
    "sem_t",
    "jmp_buf",
    "sigjmp_buf",
    "div_t",
    "ldiv_t",
    "fpos_t",
    "sig_atomic_t",
    "max_align_t",
    "__builtin_va_list",
    "__gnuc_va_list",
    "u_char",
    "u_short",
    "u_int",
    "u_long",
    "uint",
    "ushort",
    "ulong",
    "lldiv_t",
    "imaxdiv_t",
    "char16_t",
    "char32_t",
    "wctype_t",
    "wctrans_t",
    "mbstate_t",
    "pthread_key_t",
    "pthread_once_t",
    "pthread_rwlock_t",
    "pthread_spinlock_t",
    "pthread_barrier_t",
    "pthread_condattr_t",
    "pthread_rwlockattr_t",
    "sigset_t",
    "DIR",
    "fd_set",
    "socklen_t",
    "in_addr_t",
    "sa_family_t",
    "suseconds_t",
    "useconds_t",
    "clockid_t",
    "timer_t",
    "nlink_t",
    "blksize_t",
    "blkcnt_t",
    "id_t",
    "key_t",
    "loff_t",
    "locale_t",
    "float_t",
    "double_t",
    "fenv_t",
    "fexcept_t",
    "thrd_t",
    "mtx_t",
    "cnd_t",
    "once_flag",
    "atomic_int",
    "atomic_uint",
    "atomic_bool",
    "atomic_char",
    "atomic_long",
    "atomic_ulong",
    "atomic_llong",
    "atomic_ullong",
    "atomic_size_t",
    "atomic_flag",
    "atomic_intptr_t",
    "atomic_uintptr_t",
    "__int8_t",
    "__int16_t",
    "__int32_t",
    "__int64_t",
    "__uint8_t",
    "__uint16_t",
    "__uint32_t",
    "__uint64_t",
];

//! The functions of C's and POSIX's libraries whose values are not computed: what each does to memory, whether it calls
//! back and comes back, and the type of its result.
//!
//! What is not in this table counts as a function that nobody defines: it may do anything that one can do with what it
//! gets. So a name is put here only for what is certain; a wrong entry is a wrong verdict.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::types::{Type, Types};
use focuscheck_base::arith::IntegerType;

/// What a library function does.
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

/// The type of a result.
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
        let integer = |width, signed| Type::Integer(IntegerType { width, signed });
        match self {
            ResultType::Nothing => Type::Void,
            ResultType::Int => Type::Integer(IntegerType::INT),
            ResultType::Unsigned => Type::Integer(IntegerType::UNSIGNED),
            ResultType::Long => Type::Integer(types.long()),
            ResultType::LongLong => integer(64, true),
            ResultType::UnsignedLongLong => integer(64, false),
            ResultType::Size => Type::Integer(types.size_type()),
            ResultType::Double => Type::Float(8),
            ResultType::Float => Type::Float(4),
            ResultType::Text => integer(8, true).pointer_to(),
            ResultType::Pointer => Type::Void.pointer_to(),
            ResultType::File => Type::Opaque("FILE".to_owned()).pointer_to(),
            ResultType::Record(name) => Type::Opaque(name.to_owned()),
        }
    }
}

/// What is known of a function.
pub fn entry(name: &str) -> Option<(Effect, ResultType)> {
    static TABLE: LazyLock<BTreeMap<&'static str, (Effect, ResultType)>> = LazyLock::new(|| {
        let rows = ROWS.iter();
        rows.flat_map(|&(effect, outcome, names)| {
            names.split_ascii_whitespace().map(move |name| (name, (effect, outcome)))
        })
        .collect()
    });
    TABLE.get(name).copied()
}

/// The name of a library function without what gcc's own names for it add: `__builtin_memcpy`, `__builtin___memcpy_chk`.
pub fn plain(name: &str) -> &str {
    let Some(inner) = name.strip_prefix("__builtin_") else { return name };
    inner.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")).unwrap_or(inner)
}

/// Whether control may go on somewhere else from a call of the function, now or later.
pub fn leaves(name: &str) -> bool {
    matches!(entry(plain(name)), Some((Effect::Leaves | Effect::Later, _)))
}

/// How many of the first arguments of a function are texts that it reads, whatever the others are.
pub fn texts_read(name: &str) -> usize {
    const ONE: &str = "strlen strchr strrchr strdup atof wcslen index rindex strchrnul";
    const TWO: &str = "strcpy strcat strcmp strcasecmp strstr strpbrk strspn strcspn stpcpy strcoll";
    let among = |names: &str| names.split_ascii_whitespace().any(|known| known == name);
    if among(ONE) { 1 } else { 2 * usize::from(among(TWO)) }
}

use Effect::*;
use ResultType::{
    Double, File, Float, Int, Long, LongLong, Nothing, Pointer, Record, Size, Text, Unsigned,
    UnsignedLongLong,
};

/// Each name once.
const ROWS: &[(Effect, ResultType, &str)] = &[
    (
        Reads,
        Int,
        "strcmp strncmp strcasecmp strncasecmp memcmp bcmp strcoll strverscmp feof ferror access fileno isatty
         ffs ffsl ffsll mblen wctob btowc unlink rmdir mkdir chdir chmod remove rename system setenv unsetenv
         ftello fseek fseeko pclose sched_yield
         getpid getppid fegetround fesetround feclearexcept feraiseexcept
         fetestexcept pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock sem_post sem_wait sem_trywait
         getpagesize putw gethostid nice isascii toascii",
    ),
    (Reads, Size, "strlen strnlen strspn strcspn wcslen malloc_usable_size confstr mbrlen"),
    (Reads, Double, "atof difftime drand48 nan"),
    (Reads, Float, "nanf"),
    (Reads, Long, "ftell sysconf a64l clock"),
    (Reads, Text, "strerror getenv secure_getenv strsignal ctermid ttyname l64a"),
    (Reads, File, "fopen popen tmpfile freopen fdopen"),
    (Reads, Record("div_t"), "div"),
    (Reads, Record("ldiv_t"), "ldiv"),
    (Reads, Record("lldiv_t"), "lldiv"),
    (Reads, Record("imaxdiv_t"), "imaxdiv"),
    (Reads, Unsigned, "alarm getuid geteuid getgid getegid"),
    (Into, Text, "strchr strrchr strstr strpbrk index rindex strcasestr strchrnul basename dirname"),
    (Into, Pointer, "memchr memrchr rawmemchr memmem"),
    (
        Writes,
        Text,
        "strcpy strncpy strcat strncat stpcpy stpncpy strtok strtok_r strsep gets fgets ctime asctime ctime_r asctime_r
         strdup strndup getcwd realpath mktemp mkdtemp tmpnam tempnam setlocale strfry dlerror",
    ),
    (
        Writes,
        Pointer,
        "memcpy memmove memset mempcpy memccpy explicit_bzero gmtime localtime gmtime_r localtime_r opendir readdir
         wcscpy wcsncpy wcscat wmemcpy wmemset",
    ),
    (
        Writes,
        Int,
        "sprintf snprintf vsprintf vsnprintf asprintf vasprintf vscanf vfscanf vsscanf gettimeofday clock_gettime
         clock_getres nanosleep mkstemp pipe feholdexcept fegetenv fesetenv feupdateenv fegetexceptflag fesetexceptflag stat fstat lstat rand_r posix_memalign wctomb mbtowc getrusage strerror_r
         fgetpos fsetpos pthread_mutex_init pthread_mutex_destroy pthread_attr_init pthread_attr_destroy sigemptyset
         sigfillset sigaddset sigdelset sigprocmask wait select poll getopt getopt_long uname",
    ),
    (
        Writes,
        Size,
        "strxfrm strlcpy strlcat strftime fread mbstowcs wcstombs",
    ),
    (Writes, Long, "read pread recv recvfrom getline getdelim readlink times waitpid"),
    (Writes, UnsignedLongLong, "strtoumax"),
    (Writes, LongLong, "strtoimax"),
    (Writes, Double, "strtod frexp modf remquo lgamma_r"),
    (Writes, Float, "strtof frexpf modff remquof lgammaf_r"),
    (Writes, Nothing, "bcopy bzero swab sincos sincosf srand48 seed48 tzset"),
    (Reads, Nothing, "rewind clearerr flockfile funlockfile openlog syslog closelog warn warnx vwarn vwarnx psignal"),
    (Calls, Nothing, "qsort qsort_r tsearch twalk lfind"),
    (Calls, Pointer, "bsearch lsearch tfind tdelete"),
    (Calls, Int, "scandir glob ftw nftw pthread_once call_once"),
    (
        Later,
        Int,
        "atexit at_quick_exit on_exit sigaction pthread_atfork pthread_create thrd_create setvbuf putenv
         pthread_key_create timer_create sigaltstack setitimer",
    ),
    (Later, Pointer, "signal sigset bsd_signal sysv_signal"),
    (Later, Nothing, "setbuf setbuffer setlinebuf"),
    (Later, File, "fmemopen open_memstream fopencookie"),
    (
        Leaves,
        Int,
        "setcontext swapcontext raise kill killpg tgkill pthread_kill vfork fork execv execve execvp execl execlp execle
         execvpe fexecve clone sigsuspend pause sigreturn rt_sigreturn thrd_join pthread_join pthread_cancel",
    ),
    (Leaves, Nothing, "longjmp siglongjmp _longjmp __builtin_longjmp makecontext"),
    (
        Ends,
        Nothing,
        "err errx verr verrx pthread_exit thrd_exit __stack_chk_fail __chk_fail __fortify_fail",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_entry() {
        let names: Vec<&str> = ROWS.iter().flat_map(|(.., names)| names.split_ascii_whitespace()).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len());
    }
}

//! Functions of C's library whose results are inputs.

/// How the harness answers a call of a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The result is an input.
    Input,
    /// The result is an input, which may be stored through the argument, too.
    Time,
    /// What it reads is an input; the arguments say where it goes.
    Scan,
    /// What it reads from a text; an input if the text is an argument of the program.
    ScanText,
    /// A number that a text begins with; an input if the text is an argument of the program.
    Number,
}

/// How a call of the function is answered; `None` if the function itself answers.
pub(super) fn answer(name: &str) -> Option<Answer> {
    Some(match name {
        "rand" | "random" | "rand_r" | "lrand48" | "nrand48" | "mrand48" | "jrand48" | "arc4random"
        | "arc4random_uniform" | "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked"
        | "fgetc_unlocked" | "getw" | "clock" | "isatty" => Answer::Input,
        "time" => Answer::Time,
        "scanf" | "fscanf" | "__isoc99_scanf" | "__isoc99_fscanf" | "__isoc23_scanf" | "__isoc23_fscanf" => {
            Answer::Scan
        }
        "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf" => Answer::ScanText,
        "atoi" | "atol" | "atoll" | "strtol" | "strtoul" | "strtoll" | "strtoull" => Answer::Number,
        _ => return None,
    })
}

/// Whether a program that defines the function has memory of its own, which AddressSanitizer does not know.
pub(super) fn allocates(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "realloc" | "free" | "memalign" | "posix_memalign" | "aligned_alloc")
}

/// Whether the system gives the result, which a program may well hand back to the system: it is never provided.
pub(super) fn is_systems(name: &str) -> bool {
    matches!(
        name,
        "getpid" | "getppid" | "getpgrp" | "getuid" | "geteuid" | "getgid" | "getegid" | "fork" | "vfork"
    )
}

/// Whether a number that nobody has chosen with care can make the function harm other programs, or whether a program that
/// calls it can go on when it is stopped.
pub(super) fn is_dangerous(name: &str) -> bool {
    matches!(
        name,
        "kill"
            | "killpg"
            | "sigqueue"
            | "tgkill"
            | "ptrace"
            | "reboot"
            | "setsid"
            | "setpgid"
            | "setpgrp"
            | "daemon"
    )
}

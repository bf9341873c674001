#!/usr/bin/env bash
# Lists which macros the headers of the C library define, without their values: `src/syntax/predefined/names.txt`.
#
#   scripts/macro-names.sh > src/syntax/predefined/names.txt
#
# One line a header: its name, then the macros that it adds to those of the compiler, `+` before those that need _GNU_SOURCE.
# Names that all headers of the library define stand in the line of `*`; others with underscores in front only where
# programs are known to ask for them.
set -euo pipefail
export LC_ALL=C

headers=(aio alloca arpa/inet assert complex ctype dirent dlfcn endian err errno fcntl fenv float fnmatch getopt glob grp inttypes
    iso646 langinfo libgen limits locale malloc math memory net/if netdb netinet/in netinet/tcp poll pthread pwd regex sched
    semaphore setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings sys/file
    sys/ioctl sys/ipc sys/mman sys/msg sys/param sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time
    sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog termios tgmath threads time uchar ucontext unistd utime
    wchar wctype)

names() {
    echo "#include <$1.h>" | gcc "${@:2}" -dM -E - | awk '{ print $2 }' | sed 's/(.*//' | sort -u
}
compiler=$(gcc -dM -E - </dev/null | awk '{ print $2 }' | sed 's/(.*//' | sort -u)
all=$(comm -12 <(names assert) <(comm -12 <(names errno) <(names ctype)))
all=$(comm -23 <(echo "$all") <(echo "$compiler"))
own_names() {
    grep -v '^_' || true
}
asked() {
    grep -E '^_(_BYTE_ORDER|_LITTLE_ENDIAN|_BIG_ENDIAN|IO|POSIX|XOPEN|[A-Z0-9_]*_H$)' || true
}
line() {
    echo "$*" | tr '\n' ' ' | sed 's/ *$//'
    echo
}
line '*' "$all"
for header in "${headers[@]}"; do
    plain=$(comm -23 <(names "$header") <(echo "$compiler"))
    gnu=$(comm -23 <(names "$header" -D_GNU_SOURCE) <(echo "$compiler"))
    own=$(comm -23 <(echo "$plain") <(echo "$all"))
    more=$(comm -23 <(echo "$gnu") <(echo "$plain") | grep -v '^_GNU_SOURCE$' | sed 's/^/+/' || true)
    line "$header.h" "$(own_names <<<"$own")" "$(asked <<<"$own")" "$(grep -v '^+_' <<<"$more" || true)"
done

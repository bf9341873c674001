/* Gives the program the values of one run, and says how the run ends. */
#define _GNU_SOURCE
#include "focuscheck-support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

/* The most that a run writes to one file, and the most that it needs of stack and of memory. */
#define FILE_SIZE (16ul << 20)
#define STACK_SIZE (100ul << 20)
#define MEMORY_SIZE (4ul << 30)

#define OPEN_MOST 4096

static const struct focuscheck_run *chosen;
/* For each place that reads: which of the run's values it looks at next. */
static unsigned *next_of;
/* Where it is said how the run ends. */
static int log_file = 2;
/* The memory in which arguments and environment lie when the program starts. */
static char *texts;
/* Calls of functions that may have no body, and of assertions, the innermost last. */
static struct {
    unsigned place;
    /* Whether a function without a body has given the value. */
    int answered;
    const char *text;
} open_calls[OPEN_MOST];
static unsigned call_count;
static struct {
    unsigned error;
    const char *name;
} open_checks[OPEN_MOST];
static unsigned check_count;

void __sanitizer_symbolize_pc(void *, const char *, char *, size_t) __attribute__((weak));
void __asan_init(void) __attribute__((weak));

static void limit(int what, rlim_t most) {
    struct rlimit now;
    if (getrlimit(what, &now) == 0) {
        now.rlim_cur = now.rlim_max < most ? now.rlim_max : most;
        setrlimit(what, &now);
    }
}

/* Runs before everything else of the program. */
__attribute__((constructor(101))) static void begin(void) {
    const char *number = getenv("FOCUSCHECK_RUN"), *path = getenv("FOCUSCHECK_LOG"), *seconds = getenv("FOCUSCHECK_SECONDS");
    unsigned long run = number ? strtoul(number, 0, 10) : 1;
    texts = (char *)environ;
    if (run == 0 || run > focuscheck_run_count) {
        fprintf(stderr, "focuscheck: there is no run %lu; FOCUSCHECK_RUN is a number from 1 to %u\n", run, focuscheck_run_count);
        _exit(2);
    }
    if (path) {
        int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        /* The program's own files get the numbers that they always get. */
        log_file = fcntl(file, F_DUPFD_CLOEXEC, 200);
        close(file);
        limit(RLIMIT_FSIZE, FILE_SIZE);
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_STACK, STACK_SIZE);
        if (seconds) {
            limit(RLIMIT_CPU, strtoul(seconds, 0, 10));
        }
        /* AddressSanitizer reserves more, and has a limit of its own. */
        if (!__asan_init) {
            limit(RLIMIT_AS, MEMORY_SIZE);
        }
    }
    unsetenv("FOCUSCHECK_RUN");
    unsetenv("FOCUSCHECK_LOG");
    unsetenv("FOCUSCHECK_SECONDS");
    chosen = &focuscheck_runs[run - 1];
    next_of = calloc(focuscheck_place_count + 1, sizeof *next_of);
    if (!next_of) {
        _exit(2);
    }
}

static void note(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t written = write(log_file, text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= (size_t)written;
    }
}

unsigned long long focuscheck_next(unsigned place) {
    for (unsigned at = next_of[place]; at < chosen->count; at++) {
        if (chosen->reads[at].place == place) {
            next_of[place] = at + 1;
            return chosen->reads[at].value;
        }
    }
    next_of[place] = chosen->count;
    return 0;
}

unsigned long long focuscheck_input(unsigned place, ...) { return focuscheck_next(place); }

unsigned long long focuscheck_time(unsigned place, void *result) {
    unsigned long long now = focuscheck_next(place);
    if (result) {
        *(long *)result = (long)now;
    }
    return now;
}

void focuscheck_call(unsigned place) {
    if (call_count < OPEN_MOST) {
        open_calls[call_count].place = place;
        open_calls[call_count].answered = 0;
        open_calls[call_count].text = 0;
    }
    call_count++;
}

/* The innermost open call at a place, closed; -1 if there is none that its function itself has answered. */
static int close_call(unsigned place) {
    int at = (int)(call_count < OPEN_MOST ? call_count : OPEN_MOST);
    while (at > 0) {
        at--;
        if (open_calls[at].place == place) {
            call_count = (unsigned)at;
            return open_calls[at].answered ? -1 : at;
        }
    }
    return -1;
}

static void compare(unsigned place, unsigned long long result) {
    unsigned long long needed = focuscheck_next(place);
    if (result != needed) {
        char text[160];
        snprintf(text, sizeof text, "focuscheck: result %u %lld %lld\n", place, (long long)result, (long long)needed);
        note(text);
    }
}

void focuscheck_returned(unsigned place, unsigned long long result) {
    if (close_call(place) >= 0) {
        compare(place, result);
    }
}

static int is_argument(const char *text) { return text > texts && text < texts + (8l << 20); }

const char *focuscheck_seen(const char *text) {
    if (call_count > 0 && call_count <= OPEN_MOST) {
        open_calls[call_count - 1].text = text;
    }
    return text;
}

unsigned long long focuscheck_number(unsigned place, unsigned long long result) {
    int at = close_call(place);
    if (at >= 0 && is_argument(open_calls[at].text)) {
        return focuscheck_next(place);
    }
    if (at >= 0) {
        compare(place, result);
    }
    return result;
}

unsigned long long focuscheck_stub(const char *name, unsigned place) {
    unsigned at = call_count < OPEN_MOST ? call_count : OPEN_MOST;
    char text[400];
    while (at > 0) {
        at--;
        const char *open = open_calls[at].answered ? 0 : focuscheck_places[open_calls[at].place];
        if (open && strcmp(open, name) == 0) {
            open_calls[at].answered = 1;
            return focuscheck_next(open_calls[at].place);
        }
    }
    if (place) {
        return focuscheck_next(place);
    }
    snprintf(text, sizeof text, "focuscheck: stub %.300s\n", name);
    note(text);
    return 0;
}

unsigned long long focuscheck_text(const char *function, unsigned line, unsigned place, const char *text, ...) {
    if (!is_argument(text)) {
        char message[400];
        snprintf(message, sizeof message, "focuscheck: text %u %.300s\n", line, function);
        fprintf(stderr, "\n%s() reads a text that is not provided\n", function);
        note(message);
        _exit(3);
    }
    return place ? focuscheck_next(place) : 0;
}

int focuscheck_enter(unsigned error, const char *name) {
    if (check_count < OPEN_MOST) {
        open_checks[check_count].error = error;
        open_checks[check_count].name = name;
    }
    check_count++;
    return 0;
}

int focuscheck_leave(void) {
    check_count -= check_count > 0;
    return 0;
}

_Noreturn void focuscheck_called(const char *name, void *from) {
    char place[400] = "?", text[900];
    long error = -1;
    if (check_count > 0 && check_count <= OPEN_MOST && strcmp(open_checks[check_count - 1].name, name) == 0) {
        error = open_checks[check_count - 1].error;
    }
    if (__sanitizer_symbolize_pc) {
        __sanitizer_symbolize_pc((char *)from - 1, "%s:%l", place, sizeof place);
    }
    fflush(0);
    if (error >= 0) {
        fprintf(stderr, "\n%s\n", focuscheck_errors[error]);
    } else {
        fprintf(stderr, "\n%s() is called\n", name);
    }
    snprintf(text, sizeof text, "focuscheck: called %ld %.300s %s\n", error, name, place);
    note(text);
    _exit(FOCUSCHECK_FAILED);
}

_Noreturn void focuscheck_failed(unsigned error) {
    char text[80];
    fflush(0);
    fprintf(stderr, "\n%s\n", focuscheck_errors[error]);
    snprintf(text, sizeof text, "focuscheck: error %u\n", error);
    note(text);
    _exit(FOCUSCHECK_FAILED);
}

int focuscheck_error(unsigned error, ...) { focuscheck_failed(error); }

void focuscheck_assume(int holds) {
    if (!holds) {
        fflush(0);
        note("focuscheck: assume\n");
        _exit(3);
    }
}

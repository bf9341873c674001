/* Gives the program the values of one run, and says how the run ends. */
#include "focuscheck-support.h"

/* A program may define a function or a variable called like any of the library's: nothing of the library is used here
   but the environment, where the system is known. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__ || defined __aarch64__)
static long ask_system(long number, long first, long second, long third) {
#if defined __x86_64__
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return result;
#elif defined __i386__
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(first), "c"(second), "d"(third)
                     : "memory");
    return result;
#else
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register long x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
#endif
}
#if defined __x86_64__
#define WRITE 1
#define EXIT 231
#elif defined __i386__
#define WRITE 4
#define EXIT 252
#else
#define WRITE 64
#define EXIT 94
#endif
static long put(int file, const char *text, unsigned long length) {
    return ask_system(WRITE, file, (long)text, (long)length);
}
_Noreturn static void end(int status) {
    for (;;) {
        ask_system(EXIT, status, 0, 0);
    }
}
#else
#include <unistd.h>
static long put(int file, const char *text, unsigned long length) { return write(file, text, length); }
_Noreturn static void end(int status) { _exit(status); }
#endif

extern char **environ;

#define OPEN_MOST 4096

static const struct focuscheck_run *chosen;
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

void __sanitizer_symbolize_pc(void *, const char *, char *, unsigned long) __attribute__((weak));

static int is_same(const char *one, const char *other) {
    while (*one && *one == *other) {
        one++;
        other++;
    }
    return *one == *other;
}

static void say(int file, const char *text) {
    unsigned long length = 0;
    while (text[length]) {
        length++;
    }
    while (length > 0) {
        long written = put(file, text, length);
        if (written <= 0) {
            return;
        }
        text += written;
        length -= (unsigned long)written;
    }
}

/* A line for the log, piece by piece. */
static char line[1200];
static unsigned line_length;

static void add(const char *text) {
    while (*text && line_length < sizeof line - 2) {
        line[line_length++] = *text++;
    }
    line[line_length] = 0;
}

static void add_number(long long number) {
    char digits[24];
    int at = 23;
    unsigned long long rest = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    digits[at] = 0;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    add(number < 0 ? " -" : " ");
    add(digits + at);
}

static void begin_line(const char *kind) {
    line_length = 0;
    add("focuscheck: ");
    add(kind);
}

static void end_line(void) {
    line[line_length++] = '\n';
    line[line_length] = 0;
    say(log_file, line);
}

/* Takes a variable out of the environment; its number, or 0. */
static unsigned take(const char *name) {
    char **from = environ, **to = environ;
    unsigned found = 0;
    for (; from && *from; from++) {
        const char *text = *from, *wanted = name;
        while (*wanted && *text == *wanted) {
            text++;
            wanted++;
        }
        if (*wanted == 0 && *text == '=') {
            for (text++; '0' <= *text && *text <= '9'; text++) {
                found = found * 10 + (unsigned)(*text - '0');
            }
        } else {
            *to++ = *from;
        }
    }
    if (to) {
        *to = 0;
    }
    return found;
}

/* Runs before everything else of the program. */
__attribute__((constructor(101))) static void begin(void) {
    unsigned run, file;
    texts = (char *)environ;
    run = take("FOCUSCHECK_RUN");
    file = take("FOCUSCHECK_LOG");
    run = run ? run : 1;
    log_file = file ? (int)file : 2;
    if (run > focuscheck_run_count) {
        say(2, "focuscheck: there is no such run; FOCUSCHECK_RUN is the number of an explanation\n");
        end(2);
    }
    chosen = &focuscheck_runs[run - 1];
}

/* What a person reads who starts the program by hand. */
static void tell(const char *first, const char *second) {
    say(2, "\n");
    say(2, first);
    say(2, second);
    say(2, "\n");
}

unsigned long long focuscheck_next(unsigned place) {
    for (unsigned at = focuscheck_next_of[place]; at < chosen->count; at++) {
        if (chosen->reads[at].place == place) {
            focuscheck_next_of[place] = at + 1;
            return chosen->reads[at].value;
        }
    }
    focuscheck_next_of[place] = chosen->count;
    return 0;
}


int focuscheck_fills(unsigned result, unsigned place) {
    unsigned at = focuscheck_next_of[result];
    while (at < chosen->count && chosen->reads[at].place != result) {
        at++;
    }
    for (at++; at < chosen->count && chosen->reads[at].place != result; at++) {
        if (chosen->reads[at].place == place) {
            return 1;
        }
    }
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

void *focuscheck_no_memory(unsigned place, ...) {
    (void)place;
    return 0;
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
        begin_line("result");
        add_number(place);
        add_number((long long)result);
        add_number((long long)needed);
        end_line();
    }
}

void focuscheck_returned(unsigned place, unsigned long long result) {
    if (close_call(place) >= 0) {
        compare(place, result);
    }
}

static const char *given[16];
static unsigned given_count;

void focuscheck_given(const char *text) {
    if (given_count < sizeof given / sizeof *given) {
        given[given_count++] = text;
    }
}

static int is_argument(const char *text) {
    unsigned at = 0;
    while (at < given_count && given[at] != text) {
        at++;
    }
    return at < given_count || (text > texts && text < texts + (8l << 20));
}

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
    while (at > 0) {
        at--;
        const char *open = open_calls[at].answered ? 0 : focuscheck_places[open_calls[at].place];
        if (open && is_same(open, name)) {
            open_calls[at].answered = 1;
            return focuscheck_next(open_calls[at].place);
        }
    }
    if (place) {
        return focuscheck_next(place);
    }
    begin_line("stub ");
    add(name);
    end_line();
    return 0;
}

unsigned long long focuscheck_text(const char *function, unsigned number, unsigned place, const char *text, ...) {
    if (!is_argument(text)) {
        tell(function, "() reads a text that is not provided");
        begin_line("text");
        add_number(number);
        add(" ");
        add(function);
        end_line();
        end(3);
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
    static char place[400] = "?";
    long error = -1;
    if (check_count > 0 && check_count <= OPEN_MOST && is_same(open_checks[check_count - 1].name, name)) {
        error = open_checks[check_count - 1].error;
    }
    if (__sanitizer_symbolize_pc) {
        __sanitizer_symbolize_pc((char *)from - 1, "%s:%l", place, sizeof place);
    }
    if (error >= 0) {
        tell(focuscheck_errors[error], "");
    } else {
        tell(name, "() is called");
    }
    begin_line("called");
    add_number(error);
    add(" ");
    add(name);
    add(" ");
    add(place);
    end_line();
    end(FOCUSCHECK_FAILED);
}

_Noreturn void focuscheck_failed(unsigned error) {
    tell(focuscheck_errors[error], "");
    begin_line("error");
    add_number(error);
    end_line();
    end(FOCUSCHECK_FAILED);
}

int focuscheck_error(unsigned error, ...) { focuscheck_failed(error); }

void focuscheck_assume(int holds) {
    if (!holds) {
        begin_line("assume");
        end_line();
        end(3);
    }
}

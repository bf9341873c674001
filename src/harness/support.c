/* Gives the program the values of one run, and says how the run ends. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static const struct focuscheck_run *chosen;
/* For each place that reads: which of the run's values it looks at next. */
static unsigned *next_of;

void focuscheck_begin(const char *number) {
    unsigned long run = number ? strtoul(number, 0, 10) : 1;
    if (run == 0 || run > focuscheck_run_count) {
        fprintf(stderr, "focuscheck: there is no run %lu; give a number from 1 to %u\n", run, focuscheck_run_count);
        exit(2);
    }
    chosen = &focuscheck_runs[run - 1];
    next_of = calloc(focuscheck_place_count + 1, sizeof *next_of);
    if (!next_of) {
        exit(2);
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

int focuscheck_effects() { return 0; }

_Noreturn void focuscheck_failed(unsigned error, unsigned line) {
    fflush(stdout);
    fprintf(stderr, "\n%s\nfocuscheck: error %u line %u\n", focuscheck_errors[error], error, line);
    exit(FOCUSCHECK_FAILED);
}

_Noreturn void focuscheck_assertion_failed(const char *text, const char *file, unsigned line) {
    fflush(stdout);
    fprintf(stderr, "\n%s:%u: assertion `%s` fails\nfocuscheck: assertion line %u\n", file, line, text, line);
    exit(FOCUSCHECK_FAILED);
}

_Noreturn void focuscheck_called(const char *name) {
    fflush(stdout);
    fprintf(stderr, "\n%s() is called\nfocuscheck: called %s\n", name, name);
    exit(FOCUSCHECK_FAILED);
}

void focuscheck_assume(int holds) {
    if (!holds) {
        fflush(stdout);
        fprintf(stderr, "\nfocuscheck: an assumption does not hold\n");
        exit(3);
    }
}

/* Where the C library's own assertions end. */
_Noreturn void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)function;
    focuscheck_assertion_failed(text, file, line);
}

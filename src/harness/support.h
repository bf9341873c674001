/* What the program under replay and its harness share. Every name begins with focuscheck_. */
#ifndef FOCUSCHECK_SUPPORT_H
#define FOCUSCHECK_SUPPORT_H

/* The exit status of a run that fails. */
#define FOCUSCHECK_FAILED 70

/* A value, and the place in the program that reads it. */
struct focuscheck_read {
    unsigned place;
    unsigned long long value;
};

/* The values of one run, in the order in which they are read. */
struct focuscheck_run {
    const struct focuscheck_read *reads;
    unsigned count;
};

extern const struct focuscheck_run focuscheck_runs[];
extern const unsigned focuscheck_run_count;
extern const unsigned focuscheck_place_count;
extern const char *const focuscheck_errors[];

/* Chooses a run by its number, from 1. */
void focuscheck_begin(const char *number);
/* The next value that is read at a place; 0 when the run has no more. */
unsigned long long focuscheck_next(unsigned place);
/* Takes any arguments, whose effects are all that matters. */
int focuscheck_effects();
_Noreturn void focuscheck_failed(unsigned error, unsigned line);
_Noreturn void focuscheck_assertion_failed(const char *text, const char *file, unsigned line);
_Noreturn void focuscheck_called(const char *name);
void focuscheck_assume(int holds);

/* The value of a call, after the effects of its arguments. */
#define FOCUSCHECK_INPUT(place, type, ...) (focuscheck_effects(__VA_ARGS__), (type)focuscheck_next(place))
/* A pointer, after what it points to got a value. */
#define FOCUSCHECK_STORE(place, type, ...)                                                                             \
    __extension__({                                                                                                    \
        __auto_type focuscheck_to = (__VA_ARGS__);                                                                     \
        *focuscheck_to = (type)focuscheck_next(place);                                                                 \
        focuscheck_to;                                                                                                 \
    })
/* A call that makes what a pointer points to any value. */
#define FOCUSCHECK_SYMBOLIC(place, type, pointer, ...) ((void)(*(pointer) = (type)focuscheck_next(place)))
/* The arguments of a call that reads, when its result is not used. */
#define FOCUSCHECK_READS(...) focuscheck_effects(__VA_ARGS__)
#define FOCUSCHECK_ASSERT(error, line, condition, ...) ((condition) ? (void)0 : focuscheck_failed(error, line))
#define FOCUSCHECK_ERROR(error, line, ...) (focuscheck_effects(__VA_ARGS__), focuscheck_failed(error, line))
#define FOCUSCHECK_CHECK(error, line, ...) ((__VA_ARGS__) ? focuscheck_failed(error, line) : (void)0)

#endif

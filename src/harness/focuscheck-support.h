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
/* The functions whose results are read at the places, by number; 0 for other places. */
extern const char *const focuscheck_places[];
/* For each place that reads: which of the run's values it looks at next. */
extern unsigned focuscheck_next_of[];
extern const char *const focuscheck_errors[];

/* The next value that is read at a place; 0 when the run has no more. */
unsigned long long focuscheck_next(unsigned place);
/* The value of a type that has some bits. */
static inline float focuscheck_float(unsigned bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double focuscheck_double(unsigned long long bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
#define FOCUSCHECK_VALUE(type, bits)                                                                                   \
    _Generic((type)0, float: focuscheck_float((unsigned)(bits)), double: focuscheck_double(bits), default: (type)(bits))
/* Whether the run takes a value at the place with the next result of its call. */
int focuscheck_fills(unsigned result, unsigned place);
/* The same as the value of a call, after the effects of its arguments. */
unsigned long long focuscheck_input(unsigned place, ...);
/* The same for time(), which may store its result, too. */
unsigned long long focuscheck_time(unsigned place, void *result);
/* Around a call: what stands for a function without a body gives the value of the place; the result of another
   function is compared with it. */
void focuscheck_call(unsigned place);
void focuscheck_returned(unsigned place, unsigned long long result);
/* Around the text that such a call reads a number from. An argument of the program is an input: then the value of
   the place counts, else the number that the text has. */
const char *focuscheck_seen(const char *text);
/* A text is an argument of the program, though it is none of the process. */
void focuscheck_given(const char *text);
unsigned long long focuscheck_number(unsigned place, unsigned long long result);
/* The run cannot go on unless the text that a call at a line reads is an argument of the program. */
unsigned long long focuscheck_text(const char *function, unsigned line, unsigned place, const char *text, ...);
/* What a function without a body gives. */
unsigned long long focuscheck_stub(const char *name, unsigned place);
/* Around a call that fails when its argument is zero; which error that is. */
int focuscheck_enter(unsigned error, const char *name);
int focuscheck_leave(void);
/* A function without a body that stands for an error was called. */
_Noreturn void focuscheck_called(const char *name, void *from);
/* An error is reached; the first after the effects of a call's arguments. */
int focuscheck_error(unsigned error, ...);
_Noreturn void focuscheck_failed(unsigned error);
void focuscheck_assume(int holds);

/* Reads of texts: so many letters as the first place says, which the second one gives. What they write is written where the call
   stands. */
#define FOCUSCHECK_FGETS(count, letter, s, n, ...)                                                                      \
    ({                                                                                                                 \
        char *focuscheck_to = (char *)(s);                                                                             \
        int focuscheck_most = (n), focuscheck_at = 0;                                                                  \
        int focuscheck_count = focuscheck_most > 1 ? (int)focuscheck_next(count) : 0;                                  \
        (void)(__VA_ARGS__);                                                                                           \
        for (; focuscheck_at < focuscheck_count; focuscheck_at++)                                                      \
            focuscheck_to[focuscheck_at] = (char)focuscheck_next(letter);                                              \
        if (focuscheck_most == 1 || focuscheck_count > 0)                                                              \
            focuscheck_to[focuscheck_at] = 0;                                                                          \
        focuscheck_most == 1 || focuscheck_count > 0 ? focuscheck_to : (char *)0;                                      \
    })
#define FOCUSCHECK_GETS(count, letter, s)                                                                               \
    ({                                                                                                                 \
        char *focuscheck_to = (char *)(s);                                                                             \
        int focuscheck_count = (int)focuscheck_next(count), focuscheck_at = 0;                                         \
        for (; focuscheck_at < focuscheck_count; focuscheck_at++)                                                      \
            focuscheck_to[focuscheck_at] = (char)focuscheck_next(letter);                                              \
        if (focuscheck_count >= 0)                                                                                     \
            focuscheck_to[focuscheck_at] = 0;                                                                          \
        focuscheck_count >= 0 ? focuscheck_to : (char *)0;                                                             \
    })
#define FOCUSCHECK_WORD(fills, count, letter, s)                                                                        \
    ({                                                                                                                 \
        char *focuscheck_to = (char *)(s);                                                                             \
        if (fills) {                                                                                                   \
            int focuscheck_count = (int)focuscheck_next(count), focuscheck_at = 0;                                     \
            for (; focuscheck_at < focuscheck_count; focuscheck_at++)                                                  \
                focuscheck_to[focuscheck_at] = (char)focuscheck_next(letter);                                          \
            focuscheck_to[focuscheck_at] = 0;                                                                          \
        }                                                                                                              \
        focuscheck_to;                                                                                                 \
    })
/* A call that allocates memory: it fails where the run says so, after the effects of its arguments. */
void *focuscheck_no_memory(unsigned place, ...);
#define FOCUSCHECK_ALLOCATE(place, function, ...)                                                                       \
    (focuscheck_next(place) ? (__typeof__(function(__VA_ARGS__)))focuscheck_no_memory(place, __VA_ARGS__)              \
                            : function(__VA_ARGS__))
/* A pointer to what the library reads: that is there. */
#define FOCUSCHECK_READ(pointer)                                                                                        \
    ({                                                                                                                 \
        __auto_type focuscheck_read = (pointer);                                                                       \
        (void)*(volatile char *)focuscheck_read;                                                                       \
        focuscheck_read;                                                                                               \
    })
/* The same of a text of which it reads no more than so many characters. */
#define FOCUSCHECK_READ_PART(most, pointer)                                                                             \
    ({                                                                                                                 \
        const volatile char *focuscheck_read = (pointer);                                                              \
        long focuscheck_most = (most), focuscheck_at = 0;                                                              \
        while ((focuscheck_most < 0 || focuscheck_at < focuscheck_most) && focuscheck_read[focuscheck_at])              \
            focuscheck_at++;                                                                                           \
        (const char *)focuscheck_read;                                                                                 \
    })
/* A call that opens a stream: what is read of that, the run says. A stream that can be opened anywhere stands for it. */
#define FOCUSCHECK_OPEN(place, function, ...)                                                                           \
    ((__typeof__(fopen("", "")))(focuscheck_next(place)                                                                 \
                                     ? focuscheck_no_memory(place, ##__VA_ARGS__)                                       \
                                     : (focuscheck_no_memory(place, ##__VA_ARGS__), (void *)fopen("/dev/null", "r+"))))
/* A call that makes what a pointer points to any value. */
#define FOCUSCHECK_SYMBOLIC(place, type, pointer, ...) ((void)(*(pointer) = FOCUSCHECK_VALUE(type, focuscheck_next(place))))

#endif

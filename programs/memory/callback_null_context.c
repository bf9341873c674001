// One of the callers passes no context, the callback needs one.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct log { int lines; };
struct timer { void (*fire)(void *); void *arg; };

static void count(void *arg)
{
    ((struct log *)arg)->lines++;
}

static void ignore(void *arg) { (void)arg; }

int main(void)
{
    struct log log = { 0 };
    struct timer t = { ignore, NULL };
    int mode = __VERIFIER_nondet_int();

    if (mode > 0)
        t.fire = count;
    if (mode > 1)
        t.arg = &log;
    t.fire(t.arg);
    return log.lines;
}
//@ expect: unsafe
//@ reachable: 11

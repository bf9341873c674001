// A function is called by another type than its own: no verdict for that run.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int one(int x) { return x; }
static long two(long x) { return x; }

int main(void)
{
    int (*f)(int) = one;
    assert(f(3) == 3);
    if (__VERIFIER_nondet_int())
        f = (int (*)(int))two;
    return f(3);
}
//@ expect: unknown
//@ reason: call through a pointer

// A global pointer keeps the address of a local of a function that has returned.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fallback = 4;
static int *source = &fallback;

static void attach(int v)
{
    int copy = v * 2;
    if (v > 2)
        source = &copy;
    assert(*source >= 4);
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 4)
        return 0;
    attach(v);
    return *source == 4;
}
//@ expect: unsafe
//@ reachable: 23
//@ unreachable: 14

// What a procedure does to a counter is known wherever it is called, also from a loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int total;

int next(int x)
{
    if (x < 1000)
        return x + 1;
    return x;
}

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        x = next(x);
        total = x;
    }
    assert(total >= 0 && x <= 1000);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 22

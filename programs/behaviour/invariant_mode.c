// Whether the counter is bounded depends on a mode that is tracked.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int counting = 0;
    int i = 0;
    while (__VERIFIER_nondet_int()) {
        if (counting == 1 && i < n)
            i = i + 1;
        if (counting == 0 && n >= 0)
            counting = 1;
    }
    if (counting == 1)
        assert(i <= n);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 18

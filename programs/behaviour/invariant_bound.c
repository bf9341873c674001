// A counter stops exactly where the loop ends, however far that is.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    if (n < 0)
        return 0;
    while (i < n)
        i = i + 1;
    assert(i == n);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 14

// A counter that only ever grows by two stays even.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int())
        x = x + 2;
    assert(x % 2 == 0);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 11

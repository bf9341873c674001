// Unsigned arithmetic wraps around.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned int zero = 0;
    unsigned int below = zero - 1;
    unsigned int x = __VERIFIER_nondet_uint();
    assert(below == 4294967295u);
    assert(x + 1 > x);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12

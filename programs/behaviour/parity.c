// The contradiction is not visible over the rationals.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > -1000 && x < 1000 && y > -1000 && y < 1000)
        assert(2 * x + 4 * y != 7);
    return 0;
}
//@ expect: safe
//@ unreachable: 8

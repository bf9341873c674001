// Division truncates towards zero; the remainder has the sign of the dividend.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int minus = -7;
    int x = __VERIFIER_nondet_int();
    assert(minus / 2 == -3);
    assert(minus % 2 == -1);
    assert(x % 2 == 0 || x % 2 == 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ unreachable: 11
//@ reachable: 12

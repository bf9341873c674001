// What an assumption excludes cannot happen.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    assert(x > 2);
    assert(x != 4);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12

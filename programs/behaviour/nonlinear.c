// A product of two inputs.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 0 && x <= 10 && y >= 0 && y <= 10);
    assert(x * y != 35);
    return 0;
}
//@ expect: unsafe
//@ allow: unknown
//@ reachable: 12

// What may overflow after the last error changes nothing about it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x == x);
    return x + 1;
}
//@ expect: safe
//@ unreachable: 7

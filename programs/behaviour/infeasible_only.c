// Every way to the error contradicts itself.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int z = 0;
    if (x > y)
        z = 1;
    if (y >= x)
        z = z + 1;
    assert(z == 1);
    return 0;
}
//@ expect: safe
//@ unreachable: 12

// Only a signed overflow would lead to the error: the verdict is one on the runs without it, and shows such a run.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ expect: safe
//@ unreachable: 8
//@ headline: safe for runs without signed overflow (possible at line 7: x = 2147483647)

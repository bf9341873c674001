// How often a procedure calls itself depends on an input; the property needs an induction.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int calls = 0;

void descend(int n)
{
    calls = 1;
    if (n > 0)
        descend(n - 1);
}

int main(void)
{
    int depth = __VERIFIER_nondet_int();
    descend(depth);
    assert(calls == 1);
    assert(calls == 0);
    return 0;
}
//@ expect: unsafe
//@ allow inline: unknown
//@ unreachable: 19
//@ reachable: 20

// The maximum of three by pointers; the third comparison looks at the wrong pair.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int *max3(int *a, int *b, int *c)
{
    int *best = a;
    if (*b > *best)
        best = b;
    if (*c > *a)
        best = c;
    return best;
}

int main(void)
{
    int u = __VERIFIER_nondet_int();
    int v = __VERIFIER_nondet_int();
    int w = __VERIFIER_nondet_int();
    int *m = max3(&u, &v, &w);
    assert(*m >= u);
    assert(*m >= v);
    return 0;
}
//@ expect: unsafe
//@ reachable: 23
//@ unreachable: 22

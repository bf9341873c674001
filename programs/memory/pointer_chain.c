// Three levels of pointers; each of them is changed in turn.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    int **pp = &p;
    int ***ppp = &pp;
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 2)
        return 0;
    if (n == 1)
        **ppp = &b;
    else if (n == 2)
        *ppp = &q;
    ***ppp = 9;
    assert(a == (n == 0 ? 9 : 1));
    assert(b == (n == 0 ? 2 : 9));
    assert((p == &b) == (n == 1));
    assert(q == &b);
    return 0;
}
//@ expect: safe
//@ unreachable: 21
//@ unreachable: 22
//@ unreachable: 23
//@ unreachable: 24

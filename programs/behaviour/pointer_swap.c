// Two variables are passed by reference; what is assigned through the pointers comes back.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void swap(int *p, int *q)
{
    int t = *p;
    *p = *q;
    *q = t;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int a = x, b = y;
    swap(&a, &b);
    assert(a == y && b == x);
    assert(a != 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 19
//@ reachable: 20
//@ slice: 16 17 18 9 20 | y == 3

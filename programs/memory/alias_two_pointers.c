// Two pointers lead to the same object or to different ones.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int update(int *p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}

int main(void)
{
    int x = 0, y = 0;
    int same = __VERIFIER_nondet_int();
    int r = update(&x, same ? &x : &y);
    assert(r == (same ? 2 : 1));
    assert(x == r);
    assert(y == (same ? 0 : 2));
    return 0;
}
//@ expect: safe
//@ unreachable: 18
//@ unreachable: 19
//@ unreachable: 20

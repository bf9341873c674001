// Two pointers into one array may be the same element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int first_after_both(int *p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    int a[2] = {0, 0};
    if (i < 0 || i > 1)
        return 0;
    assert(first_after_both(&a[0], &a[1]) == 1);
    assert(first_after_both(&a[i], &a[1]) == 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 19
//@ reachable: 20

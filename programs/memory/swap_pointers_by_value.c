// A swap that only changes its own copies of the pointers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b)
{
    int *t = a;
    a = b;
    b = t;
    (void)a;
    (void)b;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int *low = &x, *high = &y;

    if (x > y)
        swap(low, high);
    assert(*low <= *high);
    return 0;
}
//@ expect: unsafe
//@ reachable: 23

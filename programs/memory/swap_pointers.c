// Two pointers change places; the variables keep their values.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int **a, int **b)
{
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int x0 = x, y0 = y;
    int *low = &x, *high = &y;

    if (*low > *high)
        swap(&low, &high);
    assert(*low <= *high);
    assert(x == x0 && y == y0);
    if (x > y)
        assert(low == &y);
    return 0;
}
//@ expect: safe
//@ unreachable: 22
//@ unreachable: 23
//@ unreachable: 25

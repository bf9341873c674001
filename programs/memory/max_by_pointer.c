// A function returns the pointer to the larger of two variables.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int *larger(int *a, int *b)
{
    return *a >= *b ? a : b;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x < -5 || x > 5 || y < -5 || y > 5)
        return 0;
    int sum = x + y;
    int *m = larger(&x, &y);
    assert(*m >= x && *m >= y);
    *m = 0;
    assert(x == 0 || y == 0);
    assert(x + y <= 5 && x + y >= -5);
    assert(m == &x || m == &y);
    assert(*larger(&sum, &sum) == sum);
    return 0;
}
//@ expect: safe
//@ unreachable: 19
//@ unreachable: 21
//@ unreachable: 22
//@ unreachable: 23
//@ unreachable: 24

// A loop over an array calls back with a context.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef void (*visit)(int value, void *ctx);

static void each(const int *a, int n, visit f, void *ctx)
{
    for (int i = 0; i < n; i++)
        f(a[i], ctx);
}

static void add_up(int value, void *ctx)
{
    int *sum = ctx;
    *sum += value;
}

struct range { int min, max; };

static void widen(int value, void *ctx)
{
    struct range *r = ctx;
    if (value < r->min)
        r->min = value;
    if (value > r->max)
        r->max = value;
}

int main(void)
{
    int a[3] = { 5, __VERIFIER_nondet_int(), 1 };
    int sum = 0;
    struct range r = { 5, 5 };

    if (a[1] < -100 || a[1] > 100)
        return 0;
    each(a, 3, add_up, &sum);
    each(a, 3, widen, &r);
    assert(sum == a[1] + 6);
    assert(r.min <= 1 && r.max >= 5);
    assert(r.min == 1 || r.min == a[1]);
    return 0;
}
//@ expect: safe
//@ unreachable: 41
//@ unreachable: 42
//@ unreachable: 43

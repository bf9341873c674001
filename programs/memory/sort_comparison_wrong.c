// The comparison function says "equal" for what is different.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct rec { int year, month; };

static int compare(const void *x, const void *y)
{
    const struct rec *a = x, *b = y;
    if (a->year == b->year)
        return 0;
    return a->year < b->year ? -1 : 1;
}

static void sort2(struct rec *r, int (*cmp)(const void *, const void *))
{
    if (cmp(&r[0], &r[1]) > 0) {
        struct rec t = r[0];
        r[0] = r[1];
        r[1] = t;
    }
}

int main(void)
{
    struct rec r[2] = { { 1, 0 }, { 1, 2 } };
    r[0].month = __VERIFIER_nondet_int();
    r[1].year = __VERIFIER_nondet_int();
    sort2(r, compare);
    assert(r[0].year <= r[1].year);
    if (r[0].year == r[1].year)
        assert(r[0].month <= r[1].month);
    return 0;
}
//@ expect: unsafe
//@ reachable: 33
//@ unreachable: 31

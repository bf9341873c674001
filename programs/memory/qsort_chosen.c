// Which of two comparison functions sorts hangs on an input.
#include <assert.h>
#include <stdlib.h>
static int up(const void *x, const void *y) { const int *a = x, *b = y; return (*a > *b) - (*a < *b); }
static int down(const void *x, const void *y) { return up(y, x); }
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[3] = { 2, 3, 1 };
    int (*cmp)(const void *, const void *) = __VERIFIER_nondet_int() ? up : down;
    qsort(a, 3, sizeof a[0], cmp);
    assert(a[0] == 1 || a[0] == 3);
    assert(a[1] == 2);
    assert(a[0] != 3);
    return 0;
}
//@ expect: unsafe
//@ reachable: 14
//@ unreachable: 12
//@ unreachable: 13

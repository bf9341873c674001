// Numbers that are read and sorted.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int up(const void *x, const void *y) { const int *a = x, *b = y; return (*a > *b) - (*a < *b); }
int main(void)
{
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    qsort(a, 3, sizeof(int), up);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
//@ expect: safe
//@ unreachable: 11
//@ assumed: comparison functions put elements in one order

// Any two elements may be compared: those that fail, too.
#include <assert.h>
#include <stdlib.h>
static int up(const void *x, const void *y) { const int *a = x, *b = y; assert(*a + *b != 4 || *a == *b); return (*a > *b) - (*a < *b); }
int main(void)
{
    int a[3] = { 1, 2, 3 };
    qsort(a, 3, sizeof a[0], up);
    return 0;
}
//@ expect: unsafe
//@ reachable: 4

// How often the comparison function is called is not said.
#include <assert.h>
#include <stdlib.h>
static int calls;
static int up(const void *x, const void *y) { const int *a = x, *b = y; calls++; return (*a > *b) - (*a < *b); }
int main(void)
{
    int a[3] = { 5, 3, 9 };
    qsort(a, 3, sizeof a[0], up);
    assert(calls == 3);
    return 0;
}
//@ expect: unknown
//@ reason: changed through a pointer

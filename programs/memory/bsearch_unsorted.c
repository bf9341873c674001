// What is found in an array that is not sorted is not said.
#include <assert.h>
#include <stdlib.h>
static int up(const void *x, const void *y) { const int *a = x, *b = y; return (*a > *b) - (*a < *b); }
int main(void)
{
    int a[4] = { 5, 3, 9, 1 };     /* not sorted */
    int key = 3;
    int *p = bsearch(&key, a, 4, sizeof a[0], up);
    assert(p);
    return 0;
}
//@ expect: unknown
//@ reason: 'bsearch' in an array that is not sorted

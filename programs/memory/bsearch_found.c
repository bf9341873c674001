// A number that is found in a sorted array, and one that is not there.
#include <assert.h>
#include <stdlib.h>
static int up(const void *x, const void *y) { const int *a = x, *b = y; return (*a > *b) - (*a < *b); }
int main(void)
{
    int a[5] = { 5, 3, 9, 1, 7 };
    int key = 7;
    qsort(a, 5, sizeof a[0], up);
    int *p = bsearch(&key, a, 5, sizeof a[0], up);
    assert(p != NULL && *p == 7 && p - a == 3);
    key = 4;
    assert(bsearch(&key, a, 5, sizeof a[0], up) == NULL);
    return 0;
}
//@ expect: safe

// A comparison function that says "equal" in one direction and "greater" in the other.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *x, const void *y)
{
    return *(const int *)x > *(const int *)y;
}

int main(void)
{
    int a[2] = { 1, 2 };
    qsort(a, 2, sizeof a[0], compare);
    assert(a[0] == 1);
    return 0;
}
//@ expect: unknown
//@ reason: comparison function that contradicts itself

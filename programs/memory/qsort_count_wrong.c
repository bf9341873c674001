// More elements are sorted than there are.
#include <stdlib.h>
#include <stdio.h>
static int up(const void *x, const void *y) { const int *a = x, *b = y; return *a - *b; }
int main(void)
{
    int a[5] = { 5, 3, 9, 1, 7 };
    qsort(a, 6, sizeof a[0], up);
    printf("%d\n", a[0]);
    return 0;
}
//@ expect: unsafe
//@ reachable: 4
//@ more

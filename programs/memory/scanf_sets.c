// Conversions that are dropped, that have a width, and that read letters of a set.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = 5, b;
    char w[6];
    int r = scanf("%*d %d %5[a-c] %2d", &a, w, &b);
    if (r == 3) {
        assert(b < 100 && b > -10);
        assert(w[0] >= 'a' && w[0] <= 'c');
        assert(w[1] == 0 || (w[1] >= 'a' && w[1] <= 'c'));
    }
    assert(r <= 3);
    assert(r >= 0);
    return 0;
}
//@ expect: unsafe
//@ reachable: 15
//@ unreachable: 10
//@ unreachable: 11
//@ unreachable: 12
//@ unreachable: 14

// A number that is read is compared: it may be none.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    double x;

    if (scanf("%lf", &x) != 1)
        return 0;
    if (x >= 0 || x < 0)
        assert(x == x);
    else
        assert(x < 1);
    return 0;
}
//@ expect: unsafe
//@ reachable: 14
//@ unreachable: 12

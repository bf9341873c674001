// A procedure changes its own copy of an argument.
#include <assert.h>

int halve(int n)
{
    n = n / 2;
    return n;
}

int main(void)
{
    int n = 8;
    int half = halve(n);
    assert(n == 8);
    assert(half == 4);
    half += halve(n);
    assert(half == n);
    assert(n == halve(half));
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ unreachable: 15
//@ unreachable: 17
//@ reachable: 18

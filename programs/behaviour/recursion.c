// A procedure calls itself a known number of times.
#include <assert.h>

int sum(int n)
{
    if (n <= 0)
        return 0;
    return n + sum(n - 1);
}

int main(void)
{
    assert(sum(4) == 10);
    assert(sum(5) == 14);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 14

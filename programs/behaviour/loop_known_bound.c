// A counter loop with a known bound.
#include <assert.h>

int main(void)
{
    int i;
    int sum = 0;
    for (i = 1; i <= 6; i++)
        sum += i;
    assert(sum == 21);
    assert(i < 7);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ reachable: 11

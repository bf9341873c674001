// Both outcomes of a condition fail: the condition has nothing to do with it.
#include <assert.h>

int main(void)
{
    int x;
    int y = 1;
    if (x > 0)
        y = 2;
    else
        y = 3;
    assert(y < 2);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ reachable: 12
//@ slice: 8T 9 12 | x > 0
//@ slice: 8F 11 12 | x <= 0

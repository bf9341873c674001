// One of two values is chosen.
#include <assert.h>

int main(void)
{
    int x, y;
    int larger = x > y ? x : y;
    assert(larger >= x);
    assert(larger >= y);
    assert(larger > y);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ unreachable: 8
//@ unreachable: 9
//@ reachable: 10

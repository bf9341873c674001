// Each assertion is decided for itself; one that fails ends the run.
#include <assert.h>

int main(void)
{
    int x, y;
    assert(x > y);
    assert(x >= y);
    assert(x != y + 1);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ reachable: 7
//@ unreachable: 8
//@ reachable: 9

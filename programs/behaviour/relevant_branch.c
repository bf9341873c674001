// A branch that is not taken matters because it would have assigned the variable.
#include <assert.h>

int main(void)
{
    int x;
    int unrelated = 0;
    int safe = 0;
    if (x == 1)
        safe = 1;
    if (x == 2)
        unrelated = 1;
    assert(safe == 1);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ reachable: 13
//@ slice: 8 9F 13 | x != 1

// An uninitialised local variable can have any value.
#include <assert.h>

int main(void)
{
    int x;
    assert(x != 17);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ reachable: 7
//@ slice: 7 | x == 17

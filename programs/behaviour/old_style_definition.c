// A function definition in the style of the first C.
#include <assert.h>

int difference(a, b)
    int a, b;
{
    return a - b;
}

main()
{
    assert(difference(5, 3) == 2);
    assert(difference(3, 5) == 2);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 12
//@ reachable: 13

// An inner variable hides an outer one of the same name.
#include <assert.h>

int x = 1;

int main(void)
{
    int y = x;
    int x = 2;
    {
        int x = 3;
        y = y + x;
    }
    assert(x == 2 && y == 4);
    assert(y == 5);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 15

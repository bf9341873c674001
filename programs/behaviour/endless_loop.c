// What comes after an endless loop is not reached.
#include <assert.h>

int main(void)
{
    int x = 0;
    while (1)
        x = 1 - x;
    assert(0);
    return 0;
}
//@ expect: safe
//@ unreachable: 9

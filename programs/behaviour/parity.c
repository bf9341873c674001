// The contradiction is not visible over the rationals.
#include <assert.h>

int main(void)
{
    int x, y;
    if (x > -1000 && x < 1000 && y > -1000 && y < 1000)
        assert(2 * x + 4 * y != 7);
    return 0;
}
//@ expect: safe
//@ unreachable: 8

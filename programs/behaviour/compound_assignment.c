// Operators that assign.
#include <assert.h>

int main(void)
{
    int x = 6;
    x += 4;
    x *= 3;
    x -= 2;
    x /= 4;
    x %= 5;
    x <<= 3;
    x |= 1;
    x ^= 3;
    x &= 30;
    x >>= 1;
    assert(x-- == 9);
    assert(++x == 9);
    assert(x++ == 10);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 17
//@ unreachable: 18
//@ reachable: 19

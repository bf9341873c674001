// The same program as in signed_overflow.c, for runs without signed overflow.
#include <assert.h>

int main(void)
{
    int x;
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ options: --assume overflow
//@ expect: safe
//@ unreachable: 8
//@ assumed: no signed overflow at line 7

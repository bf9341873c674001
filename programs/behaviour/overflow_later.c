// What may overflow after the last error changes nothing about it.
#include <assert.h>

int main(void)
{
    int x;
    assert(x == x);
    return x + 1;
}
//@ expect: safe
//@ unreachable: 7

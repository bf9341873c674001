// An array whose indices are known: each element is a variable of its own.
#include <assert.h>

int main(void)
{
    int x;
    int a[3];
    a[0] = 7;
    a[1] = x;
    a[2] = 9;
    assert(a[0] + a[2] == 16);
    assert(a[1] != 5);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12

// How many are read of a text is what it says; a number may have a sign in base 16.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int a = 0, b = 0;
    unsigned u = 0;
    assert(sscanf("7:", "%d:%d", &a, &b) == 1);
    assert(a == 7 && b == 0);
    assert(sscanf("-f", "%x", &u) == 1);
    assert(u == 15);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 9
//@ unreachable: 10
//@ unreachable: 11
//@ reachable: 12

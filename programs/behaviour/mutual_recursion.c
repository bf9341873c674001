// Two procedures call each other.
#include <assert.h>
#include <stdbool.h>

bool odd(int n);

bool even(int n)
{
    if (n == 0)
        return true;
    return odd(n - 1);
}

bool odd(int n)
{
    if (n == 0)
        return false;
    return even(n - 1);
}

int main(void)
{
    assert(even(6));
    assert(odd(7));
    assert(odd(4));
    return 0;
}
//@ expect: unsafe
//@ unreachable: 23
//@ unreachable: 24
//@ reachable: 25

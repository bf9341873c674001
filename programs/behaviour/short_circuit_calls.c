// The right operand is only evaluated when it decides the result.
#include <assert.h>
#include <stdbool.h>

int calls = 0;

bool count(bool result)
{
    calls++;
    return result;
}

int main(void)
{
    bool a = count(false) && count(true);
    bool b = count(true) || count(false);
    assert(calls == 2);
    assert(!a && b);
    assert(count(true) && calls == 2);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 17
//@ unreachable: 18
//@ reachable: 19

// Every run ends in the last assertion, so nothing leads to the end of main; checks before it are still decided.
#include <assert.h>

int limit = 42;

int get(void)
{
    return limit;
}

int main(void)
{
    int x;
    assert(get() == 42);
    assert(x != 5);
    assert(1 == 2);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 15
//@ reachable: 16

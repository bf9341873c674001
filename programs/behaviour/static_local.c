// A static local keeps its value from call to call.
#include <assert.h>

int next(void)
{
    static int last = 3;
    last = last + 1;
    return last;
}

int main(void)
{
    int first = next();
    int second = next();
    assert(first == 4);
    assert(second == 4);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 15
//@ reachable: 16

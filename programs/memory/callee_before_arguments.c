// What is called, and what it gets, are evaluated in any order.
#include <assert.h>

static int g = 1;

static int id(int x) { return x; }

static int (*choose(void))(int)
{
    g = 3;
    return id;
}

int main(void)
{
    assert(choose()(2) == 2);
    g = 1;
    assert(choose()(g) == 3);
    return 0;
}
//@ expect: unknown
//@ reason: order of evaluation
//@ unreachable: 16

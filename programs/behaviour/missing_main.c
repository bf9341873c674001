// A file that can be parsed but not be started.
#include <assert.h>

void check(int x)
{
    assert(x > 0);
}
//@ expect: unknown
//@ reason: main

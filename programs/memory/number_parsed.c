// A number that is read from a text, and where it ends.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(strtol(" -42x", NULL, 10) == -42);
    assert(strtoul("77", NULL, 8) == 63);
    assert(strtol("99999999999999999999", NULL, 10) > 0);
    assert(strtol("z", NULL, 10) == 35);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 7
//@ unreachable: 8
//@ unreachable: 9
//@ reachable: 10

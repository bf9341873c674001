// A loop in a loop.
#include <assert.h>

int main(void)
{
    int i, j;
    int count = 0;
    for (i = 0; i < 3; i++)
        for (j = 0; j < i; j++)
            count++;
    assert(count == 3);
    assert(count != 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ reachable: 12

// Every way to the error contradicts itself.
#include <assert.h>

int main(void)
{
    int x, y;
    int z = 0;
    if (x > y)
        z = 1;
    if (y >= x)
        z = z + 1;
    assert(z == 1);
    return 0;
}
//@ expect: safe
//@ unreachable: 12

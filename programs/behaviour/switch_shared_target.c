// Two labels of a switch share a statement: both outcomes of the last test lead to the same place.
#include <assert.h>

int main(void)
{
    int g = 0;
    switch (g) {
    case 4:
        break;
    case 1:
    default:
        g = 5;
    }
    assert(g != 5);
    return 0;
}
//@ expect: unsafe
//@ reachable: 14

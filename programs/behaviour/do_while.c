// The body runs before the condition is looked at.
#include <assert.h>

int main(void)
{
    int x = 10;
    int rounds = 0;
    do {
        rounds++;
        x++;
    } while (x < 10);
    assert(rounds == 1);
    assert(x == 10);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 12
//@ reachable: 13

// A jump enters a loop in the middle of its body.
#include <assert.h>

int main(void)
{
    int i = 5;
    int rounds = 0;
    goto inside;
    while (i > 0) {
        rounds++;
inside:
        i = i - 4;
    }
    assert(rounds == 1);
    assert(i == 1);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ reachable: 15

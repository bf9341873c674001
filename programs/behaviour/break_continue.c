// A loop that is left early and whose rounds are cut short.
#include <assert.h>

int main(void)
{
    int i;
    int taken = 0;
    for (i = 0; i < 10; i++) {
        if (i == 2)
            continue;
        if (i == 5)
            break;
        taken++;
    }
    assert(taken == 4);
    assert(i == 10);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 15
//@ reachable: 16

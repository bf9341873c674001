// A loop that runs as long as the outside wants.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0)
            state = 1;
        else if (state == 1)
            state = 2;
        else
            state = 0;
    }
    assert(state <= 2);
    assert(state != 2);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 17
//@ reachable: 18

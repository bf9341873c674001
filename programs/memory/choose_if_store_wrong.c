// The programmer believes that the store always goes to the first variable.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int width = 10, height = 10;
    int *side = &width;
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 3)
        return 0;
    if (n >= 2)
        side = &height;
    *side += n;
    assert(height == 10);
    return 0;
}
//@ expect: unsafe
//@ reachable: 17

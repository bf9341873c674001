// The size of the block counts elements where bytes are meant.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    short *samples;

    if (n < 1 || n > 4)
        return 0;
    samples = malloc(n);
    if (samples == NULL)
        return 1;
    if (n > 3)
        samples[n - 3] = 1;
    if (n == 3)
        samples[n - 1] = 7;
    free(samples);
    return 0;
}
//@ expect: unsafe
//@ reachable: 19

// malloc does not clear the block; only part of it gets a value. // uninitialised
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *count = malloc(3 * sizeof *count);
    int result;

    if (!count)
        return 1;
    if (n < 0 || n > 3)
        n = 3;
    for (int i = 0; i < n; i++)
        count[i] = 0;
    if (n >= 2)
        count[1] += 5;
    else
        count[1] = 5;
    result = count[2];
    free(count);
    return result;
}
//@ expect: unsafe
//@ reachable: 22

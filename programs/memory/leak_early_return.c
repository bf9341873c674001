// A block leaks where a function is left early: the slice has its allocation and the way out.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int copy(int n)
{
    char *buffer = malloc(10);
    buffer[0] = 1;
    if (n < 0)
        return -1;
    free(buffer);
    return 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    return copy(n);
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 8
//@ slice: 18 19 8 10T 11 20 | n < 0

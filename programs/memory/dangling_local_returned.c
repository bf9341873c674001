// A function returns the address of its own array.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *digits(int n)
{
    int local[3] = { 1, 2, 3 };
    int *p = local;

    if (n > 2) {
        p = malloc(3 * sizeof(int));
        if (!p)
            exit(1);
        p[0] = n;
    }
    return p;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *d = digits(n);
    if (d[0] > 1)
        return 1;
    return 0;
}
//@ expect: unsafe
//@ reachable: 24

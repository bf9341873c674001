// A pointer to a double may be null.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void scale(double *value, double by)
{
    if (by != 1)
        *value = by;
}

int main(void)
{
    double x = 1.0, *chosen = __VERIFIER_nondet_int() ? &x : NULL;
    scale(chosen, -1.0);
    return 0;
}
//@ expect: unsafe
//@ reachable: 9

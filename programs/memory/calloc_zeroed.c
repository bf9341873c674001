// What calloc returns is zero; only one element is changed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct counter { int hits; struct counter *best; };

int main(void)
{
    int k = __VERIFIER_nondet_int();
    struct counter *c = calloc(3, sizeof(struct counter));

    if (!c)
        return 1;
    if (k >= 0 && k <= 2)
        c[k].hits++;
    assert(c[0].hits + c[1].hits + c[2].hits == (k >= 0 && k <= 2));
    assert(c[1].best == NULL);
    free(c);
    return 0;
}
//@ expect: safe
//@ unreachable: 18
//@ unreachable: 19

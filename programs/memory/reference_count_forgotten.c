// The second user of an object does not count its reference.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct obj { int refs; int value; };
struct holder { struct obj *o; };

static void hold(struct holder *h, struct obj *o, int count)
{
    h->o = o;
    if (count)
        o->refs++;
}

static void let_go(struct holder *h)
{
    if (--h->o->refs == 0)
        free(h->o);
    h->o = NULL;
}

int main(void)
{
    struct holder x, y;
    struct obj *o = malloc(sizeof *o);

    if (!o)
        return 1;
    o->refs = 0;
    o->value = 1;
    hold(&x, o, 1);
    hold(&y, o, __VERIFIER_nondet_int());
    let_go(&x);
    let_go(&y);
    return 0;
}
//@ expect: unsafe
//@ reachable: 18

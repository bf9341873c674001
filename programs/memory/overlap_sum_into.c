// The result of a sum is written over one of its operands.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct vec { int x, y; };

/* rotates v by a quarter turn */
static void rotate(struct vec *out, const struct vec *v)
{
    out->x = -v->y;
    out->y = v->x;
}

int main(void)
{
    struct vec v = { 3, 4 }, w = { 0, 0 };
    struct vec *target = &w;

    if (__VERIFIER_nondet_int() == 4)
        target = &v;
    rotate(target, &v);
    assert(target->x == -4);
    assert(target->y == 3);
    return 0;
}
//@ expect: unsafe
//@ reachable: 24
//@ unreachable: 23

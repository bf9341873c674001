// A callback gets the address of a structure as that of its first member.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct shape { int kind; };
struct circle { struct shape shape; int radius; };

static void name(struct shape *s) { s->kind = 2; }
static void add(void *p) { *(int *)p += 1; }
static void each(void (*f)(void *), void *p, int n)
{
    for (int i = 0; i < n; i++)
        f(p);
}

int main(void)
{
    struct circle c = { { 1 }, __VERIFIER_nondet_int() };
    int radius = c.radius;
    void (*f)(struct shape *) = name;
    f((struct shape *)&c);
    assert(c.shape.kind == 2);
    each(add, &c, 2);
    assert(c.shape.kind == 4 && c.radius == radius);
    assert(c.radius != 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 23
//@ unreachable: 25
//@ reachable: 26

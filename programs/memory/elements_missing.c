// A pointer in memory leads to an element that its array may not have.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct item { int v; };
struct hold { struct item *p; };

static struct item n[3], m[2];
static struct hold g;

int main(void)
{
    int i = __VERIFIER_nondet_int();

    g.p = &m[0];
    if (i)
        g.p = &n[i];
    g.p->v = 7;
    assert(m[1].v == 0);
    return 0;
}
//@ expect: unsafe
//@ reachable: 19
//@ unreachable: 20

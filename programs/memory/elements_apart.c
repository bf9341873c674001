// A pointer in memory leads to an element of one of two arrays, another one to a member of an element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct item { int v; int w; };
struct hold { struct item *p; int *q; };

static struct item n[3], m[2];
static struct hold g;

int main(void)
{
    int i = __VERIFIER_nondet_int();

    if (i < 0 || i > 2)
        return 0;
    g.p = &m[1];
    if (i)
        g.p = &n[i];
    g.p->v = 5;
    assert(n[1].v + n[2].v + m[1].v == 5 && n[0].v == 0 && m[0].v == 0);
    g.q = &n[i].w;
    *g.q = 9;
    assert(n[0].w + n[1].w + n[2].w == 9);
    assert(n[2].w == 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 22
//@ unreachable: 25
//@ reachable: 26

// Pointers to members of a structure, and the structure itself as seen afterwards.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
struct box { struct point lo, hi; };

int main(void)
{
    struct box b = { { 0, 0 }, { 3, 3 } };
    int *q = &b.hi.y;
    struct point *p = &b.lo;
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 2)
        return 0;
    *q += n;
    p->x = n;
    p++;
    (void)p;
    assert(b.hi.y == 3 + n);
    assert(b.lo.x == n && b.lo.y == 0);
    q = n ? &b.lo.x : &b.hi.x;
    assert(*q == (n ? n : 3));
    return 0;
}
//@ expect: safe
//@ unreachable: 22
//@ unreachable: 23
//@ unreachable: 25

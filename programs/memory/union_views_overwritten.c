// The members of a union share their memory.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union value { int i; unsigned u; char c; };

struct cell { union value val; int set; };

int main(void)
{
    struct cell c = { { 0 }, 0 };
    int n = __VERIFIER_nondet_int();

    if (n < -1 || n > 4)
        return 0;
    c.val.i = n;
    c.set = 1;
    if (n == 3)
        c.val.u = 5;
    assert(c.set == 1);
    assert(c.val.i == n);
    return 0;
}
//@ expect: unsafe
//@ reachable: 22
//@ unreachable: 21

// One function gets pointers to a local and to a global variable: its assertion and its error condition are
// each one error.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int level;

void raise_to(int *p, int limit)
{
    *p = limit;
    assert(level < 5);
}

int main(void)
{
    int own = 1;
    raise_to(&own, 9);
    if (__VERIFIER_nondet_int())
        raise_to(&level, 6);
    raise_to(&level, 4);
    return own;
}
//@ error: raise_to: *p == 4
//@ error: raise_to: *p == 7
//@ expect: unsafe
//@ reachable: 12
//@ reachable: 24
//@ unreachable: 25

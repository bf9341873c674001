// An array read at an index that is an input; the index is known to be in bounds.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int table[4] = {3, 1, 4, 1};

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    assert(table[i] >= 1);
    assert(table[i] <= 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 14

// An array written at an index that is an input: exactly one element changes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cell[3] = {0, 0, 0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    cell[i] = 1;
    assert(cell[0] + cell[1] + cell[2] == 1);
    assert(cell[2] == 0);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 13
//@ reachable: 14

// A pointer is set by an if; the store through it changes one of two variables.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int left = 1, right = 2;
    int *p;
    int n = __VERIFIER_nondet_int();

    if (n > 0)
        p = &left;
    else
        p = &right;
    *p = 7;
    if (n > 0)
        assert(left == 7 && right == 2);
    else
        assert(left == 1 && right == 7);
    return 0;
}
//@ expect: safe
//@ unreachable: 18
//@ unreachable: 20

// A pointer is passed on by a recursive function.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

void count_down(int *steps, int n)
{
    if (n <= 0)
        return;
    (*steps)++;
    count_down(steps, n - 1);
}

int main(void)
{
    int steps = 0;
    count_down(&steps, 3);
    assert(steps == 3);
    if (__VERIFIER_nondet_int())
        count_down(&steps, 2);
    assert(steps == 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 18
//@ reachable: 21

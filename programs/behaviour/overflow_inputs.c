// Of the inputs that are read before the overflow only those are shown that it depends on.
#include <stdio.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int v) { return v * 2; }
int main(void)
{
    int first = __VERIFIER_nondet_int(), second, third = __VERIFIER_nondet_int();
    int count;
    scanf("%d", &second);
    for (count = 0; count < 2; count++)
        if (first > __VERIFIER_nondet_int())
            first = 0;
    second = twice(second);
    if (third > 4)
        assert(third > 3);
    return second;
}
//@ expect: safe
//@ headline: (possible at line 5: second = 1073741824)

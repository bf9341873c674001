// One of two arrays of different length is filled through a pointer; the length goes with it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int small[2] = {0}, large[4] = {0};
    int use_large = __VERIFIER_nondet_int();
    int *buf = use_large ? large : small;
    int len = use_large ? 4 : 2;
    int i;

    for (i = 0; i < len; i++)
        buf[i] = i + 1;
    assert(small[1] == (use_large ? 0 : 2));
    assert(large[3] == (use_large ? 4 : 0));
    return 0;
}
//@ expect: safe
//@ unreachable: 16
//@ unreachable: 17

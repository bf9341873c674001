// The length of the larger array is used for the smaller one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int small[2], large[4];

static void fill(int *buf, int len, int value)
{
    for (int i = 0; i < len; i++)
        buf[i] = value;
}

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    int *buf = mode == 1 ? large : small;
    int len = mode >= 1 ? 4 : 2;

    fill(buf, len, 9);
    assert(buf[1] == 9);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11
//@ unreachable: 21

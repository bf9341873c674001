// An overlapping copy towards the end must not go from the front.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void copy(int *dst, const int *src, int n)
{
    for (int i = 0; i < n; i++)
        dst[i] = src[i];
}

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 3)
        return 0;
    copy(a + 1, a, n);
    assert(a[0] == 1);
    if (n > 0)
        assert(a[1] == 1);
    if (n > 1)
        assert(a[2] == 2);
    return 0;
}
//@ expect: unsafe
//@ reachable: 24
//@ unreachable: 20
//@ unreachable: 22

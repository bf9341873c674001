// Constant floating-point expressions are converted to integers as the target computes them.
#include <assert.h>

#define FIX(x) ((int)((x) * (1 << 16)))

extern int __VERIFIER_nondet_int(void);

static int half = FIX(0.5);
static struct { int a, b; } gains = { FIX(0.1), FIX(-2.75) };

int main(void)
{
    int x = __VERIFIER_nondet_int();

    assert(half == 32768 && gains.a == 6553 && gains.b == -180224);
    assert((int)(0.29 * 100) == 28 && (int)(0.1f * 10) == 1);
    assert((unsigned char)250.9 == 250 && (_Bool)0.3);
    assert(x != FIX(1.5));
    return 0;
}
//@ expect: unsafe
//@ reachable: 18
//@ unreachable: 15
//@ unreachable: 16
//@ unreachable: 17

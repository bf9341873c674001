// Floating-point numbers compare as IEEE 754 says: there are two zeros, and what is no number is unlike itself.
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double(), zero = -0.0;
    float tenth = 0.1f, half = 0.5f;
    _Bool some = zero;

    assert(zero == 0 && !zero && !some && !(zero < 0));
    assert(half == 0.5 && tenth == 0.1f && half > tenth);
    if (x > 0.25 && x < 0.125)
        assert(0);
    if (!(x < 1) && !(x >= 1))
        assert(x != x && x != 2);
    if (x < 0 && -x <= 0)
        assert(0);
    return 0;
}
//@ expect: safe

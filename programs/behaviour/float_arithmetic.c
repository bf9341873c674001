// What is computed from floating-point numbers is not known.
#include <assert.h>

int main(void)
{
    double x = 0.1;

    x *= 2;
    assert(x != 0.3);
    return 0;
}
//@ expect: safe
//@ allow: unknown
//@ reason: floating-point arithmetic

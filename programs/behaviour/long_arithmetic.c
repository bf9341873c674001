// Operands are promoted and converted before an operator computes.
#include <assert.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    int promoted = a + b;
    long wide = 1L << 40;
    unsigned int u = 1;
    assert(promoted == 300);
    assert(wide > 1000000000000L);
    assert(-1 < u);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 10
//@ unreachable: 11
//@ reachable: 12

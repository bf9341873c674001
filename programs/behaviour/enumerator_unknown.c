// An enumerator may be a floating constant that is converted; the value of one that nobody knows is not taken for zero.
#include <assert.h>

enum { A = (int)3.7, B, C = (int)(2.5 * 2) };

int main(void)
{
    assert(A == 3 && B == 4);
    assert(C == 5);
    assert(C == 0);
    return 0;
}
//@ expect: unknown
//@ unreachable: 8

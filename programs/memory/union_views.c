// A word and its bytes, seen through a union.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    unsigned u;
    unsigned char byte[sizeof(unsigned)];
};

int main(void)
{
    union word w, v;
    unsigned x = __VERIFIER_nondet_uint();
    unsigned sum = 0;

    if (x > 255)
        return 0;
    w.u = x;
    for (unsigned i = 0; i < sizeof w.byte; i++)
        sum += w.byte[i];
    assert(sum == x);
    v.u = 0;
    for (unsigned i = 0; i < sizeof v.byte; i++)
        v.byte[i] = w.byte[i];
    assert(v.u == w.u);
    v.byte[1] = 1;
    assert(v.u != w.u);
    return 0;
}
//@ expect: safe
//@ unreachable: 22
//@ unreachable: 26
//@ unreachable: 28

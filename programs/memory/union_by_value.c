// Unions are passed, returned and copied as wholes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union word {
    unsigned whole;
    struct { unsigned short low, high; } half;
    unsigned char byte[4];
};

static union word swapped(union word w)
{
    union word result;
    result.half.low = w.half.high;
    result.half.high = w.half.low;
    return result;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    union word a, b;

    if (x < 0 || x > 255)
        return 0;
    a.whole = x;
    b = swapped(a);
    assert(b.byte[2] == x && b.byte[0] == 0);
    b.half = a.half;
    assert(b.whole == (unsigned)x);
    assert(b.byte[0] != 200);
    return 0;
}
//@ expect: unsafe
//@ reachable: 32
//@ unreachable: 29
//@ unreachable: 31

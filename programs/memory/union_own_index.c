// Stores to a union whose subscripts and values are read from it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union word {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
};

int main(void)
{
    union word w;
    int x = __VERIFIER_nondet_int();
    unsigned y;

    w.whole = x & 1;
    w.half[w.byte[0]] = w.byte[0] + 0x205;
    assert(w.byte[1] == ((x & 1) ? 0 : 2));
    w.whole++;
    assert(w.byte[0] == ((x & 1) ? 2 : 6));
    y = (w.whole = w.byte[0] + 256u);
    assert(y == w.whole && w.byte[1] == 1);
    assert(y != 258);
    return 0;
}
//@ expect: unsafe
//@ reachable: 25
//@ unreachable: 20
//@ unreachable: 22
//@ unreachable: 24

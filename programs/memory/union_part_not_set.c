// A word of which one byte has no value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union word {
    unsigned whole;
    unsigned char byte[4];
};

int main(void)
{
    union word w;
    int x = __VERIFIER_nondet_int();

    w.byte[0] = 1;
    w.byte[1] = 0;
    if (x > 3)
        w.byte[2] = 0;
    w.byte[3] = 0;
    assert(w.byte[0] == 1);
    if (w.whole == 1)
        return 1;
    return 0;
}
//@ expect: unsafe
//@ reachable: 22
//@ unreachable: 21

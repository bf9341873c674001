// A value that does not fit its variable is cut to the variable's width.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char small = 300;
    signed char sign = 200;
    assert(small == 44);
    assert(sign == -56);
    if (x >= 0 && x <= 1000) {
        unsigned char cut = x;
        assert(cut == x);
    }
    return 0;
}
//@ expect: unsafe
//@ unreachable: 11
//@ unreachable: 12
//@ reachable: 15

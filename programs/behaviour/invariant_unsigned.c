// Where an unsigned counter wraps, nothing is known of it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char low = 250, high = 0;
    while (__VERIFIER_nondet_int()) {
        low = low + 1;
        high = high + 1;
    }
    assert(low >= 250);
    return 0;
}
//@ expect: unsafe
//@ reachable: 13
//@ more

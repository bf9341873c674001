// A `_Bool` in a union has a byte, in which other members may put any value.
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

union value {
    int number;
    bool truth;
};

int main(void)
{
    union value v;
    int x = __VERIFIER_nondet_int();

    v.number = 0x1234500;
    v.truth = x;
    assert(v.truth == (x != 0));
    assert(v.number == 0x1234500 + (x != 0));
    assert(v.number != 0x1234501);
    return 0;
}
//@ expect: unsafe
//@ reachable: 21
//@ unreachable: 19
//@ unreachable: 20

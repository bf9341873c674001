// A case without a break goes on into the next one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int kind = __VERIFIER_nondet_int();
    int cost = 0;
    switch (kind) {
    case 1:
        cost += 1;
    case 2:
        cost += 2;
        break;
    case 3:
        cost += 8;
        break;
    default:
        cost = 5;
    }
    assert(cost != 0);
    assert(cost != 1);
    assert(cost != 3);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 22
//@ unreachable: 23
//@ reachable: 24

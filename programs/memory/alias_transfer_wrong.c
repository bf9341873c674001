// A transfer between accounts that may be one and the same.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct account { int balance; };

static void transfer(struct account *from, struct account *to, int amount)
{
    int rest = from->balance - amount;
    if (amount < 0 || rest < 0)
        return;
    to->balance = to->balance + amount;
    from->balance = rest;
}

int main(void)
{
    struct account acc[2] = { { 5 }, { 5 } };
    int i = __VERIFIER_nondet_int();
    int j = __VERIFIER_nondet_int();

    if (i < 0 || i > 1 || j < 0 || j > 1)
        return 0;
    transfer(&acc[i], &acc[j], 3);
    assert(acc[0].balance >= 0 && acc[1].balance >= 0);
    assert(acc[0].balance + acc[1].balance == 10);
    return 0;
}
//@ expect: unsafe
//@ reachable: 27
//@ unreachable: 26

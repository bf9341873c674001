// One function sets a global pointer, another uses it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct account { int balance; };
static struct account alice, bob;
static struct account *current = &alice;

static void login(int who)
{
    current = who == 1 ? &bob : &alice;
}

static void deposit(int amount)
{
    current->balance += amount;
}

int main(void)
{
    int who = __VERIFIER_nondet_int();
    login(who);
    deposit(50);
    login(!who);
    assert(alice.balance + bob.balance == 50);
    deposit(25);
    if (who == 1)
        assert(bob.balance == 50 && alice.balance == 25);
    return 0;
}
//@ expect: safe
//@ unreachable: 26
//@ unreachable: 29

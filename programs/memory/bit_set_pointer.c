// A set of flags in a word, changed through pointers; the shift is checked.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { READ = 1, WRITE = 2, EXEC = 4, ALL = READ | WRITE | EXEC };

static void grant(unsigned *set, unsigned mask) { *set |= mask; }
static void revoke(unsigned *set, unsigned mask) { *set &= ~mask; }

static void (*const actions[2])(unsigned *, unsigned) = { grant, revoke };

int main(void)
{
    unsigned mine = READ, yours = ALL;
    unsigned *set = &mine;
    int bit = __VERIFIER_nondet_int();
    int what = __VERIFIER_nondet_int();

    if (bit < 0 || bit > 2 || what < 0 || what > 1)
        return 0;
    if (what == 1)
        set = &yours;
    actions[what](set, 1u << bit);
    assert((mine & READ) != 0);
    assert(((mine & (1u << bit)) != 0) == (what == 0 || bit == 0));
    assert((yours == ALL) == (what == 0));
    return 0;
}
//@ expect: safe
//@ unreachable: 25
//@ unreachable: 26
//@ unreachable: 27

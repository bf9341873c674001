// A pointer to a function beside a number: the one is not known as the other.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

union entry {
    long number;
    int (*function)(int);
};

static int next(int x)
{
    return x + 1;
}

int main(void)
{
    union entry e;
    int x = __VERIFIER_nondet_int();

    if (x < 0 || x > 5)
        return 0;
    e.number = 3;
    e.function = next;
    assert(e.function(x) == x + 1);
    e.number = 4;
    assert(e.number == 4);
    e.function = next;
    assert(e.number == 4);
    return 0;
}
//@ expect: unknown
//@ reason: union member
//@ unreachable: 25
//@ unreachable: 27

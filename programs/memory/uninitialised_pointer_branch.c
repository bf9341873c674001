// A pointer that only gets a value on one of the branches. // uninitialised
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct sensor { int value; };

static struct sensor inside = { 20 }, outside = { 5 };

int main(void)
{
    struct sensor *s;
    int which = __VERIFIER_nondet_int();

    switch (which) {
    case 0: s = &inside; break;
    case 1: s = &outside; break;
    }
    if (which < 0 || which > 2)
        return 0;
    assert(inside.value > outside.value);
    return s->value > 10;
}
//@ expect: unsafe
//@ reachable: 22
//@ unreachable: 21

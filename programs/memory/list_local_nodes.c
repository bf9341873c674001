// A list of three local nodes, linked in an order that the input decides.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef struct item {
    struct item *link;
    int key;
} item;

int main(void)
{
    item a = {0, 1}, b = {0, 2}, c = {0, 3};
    item *first;

    if (__VERIFIER_nondet_int()) {
        first = &a;
        a.link = &b;
        b.link = &c;
    } else {
        first = &c;
        c.link = &b;
        b.link = &a;
    }
    assert(first->link->key == 2);
    assert(first->key + first->link->link->key == 4);
    assert(first->link->link->link == 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 25
//@ unreachable: 26
//@ unreachable: 27

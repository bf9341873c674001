// The list may have two nodes only, but the third is asked for its key.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

typedef struct item {
    struct item *link;
    int key;
} item;

int main(void)
{
    item c = {0, 3};
    item b = {&c, 2};
    item one = {&b, 1};
    item *p = &one;
    int n = __VERIFIER_nondet_int();

    if (n == 2)
        b.link = 0;
    p = p->link;
    assert(p->key == 2);
    p = p->link;
    assert(p->key == 3);
    return 0;
}
//@ expect: unsafe
//@ reachable: 24
//@ unreachable: 22

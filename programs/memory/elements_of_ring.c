// A doubly linked list with a sentinel; a node is taken out in the middle.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct dl { struct dl *prev, *next; int val; };

static void add_before(struct dl *at, struct dl *n)
{
    n->prev = at->prev;
    n->next = at;
    at->prev->next = n;
    at->prev = n;
}

static void unlink_node(struct dl *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

int main(void)
{
    struct dl sentinel = { &sentinel, &sentinel, 0 }, n[3];
    int out = __VERIFIER_nondet_int();
    int fwd = 0, back = 0;

    if (out < 0 || out > 2)
        return 0;
    for (int i = 0; i < 3; i++) {
        n[i].val = i + 1;
        add_before(&sentinel, &n[i]);
    }
    unlink_node(&n[out]);
    for (struct dl *p = sentinel.next; p != &sentinel; p = p->next)
        fwd = 10 * fwd + p->val;
    for (struct dl *p = sentinel.prev; p != &sentinel; p = p->prev)
        back = 10 * back + p->val;
    assert(fwd == (out == 0 ? 23 : out == 1 ? 13 : 12));
    assert(back == (out == 0 ? 32 : out == 1 ? 31 : 21));
    return 0;
}
//@ expect: safe
//@ unreachable: 39
//@ unreachable: 40

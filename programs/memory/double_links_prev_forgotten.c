// The removal from a doubly linked list forgets the link backwards.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct dl { struct dl *prev, *next; };

static void take_out(struct dl *n)
{
    if (n->prev)
        n->prev->next = n->next;
}

int main(void)
{
    struct dl a, b, c;
    struct dl *victim;
    int which = __VERIFIER_nondet_int();

    a.prev = NULL, a.next = &b;
    b.prev = &a, b.next = &c;
    c.prev = &b, c.next = NULL;
    victim = which == 1 ? &b : &c;
    take_out(victim);
    if (a.next != NULL && a.next->next == NULL)
        assert(a.next->prev == &a);
    return 0;
}
//@ expect: unsafe
//@ reachable: 27

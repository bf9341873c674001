// The removal of the first node is not told to the caller.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static void drop(struct node *head, int key)
{
    struct node *prev = NULL, *cur = head;
    while (cur && cur->key != key) {
        prev = cur;
        cur = cur->next;
    }
    if (!cur)
        return;
    if (prev)
        prev->next = cur->next;
    else
        head = cur->next;
    (void)head;
}

int main(void)
{
    struct node c = { 3, NULL }, b = { 2, &c }, a = { 1, &b };
    struct node *head = &a;
    int key = __VERIFIER_nondet_int();

    drop(head, key);
    for (struct node *p = head; p; p = p->next)
        assert(p->key != key);
    return 0;
}
//@ expect: unsafe
//@ reachable: 33

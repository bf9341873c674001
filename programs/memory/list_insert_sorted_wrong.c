// Insertion into a sorted list that forgets to look at the first node.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static struct node *insert(struct node *head, struct node *n)
{
    struct node *p = head;
    n->next = NULL;
    if (head == NULL)
        return n;
    while (p->next != NULL && p->next->key < n->key)
        p = p->next;
    n->next = p->next;
    p->next = n;
    return head;
}

int main(void)
{
    struct node a, b;
    struct node *head = NULL;

    a.key = __VERIFIER_nondet_int();
    b.key = __VERIFIER_nondet_int();
    head = insert(head, &a);
    head = insert(head, &b);
    assert(head->next != NULL);
    assert(head->key <= head->next->key);
    return 0;
}
//@ expect: unsafe
//@ reachable: 32
//@ unreachable: 31

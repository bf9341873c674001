// Removal of a node through a pointer to pointer.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct node { int key; struct node *next; };

static bool drop(struct node **head, int key)
{
    for (struct node **p = head; *p; p = &(*p)->next) {
        if ((*p)->key == key) {
            *p = (*p)->next;
            return true;
        }
    }
    return false;
}

static int length(const struct node *n)
{
    int len = 0;
    for (; n; n = n->next)
        len++;
    return len;
}

int main(void)
{
    struct node c = { 3, NULL }, b = { 2, &c }, a = { 1, &b };
    struct node *head = &a;
    int key = __VERIFIER_nondet_int();

    bool found = drop(&head, key);
    assert(length(head) == (found ? 2 : 3));
    assert(found == (key >= 1 && key <= 3));
    assert(!drop(&head, key));
    return 0;
}
//@ expect: safe
//@ unreachable: 36
//@ unreachable: 37
//@ unreachable: 38

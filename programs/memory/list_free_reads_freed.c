// The loop that frees a list reads the link of a node that is gone.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct node *head = NULL, *p;

    if (n < 0 || n > 2)
        return 0;
    while (n-- > 0) {
        p = malloc(sizeof *p);
        if (p == NULL)
            return 1;
        p->data = n;
        p->next = head;
        head = p;
    }
    for (p = head; p != NULL; p = p->next)
        free(p);
    return 0;
}
//@ expect: unsafe
//@ reachable: 26

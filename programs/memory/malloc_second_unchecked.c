// Of two allocations the second one is not checked: the first one has not failed where that one does.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { int v; struct node *next; };

int main(void)
{
    struct node *a = malloc(sizeof *a);
    if (!a)
        return 1;
    a->v = __VERIFIER_nondet_int();
    a->next = calloc(1, sizeof *a);
    if (a->v > 3)
        a->next->v = 5;
    free(a->next);
    free(a);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: unsafe
//@ reachable: 16
//@ slice: 10 11F 13 14 15T 16 | malloc() != NULL, calloc() == NULL, __VERIFIER_nondet_int > 3

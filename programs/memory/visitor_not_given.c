// A list is walked by a function that gets a context, which nobody gives: the visitor frees a node, and the walk goes on from it.
#include <stdlib.h>

struct node { struct node *next; int value; };
struct list { struct node *first; };

static void release(struct node *n, void *context)
{
    (void)context;
    free(n);
}

static void each(struct list *l, void (*visit)(struct node *, void *), void *context)
{
    for (struct node *n = l->first; n; n = n->next)
        visit(n, context);
}

static void clear(struct list *l)
{
    each(l, release, NULL);
    l->first = NULL;
}

int main(void)
{
    struct list l = {NULL};
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 1;
    n->value = 1;
    n->next = l.first;
    l.first = n;
    clear(&l);
    return 0;
}
//@ expect: unsafe
//@ reachable: 15

// The nodes of a list that is given may be freed, each once.
#include <stdlib.h>

struct node { int value; struct node *next; };

void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
//@ options: --entry destroy
//@ expect: safe
//@ headline: safe for all arguments of destroy() with at most 3 structures in a row from `list`
//@ assumed: requires \freeable(list) && \valid(list);

// A node of a list that is given is no more when it was freed.
#include <stdlib.h>

struct node { int value; struct node *next; };

void destroy(struct node *list)
{
    for (; list; list = list->next)
        free(list);
}
//@ options: --entry destroy
//@ expect: unsafe
//@ reachable: 8
//@ headline: destroy() fails for all arguments with 

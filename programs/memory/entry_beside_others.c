// What functions do that the started one does not call says nothing of its arguments.
#include <stdlib.h>

struct node { int value; struct node *next; };

struct node *saved;

struct node *reverse(struct node *list)
{
    struct node *done = saved;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return saved = done;
}

int length(const struct node *list)
{
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}
//@ options: --entry length
//@ expect: safe
//@ headline: safe for all arguments of length() with at most 3 structures in a row from `list`

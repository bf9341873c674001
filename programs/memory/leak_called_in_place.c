// The block that `start` makes is freed; the one of `main` is not.
#include <stdlib.h>

struct list { int *items; };

static void start(struct list *list)
{
    list->items = malloc(sizeof *list->items);
}

int main(void)
{
    struct list list;
    start(&list);
    free(list.items);
    int *more = malloc(2 * sizeof *more);
    return more == NULL;
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 16
//@ unreachable: 8

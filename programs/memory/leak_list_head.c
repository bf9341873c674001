// Of a list only the head is freed. Another list is freed as a whole, and each is judged by itself.
#include <stdlib.h>

struct item { struct item *next; };

int main(void)
{
    struct item *lost = NULL, *freed = NULL;
    for (int i = 0; i < 3; i++) {
        struct item *item = malloc(sizeof *item);
        item->next = lost;
        lost = item;
    }
    for (int i = 0; i < 2; i++) {
        struct item *item = malloc(sizeof *item);
        item->next = freed;
        freed = item;
    }
    free(lost);
    while (freed) {
        struct item *next = freed->next;
        free(freed);
        freed = next;
    }
    return 0;
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 10
//@ unreachable: 15

// What a global pointer leads to at the end is not lost; what a list holds is not either, but that is not proved.
#include <stdlib.h>

struct item { struct item *next; };

static int *table;
static struct item *head;

int main(void)
{
    table = calloc(4, sizeof *table);
    table[3] = 1;
    for (int i = 0; i < 2; i++) {
        struct item *item = malloc(sizeof *item);
        item->next = head;
        head = item;
    }
    return 0;
}
//@ options: --check memory
//@ expect: unknown
//@ unreachable: 11
//@ reason: head still leads to the block from line 14

// A list of any length: what is proved holds for as many blocks as are told apart, and the verdict says so.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item { int value; struct item *next; };

int main(void)
{
    struct item *head = NULL;
    char *label = malloc(2);

    label[0] = 'x';
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->value = 1;
        item->next = head;
        head = item;
    }
    while (head) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    free(label);
    return 0;
}
//@ expect: unknown
//@ headline: no error with at most 4 blocks from line 15 (unknown beyond: raise --blocks
//@ assumed: memory

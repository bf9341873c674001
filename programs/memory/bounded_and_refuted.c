// A bound of blocks is no verdict where what the proof rests on does not hold: some run divides by zero within it.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item { struct item *next; };

int main(void)
{
    struct item *head = NULL;
    int n = __VERIFIER_nondet_int(), blocks = 0;

    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        item->next = head;
        head = item;
        blocks = 1;
    }
    if (10 / n > 10)
        n = 1;
    assert(blocks == 0 || head);
    return 0;
}
//@ options: --check none
//@ expect: unknown
//@ reason: a division by zero at line 20 can happen

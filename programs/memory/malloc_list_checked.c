// A list whose items may not be there, built and freed with care.
#include <assert.h>
#include <stdlib.h>

struct item { int value; struct item *next; };

static struct item *push(struct item *head, int value)
{
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        return head;
    item->value = value;
    item->next = head;
    return item;
}

int main(void)
{
    struct item *head = push(push(NULL, 1), 2);
    int sum = 0;

    while (head != NULL) {
        struct item *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    assert(sum <= 3);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: safe

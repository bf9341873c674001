// The last element of an array is linked to one that is not there.
#include <stddef.h>

struct item { int v; struct item *next; };

static struct item n[3];

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        n[i].v = i;
        n[i].next = &n[i + 1];
    }
    for (struct item *p = n; p != NULL; p = p->next)
        sum += p->v;
    return sum;
}
//@ expect: unsafe
//@ reachable: 17

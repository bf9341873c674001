// Unions in blocks of the heap.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    union { int number; unsigned char byte[4]; } as;
    struct node *next;
};

int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);

    a->next = b;
    b->next = NULL;
    a->as.number = x;
    b->as.number = 0x01000000;
    b->as.byte[0] = a->as.byte[0];
    assert(a->next->as.number == 0x01000000 + (x & 255));
    free(a);
    free(b);
    return 0;
}
//@ expect: safe

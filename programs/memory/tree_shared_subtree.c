// Both children are one and the same node, which is freed twice.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct expr { char op; struct expr *a, *b; };

static struct expr *mk(char op, struct expr *a, struct expr *b)
{
    struct expr *e = malloc(sizeof *e);
    if (!e)
        exit(1);
    e->op = op;
    e->a = a;
    e->b = b;
    return e;
}

int main(void)
{
    struct expr *one = mk('1', NULL, NULL);
    struct expr *two = __VERIFIER_nondet_int() ? mk('2', NULL, NULL) : one;
    struct expr *sum = mk('+', one, two);

    free(sum->a);
    free(sum->b);
    free(sum);
    return 0;
}
//@ expect: unsafe
//@ reachable: 26

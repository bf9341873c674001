// The constructor sets a member on one branch only. // uninitialised
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shape { int kind, width, height; };

static struct shape *shape_new(int kind, int size)
{
    struct shape *s = malloc(sizeof *s);
    if (!s)
        exit(1);
    s->kind = kind;
    s->width = size;
    if (kind > 0)
        s->height = size;
    return s;
}

static int area(const struct shape *s)
{
    return s->width * s->height;
}

int main(void)
{
    struct shape *a = shape_new(1, 2);
    struct shape *b = shape_new(__VERIFIER_nondet_int(), 3);
    int sum = area(a);
    sum += area(b);
    free(a);
    free(b);
    return sum;
}
//@ expect: unsafe
//@ reachable: 22

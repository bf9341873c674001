// Functions that nobody calls say nothing of the pointers of those that are called.
#include <assert.h>
#include <stdlib.h>

int *later(int *one, int *other, int which)
{
    return which ? one : other;
}

int **keep(int *one)
{
    int **kept = malloc(sizeof *kept);
    if (kept)
        *kept = one;
    return kept;
}

static int *numbers(int count)
{
    int *p = malloc(count * sizeof *p);
    if (!p)
        exit(1);
    for (int i = 0; i < count; i++)
        p[i] = i;
    return p;
}

int main(void)
{
    int x = 0;
    int *p = &x, *q = NULL, **link = &p;
    assert(*link != q);
    p = numbers(3);
    assert(p != NULL && **link == 0);
    free(p);
    return 0;
}
//@ expect: safe

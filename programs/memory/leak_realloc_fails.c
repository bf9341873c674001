// The result of a `realloc` that fails goes where the only pointer to the old block is: that leaks.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    p = realloc(p, 2 * sizeof *p);
    if (!p)
        return 1;
    free(p);
    return 0;
}
//@ options: --check memory --malloc may-fail
//@ expect: unsafe
//@ reachable: 6
//@ unreachable: 10
//@ slice: 6 7F 10 11T 15 | malloc() != NULL, realloc() == NULL

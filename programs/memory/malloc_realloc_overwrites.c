// The only pointer to a block is overwritten with the result of a `realloc` that fails.
#include <stdlib.h>

int main(void)
{
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 1;
    p = realloc(p, 4 * sizeof *p);
    p[3] = 1;
    free(p);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: unsafe
//@ reachable: 10

// A `realloc` that fails leaves the old block as it is.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 1;
    p[0] = 7;
    p[1] = 8;
    int *q = realloc(p, 4 * sizeof *p);
    if (!q) {
        assert(p[0] == 7);
        free(p);
        return 1;
    }
    assert(q[1] == 8);
    free(q);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: safe

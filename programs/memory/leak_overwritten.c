// The only pointer to a block is overwritten with one to another block, which is freed.
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    p = malloc(2 * sizeof *p);
    p[1] = 2;
    free(p);
    return 0;
}
//@ options: --check memory
//@ expect: unsafe
//@ reachable: 6
//@ unreachable: 8

// An allocation that may fail, and whose result is used as it is.
#include <stdlib.h>

int main(void)
{
    int n = 3;
    int *p = malloc(sizeof *p);
    *p = n;
    free(p);
    return 0;
}
//@ options: --malloc may-fail
//@ expect: unsafe
//@ reachable: 8
//@ slice: 7 8 | malloc() == NULL

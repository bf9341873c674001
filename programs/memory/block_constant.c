// A block of constant size on the heap.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *a = malloc(4 * sizeof *a);
    int k = __VERIFIER_nondet_int();

    if (a == NULL)
        return 1;
    for (int i = 0; i < 4; i++)
        a[i] = 2 * i;
    if (k >= 0 && k < 4) {
        assert(a[k] == 2 * k);
        a[k] = -1;
        assert(*(a + k) < 0);
    }
    free(a);
    return 0;
}
//@ expect: safe
//@ unreachable: 17
//@ unreachable: 19

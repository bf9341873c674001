// The loop writes one element behind the block if the input wants it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *a = malloc(3 * sizeof(int));
    int n = __VERIFIER_nondet_int();
    int i;

    if (!a)
        return 1;
    if (n < 0 || n > 2) {
        free(a);
        return 0;
    }
    for (i = 0; i <= n + 1; i++)
        a[i] = i;
    free(a);
    return 0;
}
//@ expect: unsafe
//@ reachable: 19

// For small sizes a local array is used, which must not be freed.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int local[2];
    int *buf = local;
    int n = __VERIFIER_nondet_int();

    if (n < 1 || n > 4)
        return 0;
    if (n > 2) {
        buf = malloc(n * sizeof(int));
        if (!buf)
            return 1;
    }
    for (int i = 0; i < n; i++)
        buf[i] = i;
    assert(buf[n - 1] == n - 1);
    free(buf);
    return 0;
}
//@ expect: unsafe
//@ reachable: 23
//@ unreachable: 22

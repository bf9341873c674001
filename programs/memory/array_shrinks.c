// realloc keeps the elements that remain.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int keep = __VERIFIER_nondet_int();
    long *a = malloc(4 * sizeof(long)), *b;

    if (a == NULL || keep < 1 || keep > 6) {
        free(a);
        return 0;
    }
    for (int i = 0; i < 4; i++)
        a[i] = i - 1;
    b = realloc(a, keep * sizeof(long));
    if (b == NULL) {
        assert(a[0] == -1 && a[3] == 2);
        free(a);
        return 0;
    }
    for (int i = 0; i < keep && i < 4; i++)
        assert(b[i] == i - 1);
    b[keep - 1] = 8;
    assert(b[0] == (keep == 1 ? 8 : -1));
    free(b);
    return 0;
}
//@ expect: safe
//@ unreachable: 20
//@ unreachable: 25
//@ unreachable: 27

// A pointer to an element is kept while the array moves.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 2;
    int more = __VERIFIER_nondet_int();
    int *a = malloc(n * sizeof *a), *first, *t;

    if (!a)
        return 1;
    a[0] = 3;
    a[1] = 4;
    first = &a[0];
    if (more > 0) {
        t = realloc(a, (n + 2) * sizeof *a);
        if (t == NULL) {
            free(a);
            return 1;
        }
        a = t;
        a[2] = a[3] = 5;
    }
    *first += a[1];
    free(a);
    return 0;
}
//@ expect: unsafe
//@ reachable: 26

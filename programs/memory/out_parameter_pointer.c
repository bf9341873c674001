// A function gives a pointer back through a pointer to pointer.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int first_negative(int *a, int n, int **where)
{
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) {
            *where = &a[i];
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    int a[3], *hit = 0;
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    while (first_negative(a, 3, &hit))
        *hit = 0;
    for (int i = 0; i < 3; i++)
        assert(a[i] >= 0);
    assert(hit == 0 || *hit == 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 25
//@ unreachable: 26

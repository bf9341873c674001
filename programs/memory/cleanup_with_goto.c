// One exit with labels that undo what was done so far.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int work(int fail)
{
    int rc = -1;
    int *a = NULL, *b = NULL;

    a = malloc(sizeof *a);
    if (!a)
        goto out;
    *a = 1;
    if (fail == 1)
        goto free_a;
    b = malloc(sizeof *b);
    if (!b)
        goto free_a;
    *b = 2;
    if (fail == 2)
        goto free_b;
    rc = *a + *b;
free_b:
    free(b);
free_a:
    free(a);
out:
    return rc;
}

int main(void)
{
    int fail = __VERIFIER_nondet_int();
    int rc = work(fail);
    assert(rc == -1 || rc == 3);
    if (fail == 1 || fail == 2)
        assert(rc < 0);
    return 0;
}
//@ expect: safe
//@ unreachable: 37
//@ unreachable: 39

// The pointer is set to NULL when its block is freed, and looked at before each use.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *cache;

static void drop(void)
{
    free(cache);
    cache = NULL;
}

static int use(int v)
{
    if (cache == NULL) {
        cache = malloc(sizeof *cache);
        if (cache == NULL)
            return v;
        *cache = v;
    }
    return *cache;
}

int main(void)
{
    int a = use(1);
    if (__VERIFIER_nondet_int() > 0)
        drop();
    int b = use(2);
    drop();
    drop();
    assert(a == 1 && (b == 1 || b == 2));
    assert(use(3) == 3);
    drop();
    return 0;
}
//@ expect: safe
//@ unreachable: 34
//@ unreachable: 35

// The node is freed before its children are reached.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree { struct tree *left, *right; };

static struct tree *mk(struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t);
    if (!t)
        exit(2);
    t->left = left;
    t->right = right;
    return t;
}

static void release(struct tree *t)
{
    if (t->left)
        release(t->left);
    free(t);
    if (t->right)
        release(t->right);
}

int main(void)
{
    struct tree *t = NULL;
    if (__VERIFIER_nondet_int() > 0)
        t = mk(mk(NULL, NULL), NULL);
    if (t)
        release(t);
    return 0;
}
//@ expect: unsafe
//@ reachable: 23

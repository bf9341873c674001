// A search tree of at most three nodes: insertion, look-up, release in post-order.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct tree { int key; struct tree *l, *r; } tree;

static void insert(tree **t, int key)
{
    while (*t) {
        if (key == (*t)->key)
            return;
        t = key < (*t)->key ? &(*t)->l : &(*t)->r;
    }
    if ((*t = calloc(1, sizeof **t)) != NULL)
        (*t)->key = key;
}

static int has(const tree *t, int key)
{
    return t && (t->key == key || has(key < t->key ? t->l : t->r, key));
}

static void release(tree *t)
{
    if (!t)
        return;
    release(t->l);
    release(t->r);
    free(t);
}

int main(void)
{
    tree *root = NULL;
    int a = __VERIFIER_nondet_int();

    insert(&root, 5);
    insert(&root, a);
    if (root && a != 5)
        assert(!root->l || !root->r);
    if (has(root, a))
        assert(root->key == 5 || root->key == a);
    assert(!has(root, 5) || root != NULL);
    release(root);
    return 0;
}
//@ expect: safe
//@ unreachable: 42
//@ unreachable: 44
//@ unreachable: 45

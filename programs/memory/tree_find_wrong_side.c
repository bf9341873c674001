// A search in a tree that goes to the wrong side for one kind of key and finds nothing.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    const struct tree *left;
    const struct tree *right;
};

static const struct tree one = { 1, NULL, NULL };
static const struct tree three = { 3, NULL, NULL };
static const struct tree root = { 2, &one, &three };

static const struct tree *find(const struct tree *t, int key)
{
    while (t->key != key)
        t = key < t->key ? t->right : t->left;
    return t;
}

int main(void)
{
    int key = __VERIFIER_nondet_int();
    if (key < 1 || key > 3)
        return 0;
    return find(&root, key)->key;
}
//@ expect: unsafe
//@ reachable: 18

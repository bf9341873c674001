// Every kind of node that is not a leaf is taken for one with two children.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

enum kind { LEAF, NEG, ADD };

struct node {
    enum kind kind;
    int value;
    const struct node *left, *right;
};

static int eval(const struct node *n)
{
    if (n->kind == LEAF)
        return n->value;
    return eval(n->left) + eval(n->right);
}

int main(void)
{
    struct node one = { LEAF, 1, NULL, NULL };
    struct node root = { LEAF, 5, NULL, NULL };

    switch (__VERIFIER_nondet_int()) {
    case 1:
        root.kind = ADD;
        root.left = root.right = &one;
        break;
    case 2:
        root.kind = NEG;
        root.left = &one;
        break;
    default:
        break;
    }
    return eval(&root);
}
//@ expect: unsafe
//@ reachable: 16

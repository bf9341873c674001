// A tree that is given is walked by a function that calls itself.
struct tree { int value; const struct tree *left, *right; };

int size(const struct tree *tree)
{
    if (!tree)
        return 0;
    return 1 + size(tree->left) + size(tree->right);
}
//@ options: --entry size
//@ expect: safe
//@ headline: with at most 2 structures in a row from `tree`

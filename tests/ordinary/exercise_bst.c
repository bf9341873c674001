/* A binary search tree: reads numbers up to 0 or the end and prints them in order, with the height of the tree. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_NUMBERS 1000

typedef struct Node {
    int value;
    unsigned int count;
    struct Node *left;
    struct Node *right;
} Node;

static Node *new_node(int value)
{
    Node *n = malloc(sizeof(Node));

    if (n == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    n->value = value;
    n->count = 1;
    n->left = NULL;
    return n;
}

static Node *insert(Node *tree, int value)
{
    if (tree == NULL)
        return new_node(value);
    if (value < tree->value)
        tree->left = insert(tree->left, value);
    else if (value > tree->value)
        tree->right = insert(tree->right, value);
    else
        tree->count++;
    return tree;
}

static int height(const Node *tree)
{
    int left, right;

    if (tree == NULL)
        return 0;
    left = height(tree->left);
    right = height(tree->right);
    return 1 + (left > right ? left : right);
}

static void print_in_order(const Node *tree)
{
    if (tree == NULL)
        return;
    print_in_order(tree->left);
    if (tree->count > 1)
        printf("%d (%u times)\n", tree->value, tree->count);
    else
        printf("%d\n", tree->value);
    print_in_order(tree->right);
}

static void free_tree(Node *tree)
{
    if (tree != NULL) {
        free_tree(tree->left);
        free_tree(tree->right);
        free(tree);
    }
}

int main(void)
{
    Node *root = NULL;
    int value, n = 0;

    while (n < MAX_NUMBERS && scanf("%d", &value) == 1 && value != 0) {
        root = insert(root, value);
        n++;
    }
    print_in_order(root);
    printf("%d numbers, height %d\n", n, height(root));
    free_tree(root);
    return 0;
}
//@ truth: unsafe
//@ kind: pointer
//@ line: 32, 56
//@ run: < "5 3 8 0\n"

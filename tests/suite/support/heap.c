#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
    int value;
    struct node *next;
};

struct slot {
    int count;
    int *data;
};

static int cells[4] = {1, 0, 2, 1};
static struct node *kept;

static struct node *make(int value, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(0);
    n->value = value;
    n->next = next;
    return n;
}

static int *numbers(int count)
{
    int *p = malloc(count * sizeof *p);
    if (!p)
        exit(0);
    for (int i = 0; i < count; i++)
        p[i] = i;
    return p;
}

static char *copied(const char *text)
{
    char *s = malloc(strlen(text) + 1);
    if (!s)
        exit(0);
    strcpy(s, text);
    return s;
}

static int sum(const struct node *n)
{
    int t = 0;
    for (; n; n = n->next)
        t += n->value;
    return t;
}

static struct node *without(struct node *list, int value)
{
    struct node **p = &list;
    while (*p && (*p)->value != value)
        p = &(*p)->next;
    if (*p) {
        struct node *gone = *p;
        *p = gone->next;
        free(gone);
    }
    return list;
}

static struct node *reversed(struct node *n)
{
    struct node *result = NULL;
    while (n) {
        struct node *next = n->next;
        n->next = result;
        result = n;
        n = next;
    }
    return result;
}

static void drop(struct node *n)
{
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
}

static int *choose(int *p, int *q, int which)
{
    return which ? p : q;
}

static void swap(int **p, int **q)
{
    int *r = *p;
    *p = *q;
    *q = r;
}

static void set(int *p, int value)
{
    *p = value;
}

static void fill(struct slot *s, int count)
{
    s->data = numbers(count);
    s->count = count;
}

static int at(const struct slot *s, int i)
{
    return s->data[i];
}

static int letters(const char *s, char c)
{
    int t = 0;
    while (*s)
        t += *s++ == c;
    return t;
}


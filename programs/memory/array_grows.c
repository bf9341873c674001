// A dynamic array that doubles its capacity.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector { int *data; int len, cap; };

static int push(struct vector *v, int x)
{
    if (v->len == v->cap) {
        int cap = v->cap ? 2 * v->cap : 1;
        int *data = realloc(v->data, cap * sizeof *data);
        if (data == NULL)
            return -1;
        v->data = data;
        v->cap = cap;
    }
    v->data[v->len++] = x;
    return 0;
}

int main(void)
{
    struct vector v = { NULL, 0, 0 };
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 3)
        return 0;
    for (int i = 0; i < n; i++)
        if (push(&v, 10 * i) < 0)
            break;
    assert(v.len <= v.cap && v.cap <= 4);
    for (int i = 0; i < v.len; i++)
        assert(v.data[i] == 10 * i);
    free(v.data);
    return 0;
}
//@ expect: safe
//@ unreachable: 33
//@ unreachable: 35

// The result of a call is assigned after what the callee changed through a pointer to the same variable.
#include <assert.h>

struct pair {
    int a;
    int b;
};

int replace(int *p)
{
    int old = *p;
    *p = -1;
    return old;
}

struct pair turn(struct pair *s)
{
    struct pair r = {s->b, s->a};
    s->a = s->b = 0;
    return r;
}

int main(void)
{
    int x = 5, cells[2] = {6, 7};
    x = replace(&x);
    assert(x == 5);
    for (int i = 0; i < 2; i++)
        cells[1] = replace(&cells[i]);
    assert(cells[0] == -1 && cells[1] == 6);
    struct pair s = {1, 2};
    s = turn(&s);
    assert(s.a == 2 && s.b == 1);
    return 0;
}
//@ expect: safe

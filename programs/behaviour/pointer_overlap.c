// A structure and its member are passed by reference at once: that is not modelled.
#include <assert.h>

struct pair {
    int a;
    int b;
};

int set_both(struct pair *s, int *p)
{
    s->a = 1;
    *p = 2;
    return s->a;
}

int main(void)
{
    struct pair s = {0, 0};
    assert(set_both(&s, &s.a) == 2);
    return 0;
}
//@ expect: unknown
//@ reason: pointers into overlapping objects

// A copy of a structure still points into the array of the original.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct cursor {
    int data[3];
    int *pos;
};

int main(void)
{
    struct cursor a = { { 1, 2, 3 }, 0 };
    struct cursor b;
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 2)
        return 0;
    a.pos = &a.data[n];
    b = a;
    *b.pos = 9;
    assert(b.data[0] + b.data[1] + b.data[2] == 6);
    assert(a.data[0] + a.data[1] + a.data[2] == 6);
    return 0;
}
//@ expect: unsafe
//@ reachable: 23
//@ unreachable: 22

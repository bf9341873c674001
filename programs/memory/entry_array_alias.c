// Where two arrays that are given may be the same, what is written to one changes the other.
#include <assert.h>

void copy(int *to, const int *from)
{
    int before = from[0];
    to[0] = from[0] ^ 1;
    assert(from[0] == before);
}

void swap(int *one, int *other)
{
    int before = *one;
    *one = *other;
    *other = before;
}

void both(int *one, int *other)
{
    swap(one, other);
    *one = 1;
    *other = 2;
    assert(*one == 1);
}
//@ options: --entry both --may-alias
//@ expect: unsafe
//@ reachable: 23
//@ headline: both() fails when other == one

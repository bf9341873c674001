// Two arrays that are given do not overlap, so one stays as it is while the other one changes.
#include <assert.h>

void copy(int *to, const int *from)
{
    int before = from[0];
    to[0] = from[0] ^ 1;
    assert(from[0] == before);
}
//@ options: --entry copy
//@ expect: safe
//@ headline: with at most 8 elements behind `to` and `from`, which do not overlap
//@ assumed: requires \separated(to + (0 .. 7), from + (0 .. 7));

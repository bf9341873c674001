// Pointers that are given may be null where that is asked for.
#include <assert.h>

int get(const int *place, int *other)
{
    if (!other)
        return 0;
    *other = 1;
    return *place;
}
//@ options: --entry get --null-arguments
//@ expect: unsafe
//@ reachable: 9
//@ headline: get() fails when place == NULL && other != NULL
//@ assumed: requires place == \null || \valid_read(place)

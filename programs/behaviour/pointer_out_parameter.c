// A helper reads into what it gets the address of, two calls deep; a null pointer is told apart.
#include <assert.h>
#include <stdio.h>

static int read_number(int *target)
{
    if (!target)
        return 0;
    return scanf("%d", target) == 1;
}

static int read_both(int *first, int *second)
{
    return read_number(first) && read_number(second);
}

int main(void)
{
    int width, height;
    if (!read_both(&width, &height))
        return 1;
    assert(read_number(0) == 0);
    if (width == 7)
        assert(height != 8);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 22
//@ reachable: 24

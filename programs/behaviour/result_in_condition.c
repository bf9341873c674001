// The results of calls decide a branch.
#include <assert.h>

int limit = 3;

int clamp(int x)
{
    if (x > limit)
        return limit;
    return x;
}

int main(void)
{
    int x;
    if (clamp(x) > 3)
        assert(0);
    if (clamp(x) == 3 && clamp(4) == 3)
        assert(x == 3);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ unreachable: 17
//@ reachable: 19

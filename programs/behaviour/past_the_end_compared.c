// One past the end of an object may be where another one begins.
#include <assert.h>

int pair[2], other[2], g;

static void put(int *p, const int *end) { if (p != end) g = 1; else g = 2; }

int main(void)
{
    put(pair + 2, other);
    assert(g == 1);
    return 0;
}
//@ expect: unknown
//@ reason: pointer comparison

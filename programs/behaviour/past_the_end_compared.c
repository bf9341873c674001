// One past the end of an object may be where another one begins.
#include <assert.h>

int a[2], b[2], g;

static void put(int *p, const int *end) { if (p != end) g = 1; else g = 2; }

int main(void)
{
    put(a + 2, b);
    assert(g == 1);
    return 0;
}
//@ expect: unknown
//@ reason: pointer comparison

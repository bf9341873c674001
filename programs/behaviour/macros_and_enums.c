// Constants and conditions that come out of the preprocessor.
#include <assert.h>

#define LIMIT 5
#define WITHIN(x, low, high) ((x) >= (low) && (x) <= (high))

enum mode { OFF = 2, ON, BLINK = ON + 4 };

int main(void)
{
    int x;
    enum mode m = BLINK;
#if LIMIT > 4
    if (WITHIN(x, 0, LIMIT))
        m = ON;
#else
    m = OFF;
#endif
    assert(m != OFF);
    assert(m == 7);
    return 0;
}
//@ options: --check bounds,pointer,div,shift
//@ expect: unsafe
//@ unreachable: 19
//@ reachable: 20

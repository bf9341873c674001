// Of a condition that no run comes to nothing is said.
#include <assert.h>
int passes(int b) {
    int s = b;
    int buf[2] = {1, 3};
    if (b < 0)
        buf[s] = b;
    assert(b >= buf[1] || s || b >= 0);
    assert(b > 0);
    return s;
}
//@ doomed: 6: 6, 8, 9 | fails

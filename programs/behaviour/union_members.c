// Members of a union that lie at the same places are the same cells; what is stored as a float is read as its bits.
#include <assert.h>

struct circle { int kind, radius; };
struct square { int kind, side; };

union shape {
    struct circle circle;
    struct square square;
    float other;
};

int main(void)
{
    union shape s = { .circle = { 1, 5 } };
    assert(s.square.side == 5);
    s.square.side = 6;
    assert(s.circle.radius == 6 && s.circle.kind == 1);
    s.other = 1.5f;
    assert(s.circle.kind == 1);
    return 0;
}
//@ expect: unsafe
//@ reachable: 20
//@ unreachable: 16
//@ unreachable: 18

// Structs are copied field by field.
#include <assert.h>

struct point {
    int x;
    int y;
};

struct box {
    struct point low;
    struct point high;
};

int main(void)
{
    struct box b = {{1, 2}, {3, 4}};
    struct point corner = b.high;
    b.high.x = 9;
    assert(corner.x == 3 && corner.y == 4);
    assert(b.high.y == 4);
    assert(b.high.x == corner.x);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 19
//@ unreachable: 20
//@ reachable: 21

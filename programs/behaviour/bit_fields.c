// A bit-field keeps as many bits as it has, a flag the lowest one, and its neighbours stay as they are.
#include <assert.h>

struct header {
    unsigned version : 3;
    unsigned urgent : 1;
    int delta : 4;
    unsigned length;
};

int main(int argc, char **argv)
{
    struct header h = { .version = 9, .length = 100 };
    assert(h.version == 1);
    h.urgent = 2;
    assert(!h.urgent && h.length == 100);
    h.delta = 9;
    assert(h.delta == -7);
    h.version = argc;
    assert(h.version < 7);
    return 0;
}
//@ expect: unsafe
//@ unreachable: 14
//@ unreachable: 16
//@ unreachable: 18
//@ reachable: 20

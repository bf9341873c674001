// Compilers differ in what is left of a member when another one is initialised, too.
#include <assert.h>

union word {
    unsigned whole;
    unsigned char byte[4];
};

static union word w = { .whole = 0x01020304, .byte = { 9 } };

int main(void)
{
    assert(w.byte[0] == 9);
    assert(w.byte[1] == 3);
    return 0;
}
//@ expect: unknown
//@ unreachable: 13

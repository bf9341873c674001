// What is stored through a pointer to a member of a union may change all of them.
#include <assert.h>

union word {
    unsigned whole;
    unsigned char byte[4];
};

static void set(unsigned *p, unsigned value)
{
    *p = value;
}

int main(void)
{
    union word w;

    w.whole = 5;
    set(&w.whole, 6);
    assert(w.byte[0] == 5);
    return 0;
}
//@ expect: unknown
//@ reason: changed through a pointer

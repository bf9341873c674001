// The bits of a float are those of the integers beside it; a signalling NaN is moved as it is.
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word {
    float number;
    uint32_t whole;
    uint8_t byte[4];
};

static union word passed(union word w)
{
    return w;
}

int main(void)
{
    union word w;
    double d = -2.0;
    uint64_t bits;

    w.number = 1.0f;
    assert(w.whole == 0x3f800000 && w.byte[3] == 0x3f);
    w.whole = 0x7fa00001;
    assert(passed(w).byte[2] == 0xa0);
    assert(w.number != w.number);
    memcpy(&bits, &d, sizeof bits);
    assert(bits == 0xc000000000000000);
    return 0;
}
//@ expect: safe

// Nobody says what a `_Bool` is whose byte is neither 0 nor 1.
#include <assert.h>
#include <stdbool.h>

union value {
    unsigned char byte;
    bool truth;
};

int main(void)
{
    union value v;

    v.byte = 2;
    assert(v.truth);
    return 0;
}
//@ expect: unknown
//@ reason: union member

// A byte is something else in each of the bit-fields that share it.
#include <assert.h>
#include <string.h>

struct flags {
    unsigned first : 1, second : 1;
};

int main(void)
{
    struct flags flags;

    memset(&flags, 1, sizeof flags);
    assert(flags.second == 0);
    return 0;
}
//@ expect: safe
//@ allow: unknown

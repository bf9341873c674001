// A variable in static storage whose initial value is not modelled has one value, which nobody can choose.
#include <assert.h>

int rounded = (int) 2.9L;
static int known = 4;

int main(void)
{
    assert(known == 4);
    assert(rounded == 2);
    return 0;
}
//@ expect: unknown

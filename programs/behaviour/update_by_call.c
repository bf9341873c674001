// The right operand of an update calls a function that changes what is updated: C does not say whether the old value is read
// before the call or after it, so nothing that depends on it is decided.
#include <assert.h>

static int total;

static int bump(void)
{
    total = total + 10;
    return 1;
}

int main(void)
{
    total += bump();
    assert(total == 11);
    return 0;
}
//@ expect: unknown

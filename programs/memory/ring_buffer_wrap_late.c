// The head pointer wraps one element too late.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char data[2];
static char *in = data;

static void put(char c)
{
    *in = c;
    if (in == data + 2)
        in = data;
    else
        in++;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    while (n-- > 0)
        put((char)('a' + n));
    assert(in <= data + 2);
    return 0;
}
//@ expect: unsafe
//@ reachable: 11
//@ unreachable: 25

// The product hangs on the input, and nothing else in this program does on it: what was not looked for is said.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 1;
    assert(y == 1);
    return x * x;
}
//@ expect: safe
//@ headline: not checked: overflow

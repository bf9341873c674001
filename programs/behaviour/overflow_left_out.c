// The same program as in signed_overflow.c, for runs without signed overflow.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ options: --assume overflow
//@ expect: safe
//@ unreachable: 8
//@ assumed: no signed overflow at line 7

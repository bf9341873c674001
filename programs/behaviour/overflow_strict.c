// Nothing is proved that rests on something that some run does not do, if that is asked for.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    assert(y > x);
    return 0;
}
//@ options: --strict
//@ expect: unknown
//@ reason: signed overflow at line 7 can happen: x = 2147483647

// What one counter loses the other one gains.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int x = n;
    int y = 0;
    if (n < 0)
        return 0;
    while (x > 0) {
        x--;
        y++;
    }
    assert(y == n);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 17

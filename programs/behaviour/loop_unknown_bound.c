// The loop counter is not bounded by anything known; the property does not depend on it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    int flag = 0;
    while (i < n) {
        flag = 1 - flag;
        i++;
    }
    assert(flag == 0 || flag == 1);
    return 0;
}
//@ expect: safe
//@ unreachable: 15

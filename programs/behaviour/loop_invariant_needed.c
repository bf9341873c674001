// The property needs a relation between two counters in an unbounded loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = 0;
    int j = 0;
    while (i < n) {
        i = i + 1;
        j = j + 2;
    }
    assert(j == 2 * i);
    return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ unreachable: 15

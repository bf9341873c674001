// Which operand is evaluated first is open: where n is 0, the division may come before the call that ends the run.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int leave_if_zero(int n) {
    if (n == 0)
        exit(0);
    return 1;
}

static int sum(int a, int b) { return a + b; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int both = leave_if_zero(n) > 10 / n;
    return sum(leave_if_zero(m), 10 % m) + both;
}
//@ expect: unsafe
//@ reachable: 17
//@ reachable: 18

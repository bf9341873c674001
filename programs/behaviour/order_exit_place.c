// Which side of an assignment is evaluated first is open: where n is 0, the division may come before the call that ends the run.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int values[4];

static int leave_if_zero(int n) {
    if (n == 0)
        exit(0);
    return n & 3;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    values[leave_if_zero(n)] = 10 / n;
    return 0;
}
//@ expect: unknown
//@ reason: order of evaluation at line 16

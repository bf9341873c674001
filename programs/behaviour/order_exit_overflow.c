// Which argument is evaluated first is open: for the largest n the sum may come before the call that ends the run.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int g;

static int leave_if_largest(int n) {
    if (n == 2147483647)
        exit(0);
    return 1;
}

static int store_next(int n) {
    g = n + 1;
    return 1;
}

static int is_greater(int a, int b) { return a > b; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    return is_greater(leave_if_largest(n), store_next(n));
}
//@ options: --check overflow
//@ expect: unknown
//@ reason: order of evaluation at line 23

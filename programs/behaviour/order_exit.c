// Which operand is evaluated first is open: where n is 0, the division may come before the call that ends the run.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern int undefined(int a, int b);

static void (*leave)(int) = exit;

static int leave_if_zero(int n) {
    if (n == 0)
        exit(0);
    return 1;
}

static int leave_by_pointer(int n) {
    if (n == 0)
        leave(0);
    return 1;
}

static int sum(int a, int b) { return a + b; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    switch (k) {
    case 0:
        return leave_if_zero(n) > 10 / n;
    case 1:
        return sum(leave_if_zero(m), 10 % m);
    case 2:
        printf("%d %d", leave_if_zero(n), 10 / n);
        return 0;
    case 3:
        return undefined(leave_if_zero(n), 10 / n);
    case 4:
        return leave_by_pointer(n) > 10 / n;
    case 5:
        return abs(leave_if_zero(n)) - (10 / n + 1);
    }
    return 0;
}
//@ expect: unsafe
//@ reachable: 30
//@ reachable: 32
//@ reachable: 34
//@ reachable: 37
//@ reachable: 39
//@ reachable: 41

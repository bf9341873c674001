// In C files indices, divisors, shift amounts and pointers are checked without being asked for.
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 40 || n < -40)
    return 0;
  int *p = n > 2 ? &a[1] : NULL;
  if (n == 3)
    return a[n + 1];
  if (n == 4)
    return 8 / (n - 4);
  if (n == 5)
    return 1 << (n + 28);
  if (n > 5)
    return *p;
  return *p;
}
//@ expect: unsafe
//@ reachable: 11
//@ reachable: 13
//@ reachable: 15
//@ unreachable: 17
//@ reachable: 18

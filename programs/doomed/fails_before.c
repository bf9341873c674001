// Each run that comes into the loop fails there, at line 18, and none comes to the assertion behind it. That the assertion could
// not hold either takes fewer lines; how those runs would leave the loop is not said, since none does.
//@ doomed: 15: 15, 16, 20 | fails
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int b = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= -3 && n <= 2);
  int buf[3] = {0, 3, 3};
  n = -2 - n;
  n--;
  int s = b;
  while (s == 3) {
    s++;
    // Before the array, always.
    buf[n - 1] = s * 2;
  }
  assert(!s);
  return n;
}

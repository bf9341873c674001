// Where control goes after longjmp is not modelled, so nothing is proved of a program that may come there.
#include <assert.h>
#include <setjmp.h>
jmp_buf place; int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3)
    longjmp(place, 1);
  assert(x <= 3);
  return 0;
}
//@ expect: unknown
//@ reason: 'longjmp' at line 8 is not modelled

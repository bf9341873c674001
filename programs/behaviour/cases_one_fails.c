// Of 200 inputs one fails, where products are compared: a run by cases comes to the error, and proves nothing.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  int root = 0;

  if (n < 1 || n > 200)
    return 1;
  while ((root + 1) * (root + 1) <= n)
    root++;
  // 169 = 13 * 13
  assert(root != 13 || root * root != n);
  return 0;
}
//@ expect: unsafe
//@ reachable: 16

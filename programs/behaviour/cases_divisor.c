// Inputs of few values: what recursion with remainders and products does is known for each of them.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int divisor(int m, int n)
{
  if (n == 0)
    return m;
  return divisor(n, m % n);
}

int main(void)
{
  int m = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  int d, multiple;

  if (m < 1 || m > 12 || n < 1 || n > 12)
    return 1;
  d = divisor(m, n);
  multiple = m / d * n;
  assert(m % d == 0 && n % d == 0);
  assert(multiple % m == 0 && multiple % n == 0);
  assert(d * multiple == m * n);
  return 0;
}
//@ expect: safe
//@ allow full: unknown
//@ allow inline: unknown

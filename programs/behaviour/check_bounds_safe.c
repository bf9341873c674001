// Indices that stay in bounds, whatever the inputs are; the check replaces the assumption.
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = n;
  a[n & 3] = 1;
  a[c / 64] = 2;
  if (n < 0 || n > 3)
    n = 0;
  return a[n];
}
//@ options: --check bounds
//@ expect: safe
//@ unreachable: 11

// A divisor that can be zero, one that cannot, and one behind a short circuit.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int d = n - 3;
  if (d != 0 && 10 / d > 2)
    n = 1;
  int q = 7 % n;
  q /= d;
  return q;
}
//@ options: --check div --assume overflow
//@ expect: unsafe
//@ unreachable: 6
//@ reachable: 8
//@ reachable: 9
//@ slice@8: 4 5 6F 8 | (10 / (n - 3)) <= 2, n == 0
//@ more@8

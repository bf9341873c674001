// Division that never has the divisor zero.
extern int __VERIFIER_nondet_int(void);
int divide(int a, int b) {
  if (b == 0)
    return 0;
  return a / b;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return divide(n, n - 1) + n % 5;
}
//@ options: --check div --assume overflow
//@ expect: safe
//@ unreachable: 6
//@ assumed: no signed overflow at line
